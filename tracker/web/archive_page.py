"""Campaigns as files: having one made, fetching it, bringing one."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tracker.archive.jobs import IMPORT, SUFFIX, export_later, import_later, last_export
from tracker.archive.lines import MOST_PACKED
from tracker.archive.models import ArchiveFile
from tracker.jobs.jobs import cancel
from tracker.jobs.models import Job
from tracker.timelines.visits import signed_in, visit_campaign


@require_POST
def export_view(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Have the campaign packed into a file."""
    visit = visit_campaign(request, campaign_id, may="own")
    export_later(visit.campaign, signed_in(request))
    return redirect("record", visit.campaign.id)


@require_POST
def cancel_export_view(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Stop the packing."""
    visit = visit_campaign(request, campaign_id, may="own")
    job = last_export(visit.campaign)
    if job is not None:
        cancel(job.id)
    return redirect("record", visit.campaign.id)


@require_GET
def archive_file(request: HttpRequest, campaign_id: UUID, file_id: UUID) -> HttpResponse:
    """Fetch a file that was made."""
    visit = visit_campaign(request, campaign_id, may="own")
    file = get_object_or_404(ArchiveFile, id=file_id, campaign_id=visit.campaign.id)
    response = HttpResponse(bytes(file.data), content_type="application/gzip")
    response["Content-Disposition"] = f'attachment; filename="{file.name}"'
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_campaign(request: HttpRequest) -> HttpResponse:
    """Bring a campaign from a file. It is checked and taken in in the background."""
    if request.method != "POST":
        return _form(request)
    upload = request.FILES.get("file")
    if upload is None or isinstance(upload, list):
        return _form(request, "No file was chosen.")
    if (upload.size or 0) > MOST_PACKED:
        return _form(request, f"The file has {upload.size:,} bytes; archives of up to {MOST_PACKED:,} are read.")
    return redirect("import_job", import_later(upload.read(), upload.name or "", signed_in(request)).id)


@login_required
@require_GET
def import_job(request: HttpRequest, job_id: UUID) -> HttpResponse:
    """How far an import is, and what came of it."""
    job = _own(request, job_id)
    result = job.result if isinstance(job.result, dict) else {}
    context: dict[str, Any] = {
        "job": job,
        "name": job.arguments.get("name", ""),
        "problems": result.get("problems", []),
        "campaign_id": result.get("campaign", ""),
    }
    return render(request, "record/import_job.html", context)


@login_required
@require_POST
def cancel_import_view(request: HttpRequest, job_id: UUID) -> HttpResponse:
    """Stop an import; what is not all there is not there at all."""
    cancel(_own(request, job_id).id)
    return redirect("import_job", job_id)


def _own(request: HttpRequest, job_id: UUID) -> Job:
    return get_object_or_404(Job, id=job_id, kind=IMPORT, created_by_id=request.user.pk)


def _form(request: HttpRequest, problem: str = "") -> HttpResponse:
    context = {"problem": problem, "suffix": SUFFIX, "most": MOST_PACKED // 1_000_000}
    return render(request, "record/import.html", context, status=422 if problem else 200)
