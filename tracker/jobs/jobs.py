"""Jobs: asking for background work, watching it, stopping it, and the handlers that do it.

A job's row is the truth; whatever wakes a worker may be lost or come twice. A worker that dies leaves a lease that runs
out, and the job is begun again: **a handler must be restartable**. It either does all of its work in one transaction,
or does it in steps that may be repeated without harm (and skips those that are done).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from rules.kernel.storable import unstorable
from tracker.jobs.clock import fair
from tracker.jobs.models import Job
from tracker.jobs.waking import wake_up

if TYPE_CHECKING:
    from uuid import UUID

    from django.contrib.auth.base_user import AbstractBaseUser

    from tracker.jobs.running import Running

Handler = Callable[["Running"], Any]

_handlers: dict[str, Handler] = {}


class UnknownKind(LookupError):
    """No handler is registered for a kind of job."""


def job_kind(name: str) -> Callable[[Handler], Handler]:
    """Register the handler of a kind of job, in a module that an app imports when it is ready.

    The handler takes a :class:`~tracker.jobs.running.Running` and returns the job's result as plain data. It must be
    restartable (see this module) and should call ``progress`` or ``check_cancelled`` every second or so. An exception
    fails the job for good; a database error such as a lost connection has it begun again.

    :raises TypeError: when the kind has a handler already
    """

    def register(handler: Handler) -> Handler:
        if _handlers.setdefault(name, handler) is not handler:
            raise TypeError(f"The kind {name} has a handler already.")
        return handler

    return register


def handlers() -> Mapping[str, Handler]:
    """All handlers by kind."""
    return _handlers


def enqueue(
    kind: str, arguments: Mapping[str, Any], *, user: AbstractBaseUser | None = None, key: str | None = None
) -> Job:
    """Ask for background work. It begins once the surrounding transaction is committed.

    :param arguments: plain data for the handler
    :param key: names the work: while a job of this key waits or runs, that job is returned and no second one made
    :raises UnknownKind: when nothing can do it
    :raises ValueError: when the arguments cannot be stored
    """
    if kind not in _handlers:
        raise UnknownKind(f"There is no handler for jobs of the kind {kind}.")
    fault = unstorable(dict(arguments))
    if fault:
        raise ValueError(f"{kind}, {fault[0]}: {fault[1]}")
    job = _created(Job(kind=kind, arguments=dict(arguments), key=key or "", created_by_id=user.pk if user else None))
    wake_up()
    return job


def _created(job: Job) -> Job:
    while True:
        pending = unfinished(job.key).first() if job.key else None
        if pending is not None:
            return pending
        try:
            with fair(), transaction.atomic():
                job.save(force_insert=True)
        except IntegrityError:
            if not job.key:
                raise
        else:
            return job


def unfinished(key: str) -> QuerySet[Job]:
    """The job of a key that waits or runs, if there is one."""
    return Job.objects.filter(key=key, state__in=Job.UNFINISHED)


def cancel(job_id: UUID) -> bool:
    """Stop a job: one that waits never begins, one that runs stops at its next ``progress`` or ``check_cancelled``.

    :returns: whether there was something to stop
    """
    with fair():
        waiting = Job.objects.filter(id=job_id, state=Job.State.QUEUED).update(
            state=Job.State.CANCELLED, cancel_requested=True, finished_at=Now()
        )
    if waiting:
        return True
    with fair():
        return bool(Job.objects.filter(id=job_id, state=Job.State.RUNNING).update(cancel_requested=True))
