"""Bringing a group's own content, and the page of a background job."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from rules.games import games
from rules.kernel import PackInvalid
from tracker.jobs.jobs import cancel
from tracker.jobs.models import Job
from tracker.packs.importing import MAX_BYTES, TEXTS, import_pack, importers, second_files
from tracker.packs.uploads import import_later, wants_background
from tracker.timelines.visits import signed_in

FAILED = "The import broke off. Nothing was kept; try again, and tell whoever runs this site if it happens again."


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload_pack(request: HttpRequest, game_key: str) -> HttpResponse:
    """Bring a group's own content: a text is validated at once, a file of a game's own importer in the background.
    Nothing is kept before all of it is found to be right."""
    if game_key not in games():
        raise Http404("There is no such game.")
    if request.method != "POST":
        return _upload_form(request, game_key)
    upload, second = request.FILES.get("file"), request.FILES.get("beside")
    if not isinstance(upload, UploadedFile):
        return _upload_form(request, game_key, ["No file was chosen."])
    files = [each for each in (upload, second) if isinstance(each, UploadedFile)]
    large = [
        f"{file.name} has {file.size:,} bytes; up to {MAX_BYTES:,} are read."
        for file in files
        if (file.size or 0) > MAX_BYTES
    ]
    if large:
        return _upload_form(request, game_key, large)
    data, name = upload.read(), upload.name or ""
    beside = second.read() if isinstance(second, UploadedFile) else b""
    if wants_background(name, game_key):
        return redirect("job", import_later(data, name, game_key, signed_in(request), beside).id)
    try:
        stored, _ = import_pack(data, name, game_key, signed_in(request), beside or None)
    except PackInvalid as error:
        return _upload_form(request, game_key, error.problems)
    return redirect(_campaign_with(game_key, stored.hash))


@login_required
@require_GET
def job_view(request: HttpRequest, job_id: UUID) -> HttpResponse:
    """How far a background job is, and what came of it. It is seen by whoever asked for it."""
    job = _own_job(request, job_id)
    game = games().get(job.arguments.get("game", ""))
    result = job.result if isinstance(job.result, dict) else {}
    context: dict[str, Any] = {"job": job, "game": game, "name": job.arguments.get("name", ""), "failed": FAILED}
    context["problems"], context["notes"] = result.get("problems", []), _sections(result.get("notes", []))
    if game and "pack" in result:
        context["result_url"] = _campaign_with(game.key, result["pack"])
    return render(request, "jobs/job.html", context)


@login_required
@require_POST
def cancel_job_view(request: HttpRequest, job_id: UUID) -> HttpResponse:
    """Stop a background job; one that has ended stays as it is."""
    cancel(_own_job(request, job_id).id)
    return redirect("job", job_id)


def _sections(notes: Sequence[str]) -> list[tuple[str, list[str]]]:
    """An importer's remarks with the headings that they stand under: a line that ends with a colon begins a section,
    lines that are set in belong to it."""
    sections: list[tuple[str, list[str]]] = []
    for note in notes:
        if note.endswith(":"):
            sections.append((note.removesuffix(":"), []))
        elif note.startswith("  ") and sections:
            sections[-1][1].append(note.strip())
        else:
            if not sections or sections[-1][0]:
                sections.append(("", []))
            sections[-1][1].append(note)
    return sections


def _own_job(request: HttpRequest, job_id: UUID) -> Job:
    return get_object_or_404(Job, id=job_id, created_by_id=request.user.pk)


def _upload_form(request: HttpRequest, game_key: str, problems: Sequence[Any] = ()) -> HttpResponse:
    context = {
        "game": games()[game_key],
        "problems": problems,
        "suffixes": [*TEXTS, *importers(game_key)],
        "seconds": second_files(game_key).items(),
    }
    return render(request, "home/upload_pack.html", context, status=422 if problems else 200)


def _campaign_with(game_key: str, pack_hash: str) -> str:
    return f"{reverse('new_campaign', args=[game_key])}?pack={pack_hash}"
