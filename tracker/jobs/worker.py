"""The embedded worker: one thread of the web process, or ``manage.py work``, does the background work.

However many processes serve the site, a lease row lets one of them work. The others look in now and then and take over
when it is gone.
"""

from __future__ import annotations

import atexit
import logging
import threading
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError, IntegrityError, connections, transaction
from django.db.models import Q
from django.db.models.functions import Now

from tracker.jobs.clock import after, fair
from tracker.jobs.models import Job, WorkerLease
from tracker.jobs.sweeps import run_sweeps
from tracker.jobs.waking import nudged
from tracker.jobs.work import advance, waiting, worker_name

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.5
LEASE_SECONDS = 6.0
TROUBLE_SECONDS = 5.0
NAME, CELERY = "worker", "celery"
WORKERS = (NAME, CELERY)


class Worker:
    """Looks for work every half second, under the lease. Jobs run in a thread beside the sweeps, so that a long job
    does not hold up the read models.

    :param poll: seconds between two looks
    """

    def __init__(self, poll: float = POLL_SECONDS) -> None:
        self.name = worker_name()
        self.stopping = threading.Event()
        self._poll = poll
        self._jobs: threading.Thread | None = None
        self._trouble = ""

    def run(self) -> None:
        """Work until :meth:`stop`."""
        while not self.stopping.is_set():
            nudged.clear()
            pause = self._pass()
            if pause and not self.stopping.is_set():
                nudged.wait(pause)
        self._leave()

    def once(self) -> int:
        """Do all that waits now, whoever holds the lease: several workers do not harm each other.

        :returns: how many jobs were taken up
        """
        jobs = 0
        while taken := advance(worker=self.name, stopping=self.stopping):
            jobs += taken
        while run_sweeps() and not self.stopping.is_set():
            continue
        return jobs

    def stop(self, patience: float = 0.0) -> None:
        """Have :meth:`run` end soon; a running job goes back to the queue at its next step.

        :param patience: seconds to wait for that job
        """
        self.stopping.set()
        nudged.set()
        if self._jobs is not None:
            self._jobs.join(patience)

    def _pass(self) -> float:
        """One look; the seconds to pause after it."""
        try:
            if not hold_lease(self.name):
                return self._poll
            self._start_jobs()
            more = run_sweeps()
        except DatabaseError as error:
            self._note(str(error))
            return TROUBLE_SECONDS
        else:
            self._note("")
            return 0.0 if more else self._poll
        finally:
            connections.close_all()

    def _start_jobs(self) -> None:
        if (self._jobs is None or not self._jobs.is_alive()) and waiting():
            self._jobs = threading.Thread(target=self._advance, name="tracker jobs", daemon=True)
            self._jobs.start()

    def _advance(self) -> None:
        try:
            while advance(worker=self.name, stopping=self.stopping):
                continue
        except DatabaseError as error:
            self._note(str(error))
        finally:
            connections.close_all()

    def _note(self, trouble: str) -> None:
        """Say what is wrong once, not twice a second."""
        if trouble != self._trouble:
            self._trouble = trouble
            logger.warning("The background work waits: %s", trouble) if trouble else logger.info("It goes on.")

    def _leave(self) -> None:
        try:
            give_back_lease(self.name)
        except DatabaseError as error:
            logger.warning("The lease of the background work was not given back: %s", error)
        finally:
            connections.close_all()


def hold_lease(owner: str, name: str = NAME) -> bool:
    """Take or keep the lease; most of the time that is one read.

    :returns: whether the owner has it
    """
    mine = WorkerLease.objects.filter(name=name, owner=owner)
    if mine.filter(until__gt=after(LEASE_SECONDS / 2)).exists():
        return True
    renewed = {"owner": owner, "until": after(LEASE_SECONDS), "seen_at": Now()}
    takeable = WorkerLease.objects.filter(Q(owner=owner) | Q(until__lt=Now()), name=name)
    if takeable.exists():
        with fair():
            return bool(takeable.update(**renewed))
    if WorkerLease.objects.filter(name=name).exists():
        return False
    try:
        with fair(), transaction.atomic():
            WorkerLease(name=name, **renewed).save(force_insert=True)
    except IntegrityError:
        return False
    return True


def give_back_lease(owner: str, name: str = NAME) -> None:
    """Let another worker take over at once."""
    with fair():
        WorkerLease.objects.filter(name=name, owner=owner).update(until=Now())


def note_alive() -> None:
    """Say that a Celery worker is alive; most of the time that is one read."""
    hold_lease(CELERY, CELERY)


def seconds_unseen() -> float | None:
    """How long ago a worker last gave a sign of life, by the database's clock; ``None`` when none ever did.

    A worker says so at least every :data:`LEASE_SECONDS` seconds, and renews the lease of the job that it does.
    """
    leases = WorkerLease.objects.filter(name__in=WORKERS).order_by("-seen_at").values_list("seen_at", Now())
    running = Job.objects.filter(state=Job.State.RUNNING, lease_until__isnull=False).order_by("-lease_until")
    signs = [leases.first()]
    for until, now in running.values_list("lease_until", Now())[:1]:
        signs.append((until - timedelta(seconds=settings.TRACKER_JOB_LEASE), now))
    return min(((now - seen).total_seconds() for seen, now in filter(None, signs)), default=None)


class _InBackground:
    """The worker thread of this process."""

    worker: Worker | None = None
    thread: threading.Thread | None = None


_starting = threading.Lock()


def start_in_background() -> bool:
    """Start the worker thread of this process, where the settings ask for one and there is none yet. Only the entry
    points of servers (``tracker.asgi``, ``tracker.wsgi``) call this.

    :returns: whether it was started
    """
    if not settings.TRACKER_EMBEDDED_WORKER:
        return False
    with _starting:
        if _InBackground.worker is not None:
            return False
        _InBackground.worker = worker = Worker()
        _InBackground.thread = threading.Thread(target=worker.run, name="tracker worker", daemon=True)
    _InBackground.thread.start()
    atexit.register(stop_in_background)
    return True


def stop_in_background() -> None:
    """End the worker thread, if there is one: its job goes back to the queue, its lease to the next process. What does
    not end within seconds is left to the leases."""
    worker, thread = _InBackground.worker, _InBackground.thread
    if worker is None or thread is None:
        return
    worker.stop(patience=2.0)
    thread.join(2.0)
    _InBackground.worker = _InBackground.thread = None
