"""What may be decided, over the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.cast import signed_in
from tests.web.pages.posting import options, strict_gates
from tracker.timelines.access import actor_for
from tracker.timelines.campaigns import change_settings
from tracker.timelines.models import Timeline

pytestmark = pytest.mark.django_db


@pytest.fixture
def gates(alice: User, bob: User, sara: User) -> Timeline:
    """Alice and Bob before the gates, each with a seat of their own."""
    return strict_gates(alice, bob, sara)


def offered(timeline: Timeline, user: User) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = signed_in(user).get(f"/api/timelines/{timeline.id}/options/").json()["options"]
    return found


def test_every_option_says_whether_it_is_yours_and_else_whom_it_is_left_to(gates: Timeline, bob: User) -> None:
    found = offered(gates, bob)
    assert [each["do"] for each in found] == [option.do for option in options(gates)]
    seats = {each["fixed"].get("player"): (each["yours"], each["left_to"]) for each in found}
    assert seats["p1"] == (False, "alice, who is Player 1")
    assert seats["p2"] == (True, "")
    assert seats[None] == (True, "")


def test_around_one_table_all_of_them_are_yours(gates: Timeline, alice: User, bob: User) -> None:
    change_settings(gates.campaign, actor_for(gates.campaign.memberships.get(user=alice)), strict_seats=False)
    assert {(each["yours"], each["left_to"]) for each in offered(gates, bob)} == {(True, "")}


def test_to_who_watches_none_is_theirs(gates: Timeline, sara: User) -> None:
    assert {(each["yours"], each["left_to"]) for each in offered(gates, sara)} == {(False, "")}


def test_the_schema_tells_of_it(alice: User) -> None:
    schema = signed_in(alice).get("/api/schema/?format=json").json()
    option = schema["components"]["schemas"]["OptionOut"]
    assert {"do", "label", "fields", "blocked", "yours", "left_to"} <= set(option["properties"])
    assert "left_to" in option["description"]
