"""Reading: stored rows where they are whole, computed ones everywhere else, at any version.

Both ways and the rebuild share one function each (``encoded`` and ``line``), so that they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any
from uuid import UUID

from projections import sql
from projections.base import HistoryProjection, Projection, StateProjection, decoded
from projections.halves import halved
from projections.models import Projected
from projections.moments import moments, own_decisions
from projections.sql import Stretch
from projections.views import Row
from rules.games import game as game_of
from tracker.eventstore import store
from tracker.eventstore.lineage import Lineage, Range, Segment
from tracker.timelines.models import Timeline
from tracker.timelines.positions import Position

Mark = tuple[int, Mapping[str, Any]]
"""The version up to which rows are stored, and of which generation each projection's are."""
LIVE_WINDOW = 100
"""Decisions that are told again at once where only a few lines are wanted."""


def state_rows(projection: StateProjection, position: Position) -> Mapping[str, Row]:
    """The rows of a timeline at any version, computed from the state."""
    rows = projection.encoded(position.game, position.state, position.pack)
    return {key: decoded(row) for key, row in rows.items()}


def whole(
    projection: Projection, generation: int, versions: Mapping[UUID, int], marks: Mapping[UUID, Mark] | None = None
) -> set[UUID]:
    """The timelines whose stored rows are whole up to a version each.

    :param versions: the versions, by timeline; for the rows of states the newest one
    :param marks: up to where rows are stored, where that was looked up already
    """
    marks = marks_of(versions) if marks is None else marks
    return {
        each
        for each, version in versions.items()
        if each in marks and marks[each][0] >= version and marks[each][1].get(projection.name) == generation
    }


def marks_of(timelines: Iterable[UUID]) -> dict[UUID, Mark]:
    """Up to where the rows of some timelines are stored."""
    rows = Projected.objects.filter(timeline_id__in=list(timelines))
    return {row[0]: row[1:] for row in rows.values_list("timeline_id", "version", "generations")}


@dataclass
class Reading:
    """The history of a timeline while one page is made: which streams it consists of, and whose rows are whole, is
    looked up once, however much is read.

    :param line: the timeline up to a version; nothing beyond it is read
    """

    timeline: Timeline
    line: Lineage

    @classmethod
    def of(cls, timeline: Timeline, version: int = store.LATEST) -> Reading:
        """The history of a timeline up to a version."""
        return cls(timeline, store.lineage(timeline.id, version))

    def history(
        self,
        projection: HistoryProjection,
        *,
        low: int = 0,
        high: int = store.LATEST,
        newest: int | None = None,
        oldest: int | None = None,
    ) -> list[tuple[int, Row]]:
        """The lines between two versions, as :func:`history` has them."""
        segments = self.line.stored([Range(low, min(high, self.line.version))])
        found = self._read(projection, segments, newest, oldest)
        if oldest is not None:
            found = found[:oldest]
        elif newest is not None:
            found = found[max(len(found) - newest, 0) :]
        return halved(projection, self.timeline, self.line, found)

    def lines_at(self, projection: HistoryProjection, versions: Iterable[int]) -> dict[int, Row]:
        """The lines that begin at some versions, by these versions."""
        segments = self.line.stored([Range(version - 1, version) for version in sorted(set(versions))])
        return dict(halved(projection, self.timeline, self.line, self._read(projection, segments)))

    def generation(self, projection: Projection) -> int:
        """The code version of the rows of a projection."""
        return projection.generation(game_of(self.timeline.campaign.game))

    def sorted_out(self, projection: Projection, segments: Sequence[Segment]) -> tuple[list[Segment], list[Segment]]:
        """Segments whose rows are stored whole, and segments whose rows have to be computed."""
        generation, marks = self.generation(projection), self._marks
        known = whole(projection, generation, {each.timeline_id: each.high for each in segments}, marks)
        stored = [each for each in segments if each.timeline_id in known]
        return stored, [each for each in segments if each.timeline_id not in known]

    def _read(
        self,
        projection: HistoryProjection,
        segments: Sequence[Segment],
        newest: int | None = None,
        oldest: int | None = None,
    ) -> list[tuple[int, Row]]:
        """The lines of some stretches, oldest first; where only some are wanted, at least these."""
        stored, live = self.sorted_out(projection, segments)
        limit = newest if oldest is None else oldest
        found = sql.lines(
            projection.name, self.generation(projection), [Stretch(segment) for segment in stored],
            newest_first=newest is not None, limit=limit,
        ) if stored else []  # fmt: skip
        for segment in live:
            found += live_lines(projection, _home(self.timeline, segment), segment, newest=newest, oldest=oldest)
        return sorted(found, key=lambda row: row[0])

    @cached_property
    def _marks(self) -> dict[UUID, Mark]:
        return marks_of({segment.timeline_id for segment in self.line.segments})


def history(
    projection: HistoryProjection,
    timeline: Timeline,
    *,
    low: int = 0,
    high: int = store.LATEST,
    newest: int | None = None,
    oldest: int | None = None,
) -> list[tuple[int, Row]]:
    """The lines of a timeline between two versions, its ancestors' included, oldest first: ``(version, line)``.

    :param low: versions above this one
    :param high: up to this one
    :param newest: only so many of the newest
    :param oldest: or only so many of the oldest
    """
    return Reading.of(timeline, high).history(projection, low=low, newest=newest, oldest=oldest)


def lines_at(projection: HistoryProjection, timeline: Timeline, versions: Iterable[int]) -> dict[int, Row]:
    """The lines of a timeline that begin at some versions, its ancestors' included, by these versions."""
    return Reading.of(timeline).lines_at(projection, versions)


def live_lines(
    projection: HistoryProjection,
    timeline: Timeline,
    segment: Segment,
    *,
    newest: int | None = None,
    oldest: int | None = None,
) -> list[tuple[int, Row]]:
    """The lines of a stretch of a timeline's own stream, computed from its events, oldest first."""
    if newest is not None:
        return _newest_live(projection, timeline, segment, newest)
    lines = _told(projection, timeline, segment.low, segment.high)
    return list(lines if oldest is None else islice(lines, oldest))


def _newest_live(
    projection: HistoryProjection, timeline: Timeline, segment: Segment, newest: int
) -> list[tuple[int, Row]]:
    """The newest lines alone: told window by window, from the last back, until there are enough."""
    found: list[tuple[int, Row]] = []
    high = segment.high
    while high > segment.low and len(found) < newest:
        decisions = own_decisions(timeline, segment.low, high).order_by("-first_version")
        firsts = list(decisions.values_list("first_version", flat=True)[: max(newest, LIVE_WINDOW)])
        if not firsts:
            break
        found = list(_told(projection, timeline, firsts[-1] - 1, high)) + found
        high = firsts[-1] - 1
    return found[max(len(found) - newest, 0) :]


def _told(projection: HistoryProjection, timeline: Timeline, low: int, high: int) -> Iterator[tuple[int, Row]]:
    for moment in moments(timeline, low, high):
        if (line := projection.line(moment)) is not None:
            yield moment.version, decoded(line.data)


def _home(timeline: Timeline, segment: Segment) -> Timeline:
    if timeline.id == segment.timeline_id:
        return timeline
    return Timeline.objects.select_related("campaign").get(id=segment.timeline_id)
