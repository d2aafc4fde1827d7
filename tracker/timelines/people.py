"""Who is at the table: invitations, members, seats. Doing any of it twice does it once."""

from __future__ import annotations

from functools import partial

from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError
from django.db.models.functions import Lower
from django.utils import timezone

from rules.kernel import Refused, TableEvent
from rules.kernel.table import MemberJoined, MemberLeft, SeatFreed, SeatTaken
from tracker.timelines.access import Actor, actor_for, ensure_owner, named
from tracker.timelines.deciding import record
from tracker.timelines.models import Campaign, Invitation, Membership, Seat, Timeline

MOST_MEMBERS = 50
JOINING = 10
"""How often joining is tried again when others join at the same moment."""


def main_timeline(campaign: Campaign) -> Timeline:
    """The timeline that counts as the real story."""
    return campaign.timelines.select_related("campaign").get(id=campaign.main_id)


def invite(campaign: Campaign, actor: Actor, user: AbstractBaseUser, role: str) -> Invitation:
    """Make a link by which people join.

    :raises Refused: ``owner_only`` or ``no_such_role``
    """
    ensure_owner(actor)
    if role not in (Membership.Role.PLAYER, Membership.Role.SPECTATOR):
        raise Refused("no_such_role", "People join as players or as spectators.")
    return Invitation.objects.create(campaign=campaign, role=role, created_by_id=user.pk)


def revoke(invitation: Invitation, actor: Actor) -> None:
    """Make an invitation worthless.

    :raises Refused: ``owner_only``
    """
    ensure_owner(actor)
    Invitation.objects.filter(id=invitation.id, revoked_at=None).update(revoked_at=timezone.now())
    invitation.refresh_from_db(fields=["revoked_at"])


def join(invitation: Invitation, user: AbstractBaseUser) -> Membership:
    """Join a campaign. Joining again, in another tab or after the link was opened twice, changes nothing.

    :raises Refused: ``invitation_revoked`` or ``too_many_members``
    """
    campaign = invitation.campaign
    for _ in range(JOINING):
        member = campaign.memberships.filter(user_id=user.pk).first()
        if member:
            return member
        _ensure_open(invitation)
        made = Membership(
            campaign=campaign, user_id=user.pk, role=invitation.role, alias=_free_alias(campaign, user.get_username())
        )
        joined = MemberJoined(member=made.alias, role=made.role)
        actor = Actor(named(invitation.campaign, user.pk), made.alias, made.role)
        try:
            record(main_timeline(campaign), actor, "join", [joined], also=partial(made.save, force_insert=True))
        except IntegrityError:
            continue  # the same person joined in another tab, or somebody else under the same name: look again
        return made
    raise Refused("busy", "Many are joining just now.", remedy="Try again.")


def leave(member: Membership) -> None:
    """Leave a campaign, and one's seats with it. The owner stays.

    :raises Refused: ``owner_stays``
    """
    _part(member, actor_for(member), "leave")


def remove(member: Membership, actor: Actor) -> None:
    """Take somebody out of the campaign.

    :raises Refused: ``owner_only`` or ``owner_stays``
    """
    ensure_owner(actor)
    _part(member, actor, "remove_member")


def take_seat(member: Membership, name: str) -> None:
    """Play a seat that nobody plays.

    :raises Refused: ``spectators_watch``, ``no_such_seat`` or ``seat_taken``
    """
    if member.role == Membership.Role.SPECTATOR:
        raise Refused("spectators_watch", "Spectators take no seat.")
    seat = _seats(member).get(name)
    if seat is None:
        raise Refused("no_such_seat", f"This game has no seat “{name}”.")
    if seat.member_id == member.id:
        return

    def sit() -> None:
        if not Seat.objects.filter(id=seat.id, member=None).update(member=member):
            raise Refused("seat_taken", f"Somebody plays {name} already.")

    taken = SeatTaken(seat=name, member=member.alias)
    record(main_timeline(member.campaign), actor_for(member), "take_seat", [taken], also=sit)


def _seats(member: Membership) -> dict[str, Seat]:
    return {seat.name: seat for seat in member.campaign.seats.select_related("member")}


def free_seat(member: Membership, actor: Actor, name: str) -> None:
    """Give a seat up; the owner may free any.

    :raises Refused: ``not_your_seat``
    """
    seat = _seats(member).get(name)
    if seat is None or seat.member is None or not (actor.is_owner or seat.member_id == member.id):
        raise _not_your_seat(name)

    def stand_up() -> None:
        if not Seat.objects.filter(id=seat.id, member_id=seat.member_id).update(member=None):
            raise _not_your_seat(name)

    freed = SeatFreed(seat=name, member=seat.member.alias)
    record(main_timeline(member.campaign), actor, "free_seat", [freed], also=stand_up)


def _part(member: Membership, actor: Actor, name: str) -> None:
    if member.role == Membership.Role.OWNER:
        raise Refused("owner_stays", "The owner cannot leave the campaign.")
    seats = member.seats.values_list("name", flat=True)
    events: list[TableEvent] = [SeatFreed(seat=seat, member=member.alias) for seat in seats]
    events.append(MemberLeft(member=member.alias))

    def go() -> None:
        gone, _ = Membership.objects.filter(id=member.id).delete()
        if not gone:
            raise Refused("no_effect", f"{member.alias} has left already.")

    record(main_timeline(member.campaign), actor, name, events, also=go)


def _ensure_open(invitation: Invitation) -> None:
    invitation.refresh_from_db(fields=["revoked_at"])
    if invitation.revoked_at is not None:
        raise Refused("invitation_revoked", "This invitation was withdrawn.", remedy="Ask for another one.")
    if (count := invitation.campaign.memberships.count()) >= MOST_MEMBERS:
        raise Refused("too_many_members", f"A campaign takes {MOST_MEMBERS} members; this one has {count}.")


def _free_alias(campaign: Campaign, wanted: str) -> str:
    taken = set(campaign.memberships.values_list(Lower("alias"), flat=True))
    wanted = " ".join(wanted.split()) or "Somebody"
    alias, number = wanted[:100], 2
    while alias.lower() in taken:
        alias, number = f"{wanted[:90]} {number}", number + 1
    return alias


def _not_your_seat(name: str) -> Refused:
    return Refused("not_your_seat", f"You do not play {name}.")
