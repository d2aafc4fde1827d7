"""What-if odds: asking for many plays from a version, watching them, and what came of them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from rules.games import game as game_of
from rules.kernel import Refused
from rules.kernel.players import policies
from rules.kernel.simulation import Tally
from tracker.jobs.models import Job
from tracker.simulations.asking import (
    MOST_COUNT,
    MOST_PLAYS,
    Question,
    ask,
    go_on,
    may_stop,
    policies_at,
    stop,
    untils_at,
)
from tracker.simulations.figures import odds
from tracker.simulations.models import Simulation
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head, at_version
from tracker.timelines.visits import Visit, signed_in, visit_timeline
from tracker.web.charts import ending_bars, histogram
from tracker.web.shell import bad_request

PER_PAGE = 20
USUAL_PLAYS = (100, 1000, 5000)


@require_http_methods(["GET", "HEAD", "POST"])
def what_if(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """Ask what would come of a version (``?v=``, by default the newest), and see what was asked before."""
    posted = request.method == "POST"
    visit = visit_timeline(request, timeline_id, may="decide" if posted else "read")
    wanted = request.POST.get("version") if posted else request.GET.get("v")
    newest = at_head(visit.timeline).version
    if wanted is not None and (not wanted.isdecimal() or len(wanted) > 9):
        return bad_request(request, "A version is a whole number.")
    version = newest if wanted is None else int(wanted)
    if not 1 <= version <= newest:
        raise Http404(f"The timeline is at version {newest}.")
    if not posted:
        return _asking(request, visit, version)
    try:
        made = ask(visit.timeline, visit.actor, signed_in(request), version, _question(request))
    except Refused as refused:
        return _asking(request, visit, version, refused)
    return redirect("simulation", visit.timeline.id, made.id)


@require_GET
def simulation_view(request: HttpRequest, timeline_id: UUID, simulation_id: UUID) -> HttpResponse:
    """How far a simulation is, and what came of it."""
    visit, simulation = _found(request, timeline_id, simulation_id)
    return _shown(request, visit, simulation)


@require_POST
def stop_view(request: HttpRequest, timeline_id: UUID, simulation_id: UUID) -> HttpResponse:
    """Stop a simulation."""
    visit, simulation = _found(request, timeline_id, simulation_id, deciding=True)
    try:
        stop(simulation, visit.actor)
    except Refused as refused:
        return _shown(request, visit, simulation, refused)
    return redirect("simulation", visit.timeline.id, simulation.id)


@require_POST
def go_on_view(request: HttpRequest, timeline_id: UUID, simulation_id: UUID) -> HttpResponse:
    """Play on with a simulation that was stopped."""
    visit, simulation = _found(request, timeline_id, simulation_id, deciding=True)
    try:
        go_on(simulation, visit.actor, signed_in(request))
    except Refused as refused:
        return _shown(request, visit, simulation, refused)
    messages.success(request, "It is played on.")
    return redirect("simulation", visit.timeline.id, simulation.id)


def _found(
    request: HttpRequest, timeline_id: UUID, simulation_id: UUID, *, deciding: bool = False
) -> tuple[Visit, Simulation]:
    visit = visit_timeline(request, timeline_id, may="decide" if deciding else "read")
    rows = Simulation.objects.select_related("job", "campaign", "timeline")
    return visit, get_object_or_404(rows, id=simulation_id, timeline_id=timeline_id)


def _question(request: HttpRequest) -> Question:
    given = request.POST
    until = given.get("until", "")
    return Question(
        policy=given.get("policy", ""),
        until=until,
        count=_number(given.get(f"count.{until}", "1")),
        plays=_number(given.get("plays", "")),
        seed=given.get("seed", ""),
    )


def _number(text: str) -> int:
    """A number from a form; what is none counts as nought, which is refused as too small."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 9 else 0


def _asking(request: HttpRequest, visit: Visit, version: int, refused: Refused | None = None) -> HttpResponse:
    position = at_version(visit.timeline, version)
    state = position.state
    over = state is None or position.game.outcome(state) is not None
    asked = Simulation.objects.filter(timeline=visit.timeline).select_related("job")
    page = Paginator(asked, PER_PAGE).get_page(request.GET.get("page"))
    chosen = request.POST or request.GET
    context = {
        **_frame(visit),
        "position": position,
        "version": version,
        "over": over,
        "policies": policies_at(position),
        "untils": {} if over else untils_at(position),
        "page": page,
        "entries": [_entry(each) for each in page],
        "chosen": chosen,
        "count": next((_number(str(value)) for name, value in chosen.items() if name.startswith("count.")), 1) or 1,
        "plays": chosen.get("plays") or "1000",
        "usual_plays": USUAL_PLAYS,
        "most_plays": MOST_PLAYS,
        "most_count": MOST_COUNT,
        "refused": refused,
    }
    return render(request, "what_if/what_if.html", context, status=422 if refused else 200)


def _shown(request: HttpRequest, visit: Visit, simulation: Simulation, refused: Refused | None = None) -> HttpResponse:
    found = _odds(simulation)
    job = simulation.job
    context: dict[str, Any] = {
        **_frame(visit),
        "simulation": simulation,
        "job": job,
        "policy": policies(game_of(visit.campaign.game)).get(simulation.policy),
        "going_on": found is None and job is not None and not job.finished,
        "failed": job is not None and job.state == Job.State.FAILED,
        "odds": found,
        "endings": ending_bars(found.endings) if found else [],
        "histograms": [histogram(each, found.endings) for each in found.distributions] if found else [],
        "may_stop": may_stop(simulation, visit.actor),
        "refused": refused,
    }
    return render(request, "what_if/simulation.html", context, status=422 if refused else 200)


def _entry(simulation: Simulation) -> dict[str, Any]:
    return {"simulation": simulation, "odds": _odds(simulation), "job": simulation.job}


def _odds(simulation: Simulation) -> Any:
    return None if simulation.tally is None else odds(msgspec.convert(simulation.tally, Tally, strict=False))


def _frame(visit: Visit) -> dict[str, Any]:
    timeline: Timeline = visit.timeline
    return {"visit": visit, "campaign": visit.campaign, "timeline": timeline}
