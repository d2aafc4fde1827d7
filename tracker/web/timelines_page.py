"""The timelines of a campaign: what branched where, how long each is, and how it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from projections.catalogue import AdventureLog
from projections.lists import summaries
from projections.reading import lines_at
from projections.story import moment_of
from rules.kernel import Refused
from tracker.eventstore.models import Stream
from tracker.timelines.drafts import drafts_of
from tracker.timelines.forking import archive, promote, rename, unarchive
from tracker.timelines.models import Campaign, Timeline
from tracker.timelines.plans import plan_of
from tracker.timelines.visits import Visit, signed_in, visit_campaign, visit_timeline
from tracker.web.timeline_tree import Card, ordered, shown, tree


@require_GET
def timelines(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """The timelines of a campaign: as a picture, and as a card each. ``?archived=1`` shows those put away as well."""
    return render_timelines(request, visit_campaign(request, campaign_id))


def render_timelines(request: HttpRequest, visit: Visit, refused: Refused | None = None) -> HttpResponse:
    """The timelines page, with what was refused."""
    cards = timeline_cards(visit.campaign)
    seen = cards if request.GET.get("archived") else shown(cards)
    context = {
        "visit": visit,
        "campaign": visit.campaign,
        "timeline": visit.timeline,
        "cards": seen,
        "tree": tree(seen),
        "archived": sum(card.timeline.archived for card in cards),
        "shows_archived": len(seen) == len(cards),
        "drafts": _drafts(request, visit),
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
    return _then(request, visit, promote, f"“{visit.timeline.name}” is the main timeline now.")


@require_POST
def archive_view(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """Put a branch away."""
    visit = visit_timeline(request, timeline_id, may="decide")
    return _then(request, visit, archive, f"“{visit.timeline.name}” is archived. Nothing of it is lost.")


@require_POST
def unarchive_view(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """Bring a branch back that was put away."""
    visit = visit_timeline(request, timeline_id, may="decide")
    return _then(request, visit, unarchive, f"“{visit.timeline.name}” is back.")


def _then(request: HttpRequest, visit: Visit, change: Callable[[Timeline, Any], object], said: str) -> HttpResponse:
    try:
        change(visit.timeline, visit.actor)
    except Refused as refused:
        return render_timelines(request, visit, refused)
    messages.success(request, said)
    if request.POST.get("back") == "table":
        return redirect("table", visit.timeline.id)
    return redirect("timelines", visit.campaign.id)


def timeline_cards(campaign: Campaign) -> list[Card]:
    """The timelines as cards, in the order of the picture."""
    found = list(campaign.timelines.select_related("campaign", "parent"))
    heads = {row[0]: row[1:] for row in _heads(campaign)}
    stands = summaries(found, {timeline_id: head[0] for timeline_id, head in heads.items()})
    cards = []
    for timeline, depth in ordered(found):
        version, advanced_at = heads[timeline.id]
        active_at = moment_of(advanced_at) if version > timeline.forked_at else timeline.created_at
        cards.append(Card(timeline, depth, version, active_at, stands[timeline.id]))
    return cards


def _drafts(request: HttpRequest, visit: Visit) -> list[dict[str, Any]]:
    """What this person thinks over, with the line of each decision that is to be otherwise."""
    if not visit.may_decide:
        return []
    drafts = drafts_of(visit.campaign, signed_in(request))
    versions: dict[Timeline, list[int]] = {}
    for draft in drafts:
        versions.setdefault(draft.timeline, []).append(draft.version)
    lines = {timeline: lines_at(AdventureLog(), timeline, found) for timeline, found in versions.items()}
    return [
        {"draft": draft, "how": plan_of(draft.plan).how, "line": lines[draft.timeline].get(draft.version, {})}
        for draft in drafts
    ]


def _heads(campaign: Campaign) -> Any:
    return Stream.objects.filter(campaign_id=campaign.id).values_list("id", "version", "advanced_at")
