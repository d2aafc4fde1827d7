"""The pages beside the table: for whom, in which version, and what they show."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from projections.pages import pages
from tests.cast import signed_in
from tests.web.isofarian_guard.campaigns import go, under_way
from tracker.timelines.models import Timeline

pytestmark = pytest.mark.django_db

PAGES = [each.name for each in pages("isofarian_guard")]


def address(timeline: Timeline, name: str, query: str = "") -> str:
    return reverse("game_page", args=[timeline.id, name]) + query


def content(timeline: Timeline, user: User, name: str, query: str = "") -> str:
    answer = signed_in(user).get(address(timeline, name, query))
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("name", PAGES)
def test_every_page_shows_every_version(alice: User, name: str) -> None:
    timeline = under_way(alice)
    go(timeline, "move", to="mir/streets")
    assert "Nothing can be decided here" not in content(timeline, alice, name)
    for version in range(5):
        assert "Nothing can be decided here" in content(timeline, alice, name, f"?v={version}")


@pytest.mark.parametrize("name", PAGES)
def test_outsiders_find_nothing(alice: User, charlie: User, name: str) -> None:
    timeline = under_way(alice)
    assert signed_in(charlie).get(address(timeline, name)).status_code == 404
    assert Client().get(address(timeline, name)).status_code == 404


def test_a_page_that_is_not_there_is_not_found(alice: User) -> None:
    timeline = under_way(alice)
    assert signed_in(alice).get(address(timeline, "kitchen")).status_code == 404
    assert signed_in(alice).get(address(timeline, "map", "?v=999")).status_code == 404
    assert signed_in(alice).get(address(timeline, "map", "?v=first")).status_code == 400
    assert signed_in(alice).post(address(timeline, "map")).status_code == 405


def test_a_game_without_pages_links_to_none(timeline: Timeline, alice: User) -> None:
    assert "/sheets/" not in signed_in(alice).get(reverse("table", args=[timeline.id])).content.decode()
    assert signed_in(alice).get(address(timeline, "map")).status_code == 404


def test_links_between_pages_of_the_past_stay_in_the_past(alice: User) -> None:
    timeline = under_way(alice)
    go(timeline, "move", to="mir/streets")
    assert f'href="{address(timeline, "map")}?v=4"' in content(timeline, alice, "map", "?v=4")


@pytest.mark.parametrize("name", PAGES)
def test_no_two_pieces_of_a_page_bear_one_id(alice: User, name: str) -> None:
    ids = re.findall(r'\bid="([^"]+)"', content(under_way(alice), alice, name))
    assert sorted(ids) == sorted(set(ids))


# ---- the map


def test_a_node_of_the_map_leads_to_what_stands_there(alice: User) -> None:
    page = content(under_way(alice), alice, "map", "?node=main/29")
    wanted = re.search(r'\?node=main/29#([\w-]+)"', page)
    assert wanted
    assert page.count(f'id="{wanted[1]}"') == 1


def test_the_map_tells_of_the_chosen_node(alice: User) -> None:
    assert 'aria-label="Node 29"' in content(under_way(alice), alice, "map", "?node=main/29")


def test_the_map_points_out_where_a_material_grows(alice: User) -> None:
    page = content(under_way(alice), alice, "map", "?find=pine")
    assert "Pine: 3 places on the map." in page
    assert page.count(" found") >= 3


@pytest.mark.parametrize(
    ("wanted", "told"),
    [("29", 'aria-label="Node 29"'), ("forgotten", 'aria-label="Forgotten Tower"'), ("RYBA", 'aria-label="Ryba"')],
)
def test_a_number_or_a_name_is_found_on_the_map(alice: User, wanted: str, told: str) -> None:
    page = content(under_way(alice), alice, "map", f"?q={wanted}")
    assert told in page
    assert "of that name." in page


def test_a_name_that_is_nowhere_is_said_to_be_nowhere(alice: User) -> None:
    assert "No place of that name is known." in content(under_way(alice), alice, "map", "?q=atlantis")


def test_whatever_is_asked_of_the_map_it_shows_the_map(alice: User) -> None:
    timeline = under_way(alice)
    for query in ("?node=nowhere", "?find=nothing", "?area=atlantis", "?area=mir", "?node=<b>"):
        assert "data-map-picture" in content(timeline, alice, "map", query)


def test_moves_stand_on_the_map_of_the_table(alice: User) -> None:
    timeline = under_way(alice)
    page = signed_in(alice).get(reverse("table", args=[timeline.id])).content.decode()
    assert 'aria-label="Go to Node 75, orange"' in page
    assert page.count("data-move ") == 4


# ---- the books


def test_the_sheets_link_each_card_to_the_decisions_that_brought_it(alice: User) -> None:
    timeline = under_way(alice)
    story = reverse("story", args=[timeline.id])
    page = content(timeline, alice, "guards")
    assert f'href="{story}?text=Alloy%20Short%20Sword"' in page
    assert "Tactician, [Chain]" in page


def test_the_stash_counts_what_is_equipped(alice: User) -> None:
    page = content(under_way(alice), alice, "stash", "?q=alloy+short+sword")
    assert "<span><b>1</b> <small>equipped</small></span>" in page
    assert "Grigory has it equipped." in page


def test_the_stash_is_searched_without_script(alice: User) -> None:
    page = content(under_way(alice), alice, "stash", "?q=iron")
    assert "Iron Short Sword" in page
    assert "Rough Leather</span>" not in page


@pytest.mark.pitfall("BL-133")
def test_what_is_searched_for_is_never_markup(alice: User) -> None:
    page = content(under_way(alice), alice, "stash", "?q=%3Cscript%3Ealert%281%29%3C%2Fscript%3E")
    assert "<script>alert" not in page
    assert "No such card" in page


def test_the_city_shows_what_can_be_made_now(alice: User) -> None:
    page = content(under_way(alice), alice, "cities", "?city=mir&can=now")
    assert "Traveling Boots" in page
    assert "Golden Scythe" not in page


def test_the_fort_says_what_the_next_level_lacks(alice: User) -> None:
    assert "Missing: 4 Ancient Oak, 4 Gold." in content(under_way(alice), alice, "fort")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_takes_few_queries(
    alice: User, name: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    timeline, client = under_way(alice), signed_in(alice)
    client.get(address(timeline, name))
    with django_assert_max_num_queries(8):
        client.get(address(timeline, name))
