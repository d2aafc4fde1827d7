"""Verifying a campaign's record in the background."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.base_user import AbstractBaseUser

from tracker.eventstore.verify import verify
from tracker.jobs.jobs import enqueue, job_kind
from tracker.jobs.models import Job
from tracker.jobs.running import Running
from tracker.timelines.models import Campaign

VERIFY = "verify"


class RecordBroken(Exception):
    """What is stored is not what was written: names the first broken link of each timeline."""


def enqueue_verify(campaign: Campaign, user: AbstractBaseUser | None) -> Job:
    """Have the chain of hashes of a campaign walked. While that waits or runs, it is the same job."""
    return enqueue(VERIFY, {"campaign": str(campaign.id)}, user=user, key=f"{VERIFY}:{campaign.id}")


@job_kind(VERIFY)
def verify_job(job: Running) -> dict[str, Any]:
    """Walk the chain of every timeline of a campaign. It only reads, so it may be begun again.

    :raises RecordBroken: when a link is broken
    """
    verified = verify(UUID(job.arguments["campaign"]), job.progress)
    if verified.breaks:
        raise RecordBroken("; ".join(map(str, verified.breaks)))
    return {"timelines": verified.timelines, "events": verified.events}
