"""Further pages of a game beside its table, as the game declares them: the position now, or at any version."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from projections.pages import page as page_of
from projections.pages import pages
from rules.kernel import Refused
from tracker.timelines.positions import Position, at_head, at_version
from tracker.timelines.visits import Visit, visit_timeline
from tracker.web.shell import bad_request, mark_version


@require_GET
def game_page(request: HttpRequest, timeline_id: UUID, name: str) -> HttpResponse:
    """A page of the game at the newest version, or at ``?v=``."""
    visit = visit_timeline(request, timeline_id)
    wanted = request.GET.get("v")
    if wanted is None:
        return _page(request, visit, at_head(visit.timeline), name)
    if not wanted.isdecimal() or len(wanted) > 9:
        return bad_request(request, "A version is a whole number.")
    try:
        return _page(request, visit, at_version(visit.timeline, int(wanted)), name)
    except Refused as refused:
        raise Http404(refused.sentence) from None


def frame(visit: Visit, position: Position) -> dict[str, Any]:
    """What a page beside the table needs besides its own: who looks at what, and the other pages of the game."""
    return {
        "visit": visit,
        "campaign": visit.campaign,
        "timeline": visit.timeline,
        "game": position.game,
        "position": position,
        "pages": pages(position.game.key),
    }


def _page(request: HttpRequest, visit: Visit, position: Position, name: str) -> HttpResponse:
    shown = page_of(position.game.key, name)
    if shown is None:
        raise Http404("The game has no such page.")
    state = visit.sees(position)
    query = {key: str(value) for key, value in request.GET.items() if key != "v"}
    context = {
        **frame(visit, position),
        "page": shown,
        "past_query": f"v={position.version}" if position.is_past else "",
        "now_url": reverse("game_page", args=[visit.timeline.id, name]),
        "shown": None if state is None else shown.context(state, position.pack, query),
    }
    response = render(request, "pages/game_page.html", context)
    return response if position.is_past else mark_version(response, f"{visit.timeline.id}/{name}", position.version)
