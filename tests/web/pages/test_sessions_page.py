"""Sessions: sitting down, stopping, and what each of them brought."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from projections.reading import Reading
from projections.recaps import recap
from tests.cast import signed_in
from tests.web.isofarian_guard.campaigns import go, under_way
from tests.web.pages.posting import play
from tracker.eventstore import store
from tracker.timelines.access import Actor
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head
from tracker.timelines.rewinding import undo
from tracker.timelines.sittings import sittings

pytestmark = pytest.mark.django_db


def page(timeline: Timeline, client: Client) -> str:
    return client.get(reverse("sessions", args=[timeline.id])).content.decode()


def sit_down(timeline: Timeline, client: Client, date: str = "2026-11-30", title: str = "") -> int:
    answer = client.post(reverse("open_session", args=[timeline.id]), {"date": date, "title": title})
    return answer.status_code


def stop(timeline: Timeline, client: Client) -> int:
    return client.post(reverse("close_session", args=[timeline.id])).status_code


def test_a_session_is_opened_played_and_closed(timeline: Timeline, owner: Actor, alice: User) -> None:
    client = signed_in(alice)
    assert "No session yet" in page(timeline, client)
    assert sit_down(timeline, client, title="First light") == 302
    assert "Session 1 “First light” has been going on since 30 November 2026." in page(timeline, client)
    play(timeline, owner, 3)
    assert stop(timeline, client) == 302
    shown = page(timeline, client)
    assert "Session 1: First light" in shown
    assert "3 decisions by alice" in shown
    assert "Begin session 2" in shown


def test_a_session_that_goes_on_is_not_opened_again(timeline: Timeline, alice: User) -> None:
    client = signed_in(alice)
    sit_down(timeline, client)
    answer = client.post(reverse("open_session", args=[timeline.id]), {"date": "2026-12-01"})
    assert answer.status_code == 422
    assert "Session 1 is still going on." in answer.content.decode()


def test_nothing_is_closed_that_does_not_go_on(timeline: Timeline, alice: User) -> None:
    assert stop(timeline, signed_in(alice)) == 422


@pytest.mark.parametrize("date", ["", "yesterday", "2026-02-30"])
def test_a_day_that_is_none_is_refused_in_words(timeline: Timeline, alice: User, date: str) -> None:
    assert sit_down(timeline, signed_in(alice), date) == 422
    assert sittings(store.lineage(timeline.id)) == []


def test_who_watches_sees_the_sessions_and_opens_none(timeline: Timeline, alice: User, sara: User) -> None:
    sit_down(timeline, signed_in(alice))
    client = signed_in(sara)
    assert "Session 1" in page(timeline, client)
    assert "End the session" not in page(timeline, client)
    assert stop(timeline, client) == 403


def test_outsiders_find_no_sessions(timeline: Timeline, charlie: User) -> None:
    assert signed_in(charlie).get(reverse("sessions", args=[timeline.id])).status_code == 404


@pytest.mark.pitfall("BL-019")
def test_what_was_taken_back_counts_for_nothing_in_a_recap(timeline: Timeline, owner: Actor, alice: User) -> None:
    client = signed_in(alice)
    sit_down(timeline, client)
    play(timeline, owner, 3)
    undo(timeline, owner, expected=at_head(timeline).version)
    stop(timeline, client)
    reading = Reading.of(timeline)
    assert recap(reading, sittings(reading.line)[0]).decisions == 2


def test_the_recap_of_a_campaign_says_what_it_brought(alice: User) -> None:
    timeline = under_way(alice, at="fort_istra/courtyard", fort={}, stash={"cards": {"pine": 4}}, checkpoint="")
    client = signed_in(alice)
    sit_down(timeline, client)
    go(timeline, "build", building="lumbermill")
    go(timeline, "move", to="fort_istra/barracks")
    stop(timeline, client)
    reading = Reading.of(timeline)
    told = recap(reading, sittings(reading.line)[0]).told
    assert told == ["One new place.", "The Lumbermill was rebuilt.", "Used or lost: 4 Pine."]
    shown = page(timeline, client)
    assert "The Lumbermill was rebuilt." in shown
    assert "Fort Istra</a>" in shown


def test_six_sessions_a_page_take_few_queries(
    timeline: Timeline, owner: Actor, alice: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = signed_in(alice)
    for _ in range(7):
        sit_down(timeline, client)
        play(timeline, owner, 1)
        stop(timeline, client)
    with django_assert_max_num_queries(34):
        shown = page(timeline, client)
    assert "Page 1 of 2" in shown
