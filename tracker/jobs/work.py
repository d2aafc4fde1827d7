"""Doing jobs: claim one, run it, record how it ended."""

from __future__ import annotations

import json
import logging
import os
import socket
import threading
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce, Now

from rules.kernel.storable import unstorable
from tracker.jobs.clock import after, fair
from tracker.jobs.jobs import handlers
from tracker.jobs.models import Job
from tracker.jobs.running import Cancelled, Heartbeat, LeaseLost, Running, plain

logger = logging.getLogger(__name__)

MAX_ATTEMPTS = 3
"""A job whose worker died this often is given up: it is likely to be what kills them."""


def worker_name() -> str:
    """A name for a worker that no other one has."""
    return f"{socket.gethostname()[:40]}:{os.getpid()}:{uuid4().hex[:8]}"


def advance(*, max_jobs: int = 10, worker: str = "", stopping: threading.Event | None = None) -> int:
    """Take jobs up, one after the other, and do them.

    :param worker: name of the worker, by default a new one
    :param stopping: when set, no further job is begun, and a running one goes back to the queue at its next step
    :returns: how many were taken up
    """
    name = worker or worker_name()
    give_up()
    for count in range(max_jobs):
        job = None if stopping and stopping.is_set() else claim(name)
        if job is None:
            return count
        run(job, name, stopping)
    return max_jobs


def waiting() -> bool:
    """Whether there is a job to take up or to give up."""
    return _open().exists() or _gone().exists()


def _expired() -> Q:
    return Q(state=Job.State.RUNNING, lease_until__lt=Now())


def _open() -> QuerySet[Job]:
    takeable = Q(state=Job.State.QUEUED) | (_expired() & Q(attempts__lt=MAX_ATTEMPTS, cancel_requested=False))
    return Job.objects.filter(takeable, kind__in=list(handlers())).order_by("created_at")


def _gone() -> QuerySet[Job]:
    return Job.objects.filter(_expired()).filter(Q(attempts__gte=MAX_ATTEMPTS) | Q(cancel_requested=True))


def claim(worker: str) -> Job | None:
    """Take up the oldest job that nobody has, under a lease. It is ours only if exactly one row changed."""
    for job_id, state, attempts in _open().values_list("id", "state", "attempts")[:10]:
        with fair():
            changed = (
                _open()
                .filter(id=job_id, state=state, attempts=attempts)
                .order_by()
                .update(
                    state=Job.State.RUNNING,
                    lease_owner=worker,
                    lease_until=after(settings.TRACKER_JOB_LEASE),
                    attempts=F("attempts") + 1,
                    started_at=Coalesce("started_at", Now()),
                )
            )
        if changed == 1:
            return Job.objects.get(id=job_id)
    return None


def give_up() -> None:
    """End the jobs whose worker is gone and that nobody is to take up again: cancelled ones, and those that were
    begun :data:`MAX_ATTEMPTS` times."""
    if not _gone().exists():
        return
    with fair():
        _gone().filter(cancel_requested=True).update(state=Job.State.CANCELLED, finished_at=Now(), lease_until=None)
    with fair():
        _gone().update(
            state=Job.State.FAILED,
            error=f"Given up: its worker stopped without a word in each of {MAX_ATTEMPTS} attempts.",
            finished_at=Now(),
            lease_until=None,
        )


def run(job: Job, worker: str, stopping: threading.Event | None = None) -> None:
    """Do a claimed job and record how it ended. A failing handler fails its job, never the worker."""
    running = Running(job, worker, stopping)
    try:
        with Heartbeat(running):
            result = handlers()[job.kind](running)
            running.flush()
        _end(running, **_done(job, result))
    except Cancelled:
        _end(running, state=Job.State.CANCELLED)
    except LeaseLost:
        _put_back(running)
    except (OperationalError, InterfaceError) as error:
        _try_again(job, running, error)
    except Exception as error:  # whatever a handler raises is the job's failure
        logger.exception("The job %s (%s) failed.", job.id, job.kind)
        _end(running, state=Job.State.FAILED, error=_words(error))
    except BaseException:
        _put_back(running)
        raise


def _done(job: Job, result: Any) -> dict[str, Any]:
    json.dumps(result)  # raises TypeError for what is no plain data, before the database is asked
    fault = unstorable(result)
    if fault:
        raise ValueError(f"The result cannot be stored, {fault[0] or 'at the top'}: {fault[1]}")
    return {"state": Job.State.DONE, "result": result}


def _end(running: Running, **outcome: Any) -> None:
    with fair():
        ended = running.owned().update(**outcome, finished_at=Now(), lease_until=None)
    if not ended:
        logger.warning("The job %s went to another worker before it ended here.", running.id)


def _put_back(running: Running) -> None:
    """The worker stops, or lost the job: it waits again, and this attempt does not count."""
    with fair():
        running.owned().update(state=Job.State.QUEUED, attempts=F("attempts") - 1, lease_owner="", lease_until=None)


def _try_again(job: Job, running: Running, error: Exception) -> None:
    logger.warning("The job %s (%s) met a database error: %s", job.id, job.kind, error)
    if job.attempts >= MAX_ATTEMPTS:
        _end(running, state=Job.State.FAILED, error=_words(error))
        return
    with fair():
        running.owned().update(state=Job.State.QUEUED, lease_owner="", lease_until=None, message=_words(error))


def _words(error: Exception) -> str:
    return plain(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__)
