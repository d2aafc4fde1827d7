"""The record of a campaign: is everything still as it was written?"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from tracker.archive.jobs import last_export
from tracker.archive.models import ArchiveFile
from tracker.jobs.jobs import cancel
from tracker.jobs.models import Job
from tracker.timelines.checking import enqueue_verify, faults, last_check
from tracker.timelines.visits import signed_in, visit_campaign


@require_GET
def record(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """When the record was checked last, and what was found."""
    visit = visit_campaign(request, campaign_id)
    job = last_check(visit.campaign)
    timelines = {each.id: each for each in visit.campaign.timelines.all()}
    found = [(fault, timelines.get(fault.timeline_id)) for fault in faults(job)] if job else []
    export = last_export(visit.campaign) if visit.actor.is_owner else None
    context: dict[str, Any] = {
        "visit": visit,
        "campaign": visit.campaign,
        "timeline": visit.timeline,
        "job": job,
        "faults": found,
        "export": export,
        "file": _file(export),
    }
    return render(request, "record/record.html", context)


def _file(export: Job | None) -> ArchiveFile | None:
    """The file that was made, as long as it is kept."""
    return ArchiveFile.objects.defer("data").filter(id=export.id).first() if export else None


@require_POST
def check_view(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Have the record checked in the background."""
    visit = visit_campaign(request, campaign_id, may="decide")
    enqueue_verify(visit.campaign, signed_in(request))
    return redirect("record", visit.campaign.id)


@require_POST
def cancel_view(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Stop the check that is under way."""
    visit = visit_campaign(request, campaign_id, may="decide")
    job = last_check(visit.campaign)
    if job is not None:
        cancel(job.id)
    return redirect("record", visit.campaign.id)
