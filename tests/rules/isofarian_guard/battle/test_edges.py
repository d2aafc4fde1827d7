"""Where rules meet: the edges at which one comes into force and another does not yet."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.battle.game import BATTLE
from rules.kernel import Seeded
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

MEND = {"op": "heal", "who": "self"}
WOLF = {"type": "dummy"}
CARDS = {"enemies": {"dummy": {"copies": {1: 2}, "cards": {1: {"hp": 5, "atk": 1, "def": 0, "ap": 1}}}}}


# ---- the grid


@pytest.mark.rule("ISO-ENM-001")
def test_four_enemies_stand_on_the_grid_and_a_fifth_does_not() -> None:
    content = {"enemies": {"dummy": {"cards": {1: {"hp": 5, "atk": 1, "def": 0, "ap": 1}}}}}
    table = Table(step="over", phase="exploration", guards={"yury": {}}, content=content)
    assert table.refuses("start_battle", source="skull", enemies=[WOLF] * 5) == "too_many_enemies"
    table.does("start_battle", source="skull", enemies=[WOLF] * 4)
    assert list(table.view["enemies"]) == ["I", "II", "III", "IV"]


@pytest.mark.rule("ISO-ADD-003", "ISO-ADD-004")
def test_with_no_card_left_the_weakest_is_reset_and_at_full_hp_nothing_happens() -> None:
    def summoned(hp: int) -> Table:
        table = enemies_turn(
            block({"op": "add_enemy", "type": "dummy"}), content=CARDS, enemy={"hp": 9, "start_hp": 9},
            enemies={"II": {**DUMMY, "hp": hp, "start_hp": 6}},
        )  # fmt: skip
        return goes(table)

    assert summoned(2).enemy("II")["hp"] == 6
    full = summoned(6)
    assert "EnemyReset" not in [type(event).__name__ for event in full.events]


@pytest.mark.rule("ISO-RET-001", "ISO-ENM-007")
def test_a_retreat_begins_the_enemies_turn_with_its_first_step() -> None:
    enemy = {**DUMMY, "chips": {"green_evasion": 1}, "blue_cubes": 2}
    table = Table(guards={"yury": {}}, enemies={"I": enemy})
    table.does("retreat")
    assert (table.enemy()["chips"], table.enemy()["blue_cubes"]) == ({}, 0)


# ---- draws


@pytest.mark.rule("ISO-DRAW-006", "ISO-DRAW-011")
def test_chip_by_chip_a_draw_ends_with_its_number_an_empty_bag_or_at_once_without_ap() -> None:
    def drawing(**given: Any) -> Table:
        return acting_guard(step="draw", **given)

    two = drawing(bag={"black_sword_1": 3})
    two.does("draw_chip", guard="grigory", draws=["black_sword_1"])
    assert two.view["step"] == "draw"
    two.does("draw_chip", guard="grigory", draws=["black_sword_1"])
    assert (two.view["step"], two.guard()["drawn"]) == ("actions", {"black_sword_1": 2})
    short = drawing(bag={"green_heart": 1})
    short.does("draw_chip", guard="grigory", draws=["green_heart"])
    assert short.view["step"] == "actions"
    tired = drawing(bag={"black_sword_1": 3}, ap={"gray": 0}, exhausted={"gray": 2})
    tired.does("draw_chip", guard="grigory")
    assert (tired.view["step"], tired.guard()["drawn"]) == ("actions", {})
    over = drawing(bag={"black_sword_1": 3})
    twice = ["black_sword_1", "black_sword_1"]
    assert over.refuses("draw_chip", guard="grigory", draws=twice) == "draw_exceeds_limit"


@pytest.mark.rule("ISO-LIM-003")
def test_of_several_chips_those_over_the_limit_go_back_one_by_one() -> None:
    table = with_stone({"op": "add_to_bag", "who": "self", "chip": "red_fear", "n": 4}, bag={"red_fear": 3})
    casts(table)
    back = [event for event in table.events if type(event).__name__ == "ChipReturnedToSupply"]
    assert (table.guard()["bag"]["red_fear"], [event.n for event in back]) == (5, [1, 1])  # type: ignore[attr-defined]


# ---- reactions


def reacting(*reactions: Any, **given: Any) -> Table:
    content = {"guard_abilities": {"deed": card(reactive=list(reactions))}}
    return enemies_turn(
        block(attack(1)), guards={"grigory": {"slots": {"I": {"ability": "deed"}}, **given}}, content=content
    )


@pytest.mark.rule("ISO-ABILB-009")
def test_an_optional_reaction_is_named_by_its_place_or_with_its_guard_and_else_does_nothing() -> None:
    reaction = {"trigger": "attacked", "may": True, "needs": "equipped", "effects": [MEND]}
    healed = [goes(reacting(reaction), react=react).guard()["hp"] for react in (["I"], ["grigory.I"], ["II"], [])]
    assert healed == [19, 19, 18, 18]


@pytest.mark.rule("ISO-ABILB-009")
def test_a_reaction_to_a_chip_heeds_which_chip_it_is() -> None:
    reaction = {"trigger": "chip_drawn", "chip": "heart", "needs": "equipped", "effects": [gain("green_evasion")]}
    content = {"guard_abilities": {"deed": card(reactive=[reaction])}}

    def drawn(chip: str) -> Any:
        table = acting_guard(step="draw", content=content, slots={"I": {"ability": "deed"}}, bag={chip: 1})
        table.does("draw_chips", guard="grigory", draws=[chip])
        return table.guard()["positive"]

    assert drawn("green_heart") == {"green_heart": 1, "green_evasion": 1}
    assert drawn("green_bolster") == {"green_bolster": 1}


@pytest.mark.rule("ISO-FALLB-005")
def test_a_guard_who_has_fallen_earlier_does_not_react() -> None:
    reaction = {"trigger": "ai_drawn", "needs": "equipped", "effects": [{"op": "lose_hp", "who": "attacker"}]}
    content = {"guard_abilities": {"deed": card(reactive=[reaction])}}
    slots = {"slots": {"I": {"ability": "deed"}}}
    for hp, left in ((20, 8), (0, 9)):
        table = enemies_turn(content=content, guards={"grigory": {**slots, "hp": hp}, "vera": {}})
        assert goes(table).enemy()["hp"] == left


@pytest.mark.rule("ISO-DMG-009")
def test_a_reaction_per_round_is_counted_for_its_card_alone() -> None:
    reaction = {"trigger": "attacked", "per_round": 1, "needs": "equipped", "effects": [MEND]}
    content = {"guard_abilities": {"deed": card(reactive=[reaction])}}
    guards = {"grigory": {"slots": {slot: {"ability": "deed"} for slot in ("I", "II")}}}
    table = enemies_turn(block(attack(1, times=2)), guards=guards, content=content)
    assert goes(table).guard()["hp"] == 20 - 2 - 2 + 2


# ---- keywords and payments


@pytest.mark.rule("ISO-KEY-012", "ISO-KEY-013")
def test_a_burst_happens_at_its_very_number_and_once_a_round() -> None:
    burst = {"name": "burst", "cubes": 2, "effects": [MEND]}
    content = {"guard_abilities": {name: card(owner="vera", cost={}, keyword=burst) for name in ("fuse", "bomb")}}

    def placed(cubes: int, **bomb: Any) -> int:
        slots = {"I": {"ability": "fuse"}, "II": {"ability": "bomb", "cubes": cubes, **bomb}}
        table = acting_guard("vera", content=content, slots=slots, hp=5)
        table.does("activate_ability", guard="vera", slot="I", chips=[], burst_on="II")
        return int(table.guard("vera")["hp"])

    assert (placed(0), placed(1), placed(2), placed(1, burst=True)) == (5, 6, 6, 5)


@pytest.mark.rule("ISO-KEY-008", "ISO-KEY-023")
def test_a_chip_that_pays_the_card_does_not_pay_for_inspire_too() -> None:
    keyword = {"name": "inspire", "resources": 1, "effects": [MEND]}
    content = {"guard_abilities": {"deed": card(owner="kharzin", keyword=keyword)}}
    one, two = (
        acting_guard("kharzin", content=content, slots={"I": {"ability": "deed"}}, drawn={"black_sword_1": n}, hp=5)
        for n in (1, 2)
    )
    said = {"guard": "kharzin", "slot": "I", "chips": ["black_sword_1"], "inspire_chips": ["black_sword_1"]}
    assert one.refuses("activate_ability", **said) == "chip_not_available"
    two.does("activate_ability", **said)
    assert (two.guard("kharzin")["hp"], two.guard("kharzin")["drawn"]) == (6, {})


@pytest.mark.rule("ISO-RES-001", "ISO-RES-007")
@pytest.mark.parametrize(
    ("cost", "drawn", "paid"),
    [
        ({"sword": 1}, {"black_sword_1": 1, "black_sword_2": 1}, {"black_sword_1": 1}),
        ({"sword": 1}, {"black_sword_1": 1, "green_sword_1": 1}, {"green_sword_1": 1}),
        ({"sword": 2}, {"black_sword_1": 2, "black_sword_2": 1}, {"black_sword_2": 1}),
        ({"sword": 1}, {"black_shield_1": 2}, {"black_shield_1": 2}),
        ({"sword": 1, "shield": 1}, {"black_sword_2": 1, "black_sword_1": 1}, {"black_sword_2": 1, "black_sword_1": 1}),
        ({"sword": 1, "shield": 1}, {"purple_combo": 1, "black_sword_1": 2}, {"purple_combo": 1}),
        ({"shield": 2}, {"black_shield_2": 1, "black_shield_1": 1, "green_shield_1": 1}, {"black_shield_2": 1}),
    ],
)
def test_left_to_the_app_the_thriftiest_chips_pay(cost: Any, drawn: Any, paid: Any) -> None:
    content = {"guard_abilities": {"deed": card(MEND, cost=cost)}}
    table = acting_guard(content=content, slots={"I": {"ability": "deed"}}, drawn=drawn)
    decision = {"do": "activate_ability", "guard": "grigory", "slot": "I"}
    events = BATTLE.decide(table.state, BATTLE.decision(decision), table.pack, Seeded(1))
    placed = {chip: n for event in events for chip, n in getattr(event, "chips", {}).items()}
    assert placed == paid


# ---- rewards


def beaten(**given: Any) -> Table:
    rewards = {"drops": {"pelt": 1}}
    cards = {1: {"hp": 1, "atk": 0, "def": 0, "ap": 1, "rewards": rewards}}
    return Table(step="rewards", outcome="victory", content={"enemies": {"dummy": {"cards": cards}}}, **given)


@pytest.mark.rule("ISO-END-004", "ISO-END-019")
def test_the_party_holds_no_more_of_a_material_than_its_limit_whoever_carries_it() -> None:
    pelts = [{"card": "pelt", "kind": "material", "qty": 2}]
    table = beaten(
        guards={"yury": {"satchel": pelts}, "vera": {"satchel": [{"card": "pelt", "kind": "material", "qty": 1}]}},
        pending_rewards={"drops": {"pelt": 3}},
    )
    assert "MaterialDropped" in table.does("collect_rewards")
    assert table.guard("yury")["satchel"] == [{"card": "pelt", "kind": "material", "qty": 3}]


@pytest.mark.rule("ISO-END-005")
def test_dropping_a_material_to_make_room_drops_all_its_units() -> None:
    full = [{"card": "horn", "kind": "material", "qty": 3}]
    table = beaten(guards={"yury": {"satchel": full, "satchel_size": 1}}, pending_rewards={"drops": {"pelt": 1}})
    assert table.refuses("collect_rewards", keep={"pelt": "yury"}) == "satchel_full"
    table.does("collect_rewards", keep={"pelt": "yury"}, make_room=[{"guard": "yury", "card": "horn"}])
    assert table.guard("yury")["satchel"] == [{"card": "pelt", "kind": "material", "qty": 1}]


# ---- cards that nobody has entered


def test_an_accessory_that_nobody_has_entered_is_left_to_the_table() -> None:
    table = acting_guard(accessory="chrono_locket")
    assert table.refuses("activate_accessory", guard="grigory", chips=[]) == "card_unread"
    plain = acting_guard(content={"accessories": {"ring": {}}}, accessory="ring")
    assert plain.refuses("activate_accessory", guard="grigory", chips=[]) == "accessory_not_activatable"


def test_a_gem_is_laid_on_a_stonebound_ability_that_is_read_and_chips_on_gear() -> None:
    content = {"stonebound": {"mystery": {**stone(), "effects": None, "unknown": ["effects"]}}}
    table = acting_guard(
        content=content, slots={"IV": {"stonebound": "mystery"}}, weapon="blade", accessory="ring",
        drawn={"black_sword_1": 1, "black_shield_1": 1},
    )  # fmt: skip
    table.does("read_card", guard="grigory", card="IV", deed={"who": ["grigory"], "blue_cubes": 1})
    table.does("read_card", guard="grigory", card="weapon", chips=["black_sword_1"], deed={"who": ["I"], "attack": 0})
    table.does("read_card", guard="grigory", card="accessory", chips=["black_shield_1"])
    grigory = table.guard()
    assert grigory["slots"]["IV"]["gem"] == "active"
    assert (grigory["weapon"]["chips"], grigory["accessory"]["chips"]) == ({"black_sword_1": 1}, {"black_shield_1": 1})
