"""What somebody is offered where only whoever plays a seat decides for it."""

from __future__ import annotations

import random

import pytest
from django.contrib.auth.models import User

from rules.games import games
from rules.kernel import Field, Option, Refused, choices
from rules.kernel.players import filled
from tests.projections.test_sentences import random_game
from tests.tracker.timelines.tables import Table
from tests.web.isofarian_guard.campaigns import under_way
from tracker.timelines.access import actor_for, ensure_may_decide
from tracker.timelines.campaigns import change_settings, invite, join, take_seat
from tracker.timelines.models import Membership
from tracker.timelines.offering import Offered, offered
from tracker.timelines.positions import at_head

CARD = Option("take_card", "Take a card", {"player": "p1"})
DAY = Option("end_day", "End the day")
EITHER = Option("take_card", "Take a card", fields=(Field("player", "Who", choices=choices(["p1", "p2"])),))


@pytest.fixture
def pair(alice: User, bob: User) -> Table:
    """Alice's table with two walkers; Bob plays the second. Only whoever plays a seat decides for it."""
    table = Table.opened(alice, walkers=2)
    take_seat(joined(table, bob), "p2")
    change_settings(table.campaign, table.actor, strict_seats=True)
    return table


def joined(table: Table, user: User, role: str = "player") -> Membership:
    return join(invite(table.campaign, table.actor, table.user, role), user)


def to(table: Table, user: User, *options: Option) -> list[Offered]:
    other = table.as_(user)
    return offered(at_head(other.timeline), other.actor, options)


def test_around_one_table_everything_is_everybodys(pair: Table, bob: User) -> None:
    change_settings(pair.campaign, pair.actor, strict_seats=False)
    assert to(pair, bob, CARD, DAY, EITHER) == [Offered(CARD), Offered(DAY), Offered(EITHER)]


def test_what_another_seat_decides_is_left_to_whoever_plays_it(pair: Table, alice: User, bob: User) -> None:
    take_seat(pair.campaign.memberships.get(user=alice), "p1")
    card, day = to(pair, bob, CARD, DAY)
    assert (card.refused and card.refused.code, card.left_to) == ("not_your_seat", "alice, who is Player 1")
    assert day == Offered(DAY)
    assert to(pair, alice, CARD) == [Offered(CARD)]


def test_the_owner_decides_for_no_seat_that_they_do_not_play(pair: Table, alice: User) -> None:
    (card,) = to(pair, alice, CARD)
    assert (card.refused and card.refused.code, card.left_to) == ("not_your_seat", "whoever takes the seat of Player 1")


def test_a_choice_that_makes_it_anothers_is_blocked_and_says_so(pair: Table, bob: User) -> None:
    (either,) = to(pair, bob, EITHER)
    assert either.refused is None
    assert [choice.blocked for choice in either.option.fields[0].choices] == [
        "Left to whoever takes the seat of Player 1.", ""
    ]  # fmt: skip


def test_where_every_choice_is_anothers_all_of_it_is(pair: Table, alice: User) -> None:
    (either,) = to(pair, alice, EITHER)
    assert either.left_to == "whoever takes the seat of Player 1 or bob, who is Player 2"


def test_who_watches_is_refused_everything_and_waits_for_nobody(pair: Table, sara: User) -> None:
    joined(pair, sara, "spectator")
    found = to(pair, sara, CARD, DAY, EITHER)
    assert [(each.refused and each.refused.code, each.left_to) for each in found] == [("spectators_watch", "")] * 3


def test_guards_are_named_for_whoever_plays_them(alice: User, bob: User) -> None:
    timeline = under_way(alice)
    campaign, actor = timeline.campaign, actor_for(timeline.campaign.memberships.get())
    take_seat(join(invite(campaign, actor, alice, "player"), bob), "p1")
    change_settings(campaign, actor, strict_seats=True)
    position = at_head(timeline)
    found = offered(position, actor, position.game.options(position.state, position.pack))
    assert {each.left_to for each in found} == {"", "bob, who plays Grigory", "whoever takes the seat of Alek"}


@pytest.mark.parametrize("key", games())
def test_what_is_offered_is_what_the_service_would_let_through(alice: User, bob: User, key: str) -> None:
    timeline = random_game(alice, key, 4, 40)
    campaign, owner = timeline.campaign, actor_for(timeline.campaign.memberships.get())
    member = join(invite(campaign, owner, alice, "player"), bob)
    seat = campaign.seats.order_by("-name").first()
    assert seat is not None
    take_seat(member, seat.name)
    change_settings(campaign, owner, strict_seats=True)
    position, source = at_head(timeline), random.Random(2)
    options = position.game.options(position.state, position.pack)
    assert options
    for member in campaign.memberships.all():
        actor = actor_for(member)
        for each in offered(position, actor, options):
            for _ in range(4):
                data = filled(source, each.option)
                try:
                    decision = position.game.decision(data)
                except Refused:
                    continue
                code = ""
                try:
                    ensure_may_decide(campaign, actor, position.game.seat_of(position.state, decision))
                except Refused as refused:
                    code = refused.code
                assert code == (each.refused.code if each.refused else "")
