"""Positions that go on growing.

On PostgreSQL a position is ``offset + (transaction id << 20) + ordinal``. After a dump and restore, logical replication
or a move from SQLite the cluster's transaction ids may start far below those in the stored positions: new events would
sort before old ones and no reader would ever see them. :func:`ensure` raises the stored offset then.
"""

from __future__ import annotations

import time
from typing import Any
from weakref import WeakSet

from django.db import OperationalError, connection, transaction

from tracker.eventstore import sql
from tracker.eventstore.models import PositionOffset

PATIENCE = 3.0
"""Seconds for which a raise waits for writers to end before it refuses."""

_checked: WeakSet[Any] = WeakSet()
"""The database connections that saw positions in order. A restore ends them all."""

_TABLES = (sql.EVENT, sql.APPLICATION_EVENT)
_GREATEST = "GREATEST(" + ", ".join(f"(SELECT max(position) FROM {table})" for table in _TABLES) + ")"
_OLDEST = "pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
_NEXT = (
    "GREATEST(pg_snapshot_xmax(pg_current_snapshot())::text::bigint,"
    " pg_current_xact_id_if_assigned()::text::bigint + 1)"
)
_BEHIND = f"{_GREATEST} >= {sql.POSITION_OFFSET} + ({_NEXT} << {sql.XID_BITS})"
_RAISED = f"SELECT (({_GREATEST} >> {sql.XID_BITS}) + 1 - {_OLDEST}) << {sql.XID_BITS} WHERE {_BEHIND}"


class WritersRunning(Exception):
    """The database was moved, and somebody writes to it while the positions have to be raised."""

    def __init__(self) -> None:
        super().__init__(
            "The stored positions are ahead of this server's transaction ids: the database was restored or moved here. "
            "They cannot be set right while others write. Stop everything that writes and run: manage.py verify"
        )


def ensure(again: bool = False) -> bool:
    """See to it that the next event gets a position above all stored ones. Asked once a database connection.

    :param again: ask although this connection saw positions in order before
    :returns: whether the offset had to be raised
    :raises WritersRunning: when it would have to be raised, but another transaction has written events
    """
    if not sql.is_postgres():
        return False
    connection.ensure_connection()
    if connection.connection in _checked and not again:
        return False
    raised = False
    deadline = time.monotonic() + PATIENCE
    while _is_behind():
        raised = _raise()
        if not raised and time.monotonic() > deadline:
            raise WritersRunning
        if not raised:
            time.sleep(0.05)
    _checked.add(connection.connection)
    return raised


def _is_behind() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {_BEHIND}")
        return bool(cursor.fetchone()[0])


def _raise() -> bool:
    """Raise the offset so that the oldest running transaction, too, will give positions above all stored ones.

    The lock is what makes this exact: nobody holds events that are not committed, and who waits for it reads the new
    offset. False when somebody holds such events.
    """
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {', '.join(_TABLES)} IN SHARE ROW EXCLUSIVE MODE NOWAIT")
            cursor.execute(_RAISED)
            raised = cursor.fetchone()  # none: somebody else was quicker
            if raised:
                PositionOffset.objects.update_or_create(id=1, defaults={"value": raised[0]})
    except OperationalError:
        return False
    return True
