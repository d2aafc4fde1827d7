"""What the shipped cases of the eventsourcing library need to run on Django's connection.

They start threads and read across streams, so each test runs outside of transactions and the tables are emptied after
it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import Any, TypeVar
from unittest import mock

from django.db import connection
from django.test import TransactionTestCase
from eventsourcing.persistence import ApplicationRecorder, Notification, StoredEvent

from tests.tracker.eventstore.stories import settle

MODULE = "tracker.eventstore.factory"
Recorder = TypeVar("Recorder", bound=ApplicationRecorder)


class Case(TransactionTestCase):
    """A test of the library with our persistence module. It fails when a thread leaves its connection open."""

    available_apps = ["tracker.eventstore"]

    def setUp(self) -> None:
        environment = mock.patch.dict(os.environ, PERSISTENCE_MODULE=MODULE)
        environment.start()
        self.addCleanup(environment.stop)
        super().setUp()

    def tearDown(self) -> None:
        super().tearDown()
        assert others() == 0


def others() -> int:
    """How many other connections to the test's database are open and stay so (PostgreSQL; SQLite counts none)."""
    if connection.vendor != "postgresql":
        return 0
    deadline = time.monotonic() + 5
    with connection.cursor() as cursor:
        while True:
            cursor.execute("SELECT count(*) - 1 FROM pg_stat_activity WHERE datname = current_database()")
            count = int(cursor.fetchone()[0])
            if count == 0 or time.monotonic() > deadline:
                return count
            time.sleep(0.01)


def settled(kind: type[Recorder]) -> type[Recorder]:
    """A recorder that waits for other transactions on the server before it reads: they hold a reader back."""

    class Settled(kind):  # type: ignore[valid-type,misc]
        def select_notifications(self, *arguments: Any, **other: Any) -> Sequence[Notification]:
            settle()
            return list(super().select_notifications(*arguments, **other))

        def max_notification_id(self) -> int | None:
            settle()
            last: int | None = super().max_notification_id()
            return last

    return Settled


def ranked(kind: type[Recorder], table: str) -> type[Recorder]:
    """A recorder whose positions are mapped to their rank, 1, 2, 3 ..., for cases that name ids literally."""

    def stored() -> list[int]:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT position FROM {table} ORDER BY position")
            return [0, *(row[0] for row in cursor.fetchall())]

    def position(rank: int | None) -> int | None:
        known = stored()
        return None if rank is None else known[rank] if rank < len(known) else known[-1] + rank

    class Ranked(settled(kind)):  # type: ignore[misc]
        def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
            ids = super().insert_events(stored_events, **kwargs)
            return [stored().index(id) for id in ids]

        def select_notifications(
            self, start: int | None, limit: int, stop: int | None = None, topics: Sequence[str] = (), **other: Any
        ) -> Sequence[Notification]:
            found = super().select_notifications(position(start), limit, position(stop), topics, **other)
            ranks = stored()
            return [
                Notification(n.originator_id, n.originator_version, n.topic, n.state, ranks.index(n.id)) for n in found
            ]

        def max_notification_id(self) -> int | None:
            last = super().max_notification_id()
            return None if last is None else stored().index(last)

    return Ranked
