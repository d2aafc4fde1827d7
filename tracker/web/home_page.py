"""The first pages: what this is, my campaigns, a new campaign."""

from __future__ import annotations

import uuid
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from projections.lists import standings
from rules.games import games
from rules.kernel import Game, LuckNeeded, Pack, Refused
from tracker.eventstore.models import StoredDecision
from tracker.packs.models import PackVersion
from tracker.packs.versions import PackMissing, default_pack, pack
from tracker.timelines.campaigns import start
from tracker.timelines.models import Campaign, Timeline
from tracker.timelines.texts import key_of
from tracker.timelines.visits import signed_in, visit_campaign
from tracker.web.luck_forms import LuckPalette, chance_of
from tracker.web.option_forms import chosen, find_option, option_forms

BRINGING = frozenset({"isofarian_guard"})
"""Games whose running campaigns are brought on pages of their own, in place of the set-up decision's plain form."""
ADOPTING = "adopt_position"


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """My campaigns, or what this is for whoever is not signed in."""
    if not request.user.is_authenticated:
        return render(request, "home/welcome.html", {"games": games().values()})
    campaigns = Campaign.objects.filter(memberships__user=signed_in(request)).order_by("-created_at").distinct()
    return render(request, "home/home.html", {"cards": _cards(list(campaigns)), "games": games().values()})


def _cards(campaigns: list[Campaign]) -> list[dict[str, Any]]:
    playable = {campaign.main_id: campaign for campaign in campaigns if campaign.game in games()}
    mains = list(Timeline.objects.filter(id__in=playable).select_related("campaign"))
    cards = [
        {
            "campaign": playable[main_id],
            "game": games()[playable[main_id].game],
            "summary": standing.summary,
            "last": standing.last,
        }
        for main_id, standing in standings(mains).items()
    ]
    return sorted(cards, key=lambda card: card["last"]["at"], reverse=True)


@require_GET
def campaign_view(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """A campaign's address leads to its main timeline."""
    return redirect("table", visit_campaign(request, campaign_id).timeline.id)


@login_required
@require_GET
def choose_game(request: HttpRequest) -> HttpResponse:
    """Which game a new campaign plays."""
    return render(request, "home/choose_game.html", {"games": games().values()})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_campaign(request: HttpRequest, game_key: str) -> HttpResponse:
    """Name, content and set-up of a new campaign."""
    if game_key not in games():
        raise Http404("There is no such game.")
    game = games()[game_key]
    chosen_hash = request.POST.get("pack") or request.GET.get("pack") or default_pack(game_key).hash
    try:
        content = pack(chosen_hash)
    except PackMissing:
        raise Http404("There is no such content.") from None
    if request.method != "POST":
        return _form(request, game, content, chosen_hash)
    try:
        return _start(request, game, content, chosen_hash)
    except LuckNeeded as needed:
        return _form(request, game, content, chosen_hash, needed=needed)
    except Refused as refused:
        return _form(request, game, content, chosen_hash, refused=refused)


def _start(request: HttpRequest, game: Game[Any, Any], content: Pack, pack_hash: str) -> HttpResponse:
    key = key_of(f"start-{request.POST.get('key', '')}"[:100])
    before = StoredDecision.objects.filter(key=key, actor=str(request.user.pk)).first()
    if before:  # the form was sent twice: one campaign
        return redirect("campaign", before.campaign_id)
    option = find_option(game.options(None, content), request.POST)
    campaign = start(
        signed_in(request),
        name=request.POST.get("name", _usual_name(request, game)),
        game_key=game.key,
        pack_hash=pack_hash,
        set_up=option.arguments(chosen(option, request.POST)),
        chance=lambda: chance_of(request.POST),
        key=key,
    )
    return redirect("campaign", campaign.id)


def _of_my_groups(request: HttpRequest) -> set[str]:
    """The content that the campaigns of this person are played with, whoever brought it."""
    mine = Timeline.objects.filter(campaign__memberships__user=signed_in(request))
    return {pack_hash for packs in mine.values_list("packs", flat=True) for _, pack_hash in packs}


def _usual_name(request: HttpRequest, game: Game[Any, Any]) -> str:
    """The name that is proposed, and taken where the browser runs no scripts: the field is shared by several forms."""
    return f"{game.title} of {request.user.get_username()}"[:100]


def _form(
    request: HttpRequest,
    game: Game[Any, Any],
    content: Pack,
    pack_hash: str,
    *,
    refused: Refused | None = None,
    needed: LuckNeeded | None = None,
) -> HttpResponse:
    action = reverse("new_campaign", args=[game.key])
    name = request.POST.get("name", _usual_name(request, game))
    hidden = {"key": request.POST.get("key") or uuid.uuid4().hex, "pack": pack_hash}
    bringing = game.key in BRINGING
    context = {
        "game": game,
        "bring_url": f"{reverse('bring_campaign')}?pack={pack_hash}" if bringing else "",
        "pack": content,
        "pack_hash": pack_hash,
        "packs": PackVersion.objects.filter(
            Q(shipped=True) | Q(uploaded_by=signed_in(request)) | Q(hash__in={pack_hash, *_of_my_groups(request)}),
            game=game.key,
        ),
        "name": name,
        "palette": LuckPalette(needed, request.POST, action, game.labels(content)) if needed else None,
        "refused": refused,
        "decisions": option_forms(
            [option for option in game.options(None, content) if not (bringing and option.do == ADOPTING)],
            answered=request.POST if refused else None,
            refused=refused,
            action=action,
            hidden=hidden,
            game=game.key,
        ),
    }
    return render(request, "home/new_campaign.html", context, status=422 if refused else 200)
