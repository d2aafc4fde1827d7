"""What a game says about itself to readers: its sheet, its summary, its story in plain words.

One implementation a game, in a package of the game's name. Sentences are written here and not in the rules, so that
they can be reworded without touching history.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from rules.kernel import Answer, Event, Game, Landmark, Pack, State, words

Row = Mapping[str, Any]
S = TypeVar("S", bound=State)
P = TypeVar("P", bound=Pack)


@dataclass(frozen=True)
class Moment:
    """One decision, as a historian sees it.

    :param name: stored name of the decision: ``fantasy_defense.deploy``, ``table.undo``
    :param arguments: its arguments as plain data
    :param events: its facts with their versions
    :param before: the state before it; ``None`` before the set-up
    :param recorded_at: microseconds since 1970 in UTC
    :param replayed_from: the decision as which it was first taken, where it was replayed on an amended timeline
    """

    game: Game[Any, Any]
    pack: Pack
    decision_id: str
    name: str
    arguments: Any
    answers: tuple[Answer, ...]
    alias: str
    seat: str
    recorded_at: int
    events: tuple[tuple[int, Event], ...]
    before: State | None
    after: State | None
    replayed_from: str = ""

    @property
    def version(self) -> int:
        """Version of the first fact."""
        return self.events[0][0]

    @property
    def last_version(self) -> int:
        """Version of the last fact."""
        return self.events[-1][0]

    @cached_property
    def landmarks(self) -> Mapping[int, Landmark]:
        """The places in the story that it reached, by the version of the fact."""
        found = {version: self.game.landmark(event) for version, event in self.events}
        return {version: landmark for version, landmark in found.items() if landmark is not None}

    @cached_property
    def kinds(self) -> frozenset[type[Event]]:
        """Of which kinds its facts are."""
        return frozenset([type(event) for _, event in self.events])


class Face(NamedTuple):
    """How something looks that luck may bring.

    :param label: what people call it
    :param icon: its symbol, or empty
    :param ring: the color of a chip's ring, or empty
    :param mark: a numeral beside the symbol, or empty
    """

    label: str
    icon: str = ""
    ring: str = ""
    mark: str = ""


def _nothing(_: Any) -> Mapping[str, Any]:
    return {}


@dataclass(eq=False)
class GameViews(Generic[S, P]):
    """A game's words and figures for readers.

    :param sheet: the whole position as rows by key, ready to be shown: labels, numbers and their parts
    :param summary: the position in a few words: ``headline``, ``figures`` (label, value), ``pending``, ``outcome``, and
        ``board`` where that is not the word for what lies in the middle
    :param sentence: what a decision of the game did, in one plain sentence
    :param facts: the facts beneath that sentence, one line each
    :param counts: what a fact counts for where a stretch of the story is added up: ``{"Sil gained": 3}``
    :param faces: how that looks which luck may bring, by its value; what is absent is called by the game's labels
    :param battle: where battles are fought out, what a decision of one counted, for the record of battles; ``None`` of
        any other decision
    :param version: raised whenever what is shown changes, so that stored rows are built anew
    """

    sheet: Callable[[S, P], Mapping[str, Row]]
    summary: Callable[[S, P], Row]
    sentence: Callable[[Moment], str]
    facts: Callable[[Moment], tuple[str, ...]]
    counts: Callable[[Event], Mapping[str, int]] = _nothing
    faces: Callable[[P], Mapping[str, Face]] = _nothing
    battle: Callable[[Moment], Row | None] | None = None
    version: int = 1


def _plain_sheet(state: State, pack: Pack) -> Mapping[str, Row]:
    data = msgspec.to_builtins(state)
    return {key: {"label": words(key), "value": value} for key, value in data.items()}


def _plain_summary(state: State, pack: Pack) -> Row:
    return {"headline": pack.name, "figures": [], "pending": "", "outcome": ""}


def _plain_sentence(moment: Moment) -> str:
    return f"{words(moment.name.rpartition('.')[2])}."


def _plain_facts(moment: Moment) -> tuple[str, ...]:
    return tuple([plain_fact(event) for _, event in moment.events])


def plain_fact(event: Event) -> str:
    """An event as words and figures, without any knowledge of the game."""
    data = msgspec.to_builtins(event)
    name = str(data.pop("event"))
    figures = [f"{_label(key)} {_plain(value)}" for key, value in data.items() if value not in (None, "")]
    return _title(name) + (f": {', '.join(figures)}" if figures else "")


PLAIN = GameViews[State, Pack](_plain_sheet, _plain_summary, _plain_sentence, _plain_facts)
"""Readable without any words of the game's own."""


@cache
def _title(name: str) -> str:
    """An event's name as words. There are as many as the games have events."""
    return words("".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip())


@cache
def _label(field: str) -> str:
    return words(field).lower()


def _plain(value: Any) -> str:
    if isinstance(value, str):
        return value.replace("_", " ")
    if isinstance(value, dict):
        return ", ".join(f"{_plain(key)} {_plain(item)}" for key, item in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(map(_plain, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")
