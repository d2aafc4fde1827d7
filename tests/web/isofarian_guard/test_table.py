"""The table page of a campaign: party, place and what is due."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.cast import signed_in
from tests.web.isofarian_guard.campaigns import go, under_way
from tests.web.isofarian_guard.fights import does
from tests.web.pages.posting import form_of, post
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head

pytestmark = pytest.mark.django_db


def table(timeline: Timeline, user: User, query: str = "") -> str:
    return signed_in(user).get(reverse("table", args=[timeline.id]) + query).content.decode()


def test_the_table_shows_the_party_the_purse_and_the_place(alice: User) -> None:
    page = table(under_way(alice), alice)
    for words in ("Grigory", "Alek", "Node 70", "Alloy Short Sword", "3 of 4 slots", "The Barracks of Fort Istra"):
        assert words in page
    assert 'data-watch="sil" data-watch-label="Sil">41<' in page


def test_a_stat_opens_to_where_its_points_come_from(alice: User) -> None:
    page = table(under_way(alice), alice)
    assert "<b>3</b> Base" in page
    assert "<b>1</b> Alloy Short Sword" in page


def test_the_past_shows_the_place_of_then(alice: User) -> None:
    timeline = under_way(alice)
    go(timeline, "move", to="mir/streets")
    assert 'aria-label="Mir"' in table(timeline, alice)
    assert 'aria-label="Node 70"' in table(timeline, alice, "?v=4")


def test_every_version_from_the_opened_box_on_is_a_page(alice: User) -> None:
    timeline = under_way(alice)
    for version in range(5):
        assert "panel-title" in table(timeline, alice, f"?v={version}")


def test_the_table_takes_few_queries(alice: User, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    timeline, client = under_way(alice), signed_in(alice)
    address = reverse("table", args=[timeline.id])
    client.get(address)
    with django_assert_max_num_queries(16):
        client.get(address)


def test_on_a_phone_what_is_due_leads_from_the_map_to_the_decision(alice: User) -> None:
    timeline = under_way(alice)
    assert "ig-due" not in table(timeline, alice)
    go(timeline, "move", to="main/67")
    page = table(timeline, alice)
    assert "ig-due" in page
    assert "A chip is drawn from the event bag here." in page
    go(timeline, "draw_event")
    assert "ig-due" not in table(timeline, alice, "?v=5")


@pytest.mark.rule("ISO-ITM-003")
def test_an_item_that_was_used_in_a_battle_at_the_table_is_gone(alice: User) -> None:
    timeline = under_way(alice, at="main/7")
    does(timeline, "move", to="main/1")
    does(timeline, "draw_event", seen={"event_bag": ["skull_2"]})
    does(timeline, "fight")
    form = form_of(timeline, "end_battle", **{"f.guards.grigory.item": ""})
    post(signed_in(alice), "decide", timeline, form)
    grigory = at_head(timeline).state.guards["grigory"]
    assert (grigory.item, grigory.satchel["rough_leather"]) == (None, 3)
