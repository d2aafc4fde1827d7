"""Lines of decisions that a branch has only a part of, since it branched off in their midst."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from projections.base import HistoryProjection, decoded
from projections.moments import moments
from projections.views import Row
from tracker.eventstore.lineage import Lineage
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_version


def halved(
    projection: HistoryProjection, timeline: Timeline, line: Lineage, rows: Sequence[tuple[int, Row]]
) -> list[tuple[int, Row]]:
    """The lines of a timeline, of which those of half decisions are told again from the part that happened there."""
    halves = dict(_halves(timeline, line)) if timeline.parent_id else {}
    told: list[tuple[int, Row]] = []
    for version, row in rows:
        again = _told_again(projection, line, version, halves[version]) if version in halves else row
        if again is not None:
            told.append((version, again))
    return told


def _halves(timeline: Timeline, line: Lineage) -> Iterator[tuple[int, int]]:
    """The first versions of half decisions, each with the last version that is there of it."""
    if timeline.half:
        yield timeline.half, timeline.forked_at
    forks = [segment.timeline_id for segment in line.segments[1:] if segment.timeline_id != timeline.id]
    if forks:
        yield from Timeline.objects.filter(id__in=forks, half__gt=0).values_list("half", "forked_at")


def _told_again(projection: HistoryProjection, line: Lineage, first: int, last: int) -> Row | None:
    home = Timeline.objects.select_related("campaign").get(id=line.home(first))
    moment = next(moments(home, first - 1, first))
    events = tuple(event for event in moment.events if event[0] <= last)
    told = projection.line(replace(moment, events=events, after=at_version(home, last).state))
    return None if told is None else decoded(told.data)
