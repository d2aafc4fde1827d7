"""Runs worked cases (given, when, then) against a game, through ``decide`` and ``evolve`` alone.

A game says in its ``cases`` module how the words of its case files become packs, states and decisions, and how a state
is shown in those words (:class:`CaseAdapter`). Files are read elsewhere; this module is pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from rules.kernel.chance import Chance, Observed
from rules.kernel.game import Game
from rules.kernel.messages import Decision, Event, State, event_name
from rules.kernel.packs import Pack
from rules.kernel.refusals import Refused

S = TypeVar("S", bound=State)
P = TypeVar("P", bound=Pack)

_ABSENT = object()


class CaseAdapter(Protocol[S, P]):
    """How one game's case files are read.

    ``unordered`` names the keys whose lists, or the lists of the map there, are compared as multisets. An adapter may
    also have ``event_words``: the case files' names of events that the game calls otherwise, by the game's name;
    ``null_is_nothing``: a null in ``then`` stands for an empty value, 0 or false as well; ``absent``: the word in
    ``then`` for what must not be there at all; and ``named_by``: the key whose value alone may stand in ``then`` for a
    whole map, as a card's id does for the card as it lies there.
    """

    game: Game[S, P]
    unordered: frozenset[str]

    def pack(self, given: Mapping[str, Any]) -> P:
        """The content of a case: the default content with ``given.content`` laid over it."""

    def state(self, given: Mapping[str, Any], pack: P) -> S | None:
        """The position of a case: ``given`` laid over the default of its phase. ``None`` before the set-up."""

    def step(self, step: Mapping[str, Any], state: S | None, pack: P) -> tuple[Decision, Mapping[str, Sequence[str]]]:
        """One step of ``when`` as a decision, and what luck answered, by source. Arguments that are null in the file
        are left out."""

    def view(self, state: S | None, pack: P) -> Any:
        """A state in the words of ``then``, derived values included."""


def without_nulls(data: Any) -> Any:
    """Data of a case without what is null in it, however deep: that is as good as left out."""
    if isinstance(data, Mapping):
        return {key: without_nulls(value) for key, value in data.items() if value is not None}
    return [without_nulls(value) for value in data] if isinstance(data, list) else data


class Difference(msgspec.Struct, frozen=True):
    """Where a case and the game disagree.

    :param path: place in ``then``, or the step
    """

    path: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        return f"{self.path}: expected {self.expected!r}, found {self.found!r}"


class CaseRun(Generic[S, P]):
    """One case, played.

    :param case: the case as it stands in the file
    """

    def __init__(self, adapter: CaseAdapter[S, P], case: Mapping[str, Any]) -> None:
        self._adapter = adapter
        self._case = case
        self._null_is_nothing: bool = getattr(adapter, "null_is_nothing", False)
        self._event_words: Mapping[str, str] = getattr(adapter, "event_words", {})
        self._absent: str | None = getattr(adapter, "absent", None)
        self._named_by: str | None = getattr(adapter, "named_by", None)
        self.differences: list[Difference] = []
        self.events: list[Event] = []
        self.states: list[S | None] = []

    def run(self) -> list[Difference]:
        """Play the case; the differences found, none when it passes."""
        given = self._case.get("given") or {}
        pack = self._adapter.pack(given)
        state = self._adapter.state(given, pack)
        then = self._case.get("then") or {}
        steps = list(self._case.get("when") or ())
        for index, data in enumerate(steps):
            step = {key: value for key, value in data.items() if value is not None}
            refused = step.pop("refused", None)
            if index == len(steps) - 1:
                refused = then.get("refused", refused)
            state = self._play(f"when[{index}] {step.get('do')}", step, state, pack, refused)
            self.states.append(state)
        if not steps and then.get("refused"):
            self._differ("when", f"a decision that is refused: {then['refused']}", "no decision")
        self._compare_events(then)
        expected = {key: value for key, value in then.items() if key not in ("refused", "events", "no_events")}
        self._compare(expected, self._adapter.view(state, pack), "then", "")
        return self.differences

    def _play(self, place: str, step: Mapping[str, Any], state: S | None, pack: P, refused: str | None) -> S | None:
        decided = self._decide(place, step, state, pack, refused)
        self.events += decided
        return self._adapter.game.fold(decided, state)

    def _decide(
        self, place: str, step: Mapping[str, Any], state: S | None, pack: P, refused: str | None
    ) -> list[Event]:
        try:
            decision, seen = self._adapter.step(step, state, pack)
            chance: Chance = Observed(seen)
            events = self._adapter.game.decide(state, decision, pack, chance)
        except Refused as refusal:
            if refusal.code != refused:
                self._differ(place, f"refused: {refused}" if refused else "accepted", f"{refusal.code}: {refusal}")
            return []
        if refused:
            self._differ(place, f"refused: {refused}", "accepted: " + ", ".join(map(self._name, events)))
            return []
        return events

    def _compare_events(self, then: Mapping[str, Any]) -> None:
        names = [self._name(event) for event in self.events]
        at = 0
        for wanted in then.get("events") or ():
            if wanted not in names[at:]:
                self._differ("events", wanted, f"not after {names[:at]}: {names[at:]}")
                return
            at = names.index(wanted, at) + 1
        for forbidden in then.get("no_events") or ():
            if forbidden in names:
                self._differ("no_events", f"no {forbidden}", names)

    def _compare(self, expected: Any, found: Any, path: str, key: str) -> None:
        if expected is None and self._null_is_nothing and _empty(found):
            return
        if expected is not None and expected == self._absent:
            if found is not _ABSENT:
                self._differ(path, expected, found)
            return
        if isinstance(expected, str) and isinstance(found, Mapping) and self._named_by in found:
            found = found[self._named_by]
        if isinstance(expected, Mapping) and set(expected) == {"unordered"}:
            self._compare_multisets(expected["unordered"], found, path)
        elif isinstance(expected, Mapping):
            self._compare_maps(expected, found, path, key)
        elif isinstance(expected, list) and key in self._adapter.unordered:
            self._compare_multisets(expected, found, path)
        elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
            for index, (one, other) in enumerate(zip(expected, found, strict=True)):
                self._compare(one, other, f"{path}[{index}]", "")
        elif not _equal(expected, found):
            self._differ(path, expected, None if found is _ABSENT else found)

    def _compare_maps(self, expected: Mapping[Any, Any], found: Any, path: str, key: str) -> None:
        if not isinstance(found, Mapping):
            if not (_empty(expected) and _empty(found)):
                self._differ(path, dict(expected), None if found is _ABSENT else found)
            return
        texts = {str(key): value for key, value in found.items()}
        for each, value in expected.items():
            inherited = key if key in self._adapter.unordered else str(each)
            self._compare(value, texts.get(str(each), _ABSENT), f"{path}.{each}", inherited)

    def _compare_multisets(self, expected: Sequence[Any], found: Any, path: str) -> None:
        listed = [] if found is _ABSENT or found is None else found
        if not isinstance(listed, list) or not self._pairs(expected, listed):
            self._differ(f"{path} (in any order)", list(expected), listed)

    def _pairs(self, expected: Sequence[Any], found: Sequence[Any]) -> bool:
        """Whether each of the expected has one of the found for itself and none is left; maps match by their keys."""
        fitting = [[at for at, one in enumerate(found) if self._fits(wanted, one)] for wanted in expected]
        taken: dict[int, int] = {}

        def place(wanted: int, tried: set[int]) -> bool:
            for at in fitting[wanted]:
                if at not in tried:
                    tried.add(at)
                    if at not in taken or place(taken[at], tried):
                        taken[at] = wanted
                        return True
            return False

        return len(expected) == len(found) and all(place(wanted, set()) for wanted in range(len(expected)))

    def _fits(self, expected: Any, found: Any) -> bool:
        noted = self.differences
        self.differences = []
        self._compare(expected, found, "", "")
        fits, self.differences = not self.differences, noted
        return fits

    def _name(self, event: Event) -> str:
        name = event_name(type(event))
        return self._event_words.get(name, name)

    def _differ(self, path: str, expected: Any, found: Any) -> None:
        self.differences.append(Difference(path, expected, found))


def _equal(expected: Any, found: Any) -> bool:
    if found is _ABSENT or found is None:
        return _empty(expected)
    if isinstance(expected, bool) or isinstance(found, bool):
        return expected is found
    return bool(expected == found)


def _empty(value: Any) -> bool:
    """Nothing: absent, null, false, 0, an empty text or list, a map of nothing."""
    if isinstance(value, Mapping):
        return all(map(_empty, value.values()))
    return value is _ABSENT or value is None or value is False or value == 0 or value in ("", [])
