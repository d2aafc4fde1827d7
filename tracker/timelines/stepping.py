"""Stepping through a timeline: from decision to decision along its path, or through what is set aside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.kernel.table import TABLE
from tracker.eventstore.lineage import Lineage, Range, in_force
from tracker.eventstore.models import StoredDecision
from tracker.timelines.decisions import MOVES, OF_THE_GAME, decision_at, end_of, newest_in, oldest_in
from tracker.timelines.positions import after


@dataclass(frozen=True)
class Steps:
    """Where somebody at a version of a timeline may step. Steps lead from the end of one decision of the game to the
    end of the next: along the path in force now, or, from a version that is set aside, through everything.

    :param here: the decision that the version belongs to, if any
    :param set_aside_by: the version of the rewind that took it out of force; 0 where it counts
    :param following: the decision that the next step goes to the end of
    :param back: the version before; ``None`` where the story begins
    :param on: the version after; ``None`` where nothing follows
    """

    here: StoredDecision | None
    set_aside_by: int
    following: StoredDecision | None
    back: int | None
    on: int | None


def steps(line: Lineage, version: int) -> Steps:
    """The steps from a version of a timeline.

    :param line: the whole timeline, up to its newest version
    """
    path = line.path(line.version)
    here = decision_at(line, version) if version else None
    counts = version == 0 or in_force(path, version) or not _is_of_the_game(here)
    ranges, which = (path, OF_THE_GAME) if counts else ([Range(0, line.version)], MOVES)
    previous = newest_in(line, _until(ranges, here.first_version - 1), which) if here else None
    following = here if here and version < end_of(line, here) else oldest_in(line, after(ranges, version), which)
    return Steps(
        here,
        0 if counts else line.set_aside_by(version, line.version),
        following,
        end_of(line, previous) if previous else None,
        end_of(line, following) if following else None,
    )


def nearest_stop(line: Lineage, version: int) -> int:
    """The end of the decision that a version belongs to: where somebody lands who points at about there."""
    decision = decision_at(line, version) if version else None
    return end_of(line, decision) if decision else version


def _until(ranges: Sequence[Range], version: int) -> list[Range]:
    """What of some ranges lies at or below a version."""
    return [Range(low, min(high, version)) for low, high in ranges if low < version]


def _is_of_the_game(decision: StoredDecision | None) -> bool:
    return decision is not None and not decision.name.startswith(f"{TABLE}.")
