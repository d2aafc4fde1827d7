"""Exporting and importing campaigns in the background."""

from __future__ import annotations

import uuid
from datetime import timedelta
from pathlib import PurePath
from typing import Any
from uuid import UUID

from django.contrib.auth.base_user import AbstractBaseUser
from django.utils import timezone
from django.utils.text import slugify

from projections.jobs import enqueue_rebuild
from tracker.archive.lines import Refused
from tracker.archive.models import ArchiveFile
from tracker.archive.packing import pack_campaign
from tracker.archive.taking_in import take_in
from tracker.jobs.jobs import enqueue, job_kind
from tracker.jobs.models import Job
from tracker.jobs.running import Running
from tracker.timelines.models import Campaign

EXPORT, IMPORT = "export_campaign", "import_campaign"
KEPT_FOR = timedelta(days=1)
"""How long a file waits to be fetched, or for a job that has to begin again."""
SUFFIX = ".campaign.gz"


def export_later(campaign: Campaign, user: AbstractBaseUser | None) -> Job:
    """Have a campaign packed into a file. While that waits or runs, it is the same job."""
    forget_old()
    return enqueue(EXPORT, {"campaign": str(campaign.id)}, user=user, key=f"{EXPORT}:{campaign.id}")


def import_later(data: bytes, name: str, user: AbstractBaseUser) -> Job:
    """Keep a file and have it taken in."""
    forget_old()
    file = ArchiveFile.objects.create(id=uuid.uuid4(), name=PurePath(name).name[:200], data=data, created_by_id=user.pk)
    return enqueue(IMPORT, {"file": str(file.id), "name": file.name}, user=user)


def last_export(campaign: Campaign) -> Job | None:
    """The job that packed a campaign last, or does so now."""
    return Job.objects.filter(kind=EXPORT, key=f"{EXPORT}:{campaign.id}").order_by("-created_at").first()


def forget_old() -> None:
    """Take away the files that nobody can want any more."""
    ArchiveFile.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()


def file_name(campaign: Campaign) -> str:
    """What the file of a campaign is called."""
    return f"{slugify(campaign.name) or 'campaign'}{SUFFIX}"


@job_kind(EXPORT)
def export_job(job: Running) -> dict[str, Any]:
    """Pack a campaign. Begun again it packs anew."""
    campaign = Campaign.objects.get(id=UUID(job.arguments["campaign"]))
    data = pack_campaign(campaign, lambda done, total: job.progress(done, total, "Packing"))
    ArchiveFile.objects.filter(id=job.id).delete()
    file = ArchiveFile.objects.create(
        id=job.id, campaign_id=campaign.id, name=file_name(campaign), data=data, created_by_id=job.user_id
    )
    return {"file": str(file.id), "bytes": len(data)}


@job_kind(IMPORT)
def import_job(job: Running) -> dict[str, Any]:
    """Take a file in: all in one transaction, so begun again it finds nothing or all of it.

    :returns: ``campaign``, or ``problems`` where the file does not do
    """
    file = ArchiveFile.objects.select_related("created_by").get(id=UUID(job.arguments["file"]))
    user = file.created_by
    if user is None:
        return {"problems": ["Nobody is there any more who brought the file."]}

    def said(done: int, total: int) -> None:
        job.progress(done, total, "Checking")
        if done == total:
            job.flush()

    try:
        campaign = take_in(bytes(file.data), user, said)
    except Refused as refused:
        return {"problems": [str(refused)]}
    enqueue_rebuild(campaign, user)
    return {"campaign": str(campaign.id)}
