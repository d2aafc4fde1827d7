"""What a game says about itself to readers: its sheet, its summary, its story in plain words.

One implementation a game, in a package of the game's name. Sentences are written here and not in the rules, so that
they can be reworded without touching history.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple, Protocol

import msgspec

from rules.kernel import Answer, Event, Game, Landmark, Pack, State, words

Row = Mapping[str, Any]


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


class GameViews(Protocol):
    """A game's words and figures for readers."""

    version: int
    """Raised whenever what is shown changes, so that stored rows are built anew."""
    has_battles: bool
    """Battles are fought out, and counted by :meth:`battle`."""

    def sheet(self, state: State, pack: Pack) -> Mapping[str, Row]:
        """The whole position as rows by key, ready to be shown: labels, numbers and their parts."""

    def summary(self, state: State, pack: Pack) -> Row:
        """The position in a few words: ``headline``, ``figures`` (label, value), ``pending``, ``outcome``, and
        ``board`` where that is not the word for what lies in the middle."""

    def sentence(self, moment: Moment) -> str:
        """What a decision of the game did, in one plain sentence."""

    def facts(self, moment: Moment) -> tuple[str, ...]:
        """The facts beneath that sentence, one line each."""

    def battle(self, moment: Moment) -> Row | None:
        """What a decision of a battle counted, for the record of battles; ``None`` of any other decision."""

    def counts(self, event: Event) -> Mapping[str, int]:
        """What a fact counts for where a stretch of the story is added up: ``{"Sil gained": 3}``."""

    def faces(self, pack: Pack) -> Mapping[str, Face]:
        """How that looks which luck may bring, by its value; what is absent is called by the game's labels."""


class PlainViews:
    """Readable without any words of the game's own."""

    version = 1
    has_battles = False

    def sheet(self, state: State, pack: Pack) -> Mapping[str, Row]:
        """One row for each field of the state."""
        data = msgspec.to_builtins(state)
        return {key: {"label": words(key), "value": value} for key, value in data.items()}

    def summary(self, state: State, pack: Pack) -> Row:
        """The name of the pack."""
        return {"headline": pack.name, "figures": [], "pending": "", "outcome": ""}

    def sentence(self, moment: Moment) -> str:
        """The decision's name as words."""
        return f"{words(moment.name.rpartition('.')[2])}."

    def facts(self, moment: Moment) -> tuple[str, ...]:
        """Each event's name and figures."""
        return tuple([plain_fact(event) for _, event in moment.events])

    def battle(self, moment: Moment) -> Row | None:
        """None: nothing is counted."""
        return None

    def counts(self, event: Event) -> Mapping[str, int]:
        """None: nothing is counted."""
        return {}

    def faces(self, pack: Pack) -> Mapping[str, Face]:
        """None: everything is called by its label."""
        return {}


def plain_fact(event: Event) -> str:
    """An event as words and figures, without any knowledge of the game."""
    data = msgspec.to_builtins(event)
    name = str(data.pop("event"))
    figures = [f"{_label(key)} {_plain(value)}" for key, value in data.items() if value not in (None, "")]
    return _title(name) + (f": {', '.join(figures)}" if figures else "")


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
