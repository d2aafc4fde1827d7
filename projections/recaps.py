"""What happened in a session, in short: from where to where, what it brought, and its landmarks.

A game may say more than its summary does: ``RECAP`` of its package here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from projections.catalogue import AdventureLog
from projections.games import MODULES, views
from projections.reading import Reading
from projections.story import Line, story_lines
from projections.views import Row
from rules.games import game as game_of
from rules.kernel import Pack, State
from tracker.packs.versions import pack as pack_of
from tracker.timelines.positions import state_at
from tracker.timelines.sittings import Sitting

Teller = Callable[[Any, Any, Any], Sequence[str]]
"""From the states before and after, and the pack, to what came of it, a line each."""
MILESTONES = frozenset({"day", "battle", "round", "phase", "end"})


@dataclass(frozen=True)
class Recap:
    """A session in short.

    :param decisions: how many decisions of the game, those that were set aside since left out
    :param people: who decided
    :param begin: the game in a few words when it began; ``None`` before the set-up
    :param end: and when it ended
    :param figures: label, figure before and figure after, where they differ
    :param milestones: landmarks on the way, in their order, each with its version
    :param told: what else the game says of it
    """

    sitting: Sitting
    decisions: int
    people: Sequence[str]
    begin: Row | None
    end: Row | None
    figures: Sequence[tuple[str, object, object]]
    milestones: Sequence[tuple[int, str]]
    told: Sequence[str]


def recap(reading: Reading, sitting: Sitting) -> Recap:
    """What happened in a session of a timeline, as it counts now."""
    timeline, line = reading.timeline, reading.line
    rows = reading.history(AdventureLog(), low=sitting.low, high=sitting.high)
    lines = story_lines(rows, line, line.version)
    counted = [each for each in lines if each.in_force and not each.is_table]
    game = game_of(timeline.campaign.game)
    pack = pack_of(timeline.pack_hash_at(sitting.high))
    before, after = (state_at(timeline, version, game, line=line) for version in (sitting.low, sitting.high))
    begin, end = (_summary(timeline.campaign.game, state, pack) for state in (before, after))
    return Recap(
        sitting=sitting,
        decisions=len(counted),
        people=sorted({each.data["alias"] for each in counted if each.data["alias"]}),
        begin=begin,
        end=end,
        figures=_figures(begin, end),
        milestones=[(each.data["last"], name) for each in counted for name in _milestones(each)],
        told=() if before is None or after is None else _teller(timeline.campaign.game)(before, after, pack),
    )


def _summary(game_key: str, state: State | None, pack: Pack) -> Row | None:
    return None if state is None else views(game_key).summary(state, pack)


def _figures(begin: Row | None, end: Row | None) -> list[tuple[str, object, object]]:
    before: Mapping[str, object] = dict(begin["figures"]) if begin else {}
    after: Mapping[str, object] = dict(end["figures"]) if end else {}
    return [(label, before[label], now) for label, now in after.items() if label in before and before[label] != now]


def _milestones(line: Line) -> list[str]:
    return [mark["label"] for mark in line.data["landmarks"] if mark["kind"] in MILESTONES]


def _teller(game_key: str) -> Teller:
    found: Teller = getattr(import_module(MODULES[game_key]), "RECAP", _nothing) if game_key in MODULES else _nothing
    return found


def _nothing(before: Any, after: Any, pack: Any) -> Sequence[str]:
    return ()
