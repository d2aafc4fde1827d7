"""Damage, modifiers, and who drops to 0."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.battle.derived import damage
from rules.isofarian_guard.battle.library import library
from rules.kernel.sums import Part
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
    to_next_round,
    with_stone,
)

# ---- damage


@pytest.mark.rule("ISO-DMG-001")
def test_damage_is_atk_with_modifiers_less_def_with_modifiers() -> None:
    table = with_stone(attack(2), modifiers=[{"stat": "atk", "by": 1}], enemies={"I": {**DUMMY, "blue_cubes": 1}})
    assert casts(table, target="I").enemy()["hp"] == 9 - (3 + 1 + 2 - 1 - 1)


@pytest.mark.rule("ISO-DMG-002", "ISO-AGG-002")
def test_an_attack_that_deals_nothing_is_an_attack_all_the_same() -> None:
    table = with_stone(attack(0, on_hit=[gain("red_weaken", 1, "victim")]), enemies={"I": {**DUMMY, "def": 3}})
    names = casts(table, target="I")
    assert (names.enemy()["hp"], names.enemy()["chips"]) == (9, {"red_weaken": 1})
    assert table.view["last_attacker"] == "grigory"
    assert [event.n for event in table.events if type(event).__name__ == "DamageDealt"] == [0]  # type: ignore[attr-defined]


@pytest.mark.rule("ISO-DMG-003")
def test_the_attack_modifier_counts_for_that_attack_only() -> None:
    table = casts(with_stone(attack(4), {"op": "attack", "who": "target"}), target="I")
    assert table.enemy()["hp"] == 9 - 6 - 2
    assert table.guard()["atk_now"] == 3


@pytest.mark.rule("ISO-DMG-004", "ISO-CLEAN-008")
def test_other_modifiers_last_for_the_round() -> None:
    table = casts(with_stone({"op": "modify", "who": "self", "stat": "def", "by": 2, "until": "round"}))
    table.does("end_activation", guard="grigory")
    table.does("end_guards_turn")
    assert table.guard()["def_now"] == 4
    table.plays(("activate_enemy", {"slot": "I", "cards": ["card"]}), ("end_enemies_turn", {}), ("cleanup", {}))
    assert (table.guard()["def_now"], table.guard()["modifiers"]) == (2, [])


@pytest.mark.rule("ISO-DMG-005")
def test_everything_is_summed_before_the_floor() -> None:
    table = with_stone(attack(3), negative={"red_weaken": 5}, enemies={"I": {**DUMMY, "def": 0}})
    assert table.guard()["atk_now"] == 0
    assert casts(table, target="I").enemy()["hp"] == 8


@pytest.mark.rule("ISO-DMG-006")
def test_hp_never_drops_below_zero() -> None:
    table = casts(
        with_stone({"op": "lose_hp", "who": "target", "n": 99}, enemies={"I": DUMMY, "II": DUMMY}), target="I"
    )
    assert table.enemy()["hp"] == 0
    assert [event.n for event in table.events if type(event).__name__ == "HpLost"] == [9]  # type: ignore[attr-defined]


@pytest.mark.rule("ISO-DMG-008")
def test_what_has_no_attack_modifier_is_not_evaded_and_ignores_def() -> None:
    foe = {**DUMMY, "def": 8, "chips": {"green_evasion": 1}}
    table = casts(with_stone({"op": "lose_hp", "who": "target", "n": 2}, enemies={"I": foe}), target="I")
    assert (table.enemy()["hp"], table.enemy()["chips"]) == (7, {"green_evasion": 1})
    assert table.view["last_attacker"] is None


THORNS = {
    "number": 1,
    "actions": [],
    "reactive": [{"trigger": "attacked", "effects": [gain("red_break", 1, "attacker")]}],
}


@pytest.mark.rule("ISO-DMG-009")
def test_an_attack_goes_evasion_damage_added_effects_reactions() -> None:
    table = with_stone(
        attack(0, on_hit=[gain("red_weaken", 1, "victim")]),
        content={"ai_cards": {"imp": {"thorns": THORNS}}},
        enemies={"I": {**DUMMY, "type": "imp", "ai_discard": ["thorns"]}},
    )
    casts(table, target="I")
    order = ["AttackPerformed", "DamageDealt", "HpLost", "ChipPlacedOnEnemy", "ReactionTriggered", "ChipGained"]
    assert [type(event).__name__ for event in table.events][1:] == order


@pytest.mark.rule("ISO-DMG-010")
def test_plus_zero_is_an_attack_modifier() -> None:
    table = with_stone(attack(0), enemies={"I": {**DUMMY, "chips": {"green_evasion": 1}}})
    assert casts(table, target="I").enemy() | {"hp": 9, "chips": {}} == table.enemy()


def test_the_preview_of_an_attack_shows_its_sum() -> None:
    table = acting_guard(positive={"green_strengthen": 1}, enemies={"I": {**DUMMY, "chips": {"red_break": 1}}})
    seen = damage(table.state, library(table.pack), "grigory", "I", Part("Blade", 2, "blade", "ISO-ATT-002"))
    assert seen.n == 6
    assert seen.words() == "ATK 6 (3 base + 1 Strengthen + 2 Blade) − DEF 0 (1 base − 1 Break) = 6"


# ---- defeat


@pytest.mark.rule("ISO-FALLB-001")
def test_an_enemy_at_zero_is_flipped_and_its_reward_is_noted() -> None:
    table = casts(with_stone(attack(9), enemies={"I": {**DUMMY, "stars": 3}, "II": DUMMY}), target="I")
    assert table.enemy()["defeated"] is True
    assert table.view["defeat_tally"] == {"dummy_3": 1}


def both(**yana: Any) -> dict[str, Any]:
    return {"pavel": {"hp": 0}, "yana": yana}


@pytest.mark.rule("ISO-FALLB-002", "ISO-FALLB-005")
def test_a_fallen_guard_does_nothing_and_the_other_fights_on() -> None:
    table = Table(step="choose_guard", guards=both(), enemies={"I": DUMMY})
    assert table.refuses("activate_guard", guard="pavel") == "guard_fallen"
    table.does("activate_guard", guard="yana")
    assert table.refuses("draw_chips", guard="pavel", draws=[]) == "guard_fallen"
    table.plays(("draw_chips", {"guard": "yana", "draws": []}), ("end_activation", {"guard": "yana"}))
    assert table.does("end_guards_turn")[-1] == "GuardsTurnEnded"


@pytest.mark.rule("ISO-FALLB-003")
def test_the_ability_in_play_is_carried_out_to_its_end() -> None:
    table = with_stone(
        attack(9), gain("red_weaken", 1, "target"), gain("green_heart"), hp=5, enemies={"I": DUMMY, "II": DUMMY}
    )
    casts(table, target="I")
    assert (table.enemy()["hp"], table.enemy()["chips"], table.guard()["hp"]) == (0, {"red_weaken": 1}, 6)


@pytest.mark.rule("ISO-FALLB-004")
def test_the_defeated_and_the_fallen_cannot_be_chosen() -> None:
    table = with_stone(gain("red_break", 1, "target"), enemies={"I": {**DUMMY, "hp": 0}, "II": DUMMY})
    assert table.refuses("activate_stonebound", guard="grigory", slot="IV", target="I") == "target_defeated"
    aimed = with_stone(gain("green_heart", 1, "guard_target"), guards={"alek": {"hp": 0}})
    assert aimed.refuses("activate_stonebound", guard="grigory", slot="IV", guard_target="alek") == "guard_fallen"


@pytest.mark.rule("ISO-FALLB-006")
def test_the_battle_is_lost_when_both_guards_are_down() -> None:
    table = goes(enemies_turn(block({"op": "lose_hp", "who": "all_enemies", "n": 5}), guards=both(hp=3)))
    assert (table.view["outcome"], table.view["step"]) == ("defeat", "over")


@pytest.mark.rule("ISO-FALLB-007")
def test_all_enemies_of_an_enemy_are_the_guards_still_standing() -> None:
    effect = {"op": "add_to_bag", "who": "all_enemies", "chip": "red_seal", "n": 1}
    table = goes(enemies_turn(block(effect), guards=both()))
    assert (table.guard("pavel")["bag"], table.guard("yana")["bag"]) == ({}, {"red_seal": 1})


@pytest.mark.rule("ISO-FALLB-008")
def test_the_rest_of_a_card_goes_to_the_target_that_fell_and_costs_ap() -> None:
    poison = {"op": "add_to_bag", "who": "target", "chip": "purple_poison", "n": 1}
    table = enemies_turn(
        choose("lowest_hp"), block(attack(2)), block(poison), enemy={"ap": 2}, guards={"yury": {"hp": 2}, "vera": {}}
    )
    goes(table)
    assert (table.guard("yury")["bag"], table.guard("vera")["bag"]) == ({"purple_poison": 1}, {})
    assert table.enemy()["exhausted"]["gray"] == 2


@pytest.mark.rule("ISO-FALLB-009", "ISO-END-007")
def test_a_fallen_guard_returns_with_one_hp_after_a_victory_and_not_before() -> None:
    table = with_stone(
        attack(9), guards={"alek": {"hp": 0, "bag": {"red_weaken": 2}}}, enemies={"I": DUMMY, "II": DUMMY}
    )
    casts(table, target="I")
    assert table.guard("alek")["hp"] == 0
    won = casts(with_stone(attack(9), guards={"alek": {"hp": 0, "bag": {"red_weaken": 2}}}), target="I")
    assert (won.guard("alek")["hp"], won.guard("alek")["bag"]) == (1, {"red_weaken": 2})


@pytest.mark.rule("ISO-FALLB-010", "ISO-END-001")
def test_victory_waits_for_all_text_of_the_card() -> None:
    content = {"guard_abilities": {"fell": card(attack(9), {"op": "draw", "who": "self", "n": 1})}}
    table = acting_guard(
        content=content, drawn={"black_sword_1": 1}, bag={"green_heart": 1, "black_sword_2": 1}, hp=4,
        slots={"I": {"ability": "fell"}},
    )  # fmt: skip
    names = table.does(
        "activate_ability", guard="grigory", slot="I", chips=["black_sword_1"], target="I",
        draws=["green_heart", "black_sword_2"],
    )  # fmt: skip
    assert (names[-1], names.index("EnemyDefeated") < names.index("ChipDrawn")) == ("BattleWon", True)
    assert table.guard()["hp"] == 5


RIPOSTE = {
    "owner": "grigory",
    "P": {"cost": {"shield": 1}, "reactive": [{"trigger": "attacked", "effects": [attack(9, "attacker")]}]},
}


@pytest.mark.rule("ISO-FALLB-011")
def test_an_enemy_that_drops_in_its_own_turn_finishes_the_ability_and_no_more() -> None:
    table = enemies_turn(
        choose("aggro"),
        block(attack(0), {"op": "add_to_bag", "who": "target", "chip": "red_stun", "n": 1}),
        block({"op": "add_to_bag", "who": "target", "chip": "red_fear", "n": 1}),
        guards={"grigory": {"slots": {"I": {"ability": "riposte", "chips": {"black_shield_1": 1}}}}},
        content={"guard_abilities": {"riposte": RIPOSTE}},
        enemy={"ap": 3},
        enemies={"II": DUMMY},
    )
    names = table.does("activate_enemy", slot="I", cards=["card"])
    assert (table.guard()["bag"], table.enemy()["exhausted"]["gray"]) == ({"red_stun": 1}, 1)
    assert "EndTurnReached" not in names


@pytest.mark.rule("ISO-FALLB-012")
@pytest.mark.parametrize(("first", "outcome"), [("guards", "defeat"), ("enemies", "victory")])
def test_of_two_sides_down_within_one_card_the_one_that_was_down_first_has_lost(first: str, outcome: str) -> None:
    losses = [{"op": "lose_hp", "who": who, "n": 9} for who in ("all_enemies", "self_and_all_allies")]
    effects = losses if first == "guards" else losses[::-1]
    table = goes(enemies_turn(block(*effects), guards={"yana": {"hp": 3}}))
    assert table.view["outcome"] == outcome
    assert table.guard("yana")["hp"] == (20 if outcome == "defeat" else 1)


@pytest.mark.rule("ISO-FALLB-013")
def test_nothing_raises_a_fallen_guard_in_battle() -> None:
    heal = {"op": "heal", "who": "both_guards", "n": 9}
    table = casts(with_stone(heal, gain("green_heart", 1, "ally"), hp=5, guards={"alek": {"hp": 0}}))
    assert (table.guard("alek")["hp"], table.guard("alek")["positive"], table.guard()["hp"]) == (0, {}, 14)
    aimed = with_stone({"op": "heal", "who": "guard_target", "n": 2}, guards={"alek": {"hp": 0}})
    refusal = aimed.refusal("activate_stonebound", guard="grigory", slot="IV", guard_target="alek")
    assert (refusal.code, refusal.rule) == ("guard_fallen", "ISO-FALLB-013")


def test_a_guard_that_falls_in_its_own_activation_ends_it() -> None:
    table = with_stone({"op": "lose_hp", "who": "self", "n": 9}, hp=3, guards={"alek": {}})
    casts(table)
    assert (table.view["step"], table.view["active_guard"]) == ("choose_guard", None)


def test_two_cards_that_strike_back_at_one_another_come_to_an_end() -> None:
    spikes = {"number": 1, "actions": [], "reactive": [{"trigger": "attacked", "effects": [attack(0, "attacker")]}]}
    table = with_stone(
        attack(0), content={"guard_abilities": {"riposte": RIPOSTE}, "ai_cards": {"imp": {"spikes": spikes}}},
        slots={"I": {"ability": "riposte", "chips": {"black_shield_1": 1}}},
        enemies={"I": {**DUMMY, "type": "imp", "hp": 90, "ai_discard": ["spikes"]}},
    )  # fmt: skip
    casts(table, target="I")
    assert [type(event).__name__ for event in table.events].count("AttackPerformed") == 3


def test_a_round_goes_by_when_nobody_does_anything() -> None:
    table = acting_guard()
    table.does("end_activation", guard="grigory")
    assert to_next_round(table).view["step"] == "round_start"
