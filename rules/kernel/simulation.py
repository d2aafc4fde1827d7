"""Playing on by a policy from any position, many times: what may come of it, and how often.

Each play draws its own luck from a seed and its number: the same seed gives the same plays, in any order and in any
number of processes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.kernel.game import Game
from rules.kernel.messages import Event
from rules.kernel.players import Policy

MOST_DECISIONS = 20_000
"""After so many decisions a play that has not come to its end is left unfinished."""
OVER, DECISIONS = "over", "decisions"
GOES_ON, STUCK, UNFINISHED = "goes_on", "stuck", "unfinished"
"""Endings of a play in which the game itself did not end: it came as far as it should, the policy found nothing legal,
or it took too many decisions."""


@dataclass(frozen=True)
class End:
    """A place at which a simulation may stop.

    :param label: goes on "until ...": ``the battle is over``
    :param ahead: whether it lies ahead of a position
    :param reached: how it came out, where an event brings it: ``won``, ``lost``
    """

    label: str
    ahead: Callable[[Any], bool]
    reached: Callable[[Event], str | None]


class Until(msgspec.Struct, frozen=True):
    """Until when is played.

    :param kind: ``over``, ``decisions``, one of the game's ``ends`` or of its ``spans``
    :param count: how many decisions, or how many landmarks of that kind
    """

    kind: str = OVER
    count: int = 1


class Play(msgspec.Struct, frozen=True):
    """How one play came out.

    :param measures: the game's figures at the end
    :param decisions: how many it took
    """

    ending: str
    measures: Mapping[str, int | bool]
    decisions: int


class Outcome(msgspec.Struct):
    """The plays of one ending.

    :param numbers: of each figure, how many plays ended with which value
    :param flags: of what is true or not, in how many plays it was true
    """

    plays: int = 0
    numbers: dict[str, dict[int, int]] = {}
    flags: dict[str, int] = {}


Tally = dict[str, Outcome]
"""Plays counted, by ending."""

LENGTH = "Decisions"
"""The figure that every game has."""


def untils(game: Game[Any, Any], state: Any) -> dict[str, str]:
    """Until when may be played from a position: kinds with their labels; of some a number has to be said."""
    named = {name: end.label for name, end in game.ends.items() if end.ahead(state)}
    numbered = {kind: numbered_end(kind, 2) for kind in (*game.spans, DECISIONS)}
    return {**named, OVER: "the game is over", **numbered}


def numbered_end(kind: str, number: int) -> str:
    """The label of an end that goes with a number, without that number."""
    one = number == 1
    if kind == DECISIONS:
        return "decision was taken" if one else "decisions were taken"
    return f"{kind} has passed" if one else f"{kind}s have passed"


def counted(game: Game[Any, Any], kind: str) -> bool:
    """Whether a kind of end goes with a number."""
    return kind == DECISIONS or kind in game.spans


def play(game: Game[Any, Any], state: Any, pack: Any, policy: Policy, until: Until, seed: str) -> Play:
    """One play.

    :param state: where it begins; the game is not over there
    """
    source = random.Random(seed)  # noqa: S311 (a simulation, no secret)
    taken = passed = 0
    ending = None
    while ending is None:
        if taken >= MOST_DECISIONS:
            ending = UNFINISHED
            break
        try:
            move = policy.move(game, state, pack, source)
        except RuntimeError:
            ending = STUCK
            break
        if move is None:
            ending = game.outcome(state) or STUCK
            break
        taken += 1
        state = game.fold(move[1], state)
        passed += _passed(game, move[1], until)
        ending = game.outcome(state) or _ended(game, move[1], until, taken, passed)
    return Play(ending, game.measures(state), taken)


def _passed(game: Game[Any, Any], events: Sequence[Event], until: Until) -> int:
    if until.kind not in game.spans:
        return 0
    landmarks = (game.landmark(event) for event in events)
    return sum(1 for landmark in landmarks if landmark is not None and landmark.kind == until.kind)


def _ended(game: Game[Any, Any], events: Sequence[Event], until: Until, taken: int, passed: int) -> str | None:
    if until.kind in game.ends:
        return next(filter(None, map(game.ends[until.kind].reached, events)), None)
    come = taken if until.kind == DECISIONS else passed
    return GOES_ON if counted(game, until.kind) and come >= until.count else None


def count(plays: Iterable[Play]) -> Tally:
    """Plays, counted."""
    tally: Tally = {}
    for each in plays:
        outcome = tally.setdefault(each.ending, Outcome(numbers={}, flags={}))
        outcome.plays += 1
        for label, value in {**each.measures, LENGTH: each.decisions}.items():
            if isinstance(value, bool):
                outcome.flags[label] = outcome.flags.get(label, 0) + value
            else:
                values = outcome.numbers.setdefault(label, {})
                values[value] = values.get(value, 0) + 1
    return tally


def added(tallies: Iterable[Tally]) -> Tally:
    """Counts of several stretches of plays as one."""
    total: Tally = {}
    for tally in tallies:
        for ending, outcome in tally.items():
            into = total.setdefault(ending, Outcome(numbers={}, flags={}))
            into.plays += outcome.plays
            for label, true in outcome.flags.items():
                into.flags[label] = into.flags.get(label, 0) + true
            for label, values in outcome.numbers.items():
                sums = into.numbers.setdefault(label, {})
                for value, plays in values.items():
                    sums[value] = sums.get(value, 0) + plays
    return total
