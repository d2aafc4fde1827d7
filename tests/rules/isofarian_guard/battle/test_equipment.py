"""Standard Attack, accessories, items."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.isofarian_guard.battle.table import (
    DUMMY,
    Table,
    acting_guard,
    attack,
    card,
    casts,
    gain,
    to_next_round,
    with_stone,
)

HEAL = {"op": "heal", "who": "self", "n": 2}


def armed(weapon: Any = "blade", content: Any = None, **guard: Any) -> Table:
    weapons = {
        "axe": {"cost": {"sword": 1}, "atk": 2, "chip": "red_weaken"},
        "daggers": {"cost": {"green_heart": 1}, "atk": 1, "chip": None},
    }
    given = {"drawn": {"black_sword_1": 2}, **guard}
    return acting_guard(weapon=weapon, content={"weapons": weapons, **(content or {})}, **given)


def swings(table: Table, *chips: str, target: str = "I") -> Table:
    table.does("standard_attack", guard="grigory", chips=list(chips or ("black_sword_1",)), target=target)
    return table


SWING: dict[str, Any] = {"guard": "grigory", "chips": ["black_sword_1"], "target": "I"}


@pytest.mark.rule("ISO-ATT-001")
def test_a_standard_attack_needs_a_weapon_and_its_chips_lie_on_it() -> None:
    assert armed(None).refuses("standard_attack", **SWING) == "no_weapon"
    assert swings(armed()).guard()["weapon"]["chips"] == {"black_sword_1": 1}


@pytest.mark.rule("ISO-ATT-002")
def test_the_weapons_modifier_counts_for_its_standard_attack_alone() -> None:
    assert swings(armed("axe")).enemy()["hp"] == 9 - 4
    axe = {"weapons": {"axe": {"cost": {}, "atk": 2}}}
    assert casts(with_stone(attack(), weapon="axe", content=axe), target="I").enemy()["hp"] == 9 - 2


@pytest.mark.rule("ISO-ATT-003")
def test_a_standard_attack_has_exactly_one_target() -> None:
    table = armed(enemies={"I": DUMMY, "II": DUMMY})
    assert table.refuses("standard_attack", guard="grigory", chips=["black_sword_1"]) == "target_required"
    swings(table, target="II")
    assert (table.enemy("I")["hp"], table.enemy("II")["hp"]) == (9, 7)


@pytest.mark.rule("ISO-ATT-004")
def test_each_guard_makes_one_standard_attack_a_round() -> None:
    table = swings(armed())
    assert table.refuses("standard_attack", **SWING) == "standard_attack_used"
    table.does("end_activation", guard="grigory")
    assert to_next_round(table).guard()["weapon"]["used"] is False


@pytest.mark.rule("ISO-ATT-005")
def test_the_exchange_applies_to_its_cost() -> None:
    table = swings(armed(drawn={"black_shield_2": 1}), "black_shield_2")
    assert table.enemy()["hp"] == 7


@pytest.mark.rule("ISO-ATT-006")
def test_the_weapons_chip_is_added_by_the_standard_attack_only() -> None:
    content = {"stonebound": {"ray": {"owner": "grigory", "element": "fire", "effects": [attack()]}}}
    table = armed("axe", content, slots={"IV": {"stonebound": "ray"}})
    casts(table, target="I")
    assert table.enemy()["chips"] == {}
    assert swings(table).enemy()["chips"] == {"red_weaken": 1}


@pytest.mark.rule("ISO-ATT-007")
def test_the_weapons_chip_lands_without_damage_but_not_when_evaded() -> None:
    hard = swings(armed("axe", enemies={"I": {**DUMMY, "def": 9}}))
    assert (hard.enemy()["hp"], hard.enemy()["chips"]) == (9, {"red_weaken": 1})
    quick = swings(armed("axe", enemies={"I": {**DUMMY, "chips": {"green_evasion": 1}}}))
    assert (quick.enemy()["hp"], quick.enemy()["chips"]) == (9, {})


@pytest.mark.rule("ISO-ATT-008")
def test_a_standard_attack_costs_no_ap_and_is_no_ability() -> None:
    barred = {"red_upkeep": 2, "purple_corruption": 1, "red_seal": 1}
    table = swings(armed(negative=barred, ap={"gray": 0}, exhausted={"gray": 2}))
    assert (table.enemy()["hp"], table.guard()["exhausted"]["gray"]) == (7, 2)


@pytest.mark.rule("ISO-ATT-009")
def test_bleeding_heart_daggers_take_a_green_heart_from_the_positive_area() -> None:
    table = swings(armed("daggers", positive={"green_heart": 1, "purple_heart": 1}), "green_heart")
    assert (table.guard()["positive"], table.guard()["weapon"]["chips"]) == ({"purple_heart": 1}, {"green_heart": 1})
    without = armed("daggers", positive={"purple_heart": 1})
    heart = {**SWING, "chips": ["green_heart"]}
    assert without.refuses("standard_attack", **heart) == "chip_not_available"
    assert without.refuses("standard_attack", **{**SWING, "chips": []}) == "resources_insufficient"
    two = armed("daggers", positive={"green_heart": 2})
    assert two.refuses("standard_attack", **{**SWING, "chips": ["green_heart"] * 2}) == "chips_exceed_cost"


# ---- accessories


def wearing(charm: dict[str, Any], worn: Any = "charm", **guard: Any) -> Table:
    return acting_guard(content={"accessories": {"charm": charm}}, accessory=worn, **{"hp": 5, **guard})


@pytest.mark.rule("ISO-ACC-001")
def test_persistent_effects_always_apply_and_actions_belong_to_step_six() -> None:
    charm = {"effects": [HEAL], "passive": [{"op": "modify", "who": "self", "stat": "atk", "by": 1}]}
    table = wearing(charm, step="enemies_turn", active_guard=None)
    assert table.guard()["atk_now"] == 4
    assert table.refuses("activate_accessory", guard="grigory") == "wrong_step"
    acting = wearing(charm)
    acting.does("activate_accessory", guard="grigory")
    assert acting.guard()["hp"] == 7


@pytest.mark.rule("ISO-ACC-002")
def test_a_limited_accessory_is_flipped_at_its_number_and_then_does_nothing_more() -> None:
    passive = [{"op": "modify", "who": "self", "stat": "def", "by": 1}]
    table = wearing({"limit": 2, "effects": [HEAL], "passive": passive})
    names = [table.does("activate_accessory", guard="grigory") for _ in range(2)]
    assert ["AccessoryFlipped" in told for told in names] == [False, True]
    assert (table.guard()["accessory"]["cubes"], table.guard()["def_now"]) == (2, 2)
    assert table.refuses("activate_accessory", guard="grigory") == "accessory_exhausted"


@pytest.mark.rule("ISO-ACC-003")
def test_after_the_battle_an_accessory_is_whole_again() -> None:
    worn = {"card": "charm", "cubes": 1, "flipped": True}
    armed_ = {"weapon": "blade", "drawn": {"black_sword_1": 1}, "enemies": {"I": {**DUMMY, "hp": 1}}}
    table = wearing({"limit": 1, "effects": [HEAL]}, worn, **armed_)
    swings(table).does("collect_rewards")
    assert (table.guard()["accessory"]["cubes"], table.guard()["accessory"]["flipped"]) == (0, False)


@pytest.mark.rule("ISO-ACC-004", "ISO-TURN-002")
def test_start_of_round_effects_come_in_step_one_of_each_guards_turn() -> None:
    lamp = {"reactive": [{"trigger": "round_start", "effects": [HEAL]}]}
    for round_ in (1, 4):
        table = wearing(lamp, step="round_start", active_guard=None, round=round_)
        names = table.does("start_round")
        assert names[:3] == ["RoundStarted", "ReactionTriggered", "HpHealed"]


@pytest.mark.rule("ISO-ACC-006")
def test_an_accessorys_requirements_must_be_met() -> None:
    assert wearing({"passive": []}).refuses("activate_accessory", guard="grigory") == "accessory_not_activatable"
    assert wearing({"effects": []}, None).refuses("activate_accessory", guard="grigory") == "no_accessory"
    priced = wearing({"cost": {"sword": 1}, "ap": 3, "effects": [HEAL]}, drawn={"black_sword_1": 1})
    assert priced.refuses("activate_accessory", guard="grigory") == "resources_insufficient"
    paid = {"guard": "grigory", "chips": ["black_sword_1"]}
    assert priced.refuses("activate_accessory", **paid) == "not_enough_ap"


@pytest.mark.rule("ISO-ACC-007", "ISO-ACC-010")
@pytest.mark.parametrize("caravan", [True, False])
def test_the_cleanup_phase_leaves_chips_on_accessories_alone(caravan: bool) -> None:
    table = wearing({"caravan": caravan, "cost": {"sword": 1}, "effects": []}, drawn={"black_sword_1": 1})
    table.does("activate_accessory", guard="grigory", chips=["black_sword_1"])
    table.does("end_activation", guard="grigory")
    assert to_next_round(table).guard()["accessory"]["chips"] == {"black_sword_1": 1}


@pytest.mark.rule("ISO-ACC-008")
def test_released_chips_go_by_their_color_and_there_must_be_some() -> None:
    stored = {"card": "charm", "chips": {"purple_combo": 1, "green_shield_1": 2}}
    table = wearing({"effects": []}, stored)
    table.does("release_accessory_chips", guard="grigory")
    assert (table.guard()["accessory"]["chips"], table.guard()["discard"]) == ({}, {"purple_combo": 1})
    assert table.refuses("release_accessory_chips", guard="grigory") == "chip_not_available"
    assert table.refuses("release_accessory_chips", guard="alek") == "no_such_target"
    assert acting_guard().refuses("release_accessory_chips", guard="grigory") == "no_accessory"


MASK = {"per_round": 1, "effects": [{"op": "redraw"}]}


@pytest.mark.rule("ISO-ACC-009")
def test_goat_skull_mask_redraws_one_unused_chip_a_round() -> None:
    table = wearing(MASK, drawn={"black_sword_1": 1, "black_shield_1": 1}, bag={"purple_heart": 1, "black_sword_1": 1})
    mask = {"guard": "grigory"}
    assert table.refuses("activate_accessory", **mask, draws=[]) == "choice_required"
    assert table.refuses("activate_accessory", **mask, return_chip="purple_combo") == "chip_not_available"
    table.does("activate_accessory", **mask, return_chip="black_shield_1", draws=["purple_heart"])
    assert (table.guard()["hp"], table.guard()["drawn"]) == (6, {"black_sword_1": 1})
    assert table.guard()["bag"] == {"black_sword_1": 1, "black_shield_1": 1}
    again = table.refuses("activate_accessory", **mask, return_chip="black_sword_1")
    assert again == "accessory_used_this_round"


def test_a_reaction_of_a_limited_accessory_uses_it_up() -> None:
    belt = {"limit": 1, "reactive": [{"trigger": "chip_drawn", "chip": "negative", "effects": [HEAL]}]}
    table = wearing(belt, step="draw", bag={"red_weaken": 2, "black_sword_1": 2})
    table.does("draw_chips", guard="grigory", draws=["black_sword_1", "red_weaken", "red_weaken", "black_sword_1"])
    assert (table.guard()["hp"], table.guard()["accessory"]["flipped"]) == (7, True)


def test_a_reaction_happens_so_often_in_a_round_and_again_in_the_next() -> None:
    reaction = {"trigger": "chip_drawn", "per_round": 1, "needs": "equipped", "effects": [HEAL]}
    table = acting_guard(
        step="draw", content={"guard_abilities": {"deed": card(reactive=[reaction])}}, hp=5,
        slots={"I": {"ability": "deed"}}, bag={"black_sword_1": 4},
    )  # fmt: skip
    table.does("draw_chips", guard="grigory", draws=["black_sword_1"] * 2)
    assert table.guard()["hp"] == 7
    table.does("end_activation", guard="grigory")
    to_next_round(table).plays(("start_round", {}), ("activate_guard", {"guard": "grigory"}))
    table.does("draw_chips", guard="grigory", draws=["black_sword_1"] * 2)
    assert table.guard()["hp"] == 9


# ---- items


def carrying(item: Any = "potion", **guard: Any) -> Table:
    items = {"potion": {"effects": [{"op": "heal", "who": "self", "n": 5}]}, "tent": {"battle": False, "effects": []}}
    return acting_guard(content={"items": items}, item=item, **{"hp": 9, **guard})


POTION = {"guard": "grigory", "card": "potion"}


@pytest.mark.rule("ISO-ITEM-001")
def test_only_the_item_in_the_item_slot_can_be_used() -> None:
    satchel = [{"card": "potion", "kind": "item"}]
    assert carrying(None, satchel=satchel).refuses("use_item", **POTION) == "item_not_equipped"
    assert carrying("tent", satchel=satchel).refuses("use_item", **POTION) == "item_not_equipped"


@pytest.mark.rule("ISO-ITEM-002")
def test_an_item_is_used_in_its_owners_activation() -> None:
    table = carrying(guards={"alek": {"item": "potion"}})
    assert table.refuses("use_item", guard="alek", card="potion") == "not_active_guard"


@pytest.mark.rule("ISO-ITEM-003", "ISO-ITEM-007")
def test_an_item_works_once_on_its_bearer_and_leaves_after_the_battle() -> None:
    others = {"guards": {"alek": {"hp": 3}}, "enemies": {"I": {**DUMMY, "hp": 1}}}
    table = carrying(weapon="blade", drawn={"black_sword_1": 1}, **others)
    table.does("use_item", **POTION)
    assert (table.guard()["hp"], table.guard("alek")["hp"], table.guard()["item"]["used"]) == (14, 3, True)
    assert table.refuses("use_item", **POTION) == "item_used"
    swings(table).does("collect_rewards")
    assert table.guard()["item"] is None


@pytest.mark.rule("ISO-ITEM-004")
def test_moving_an_item_costs_two_ap_and_comes_from_the_own_satchel() -> None:
    satchel = [{"card": "potion", "kind": "item"}]
    table = carrying(None, satchel=satchel, guards={"alek": {"satchel": [{"card": "tent", "kind": "item"}]}})
    assert table.refuses("move_item", guard="grigory", card="tent") == "card_not_in_satchel"
    assert table.refuses("move_item", **POTION, ap={"gray": 1}) == "wrong_ap_payment"
    assert carrying(None, satchel=satchel, ap={"gray": 1}).refuses("move_item", **POTION) == "not_enough_ap"
    table.does("move_item", **POTION)
    assert (table.guard()["exhausted"]["gray"], table.guard()["satchel"]) == (2, [])


@pytest.mark.rule("ISO-ITEM-005")
@pytest.mark.parametrize(("used", "satchel"), [(False, [{"card": "tent", "kind": "item", "qty": 1}]), (True, [])])
def test_an_unused_item_goes_to_the_satchel_and_a_used_one_to_the_supply(used: bool, satchel: Any) -> None:
    table = carrying({"card": "tent", "used": used}, satchel=[{"card": "potion", "kind": "item"}])
    table.does("move_item", **POTION)
    assert (table.guard()["item"]["card"], table.guard()["satchel"]) == ("potion", satchel)


@pytest.mark.rule("ISO-ITEM-006")
@pytest.mark.parametrize(
    ("kind", "code"), [("tool", "tool_not_equippable"), ("material", "not_an_item"), ("weapon", "not_an_item")]
)
def test_only_items_that_are_no_tools_go_into_the_item_slot(kind: str, code: str) -> None:
    table = carrying(None, satchel=[{"card": "thing", "kind": kind}])
    assert table.refuses("move_item", guard="grigory", card="thing") == code


@pytest.mark.rule("ISO-ITEM-008")
def test_a_tent_is_of_no_use_in_battle() -> None:
    assert carrying("tent").refuses("use_item", guard="grigory", card="tent") == "item_not_usable_in_battle"


@pytest.mark.rule("ISO-ITEM-009")
def test_a_freshly_moved_item_may_be_used_in_the_same_activation() -> None:
    table = carrying(None, satchel=[{"card": "potion", "kind": "item"}])
    table.plays(("move_item", POTION), ("use_item", POTION))
    assert table.guard()["hp"] == 14


def test_an_item_may_say_that_it_works_on_others() -> None:
    table = acting_guard(
        content={"items": {"bomb": {"effects": [gain("green_evasion", 1, "both_guards")]}}},
        item="bomb",
        guards={"alek": {}},
    )
    table.does("use_item", guard="grigory", card="bomb")
    assert [table.guard(name)["positive"] for name in ("grigory", "alek")] == [{"green_evasion": 1}] * 2
