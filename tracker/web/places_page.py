"""The places of a timeline: sessions, checkpoints, battles, rounds and days, to look at or to branch from."""

from __future__ import annotations

import datetime
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from projections.catalogue import Checkpoints
from projections.reading import Reading
from projections.story import checkpoints_at
from rules.kernel import Refused
from tracker.timelines.rewinding import rewinds_down_to, set_up_end
from tracker.timelines.table import close_session, open_session, sessions
from tracker.timelines.texts import version_of
from tracker.timelines.visits import Visit, visit_timeline

KINDS = {
    "session": "Sessions", "named": "Checkpoints", "battle": "Battles", "round": "Rounds", "day": "Days",
    "phase": "Chapters", "turn": "Turns", "end": "Endings",
}  # fmt: skip
"""The kinds of places, those that people made first."""


@require_GET
def places(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """All named versions of a timeline, by kind; ``?kind=`` shows one kind."""
    return render_places(request, visit_timeline(request, timeline_id))


def render_places(request: HttpRequest, visit: Visit, refused: Refused | None = None) -> HttpResponse:
    """The page of the places, with what was refused."""
    reading = Reading.of(visit.timeline)
    line = reading.line
    found = checkpoints_at(reading.history(Checkpoints()), line, line.version)
    kinds = [(kind, words) for kind, words in KINDS.items() if any(place["kind"] == kind for place in found)]
    wanted = request.GET.get("kind", "")
    played = sessions(line)
    context = {
        "visit": visit,
        "campaign": visit.campaign,
        "timeline": visit.timeline,
        "head": line.version,
        "first_branch": set_up_end(line),
        "rewinds_to": rewinds_down_to(visit.timeline, visit.actor, line),
        "kinds": kinds,
        "wanted": wanted,
        "places": [place for place in found if wanted in ("", place["kind"])][::-1],
        "sessions": played,
        "since": datetime.date.fromisoformat(played.going_on.date) if played.going_on else None,
        "today": timezone.localdate(),
        "refused": refused,
    }
    return render(request, "timelines/places.html", context, status=422 if refused else 200)


@require_POST
def session_view(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """Begin the next session, or end the one that is going on (``end``)."""
    visit = visit_timeline(request, timeline_id, may="decide")
    timeline, actor = visit.timeline, visit.actor
    try:
        number = version_of(request.POST.get("number", ""))
        if request.POST.get("end"):
            close_session(timeline, actor, number)
        else:
            open_session(timeline, actor, number, _day(request), request.POST.get("title", ""))
    except Refused as refused:
        return render_places(request, visit, refused)
    said = "has ended" if request.POST.get("end") else "has begun"
    messages.success(request, f"Session {number} {said}.")
    return redirect("places", timeline.id)


def _day(request: HttpRequest) -> datetime.date:
    """The day as the group entered it."""
    try:
        return datetime.date.fromisoformat(request.POST.get("date", ""))
    except ValueError:
        raise Refused("malformed", "Say the day of the session as year, month and day.") from None
