"""The record of battles, and the battle on the table page."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from projections.catalogue import Battles
from projections.reading import history
from tests.cast import signed_in
from tests.web.isofarian_guard.fights import does, fights, wolves
from tracker.timelines.access import actor_for
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head
from tracker.timelines.rewinding import rewind

pytestmark = pytest.mark.django_db


def page(client: Client, name: str, *arguments: object, query: str = "") -> str:
    answer = client.get(reverse(name, args=arguments) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def first_of(timeline: Timeline) -> int:
    """The version at which the first battle began."""
    return next(version for version, line in history(Battles(), timeline) if line["opens"])


def test_a_battle_stands_in_place_of_the_map_with_both_dashboards(alice: User) -> None:
    timeline = wolves(alice)
    does(timeline, "fight")
    does(timeline, "fight_rounds")
    shown = page(signed_in(alice), "table", timeline.id)
    assert "Battle, round 1" in shown
    assert shown.count('class="bt-foe') == 2
    assert shown.count('class="bt-guard') == 2
    assert "Start round 1" in shown
    assert shown.index("Start round 1") < shown.index("We won")


def test_before_a_draw_its_odds_are_told(alice: User) -> None:
    timeline = wolves(alice)
    does(timeline, "fight")
    does(timeline, "fight_rounds")
    does(timeline, "start_round")
    does(timeline, "activate_guard", guard="grigory")
    shown = page(signed_in(alice), "table", timeline.id)
    assert "Chances in a draw of 2" in shown
    assert "Draw the hand: 2 black chips" in shown


def test_a_target_is_one_tap_with_the_sum_on_it(alice: User) -> None:
    timeline = wolves(alice)
    does(timeline, "fight")
    does(timeline, "fight_rounds")
    does(timeline, "start_round")
    does(timeline, "activate_guard", guard="grigory")
    does(timeline, "draw_chips", seen={"bag.grigory": ["black_sword_1", "black_sword_1"]}, guard="grigory")
    shown = page(signed_in(alice), "table", timeline.id)
    assert '<button type="submit" class="tap" name="f.target" value="I"><span>I Timber Wolf</span>' in shown
    assert "− DEF 1 (1 base)" in shown


def test_the_record_tells_every_battle_and_its_rounds(alice: User) -> None:
    timeline = wolves(alice)
    fights(timeline)
    client = signed_in(alice)
    shown = page(client, "battles", timeline.id)
    assert "Grigory and Alek against 2 × Timber Wolf ★" in shown
    assert "Victory" in shown
    one = page(client, "battle", timeline.id, first_of(timeline))
    assert "HP round by round" in one
    assert 'id="round-1"' in one
    assert f"?v={at_head(timeline).version}" in one


def test_a_battle_that_was_undone_leaves_the_record(alice: User) -> None:
    timeline = wolves(alice)
    before = at_head(timeline).version
    fights(timeline)
    actor = actor_for(timeline.campaign.memberships.get())
    rewind(timeline, actor, before, expected=at_head(timeline).version)
    assert "No battle yet" in page(signed_in(alice), "battles", timeline.id)


def test_a_round_of_the_past_can_be_looked_at(alice: User) -> None:
    timeline = wolves(alice)
    fights(timeline)
    shown = page(signed_in(alice), "table", timeline.id, query=f"?v={first_of(timeline) + 4}")
    assert "Nothing can be decided here" in shown
    assert "Battle, round 1" in shown


def test_the_record_is_for_those_who_may_see_the_campaign(alice: User, charlie: User, timeline: Timeline) -> None:
    wolf = wolves(alice)
    assert signed_in(charlie).get(reverse("battles", args=[wolf.id])).status_code == 404
    assert signed_in(alice).get(reverse("battle", args=[wolf.id, 3])).status_code == 404
    assert signed_in(alice).get(reverse("battles", args=[timeline.id])).status_code == 404  # another game
    assert signed_in(alice).post(reverse("battles", args=[wolf.id])).status_code == 405


def test_the_pages_of_a_long_record_ask_the_database_a_bounded_number_of_times(
    alice: User, django_assert_max_num_queries: object
) -> None:
    timeline = wolves(alice)
    fights(timeline)
    client = signed_in(alice)
    with django_assert_max_num_queries(30):  # type: ignore[operator]
        page(client, "battle", timeline.id, first_of(timeline))
