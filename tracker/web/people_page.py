"""The people of a campaign: members, seats, invitations, settings."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from rules.games import game
from rules.kernel import Game, Refused
from tracker.timelines.campaigns import change_settings, free_seat, invite, join, leave, revoke, take_seat
from tracker.timelines.models import Campaign, Invitation
from tracker.timelines.visits import WATCHING, Visit, signed_in, visit_campaign


@require_GET
def people(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Who is at this table, and how more come to it."""
    return render_people(request, visit_campaign(request, campaign_id))


def render_people(request: HttpRequest, visit: Visit, refused: Refused | None = None) -> HttpResponse:
    """The people page, with what was refused."""
    context = {
        "visit": visit,
        "campaign": visit.campaign,
        "timeline": visit.timeline,
        "members": visit.campaign.memberships.prefetch_related("seats"),
        "seats": visit.campaign.seats.select_related("member"),
        "invitations": visit.campaign.invitations.filter(revoked_at=None) if visit.actor.is_owner else [],
        "undo_choices": Campaign.UndoBy.choices,
        "spectator_choices": Campaign.Spectators.choices,
        "learns": type(game(visit.campaign.game)).learned_pack is not Game.learned_pack,
        "refused": refused,
    }
    return render(request, "people/people.html", context, status=422 if refused else 200)


@require_POST
def invite_view(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Make an invitation link."""
    visit = visit_campaign(request, campaign_id, may="own")
    return _then(
        request, visit, lambda: invite(visit.campaign, visit.actor, signed_in(request), request.POST.get("role", ""))
    )


@require_POST
def revoke_view(request: HttpRequest, campaign_id: UUID, token: str) -> HttpResponse:
    """Withdraw an invitation."""
    visit = visit_campaign(request, campaign_id, may="own")
    invitation = get_object_or_404(Invitation, campaign=visit.campaign, token=token)
    return _then(request, visit, lambda: revoke(invitation, visit.actor))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def join_view(request: HttpRequest, token: str) -> HttpResponse:
    """The page of an invitation, and joining by it."""
    invitation = get_object_or_404(Invitation.objects.select_related("campaign", "created_by"), token=token)
    refused = None
    if request.method == "POST":
        try:
            join(invitation, signed_in(request))
            return redirect("campaign", invitation.campaign_id)
        except Refused as refusal:
            refused = refusal
    elif invitation.campaign.memberships.filter(user=signed_in(request)).exists():
        return redirect("campaign", invitation.campaign_id)
    context = {"invitation": invitation, "refused": refused}
    return render(request, "people/join.html", context, status=422 if refused else 200)


@require_GET
def watch_view(request: HttpRequest, token: str) -> HttpResponse:
    """Watch a campaign by its link."""
    campaign = Campaign.objects.filter(watch_token=token).exclude(spectators=Campaign.Spectators.NOBODY).first()
    if campaign is None:
        raise Http404("There is nothing to watch here.")
    if campaign.spectators == Campaign.Spectators.LINK:
        request.session[WATCHING] = [*request.session.get(WATCHING, []), token][-20:]
    return redirect("campaign", campaign.id)


@require_POST
def seat_view(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Take a seat, or give it up."""
    visit = visit_campaign(request, campaign_id)
    member = visit.member
    if member is None:
        raise Http404("Only members take seats.")
    seat = request.POST.get("seat", "")
    if request.POST.get("give_up"):
        return _then(request, visit, lambda: free_seat(member, visit.actor, seat))
    return _then(request, visit, lambda: take_seat(member, seat))


@require_POST
def leave_view(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Leave the campaign."""
    visit = visit_campaign(request, campaign_id)
    if visit.member is None:
        raise Http404("Only members leave.")
    try:
        leave(visit.member)
    except Refused as refused:
        return render_people(request, visit, refused)
    messages.success(request, f"You left “{visit.campaign.name}”.")
    return redirect("home")


@require_POST
def settings_view(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Change how the group plays: seats, undo, spectators."""
    visit = visit_campaign(request, campaign_id, may="own")
    undo_by, spectators = request.POST.get("undo_by", ""), request.POST.get("spectators", "")
    if undo_by not in Campaign.UndoBy.values or spectators not in Campaign.Spectators.values:
        return render_people(request, visit, Refused("value_invalid", "That is no setting of this campaign."))
    changes = {
        "name": " ".join(request.POST.get("name", "").split())[:100] or visit.campaign.name,
        "strict_seats": "strict_seats" in request.POST,
        "undo_by": undo_by,
        "spectators": spectators,
    }
    return _then(request, visit, lambda: change_settings(visit.campaign, visit.actor, **changes))


def _then(request: HttpRequest, visit: Visit, change: Callable[[], object]) -> HttpResponse:
    try:
        change()
    except Refused as refused:
        return render_people(request, visit, refused)
    return redirect("people", visit.campaign.id)
