"""Following an application's events as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event

from django.db import connection, connections
from eventsourcing.persistence import ApplicationRecorder, ListenNotifySubscription

from tracker.eventstore import sql

LISTEN = 0.1
"""Seconds after which a listener looks although nothing was said: a notice comes at the commit, when an older
transaction may still hold the horizon back, and nothing is said when that one ends."""
POLL = 0.05
"""Seconds between two looks where the database says nothing (SQLite)."""


class FollowingSubscription(ListenNotifySubscription[ApplicationRecorder]):
    """Reads in a thread of its own, on a connection of its own that ends with it."""

    def _loop_on_pull(self) -> None:
        try:
            with _listening(self._has_been_notified) as wait:
                while not self._has_been_stopped:
                    self._pull()
                    wait()
        except BaseException as error:
            self._thread_error = self._thread_error or error
            self.stop()
        finally:
            connections.close_all()


@contextmanager
def _listening(stopped: Event) -> Iterator[Callable[[], object]]:
    """What waits until there may be something new."""
    if not sql.is_postgres():
        yield lambda: stopped.wait(POLL)
        return
    with connection.cursor() as cursor:
        cursor.execute(f"LISTEN {sql.CHANNEL}")
    try:
        yield lambda: list(connection.connection.notifies(timeout=LISTEN, stop_after=1))
    finally:
        with connection.cursor() as cursor:  # with a pool the connection goes on to somebody else
            cursor.execute(f"UNLISTEN {sql.CHANNEL}")
