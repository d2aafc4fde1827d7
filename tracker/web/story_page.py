"""The story page: every decision of a timeline in plain words, and what can be done from any of them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from projections.catalogue import Checkpoints
from projections.reading import Reading
from projections.remarks import remarks_on
from projections.story import WORDS, Filter, checkpoints_at, contents, story_page, with_asides
from rules.kernel import Refused, words
from tracker.eventstore import store
from tracker.timelines.decisions import decision_at
from tracker.timelines.forking import fork
from tracker.timelines.positions import at_head
from tracker.timelines.rewinding import rewinds_down_to, set_up_end
from tracker.timelines.table import (
    SIGNS,
    name_checkpoint,
    react,
    remove_checkpoint,
    remove_note,
    take_sign_back,
    write_note,
)
from tracker.timelines.visits import Visit, signed_in, visit_timeline
from tracker.web.shell import bad_request

EXPORTS = (
    ("csv", "Table (CSV)"), ("jsonl", "For programs (JSON Lines)"), ("md", "Text (Markdown)"),
    ("html", "Document to print"),
)  # fmt: skip
"""Kinds of files as which the story can be taken along."""
MORE = ("seat", "area", "session")
"""The filters that stand behind a press."""
NO_VERSION = "The request did not say a whole number as its version. Nothing was changed."


@require_GET
def story(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """The decisions, newest first, filtered by person, kind, text and whether they are set aside."""
    return render_story(request, visit_timeline(request, timeline_id))


def render_story(
    request: HttpRequest, visit: Visit, refused: Refused | None = None, at: int = 0, status: int = 200
) -> HttpResponse:
    """The story page; ``refused`` is shown at the line of version ``at``, or on top where there is none."""
    reading = Reading.of(visit.timeline)
    line = reading.line
    marks = checkpoints_at(reading.history(Checkpoints()), line, line.version)
    page = story_page(visit.timeline, wanted_lines(request), number=_page_number(request), reading=reading)
    held = contents(visit.timeline, reading=reading)
    lines = with_asides(page.lines, line, line.version)
    context: dict[str, Any] = {
        "visit": visit,
        "campaign": visit.campaign,
        "timeline": visit.timeline,
        "position": at_head(visit.timeline),
        "page": page,
        "lines": lines,
        "said_on": remarks_on(reading, lines),
        "total": held.total,
        "people": held.people,
        "kinds": [(kind, words(kind)) for kind in held.kinds],
        "areas": [(area, words(area)) for area in held.areas],
        "seats": visit.campaign.seats.values_list("name", flat=True),
        "sessions": [mark for mark in marks if mark["kind"] == "session"][::-1],
        "exports": EXPORTS,
        "narrowed": any(request.GET.get(name) for name in MORE),
        "named": {mark["version"]: mark for mark in marks},
        "checkpoints": marks,
        "first_branch": set_up_end(line),
        "rewinds_to": rewinds_down_to(visit.timeline, visit.actor, line),
        "query": _query_without_page(request),
        "refused": refused,
        "refused_at": at,
        "refused_nowhere": refused if all(each.version != at for each in lines) else None,
    }
    return render(request, "story/story.html", context, status=status)


def wanted_lines(request: HttpRequest) -> Filter:
    """Which lines the address asks for."""
    given = {name: request.GET.get(name, "")[:100] for name in WORDS}
    session = request.GET.get("session", "")
    return Filter(
        **given, session=int(session) if session.isascii() and session.isdecimal() and len(session) < 10 else 0
    )


@require_POST
def checkpoint_view(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """Name a version, or take its name off (an empty name)."""
    visit = visit_timeline(request, timeline_id, may="decide")
    version = _version(request)
    if version is None:
        return bad_request(request, NO_VERSION)
    name = request.POST.get("name", "").strip()
    try:
        if name:
            name_checkpoint(visit.timeline, visit.actor, version, name)
        else:
            remove_checkpoint(visit.timeline, visit.actor, version)
    except Refused as refused:
        return render_story(request, visit, refused, version, 422)
    messages.success(request, f"Version {version} is called “{name}”." if name else "The name was taken off.")
    return _back(request, visit)


@require_POST
def note_view(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """Write a note on a version."""
    visit = visit_timeline(request, timeline_id, may="decide")
    version = _version(request)
    if version is None:
        return bad_request(request, NO_VERSION)
    try:
        write_note(visit.timeline, visit.actor, version, request.POST.get("text", ""))
    except Refused as refused:
        return render_story(request, visit, refused, version, 422)
    messages.success(request, f"Your note on version {version} is in the story.")
    return _back(request, visit)


@require_POST
def remove_note_view(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """Take a note off."""
    visit = visit_timeline(request, timeline_id, may="decide")
    version = _version(request)
    if version is None:
        return bad_request(request, NO_VERSION)
    try:
        remove_note(visit.timeline, visit.actor, version)
    except Refused as refused:
        return render_story(request, visit, refused, 0, 422)
    messages.success(request, "The note was taken off.")
    return _back(request, visit)


@require_POST
def react_view(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """Give a sign to a version, or take it back where it was given before."""
    visit = visit_timeline(request, timeline_id, may="decide")
    version, sign = _version(request), request.POST.get("sign", "")
    if version is None or sign not in SIGNS:
        return bad_request(request, "The request did not say a version and one of the signs. Nothing was changed.")
    deed = take_sign_back if request.POST.get("given") else react
    try:
        deed(visit.timeline, visit.actor, version, sign)
    except Refused as refused:
        return render_story(request, visit, refused, version, 422)
    return _back(request, visit)


@require_http_methods(["GET", "HEAD", "POST"])
def branch_view(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """Branch from a version: the form with a name proposed, and the branch itself."""
    visit = visit_timeline(request, timeline_id, may="decide")
    version = _version(request)
    if version is None:
        return bad_request(request, NO_VERSION)
    position = at_head(visit.timeline)
    if version > position.version:
        raise Http404(f"The timeline is at version {position.version}.")
    refused = None
    if request.method == "POST":
        try:
            made = fork(
                visit.timeline, visit.actor, signed_in(request), version,
                name=request.POST.get("name", ""), description=request.POST.get("description", "").strip()[:2000],
            )  # fmt: skip
        except Refused as refusal:
            refused = refusal
        else:
            messages.success(request, f"You are now in “{made.name}”. “{visit.timeline.name}” stays as it is.")
            return redirect("table", made.id)
    context = {
        "visit": visit,
        "campaign": visit.campaign,
        "timeline": visit.timeline,
        "position": position,
        "version": version,
        "whole": _end_of_decision(visit, version),
        "refused": refused,
        "name": request.POST.get("name", _proposed_name(visit)),
        "description": request.POST.get("description", ""),
    }
    return render(request, "story/branch.html", context, status=422 if refused else 200)


def _end_of_decision(visit: Visit, version: int) -> int:
    """The version at which the decision that a version belongs to is done."""
    decision = decision_at(store.lineage(visit.timeline.id, version), version) if version else None
    return decision.last_version if decision else version


def _proposed_name(visit: Visit) -> str:
    names = {name.casefold() for name in visit.campaign.timelines.values_list("name", flat=True)}
    number = len(names)
    while f"what-if {number}" in names:
        number += 1
    return f"What-if {number}"


def _version(request: HttpRequest) -> int | None:
    value = request.POST.get("version") or request.GET.get("version") or ""
    return int(value) if value.isdecimal() and len(value) <= 9 else None


def _page_number(request: HttpRequest) -> int:
    """Which page is asked for; the first where that is no number."""
    value = request.GET.get("page", "")
    return int(value) if value.isdecimal() and len(value) <= 9 else 1


def _query_without_page(request: HttpRequest) -> str:
    query = request.GET.copy()
    query.pop("page", None)
    return query.urlencode()


def _back(request: HttpRequest, visit: Visit) -> HttpResponse:
    if request.POST.get("back") == "table":
        return redirect("table", visit.timeline.id)
    if (decision := request.POST.get("back", "")).isdecimal() and len(decision) < 10:
        return redirect("decision", visit.timeline.id, int(decision))
    return redirect(f"{reverse('story', args=[visit.timeline.id])}?{request.GET.urlencode()}")
