"""Figures of guards and enemies and their limits."""

from __future__ import annotations

import pytest

from rules.isofarian_guard.battle import checks
from rules.isofarian_guard.battle.amounts import Expr, StatOf
from rules.isofarian_guard.battle.library import library
from rules.isofarian_guard.battle.scene import Scene
from rules.isofarian_guard.battle.state import Enemy, Guard
from rules.isofarian_guard.battle.values import amount
from rules.isofarian_guard.content.pack import basics
from tests.rules.isofarian_guard.battle.table import (
    DUMMY,
    IDLE,
    Table,
    acting_guard,
    block,
    card,
    casts,
    enemies_turn,
    gain,
    goes,
    with_stone,
)


@pytest.mark.rule("ISO-STAT-001")
def test_the_guards_start_with_twenty_hp_two_ap_and_their_own_atk_and_def() -> None:
    guards = basics().guards
    assert {(guard.hp, guard.ap) for guard in guards.values()} == {(20, 2)}
    figures = {name: (guard.atk, guard.def_) for name, guard in guards.items()}
    assert [name for name, pair in figures.items() if pair == (3, 2)] == ["grigory", "kharzin", "pavel"]
    assert figures["yury"] == (3, 1)
    assert {figures[name] for name in ("alek", "catherine", "vera", "yana")} == {(2, 1)}


@pytest.mark.rule("ISO-STAT-002")
def test_a_maximum_above_thirty_breaks_an_invariant() -> None:
    table = acting_guard(hp=31, max_hp=31)
    assert list(checks.faults(table.state)) == ["grigory: 31 of 31 HP"]
    assert list(checks.faults(acting_guard(hp=30, max_hp=30).state)) == []


@pytest.mark.rule("ISO-STAT-003")
def test_healing_stops_at_the_guards_own_maximum() -> None:
    table = casts(with_stone({"op": "heal", "who": "self", "n": 5}, hp=21, max_hp=23))
    assert table.guard()["hp"] == 23


@pytest.mark.rule("ISO-STAT-004", "ISO-ENM-004")
def test_base_values_above_ten_break_an_invariant_and_values_in_use_may_be_higher() -> None:
    table = acting_guard(atk=10, positive={"green_strengthen": 3}, enemies={"I": {**DUMMY, "def": 10, "blue_cubes": 2}})
    assert (table.guard()["atk_now"], table.enemy()["def_now"]) == (13, 12)
    assert list(checks.faults(table.state)) == []
    assert len(list(checks.faults(acting_guard(atk=11, enemies={"I": {**DUMMY, "def": 11}}).state))) == 2


@pytest.mark.rule("ISO-STAT-005", "ISO-ENM-006")
def test_modifiers_add_up_and_the_value_in_use_is_never_below_zero() -> None:
    table = acting_guard(
        modifiers=[{"stat": "atk", "by": 2}, {"stat": "atk", "by": -1}, {"stat": "def", "by": -9}],
        enemies={"I": {**DUMMY, "chips": {"red_weaken": 5, "red_break": 1}, "modifiers": [{"stat": "def", "by": 3}]}},
    )
    assert (table.guard()["atk_now"], table.guard()["def_now"]) == (4, 0)
    assert (table.enemy()["atk_now"], table.enemy()["def_now"]) == (0, 3)


@pytest.mark.rule("ISO-STAT-006", "ISO-STAT-011")
def test_gained_ap_is_active_at_once_up_to_five_with_the_exhausted_ones() -> None:
    effect = {"op": "gain_ap", "who": "self", "color": "green", "n": 4}
    table = casts(with_stone(effect, ap={"gray": 2, "green": 1}, exhausted={"green": 2}))
    assert (table.guard()["ap"], table.guard()["exhausted"]) == ({"gray": 2, "green": 3}, {"gray": 0, "green": 2})


@pytest.mark.rule("ISO-STAT-007", "ISO-MAINT-003")
def test_green_ap_leaves_with_the_battle_and_gray_ap_stays() -> None:
    table = acting_guard(
        ap={"gray": 3, "green": 2}, exhausted={"green": 1}, drawn={"black_sword_1": 1}, weapon="blade",
        enemies={"I": {**DUMMY, "hp": 1}},
    )  # fmt: skip
    table.does("standard_attack", guard="grigory", chips=["black_sword_1"], target="I")
    table.does("collect_rewards")
    assert (table.guard()["ap"], table.guard()["exhausted"]) == ({"gray": 3, "green": 0}, {"gray": 0, "green": 0})


@pytest.mark.rule("ISO-STAT-008")
def test_paid_ap_is_exhausted_and_more_than_is_active_cannot_be_paid() -> None:
    content = {"guard_abilities": {"strike": card(ap=2)}}
    given = {"content": content, "drawn": {"black_sword_1": 1}, "slots": {"I": {"ability": "strike"}}}
    table = acting_guard(**given, ap={"gray": 1, "green": 1})
    table.does("activate_ability", guard="grigory", slot="I", chips=["black_sword_1"])
    assert (table.guard()["ap"], table.guard()["exhausted"]) == ({"gray": 0, "green": 0}, {"gray": 1, "green": 1})
    poor = acting_guard(**given, ap={"gray": 1})
    assert poor.refuses("activate_ability", guard="grigory", slot="I", chips=["black_sword_1"]) == "not_enough_ap"


@pytest.mark.rule("ISO-STAT-009")
def test_blue_cubes_count_for_def_and_are_taken_apart_from_modifiers() -> None:
    table = goes(
        enemies_turn(
            block({"op": "discard_blue_cubes", "who": "all_enemies", "n": 2}),
            guards={"grigory": {"blue_cubes": 3, "modifiers": [{"stat": "def", "by": 1}]}},
        )
    )
    assert (table.guard()["blue_cubes"], table.guard()["def_now"]) == (1, 2 + 1 + 1)


@pytest.mark.rule("ISO-STAT-010", "ISO-CLEAN-009")
def test_a_guards_blue_cubes_outlive_cleanup_and_go_when_the_next_round_starts() -> None:
    table = Table(step="cleanup", guards={"vera": {"blue_cubes": 2}}, enemies={"I": DUMMY})
    table.does("cleanup")
    assert table.guard("vera")["blue_cubes"] == 2
    assert "BlueCubesDiscarded" in table.does("start_round")
    assert table.guard("vera")["blue_cubes"] == 0


@pytest.mark.rule("ISO-STAT-012")
def test_cubes_come_only_as_far_as_the_supply_reaches() -> None:
    many = {**DUMMY, "blue_cubes": 9, "ap": {"gray": 1, "green": 5}}
    table = casts(
        with_stone(
            {"op": "blue_cubes", "who": "self", "n": 9},
            {"op": "gain_ap", "who": "self", "color": "green", "n": 3},
            enemies={"I": many, "II": many, "III": {**DUMMY, "ap": {"green": 5}}, "IV": {**DUMMY, "ap": {"green": 4}}},
        )
    )
    assert (table.guard()["blue_cubes"], table.guard()["ap"]["green"]) == (2, 1)


@pytest.mark.rule("ISO-STAT-013")
def test_a_stat_is_hp_atk_def_or_ap_as_it_is_now() -> None:
    table = acting_guard(hp=7, atk=4, blue_cubes=2, ap={"gray": 2, "green": 1}, exhausted={"gray": 1})
    scene = Scene(table.state, library(table.pack), "grigory")
    asked = ("hp", "atk", "def", "active_ap", "total_ap", "green_ap")
    assert [amount(scene, Expr(stat=StatOf(stat=stat))) for stat in asked] == [7, 4, 4, 3, 4, 1]  # type: ignore[arg-type]


@pytest.mark.rule("ISO-STAT-014")
def test_any_mix_of_gray_and_green_pays_an_ordinary_cost() -> None:
    content = {"guard_abilities": {"strike": card(ap=2)}}
    for ap in ({"gray": 2}, {"gray": 1, "green": 1}, {"green": 2}):
        table = acting_guard(
            content=content, drawn={"black_sword_1": 1}, slots={"I": {"ability": "strike"}}, ap={"gray": 2, "green": 2}
        )
        table.does("activate_ability", guard="grigory", slot="I", chips=["black_sword_1"], ap=ap)
        assert table.guard()["exhausted"] == {"gray": 0, "green": 0, **ap}


# ---- enemies


@pytest.mark.rule("ISO-ENM-003")
def test_an_enemy_heals_above_its_start_but_not_above_109() -> None:
    table = goes(
        enemies_turn(
            block({"op": "heal", "who": "self_and_all_allies", "n": 7}),
            enemy={"start_hp": 9},
            enemies={"II": {**DUMMY, "hp": 107}},
        )
    )
    assert (table.enemy("I")["hp"], table.enemy("II")["hp"]) == (16, 109)


@pytest.mark.rule("ISO-ENM-005")
def test_an_enemy_owns_at_most_five_ap_of_a_color() -> None:
    effects = [{"op": "gain_ap", "who": "self", "color": color, "n": 9} for color in ("green", "gray")]
    table = goes(enemies_turn(block(*effects), enemy={"ap": {"gray": 2, "green": 1}}))
    assert (table.enemy()["ap"], table.enemy()["exhausted"]["gray"]) == ({"gray": 4, "green": 5}, 1)


@pytest.mark.rule("ISO-ENM-007")
def test_an_enemys_blue_cubes_go_when_the_enemies_turn_starts() -> None:
    table = Table(
        step="choose_guard", activated=["yana"], guards={"yana": {}}, enemies={"I": {**DUMMY, "blue_cubes": 2}}
    )
    assert table.enemy()["def_now"] == 3
    assert table.does("end_guards_turn")[-1] == "EnemyBlueCubesDiscarded"
    assert table.enemy()["def_now"] == 1


@pytest.mark.rule("ISO-ENM-008", "ISO-CHIP-034")
def test_chips_on_an_enemy_work_at_once_and_in_its_own_turn_of_the_round() -> None:
    table = casts(
        with_stone(gain("red_weaken", 2, "target"), content={"ai_cards": {"dummy": {"card": IDLE}}}), target="I"
    )
    assert (table.enemy()["chips"], table.enemy()["atk_now"]) == ({"red_weaken": 2}, 1)
    table.plays(("end_activation", {"guard": "grigory"}), ("end_guards_turn", {}))
    assert table.enemy()["atk_now"] == 1


@pytest.mark.rule("ISO-ENM-009")
def test_a_type_has_eight_ai_cards_of_which_seven_and_eight_are_special() -> None:
    given = {
        "phase": "exploration", "step": "over", "guards": {"yana": {}},
        "content": {"enemies": {"imp": {"cards": {1: {"hp": 3, "atk": 1, "def": 0, "ap": 1}}}}},
    }  # fmt: skip
    table = Table(**given)
    deck = library(basics()).ai_deck("imp")
    assert (sum(deck.values()), set(deck)) == (8, {f"card_{number}" for number in range(1, 9)})
    partly = library(basics()).ai_deck("timber_wolf")
    assert partly == {"bite": 1, "swipe": 1, "unread": 6}
    assert table.does("start_battle", source="skull", enemies=[{"type": "imp"}])[1] == "EnemyPlaced"


@pytest.mark.rule("ISO-ENM-010")
def test_each_enemy_gets_a_face_down_deck_of_its_own() -> None:
    ai_cards = {"imp": {"a": IDLE, "b": {**IDLE, "number": 3}}}
    cards = {1: {"hp": 3, "atk": 1, "def": 0, "ap": 1}}
    table = Table(
        phase="exploration", step="over", guards={"yana": {}},
        content={"enemies": {"imp": {"cards": cards}}, "ai_cards": ai_cards},
    )  # fmt: skip
    table.does("start_battle", source="skull", enemies=[{"type": "imp"}, {"type": "imp"}])
    assert [table.enemy(slot)["ai_deck"] for slot in ("I", "II")] == [["a", "b"], ["a", "b"]]
    assert [table.enemy(slot)["visible"] for slot in ("I", "II")] == [None, None]


@pytest.mark.rule("ISO-ENM-011")
def test_an_enemys_ap_stays_exhausted_through_the_guards_turn_until_its_own_turn_ends() -> None:
    table = goes(enemies_turn(block(ap=1)))
    assert table.enemy()["exhausted"]["gray"] == 1
    assert table.does("end_enemies_turn") == ["ApRefreshed", "EnemiesTurnEnded"]
    assert table.enemy()["ap"]["gray"] == 1
    early = acting_guard(
        enemies={"I": {**DUMMY, "exhausted": {"gray": 2}}}, content={"ai_cards": {"dummy": {"card": IDLE}}}
    )
    early.plays(("end_activation", {"guard": "grigory"}), ("end_guards_turn", {}))
    assert early.enemy()["exhausted"]["gray"] == 2


@pytest.mark.rule("ISO-ENM-012", "ISO-MAINT-001")
def test_nothing_of_an_enemy_outlasts_the_battle() -> None:
    table = acting_guard(
        drawn={"black_sword_1": 1}, weapon="blade", content={"weapons": {"blade": {"cost": {"sword": 1}, "atk": 9}}},
        enemies={"I": {**DUMMY, "ap": {"gray": 1, "green": 3}, "chips": {"purple_poison": 2}}},
    )  # fmt: skip
    table.does("standard_attack", guard="grigory", chips=["black_sword_1"], target="I")
    table.does("collect_rewards")
    assert table.view["enemies"] is None


@pytest.mark.rule("ISO-ENM-013")
def test_an_enemy_may_hold_more_than_five_chips_of_a_type() -> None:
    table = casts(with_stone(gain("red_break", 8, "target")), target="I")
    assert table.enemy()["chips"] == {"red_break": 8}


@pytest.mark.rule("ISO-ENM-014", "ISO-AI-017")
def test_an_enemy_pays_gray_first_and_then_green() -> None:
    table = goes(enemies_turn(block(ap=3), enemy={"ap": {"gray": 2, "green": 2}}))
    assert (table.enemy()["ap"], table.enemy()["exhausted"]) == ({"gray": 0, "green": 1}, {"gray": 2, "green": 1})


@pytest.mark.rule("ISO-ENM-015")
def test_there_is_nothing_about_a_boss_that_the_rules_of_a_battle_could_heed() -> None:
    assert "boss" not in {*Enemy.__struct_fields__, *Guard.__struct_fields__}
