"""The what-if pages: asking, watching, odds in words and pictures."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.cast import signed_in
from tests.web.pages.posting import play, post, text, version_of
from tracker.jobs.work import advance
from tracker.simulations.asking import Question, ask
from tracker.simulations.models import Simulation
from tracker.timelines.access import Actor
from tracker.timelines.models import Timeline

pytestmark = pytest.mark.django_db


def form(timeline: Timeline, **changes: Any) -> dict[str, Any]:
    return {"version": version_of(timeline), "policy": "sensible", "until": "round", "count.round": "1", "plays": "20",
            "seed": "wolf", **changes}  # fmt: skip


def page(user: User, simulation: Simulation) -> str:
    return text(signed_in(user).get(reverse("simulation", args=[simulation.timeline_id, simulation.id])))


def test_odds_are_asked_for_watched_and_shown(timeline: Timeline, alice: User, sara: User) -> None:
    answer = post(signed_in(alice), "what_if", timeline, form(timeline))
    simulation = Simulation.objects.get()
    assert answer["Location"] == reverse("simulation", args=[timeline.id, simulation.id])
    assert "It waits for its turn." in page(alice, simulation)
    assert "Cancel" not in page(sara, simulation)
    advance()
    shown = page(sara, simulation)
    assert "In 20 plays from here the game goes on in 100 % (84–100 %)." in shown
    assert "<svg" in shown
    assert "The same as a table" in shown
    assert "wolf" in shown


def test_the_form_offers_ways_to_play_and_ends(timeline: Timeline, alice: User) -> None:
    shown = text(signed_in(alice).get(reverse("what_if", args=[timeline.id])))
    for words in ("Sensible", "At random", "the game is over", "rounds have passed", "decisions were taken"):
        assert words in shown


def test_what_was_asked_before_is_listed_in_few_queries(
    timeline: Timeline, owner: Actor, alice: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(2):
        ask(timeline, owner, alice, version_of(timeline), Question("sensible", "round", 1, 10, str(number)))
    advance()
    client, address = signed_in(alice), reverse("what_if", args=[timeline.id])
    client.get(address)
    with django_assert_max_num_queries(14):
        shown = text(client.get(address))
    assert shown.count("In 10 plays from here") == 2


def test_a_refused_question_says_why_and_keeps_what_was_typed(timeline: Timeline, alice: User) -> None:
    answer = post(signed_in(alice), "what_if", timeline, form(timeline, plays="1000000"))
    assert answer.status_code == 422
    assert "1,000,000 was asked for" in text(answer)
    assert 'value="wolf"' in text(answer)


@pytest.mark.parametrize("plays", ["", "-3", "many", "1e9", "\u0663"])
def test_a_number_that_is_none_is_refused(plays: str, timeline: Timeline, alice: User) -> None:
    assert post(signed_in(alice), "what_if", timeline, form(timeline, plays=plays)).status_code == 422


@pytest.mark.parametrize(("version", "status"), [("abc", 400), ("0", 404), ("99999", 404), ("1" * 30, 400)])
def test_a_version_that_never_was_is_not_found(version: str, status: int, timeline: Timeline, alice: User) -> None:
    client = signed_in(alice)
    assert client.get(reverse("what_if", args=[timeline.id]), {"v": version}).status_code == status
    assert post(client, "what_if", timeline, form(timeline, version=version)).status_code == status


def test_it_is_stopped_and_played_on(timeline: Timeline, alice: User) -> None:
    client = signed_in(alice)
    post(client, "what_if", timeline, form(timeline))
    simulation = Simulation.objects.get()
    client.post(reverse("stop_simulation", args=[timeline.id, simulation.id]))
    assert "It was stopped" in page(alice, simulation)
    client.post(reverse("go_on_simulation", args=[timeline.id, simulation.id]))
    advance()
    assert "In 20 plays from here" in page(alice, simulation)


def test_nothing_can_be_asked_of_a_game_that_is_over(timeline: Timeline, owner: Actor, alice: User) -> None:
    play(timeline, owner, 400)
    assert "The game is over there" in text(signed_in(alice).get(reverse("what_if", args=[timeline.id])))


def test_outsiders_find_nothing_and_spectators_ask_nothing(
    timeline: Timeline, alice: User, sara: User, charlie: User
) -> None:
    post(signed_in(alice), "what_if", timeline, form(timeline))
    simulation = Simulation.objects.get()
    place = [timeline.id, simulation.id]
    assert signed_in(charlie).get(reverse("what_if", args=[timeline.id])).status_code == 404
    assert signed_in(charlie).get(reverse("simulation", args=place)).status_code == 404
    assert signed_in(alice).get(reverse("simulation", args=[timeline.id, uuid4()])).status_code == 404
    assert post(signed_in(sara), "what_if", timeline, form(timeline)).status_code == 403
    assert signed_in(sara).post(reverse("stop_simulation", args=place)).status_code == 403
    assert signed_in(sara).post(reverse("go_on_simulation", args=place)).status_code == 403
    assert signed_in(alice).get(reverse("stop_simulation", args=place)).status_code == 405
