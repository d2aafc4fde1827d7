"""The eventsourcing library's recorders on Django's connection.

An application that is built with the library records here under its name; see ``tracker.eventstore.factory`` for how to
choose this. One statement an append, no table lock: readers are kept from gaps by positions (``feed``). On PostgreSQL
record outside of transactions that wrote before, else an aggregate's events may be read out of order by followers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from itertools import chain
from typing import Any, NamedTuple
from uuid import UUID

from django.db import Error, connection, transaction
from django.db.backends.utils import CursorWrapper
from eventsourcing import persistence
from eventsourcing.persistence import (
    AggregateRecorder,
    ApplicationRecorder,
    IntegrityError,
    Notification,
    ProcessRecorder,
    StoredEvent,
    Subscription,
    Tracking,
    TrackingRecorder,
)

from tracker.eventstore import positions, sql
from tracker.eventstore.sqlite import writing
from tracker.eventstore.subscription import FollowingSubscription
from tracker.eventstore.threads import close_with_thread

LONGEST_NAME = 100
"""Characters that the name of an application may have."""

_COLUMNS = "originator_id, originator_version, topic, state"


@contextmanager
def library_errors() -> Iterator[None]:
    """Django's database errors as the library's, which have the same names."""
    try:
        yield
    except Error as error:
        kind = getattr(persistence, type(error).__name__, persistence.PersistenceError)
        raise kind(error) from error


@contextmanager
def database() -> Iterator[CursorWrapper]:
    """A cursor on this thread's connection, which ends with the thread."""
    close_with_thread()
    with library_errors(), connection.cursor() as cursor:
        yield cursor


@contextmanager
def writes(whole: bool) -> Iterator[CursorWrapper]:
    """A cursor to write with, all or nothing.

    :param whole: several statements are to be one on PostgreSQL too
    """
    close_with_thread()
    with library_errors():
        positions.ensure()
        savepoint = whole or connection.in_atomic_block
        block = (transaction.atomic() if savepoint else nullcontext()) if sql.is_postgres() else writing()
        with block, connection.cursor() as cursor:
            yield cursor


class DjangoRecorder:
    """What the recorders have in common.

    :param application: whose events are recorded; no application reads another's by mistake
    :param originator_id_type: ``uuid`` or ``text``
    """

    def __init__(self, application: str, *, originator_id_type: str = "uuid") -> None:
        if len(application) > LONGEST_NAME:
            raise persistence.ProgrammingError(f"the name {application!r} has more than {LONGEST_NAME} characters")
        self.application = application
        self.originator_id_type = originator_id_type

    def _loaded_id(self, stored: str) -> UUID | str:
        return UUID(stored) if self.originator_id_type == "uuid" else stored


class DjangoAggregateRecorder(DjangoRecorder, AggregateRecorder):
    """Records events or snapshots of aggregates."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Record events, all or none.

        :raises eventsourcing.persistence.IntegrityError: when a version of an aggregate is recorded already
        """
        self._insert(stored_events)
        return None

    def _insert(self, stored_events: Sequence[StoredEvent], tracking: Tracking | None = None) -> list[int]:
        with writes(whole=tracking is not None) as cursor:
            ids = self._insert_rows(cursor, stored_events) if stored_events else []
            if tracking is not None:
                insert_tracking(cursor, self.application, tracking)
            return ids

    def _insert_rows(self, cursor: CursorWrapper, stored_events: Sequence[StoredEvent]) -> list[int]:
        rows = [
            (self.application, _stored_id(event.originator_id), event.originator_version, event.topic, event.state)
            for event in stored_events
        ]
        if sql.is_postgres():
            cursor.execute(sql.postgres_record(), [self.application, *sql.columnwise(rows)[1:]])
            before = cursor.fetchone()[0]
        else:
            cursor.executemany(sql.insert(sql.APPLICATION_EVENT, sql.APPLICATION_COLUMNS), rows)
            cursor.execute("SELECT last_insert_rowid()")
            before = cursor.fetchone()[0] - len(rows)
        return [before + number for number in range(1, len(rows) + 1)]

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """The events of one aggregate, in the order of their versions or (``desc``) against it."""
        statement = f"SELECT {_COLUMNS} FROM {sql.APPLICATION_EVENT} WHERE application = %s AND originator_id = %s"
        parameters: list[Any] = [self.application, _stored_id(originator_id)]
        if gt is not None:
            statement += " AND originator_version > %s"
            parameters.append(gt)
        if lte is not None:
            statement += " AND originator_version <= %s"
            parameters.append(lte)
        statement += " ORDER BY originator_version" + (" DESC" if desc else "")
        if limit is not None:
            statement += " LIMIT %s"
            parameters.append(limit)
        with database() as cursor:
            cursor.execute(statement, parameters)
            return [StoredEvent(*self._loaded(row)) for row in cursor.fetchall()]

    def _loaded(self, row: Sequence[Any]) -> tuple[UUID | str, int, str, bytes]:
        originator_id, version, topic, state = row
        return self._loaded_id(originator_id), version, topic, bytes(state)


class DjangoApplicationRecorder(DjangoAggregateRecorder, ApplicationRecorder):
    """Records an application's events, in one sequence that others can follow."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Record events, all or none; their positions.

        :raises eventsourcing.persistence.IntegrityError: when a version of an aggregate is recorded already
        """
        return self._insert(stored_events)

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """The application's events from a position on, as far as nothing can appear before them any more."""
        page = Page(start, limit, stop, inclusive_of_start)
        own = ("AND application = %s", [self.application])
        rows = page.of(sql.APPLICATION_EVENT, _COLUMNS, own, *([sql.one_of("topic", topics)] if topics else []))
        return [Notification(*self._loaded(row), id=position) for position, *row in rows]

    def max_notification_id(self) -> int | None:
        """The last position up to which a reader can have read. Following from there on misses nothing."""
        with database() as cursor:
            cursor.execute(sql.last_position(sql.APPLICATION_EVENT, "AND application = %s"), [self.application])
            last: int | None = cursor.fetchone()[0]
        return last

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """The application's events after a position, and those to come as they come."""
        return FollowingSubscription(self, gt, topics)


class Page(NamedTuple):
    """A stretch of positions to be read.

    :param inclusive: of ``start``; of ``stop`` it always is
    """

    start: int | None
    limit: int
    stop: int | None
    inclusive: bool

    def of(self, table: str, columns: str, *conditions: tuple[str, list[Any]]) -> list[Any]:
        """The rows of a table in it, each with its position before the columns.

        :param conditions: further ones, each with its parameters
        """
        if self.stop is not None:
            conditions = (*conditions, ("AND position <= %s", [self.stop]))
        after = 0 if self.start is None else self.start - self.inclusive
        statement = sql.feed(table, f"position, {columns}", " ".join(clause for clause, _ in conditions))
        with database() as cursor:
            positions.ensure()
            cursor.execute(statement, [after, *chain.from_iterable(values for _, values in conditions), self.limit])
            return list(cursor.fetchall())


class DjangoTrackingRecorder(DjangoRecorder, TrackingRecorder):
    """Records how far other applications' events were processed. ``application`` is the follower's name."""

    def insert_tracking(self, tracking: Tracking) -> None:
        """Note a processed event. Within ``transaction.atomic()`` it commits with what was made of the event.

        :raises eventsourcing.persistence.IntegrityError: when that event or a later one was processed before
        """
        with writes(whole=False) as cursor:
            insert_tracking(cursor, self.application, tracking)

    def max_tracking_id(self, application_name: str) -> int | None:
        """The position of the last event of an application that was processed."""
        with database() as cursor:
            cursor.execute(
                f"SELECT position FROM {sql.TRACKING} WHERE follower = %s AND application = %s",
                [self.application, application_name],
            )
            row = cursor.fetchone()
        return None if row is None else row[0]


def insert_tracking(cursor: CursorWrapper, follower: str, tracking: Tracking) -> None:
    """Move on what was processed, in one statement that nobody can overtake."""
    cursor.execute(
        f"INSERT INTO {sql.TRACKING} (follower, application, position) VALUES (%s, %s, %s) "
        "ON CONFLICT (follower, application) DO UPDATE SET position = excluded.position "
        f"WHERE {sql.TRACKING}.position < excluded.position",
        [follower, tracking.application_name, tracking.notification_id],
    )
    if cursor.rowcount == 0:
        application, position = tracking.application_name, tracking.notification_id
        raise IntegrityError(f"{follower} has processed {application} up to {position} or further")


class DjangoProcessRecorder(DjangoTrackingRecorder, DjangoApplicationRecorder, ProcessRecorder):
    """Records events together with how far their cause was processed."""

    def insert_events(
        self, stored_events: Sequence[StoredEvent], *, tracking: Tracking | None = None, **kwargs: Any
    ) -> Sequence[int] | None:
        """Record events and what they came of, all or nothing.

        :raises eventsourcing.persistence.IntegrityError: when either is recorded already
        """
        return self._insert(stored_events, tracking)


def _stored_id(originator_id: UUID | str) -> str:
    return originator_id.hex if isinstance(originator_id, UUID) else originator_id
