"""Campaigns: starting one, inviting people, taking seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.db.models.functions import Lower
from django.utils import timezone

from rules.games import game as game_of
from rules.games import games
from rules.kernel import Chance, Refused, Rolled
from rules.kernel.table import MemberJoined, MemberLeft, PackChanged, SeatFreed, SeatTaken, SettingChanged
from tracker.eventstore import store
from tracker.packs.versions import pack as pack_of
from tracker.timelines.access import Actor, actor_for, ensure_owner
from tracker.timelines.deciding import commit, record
from tracker.timelines.models import Campaign, Invitation, Membership, Seat, Timeline
from tracker.timelines.positions import Position

MOST_MEMBERS = 50


def start(
    user: AbstractBaseUser,
    *,
    name: str,
    game_key: str,
    pack_hash: str,
    set_up: Mapping[str, Any],
    chance: Callable[[], Chance] = Rolled,
    key: str | None = None,
) -> Campaign:
    """Start a campaign: its first timeline, its owner, and the game's set-up as the first decision. All or nothing.

    :param pack_hash: the content to play with
    :param set_up: the set-up decision as plain data with ``do``
    :raises Refused: when the name, the game or the set-up does not do
    """
    name = " ".join(name.split())
    if not name or len(name) > 100:
        raise Refused("name_required", "A campaign needs a name of 1 to 100 characters.")
    if game_key not in games():
        raise Refused("no_such_game", "There is no such game.", remedy=f"Choose one of {', '.join(games())}.")
    with transaction.atomic():
        campaign, member = _open(user, name, game_key, pack_hash)
        position = _before_set_up(campaign)
        game, luck = position.game, chance()
        decision = game.decision(set_up)
        events = game.decide(None, decision, position.pack, luck)
        opening = [PackChanged(was="", now=pack_hash), MemberJoined(member=member.alias, role=member.role)]
        commit(
            position,
            actor_for(member),
            f"{game.key}.{set_up['do']}",
            decision,
            [*opening, *events],
            answers=luck.answers,
            key=key,
        )
        state = game.fold(events)
        Seat.objects.bulk_create(Seat(campaign=campaign, name=seat) for seat in game.seats(state))
    return campaign


def _open(user: AbstractBaseUser, name: str, game_key: str, pack_hash: str) -> tuple[Campaign, Membership]:
    main_id = uuid4()
    campaign = Campaign(name=name, game=game_key, pack_hash=pack_hash, main_id=main_id, created_by_id=user.pk)
    campaign.save(force_insert=True)
    Timeline.objects.create(id=main_id, campaign=campaign, name="Main", created_by_id=user.pk)
    store.open_stream(campaign.id, main_id)
    member = Membership.objects.create(
        campaign=campaign, user_id=user.pk, role=Membership.Role.OWNER, alias=user.get_username()[:100]
    )
    return campaign, member


def _before_set_up(campaign: Campaign) -> Position:
    timeline = campaign.timelines.get()
    head = store.head(timeline.id)
    return Position(timeline, head, 0, None, game_of(campaign.game), pack_of(campaign.pack_hash))


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
    invitation.revoked_at = timezone.now()
    invitation.save(update_fields=["revoked_at"])


def join(invitation: Invitation, user: AbstractBaseUser) -> Membership:
    """Join a campaign. Joining again, in another tab or after the link was opened twice, changes nothing.

    :raises Refused: ``invitation_revoked`` or ``too_many_members``
    """
    campaign = invitation.campaign
    member = campaign.memberships.filter(user_id=user.pk).first()
    if member:
        return member
    if invitation.revoked_at is not None:
        raise Refused("invitation_revoked", "This invitation was withdrawn.", remedy="Ask for another one.")
    if (count := campaign.memberships.count()) >= MOST_MEMBERS:
        raise Refused("too_many_members", f"A campaign takes {MOST_MEMBERS} members; this one has {count}.")
    try:
        with transaction.atomic():
            member = Membership.objects.create(
                campaign=campaign,
                user_id=user.pk,
                role=invitation.role,
                alias=_free_alias(campaign, user.get_username()),
            )
            joined = MemberJoined(member=member.alias, role=member.role)
            record(main_timeline(campaign), actor_for(member), "join", [joined])
    except IntegrityError:
        return campaign.memberships.get(user_id=user.pk)
    return member


def leave(member: Membership) -> None:
    """Leave a campaign. The owner stays.

    :raises Refused: ``owner_stays``
    """
    if member.role == Membership.Role.OWNER:
        raise Refused("owner_stays", "The owner cannot leave the campaign.")
    with transaction.atomic():
        record(main_timeline(member.campaign), actor_for(member), "leave", [MemberLeft(member=member.alias)])
        member.delete()


def take_seat(member: Membership, name: str) -> None:
    """Play a seat that nobody plays.

    :raises Refused: ``spectators_watch``, ``no_such_seat`` or ``seat_taken``
    """
    if member.role == Membership.Role.SPECTATOR:
        raise Refused("spectators_watch", "Spectators take no seat.")
    if not member.campaign.seats.filter(name=name).exists():
        raise Refused("no_such_seat", f"This game has no seat “{name}”.")
    with transaction.atomic():
        if not member.campaign.seats.filter(name=name, member=None).update(member=member):
            raise Refused("seat_taken", f"Somebody plays {name} already.")
        seat_taken = SeatTaken(seat=name, member=member.alias)
        record(main_timeline(member.campaign), actor_for(member), "take_seat", [seat_taken])


def free_seat(member: Membership, actor: Actor, name: str) -> None:
    """Give a seat up; the owner may free any.

    :raises Refused: ``not_your_seat``
    """
    seats = member.campaign.seats.filter(name=name).exclude(member=None)
    if not actor.is_owner:
        seats = seats.filter(member=member)
    seat = seats.select_related("member").first()
    if seat is None or seat.member is None:
        raise Refused("not_your_seat", f"You do not play {name}.")
    with transaction.atomic():
        if seats.filter(member=seat.member).update(member=None):
            freed = SeatFreed(seat=name, member=seat.member.alias)
            record(main_timeline(member.campaign), actor, "free_seat", [freed])


def change_settings(campaign: Campaign, actor: Actor, **changes: Any) -> None:
    """Change settings of a campaign: ``name``, ``strict_seats``, ``undo_by``, ``spectators``. Each is recorded.

    :raises Refused: ``owner_only``, ``no_effect``
    """
    ensure_owner(actor)
    events = [
        SettingChanged(name=field, was=str(getattr(campaign, field)), now=str(value))
        for field, value in changes.items()
        if getattr(campaign, field) != value
    ]
    if not events:
        raise Refused("no_effect", "That would change nothing.")
    with transaction.atomic():
        for field, value in changes.items():
            setattr(campaign, field, value)
        campaign.save(update_fields=list(changes))
        record(main_timeline(campaign), actor, "change_settings", events)


def _free_alias(campaign: Campaign, wanted: str) -> str:
    taken = set(campaign.memberships.values_list(Lower("alias"), flat=True))
    alias, number = wanted[:100], 2
    while alias.lower() in taken:
        alias, number = f"{wanted[:90]} {number}", number + 1
    return alias
