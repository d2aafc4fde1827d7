"""The sessions of a timeline: sit down, stop, and what each of them brought."""

from __future__ import annotations

import datetime
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from projections.reading import Reading
from projections.recaps import recap
from rules.kernel import Refused
from tracker.eventstore import store
from tracker.timelines.sittings import Sitting, sittings
from tracker.timelines.table import close_session, open_session
from tracker.timelines.visits import Visit, visit_timeline

PER_PAGE = 6


@require_GET
def sessions(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """All sessions, the newest first, each with its recap."""
    return _page(request, visit_timeline(request, timeline_id))


@require_POST
def open_session_view(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """The group sits down to play."""
    visit = visit_timeline(request, timeline_id, may="decide")
    found = sittings(store.lineage(visit.timeline.id))
    number = max((sitting.number for sitting in found), default=0) + 1
    try:
        day = datetime.date.fromisoformat(request.POST.get("date", ""))
    except ValueError:
        refused = Refused("malformed", "A session needs its day, such as 2026-11-30.")
        return _page(request, visit, refused)
    try:
        open_session(visit.timeline, visit.actor, number, day, request.POST.get("title", ""))
    except Refused as refused:
        return _page(request, visit, refused)
    messages.success(request, f"Session {number} has begun.")
    return redirect("sessions", visit.timeline.id)


@require_POST
def close_session_view(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """The session that is going on is over."""
    visit = visit_timeline(request, timeline_id, may="decide")
    going_on = _going_on(sittings(store.lineage(visit.timeline.id)))
    try:
        close_session(visit.timeline, visit.actor, going_on.number if going_on else 0)
    except Refused as refused:
        return _page(request, visit, refused)
    messages.success(request, "The session is over. Its recap is below.")
    return redirect("sessions", visit.timeline.id)


def _page(request: HttpRequest, visit: Visit, refused: Refused | None = None) -> HttpResponse:
    reading = Reading.of(visit.timeline)
    found = sittings(reading.line)
    page = Paginator(found[::-1], PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "visit": visit,
        "campaign": visit.campaign,
        "timeline": visit.timeline,
        "page": page,
        "recaps": [recap(reading, sitting) for sitting in page.object_list],
        "going_on": _going_on(found),
        "next_number": max((sitting.number for sitting in found), default=0) + 1,
        "today": timezone.localdate(),
        "refused": refused,
        "may_write": visit.may_decide and not visit.timeline.archived,
    }
    return render(request, "story/sessions.html", context, status=422 if refused else 200)


def _going_on(found: list[Sitting]) -> Sitting | None:
    return found[-1] if found and found[-1].going_on else None
