"""Rebuilding: the read models computed anew from the events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from django.db import transaction

from projections.catalogue import HISTORY, STATE
from projections.inline import forget
from projections.models import HistoryRow, Projected, StateRow
from projections.reading import moments, state_rows
from projections.views import Moment
from tracker.eventstore.models import Stream
from tracker.timelines.models import Timeline
from tracker.timelines.positions import Position, at_head


def rebuild(timeline: Timeline, *, said: Callable[[int], None] = lambda done: None) -> int:
    """Compute a timeline's read models anew and put them in place of the old ones, in one transaction: readers see the
    old rows or the new ones, never a mixture. Cancelled or killed in the middle, the old rows stay.

    :param said: told now and then how many decisions are done
    :returns: how many rows were written
    :raises tracker.eventstore.codec.Undecodable: when an event cannot be read; the old rows stay
    """
    while True:
        position = at_head(timeline)
        rows = _state_rows_anew(position)
        lines = _history_rows_anew(position, said)
        if _switch(position, rows, lines):
            return len(rows) + len(lines)


def _state_rows_anew(position: Position) -> list[StateRow]:
    return [
        StateRow(
            campaign_id=position.timeline.campaign_id, timeline_id=position.timeline.id, projection=projection.name,
            generation=projection.generation(position.game), key=key, data=row,
        )
        for projection in STATE
        for key, row in state_rows(projection, position).items()
    ]  # fmt: skip


def _history_rows_anew(position: Position, said: Callable[[int], None]) -> list[HistoryRow]:
    rows: list[HistoryRow] = []
    for done, moment in enumerate(moments(position.timeline), 1):
        rows += _lines(position, moment)
        if done % 500 == 0:
            said(done)
    return rows


def _lines(position: Position, moment: Moment) -> Iterator[HistoryRow]:
    for projection in HISTORY:
        if (entry := projection.entry(moment)) is not None:
            yield HistoryRow(
                campaign_id=position.timeline.campaign_id, timeline_id=position.timeline.id, version=moment.version,
                projection=projection.name, generation=projection.generation(position.game), data=entry,
            )  # fmt: skip


def _switch(position: Position, rows: Sequence[StateRow], lines: Sequence[HistoryRow]) -> bool:
    """Replace a timeline's rows, unless it went on meanwhile. The head is locked for these few statements."""
    timeline_id = position.timeline.id
    with transaction.atomic():
        if Stream.objects.select_for_update().get(id=timeline_id).version != position.version:
            return False
        for table in (StateRow, HistoryRow, Projected):
            table.objects.filter(timeline_id=timeline_id).delete()
        StateRow.objects.bulk_create(rows, batch_size=1000)
        HistoryRow.objects.bulk_create(lines, batch_size=1000)
        Projected.objects.bulk_create(
            Projected(
                campaign_id=position.timeline.campaign_id, timeline_id=timeline_id, projection=projection.name,
                generation=projection.generation(position.game),
            )
            for projection in (*STATE, *HISTORY)
        )  # fmt: skip
    forget(timeline_id)
    return True
