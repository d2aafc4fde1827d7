"""The boat, blue nodes and fishing (ISO-WAT)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.isofarian_guard.campaign.world import FIGHTING, NODES, TELLING, Table, both, grigory, table

ABOARD = {"at": "main/b1", "boat": {"at": "main/b1", "aboard": True}}
POLE = {"satchel": {"fishing_pole": 1}, "bag": {"black_sword_1": 2, "red_weaken": 1}}


def at_sea(**given: Any) -> Table:
    return table(**{**ABOARD, **given})


@pytest.mark.rule("ISO-WAT-001", "ISO-WAT-004")
def test_the_boat_is_boarded_where_it_lies_at_a_dock() -> None:
    assert table(at="main/g1", boat={"at": "main/g1"}).refuses("board_boat") == "not_a_dock"
    assert table(at="main/d1", boat={"at": "main/d2"}).refuses("board_boat") == "boat_not_here"
    assert table(at="main/d1").refuses("board_boat") == "boat_not_here"
    game = table(at="main/d1", boat={"at": "main/d1"})
    game.does("board_boat")
    assert game.refuses("board_boat") == "already_aboard"


@pytest.mark.rule("ISO-WAT-002", "ISO-WAT-003")
def test_aboard_only_waterways_lead_on_and_docks_lead_ashore() -> None:
    game = table(at="main/d1", boat={"at": "main/d1", "aboard": True})
    assert game.refuses("move", to="main/g1") == "must_leave_boat"
    assert at_sea().refuses("leave_boat") == "not_a_dock"
    game.does("leave_boat")
    assert game.refuses("leave_boat") == "not_aboard"
    game.does("move", to="main/g1")
    assert game.state.boat.at == "main/d1"


@pytest.mark.rule("ISO-WAT-005")
def test_a_blue_node_draws_like_a_yellow_one() -> None:
    game = at_sea()
    game.does("move", to="main/b2")
    assert game.phase == "event_draw"
    game.draws("skull_1")
    game.does("avoid_battle")


@pytest.mark.rule("ISO-WAT-006")
def test_every_encounter_on_water_is_an_ambush_but_a_hunt_and_a_narrative_battle() -> None:
    game = at_sea(phase="skull_choice", drawn_chip="skull_1")
    game.does("fight")
    assert game.refuses("end_battle", outcome="retreat") == "retreat_not_allowed"
    story = at_sea(**TELLING)
    story.does("narrative_battle")
    assert story.state.battle is not None
    assert not story.state.battle.ambush
    hunt = at_sea(phase="compass_choice", drawn_chip="compass")
    hunt.does("compass", choose="hunt", skull="skull_1")
    hunt.does("end_battle", outcome="retreat")


@pytest.mark.rule("ISO-WAT-007")
def test_a_fall_sends_the_boat_home() -> None:
    game = table(**{**FIGHTING, **ABOARD}, fort={"boat_dock": 1}, checkpoint="ryba/inn")
    assert "BoatReturned" in game.does("end_battle", outcome="defeat")
    assert (game.state.boat.at, game.state.boat.aboard) == ("fort_istra/boat_dock", False)


@pytest.mark.rule("ISO-WAT-008")
def test_the_story_lends_a_boat_and_the_rebuilt_dock_brings_one() -> None:
    game = table(at="main/d1")
    game.does("lend_boat", at="main/d1")
    game.does("board_boat")
    assert game.refuses("lend_boat", at="main/d2") == "already_aboard"
    own = table(at="fort_istra/courtyard", guards=grigory(satchel={"pine": 2}))
    own.does("build", building="boat_dock")
    assert own.state.boat.at == "fort_istra/boat_dock"


@pytest.mark.rule("ISO-WAT-009", "ISO-WAT-010")
def test_fishing_needs_chapter_two_water_and_the_pole() -> None:
    assert at_sea(chapter=1, guards=grigory(**POLE)).refuses("fish", bag="grigory") == "chapter_too_low"
    assert table(guards=grigory(**POLE)).refuses("fish", bag="grigory") == "wrong_place"
    stashed = {"stash": {"cards": {"fishing_pole": 1}}, "guards": grigory(bag={"black_sword_1": 1})}
    assert at_sea(**stashed).refuses("fish", bag="grigory") == "tool_missing"
    partner = at_sea(guards=both({"bag": {"black_sword_1": 1}}, {"satchel": {"fishing_pole": 1}}))
    assert "FishCaught" in partner.does("fish", bag="grigory")


@pytest.mark.rule("ISO-WAT-011")
def test_fishing_comes_after_the_chip_of_the_node_is_resolved() -> None:
    game = at_sea(phase="event_draw", guards=grigory(**POLE))
    assert game.refuses("fish", bag="grigory") == "draw_pending"
    game.draws("skull_1")
    assert game.refuses("fish", bag="grigory") == "chip_unresolved"
    game.does("fight")
    game.does("end_battle", outcome="victory")
    game.does("fish", bag="grigory")


@pytest.mark.rule("ISO-WAT-012", "ISO-WAT-013", "ISO-WAT-015")
@pytest.mark.parametrize(
    ("chip", "fish"),
    [
        ("black_shield_2", "dusk_tuna"),
        ("green_heart", "emerald_koi"),
        ("purple_poison", "amethyst_trout"),
        ("red_stun", "foxtail_carp"),
    ],
)
def test_the_colour_of_a_drawn_chip_decides_the_catch_and_the_chip_goes_back(chip: str, fish: str) -> None:
    bag = {"black_shield_2": 1, "green_heart": 1, "purple_poison": 1, "red_stun": 1}
    game = at_sea(guards=both({"satchel": {"fishing_pole": 1}}, {"hp": 9, "bag": bag}))
    game.does("fish", {"guard_bag.alek": [chip]}, bag="alek", store="alek")
    assert (game.satchel("alek"), game.bag("alek"), game.guard("alek").hp) == ({fish: 1}, bag, 9)


@pytest.mark.rule("ISO-WAT-012")
def test_only_a_chip_of_that_bag_can_be_drawn() -> None:
    game = at_sea(guards=grigory(**POLE))
    assert game.refuses("fish", {"guard_bag.grigory": ["green_heart"]}, bag="grigory") == "chip_not_in_bag"
    assert game.refuses("fish", bag="alek") == "chip_not_in_bag"


@pytest.mark.rule("ISO-WAT-014")
def test_one_catch_a_visit_used_up_even_if_the_fish_is_dropped() -> None:
    game = at_sea(guards=both({**POLE, "satchel": {"fishing_pole": 1, "tent": 3}}, {"satchel": {"potion": 4}}))
    game.does("fish", bag="grigory")
    game.does("resolve_overflow", drop="new")
    assert game.refuses("fish", bag="grigory") == "already_fished_here"
    game.does("move", to="main/b2")
    assert not game.state.fished_here


@pytest.mark.rule("ISO-WAT-016")
def test_boarding_and_leaving_are_no_moves_and_draw_nothing() -> None:
    nodes = {**NODES, "main/d1": {"color": "yellow", "region": "forest", "dock": True, "waterways": ["main/b1"]}}
    game = table(at="main/d1", boat={"at": "main/d1"}, content={"nodes": nodes})
    game.does("board_boat")
    game.does("leave_boat")
    assert game.phase == "exploration"


@pytest.mark.rule("ISO-WAT-017")
def test_while_the_dock_is_in_ruins_a_boat_that_must_return_is_gone() -> None:
    game = table(**{**FIGHTING, **ABOARD}, checkpoint="ryba/inn")
    game.does("end_battle", outcome="defeat")
    assert game.state.boat.at is None


@pytest.mark.rule("ISO-WAT-018")
def test_waterways_lead_both_ways() -> None:
    game = at_sea()
    for to in ("main/b2", "main/b1"):
        game.does("move", to=to)
        game.draws("skull_1")
        game.does("avoid_battle")
    assert game.state.at == "main/b1"
