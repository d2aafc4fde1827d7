"""The timelines of a campaign: what branched where, how long each is, and how it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from projections.catalogue import Summary
from projections.models import StateRow
from projections.reading import stored_state_rows
from rules.games import game as game_of
from rules.kernel import Refused
from tracker.eventstore.models import Stream
from tracker.timelines.forking import promote, rename
from tracker.timelines.models import Campaign, Timeline
from tracker.timelines.visits import Visit, visit_campaign, visit_timeline


@dataclass(frozen=True)
class Card:
    """A timeline in the list.

    :param depth: how many forks lie between it and the first timeline
    :param version: where it is now
    :param summary: how the game stands there
    """

    timeline: Timeline
    depth: int
    version: int
    summary: dict[str, Any]

    @property
    def own_length(self) -> int:
        """How many versions it has added since it branched off."""
        return self.version - self.timeline.forked_at


@require_GET
def timelines(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """All timelines of a campaign, each beneath the one that it branched from."""
    return render_timelines(request, visit_campaign(request, campaign_id))


def render_timelines(request: HttpRequest, visit: Visit, refused: Refused | None = None) -> HttpResponse:
    """The timelines page, with what was refused."""
    context = {
        "visit": visit,
        "campaign": visit.campaign,
        "timeline": visit.timeline,
        "cards": timeline_cards(visit.campaign),
        "refused": refused,
    }
    return render(request, "timelines/timelines.html", context, status=422 if refused else 200)


@require_POST
def rename_view(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """Give a timeline another name and description."""
    visit = visit_timeline(request, timeline_id, may="decide")
    try:
        rename(
            visit.timeline, visit.actor,
            name=request.POST.get("name", ""), description=request.POST.get("description", "").strip()[:2000],
        )  # fmt: skip
    except Refused as refused:
        return render_timelines(request, visit, refused)
    messages.success(request, f"The timeline is called “{visit.timeline.name}”.")
    return redirect("timelines", visit.campaign.id)


@require_POST
def promote_view(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """Make a branch the main timeline; the page before says what becomes of the old one."""
    visit = visit_timeline(request, timeline_id, may="own")
    try:
        promote(visit.timeline, visit.actor)
    except Refused as refused:
        return render_timelines(request, visit, refused)
    messages.success(request, f"“{visit.timeline.name}” is the main timeline now.")
    return redirect("timelines", visit.campaign.id)


def timeline_cards(campaign: Campaign) -> list[Card]:
    """The timelines as cards: parents before their forks, forks in the order in which they were made."""
    found = list(campaign.timelines.select_related("campaign", "parent"))
    versions = dict(Stream.objects.filter(campaign_id=campaign.id).values_list("id", "version"))
    summaries = _summaries(campaign)
    below: dict[UUID | None, list[Timeline]] = {}
    for timeline in found:
        below.setdefault(timeline.parent_id, []).append(timeline)
    cards: list[Card] = []

    def add(parent: UUID | None, depth: int) -> None:
        for timeline in below.get(parent, []):
            summary = summaries.get(timeline.id) or stored_state_rows(Summary(), timeline).get("now", {})
            cards.append(Card(timeline, depth, versions[timeline.id], dict(summary)))
            add(timeline.id, depth + 1)

    add(None, 0)
    return cards


def _summaries(campaign: Campaign) -> dict[UUID, dict[str, Any]]:
    generation = Summary().generation(game_of(campaign.game))
    rows = StateRow.objects.filter(campaign_id=campaign.id, projection=Summary.name, generation=generation)
    return dict(rows.values_list("timeline_id", "data"))
