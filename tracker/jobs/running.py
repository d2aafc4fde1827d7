"""A job while a handler does it: its arguments, its progress, its lease."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connections
from django.db.models import QuerySet

from tracker.jobs.clock import after, fair
from tracker.jobs.models import Job

logger = logging.getLogger(__name__)

PROGRESS_SECONDS = 0.2
"""Progress is written at most this often."""


class Cancelled(Exception):
    """Somebody stopped the job. A handler may tidy up and must let it through."""


class LeaseLost(Exception):
    """Another worker took the job up, or this one is stopping: nothing that is done from here on counts."""


class Running:
    """What a handler knows of its job.

    :param job: the job as it was claimed
    :param owner: the worker that holds its lease
    :param stopping: set when the worker is to end soon
    """

    def __init__(self, job: Job, owner: str, stopping: threading.Event | None = None) -> None:
        self.id = job.id
        self.arguments: Mapping[str, Any] = job.arguments
        self.user_id: int | None = job.created_by_id
        self.attempt = job.attempts
        self._owner = owner
        self._stopping = stopping or threading.Event()
        self._lost = threading.Event()
        self._written = 0.0
        self._unwritten: dict[str, Any] = {}

    def progress(self, done: int, total: int = 0, message: str = "") -> None:
        """Say how far the work is, and stop if it was cancelled. Call it as often as is handy.

        :param done: steps done
        :param total: steps in all, 0 while that is not known
        :param message: what is being done, for people
        :raises Cancelled: when somebody stopped the job
        :raises LeaseLost: when the work no longer counts
        """
        self._unwritten = {"done": max(done, 0), "total": max(total, 0), "message": plain(message)}
        if time.monotonic() - self._written >= PROGRESS_SECONDS:
            self.flush()
            self.check_cancelled()

    def check_cancelled(self) -> None:
        """Stop if the job was cancelled.

        :raises Cancelled: when somebody stopped the job
        :raises LeaseLost: when the work no longer counts
        """
        if self._lost.is_set() or self._stopping.is_set():
            raise LeaseLost
        row = self.owned().values("cancel_requested").first()
        if row is None:
            raise LeaseLost
        if row["cancel_requested"]:
            raise Cancelled

    def flush(self) -> None:
        """Write the progress that was not written yet."""
        if self._unwritten:
            with fair():
                self.owned().update(**self._unwritten)
            self._unwritten = {}
            self._written = time.monotonic()

    def owned(self) -> QuerySet[Job]:
        """The job's row, for as long as this worker holds its lease."""
        return Job.objects.filter(id=self.id, state=Job.State.RUNNING, lease_owner=self._owner, attempts=self.attempt)

    def renew(self) -> bool:
        """Hold the lease for another while; false when it is lost."""
        with fair():
            held = self.owned().update(lease_until=after(settings.TRACKER_JOB_LEASE))
        if not held:
            self._lost.set()
        return bool(held)


class Heartbeat:
    """Renews the lease of a job in a thread of its own, so that long steps of a handler do not lose it."""

    def __init__(self, running: Running) -> None:
        self._running = running
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._beat, name=f"lease of {running.id}", daemon=True)

    def __enter__(self) -> Running:
        self._thread.start()
        return self._running

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _beat(self) -> None:
        while not self._over.wait(settings.TRACKER_JOB_LEASE / 3):
            try:
                held = self._running.renew()
            except DatabaseError as error:
                logger.warning("The lease of job %s could not be renewed: %s", self._running.id, error)
            else:
                if not held:
                    return
            finally:
                connections.close_all()


def plain(text: str) -> str:
    """Text without the signs that a database does not take."""
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode()
