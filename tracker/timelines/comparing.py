"""Comparing two timelines, or two versions: where they part, and what was decided on each side since. Only reads."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any, NamedTuple

from rules.kernel import Event, Refused
from tracker.eventstore import codec, store
from tracker.eventstore.lineage import Lineage, common_version, shared_until
from tracker.eventstore.models import StoredDecision
from tracker.timelines.decisions import in_force_since, origin_of
from tracker.timelines.models import Timeline
from tracker.timelines.positions import Position, after, at_head, at_version

MOST_MATCHED = 3000
"""Decisions between two places that are known to be the same, above which no more is looked for."""
PAUSE = 30 * 60 * 1_000_000
"""Microseconds without a decision after which nobody is taken to play any more."""


@dataclass(frozen=True)
class Side:
    """One of the two.

    :param line: its versions up to the compared one
    :param decisions: those of the game in force since the two part, oldest first
    """

    position: Position
    line: Lineage
    decisions: Sequence[StoredDecision]

    @property
    def timeline(self) -> Timeline:
        """The timeline."""
        return self.position.timeline

    @property
    def version(self) -> int:
        """The compared version."""
        return self.position.version


class Pair(NamedTuple):
    """Decisions that stand side by side; one of them may be missing."""

    one: StoredDecision | None
    other: StoredDecision | None

    @property
    def is_same(self) -> bool:
        """Whether both sides decided the same with the same luck."""
        return self.same_decision and self.same_luck

    @property
    def same_decision(self) -> bool:
        """Whether both sides decided the same."""
        one, other = self.one, self.other
        return one is not None and other is not None and _content(one) == _content(other)

    @property
    def same_luck(self) -> bool:
        """Whether luck answered both sides the same."""
        one, other = self.one, self.other
        return one is not None and other is not None and bytes(one.chance) == bytes(other.chance)


@dataclass(frozen=True)
class Comparison:
    """Two timelines, or two versions, side by side.

    :param ancestor: the last version that they share
    """

    one: Side
    other: Side
    ancestor: int

    def pairs(self) -> list[Pair]:
        """The decisions since, aligned where they are the same."""
        return list(_aligned(self.one.decisions, self.other.decisions))

    def events(self, side: Side) -> Iterator[Event]:
        """What happened on a side since, as far as it is in force."""
        path = after(side.line.path(side.version), self.ancestor)
        for _, kind, shape, payload in store.versioned(side.line.stored(path)):
            yield codec.decode(kind, shape, payload)


def compare(
    one: Timeline, other: Timeline, *, version: int | None = None, other_version: int | None = None
) -> Comparison:
    """Put two timelines of one campaign side by side.

    :param version: of the first one; its newest unless given
    :param other_version: of the other one
    :raises Refused: ``no_such_version``, ``malformed``, or ``other_campaign``
    """
    if one.campaign_id != other.campaign_id:
        raise Refused("other_campaign", "These timelines belong to different campaigns.")
    here, there = _at(one, version), _at(other, other_version)
    lines = [store.lineage(each.timeline.id, each.version) for each in (here, there)]
    paths = [line.path(line.version) for line in lines]
    ancestor = min(common_version(*lines), shared_until(*paths))
    sides = [
        Side(position, line, in_force_since(line, ancestor))
        for position, line in zip((here, there), lines, strict=True)
    ]
    return Comparison(sides[0], sides[1], ancestor)


def time_played(decisions: Sequence[StoredDecision]) -> int:
    """Seconds that people took for decisions: pauses of more than half an hour do not count."""
    times = [row.recorded_at for row in decisions]
    gaps = (later - earlier for earlier, later in pairwise(times))
    return sum(gap for gap in gaps if 0 < gap <= PAUSE) // 1_000_000


def _at(timeline: Timeline, version: int | None) -> Position:
    return at_head(timeline) if version is None else at_version(timeline, version)


def _content(row: StoredDecision) -> Hashable:
    return row.name, bytes(row.arguments)


def _aligned(one: Sequence[StoredDecision], other: Sequence[StoredDecision]) -> Iterator[Pair]:
    """Decisions that were replayed from one another stand side by side; between them what reads the same does."""
    places = {origin_of(row): place for place, row in enumerate(other)}
    here = there = 0
    for place, row in enumerate(one):
        match = places.get(origin_of(row), -1)
        if match >= there:
            yield from _between(one[here:place], other[there:match])
            yield Pair(row, other[match])
            here, there = place + 1, match + 1
    yield from _between(one[here:], other[there:])


def _between(one: Sequence[StoredDecision], other: Sequence[StoredDecision]) -> Iterator[Pair]:
    if not one or not other or len(one) + len(other) > MOST_MATCHED:
        yield from _side_by_side(one, other)
        return
    matcher: SequenceMatcher[Any] = SequenceMatcher(None, [*map(_content, one)], [*map(_content, other)])
    for how, low, high, other_low, other_high in matcher.get_opcodes():
        rows, others = one[low:high], other[other_low:other_high]
        if how == "equal":
            yield from map(Pair, rows, others)
        else:
            yield from _side_by_side(rows, others)


def _side_by_side(one: Sequence[StoredDecision], other: Sequence[StoredDecision]) -> Iterator[Pair]:
    """What does not read the same, in the order in which it was decided."""
    for place in range(max(len(one), len(other))):
        yield Pair(one[place] if place < len(one) else None, other[place] if place < len(other) else None)
