"""Rebuilding the read models in the background."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.base_user import AbstractBaseUser

from projections.catalogue import projections
from projections.rebuilding import rebuild_all
from tracker.jobs.jobs import enqueue, job_kind
from tracker.jobs.models import Job
from tracker.jobs.running import Running
from tracker.timelines.models import Campaign, Timeline

REBUILD = "rebuild"


def enqueue_rebuild(campaign: Campaign | None, user: AbstractBaseUser | None, *, name: str | None = None) -> Job:
    """Have the read models of a campaign rebuilt, or of all campaigns. While that waits or runs, it is the same job.

    :param name: of one projection; all of them unless given
    :raises KeyError: when there is no projection of that name
    """
    projections(name)
    arguments = {"campaign": str(campaign.id) if campaign else "", "projection": name or ""}
    key = ":".join([REBUILD, *arguments.values()])
    return enqueue(REBUILD, arguments, user=user, key=key)


def timelines_of(campaign_id: UUID | None) -> list[Timeline]:
    """The timelines of a campaign, or of all, in the order in which they were made."""
    timelines = Timeline.objects.select_related("campaign").order_by("created_at", "id")
    return list(timelines if campaign_id is None else timelines.filter(campaign_id=campaign_id))


@job_kind(REBUILD)
def rebuild_job(job: Running) -> dict[str, Any]:
    """Rebuild one timeline after the other. Begun again it passes over those that it did before."""
    campaign, name = job.arguments["campaign"], job.arguments["projection"]

    def said(done: int, total: int, timeline: Timeline) -> None:
        job.progress(done, total, str(timeline))

    timelines = timelines_of(UUID(campaign) if campaign else None)
    return rebuild_all(timelines, name=name or None, build=job.id, said=said)._asdict()
