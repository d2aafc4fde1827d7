"""Harvesting and mining (ISO-HAR)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.isofarian_guard.content.pack import standard
from tests.rules.isofarian_guard.campaign.world import Table, both, grigory, table

AXE = {"satchel": {"wood_axe": 1}}


@pytest.mark.rule("ISO-HAR-001", "ISO-FORT-021")
def test_harvesting_and_mining_open_with_chapter_two_which_hands_out_the_tools() -> None:
    game = table(chapter=1)
    assert game.refuses("harvest") == "chapter_too_low"
    game.does("start_chapter", chapter=2, store={"wood_axe": "grigory", "pickaxe": "alek"})
    assert (game.satchel(), game.satchel("alek")) == ({"wood_axe": 1}, {"pickaxe": 1})
    game.does("harvest")


@pytest.mark.rule("ISO-HAR-002")
def test_wood_is_cut_and_ore_mined_only_where_the_map_shows_it() -> None:
    tools = grigory(satchel={"wood_axe": 1, "pickaxe": 1})
    assert table(at="main/d1", guards=tools).refuses("harvest") == "wrong_place"
    assert table(at="main/g1", guards=tools).refuses("mine") == "wrong_place"
    assert table(at="main/g2", guards=tools).does("mine")[0] == "MaterialMined"


@pytest.mark.rule("ISO-HAR-002")
@pytest.mark.parametrize(("color", "code"), [("yellow", "wrong_place"), ("orange", "wrong_place"), ("unknown", None)])
def test_only_green_nodes_yield_as_far_as_anybody_knows_their_colour(color: str, code: str | None) -> None:
    nodes = {"main/w": {"color": color, "wood": ["pine"]}}
    game = table(at="main/w", guards=grigory(**AXE), content={"nodes": nodes})
    assert game.refuses("harvest") == code if code else game.does("harvest")


@pytest.mark.rule("ISO-HAR-003")
@pytest.mark.parametrize(("do", "tool"), [("harvest", "wood_axe"), ("mine", "pickaxe")])
def test_the_matching_tool_lies_in_either_satchel_but_not_in_the_stash(do: str, tool: str) -> None:
    wrong = {"wood_axe": "pickaxe", "pickaxe": "wood_axe"}[tool]
    game = table(at="main/g2", stash={"cards": {tool: 1}}, guards=grigory(satchel={wrong: 1}))
    assert game.refuses(do) == "tool_missing"
    assert table(at="main/g2", guards=both({}, {"satchel": {tool: 1}})).does(do)


@pytest.mark.rule("ISO-HAR-004", "ISO-HAR-008")
def test_harvesting_takes_the_most_that_may_be_carried_as_one_card_and_needs_no_draw() -> None:
    game = table(guards=grigory(**AXE))
    game.does("harvest")
    assert game.satchel() == {"wood_axe": 1, "pine": 4}
    limited = table(
        guards=grigory(**AXE), content={"materials": {"pine": {"limit": 6}, "oak": {}, "iron_ore": {}, "pelt": {}}}
    )
    limited.does("harvest")
    assert limited.satchel()["pine"] == 6


@pytest.mark.rule("ISO-HAR-005")
def test_a_card_of_the_same_wood_goes_back_first_so_that_four_are_never_exceeded() -> None:
    full = {"wood_axe": 1, "pine": 3, "tent": 2}
    game = table(guards=both({"satchel": full}, {"satchel": {"potion": 4}}))
    assert game.does("harvest") == ["MaterialHarvested", "CardStored"]
    assert game.satchel() == {**full, "pine": 4}
    both_hold = table(guards=both({"satchel": {"wood_axe": 1, "pine": 1}}, {"satchel": {"pine": 2}}))
    both_hold.does("harvest")
    assert (both_hold.satchel(), both_hold.satchel("alek")) == ({"wood_axe": 1, "pine": 4}, {})


@pytest.mark.rule("ISO-HAR-006")
def test_a_node_of_several_woods_fills_up_each_with_one_action() -> None:
    game = table(at="main/g2", guards=grigory(satchel={"wood_axe": 1, "oak": 1}))
    assert game.does("harvest").count("MaterialHarvested") == 2
    assert game.satchel() == {"wood_axe": 1, "pine": 4, "oak": 4}


@pytest.mark.rule("ISO-HAR-007")
def test_the_real_nodes_yield_what_the_index_lists() -> None:
    nodes = standard().nodes
    assert (nodes["main/17"].wood, nodes["main/88"].ore) == (("pine", "ancient_oak"), ("iron_ore",))


@pytest.mark.rule("ISO-HAR-009")
def test_without_a_slot_and_without_that_wood_a_card_is_dropped_for_it() -> None:
    game = table(guards=both({"satchel": {"wood_axe": 1, "tent": 3}}, {"satchel": {"potion": 4}}))
    assert "OverflowRaised" in game.does("harvest")
    game.does("resolve_overflow", drop="tent", guard="grigory")
    assert game.satchel() == {"wood_axe": 1, "tent": 2, "pine": 4}


@pytest.mark.rule("ISO-HAR-010")
def test_both_actions_on_one_node_and_repeating_only_top_up() -> None:
    game = table(at="main/g2", guards=both(AXE, {"satchel": {"pickaxe": 1}}))
    for do in ("harvest", "mine", "harvest"):
        game.does(do)
    carried: dict[str, Any] = {**game.satchel(), **game.satchel("alek")}
    assert (carried["pine"], carried["oak"], carried["iron_ore"]) == (4, 4, 4)


def test_a_full_satchel_cannot_be_named_while_the_other_has_room() -> None:
    game = table(guards=both({"satchel": {"wood_axe": 1, "tent": 3}}, {}))
    assert game.refuses("harvest", store={"pine": "grigory"}) == "satchel_full"
    game.does("harvest", store={"pine": "alek"})


@pytest.mark.pitfall("BL-034")
def test_a_limit_that_a_newer_pack_brings_counts_from_the_first_card_on() -> None:
    materials = {"pine": {"limit": 2}, "oak": {}, "iron_ore": {}, "pelt": {}}
    game = table(guards=grigory(**AXE), content={"materials": materials})
    before = Table(msgspec.structs.replace(game.state, materials={}), game.pack)
    assert before.does("harvest")[0] == "CardFactsNoted"
    assert before.satchel() == {"wood_axe": 1, "pine": 2}


@pytest.mark.rule("ISO-HAR-004", "ISO-HAR-010")
def test_who_carries_all_that_may_be_carried_is_offered_the_way_on_first() -> None:
    game = table(at="main/g2", guards=grigory(satchel={"pickaxe": 1}))
    (first,) = game.options("mine")
    assert first.likely
    game.does("mine")
    (again,) = game.options("mine")
    assert (again.likely, again.note, again.blocked) == (False, "The party carries all that it can.", "")
