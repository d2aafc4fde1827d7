"""What cards are made of: amounts, conditions, branches, repetitions and choices, as they are carried out."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.isofarian_guard.battle.amounts import Condition, Expr
from rules.isofarian_guard.battle.library import library
from rules.isofarian_guard.battle.scene import Scene
from rules.isofarian_guard.battle.values import amount, holds
from tests.rules.isofarian_guard.battle.table import (
    DUMMY,
    Table,
    acting_guard,
    attack,
    block,
    card,
    casts,
    enemies_turn,
    gain,
    goes,
    stone,
    with_stone,
)

HP = {"stat": {"who": "self", "stat": "hp"}}
MEND = {"op": "heal", "who": "self"}
HURT = {"op": "lose_hp", "who": "target"}


def scene(**given: Any) -> Scene:
    """Grigory's view: 7 of 20 HP, beside Vera, before two enemies."""
    enemies = {"I": {**DUMMY, "ai_discard": ["card"], "hp": 4}, "II": {**DUMMY, "hp": 9}}
    content = {"ai_cards": {"dummy": {"card": {"number": 7, "actions": []}}}}
    table = Table(
        guards={"grigory": {"hp": 7, "atk": 3, "bag": {"red_fear": 2, "black_sword_1": 3}}, "vera": {"hp": 0}},
        enemies=enemies, content=content, aggro="grigory", **given,
    )  # fmt: skip
    seen = Scene(table.state, library(table.pack), "grigory", "I")
    seen.target = "I"
    return seen


@pytest.mark.parametrize(
    ("told", "is_"),
    [
        (4, 4),
        (HP, 7),
        ({"stat": {"who": "self", "stat": "atk"}}, 3),
        ({"stat": {"who": "target", "stat": "hp"}}, 4),
        ({"stat": {"who": "all_enemies", "stat": "hp"}}, 13),
        ({"stat": {"who": "self", "stat": "active_ap"}}, 2),
        ({"chips": {"who": "self", "area": "bag", "chip": "negative"}}, 2),
        ({"chips": {"who": "self", "area": "bag"}}, 5),
        ({"count": "all_enemies"}, 2),
        ({"count": "both_guards"}, 1),
        ({"sum": [1, {"count": "all_enemies"}, 4]}, 7),
        ({"times": [3, HP]}, 21),
        ({"min": [9, HP, 8]}, 7),
    ],
)
def test_an_amount_is_counted_out_from_the_position(told: Any, is_: int) -> None:
    assert amount(scene(), told if isinstance(told, int) else msgspec.convert(told, Expr)) == is_


@pytest.mark.parametrize(
    ("sign", "met"),
    [
        (">=", (False, True, True)),
        (">", (False, False, True)),
        ("==", (False, True, False)),
        ("=", (False, True, False)),
        ("!=", (True, False, True)),
        ("<=", (True, True, False)),
        ("<", (True, False, False)),
    ],
)
def test_every_comparison_compares(sign: str, met: tuple[bool, ...]) -> None:
    conditions = [msgspec.convert({"compare": [left, sign, HP]}, Condition) for left in (6, 7, 8)]
    assert tuple(holds(scene(), condition) for condition in conditions) == met


@pytest.mark.parametrize(
    ("told", "met"),
    [
        ({"has_aggro": "self"}, True),
        ({"has_aggro": "ally"}, False),
        ({"fallen": "ally"}, True),
        ({"fallen": "self"}, False),
        ({"fallen": "both_guards"}, True),
        ({"fallen": "target"}, False),
        ({"element_active": "fire"}, False),
        ({"visible_ai": {"who": "target"}}, True),
        ({"visible_ai": {"who": "target", "card": "card"}}, True),
        ({"visible_ai": {"who": "target", "card": "bite"}}, False),
        ({"visible_ai": {"who": "target", "special": True}}, True),
        ({"visible_ai": {"who": "target", "special": False}}, False),
        ({"visible_ai": {"who": "all_enemies", "special": False}}, False),
        ({"all": [{"has_aggro": "self"}, {"fallen": "ally"}]}, True),
        ({"all": [{"has_aggro": "self"}, {"fallen": "self"}]}, False),
        ({"any": [{"has_aggro": "ally"}, {"fallen": "ally"}]}, True),
        ({"any": [{"has_aggro": "ally"}, {"fallen": "self"}]}, False),
        ({"not": {"has_aggro": "ally"}}, True),
        ({"not": {"has_aggro": "self"}}, False),
    ],
)
def test_a_condition_is_met_or_not(told: Any, met: bool) -> None:
    assert holds(scene(), msgspec.convert(told, Condition)) is met


def test_a_branch_is_taken_by_its_condition_and_a_missing_one_does_nothing() -> None:
    branch = {"op": "if", "cond": {"compare": [HP, "<", 10]}, "then": [MEND]}
    assert casts(with_stone(branch, hp=5)).guard()["hp"] == 6
    assert casts(with_stone(branch, hp=15)).guard()["hp"] == 15
    assert casts(with_stone({**branch, "else": [{"op": "lose_hp", "who": "self"}]}, hp=15)).guard()["hp"] == 14


def test_effects_are_repeated_as_often_as_the_amount_was_when_they_began() -> None:
    each = {"op": "for_each", "count": {"count": "all_enemies"}, "effects": [MEND, {**HURT, "n": 4}]}
    enemies = {"I": {**DUMMY, "hp": 3}, "II": DUMMY, "III": DUMMY}
    assert casts(with_stone(each, hp=5, enemies=enemies), target="I").guard()["hp"] == 8


def test_of_several_options_so_many_are_picked_each_once_in_the_order_said() -> None:
    pick = {"op": "choose", "pick": 2, "options": {"mend": [MEND], "hurt": [HURT], "rest": []}}
    table = with_stone(pick, hp=5)
    assert table.refuses("activate_stonebound", guard="grigory", slot="IV", target="I") == "choice_required"
    wrong = {"guard": "grigory", "slot": "IV", "target": "I"}
    assert table.refuses("activate_stonebound", **wrong, choices=["mend", "mend"]) == "choice_not_offered"
    assert table.refuses("activate_stonebound", **wrong, choices=["mend", "hurt", "rest"]) == "choice_not_offered"
    casts(table, target="I", choices=["hurt", "mend"])
    assert (table.guard()["hp"], table.enemy()["hp"]) == (6, 8)


@pytest.mark.parametrize(
    ("do", "given"),
    [
        ("activate_ability", {"slots": {"I": {"ability": "deed"}}, "drawn": {"black_sword_1": 1}}),
        ("activate_accessory", {"accessory": "deed"}),
        ("use_item", {"item": "deed"}),
    ],
)
def test_no_card_takes_more_labels_or_luck_than_it_asks(do: str, given: dict[str, Any]) -> None:
    content = {"guard_abilities": {"deed": card(MEND)}, "accessories": {"deed": {"effects": [MEND]}},
               "items": {"deed": {"effects": [MEND]}}}  # fmt: skip
    named = {"slot": "I", "chips": ["black_sword_1"]} if do == "activate_ability" else {}
    table = acting_guard(content=content, hp=5, bag={"black_sword_1": 1}, **given)
    assert table.refuses(do, guard="grigory", choices=["mend"], **named) == "choice_not_offered"
    assert table.refuses(do, guard="grigory", draws=["black_sword_1"], **named) == "draw_exceeds_limit"
    assert table.does(do, guard="grigory", **named)


def test_an_enemys_card_takes_no_labels_that_it_does_not_ask_for() -> None:
    table = enemies_turn(block(attack(1)))
    assert table.refuses("activate_enemy", slot="I", cards=["card"], choices=["mend"]) == "choice_not_offered"


def test_ap_is_lost_active_first_and_a_color_is_heeded() -> None:
    lose = {"op": "lose_ap", "who": "target", "color": "green", "n": 2}
    guards = {"grigory": {"ap": {"gray": 2, "green": 1}, "exhausted": {"gray": 1, "green": 2}}}
    grigory = goes(enemies_turn(block(lose), guards=guards)).guard()
    assert (grigory["ap"], grigory["exhausted"]) == ({"gray": 2, "green": 0}, {"gray": 1, "green": 1})


@pytest.mark.rule("ISO-GEN-001", "ISO-AGG-001")
def test_the_aggro_chip_moves_only_to_a_guard_who_has_it_not() -> None:
    table = with_stone({"op": "set_aggro", "who": "self"}, aggro="vera", guards={"vera": {}})
    assert "AggroMoved" in table.does("activate_stonebound", guard="grigory", slot="IV")
    again = with_stone({"op": "set_aggro", "who": "self"}, aggro="grigory")
    assert "AggroMoved" not in again.does("activate_stonebound", guard="grigory", slot="IV")
    nobody = with_stone({"op": "set_aggro", "who": "target"}, aggro="grigory")
    assert casts(nobody, target="I").view["aggro"] == "grigory"


@pytest.mark.rule("ISO-DMG-004", "ISO-ABILB-010")
def test_a_modifier_for_the_round_outlasts_the_chips_of_its_card_and_one_while_active_does_not() -> None:
    def emptied(until: str) -> int:
        deed = card({"op": "modify", "who": "self", "stat": "def", "by": 1, "until": until})
        take = {"op": "move_chip", "who": "self", "from": "card", "to": "auto"}
        table = with_stone(take, content={"guard_abilities": {"deed": deed}}, slots={"I": {"ability": "deed"}},
                           drawn={"black_sword_1": 1})  # fmt: skip
        table.does("activate_ability", guard="grigory", slot="I", chips=["black_sword_1"])
        assert table.guard()["def_now"] == 3
        return int(casts(table).guard()["def_now"])

    assert (emptied("round"), emptied("active")) == (3, 2)


def test_a_chip_is_moved_from_the_named_card_which_has_to_be_a_guard_ability() -> None:
    take = {"op": "move_chip", "who": "self", "from": "card", "to": "discard"}
    slots = {slot: {"ability": "deed", "chips": {"black_sword_1": 1}} for slot in ("I", "II")}
    table = with_stone(take, content={"guard_abilities": {"deed": card()}}, slots=slots)
    named = {"guard": "grigory", "slot": "IV"}
    assert table.refuses("activate_stonebound", **named) == "choice_required"
    assert table.refuses("activate_stonebound", **named, from_slot="IV") == "not_a_guard_ability"
    slots = casts(table, from_slot="II").guard()["slots"]
    assert (slots["I"]["chips"], slots["II"]["chips"]) == ({"black_sword_1": 1}, {})


def test_a_card_activated_twice_by_one_ability_works_twice() -> None:
    twice = {"op": "for_each", "count": 2, "effects": [{"op": "activate_card"}]}
    content = {"guard_abilities": {"deed": card(MEND)}}
    assert (
        casts(with_stone(twice, content=content, slots={"I": {"ability": "deed"}}, hp=5), card_slot="I").guard()["hp"]
        == 7
    )


@pytest.mark.rule("ISO-GRID-010")
def test_a_guard_to_aim_at_has_to_be_named_and_to_be_there() -> None:
    table = with_stone({"op": "heal", "who": "guard_target"})
    assert table.refuses("activate_stonebound", guard="grigory", slot="IV") == "target_required"
    assert table.refuses("activate_stonebound", guard="grigory", slot="IV", guard_target="yana") == "no_such_target"
    assert table.refuses("activate_stonebound", guard="yana", slot="IV", guard_target="grigory") == "no_such_target"


@pytest.mark.rule("ISO-IMM-001")
def test_an_immunity_is_told_where_a_chip_comes_up_and_does_nothing() -> None:
    content = {"accessories": {"charm": {"passive": [{"op": "immune", "chips": "poison"}]}}}
    table = with_stone(gain("purple_poison"), content=content, accessory="charm")
    assert "ChipIgnored" in table.does("activate_stonebound", guard="grigory", slot="IV")
    assert (table.guard()["hp"], table.guard()["negative"]) == (20, {"purple_poison": 1})


@pytest.mark.rule("ISO-FALLB-003", "ISO-ATT-005")
def test_who_falls_to_a_standard_attack_or_to_an_ai_card_reacts_at_once() -> None:
    thorns = {
        "number": 1,
        "actions": [],
        "reactive": [{"trigger": "defeated", "effects": [{"op": "lose_hp", "who": "attacker", "n": 2}]}],
    }
    enemies = {"I": {**DUMMY, "hp": 2, "ai_discard": ["thorny"]}, "II": DUMMY}
    content = {"ai_cards": {"dummy": {"thorny": thorns}}, "weapons": {"club": {"cost": {}, "atk": 3}}}
    table = acting_guard(enemies=enemies, content=content, weapon="club")
    table.does("standard_attack", guard="grigory", chips=[], target="I")
    assert table.guard()["hp"] == 18


@pytest.mark.rule("ISO-STON-009", "ISO-KEY-019")
def test_an_element_counts_while_its_gem_lies_on_a_card() -> None:
    branch = {"op": "if", "cond": {"element_active": "fire"}, "then": [MEND]}
    content = {"stonebound": {"flame": stone(MEND), "wave": stone(branch, element="water")}}
    slots = {"IV": {"stonebound": "flame"}, "V": {"stonebound": "wave"}}
    cold, warm = (acting_guard(content=content, slots=slots, hp=5) for _ in range(2))
    cold.does("activate_stonebound", guard="grigory", slot="V")
    warm.does("activate_stonebound", guard="grigory", slot="IV")
    warm.does("activate_stonebound", guard="grigory", slot="V")
    assert (cold.guard()["hp"], warm.guard()["hp"]) == (5, 7)


# ---- cards that nobody would carry out to their end


@pytest.mark.pitfall("BL-095")
def test_repetitions_within_repetitions_are_stopped_and_huge_numbers_are_cut() -> None:
    inner: Any = {"op": "gain_ap", "who": "self", "n": 1}
    for _ in range(4):
        inner = {"op": "for_each", "count": 99, "effects": [inner]}
    table = with_stone(inner)
    assert table.refuses("activate_stonebound", guard="grigory", slot="IV") == "card_unending"
    million = {"chip": "red_weaken", "n": {"times": [1000, 1000]}}
    flood = with_stone({"op": "gain", "who": "all_enemies", **million}, {"op": "add_to_bag", "who": "self", **million})
    assert (casts(flood).enemy()["chips"], flood.guard()["bag"]["red_weaken"]) == ({"red_weaken": 200}, 5)
