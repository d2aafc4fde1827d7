"""Following the events of all timelines by their positions.

On PostgreSQL only what lies below the horizon is read: every transaction that could still give a lower position has
ended, so nothing can appear behind a reader's back. One that writes long holds the readers back, never the writers.
Read outside of transactions that write: one's own events are above the horizon.
"""

from __future__ import annotations

from django.db import connection

from tracker.eventstore import positions, sql
from tracker.eventstore.reading import RECORDED_COLUMNS, Recorded, recorded


def feed(after: int, limit: int) -> list[Recorded]:
    """The next events of all timelines, in the order of their positions.

    :param after: the position up to which the reader has read; 0 at first
    :param limit: how many at most
    :raises tracker.eventstore.positions.WritersRunning: after a restore, while others still write
    """
    positions.ensure()
    with connection.cursor() as cursor:
        cursor.execute(sql.feed(sql.EVENT, ", ".join(RECORDED_COLUMNS)), [after, limit])
        return [recorded(row) for row in cursor.fetchall()]
