"""The tour for newcomers: seven steps, each with the page that it is about."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError
from django.test import Client

from tests.cast import signed_in
from tests.web.pages.posting import text
from tracker.timelines.models import Campaign
from tracker.web import demo_road, tour

pytestmark = pytest.mark.django_db


@pytest.fixture
def newcomer(charlie: User) -> Client:
    """Charlie, who has no campaign yet."""
    return signed_in(charlie)


def step(client: Client, number: object) -> str:
    """The page to which a step leads."""
    return text(client.post("/tour/step/", {"step": str(number)}, follow=True))


def test_whoever_has_no_campaign_is_offered_the_tour_and_gets_one_to_walk_through(
    newcomer: Client, charlie: User
) -> None:
    assert "/tour/" in text(newcomer.get("/"))
    assert "makes a campaign of your own" in text(newcomer.get("/tour/"))
    page = step(newcomer, 1)
    assert demo_road.NAME in page
    assert "step 1 of 7" in page
    assert "makes a campaign of your own" not in text(newcomer.get("/tour/"))
    step(newcomer, 1)
    assert Campaign.objects.filter(created_by_id=charlie.pk).count() == 1


def test_each_step_leads_to_the_page_that_it_is_about(newcomer: Client) -> None:
    shown = ["Rebuild: Lumbermill", "Undo", "The party fell at node 30.", "Back to now", "What-if", demo_road.BRANCH]
    for number, words in enumerate(shown, 2):
        page = step(newcomer, number)
        assert f"step {number} of 7" in page
        assert words in page
    assert "Done" in page
    assert "Next:" not in page


def test_the_strip_goes_along_until_the_tour_is_ended(newcomer: Client, bob: User) -> None:
    step(newcomer, 3)
    assert "step 3 of 7" in text(newcomer.get("/"))
    assert "of 7" not in text(signed_in(bob).get("/"))
    assert "of 7" not in step(newcomer, "end")
    assert "of 7" not in text(newcomer.get("/"))


@pytest.mark.parametrize("number", ["0", "8", "99", "", "x", "-1"])
def test_a_step_that_does_not_exist_is_the_nearest_one_or_the_first(number: str, newcomer: Client) -> None:
    page = step(newcomer, number)
    assert "step 7 of 7" in page if number in ("8", "99") else "step 1 of 7" in page


def test_a_cookie_without_a_campaign_shows_nothing(newcomer: Client) -> None:
    newcomer.cookies["tour"] = "4"
    assert "of 7" not in text(newcomer.get("/"))


def test_a_page_that_tells_of_a_broken_database_does_not_break_on_the_strip(
    newcomer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    step(newcomer, 1)

    def broken(request: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(tour, "_road", broken)
    assert newcomer.get("/").status_code == 200


def test_without_an_account_there_is_no_tour(client: Client) -> None:
    assert "/accounts/login/" in client.get("/tour/")["Location"]
    assert "/accounts/login/" in client.post("/tour/step/", {"step": "1"})["Location"]
    client.cookies["tour"] = "1"
    assert client.get("/").status_code == 200


def test_a_real_account_of_the_friends_name_is_left_alone(charlie: User) -> None:
    mira = User.objects.create_user(demo_road.FRIEND, password="mine")
    made = demo_road.road(charlie)
    assert not made.memberships.filter(user=mira).exists()
    assert set(made.memberships.values_list("alias", flat=True)) == {"charlie", "mira-2"}
