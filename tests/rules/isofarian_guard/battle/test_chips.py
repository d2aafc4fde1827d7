"""Combat chips: colors, areas, effects, the limit of five, immunity and negation."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.battle import chips
from rules.isofarian_guard.content.pack import basics
from tests.rules.isofarian_guard.battle.table import (
    DUMMY,
    Table,
    acting_guard,
    attack,
    block,
    card,
    casts,
    choose,
    enemies_turn,
    gain,
    goes,
    stone,
    with_base,
    with_stone,
)


def drawn(*order: str, ap: Any = None, content: Any = None, **guard: Any) -> Table:
    """A guard that draws these chips, and after them the black one that ends the draw."""
    bag = chips_of(*order, "black_sword_1")
    given = {"hp": 10, "ap": ap or {"gray": 1}, "bag": bag, **guard}
    table = Table(
        step="draw", active_guard="yury", guards={"yury": given}, enemies={"I": DUMMY}, content=with_base(content or {})
    )
    table.does("draw_chips", guard="yury", draws=[*order, "black_sword_1"])
    return table


def chips_of(*names: str) -> dict[str, int]:
    return {name: names.count(name) for name in names}


@pytest.mark.rule("ISO-CHIP-001", "ISO-CHIP-006")
def test_what_a_chips_name_says_is_what_the_rulebook_prints() -> None:
    printed = basics().chips
    assert tuple(printed) == chips.CHIPS
    for chip, data in printed.items():
        assert (chips.color(chip), chips.kind(chip)) == (data.color, data.kind)
        sign = None if chips.is_resource(chip) else "negative" if chips.is_negative(chip) else "positive"
        assert sign == data.sign
        if data.value:
            assert sum(chips.worth(chip)) == data.value * (2 if data.kind == "combo" else 1)


def swept(area: str, *names: str) -> dict[str, Any]:
    guards = {"vera": {area: chips_of(*names)}}
    table = Table(step="cleanup", guards=guards, enemies={"I": {**DUMMY, "chips": {"purple_poison": 1}}})
    table.does("cleanup")
    return {"discard": table.guard("vera")["discard"], area: table.guard("vera")[area], "I": table.enemy()["chips"]}


@pytest.mark.rule("ISO-CHIP-002", "ISO-CHIP-003", "ISO-CHIP-004")
def test_swept_black_and_purple_go_to_the_discard_area_and_green_to_the_supply() -> None:
    after = swept("drawn", "black_sword_1", "black_shield_2", "green_sword_1", "purple_combo")
    assert after == {"discard": {"black_sword_1": 1, "black_shield_2": 1, "purple_combo": 1}, "drawn": {}, "I": {}}


@pytest.mark.rule("ISO-CHIP-004", "ISO-CHIP-005", "ISO-CLEAN-005")
def test_swept_negative_chips_go_purple_to_the_discard_area_and_red_to_the_supply() -> None:
    after = swept("negative", "purple_poison", "red_seal", "red_weaken")
    assert after == {"discard": {"purple_poison": 1}, "negative": {}, "I": {}}


@pytest.mark.rule("ISO-CHIP-007")
def test_active_chips_lie_in_their_area_and_add_up() -> None:
    table = drawn("green_bolster", "red_weaken", "green_bolster", "red_weaken")
    yury = table.guard("yury")
    assert (yury["positive"], yury["negative"]) == ({"green_bolster": 2}, {"red_weaken": 2})
    assert (yury["def_now"], yury["atk_now"]) == (3, 1)


@pytest.mark.rule("ISO-CHIP-008", "ISO-CHIP-009", "ISO-CHIP-027", "ISO-CHIP-033")
@pytest.mark.parametrize(("chip", "atk", "def_"), [
    ("green_bolster", 3, 2), ("red_break", 3, 0), ("green_strengthen", 4, 1), ("red_weaken", 2, 1),
])  # fmt: skip
def test_a_chip_changes_its_value_while_it_lies_there(chip: str, atk: int, def_: int) -> None:
    yury = drawn(chip).guard("yury")
    assert (yury["atk_now"], yury["def_now"]) == (atk, def_)


@pytest.mark.rule("ISO-CHIP-009", "ISO-CHIP-033")
def test_break_and_weaken_count_on_an_enemy_once_placed() -> None:
    table = casts(with_stone(gain("red_break", 1, "target"), gain("red_weaken", 2, "target")), target="I")
    assert (table.enemy()["atk_now"], table.enemy()["def_now"]) == (1, 0)


@pytest.mark.rule("ISO-CHIP-010", "ISO-CHIP-026")
def test_a_combo_is_neither_a_sword_nor_a_shield_chip() -> None:
    for wanted in ("sword", "shield"):
        assert not chips.matches(wanted, "purple_combo")
        assert [chip for chip in chips.CHIPS if chips.matches(wanted, chip)] == [
            f"black_{wanted}_1", f"black_{wanted}_2", f"green_{wanted}_1",
        ]  # fmt: skip
    assert chips.matches("resource", "purple_combo")


def corrupted(**given: Any) -> Table:
    content = {
        "guard_abilities": {"jab": card(attack())}, "stonebound": {"ray": stone(attack())},
        "items": {"potion": {"effects": [{"op": "heal", "who": "self", "n": 1}]}},
        "accessories": {"charm": {"effects": [{"op": "heal", "who": "self", "n": 1}]}},
    }  # fmt: skip
    slots = {"I": {"ability": "jab"}, "IV": {"stonebound": "ray"}}
    return acting_guard(
        hp=5, content=content, slots=slots, weapon="blade", drawn={"black_sword_1": 2}, item="potion",
        accessory="charm", **given,
    )  # fmt: skip


JAB = {"guard": "grigory", "slot": "I", "chips": ["black_sword_1"], "target": "I"}
RAY = {"guard": "grigory", "slot": "IV", "target": "I"}


@pytest.mark.rule("ISO-CHIP-011", "ISO-GEN-003")
def test_corruption_bars_guard_abilities_and_leaves_stonebound_ones() -> None:
    table = corrupted(negative={"purple_corruption": 1})
    assert table.refuses("activate_ability", **JAB) == "corrupted"
    table.does("activate_stonebound", **RAY)


@pytest.mark.rule("ISO-CHIP-012", "ISO-ATT-008")
def test_corruption_leaves_active_cards_standard_attack_accessory_and_item_alone() -> None:
    held = [{"stat": "def", "by": 1, "until": "active", "source": ["grigory", "I"]}]
    table = corrupted(negative={"purple_corruption": 1}, modifiers=held)
    assert table.guard()["def_now"] == 3
    table.plays(
        ("standard_attack", {"guard": "grigory", "chips": ["black_sword_1"], "target": "I"}),
        ("activate_accessory", {"guard": "grigory"}), ("use_item", {"guard": "grigory", "card": "potion"}),
    )  # fmt: skip
    assert table.guard()["hp"] == 7


@pytest.mark.rule("ISO-CHIP-013", "ISO-CHIP-016")
def test_an_evaded_attack_misses_with_everything_it_adds_and_is_an_attack_all_the_same() -> None:
    foe = {**DUMMY, "chips": {"green_evasion": 2}}
    table = casts(with_stone(attack(5, on_hit=[gain("red_break", 1, "victim")]), enemies={"I": foe}), target="I")
    assert (table.enemy()["hp"], table.enemy()["chips"]) == (9, {"green_evasion": 1})
    assert table.view["last_attacker"] == "grigory"


@pytest.mark.rule("ISO-CHIP-014")
def test_a_used_green_evasion_goes_to_the_supply_and_a_purple_one_to_the_discard_area() -> None:
    blows = block(attack(1, times=2))
    guards = {"yury": {"positive": {"green_evasion": 1, "purple_evasion": 1}}}
    yury = goes(enemies_turn(choose("aggro"), blows, guards=guards)).guard("yury")
    assert (yury["positive"], yury["discard"], yury["hp"]) == ({}, {"purple_evasion": 1}, 20)


@pytest.mark.rule("ISO-CHIP-015", "ISO-AI-001")
def test_an_enemys_green_evasion_goes_when_the_next_enemies_turn_starts() -> None:
    table = acting_guard(enemies={"I": {**DUMMY, "chips": {"green_evasion": 2, "red_weaken": 1}}})
    table.does("end_activation", guard="grigory")
    assert "EnemyEvasionDiscarded" in table.does("end_guards_turn")
    assert table.enemy()["chips"] == {"red_weaken": 1}


@pytest.mark.rule("ISO-CHIP-017")
def test_evasion_is_used_whether_wanted_or_not_and_the_owner_says_which() -> None:
    guards = {"yury": {"positive": {"green_evasion": 1, "purple_evasion": 1}}}
    first = goes(enemies_turn(choose("aggro"), block(attack(1)), guards=guards))
    assert first.guard("yury")["positive"] == {"purple_evasion": 1}
    named = goes(enemies_turn(choose("aggro"), block(attack(1)), guards=guards), evasion="purple_evasion")
    assert named.guard("yury")["positive"] == {"green_evasion": 1}


@pytest.mark.rule("ISO-CHIP-019", "ISO-CHIP-040")
@pytest.mark.parametrize(("ap", "exhausted", "after"), [
    ({"green": 2}, {"green": 1}, (1, 1)), ({"green": 0, "gray": 1}, {"green": 1}, (0, 0)), ({"gray": 1}, {}, (0, 0)),
])  # fmt: skip
def test_freeze_takes_one_green_ap_an_active_one_first(ap: Any, exhausted: Any, after: Any) -> None:
    yury = drawn(
        "purple_freeze", ap={"gray": 1, **ap}, exhausted=exhausted, bag={"purple_freeze": 1, "black_sword_1": 1}
    )
    assert (yury.guard("yury")["ap"]["green"], yury.guard("yury")["exhausted"]["green"]) == after


@pytest.mark.rule("ISO-CHIP-020")
@pytest.mark.parametrize(("green", "left"), [(3, 1), (1, 0), (0, 0)])
def test_freeze_on_an_enemy_takes_a_green_ap_per_chip_and_is_placed_anyway(green: int, left: int) -> None:
    foe = {**DUMMY, "ap": {"gray": 1, "green": green}}
    table = casts(with_stone(gain("purple_freeze", 2, "target"), enemies={"I": foe}), target="I")
    assert (table.enemy()["ap"], table.enemy()["chips"]) == ({"gray": 1, "green": left}, {"purple_freeze": 2})


@pytest.mark.rule("ISO-CHIP-021", "ISO-CHIP-022")
def test_heart_heals_and_poison_hurts_at_once() -> None:
    assert drawn("green_heart").guard("yury")["hp"] == 11
    assert drawn("purple_heart", "purple_poison", "purple_poison").guard("yury")["hp"] == 9


@pytest.mark.rule("ISO-CHIP-023")
def test_poison_on_an_enemy_costs_one_hp_per_chip() -> None:
    table = casts(with_stone(gain("purple_poison", 3, "target")), target="I")
    assert table.enemy()["hp"] == 6


@pytest.mark.rule("ISO-CHIP-024", "ISO-CHIP-025")
def test_seal_bars_stonebound_abilities_and_leaves_guard_abilities_and_what_is_active() -> None:
    table = corrupted(negative={"red_seal": 1})
    assert table.refuses("activate_stonebound", **RAY) == "sealed"
    table.does("activate_ability", **JAB)
    used = corrupted()
    used.does("activate_stonebound", **RAY)
    assert used.guard()["slots"]["IV"]["gem"] == "active"


@pytest.mark.rule("ISO-CHIP-028")
def test_stun_exhausts_all_green_ap_of_a_guard() -> None:
    yury = drawn("red_stun", ap={"gray": 0, "green": 1}, exhausted={"gray": 1}).guard("yury")
    assert (yury["ap"], yury["exhausted"]) == ({"gray": 0, "green": 0}, {"gray": 1, "green": 1})


@pytest.mark.rule("ISO-CHIP-029")
def test_stun_exhausts_all_green_ap_of_an_enemy_and_is_placed_without_any() -> None:
    for green in (2, 0):
        foe = {**DUMMY, "ap": {"gray": 1, "green": green}}
        table = casts(with_stone(gain("red_stun", 1, "target"), enemies={"I": foe}), target="I")
        assert (table.enemy()["exhausted"]["green"], table.enemy()["chips"]) == (green, {"red_stun": 1})


def upkept(ap: int | None, n: int, cubes: int) -> Table:
    content = {"guard_abilities": {"deed": card(ap=ap)}}
    return acting_guard(
        content=content, slots={"I": {"ability": "deed"}}, drawn={"black_sword_1": 1}, negative={"red_upkeep": n},
        ap={"gray": cubes},
    )  # fmt: skip


@pytest.mark.rule("ISO-CHIP-030", "ISO-ABILB-014")
@pytest.mark.parametrize(("ap", "n", "cost"), [(1, 1, 2), (0, 2, 2), (2, 3, 5), (None, 3, 0)])
def test_upkeep_raises_every_ap_cost_a_printed_zero_included(ap: int | None, n: int, cost: int) -> None:
    table = upkept(ap, n, cost)
    table.does("activate_ability", guard="grigory", slot="I", chips=["black_sword_1"])
    assert table.guard()["exhausted"]["gray"] == cost
    if cost:
        poor = upkept(ap, n, cost - 1)
        assert poor.refuses("activate_ability", guard="grigory", slot="I", chips=["black_sword_1"]) == "not_enough_ap"


@pytest.mark.rule("ISO-CHIP-031")
def test_upkeep_raises_the_cost_of_an_enemys_abilities_until_cleanup() -> None:
    foe = {"ap": 3, "chips": {"red_upkeep": 1}}
    table = goes(enemies_turn(block(ap=1), block(ap=None), enemy=foe))
    assert table.enemy()["exhausted"]["gray"] == 2
    table.plays(("end_enemies_turn", {}), ("cleanup", {}))
    assert table.enemy()["chips"] == {}


@pytest.mark.rule("ISO-CHIP-032")
def test_upkeep_leaves_alone_what_has_no_ability_ap_cost() -> None:
    keyword = {"name": "surge", "green_ap": 1, "effects": []}
    table = corrupted(
        negative={"red_upkeep": 4}, ap={"gray": 2, "green": 0}, satchel=[{"card": "salve", "kind": "item"}]
    )
    table.plays(
        ("activate_stonebound", RAY),
        ("standard_attack", {"guard": "grigory", "chips": ["black_sword_1"], "target": "I"}),
        ("move_item", {"guard": "grigory", "card": "salve"}),
    )  # fmt: skip
    assert table.guard()["exhausted"]["gray"] == 2
    surging = acting_guard(
        content={"guard_abilities": {"deed": card(ap=0, keyword=keyword)}}, slots={"I": {"ability": "deed"}},
        drawn={"black_sword_1": 1}, negative={"red_upkeep": 1}, ap={"gray": 1, "green": 1},
    )  # fmt: skip
    surging.does("activate_ability", guard="grigory", slot="I", chips=["black_sword_1"], ap={"gray": 1}, surge=1)
    assert surging.guard()["exhausted"] == {"gray": 1, "green": 1}


@pytest.mark.rule("ISO-CHIP-035", "ISO-CHIP-038")
def test_a_gained_chip_works_at_once_and_one_added_to_the_bag_when_drawn() -> None:
    table = casts(
        with_stone(
            gain("purple_poison"),
            gain("green_sword_1"),
            {"op": "add_to_bag", "who": "self", "chip": "red_weaken"},
            hp=9,
        )
    )
    guard = table.guard()
    assert (guard["hp"], guard["negative"], guard["drawn"]) == (8, {"purple_poison": 1}, {"green_sword_1": 1})
    assert (guard["bag"], guard["atk_now"]) == ({"red_weaken": 1}, 3)


@pytest.mark.rule("ISO-CHIP-036")
def test_chips_discarded_from_a_bag_do_nothing_and_go_by_their_color() -> None:
    effect = {"op": "discard_from_bag", "who": "target", "chip": ["heart", "poison", "red"], "n": 9}
    bag = {"green_heart": 1, "purple_poison": 1, "red_stun": 1, "black_sword_1": 1}
    yury = goes(enemies_turn(choose("aggro"), block(effect), guards={"yury": {"hp": 5, "bag": bag}})).guard("yury")
    assert (yury["hp"], yury["bag"], yury["discard"]) == (5, {"black_sword_1": 1}, {"purple_poison": 1})


def test_the_players_pick_which_of_several_chips_goes() -> None:
    effect = {"op": "discard_from_bag", "who": "target", "chip": "sword", "n": 1}
    guards = {"yury": {"bag": {"black_sword_1": 1, "black_sword_2": 1}}}
    table = enemies_turn(choose("aggro"), block(effect), guards=guards)
    assert table.refuses("activate_enemy", slot="I", cards=["card"], picks=["red_stun"]) == "chip_not_available"
    assert goes(table, picks=["black_sword_2"]).guard("yury")["bag"] == {"black_sword_1": 1}


@pytest.mark.rule("ISO-CHIP-037")
def test_chips_stored_on_an_accessory_stay_until_the_player_sends_them_away() -> None:
    content = {"accessories": {"box": {"caravan": True, "cost": {"shield": 1}, "effects": []}}}
    table = acting_guard(content=content, accessory="box", drawn={"black_shield_1": 1})
    table.does("activate_accessory", guard="grigory", chips=["black_shield_1"])
    table.does("end_activation", guard="grigory")
    table.plays(
        ("end_guards_turn", {}), ("activate_enemy", {"slot": "I", "cards": ["card"]}), ("end_enemies_turn", {}),
        ("cleanup", {}),
    )  # fmt: skip
    assert table.guard()["accessory"]["chips"] == {"black_shield_1": 1}
    table.does("release_accessory_chips", guard="grigory")
    assert (table.guard()["accessory"]["chips"], table.guard()["discard"]) == ({}, {"black_shield_1": 1})


@pytest.mark.rule("ISO-CHIP-039")
def test_corruption_fear_and_seal_do_nothing_to_an_enemy() -> None:
    chips_there = {"purple_corruption": 1, "red_fear": 1, "red_seal": 1}
    table = goes(enemies_turn(choose("aggro"), block(attack(2)), enemy={"chips": chips_there}))
    assert (table.guard()["hp"], table.enemy()["chips"]) == (20 - 3, chips_there)


# ---- the limit of five


@pytest.mark.rule("ISO-LIM-001")
def test_a_guard_owns_at_most_five_of_a_type_over_all_places() -> None:
    content = {"guard_abilities": {"deed": card()}, "accessories": {"box": {"effects": []}}}
    chip = {"purple_combo": 1}
    table = with_stone(
        {"op": "add_to_bag", "who": "self", "chip": "purple_combo", "n": 2}, content=content, bag=chip, drawn=chip,
        discard=chip, slots={"I": {"ability": "deed", "chips": chip}}, accessory={"card": "box", "chips": chip},
    )  # fmt: skip
    assert casts(table).guard()["bag"] == chip


@pytest.mark.rule("ISO-LIM-002")
def test_a_type_is_a_symbol_in_a_color() -> None:
    effects = [
        {"op": "add_to_bag", "who": "self", "chip": chip, "n": 1}
        for chip in ("black_sword_2", "green_sword_1", "black_sword_1")
    ]
    assert casts(with_stone(*effects, bag={"black_sword_1": 5})).guard()["bag"] == {
        "black_sword_1": 5, "black_sword_2": 1, "green_sword_1": 1,
    }  # fmt: skip


@pytest.mark.rule("ISO-LIM-003")
def test_of_several_chips_those_that_fit_are_added() -> None:
    table = casts(with_stone({"op": "add_to_bag", "who": "self", "chip": "red_break", "n": 4}, bag={"red_break": 3}))
    assert table.guard()["bag"] == {"red_break": 5}
    names = [type(event).__name__ for event in table.events]
    assert (names.count("ChipAddedToBag"), names.count("ChipReturnedToSupply")) == (2, 2)


@pytest.mark.rule("ISO-LIM-004")
def test_a_gained_chip_over_the_limit_does_nothing() -> None:
    table = casts(with_stone(gain("purple_poison", 2), hp=9, bag={"purple_poison": 4}))
    assert (table.guard()["hp"], table.guard()["negative"]) == (8, {"purple_poison": 1})


# ---- immune and negate


def worn(static: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"accessories": {"ring": {"passive": [static], **more}}}


@pytest.mark.rule("ISO-IMM-001")
def test_a_chip_does_nothing_to_the_immune_and_stays_in_play() -> None:
    content = worn({"op": "immune", "chips": ["weaken", "poison"]})
    yury = drawn("red_weaken", "purple_poison", content=content, accessory="ring").guard("yury")
    assert (yury["hp"], yury["atk_now"]) == (10, 3)
    assert yury["negative"] == {"red_weaken": 1, "purple_poison": 1}


@pytest.mark.rule("ISO-IMM-002")
def test_a_negated_chip_does_nothing_and_goes_to_the_supply_purple_ones_too() -> None:
    content = worn({"op": "negate", "chips": "poison"})
    yury = drawn("purple_poison", content=content, accessory="ring").guard("yury")
    assert (yury["hp"], yury["negative"], yury["discard"], yury["bag"]) == (10, {}, {}, {})


@pytest.mark.rule("ISO-IMM-003")
@pytest.mark.parametrize("op", ["immune", "negate"])
def test_an_ignored_or_negated_fear_does_not_end_the_draw(op: str) -> None:
    yury = drawn("red_fear", content=worn({"op": op, "chips": "fear"}), accessory="ring").guard("yury")
    assert yury["drawn"] == {"black_sword_1": 1}


@pytest.mark.rule("ISO-IMM-004")
def test_a_limited_negation_uses_one_activation_per_chip_and_is_gone_once_flipped() -> None:
    content = worn({"op": "negate", "chips": "poison"}, limit=1)
    yury = drawn("purple_poison", "purple_poison", content=content, accessory="ring").guard("yury")
    assert (yury["hp"], yury["negative"]) == (9, {"purple_poison": 1})
    assert (yury["accessory"]["cubes"], yury["accessory"]["flipped"]) == (1, True)


@pytest.mark.rule("ISO-IMM-005")
@pytest.mark.parametrize(("op", "lying"), [("immune", {"purple_poison": 1}), ("negate", {})])
def test_gained_chips_are_covered_too(op: str, lying: dict[str, int]) -> None:
    content = worn({"op": op, "chips": "poison"})
    table = casts(with_stone(gain("purple_poison"), hp=9, content=content, accessory="ring"))
    assert (table.guard()["hp"], table.guard()["negative"]) == (9, lying)


MAY = {"op": "negate", "chips": ["poison", "weaken"], "may": True}


def test_an_optional_negation_waits_for_the_players() -> None:
    content = worn(MAY, limit=1)
    assert drawn("purple_poison", content=content, accessory="ring").guard("yury")["hp"] == 9
    guard = {
        "hp": 10,
        "ap": {"gray": 1},
        "accessory": "ring",
        "bag": chips_of("purple_poison", "red_weaken", "black_sword_1"),
    }
    table = Table(step="draw", active_guard="yury", guards={"yury": guard}, enemies={"I": DUMMY}, content=content)
    order = ["purple_poison", "red_weaken", "black_sword_1"]
    table.does("draw_chips", guard="yury", draws=order, negate_kinds=["red_weaken"])
    assert (table.guard("yury")["hp"], table.guard("yury")["negative"]) == (9, {"purple_poison": 1})


@pytest.mark.parametrize(("accessory", "code"), [
    (None, "no_accessory"), ("ring", "accessory_not_activatable"),
    ({"card": "ring", "cubes": 1, "flipped": True}, "accessory_exhausted"),
])  # fmt: skip
def test_a_chip_that_nothing_negates_cannot_be_negated(accessory: Any, code: str) -> None:
    guard = {"accessory": accessory, "ap": {"gray": 1}, "bag": chips_of("red_stun", "black_sword_1")}
    table = Table(
        step="draw", active_guard="yury", guards={"yury": guard}, enemies={"I": DUMMY}, content=worn(MAY, limit=1)
    )
    draws = [{"chip": "red_stun", "negate": True}, "black_sword_1"]
    assert table.refuses("draw_chips", guard="yury", draws=draws) == code


def test_chip_by_chip_the_negation_is_said_with_the_chip() -> None:
    guard = {"hp": 10, "ap": {"gray": 1}, "accessory": "ring", "bag": chips_of("purple_poison", "black_sword_1")}
    table = Table(step="draw", active_guard="yury", guards={"yury": guard}, enemies={"I": DUMMY}, content=worn(MAY))
    table.does("draw_chip", guard="yury", draws=["purple_poison"], negate=True)
    assert (table.guard("yury")["hp"], table.guard("yury")["negative"]) == (10, {})
