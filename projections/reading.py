"""Reading: stored rows where they are whole, computed ones everywhere else, at any version.

Both ways and the rebuild share one function each (``encoded`` and ``line``), so that they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from uuid import UUID

from projections import sql
from projections.base import HistoryProjection, Projection, StateProjection, decoded
from projections.halves import halved
from projections.models import Projected, StateRow
from projections.moments import moments, own_decisions
from projections.sql import Stretch
from projections.views import Row
from rules.games import game as game_of
from tracker.eventstore import store
from tracker.eventstore.lineage import Range, Segment
from tracker.timelines.models import Timeline
from tracker.timelines.positions import Position, at_head

LIVE_WINDOW = 100
"""Decisions that are told again at once where only a few lines are wanted."""


def state_rows(projection: StateProjection, position: Position) -> Mapping[str, Row]:
    """The rows of a timeline at any version, computed from the state."""
    rows = projection.encoded(position.game, position.state, position.pack)
    return {key: decoded(row) for key, row in rows.items()}


def stored_state_rows(projection: StateProjection, timeline: Timeline) -> Mapping[str, Row]:
    """The stored rows of a timeline's newest version; computed where none are stored (a fresh fork, new code)."""
    generation = projection.generation(game_of(timeline.campaign.game))
    if not whole(projection, generation, {timeline.id: store.head(timeline.id).version}):
        return state_rows(projection, at_head(timeline))
    rows = StateRow.objects.filter(timeline_id=timeline.id, projection=projection.name, generation=generation)
    return dict(rows.values_list("key", "data"))


def whole(projection: Projection, generation: int, versions: Mapping[UUID, int]) -> set[UUID]:
    """The timelines whose stored rows are whole up to a version each.

    :param versions: the versions, by timeline; for the rows of states the newest one
    """
    marks = Projected.objects.filter(timeline_id__in=list(versions))
    return {
        timeline_id
        for timeline_id, version, generations in marks.values_list("timeline_id", "version", "generations")
        if version >= versions[timeline_id] and generations.get(projection.name) == generation
    }


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
    line = store.lineage(timeline.id, high)
    segments = line.stored([Range(low, min(high, line.version))])
    stored, live = sorted_out(projection, timeline, segments)
    limit = newest if oldest is None else oldest
    generation = projection.generation(game_of(timeline.campaign.game))
    found = sql.lines(
        projection.name, generation, [Stretch(segment) for segment in stored],
        newest_first=newest is not None, limit=limit,
    ) if stored else []  # fmt: skip
    for segment in live:
        found += live_lines(projection, _home(timeline, segment), segment, newest=newest, oldest=oldest)
    found.sort(key=lambda row: row[0])
    if oldest is not None:
        found = found[:oldest]
    elif newest is not None:
        found = found[max(len(found) - newest, 0) :]
    return halved(projection, timeline, line, found)


def lines_at(projection: HistoryProjection, timeline: Timeline, versions: Iterable[int]) -> dict[int, Row]:
    """The lines of a timeline that begin at some versions, its ancestors' included, by these versions."""
    wanted = sorted(set(versions))
    line = store.lineage(timeline.id)
    stored, live = sorted_out(projection, timeline, line.stored([Range(version - 1, version) for version in wanted]))
    generation = projection.generation(game_of(timeline.campaign.game))
    found = sql.lines(projection.name, generation, [Stretch(segment) for segment in stored]) if stored else []
    for segment in live:
        found += live_lines(projection, _home(timeline, segment), segment)
    return dict(halved(projection, timeline, line, found))


def sorted_out(
    projection: Projection, timeline: Timeline, segments: Sequence[Segment]
) -> tuple[list[Segment], list[Segment]]:
    """Segments whose rows are stored whole, and segments whose rows have to be computed."""
    generation = projection.generation(game_of(timeline.campaign.game))
    known = whole(projection, generation, {segment.timeline_id: segment.high for segment in segments})
    stored = [segment for segment in segments if segment.timeline_id in known]
    return stored, [segment for segment in segments if segment.timeline_id not in known]


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
