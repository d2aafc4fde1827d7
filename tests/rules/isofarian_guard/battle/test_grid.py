"""Slots and rows, and enemies that join."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.isofarian_guard.battle.state import next_enemy
from rules.isofarian_guard.content.pack import basics
from tests.rules.isofarian_guard.battle.table import (
    DUMMY,
    Table,
    acting_guard,
    attack,
    block,
    casts,
    enemies_turn,
    gain,
    goes,
    with_stone,
)

IMP = {"imp": {"cards": {1: {"hp": 4, "atk": 1, "def": 1, "ap": 1}, 2: {"hp": 8, "atk": 2, "def": 1, "ap": 1}}}}


def before_battle(**given: Any) -> Table:
    return Table(phase="exploration", step="over", guards={"yana": {}}, content={"enemies": IMP}, **given)


def placed(*foes: dict[str, Any]) -> dict[str, int]:
    table = before_battle()
    table.does("start_battle", source="skull", enemies=list(foes))
    return {slot: table.enemy(slot)["hp"] for slot in table.view["enemies"]}


@pytest.mark.rule("ISO-GRID-001", "ISO-ENM-002")
def test_enemies_stand_where_the_entry_says_and_else_in_the_order_of_the_slots() -> None:
    one, two = {"type": "imp"}, {"type": "imp", "stars": 2}
    assert placed(one, two) == {"I": 4, "II": 8}
    assert placed({**one, "slot": "IV"}, two) == {"I": 8, "IV": 4}
    taken = [{**one, "slot": "II"}, {**two, "slot": "II"}]
    assert before_battle().refuses("start_battle", source="skull", enemies=taken) == "slot_occupied"


@pytest.mark.rule("ISO-ENM-001")
def test_a_fifth_enemy_is_refused() -> None:
    five = [{"type": "imp"}] * 5
    assert before_battle().refuses("start_battle", source="skull", enemies=five) == "too_many_enemies"


@pytest.mark.rule("ISO-GRID-011")
def test_the_index_names_node_chapter_and_skull_and_with_them_stars_and_slots() -> None:
    entry = basics().encounters["main/1"]["1"]["skull_2"]
    assert [(foe.enemy, foe.stars, foe.slot) for foe in entry.enemies] == [
        ("timber_wolf", 1, "I"),
        ("timber_wolf", 1, "II"),
    ]


FOUR = dict.fromkeys(("I", "II", "III", "IV"), DUMMY)


@pytest.mark.rule("ISO-GRID-002", "ISO-AI-002")
def test_enemies_act_in_slot_order() -> None:
    table = enemies_turn(enemies=dict.fromkeys(("IV", "II"), DUMMY))
    assert table.refuses("activate_enemy", slot="II", cards=["card"]) == "enemy_out_of_order"
    for slot in ("I", "II", "IV"):
        table.does("activate_enemy", slot=slot, cards=["card"])
    assert table.view["enemies_activated"] == ["I", "II", "IV"]


@pytest.mark.rule("ISO-GRID-003", "ISO-GRID-004", "ISO-GRID-006")
def test_the_back_row_is_shielded_while_anyone_stands_in_front() -> None:
    table = with_stone(attack(), enemies=FOUR)
    for slot in ("III", "IV"):
        assert (
            table.refuses("activate_stonebound", guard="grigory", slot="IV", target=slot) == "target_not_in_front_row"
        )
    fallen = {**DUMMY, "hp": 0}
    front_down = casts(with_stone(attack(), enemies={**FOUR, "I": fallen, "II": fallen}), target="IV")
    assert front_down.enemy("IV")["hp"] == 7


@pytest.mark.rule("ISO-GRID-005")
def test_an_effect_that_is_no_attack_reaches_any_slot() -> None:
    table = casts(with_stone(gain("red_break", 1, "target"), enemies=FOUR), target="IV")
    assert table.enemy("IV")["chips"] == {"red_break": 1}


@pytest.mark.rule("ISO-GRID-007", "ISO-DMG-007")
def test_an_attack_on_all_enemies_reaches_every_slot_each_by_its_own_def() -> None:
    table = casts(with_stone(attack(1, "all_enemies"), enemies={**FOUR, "III": {**DUMMY, "def": 3}}))
    assert [table.enemy(slot)["hp"] for slot in FOUR] == [6, 6, 8, 6]


@pytest.mark.rule("ISO-GRID-008", "ISO-ATT-003")
def test_the_rows_count_for_standard_attacks_and_single_target_abilities_alike() -> None:
    table = acting_guard(weapon="blade", drawn={"black_sword_1": 1}, enemies=FOUR)
    swing = {"guard": "grigory", "chips": ["black_sword_1"]}
    assert table.refuses("standard_attack", **swing, target="III") == "target_not_in_front_row"
    reaching = casts(with_stone(attack(reach="any"), enemies=FOUR), target="III")
    assert reaching.enemy("III")["hp"] == 7


@pytest.mark.rule("ISO-GRID-009")
def test_the_rows_are_looked_at_when_each_attack_is_made() -> None:
    weak = {**DUMMY, "hp": 1}
    table = with_stone(attack(), weapon="blade", drawn={"black_sword_1": 1}, enemies={"II": weak, "III": DUMMY})
    assert table.refuses("activate_stonebound", guard="grigory", slot="IV", target="III") == "target_not_in_front_row"
    table.does("standard_attack", guard="grigory", chips=["black_sword_1"], target="II")
    assert casts(table, target="III").enemy("III")["hp"] == 7


@pytest.mark.rule("ISO-GRID-010")
def test_a_targeted_action_needs_a_target_that_is_there() -> None:
    table = with_stone(gain("red_break", 1, "target"))
    assert table.refuses("activate_stonebound", guard="grigory", slot="IV") == "target_required"
    assert table.refuses("activate_stonebound", guard="grigory", slot="IV", target="II") == "no_such_target"


def test_several_targets_are_named_once_each() -> None:
    table = with_stone(attack(0, "targets"), enemies={"I": DUMMY, "II": DUMMY})
    assert table.refuses("activate_stonebound", guard="grigory", slot="IV") == "target_required"
    assert table.refuses("activate_stonebound", guard="grigory", slot="IV", targets=["I", "I"]) == "no_such_target"
    casts(table, targets=["II", "I"])
    assert [table.enemy(slot)["hp"] for slot in ("I", "II")] == [7, 7]


# ---- enemies that join


def summoning(stars: int = 1, copies: int | None = None, **given: Any) -> Table:
    enemies = {"imp": {**IMP["imp"], **({"copies": {stars: copies}} if copies else {})}}
    call = block({"op": "add_enemy", "type": "imp", "stars": stars})
    content = {"enemies": enemies, "ai_cards": {"imp": {"wait": {"number": 1, "actions": [{"op": "end_turn"}]}}}}
    return enemies_turn(call, content=content, **given)


@pytest.mark.rule("ISO-ADD-001", "ISO-ADD-006")
def test_a_summoned_enemy_takes_the_lowest_slot_without_a_card_with_full_figures_and_a_new_deck() -> None:
    table = goes(summoning(2, enemies={"II": {**DUMMY, "hp": 0}}, difficulty="tenebris"))
    joined = table.enemy("III")
    assert (joined["type"], joined["hp"], joined["atk"], joined["def"], joined["ai_deck"]) == ("imp", 8, 4, 2, ["wait"])


@pytest.mark.rule("ISO-ADD-002", "ISO-ADD-008")
def test_with_no_slot_free_the_enemy_with_the_lowest_hp_is_reset_whatever_its_type() -> None:
    full = {slot: {**DUMMY, "start_hp": 9} for slot in ("II", "III", "IV")}
    table = goes(summoning(enemy={"hp": 3, "start_hp": 9}, enemies={**full, "III": {**DUMMY, "hp": 2, "start_hp": 9}}))
    assert [table.enemy(slot)["hp"] for slot in ("I", "II", "III", "IV")] == [3, 9, 9, 9]
    alone = goes(summoning(enemy={"hp": 3, "start_hp": 9}, copies=1, enemies={"IV": {"type": "imp", "hp": 4}}))
    assert (alone.enemy("I")["hp"], list(alone.view["enemies"])) == (9, ["I", "IV"])


@pytest.mark.rule("ISO-ADD-003")
def test_the_reset_never_lowers_hp() -> None:
    full = {slot: {**DUMMY, "hp": 30, "start_hp": 9} for slot in ("II", "III", "IV")}
    table = goes(summoning(enemy={"hp": 20, "start_hp": 9}, enemies=full))
    assert table.enemy()["hp"] == 20


@pytest.mark.rule("ISO-ADD-004", "ISO-ADD-005", "ISO-GEN-005")
def test_of_two_defeated_enemies_the_lower_slot_returns_and_pays_again_when_defeated_again() -> None:
    gone = {**DUMMY, "hp": 0, "start_hp": 1}
    table = summoning(enemies={"II": DUMMY, "III": gone, "IV": gone}, defeat_tally={"dummy_1": 2})
    table.state = goes(table).state
    assert [table.enemy(slot)["defeated"] for slot in ("III", "IV")] == [False, True]
    assert table.enemy("III")["hp"] == 1
    strike = with_stone(
        attack(9, "all_enemies"), enemies={"I": {**DUMMY, "hp": 1}, "II": DUMMY}, defeat_tally={"dummy_1": 2}
    )
    assert casts(strike).view["defeat_tally"] == {"dummy_1": 4}


@pytest.mark.rule("ISO-ADD-007")
def test_a_new_enemy_acts_this_turn_if_its_slot_is_still_to_come() -> None:
    table = goes(summoning())
    assert table.refuses("end_enemies_turn") == "enemy_not_activated"
    table.does("activate_enemy", slot="II", cards=["wait"])
    late = summoning(
        enemies={"III": {**DUMMY, "ai_deck": ["card"]}, "IV": DUMMY, "II": {**DUMMY, "hp": 0, "start_hp": 5}}
    )
    late.does("activate_enemy", slot="I", cards=["card"])
    assert late.enemy("II")["hp"] == 5
    assert late.refuses("activate_enemy", slot="III", cards=["card"]) == "enemy_out_of_order"
    assert next_enemy(replace(late.state, enemies_activated=("I", "III"))) == "IV"


@pytest.mark.rule("ISO-ADD-009")
def test_a_reset_changes_hp_alone() -> None:
    worn = {**DUMMY, "hp": 1, "start_hp": 9, "chips": {"red_weaken": 2}, "blue_cubes": 1, "ai_discard": ["card"]}
    table = goes(summoning(enemies={"II": DUMMY, "III": DUMMY, "IV": {**worn, "exhausted": {"gray": 1}}}))
    reset = table.enemy("IV")
    assert (reset["hp"], reset["chips"], reset["blue_cubes"], reset["visible"]) == (9, {"red_weaken": 2}, 1, "card")
    assert reset["exhausted"]["gray"] == 1


def test_an_enemy_whose_card_nobody_entered_is_left_to_the_table() -> None:
    table = enemies_turn(block({"op": "add_enemy", "type": "ghost", "stars": 1}))
    assert list(goes(table).view["enemies"]) == ["I"]
