"""Verifying a campaign's record in the background."""

from __future__ import annotations

import re
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from threading import Event
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import connections

from tracker.eventstore.verify import Break, Progress, Verified, verify
from tracker.jobs.jobs import enqueue, job_kind
from tracker.jobs.models import Job
from tracker.jobs.running import Running
from tracker.timelines.kept_beside import wrong_beside
from tracker.timelines.kept_states import wrong_states
from tracker.timelines.models import Campaign

VERIFY = "verify"
EVERY = 0.5
"""Seconds between two words about how far the walk has come."""


class RecordBroken(Exception):
    """What is stored is not what was written: names the first broken link of each timeline."""


class Fault(NamedTuple):
    """A broken link, as the failed job told it: in which timeline, at which version, what is wrong."""

    timeline_id: UUID
    version: int
    sentence: str


_FAULT = re.compile(r"timeline ([0-9a-f-]{36}), version (\d+): [\w ]+: ([^;]*)")


def last_check(campaign: Campaign) -> Job | None:
    """The job that verified the campaign last, or does so now."""
    return Job.objects.filter(kind=VERIFY, key=f"{VERIFY}:{campaign.id}").order_by("-created_at").first()


def faults(job: Job) -> list[Fault]:
    """The broken links that a job found."""
    return [Fault(UUID(line), int(version), sentence) for line, version, sentence in _FAULT.findall(job.error)]


class _Stopped(Exception):
    """Nobody waits for the walk any more."""


class _Walk:
    """A walk in a thread of its own: it reads in a transaction, as of one moment, where no progress can be written."""

    def __init__(self, campaign_id: UUID) -> None:
        self.campaign_id = campaign_id
        self.come = (0, 0)
        self.stop = Event()

    def __call__(self) -> Verified:
        try:
            return verify(self.campaign_id, self._further)
        finally:
            connections.close_all()

    def _further(self, done: int, total: int) -> None:
        self.come = (done, total)
        if self.stop.is_set():
            raise _Stopped


def enqueue_verify(campaign: Campaign, user: AbstractBaseUser | None) -> Job:
    """Have the chain of hashes of a campaign walked. While that waits or runs, it is the same job."""
    return enqueue(VERIFY, {"campaign": str(campaign.id)}, user=user, key=f"{VERIFY}:{campaign.id}")


@job_kind(VERIFY)
def verify_job(job: Running) -> dict[str, Any]:
    """Walk the chain of every timeline of a campaign, and where it holds look at what is around it. It only reads, so
    it may be begun again.

    :raises RecordBroken: when a link is broken
    """
    walk = _Walk(UUID(job.arguments["campaign"]))
    with ThreadPoolExecutor(1, "verify") as pool:
        try:
            verified = _watched(pool.submit(walk), walk, job)
        finally:
            walk.stop.set()
    breaks = verified.breaks or wrong_around(walk.campaign_id, job.progress)
    if breaks:
        raise RecordBroken("; ".join(map(str, breaks)))
    return {"timelines": verified.timelines, "events": verified.events}


def wrong_around(campaign_id: UUID, said: Progress) -> list[Break]:
    """What is wrong about a campaign whose chains hold: beside its events, or else in the positions that are kept.

    :param said: told how many kept positions of how many were looked at
    """
    return wrong_beside(campaign_id) or list(wrong_states(campaign_id, said))


def _watched(future: Future[Verified], walk: _Walk, job: Running) -> Verified:
    while True:
        try:
            return future.result(EVERY)
        except NotYet:
            job.progress(*walk.come)
