"""The table page of The Stonebound Saga: what it shows, and games played through its forms."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from rules.kernel import Seeded
from rules.stonebound_saga.steward import sensible
from tests.cast import campaign_of
from tests.web.pages.posting import form_of, options, post
from tracker.timelines.access import Actor, actor_for
from tracker.timelines.campaigns import main_timeline
from tracker.timelines.deciding import decide
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head
from tracker.web.option_forms import option_key

DUEL = {"do": "choose_format", "mode": "1v1", "format": "constructed"}


@pytest.fixture
def duel(alice: User, bob: User, sara: User) -> Timeline:
    """A 1v1 game in which nothing is chosen yet."""
    return main_timeline(campaign_of(alice, bob, sara, set_up=DUEL, game="stonebound_saga"))


def owner(timeline: Timeline) -> Actor:
    return actor_for(timeline.campaign.memberships.get(user__username="alice"))


def played(timeline: Timeline, most: int, until: str = "") -> None:
    """Play sensibly, so many decisions or to a phase."""
    for number in range(most):
        position = at_head(timeline)
        if position.game.outcome(position.state) or position.state.phase == until:
            return
        decision = sensible(position.state, position.pack)
        decide(timeline, owner(timeline), decision, expected=position.version, chance=lambda n=number: Seeded(n))


def page(client: Client, timeline: Timeline, **query: Any) -> str:
    return client.get(reverse("table", args=[timeline.id]), query).content.decode()


def test_stones_are_shown_once_the_teams_stand(client: Client, alice: User, duel: Timeline) -> None:
    client.force_login(alice)
    assert "No stone in hand." not in page(client, duel)
    played(duel, 200, until="turn_start")
    assert "No stone in hand." in page(client, duel)


def by_hand(timeline: Timeline, *characters: str) -> dict[str, Any]:
    """The form in which player 1 picks characters."""
    option = next(each for each in options(timeline, "pick_team") if each.fields)
    return form_of(timeline, "pick_team", **{"option": option_key(option), "f.characters": list(characters)})


def test_a_ready_made_team_is_one_tap(client: Client, alice: User, duel: Timeline) -> None:
    client.force_login(alice)
    assert "Player 1: a ready-made team" in page(client, duel)
    shown = post(client, "decide", duel, form_of(duel, "pick_team"), follow=True).content.decode()
    assert "Player 1: a ready-made team" not in shown
    assert "Player 2: a ready-made team" in shown
    assert at_head(duel).state.players["p1"].stars == 5


def test_teams_are_chosen_through_the_forms(client: Client, alice: User, duel: Timeline) -> None:
    client.force_login(alice)
    shown = page(client, duel)
    assert "Player 1: choose the team" in shown
    assert "The field" in shown
    answer = post(client, "decide", duel, by_hand(duel, "marauder_1", "tactician_1", "vanguard_3"), follow=True)
    assert "Player 1 fields Marauder I, Tactician I, Vanguard IV, 5 of 5 stars." in answer.content.decode()
    refused = post(client, "decide", duel, by_hand(duel, "marauder_3", "tactician_3", "vanguard_1"))
    assert refused.status_code == 422
    assert "7 stars; the cap is 5." in refused.content.decode()


def test_every_phase_has_its_page(client: Client, alice: User, duel: Timeline) -> None:
    client.force_login(alice)
    for phase in (
        "team_building",
        "first_roll",
        "choose_first",
        "deployment",
        "turn_start",
        "activation",
        "break",
        "discard",
    ):
        played(duel, 200, until=phase)
        assert at_head(duel).state.phase == phase
        shown = page(client, duel)
        assert "data-option" in shown
        assert "sb-grid" in shown
    played(duel, 3_000)
    assert "The game is over" in page(client, duel)


def test_the_table_shows_characters_stones_and_figures(client: Client, alice: User, duel: Timeline) -> None:
    client.force_login(alice)
    played(duel, 80)
    shown = page(client, duel)
    assert 'class="sb-pawn a' in shown
    assert 'class="sb-pawn b' in shown
    assert "Watch" in shown or "Marauder" in shown
    assert "sb-stone" in shown
    for version in range(1, 40, 7):
        assert page(client, duel, v=version)


def test_an_attack_is_made_through_its_form(client: Client, alice: User, duel: Timeline) -> None:
    client.force_login(alice)
    for number in range(400):
        if [each for each in options(duel, "attack") if not each.blocked]:
            break
        position = at_head(duel)
        decision = sensible(position.state, position.pack)
        decide(duel, owner(duel), decision, expected=position.version, chance=lambda n=number: Seeded(n))
    answer = post(client, "decide", duel, form_of(duel, "attack"), follow=True)
    assert answer.status_code == 200
    assert "with ATK" in answer.content.decode() or "evaded" in answer.content.decode()


def test_rolls_of_the_table_are_typed_in(client: Client, alice: User, duel: Timeline) -> None:
    client.force_login(alice)
    played(duel, 50, until="first_roll")
    asked = post(client, "decide", duel, form_of(duel, "roll_for_first", luck="table"))
    assert "roll of first p1" in asked.content.decode()
    form = form_of(duel, "roll_for_first", luck="table", **{"luck.first.p1": "40", "luck.first.p2": "41"})
    assert "Player 2 rolled highest" in post(client, "decide", duel, form, follow=True).content.decode()
