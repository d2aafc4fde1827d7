"""The demonstration: believable, the same every time, and nothing made twice."""

from __future__ import annotations

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.management import call_command

from rules.games import game
from tests.web.pages.posting import options
from tracker.eventstore import store
from tracker.timelines.campaigns import main_timeline
from tracker.timelines.decisions import decisions_in
from tracker.timelines.models import Campaign, Timeline
from tracker.timelines.positions import at_head, at_version
from tracker.web import demo, demo_road, demo_vale

pytestmark = pytest.mark.django_db


@pytest.fixture
def road(db: None) -> Timeline:
    """The main timeline of the demo campaign of The Isofarian Guard."""
    return main_timeline(demo_road.road(demo.demo_user()))


def test_the_campaigns_are_made_once(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("demo")
    call_command("demo")
    assert sorted(Campaign.objects.values_list("name", flat=True)) == sorted(
        ["The northern gates", demo_road.NAME, demo.DUEL, demo.ENCOUNTER, demo_vale.NAME]
    )
    assert "Sign in as demo" in capsys.readouterr().out
    assert authenticate(username=demo.LOGIN, password=demo.PASSWORD) is not None


def test_the_duel_stands_in_the_middle_of_a_fight(db: None) -> None:
    duel = next(each for each in demo.demo_campaigns() if each.name == demo.DUEL)
    position = at_head(main_timeline(duel))
    assert position.state.round > 1
    assert position.state.terrain
    assert position.game.outcome(position.state) is None
    assert position.game.check(position.state) == []


def test_the_encounter_stands_where_the_enemy_has_changed_its_form(db: None) -> None:
    encounter = next(each for each in demo.demo_campaigns() if each.name == demo.ENCOUNTER)
    position = at_head(main_timeline(encounter))
    assert (position.state.phase, position.state.enemy.form) == ("action", "injured")
    assert position.state.active is not None
    assert position.game.outcome(position.state) is None
    assert position.game.check(position.state) == []


def test_the_scene_in_the_vale_stands_in_its_second_round(db: None) -> None:
    timeline = main_timeline(demo_vale.raiders(demo.demo_user()))
    state = at_head(timeline).state
    assert (state.phase, state.round, state.turn.unit) == ("action_scene", 2, "harinya")
    assert state.units["ruffian_1"].defeated
    assert state.characters["harinya"].potions == {"healing_potion": 1}
    assert at_head(timeline).game.check(state) == []
    assert any(option.likely and not option.blocked for option in options(timeline))


def test_nobody_signs_in_as_the_friend_at_the_table(road: Timeline) -> None:
    friend = User.objects.get(username=demo_road.FRIEND)
    assert not friend.has_usable_password()
    assert {seat.member.alias for seat in road.campaign.seats.all() if seat.member} == {"demo", "mira"}


def test_the_road_ends_at_the_fort_where_the_lumbermill_can_be_rebuilt_and_a_skill_unlocked(road: Timeline) -> None:
    position = at_head(road)
    state = position.state
    assert (state.at, state.chapter, state.sil, state.lux) == ("fort_istra/courtyard", 2, 40, 28)
    assert position.game.check(state) == []
    assert any(option.do == "build" and not option.blocked for option in options(road))
    assert any(option.do == "unlock_skill" and not option.blocked for option in options(road))


def test_the_road_holds_a_fall_an_undone_move_and_a_branch_from_before_the_fall(road: Timeline) -> None:
    line = store.lineage(road.id)
    names = {decision.name.partition(".")[2] for decision in decisions_in(line, 0, line.version, newest=1_000)}
    assert {"fight", "end_battle", "buy", "craft", "rest", "collect_pile", "harvest", "start_quest", "undo"} <= names
    branch = road.campaign.timelines.get(name=demo_road.BRANCH)
    before = at_version(branch, branch.forked_at).state
    assert (before.phase, before.drawn_chip) == ("skull_choice", "skull_3")
    assert at_head(branch).state.at == "main/38"


def test_the_battle_that_they_lost_is_under_way_on_a_branch(road: Timeline) -> None:
    position = at_head(road.campaign.timelines.get(name=demo_road.ROUNDS))
    assert position.state.fight is not None
    assert position.game.check(position.state) == []
    assert any(option.likely and not option.blocked for option in position.game.options(position.state, position.pack))


def test_the_same_story_comes_about_every_time(road: Timeline) -> None:
    first = at_head(road).state
    Campaign.objects.filter(id=road.campaign_id).update(name="Earlier")
    again = main_timeline(demo_road.road(demo.demo_user()))
    assert again.id != road.id
    assert at_head(again).state == first
    assert game(demo_road.GAME).outcome(first) is None
