"""Guard Ability Cards and Stonebound Abilities."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.battle import checks
from rules.isofarian_guard.content.pack import standard
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
    to_next_round,
    with_base,
    with_stone,
)

HEAL = {"op": "heal", "who": "self", "n": 1}


def holding(content: Any = None, slots: Any = None, **guard: Any) -> Table:
    given = {"hp": 5, "ap": {"gray": 5}, "drawn": {"black_sword_1": 4}, **guard}
    return acting_guard(content={"guard_abilities": content or {"deed": card(HEAL)}}, slots=slots or SLOT, **given)


SLOT = {"I": {"ability": "deed"}}


def activates(table: Table, slot: str = "I", chips: Any = ("black_sword_1",), **more: Any) -> Table:
    table.does("activate_ability", guard="grigory", slot=slot, chips=list(chips), **more)
    return table


@pytest.mark.rule("ISO-ABILB-001")
def test_a_guard_has_six_slots_and_uses_its_own_cards_only() -> None:
    table = holding({"deed": card(HEAL, owner="alek")})
    refused = table.refuses("activate_ability", guard="grigory", slot="I", chips=["black_sword_1"])
    assert refused == "not_a_guard_ability"
    seventh = holding(slots={"VII": {"ability": "deed"}})
    assert list(checks.faults(seventh.state)) == ["grigory: an ability outside slots I to VI"]


@pytest.mark.rule("ISO-ABILB-002")
def test_activation_is_chips_on_the_card_ap_exhausted_then_effects() -> None:
    table = holding({"deed": card(HEAL, ap=2)})
    names = table.does("activate_ability", guard="grigory", slot="I", chips=["black_sword_1"])
    assert names == ["ChipsPlaced", "ApExhausted", "AbilityActivated", "HpHealed"]


@pytest.mark.rule("ISO-ABILB-003")
def test_a_card_is_activated_once_a_round() -> None:
    table = activates(holding())
    refused = table.refuses("activate_ability", guard="grigory", slot="I", chips=["black_sword_1"])
    assert refused == "ability_already_activated"
    table.does("end_activation", guard="grigory")
    to_next_round(table)
    assert table.guard()["slots"]["I"]["used"] is False


ENCORE = {"guard_abilities": {"deed": card(HEAL)}, "stonebound": {"encore": stone({"op": "activate_card"})}}


@pytest.mark.rule("ISO-ABILB-004")
def test_another_ability_may_activate_a_card_again() -> None:
    slots = {**SLOT, "V": {"stonebound": "encore"}}
    table = acting_guard(content=ENCORE, slots=slots, hp=5, drawn={"black_sword_1": 1})
    activates(table).does("activate_stonebound", guard="grigory", slot="V", card_slot="I")
    assert table.guard()["hp"] == 7


@pytest.mark.rule("ISO-ABILB-015")
def test_a_card_activated_by_another_gives_its_main_effects_and_nothing_else_of_it() -> None:
    keyword = {"name": "chain", "effects": [HEAL]}
    content = {**ENCORE, "guard_abilities": {"deed": card(HEAL, ap=3, keyword=keyword)}}
    table = acting_guard(content=content, slots={**SLOT, "V": {"stonebound": "encore"}}, hp=5, chain=True)
    names = table.does("activate_stonebound", guard="grigory", slot="V", card_slot="I")
    assert names == ["StoneboundActivated", "HpHealed"]
    assert (table.guard()["slots"]["I"]["chips"], table.guard()["ap"]["gray"]) == ({}, 2)
    fresh = acting_guard(content=content, slots={**SLOT, "V": {"stonebound": "encore"}})
    fresh.does("activate_stonebound", guard="grigory", slot="V", card_slot="I")
    assert (fresh.guard()["chain"], fresh.guard()["slots"]["I"]["used"]) == (False, False)


@pytest.mark.parametrize(("more", "code"), [
    ({}, "choice_required"), ({"card_slot": "VI"}, "not_a_guard_ability"), ({"card_slot": "V"}, "not_a_guard_ability"),
])  # fmt: skip
def test_the_card_to_activate_is_one_that_is_there(more: Any, code: str) -> None:
    table = acting_guard(content=ENCORE, slots={**SLOT, "V": {"stonebound": "encore"}})
    assert table.refuses("activate_stonebound", guard="grigory", slot="V", **more) == code


TWO_SIDES = {"owner": "grigory", "P": {"cost": {"sword": 1}, "flip": "chips", "effects": [HEAL]},
             "S": {"cost": {"sword": 1}, "flip": "chips", "effects": [gain("green_sword_1")]}}  # fmt: skip


@pytest.mark.rule("ISO-ABILB-005", "ISO-ABILB-006", "ISO-ABILB-013")
def test_a_card_flips_in_cleanup_both_ways_and_only_its_face_up_side_counts() -> None:
    table = activates(holding({"deed": TWO_SIDES}, bag={"black_sword_1": 1}, drawn={"black_sword_1": 1}))
    assert (table.guard()["hp"], table.guard()["slots"]["I"]["side"]) == (6, "P")
    table.does("end_activation", guard="grigory")
    to_next_round(table).plays(("start_round", {}), ("activate_guard", {"guard": "grigory"}))
    table.does("draw_chips", guard="grigory", draws=["black_sword_1"])
    activates(table)
    assert (table.guard()["hp"], table.guard()["drawn"]) == (6, {"green_sword_1": 1})
    table.does("end_activation", guard="grigory")
    assert to_next_round(table).guard()["slots"]["I"]["side"] == "P"


def cleaned(card_: Any, **slot: Any) -> Table:
    content = with_base({"guard_abilities": {"deed": card_}})
    table = Table(
        step="cleanup", guards={"grigory": {"slots": {"I": {"ability": "deed", **slot}}}}, enemies={"I": DUMMY},
        content=content,
    )  # fmt: skip
    table.does("cleanup")
    return table


@pytest.mark.rule("ISO-ABILB-007", "ISO-CLEAN-004")
def test_a_card_without_the_flip_icon_keeps_its_side() -> None:
    used = {"chips": {"black_sword_1": 1}, "used": True}
    assert cleaned(card(HEAL), **used).guard()["slots"]["I"]["side"] == "P"
    assert cleaned(TWO_SIDES, **used).guard()["slots"]["I"]["side"] == "S"


@pytest.mark.rule("ISO-ABILB-008")
def test_a_card_whose_chips_were_all_removed_does_not_flip() -> None:
    assert cleaned(TWO_SIDES, used=True).guard()["slots"]["I"]["side"] == "P"
    assert cleaned(TWO_SIDES, chips={"black_sword_1": 1}, used=False).guard()["slots"]["I"]["side"] == "P"


REACTIVE = {"reactive": [{"trigger": "attacked", "effects": [HEAL]}]}


@pytest.mark.rule("ISO-ABILB-009")
def test_reactive_and_keyword_effects_are_no_part_of_the_activation() -> None:
    keyword = {"name": "chain", "effects": [HEAL]}
    table = activates(holding({"deed": card(keyword=keyword, **REACTIVE)}))
    assert table.guard()["hp"] == 5
    guards = {"grigory": {"hp": 9, "slots": {"I": {"ability": "deed", "chips": {"black_sword_1": 1}}}}}
    content = {"guard_abilities": {"deed": card(**REACTIVE)}}
    struck = goes(enemies_turn(choose("aggro"), block(attack(1)), guards=guards, content=content))
    assert struck.guard()["hp"] == 9 - 2 + 1


@pytest.mark.rule("ISO-ABILB-010")
def test_a_card_is_active_while_a_chip_lies_on_it() -> None:
    effects = [{"op": "modify", "who": "self", "stat": "def", "by": 2}]
    take = {"op": "move_chip", "who": "target", "from": "card", "to": "auto", "chip": "any", "n": 1}
    passive = [{"op": "modify", "who": "self", "stat": "atk", "by": 1}]
    deed = {"deed": card(*effects, cost={"sword": 2}, passive=passive)}
    table = activates(holding(deed), chips=["black_sword_1"] * 2)
    assert (table.guard()["def_now"], table.guard()["atk_now"]) == (4, 4)
    guard = {**{key: table.guard()[key] for key in ("hp", "slots", "modifiers")}, "bag": {"black_sword_1": 1}}
    for n, after in ((1, (4, 4)), (2, (2, 3))):
        content = {"guard_abilities": deed}
        strip = enemies_turn(choose("aggro"), block({**take, "n": n}), guards={"grigory": guard}, content=content)
        stripped = goes(strip, from_slot="I").guard()
        assert (stripped["def_now"], stripped["atk_now"]) == after


def test_a_passive_may_need_the_card_merely_equipped() -> None:
    passive = [{"op": "modify", "who": "both_guards", "stat": "def", "by": 1, "needs": "equipped"}]
    table = acting_guard(content={"guard_abilities": {"deed": card(passive=passive)}}, slots=SLOT, guards={"alek": {}})
    assert (table.guard()["def_now"], table.guard("alek")["def_now"]) == (3, 2)


@pytest.mark.rule("ISO-ABILB-011")
def test_any_number_of_different_cards_may_be_activated() -> None:
    slots = {slot: {"ability": "deed"} for slot in ("I", "II", "III")}
    table = holding({"deed": card(HEAL, ap=1)}, slots)
    for slot in slots:
        activates(table, slot)
    assert (table.guard()["hp"], table.guard()["ap"]["gray"]) == (8, 2)


@pytest.mark.rule("ISO-ABILB-012")
def test_a_slot_without_a_guard_ability_cannot_be_activated_as_one() -> None:
    table = with_stone(HEAL, drawn={"black_sword_1": 1}, guards={"alek": {}})
    for slot in ("IV", "V"):
        assert table.refuses("activate_ability", guard="grigory", slot=slot, chips=[]) == "not_a_guard_ability"
    assert table.refuses("activate_ability", guard="alek", slot="I", chips=[]) == "not_active_guard"


def test_a_choice_is_made_among_what_is_offered() -> None:
    options = {"mend": [HEAL], "arm": [gain("green_sword_1")]}
    table = with_stone({"op": "choose", "pick": 1, "options": options}, hp=5)
    aim = {"guard": "grigory", "slot": "IV"}
    assert table.refuses("activate_stonebound", **aim) == "choice_required"
    assert table.refuses("activate_stonebound", **aim, choices=["sleep"]) == "choice_not_offered"
    assert table.refuses("activate_stonebound", **aim, choices=["mend", "arm"]) == "choice_not_offered"
    assert casts(table, choices=["mend"]).guard()["hp"] == 6


def test_two_different_options_are_picked_where_two_may_be() -> None:
    options = {"mend": [HEAL], "arm": [gain("green_sword_1")]}
    table = with_stone({"op": "choose", "pick": 2, "options": options}, hp=5)
    twice = table.refuses("activate_stonebound", guard="grigory", slot="IV", choices=["mend", "mend"])
    assert twice == "choice_not_offered"
    assert casts(table, choices=["arm", "mend"]).guard()["drawn"] == {"green_sword_1": 1}


# ---- stonebound abilities and gems


@pytest.mark.rule("ISO-STON-001")
def test_a_stonebound_ability_needs_the_ready_gem_of_its_slot() -> None:
    for gem in ("active", "exhausted"):
        table = acting_guard(
            content={"stonebound": {"ray": stone(HEAL)}}, slots={"V": {"stonebound": "ray", "gem": gem}}
        )
        assert table.refuses("activate_stonebound", guard="grigory", slot="V") == "gem_not_ready"


@pytest.mark.rule("ISO-STON-002", "ISO-STON-009")
def test_it_costs_neither_chips_nor_ap_and_its_gem_lies_on_it_until_cleanup() -> None:
    table = casts(with_stone(HEAL, hp=5, drawn={"black_sword_1": 1}))
    assert (table.guard()["drawn"], table.guard()["exhausted"]["gray"]) == ({"black_sword_1": 1}, 0)
    assert table.guard()["slots"]["IV"]["gem"] == "active"
    table.does("end_activation", guard="grigory")
    assert to_next_round(table).guard()["slots"]["IV"]["gem"] == "exhausted"


@pytest.mark.rule("ISO-STON-003", "ISO-STON-004", "ISO-CLEAN-007")
def test_a_gem_used_in_one_round_is_missing_in_the_next_and_ready_in_the_one_after() -> None:
    slots = {slot: {"stonebound": "ray", "gem": gem} for slot, gem in (("I", "active"), ("II", "exhausted"))}
    content = {"stonebound": {"ray": stone()}}
    table = Table(step="cleanup", guards={"grigory": {"slots": slots}}, enemies={"I": DUMMY}, content=content)
    names = table.does("cleanup")
    assert names.index("GemReadied") < names.index("GemExhausted")
    gems = {slot: card["gem"] for slot, card in table.guard()["slots"].items()}
    assert gems == {"I": "exhausted", "II": "ready"}


@pytest.mark.rule("ISO-STON-006")
def test_a_stonebound_ability_belongs_to_one_guard_or_to_any() -> None:
    for owner, works in (("grigory", True), ("any", True), ("alek", False)):
        table = acting_guard(
            content={"stonebound": {"ray": stone(HEAL, owner=owner)}}, slots={"IV": {"stonebound": "ray"}}, hp=5
        )
        if works:
            assert casts(table).guard()["hp"] == 6
        else:
            refused = table.refuses("activate_stonebound", guard="grigory", slot="IV")
            assert refused == "not_a_stonebound_ability"


@pytest.mark.rule("ISO-STON-007")
def test_there_are_four_gems_of_a_color_for_both_guards() -> None:
    content = {"stonebound": {"ray": stone(owner="any")}}
    three = {slot: {"stonebound": "ray"} for slot in ("I", "II", "III")}
    table = acting_guard(content=content, slots=three, guards={"alek": {"slots": {"I": {"stonebound": "ray"}}}})
    assert list(checks.faults(table.state)) == []
    five = acting_guard(content=content, slots=three, guards={"alek": {"slots": {**three}}})
    assert list(checks.faults(five.state)) == ["more than four gems of fire"]


@pytest.mark.rule("ISO-STON-008")
def test_elements_have_their_colors() -> None:
    colors = {stone_.element: stone_.gem for stone_ in standard().stones.values() if stone_.element and stone_.gem}
    printed = {"fire": "red", "earth": "orange", "water": "blue", "wind": "green", "neutral": "yellow"}
    printed |= {"darkness": "purple", "light": "white"}
    assert {element: color for element, color in colors.items() if element != "rainbow"} == printed


@pytest.mark.rule("ISO-STON-010")
def test_several_stonebound_abilities_may_be_activated_in_one_turn() -> None:
    slots = {slot: {"stonebound": "ray"} for slot in ("I", "II")}
    table = acting_guard(content={"stonebound": {"ray": stone(HEAL)}}, slots=slots, hp=5)
    for slot in slots:
        table.does("activate_stonebound", guard="grigory", slot=slot)
    assert table.guard()["hp"] == 7


@pytest.mark.rule("ISO-STON-011")
def test_a_gem_activates_only_the_stonebound_card_of_its_own_slot() -> None:
    table = with_stone(HEAL, content={"guard_abilities": {"deed": card()}}, slots=SLOT)
    for slot in ("I", "II"):
        assert table.refuses("activate_stonebound", guard="grigory", slot=slot) == "not_a_stonebound_ability"


@pytest.mark.rule("ISO-GEN-002")
def test_refresh_makes_a_gem_ready_and_ap_active_again() -> None:
    content = {"stonebound": {"ray": stone()}}
    slots = {slot: {"stonebound": "ray", "gem": "exhausted"} for slot in ("I", "II")}
    effects = [{"op": "ready_gem"}, {"op": "refresh_ap", "who": "self", "color": "any", "n": "all"}]
    table = with_stone(*effects, content=content, slots=slots, exhausted={"gray": 2, "green": 1}, ap={"gray": 0})
    aim = {"guard": "grigory", "slot": "IV"}
    assert table.refuses("activate_stonebound", **aim) == "choice_required"
    assert table.refuses("activate_stonebound", **aim, gem_slot="IV") == "gem_not_exhausted"
    casts(table, gem_slot="II")
    assert [table.guard()["slots"][slot]["gem"] for slot in ("I", "II")] == ["exhausted", "ready"]
    assert table.guard()["ap"] == {"gray": 2, "green": 1}


def test_a_flipped_card_shows_its_other_side_at_once() -> None:
    table = with_stone(
        {"op": "flip_card", "which": "chosen"}, content={"guard_abilities": {"deed": TWO_SIDES}}, slots=SLOT
    )
    assert table.refuses("activate_stonebound", guard="grigory", slot="IV") == "choice_required"
    refused = table.refuses("activate_stonebound", guard="grigory", slot="IV", flip_slot="IV")
    assert refused == "not_a_guard_ability"
    assert casts(table, flip_slot="I").guard()["slots"]["I"]["side"] == "S"
