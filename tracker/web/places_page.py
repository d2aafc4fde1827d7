"""The places of a timeline: sessions, checkpoints, battles, rounds and days, to look at or to branch from."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from projections.catalogue import Checkpoints
from projections.reading import Reading
from projections.story import checkpoints_at
from tracker.timelines.rewinding import rewinds_down_to, set_up_end
from tracker.timelines.visits import visit_timeline

KINDS = {
    "session": "Sessions", "named": "Checkpoints", "battle": "Battles", "round": "Rounds", "day": "Days",
    "phase": "Chapters", "turn": "Turns", "end": "Endings",
}  # fmt: skip
"""The kinds of places, those that people made first."""


@require_GET
def places(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """All named versions of a timeline, by kind; ``?kind=`` shows one kind."""
    visit = visit_timeline(request, timeline_id)
    reading = Reading.of(visit.timeline)
    line = reading.line
    found = checkpoints_at(reading.history(Checkpoints()), line, line.version)
    kinds = [(kind, words) for kind, words in KINDS.items() if any(place["kind"] == kind for place in found)]
    wanted = request.GET.get("kind", "")
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
    }
    return render(request, "timelines/places.html", context)
