"""The compare page."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from projections.compared import Total
from tests.cast import campaign_of, signed_in
from tests.web.pages.posting import ODD, SHOWN, play, text
from tracker.timelines.access import Actor
from tracker.timelines.forking import fork, rename
from tracker.timelines.models import Campaign, Timeline
from tracker.timelines.positions import at_head
from tracker.web.compare_page import bars_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def branch(timeline: Timeline, owner: Actor, alice: User) -> Timeline:
    """A branch on which another story is told."""
    play(timeline, owner, 6)
    made = fork(timeline, owner, alice, at_head(timeline).version, name="What if", description="Another way.")
    play(timeline, owner, 5, seed=2)
    play(made, owner, 7, seed=9)
    return made


def page(client: Client, campaign: Campaign, **asked: Any) -> HttpResponse:
    """The compare page."""
    answer: HttpResponse = client.get(reverse("compare", args=[campaign.id]), asked)
    return answer


def test_the_newest_branch_stands_beside_the_main_timeline(
    timeline: Timeline, campaign: Campaign, alice: User, branch: Timeline
) -> None:
    shown = text(page(signed_in(alice), campaign))
    assert f"version {branch.forked_at}" in shown
    for heading in ("How the game differs", "What happened since", "Decision by decision"):
        assert heading in shown
    assert "5 decisions on the one side, 7 on the other" in shown


def test_the_other_way_round_and_two_versions(
    timeline: Timeline, campaign: Campaign, alice: User, branch: Timeline
) -> None:
    client = signed_in(alice)
    assert "7 decisions on the one side, 5 on the other" in text(page(client, campaign, a=branch.id, b=timeline.id))
    shown = text(page(client, campaign, a=timeline.id, av=branch.forked_at, b=timeline.id))
    assert "0 decisions on the one side, 5 on the other" in shown
    assert f"only v{branch.forked_at}" in shown or f"v{branch.forked_at}" in shown


def test_one_timeline_alone_offers_a_choice(timeline: Timeline, campaign: Campaign, alice: User) -> None:
    shown = text(page(signed_in(alice), campaign))
    assert "The same, twice" in shown
    assert '<details class="compare-choice" open>' in shown


def test_what_there_is_not(timeline: Timeline, campaign: Campaign, alice: User, bob: User, sara: User) -> None:
    client = signed_in(alice)
    other = campaign_of(bob, alice, sara, set_up={"do": "set_up", "mode": "solo", "factions": {"p1": "elf"}})
    assert page(client, campaign, a="nonsense").status_code == 404
    assert page(client, campaign, b=other.main_id).status_code == 404
    for version in ("999", "x", "-1", "9" * 30):
        refused = page(client, campaign, av=version)
        assert refused.status_code == 422
        assert "ersion" in text(refused)


def test_spectators_compare_and_outsiders_find_nothing(
    timeline: Timeline, campaign: Campaign, sara: User, charlie: User, branch: Timeline
) -> None:
    assert page(signed_in(sara), campaign).status_code == 200
    assert page(signed_in(charlie), campaign).status_code == 404
    assert signed_in(sara).post(reverse("compare", args=[campaign.id])).status_code == 405


@pytest.mark.pitfall("BL-133")
def test_names_are_shown_as_they_are(
    timeline: Timeline, campaign: Campaign, owner: Actor, alice: User, branch: Timeline
) -> None:
    rename(branch, owner, name=ODD, description="")
    shown = text(page(signed_in(alice), campaign))
    assert SHOWN in shown
    assert ODD not in shown


def test_timelines_and_story_lead_there(timeline: Timeline, campaign: Campaign, alice: User, branch: Timeline) -> None:
    client, address = signed_in(alice), reverse("compare", args=[campaign.id])
    assert f"{address}?b={branch.id}" in text(client.get(reverse("timelines", args=[campaign.id])))
    assert f"{address}?a={timeline.id}&amp;av=" in text(client.get(reverse("story", args=[timeline.id])))


def test_queries_do_not_grow_with_the_stories(
    timeline: Timeline, campaign: Campaign, owner: Actor, alice: User, branch: Timeline
) -> None:
    client = signed_in(alice)

    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            assert page(client, campaign).status_code == 200
        return len(found)

    few = queries()
    play(timeline, owner, 15, seed=4)
    play(branch, owner, 15, seed=5)
    assert queries() <= few
    assert few < 40


def test_times_are_told_in_hours_and_minutes() -> None:
    told = {seconds: bars_of(Total("", seconds, 0, "seconds"))["one"] for seconds in (0, 20, 60, 3600, 5400)}
    assert told == {0: "none", 20: "under a minute", 60: "1 min", 3600: "1 h", 5400: "1 h 30 min"}
