"""Members, invitations, seats, and what each may do."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest
from django.contrib.auth.models import User

from rules.kernel import Refused
from tests.tracker.timelines.tables import Table
from tracker.eventstore.models import StoredEvent
from tracker.timelines import people, rewinding
from tracker.timelines.access import actor_for
from tracker.timelines.campaigns import change_settings, free_seat, invite, join, leave, remove, revoke, take_seat
from tracker.timelines.forking import fork
from tracker.timelines.models import Campaign, Invitation, Membership
from tracker.timelines.table import write_note


@pytest.fixture
def pair(alice: User) -> Table:
    """Alice's table with two walkers."""
    return Table.opened(alice, walkers=2)


def joined(table: Table, user: User, role: str = "player") -> Membership:
    return join(invite(table.campaign, table.actor, table.user, role), user)


def told() -> list[str]:
    """The table's events so far, the opening left out."""
    events = StoredEvent.objects.filter(type__startswith="table.", version__gt=4).order_by("version")
    return [row.type.removeprefix("table.") for row in events]


def refused(code: str) -> Any:
    return pytest.raises(Refused, check=lambda refusal: refusal.code == code)


@pytest.mark.pitfall("BL-062")
def test_an_invitation_opened_twice_joins_once(pair: Table, bob: User) -> None:
    invitation = invite(pair.campaign, pair.actor, pair.user, "player")
    assert join(invitation, bob) == join(Invitation.objects.get(), bob)
    assert pair.campaign.memberships.count() == 2
    assert told() == ["MemberJoined"]


@pytest.mark.pitfall("BL-062")
def test_the_owner_who_opens_the_invitation_stays_the_owner(pair: Table) -> None:
    assert joined(pair, pair.user).role == "owner"
    assert pair.campaign.memberships.count() == 1


@pytest.mark.pitfall("BL-062")
def test_who_left_and_comes_back_is_one_member_and_the_seats_are_as_many(pair: Table, bob: User) -> None:
    invitation = invite(pair.campaign, pair.actor, pair.user, "player")
    take_seat(join(invitation, bob), "p2")
    leave(pair.campaign.memberships.get(user=bob))
    join(invitation, bob)
    join(invitation, bob)
    assert pair.campaign.memberships.filter(user=bob).count() == 1
    assert [(seat.name, seat.member) for seat in pair.campaign.seats.all()] == [("p1", None), ("p2", None)]
    assert told() == ["MemberJoined", "SeatTaken", "SeatFreed", "MemberLeft", "MemberJoined"]


def test_joining_asks_for_the_role_of_the_invitation(pair: Table, bob: User) -> None:
    assert joined(pair, bob, "spectator").role == "spectator"


@pytest.mark.pitfall("BL-135")
def test_two_people_of_one_name_are_told_apart(pair: Table) -> None:
    second = User.objects.create_user("Alice")
    assert joined(pair, second).alias == "Alice 2"


def test_a_withdrawn_invitation_lets_nobody_in(pair: Table, bob: User) -> None:
    invitation = invite(pair.campaign, pair.actor, pair.user, "player")
    held = Invitation.objects.get()
    revoke(invitation, pair.actor)
    with refused("invitation_revoked"):
        join(held, bob)


def test_a_withdrawn_invitation_keeps_who_is_in(pair: Table, bob: User) -> None:
    invitation = invite(pair.campaign, pair.actor, pair.user, "player")
    member = join(invitation, bob)
    revoke(invitation, pair.actor)
    assert join(invitation, bob) == member


def test_a_full_table_says_how_many_it_takes(pair: Table, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MOST_MEMBERS", 1)
    with pytest.raises(Refused, match="takes 1 members; this one has 1"):
        joined(pair, bob)


def test_nobody_is_invited_as_owner(pair: Table) -> None:
    with refused("no_such_role"):
        invite(pair.campaign, pair.actor, pair.user, "owner")


@pytest.mark.pitfall("BL-122")
def test_players_neither_invite_nor_set(pair: Table, bob: User) -> None:
    actor = actor_for(joined(pair, bob))
    with refused("owner_only"):
        invite(pair.campaign, actor, bob, "player")
    with refused("owner_only"):
        change_settings(pair.campaign, actor, strict_seats=True)
    with refused("owner_only"):
        revoke(Invitation.objects.get(), actor)
    with refused("owner_only"):
        remove(pair.campaign.memberships.get(user=bob), actor)


def test_the_owner_stays(pair: Table) -> None:
    with refused("owner_stays"):
        leave(pair.campaign.memberships.get(user=pair.user))


def test_the_owner_removes_a_member_with_the_seats(pair: Table, bob: User) -> None:
    member = joined(pair, bob)
    take_seat(member, "p1")
    remove(member, pair.actor)
    assert not pair.campaign.memberships.filter(user=bob).exists()
    assert told() == ["MemberJoined", "SeatTaken", "SeatFreed", "MemberLeft"]


def test_leaving_twice_is_told_once(pair: Table, bob: User) -> None:
    member = joined(pair, bob)
    leave(Membership.objects.get(id=member.id))
    with refused("no_effect"):
        leave(member)
    assert told() == ["MemberJoined", "MemberLeft"]


def test_a_seat_is_taken_once(pair: Table, bob: User) -> None:
    member = joined(pair, bob)
    take_seat(member, "p1")
    take_seat(member, "p1")
    with refused("seat_taken"):
        take_seat(pair.campaign.memberships.get(user=pair.user), "p1")
    assert told() == ["MemberJoined", "SeatTaken"]


def test_there_are_the_games_seats_and_no_others(pair: Table) -> None:
    with refused("no_such_seat"):
        take_seat(pair.campaign.memberships.get(), "p3")


def test_one_gives_up_ones_own_seat(pair: Table, bob: User) -> None:
    member = joined(pair, bob)
    take_seat(member, "p1")
    free_seat(member, actor_for(member), "p1")
    assert pair.campaign.seats.filter(member=None).count() == 2
    with refused("not_your_seat"):
        free_seat(member, actor_for(member), "p1")


def test_the_owner_frees_anybodys_seat_and_players_do_not(pair: Table, bob: User, charlie: User) -> None:
    member, other = joined(pair, bob), joined(pair, charlie)
    take_seat(member, "p1")
    with refused("not_your_seat"):
        free_seat(other, actor_for(other), "p1")
    free_seat(member, pair.actor, "p1")
    assert pair.campaign.seats.filter(member=None).count() == 2


def test_around_one_table_anyone_decides_for_everyone(pair: Table, bob: User) -> None:
    joined(pair, bob)
    assert pair.as_(bob).decide("take_card", player="p2").events


@pytest.mark.pitfall("BL-122")
def test_with_strict_seats_each_decides_for_their_own(pair: Table, bob: User) -> None:
    change_settings(pair.campaign, pair.actor, strict_seats=True)
    take_seat(joined(pair, bob), "p2")
    table = pair.as_(bob)
    assert table.decide("take_card", player="p2").events
    with refused("not_your_seat"):
        table.decide("take_card", player="p1")


def test_with_strict_seats_what_belongs_to_no_seat_is_anybodys(pair: Table, bob: User) -> None:
    change_settings(pair.campaign, pair.actor, strict_seats=True)
    joined(pair, bob)
    assert pair.as_(bob).decide("end_day").events


@pytest.mark.pitfall("BL-115")
def test_spectators_change_nothing(pair: Table, sara: User) -> None:
    member = joined(pair, sara, "spectator")
    table, before = pair.as_(sara), pair.version
    with refused("spectators_watch"):
        table.decide("end_day")
    with refused("spectators_watch"):
        table.undo()
    with refused("spectators_watch"):
        table.fork()
    with refused("spectators_watch"):
        write_note(table.timeline, table.actor, 4, "I was here.")
    with refused("spectators_watch"):
        take_seat(member, "p1")
    assert pair.version == before


@pytest.mark.pitfall("BL-013")
@pytest.mark.parametrize(
    ("undo_by", "own", "others"), [("anyone", True, True), ("decider", True, False), ("owner", False, False)]
)
def test_who_may_undo_is_a_setting(pair: Table, bob: User, undo_by: str, own: bool, others: bool) -> None:
    joined(pair, bob)
    pair.call("Ash")
    Campaign.objects.update(undo_by=undo_by)
    table = pair.as_(bob)
    table.call("Birch")
    with nullcontext() if own else refused("undo_not_allowed"):
        table.undo()
    if not own:
        pair.undo()
    with nullcontext() if others else refused("undo_not_allowed"):
        table.undo()


def test_a_decider_rewinds_over_own_decisions_alone(pair: Table, bob: User) -> None:
    joined(pair, bob)
    change_settings(pair.campaign, pair.actor, undo_by="decider")
    table, start = pair.as_(bob), pair.version
    table.call("Ash")
    pair.call("Birch")
    table.call("Cedar")
    with refused("undo_not_allowed"):
        table.rewind(4)
    table.rewind(start + 2)
    table.redo()
    assert table.names() == ["Ash", "Birch", "Cedar"]


def test_a_decider_does_not_set_others_decisions_aside_by_bringing_back_own_ones(pair: Table, bob: User) -> None:
    joined(pair, bob)
    change_settings(pair.campaign, pair.actor, undo_by="decider")
    table = pair.as_(bob)
    of_alice = pair.call("Ash").last_version
    pair.undo()
    of_bob = table.call("Birch").last_version
    pair.rewind(of_alice)
    with refused("undo_not_allowed"):
        table.rewind(of_bob)
    assert table.names() == ["Ash"]


def test_the_owner_takes_back_whatever_the_setting_says(pair: Table, bob: User) -> None:
    joined(pair, bob)
    change_settings(pair.campaign, pair.actor, undo_by="owner")
    pair.as_(bob).call("Ash")
    pair.undo()
    assert pair.names() == []


def test_in_a_branch_of_ones_own_the_parents_decisions_are_still_others(pair: Table, bob: User) -> None:
    joined(pair, bob)
    pair.call("Ash")
    change_settings(pair.campaign, pair.actor, undo_by="decider")
    table = pair.as_(bob)
    branch = fork(table.timeline, table.actor, bob, pair.version, name="Bob's")
    with refused("undo_not_allowed"):
        rewinding.undo(branch, table.actor, expected=branch.forked_at)


def test_nobody_is_uninvited_by_a_rewind(pair: Table, bob: User) -> None:
    pair.call("Ash")
    joined(pair, bob)
    pair.undo()
    assert pair.campaign.memberships.filter(user=bob).exists()
