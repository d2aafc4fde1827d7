"""Reading: stored rows where they are whole, computed ones everywhere else, at any version.

Both ways and the rebuild share one function each (``rows`` and ``entry``), so that they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from uuid import UUID

import msgspec

from projections.base import HistoryProjection, StateProjection
from projections.inline import whole
from projections.models import HistoryRow, StateRow
from projections.views import Moment, Row
from rules.games import game as game_of
from rules.kernel import Answer, Event, State
from rules.kernel.table import Rewound
from tracker.eventstore import store
from tracker.eventstore.lineage import Range, Segment
from tracker.eventstore.models import StoredDecision
from tracker.timelines.models import Timeline
from tracker.timelines.positions import Position, at_head, state_on

_answers = msgspec.json.Decoder(tuple[Answer, ...])


def state_rows(projection: StateProjection, position: Position) -> Mapping[str, Row]:
    """The rows of a timeline at any version, computed from the state."""
    return {} if position.state is None else projection.rows(position.game, position.state, position.pack)


def stored_state_rows(projection: StateProjection, timeline: Timeline) -> Mapping[str, Row]:
    """The stored rows of a timeline's newest version; computed where none are stored (a fresh fork, new code)."""
    position = at_head(timeline)
    generation = projection.generation(position.game)
    if (projection.name, generation) not in whole(timeline.id):
        return state_rows(projection, position)
    rows = StateRow.objects.filter(timeline_id=timeline.id, projection=projection.name, generation=generation)
    return {row.key: row.data for row in rows}


def history(
    projection: HistoryProjection,
    timeline: Timeline,
    *,
    low: int = 0,
    high: int = store.LATEST,
    newest: int | None = None,
) -> list[tuple[int, Row]]:
    """The lines of a timeline between two versions, its ancestors' included, oldest first: ``(version, line)``.

    :param low: versions above this one
    :param high: up to this one
    :param newest: only so many of the newest
    """
    line = store.lineage(timeline.id, high)
    found: list[tuple[int, Row]] = []
    for segment in reversed(line.stored([Range(low, min(high, line.version))])):
        wanted = None if newest is None else newest - len(found)
        found = _lines(projection, timeline, segment, wanted) + found
        if newest is not None and len(found) >= newest:
            break
    return found


def _lines(
    projection: HistoryProjection, timeline: Timeline, segment: Segment, newest: int | None
) -> list[tuple[int, Row]]:
    home = timeline if timeline.id == segment.timeline_id else Timeline.objects.get(id=segment.timeline_id)
    generation = projection.generation(game_of(timeline.campaign.game))
    if (projection.name, generation) not in whole(home.id):
        lines = [line for line in live_history(projection, home) if segment.low < line[0] <= segment.high]
        return lines if newest is None else lines[-newest:]
    rows = HistoryRow.objects.filter(
        timeline_id=home.id, projection=projection.name, generation=generation,
        version__gt=segment.low, version__lte=segment.high,
    )  # fmt: skip
    return list(rows.order_by("-version").values_list("version", "data")[:newest])[::-1]


def live_history(projection: HistoryProjection, timeline: Timeline) -> list[tuple[int, Row]]:
    """The lines of a timeline's own stream, computed from its events."""
    lines = ((moment.version, projection.entry(moment)) for moment in moments(timeline))
    return [(version, entry) for version, entry in lines if entry is not None]


def moments(timeline: Timeline) -> Iterator[Moment]:
    """Every decision of a timeline's own stream with the states around it, oldest first."""
    position = at_head(timeline)
    line = store.lineage(timeline.id, position.head.version)
    own = [segment for segment in line.segments if segment.timeline_id == timeline.id]
    start = own[0].low if own else position.head.version
    states: dict[int, State | None] = {start: state_on(line, start, position.game)}
    targets = {to for _, to in line.rewinds}
    decisions = {row.id: row for row in StoredDecision.objects.filter(timeline_id=timeline.id)}
    state = states[start]
    for decision_id, events in _by_decision(store.read(own)):
        before = state
        for version, event in events:
            if isinstance(event, Rewound):
                if event.to not in states:
                    states[event.to] = state_on(line, event.to, position.game)
                state = states[event.to]
            else:
                state = position.game.evolve(state, event)
            if version in targets:
                states[version] = state
        yield _moment(position, decisions[decision_id], events, before, state)


def _by_decision(recorded: Iterable[store.Recorded]) -> Iterator[tuple[UUID, tuple[tuple[int, Event], ...]]]:
    decision: UUID | None = None
    events: list[tuple[int, Event]] = []
    for row in recorded:
        if row.decision_id != decision and decision is not None:
            yield decision, tuple(events)
            events = []
        decision = row.decision_id
        events.append((row.version, row.event()))
    if decision is not None:
        yield decision, tuple(events)


def _moment(
    position: Position,
    row: StoredDecision,
    events: tuple[tuple[int, Event], ...],
    before: State | None,
    after: State | None,
) -> Moment:
    return Moment(
        position.game, position.pack, str(row.id), row.name, msgspec.json.decode(bytes(row.arguments)),
        _answers.decode(bytes(row.chance)), row.alias, row.seat, row.recorded_at, events, before, after,
    )  # fmt: skip
