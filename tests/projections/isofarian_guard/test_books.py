"""The books beside the table say what is there, what is missing, and what may be done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from projections.isofarian_guard.bags_page import bags_page
from projections.isofarian_guard.card_index import card_index
from projections.isofarian_guard.cities_page import cities_page
from projections.isofarian_guard.fort_page import fort_page
from projections.isofarian_guard.guards_page import guards_page
from projections.isofarian_guard.quests_page import quests_page
from projections.isofarian_guard.skills_page import layout, skills_page
from projections.isofarian_guard.stash_page import stash_page
from rules.isofarian_guard.campaign.shops import cost_to_craft
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.parts import Bonus, SkillNode
from tests.projections.isofarian_guard.positions import PACK, adopted, after

Row = Mapping[str, Any]


def named(rows: list[Any], name: str) -> Row:
    return next(row for row in rows if row["name"] == name)


# ---- stash


def stash(state: Position, **query: str) -> Row:
    return stash_page(state, PACK, query)


def test_the_stash_counts_what_is_carried_stored_and_worn() -> None:
    state = adopted(
        stash={"sil": 20, "cards": {"pine": 3}},
        guards={"grigory": {"satchel": {"pine": 1}, "weapon": "alloy_short_sword"}, "alek": {}},
    )
    shown = stash(state)
    pine = named(shown["cards"], "Pine")
    assert (shown["sil"], pine["stash"], pine["carried"], pine["limit"]) == (20, 3, 1, 4)
    assert named(shown["cards"], "Alloy Short Sword")["where"] == ["Grigory has it equipped"]
    assert [row["name"] for row in shown["cards"]] == ["Alloy Short Sword", "Pine"]


def test_every_card_of_the_content_is_somewhere_in_the_stash_book() -> None:
    everything = {row["id"] for row in stash(adopted(), kind="all")["cards"]}
    assert everything == {*PACK.materials, *PACK.items, *PACK.weapons, *PACK.armors, *PACK.accessories, *PACK.stones}


def test_a_material_tells_where_it_comes_from_and_what_needs_it() -> None:
    pine = named(stash(adopted(), q="pine")["cards"], "Pine")
    assert pine["sources"][0].startswith("At ")
    assert "4 for rebuilding the Lumbermill" in pine["uses"]


def test_drops_name_the_enemies_and_the_nodes_of_this_chapter() -> None:
    leather = named(stash(adopted(), kind="material")["cards"], "Rough Leather")
    assert any("★" in source and " at " in source for source in leather["sources"])


def test_the_search_forgives_case_and_finds_nothing_politely() -> None:
    assert [row["name"] for row in stash(adopted(), q="  TRAVELING b ")["cards"]] == ["Traveling Boots"]
    assert stash(adopted(), q="no such card")["cards"] == []


def test_the_index_knows_every_material_that_any_recipe_or_building_takes() -> None:
    index = card_index(PACK)
    recipes = [*(city.smith for city in PACK.cities.values()), *PACK.fort_recipes.values()]
    needed = {card for smith in recipes for recipe in smith.values() for card in recipe.materials}
    needed |= {card for levels in PACK.fort_costs.values() for cost in levels.values() for card in cost.materials}
    assert needed <= set(index.uses)


# ---- cities


def city(state: Position, **query: str) -> Row:
    return cities_page(state, PACK, query)["city"]


def test_the_city_where_the_party_is_opens_first() -> None:
    assert city(adopted(at="ryba/market"))["name"] == "Ryba"
    assert city(adopted(at="ryba/market"), city="mir")["name"] == "Mir"
    assert city(adopted(), city="atlantis")["name"] == "Mir"


@pytest.mark.rule("ISO-PRE-005")
def test_prices_are_those_of_the_prestige_of_now() -> None:
    plain, known = city(adopted(), city="mir"), city(adopted(prestige={"mir": 2}), city="mir")
    bones = named(plain["market"], "Bone Fragments"), named(known["market"], "Bone Fragments")
    assert (bones[0]["buy"], bones[0]["printed"], bones[0]["later"]) == (8, None, 4)
    assert (bones[1]["buy"], bones[1]["printed"], bones[1]["later"]) == (4, 8, None)


def test_a_recipe_says_what_is_there_and_what_is_short() -> None:
    state = adopted(sil=5, guards={"grigory": {"satchel": {"rough_leather": 4}}, "alek": {}})
    tunic = named(city(state, city="mir")["recipes"], "Guard's Tunic")
    assert {need["name"]: (need["have"], need["need"]) for need in tunic["needs"]} == {
        "Metal Fragments": (0, 2),
        "Rough Leather": (4, 4),
    }
    assert (tunic["sil"], tunic["sil_short"], tunic["can"]) == (10, 5, False)


@pytest.mark.rule("ISO-SMI-002")
def test_what_can_be_made_now_is_what_the_smith_makes() -> None:
    satchel = {"rough_leather": 4, "metal_fragments": 2}
    state = adopted(at="mir/blacksmith", sil=10, guards={"grigory": {"satchel": satchel}, "alek": {}})
    can = [row["id"] for row in city(state, can="now")["recipes"]]
    assert can == ["guards_tunic"]
    assert after(state, {"do": "craft", "card": "guards_tunic", "store": "alek"}).sil == 0


def test_what_lies_in_the_stash_does_not_count_at_a_smith_but_is_told() -> None:
    state = adopted(stash={"cards": {"metal_fragments": 2}})
    need = named(named(city(state, city="mir")["recipes"], "Guard's Tunic")["needs"], "Metal Fragments")
    assert (need["have"], need["stash"], need["enough"]) == (0, 2, False)


def test_costs_on_the_page_are_those_of_the_rules() -> None:
    state = adopted(prestige={"mir": 2})
    for row in city(state, city="mir")["recipes"]:
        cost = cost_to_craft(state, PACK, "mir", PACK.cities["mir"].smith[row["id"]])
        assert (row["sil"], {need["id"]: need["need"] for need in row["needs"]}) == (cost.sil, dict(cost.materials))


# ---- fort


def building(state: Position, name: str) -> Row:
    return named(fort_page(state, PACK, {})["buildings"], name)


@pytest.mark.rule("ISO-FORT-019")
def test_a_building_counts_satchels_and_stash_and_names_what_is_missing() -> None:
    state = adopted(stash={"cards": {"pine": 2}}, guards={"grigory": {"satchel": {"pine": 1}}, "alek": {}})
    mill = building(state, "Lumbermill")
    assert (mill["level"], mill["next"], mill["short"], mill["can"]) == (0, "Rebuild", ["1 Pine"], False)


def test_a_building_that_can_rise_says_so_and_then_shows_its_next_level() -> None:
    state = adopted(at="fort_istra/courtyard", stash={"cards": {"pine": 4}})
    assert building(state, "Lumbermill")["can"]
    risen = building(after(state, {"do": "build", "building": "lumbermill"}), "Lumbermill")
    assert (risen["state"], risen["next"]) == ("rebuilt", "Upgrade")


def test_the_fort_is_closed_in_chapter_1() -> None:
    shown = fort_page(adopted(chapter=1, stash={"cards": {"pine": 4}}), PACK, {})
    assert not shown["open"]
    assert not any(row["can"] for row in shown["buildings"])


# ---- skills


TREE = {
    "start": SkillNode(level=1, links=("hp_1", "atk_1")),
    "hp_1": SkillNode(level=2, cost=2, bonus=Bonus(stat="hp", add=1)),
    "atk_1": SkillNode(level=2, chapter=3, cost=3, bonus=Bonus(stat="atk", add=1)),
    "hp_2": SkillNode(level=3, cost=2, links=("hp_1",), bonus=Bonus(stat="hp", add=1)),
}


def with_tree(state: Position) -> Position:
    for node, facts in TREE.items():
        if node != "start":
            told = {"level": facts.level, "chapter": facts.chapter, "cost": facts.cost, "links": ["start"]}
            if node == "hp_2":
                told["links"] = ["hp_1"]
            state = after(
                state,
                {"do": "record_card", "part": "skill_trees", "under": "grigory", "card": node,
                 "facts": {**told, "bonus": {"stat": facts.bonus.stat, "add": 1}}},
            )  # fmt: skip
    return state


def upgrades(state: Position) -> dict[str, Row]:
    tree = skills_page(state, PACK, {})["trees"][0]
    return {row["id"]: row for row in tree["upgrades"]}


@pytest.mark.rule("ISO-SKILL-002", "ISO-SKILL-004")
def test_a_tree_says_what_is_open_and_what_stands_against_the_rest() -> None:
    found = upgrades(with_tree(adopted(lux=5)))
    assert {node: row["status"] for node, row in found.items() if node in TREE} == {
        "start": "unlocked",
        "hp_1": "open",
        "atk_1": "closed",
        "hp_2": "closed",
    }
    assert "chapter 3" in found["atk_1"]["why"]
    assert "connects to nothing unlocked" in found["hp_2"]["why"]


def test_an_unlocked_upgrade_opens_the_next() -> None:
    state = after(with_tree(adopted(lux=5)), {"do": "unlock_skill", "guard": "grigory", "node": "hp_1"})
    found = upgrades(state)
    assert (found["hp_1"]["status"], found["hp_2"]["status"]) == ("unlocked", "open")


def test_a_tree_stands_level_above_level_without_overlaps() -> None:
    places = layout(TREE)
    assert len(set(places.values())) == len(TREE)
    assert places["start"][1] > places["hp_1"][1] > places["hp_2"][1]


# ---- quests, bags, guards


def test_quests_are_grouped_by_how_far_they_have_come() -> None:
    state = adopted(scrolls={"mir_puzzle": "main/67"}, completed=["ryba_puzzle"])
    shown = quests_page(state, PACK, {})
    groups = {group["id"]: [row["name"] for row in group["quests"]] for group in shown["groups"]}
    assert groups["active"] == ["“Puzzle of Mir”"]
    assert groups["completed"] == ["“Puzzle of Ryba”"]
    assert shown["scrolls"] == 1


def test_the_odds_of_a_bag_are_exact() -> None:
    bag = {"black_sword_1": 1, "black_shield_1": 1}
    shown = bags_page(adopted(guards={"grigory": {"bag": bag}, "alek": {}}), PACK, {"n": "1"})
    grigory = shown["guards"][0]
    assert [row["share"] for row in grigory["chips"]] == ["50 %", "50 %"]
    assert grigory["resources"][0]["odds"] == [{"least": 1, "share": "50 %", "bar": 50}]


@pytest.mark.parametrize("asked", ["0", "99", "-1", "many", ""])
def test_odds_are_told_whatever_number_is_asked_for(asked: str) -> None:
    shown = bags_page(adopted(guards={"grigory": {"bag": {"black_sword_1": 3}}, "alek": {}}), PACK, {"n": asked})
    assert shown["number"] is None
    assert shown["guards"][0]["number"] == 2


def test_an_empty_bag_has_no_odds() -> None:
    assert bags_page(adopted(), PACK, {})["guards"][0]["chips"] == []


@pytest.mark.rule("ISO-DASH-004")
def test_a_sheet_names_every_part_of_every_stat() -> None:
    state = adopted(guards={"grigory": {"weapon": "alloy_short_sword", "base": {"hp": 21, "atk": 3, "def": 2, "ap": 2}},
                            "alek": {}})  # fmt: skip
    stats = {row["id"]: row for row in guards_page(state, PACK, {})["guards"][0]["stats"]}
    for row in stats.values():
        assert row["total"] == sum(part["value"] for part in row["parts"])
    assert [part["words"] for part in stats["atk"]["parts"]] == ["Base", "Alloy Short Sword"]
    assert [part["words"] for part in stats["hp"]["parts"]] == ["Base", "Skill tree"]
