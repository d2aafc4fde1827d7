"""Who looks at what: the one place where pages turn an address into a campaign. Outsiders find nothing (404), and
whoever may only watch is told so (403)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from rules.kernel import State
from tracker.timelines.access import Actor, actor_for
from tracker.timelines.models import Campaign, Membership, Timeline
from tracker.timelines.positions import Position

if TYPE_CHECKING:
    from django.contrib.auth.models import User

May = Literal["read", "decide", "own"]
WATCHING = "watching"
"""Session key: the watch tokens that this browser was given."""


@dataclass(frozen=True)
class Visit:
    """Somebody at a campaign.

    :param member: ``None`` for somebody who watches by link
    """

    campaign: Campaign
    timeline: Timeline
    member: Membership | None
    actor: Actor

    @property
    def may_decide(self) -> bool:
        """Whether this person plays."""
        return self.actor.role != Membership.Role.SPECTATOR

    @property
    def seat(self) -> str | None:
        """The seat whose view of the game they have; ``None``: a spectator's."""
        if self.member is None:
            return None
        return min(self.actor.seats, default=None)

    def sees(self, position: Position) -> State | None:
        """What of a position this person may see. Pages show nothing else."""
        return None if position.state is None else position.game.visible_to(position.state, self.seat)


def visit_timeline(request: HttpRequest, timeline_id: UUID, may: May = "read") -> Visit:
    """A visit to a timeline.

    :raises Http404: for whoever has no business there
    :raises PermissionDenied: for whoever may see it, but not do this
    """
    timeline = get_object_or_404(Timeline.objects.select_related("campaign"), id=timeline_id)
    return _visit(request, timeline, may)


def visit_campaign(request: HttpRequest, campaign_id: UUID, may: May = "read") -> Visit:
    """A visit to a campaign's main timeline; raises as :func:`visit_timeline`."""
    campaign = get_object_or_404(Campaign, id=campaign_id)
    return _visit(request, get_object_or_404(Timeline.objects.select_related("campaign"), id=campaign.main_id), may)


def signed_in(request: HttpRequest) -> User:
    """Who is signed in, where an address is for nobody else."""
    return cast("User", request.user)


def _visit(request: HttpRequest, timeline: Timeline, may: May) -> Visit:
    campaign = timeline.campaign
    member = _member(request, campaign)
    if member is None and not watches(request, campaign):
        raise Http404("There is no such campaign.")
    actor = actor_for(member) if member else Actor("", "", Membership.Role.SPECTATOR)
    visit = Visit(campaign, timeline, member, actor)
    if may == "own" and not actor.is_owner:
        raise PermissionDenied("Only the owner of the campaign may do this.")
    if may == "decide" and not visit.may_decide:
        raise PermissionDenied("You watch this campaign; its players decide.")
    return visit


def _member(request: HttpRequest, campaign: Campaign) -> Membership | None:
    user: Any = request.user
    if not user.is_authenticated:
        return None
    return campaign.memberships.filter(user=user).prefetch_related("seats").first()


def watches(request: HttpRequest, campaign: Campaign) -> bool:
    """Whether somebody without a seat or an invitation may watch: everyone may, where the owner opened the campaign, or
    this browser was given its secret link, and the link still holds."""
    if campaign.spectators == Campaign.Spectators.EVERYONE:
        return True
    return campaign.spectators == Campaign.Spectators.LINK and campaign.watch_token in request.session.get(WATCHING, [])
