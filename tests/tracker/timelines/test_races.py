"""Several people at once: one wins, the others are told, nothing is lost or doubled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User

from projections.catalogue import HISTORY, STATE
from projections.reading import history, live_lines, state_rows
from tests.projections.reads import stored_state_rows
from tests.tracker.timelines.races import at_once
from tests.tracker.timelines.tables import Table, start_tiny
from tracker.eventstore import store
from tracker.eventstore.lineage import Segment
from tracker.eventstore.models import StoredDecision, StoredEvent
from tracker.eventstore.verify import verify
from tracker.packs.versions import default_pack
from tracker.timelines.campaigns import invite, join, take_seat
from tracker.timelines.deciding import Behind
from tracker.timelines.forking import fork
from tracker.timelines.models import Campaign, Invitation, Membership
from tracker.timelines.positions import at_head

pytestmark = pytest.mark.django_db(transaction=True)


def until_decided(table: Table, do: str, **given: Any) -> Callable[[], UUID]:
    """Decide, and decide again on what is there by then, until it goes through or is refused."""

    def deed() -> UUID:
        while True:
            try:
                return table.decide(do, **given).decision_id
            except Behind:
                continue

    return deed


def ensure_sound(table: Table) -> None:
    """Versions without gaps, an unbroken chain, a state in health, read models as they would be computed."""
    versions = StoredEvent.objects.filter(timeline_id=table.timeline.id).order_by("version")
    assert list(versions.values_list("version", flat=True)) == list(range(1, table.version + 1))
    assert verify().breaks == []
    position = at_head(table.timeline)
    assert position.game.check(position.state) == []
    for state in STATE:
        assert stored_state_rows(state, table.timeline) == state_rows(state, position)
    own = Segment(table.timeline.id, 0, table.version)
    for lines in HISTORY:
        assert history(lines, table.timeline) == live_lines(lines, table.timeline, own)


@pytest.mark.pitfall("BL-044")
@pytest.mark.parametrize("deciders", [2, 8])
def test_of_many_at_one_version_one_wins_and_the_others_are_told(table: Table, deciders: int) -> None:
    seen = table.version
    answers = at_once(
        [lambda n=n: table.call(f"Name {n}", expected=seen).decision_id for n in range(deciders)]  # type: ignore[misc]
    )
    winners = [answer for answer in answers if isinstance(answer, UUID)]
    assert len(winners) == 1, answers
    assert [answer for answer in answers if answer not in winners] == [("behind", seen + 1, winners)] * (deciders - 1)
    assert table.version == seen + 1
    ensure_sound(table)


@pytest.mark.pitfall("BL-044")
def test_who_decides_again_loses_nothing(table: Table) -> None:
    before = table.version
    answers = at_once([until_decided(table, "name_walker", name=f"Name {n}") for n in range(8)])
    assert len({answer for answer in answers if isinstance(answer, UUID)}) == 8, answers
    assert (table.version, len(table.names())) == (before + 8, 8)
    ensure_sound(table)


@pytest.mark.pitfall("BL-061", "BL-048")
def test_the_last_of_a_kind_goes_to_one(alice: User) -> None:
    table = Table.opened(alice, walkers=2)
    answers = at_once([until_decided(table, "draw_chips", count=5, player=f"p{n % 2 + 1}") for n in range(4)])
    assert answers.count("wrong_number") == 3, answers
    state = table.state
    assert (dict(state.bag), len(state.drawn)) == ({}, 5)
    assert sum(walker.coins for walker in state.walkers.values()) == 4
    ensure_sound(table)


@pytest.mark.pitfall("BL-056")
def test_the_same_key_at_the_same_moment_is_one_decision(table: Table) -> None:
    seen = table.version
    answers = at_once([lambda: table.call("Ash", expected=seen, key="form-1").decision_id] * 8)
    assert len(set(answers)) == 1, answers
    assert isinstance(answers[0], UUID)
    assert StoredDecision.objects.filter(key="form-1").count() == 1
    ensure_sound(table)


def test_notes_neither_wait_nor_stand_in_the_way(table: Table) -> None:
    seen = table.version
    answers = at_once([*[lambda: table.note().decision_id] * 6, lambda: table.call("Ash", expected=seen).decision_id])
    assert all(isinstance(answer, UUID) for answer in answers), answers
    assert (table.version, table.name) == (seen + 7, "Ash")
    ensure_sound(table)


@pytest.mark.pitfall("BL-007")
def test_undo_pressed_by_many_takes_back_one_decision(table: Table) -> None:
    table.call("Ash")
    seen = table.call("Birch").last_version
    answers = at_once([lambda: table.undo(expected=seen).decision_id] * 4)
    assert len([answer for answer in answers if isinstance(answer, UUID)]) == 1, answers
    assert table.names() == ["Ash"]
    ensure_sound(table)


@pytest.mark.pitfall("BL-056")
def test_the_same_start_at_the_same_moment_is_one_campaign(alice: User) -> None:
    default_pack("tiny")
    answers = at_once([lambda: start_tiny(alice, key="start-1").id] * 6)
    assert len(set(answers)) == 1, answers
    assert [campaign.id for campaign in Campaign.objects.all()] == [answers[0]]
    assert StoredDecision.objects.count() == 1
    assert verify().breaks == []


@pytest.mark.pitfall("BL-062")
def test_an_invitation_opened_in_many_tabs_joins_once(table: Table, bob: User) -> None:
    invite(table.campaign, table.actor, table.user, "player")
    answers = at_once([lambda: join(Invitation.objects.get(), bob).id] * 6)
    assert len(set(answers)) == 1, answers
    assert table.campaign.memberships.count() == 2
    assert StoredEvent.objects.filter(type="table.MemberJoined").count() == 2


def test_two_of_one_name_who_join_at_once_are_told_apart(table: Table) -> None:
    users = [User.objects.create_user(name) for name in ("dora", "Dora", "DORA", "dORA")]
    invite(table.campaign, table.actor, table.user, "player")
    at_once([lambda user=user: join(Invitation.objects.get(), user).id for user in users])  # type: ignore[misc]
    aliases = table.campaign.memberships.exclude(user=table.user).values_list("alias", flat=True)
    assert len({alias.lower() for alias in aliases}) == 4


def test_people_join_while_the_game_goes_on(table: Table) -> None:
    users = [User.objects.create_user(f"guest {n}") for n in range(4)]
    invite(table.campaign, table.actor, table.user, "player")
    joins = [lambda user=user: join(Invitation.objects.get(), user).alias for user in users]  # type: ignore[misc]
    calls = [lambda n=n: [until_decided(table, "name_walker", name=f"{n} {m}")() for m in range(10)] for n in range(4)]  # type: ignore[misc]
    answers = at_once([*joins, *calls])
    assert answers[:4] == [user.username for user in users]
    assert len(table.names()) == 40
    ensure_sound(table)


def test_a_seat_that_two_take_at_once_is_taken_by_one(alice: User, bob: User) -> None:
    table = Table.opened(alice, walkers=2)
    join(invite(table.campaign, table.actor, alice, "player"), bob)
    members = list(Membership.objects.all())
    answers = at_once([lambda member=member: take_seat(member, "p1") for member in members])  # type: ignore[misc]
    assert sorted(map(str, answers)) == ["None", "seat_taken"]
    assert StoredEvent.objects.filter(type="table.SeatTaken").count() == 1


def test_of_branches_of_one_name_there_is_one(table: Table) -> None:
    at = table.version
    answers = at_once([lambda: fork(table.timeline, table.actor, table.user, at, name="What if").name] * 4)
    assert sorted(answers) == ["What if", "name_taken", "name_taken", "name_taken"]
    assert store.head(table.campaign.timelines.get(name="What if").id).version == at
