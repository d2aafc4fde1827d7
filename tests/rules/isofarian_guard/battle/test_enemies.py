"""Aggro, the enemies' turn, AI cards, and whom enemies choose."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.isofarian_guard.battle.table import (
    DUMMY,
    IDLE,
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
    with_stone,
)

# ---- aggro


@pytest.mark.rule("ISO-AGG-001", "ISO-AGG-003")
def test_aggro_goes_to_the_last_attacker_and_stays_if_nobody_attacked() -> None:
    done = {"step": "choose_guard", "guards": {"vera": {}, "yury": {}}, "enemies": {"I": DUMMY}}
    moved = Table(**done, activated=["vera", "yury"], aggro="vera", last_attacker="yury")
    assert "AggroMoved" in moved.does("end_guards_turn")
    assert moved.view["aggro"] == "yury"
    stays = Table(**done, activated=["vera", "yury"], aggro="vera", last_attacker="vera")
    assert "AggroMoved" not in stays.does("end_guards_turn")


@pytest.mark.rule("ISO-AGG-002", "ISO-AGG-004")
@pytest.mark.parametrize(("effect", "counts"), [
    (attack(), True), (gain("red_break", 1, "target"), False), ({"op": "lose_hp", "who": "target", "n": 2}, False),
])  # fmt: skip
def test_any_attack_counts_for_aggro_and_no_other_effect(effect: Any, counts: bool) -> None:
    foe = {**DUMMY, "def": 9, "chips": {"green_evasion": 1}}
    table = casts(with_stone(effect, enemies={"I": foe}), target="I")
    assert (table.view["last_attacker"] == "grigory") is counts


@pytest.mark.rule("ISO-AGG-005")
def test_aggro_ends_with_the_battle_and_is_no_chip_of_a_bag() -> None:
    table = casts(with_stone(attack(9), aggro="grigory"), target="I")
    table.does("collect_rewards")
    assert (table.view["aggro"], table.guard()["bag"]) == (None, {})


RIPOSTE = {
    "owner": "kharzin",
    "P": {"cost": {"shield": 1}, "reactive": [{"trigger": "attacked", "effects": [attack(0, "attacker")]}]},
}


@pytest.mark.rule("ISO-AGG-006")
def test_a_counter_attack_is_remembered_until_the_next_step_nine() -> None:
    guards = {
        "kharzin": {"slots": {"I": {"ability": "riposte", "chips": {"black_shield_1": 1}}}},
        "vera": {"hp": 3},
    }
    table = enemies_turn(
        choose("highest_hp"), block(attack(1)), guards=guards, aggro="vera", last_attacker="vera",
        content={"guard_abilities": {"riposte": RIPOSTE}}, enemy={"ai_deck": ["card", "card"]},
    )  # fmt: skip
    goes(table)
    assert (table.view["last_attacker"], table.view["aggro"]) == ("kharzin", "vera")
    table.plays(("end_enemies_turn", {}), ("cleanup", {}), ("start_round", {}))
    for name in guards:
        table.does("activate_guard", guard=name)
        table.plays(("draw_chips", {"guard": name, "draws": bag_of(table, name)}), ("end_activation", {"guard": name}))
    table.does("end_guards_turn")
    assert table.view["aggro"] == "kharzin"


def bag_of(table: Table, name: str) -> list[str]:
    return [chip for chip, n in table.guard(name)["bag"].items() for _ in range(n)]


# ---- the enemies' turn


@pytest.mark.rule("ISO-AI-001")
def test_step_one_takes_green_evasion_and_blue_cubes_off_the_enemies() -> None:
    foe = {**DUMMY, "chips": {"green_evasion": 1, "red_break": 1}, "blue_cubes": 2}
    table = acting_guard(enemies={"I": foe, "II": foe})
    table.does("end_activation", guard="grigory")
    names = table.does("end_guards_turn")
    assert (names.count("EnemyEvasionDiscarded"), names.count("EnemyBlueCubesDiscarded")) == (2, 2)
    assert table.enemy("II")["chips"] == {"red_break": 1}


@pytest.mark.rule("ISO-AI-002")
def test_standing_enemies_act_once_each_and_defeated_ones_are_skipped() -> None:
    table = enemies_turn(enemies={"II": {**DUMMY, "hp": 0}, "III": DUMMY})
    goes(table)
    assert table.refuses("activate_enemy", slot="I", cards=["card"]) == "enemy_out_of_order"
    assert table.refuses("activate_enemy", slot="II", cards=["card"]) == "enemy_defeated"
    table.does("activate_enemy", slot="III", cards=["card"])
    assert "EnemiesTurnEnded" in table.does("end_enemies_turn")


@pytest.mark.rule("ISO-AI-003")
def test_an_enemy_turns_over_its_top_card_which_must_lie_face_down() -> None:
    table = enemies_turn(enemy={"ai_deck": ["card"], "ai_discard": ["old"]})
    assert table.refuses("activate_enemy", slot="I", cards=["old"]) == "ai_card_not_in_deck"
    names = table.does("activate_enemy", slot="I", cards=["card"])
    assert names[:2] == ["EnemyActivated", "AiCardDrawn"]
    assert (table.enemy()["ai_deck"], table.enemy()["ai_discard"]) == ([], ["old", "card"])


@pytest.mark.rule("ISO-AI-004", "ISO-AI-005")
def test_actions_go_from_top_to_bottom_and_the_unaffordable_is_skipped_unpaid() -> None:
    def cubes(n: int, ap: int) -> Any:
        return block({"op": "blue_cubes", "who": "self", "n": n}, ap=ap)

    table = enemies_turn(cubes(1, 1), cubes(5, 3), cubes(2, 1), enemy={"ap": 2})
    names = table.does("activate_enemy", slot="I", cards=["card"])
    told = [name for name in names if name in ("EnemyAbilityUsed", "ActionSkipped")]
    assert told == ["EnemyAbilityUsed", "ActionSkipped", "EnemyAbilityUsed"]
    assert (table.enemy()["blue_cubes"], table.enemy()["ap"]["gray"]) == (3, 0)


@pytest.mark.rule("ISO-AI-006", "ISO-AI-016")
def test_a_turn_ends_at_end_turn_or_when_the_card_runs_out() -> None:
    table = enemies_turn({"op": "end_turn"}, block({"op": "blue_cubes", "who": "self", "n": 1}))
    names = table.does("activate_enemy", slot="I", cards=["card"])
    assert (names[-2:], table.enemy()["blue_cubes"]) == (["EndTurnReached", "EnemyTurnEnded"], 0)
    runs_out = enemies_turn(block(ap=0), end=False)
    names = runs_out.does("activate_enemy", slot="I", cards=["card"])
    assert names[-1] == "EnemyTurnEnded"
    assert "EndTurnReached" not in names


def drawing_on(**given: Any) -> Table:
    again = {"number": 3, "actions": [{"op": "draw_ai", "who": "self", "resolve": True}, block(ap=1)]}
    content = {"ai_cards": {"dummy": {"again": again, "idle": IDLE}}}
    return enemies_turn(content=content, enemy={"ai_deck": ["again", "idle", "card"], "ap": 2}, **given)


@pytest.mark.rule("ISO-AI-007")
def test_a_card_may_make_the_enemy_resolve_further_ones_in_the_same_turn() -> None:
    table = drawing_on()
    assert table.refuses("activate_enemy", slot="I", cards=["again"]) == "ai_card_required"
    assert table.refuses("activate_enemy", slot="I", cards=["idle", "card"]) == "ai_cards_left_over"
    table.does("activate_enemy", slot="I", cards=["again", "idle"])
    assert (table.enemy()["visible"], table.enemy()["exhausted"]["gray"]) == ("idle", 0)


def test_a_further_card_without_end_turn_lets_the_first_one_go_on() -> None:
    again = {"number": 3, "actions": [{"op": "draw_ai", "who": "self", "resolve": True}, block(ap=1)]}
    blank = {"number": 4, "actions": []}
    content = {"ai_cards": {"dummy": {"again": again, "blank": blank}}}
    table = enemies_turn(content=content, enemy={"ai_deck": ["again", "blank"]})
    table.does("activate_enemy", slot="I", cards=["again", "blank"])
    assert table.enemy()["exhausted"]["gray"] == 1


@pytest.mark.rule("ISO-AI-008", "ISO-AI-009")
def test_a_card_turned_over_at_another_time_is_not_resolved_but_visible_and_in_force() -> None:
    shell = {"number": 5, "actions": [block(attack(9, "all_enemies"))],
             "passive": [{"op": "modify", "who": "self", "stat": "def", "by": 4}]}  # fmt: skip
    table = with_stone(
        {"op": "draw_ai", "who": "target"}, content={"ai_cards": {"imp": {"shell": shell}}},
        enemies={"I": {**DUMMY, "type": "imp", "ai_deck": ["shell"]}},
    )  # fmt: skip
    casts(table, target="I", cards=["shell"])
    assert (table.guard()["hp"], table.enemy()["visible"], table.enemy()["def_now"]) == (20, "shell", 5)


@pytest.mark.rule("ISO-AI-010")
def test_only_the_top_card_of_the_pile_is_visible() -> None:
    passive = [{"op": "modify", "who": "self", "stat": "atk", "by": 2}]
    cards = {"roar": {"number": 6, "actions": [], "passive": passive}, "idle": IDLE}
    for pile, atk in ((["idle", "roar"], 5), (["roar", "idle"], 3)):
        table = acting_guard(
            content={"ai_cards": {"imp": cards}}, enemies={"I": {**DUMMY, "type": "imp", "ai_discard": pile}}
        )
        assert table.enemy()["atk_now"] == atk


@pytest.mark.rule("ISO-AI-011", "ISO-AI-012")
def test_the_reshuffle_comes_when_a_card_is_needed_and_none_is_left() -> None:
    table = enemies_turn(enemy={"ai_deck": ["card"], "ai_discard": ["card"]})
    goes(table)
    assert (table.enemy()["ai_deck"], table.enemy()["visible"]) == ([], "card")
    later = enemies_turn(enemy={"ai_deck": [], "ai_discard": ["old", "card"]})
    names = later.does("activate_enemy", slot="I", cards=["card"])
    assert names[1:3] == ["AiDeckReshuffled", "AiCardDrawn"]
    assert (later.enemy()["ai_deck"], later.enemy()["ai_discard"]) == (["old"], ["card"])


@pytest.mark.rule("ISO-AI-013")
def test_ap_is_paid_for_an_ability_that_does_nothing() -> None:
    table = goes(enemies_turn(block({"op": "heal", "who": {"another": "ghost"}, "n": 3}, ap=1)))
    assert table.enemy()["exhausted"]["gray"] == 1


@pytest.mark.rule("ISO-AI-014")
def test_a_card_speaks_from_the_enemys_side() -> None:
    effects = [{"op": "lose_hp", "who": "all_enemies", "n": 1}, {"op": "blue_cubes", "who": "all_allies", "n": 1}]
    table = goes(enemies_turn(block(*effects), enemies={"II": DUMMY}))
    assert (table.guard()["hp"], table.enemy("I")["blue_cubes"], table.enemy("II")["blue_cubes"]) == (19, 0, 1)


@pytest.mark.rule("ISO-AI-015")
def test_after_all_enemies_acted_their_ap_is_active_again() -> None:
    table = enemies_turn(block(ap=1), enemies={"II": {**DUMMY, "exhausted": {"green": 2}, "ap": {"gray": 1}}})
    goes(table)
    assert table.refuses("end_enemies_turn") == "enemy_not_activated"
    table.does("activate_enemy", slot="II", cards=["card"])
    table.does("end_enemies_turn")
    assert [table.enemy(slot)["ap"] for slot in ("I", "II")] == [{"gray": 1, "green": 0}, {"gray": 1, "green": 2}]


AURA = {"number": 6, "actions": [], "passive": [{"op": "modify", "who": "self_and_all_allies", "stat": "def", "by": 2}]}


@pytest.mark.rule("ISO-AI-018")
def test_a_defeated_enemys_passive_counts_until_the_ability_in_play_is_over() -> None:
    foes = {"I": {**DUMMY, "type": "imp", "hp": 1, "ai_discard": ["aura"]}, "II": DUMMY}
    table = casts(with_stone(attack(1, "all_enemies"), content={"ai_cards": {"imp": {"aura": AURA}}}, enemies=foes))
    assert (table.enemy("I")["defeated"], table.enemy("II")["hp"]) == (True, 9 - 1)
    assert table.enemy("II")["def_now"] == 1


@pytest.mark.rule("ISO-AI-019")
def test_a_reaction_to_the_ability_that_defeats_the_enemy_still_happens() -> None:
    spite = {
        "number": 6,
        "actions": [],
        "reactive": [{"trigger": "defeated", "effects": [gain("red_weaken", 2, "attacker")]}],
    }
    table = with_stone(
        attack(9), content={"ai_cards": {"imp": {"spite": spite}}},
        enemies={"I": {**DUMMY, "type": "imp", "ai_discard": ["spite"]}, "II": DUMMY},
    )  # fmt: skip
    assert casts(table, target="I").guard()["negative"] == {"red_weaken": 2}


@pytest.mark.rule("ISO-AI-020")
def test_once_both_guards_are_down_the_ability_is_finished_and_nothing_more() -> None:
    cubes = {"op": "blue_cubes", "who": "self", "n": 1}
    table = enemies_turn(
        block({"op": "lose_hp", "who": "all_enemies", "n": 9}, cubes),
        block(cubes),
        guards={"yana": {"hp": 2}},
        enemy={"ap": 2},
    )
    names = table.does("activate_enemy", slot="I", cards=["card"])
    assert (names.count("BlueCubesGained"), names.count("EnemyAbilityUsed")) == (1, 1)
    assert table.view["outcome"] == "defeat"


# ---- targeting


def aimed(*by: Any, yury: Any = None, vera: Any = None, content: Any = None, **given: Any) -> Table:
    guards = {"yury": {"hp": 10, **(yury or {})}, "vera": {"hp": 10, **(vera or {})}}
    blow = block({"op": "lose_hp", "who": "target", "n": 1})
    return enemies_turn(choose(*by), blow, guards=guards, content=content or {}, **given)


def hit(table: Table) -> list[str]:
    before = {name: table.guard(name)["hp"] for name in ("yury", "vera")}
    goes(table)
    return [name for name in before if table.guard(name)["hp"] < before[name]]


@pytest.mark.rule("ISO-TGT-001", "ISO-TGT-002", "ISO-TGT-018")
def test_the_first_criterion_that_singles_out_a_guard_decides() -> None:
    assert hit(aimed("highest_hp", "aggro", vera={"hp": 12}, aggro="yury")) == ["vera"]
    assert hit(aimed("highest_hp", "highest_atk", "aggro", vera={"atk": 3}, yury={"atk": 3}, aggro="yury")) == ["yury"]
    events = [type(event).__name__ for event in goes(aimed("aggro", aggro="vera")).events]
    assert events.count("TargetChosen") == 1


@pytest.mark.rule("ISO-TGT-003", "ISO-TGT-019")
def test_the_players_choose_where_no_criterion_decides_and_only_there() -> None:
    table = aimed("highest_hp", "aggro")
    assert table.refuses("activate_enemy", slot="I", cards=["card"]) == "target_choice_required"
    assert goes(table, targets=["vera"]).guard("vera")["hp"] == 9
    decided = aimed("aggro", aggro="yury")
    assert decided.refuses("activate_enemy", slot="I", cards=["card"], targets=["vera"]) == "target_choice_not_open"


@pytest.mark.rule("ISO-TGT-004")
def test_aggro_singles_out_the_guard_with_the_chip() -> None:
    assert hit(aimed("aggro", aggro="yury")) == ["yury"]
    fallen = aimed("aggro", "highest_hp", aggro="yury", yury={"hp": 0})
    assert hit(fallen) == ["vera"]


@pytest.mark.rule("ISO-TGT-005", "ISO-TGT-006", "ISO-TGT-007", "ISO-TGT-008")
@pytest.mark.parametrize(("criterion", "vera"), [
    ("highest_hp", {"hp": 11}), ("lowest_hp", {"hp": 9, "max_hp": 30}),
    ("highest_atk", {"atk": 3, "positive": {"green_strengthen": 1}}), ("lowest_atk", {"negative": {"red_weaken": 1}}),
    ("highest_def", {"blue_cubes": 1}), ("lowest_def", {"def": 1, "negative": {"red_break": 1}}),
    ("highest_ap", {"ap": {"gray": 0}, "exhausted": {"gray": 2, "green": 1}}),
])  # fmt: skip
def test_highest_and_lowest_compare_the_figures_in_use(criterion: str, vera: Any) -> None:
    even = {"atk": 3, "def": 1}
    assert hit(aimed(criterion, yury=even, vera={**even, **vera})) == ["vera"]


@pytest.mark.rule("ISO-TGT-006", "ISO-TGT-007")
def test_values_are_floored_at_zero_before_they_are_compared() -> None:
    for criterion, stat, chip in (("lowest_atk", "atk", "red_weaken"), ("lowest_def", "def", "red_break")):
        yury, vera = {stat: 1, "negative": {chip: 2}}, {stat: 1, "negative": {chip: 4}}
        assert aimed(criterion, yury=yury, vera=vera).refuses("activate_enemy", slot="I", cards=["card"]) == (
            "target_choice_required"
        )


@pytest.mark.rule("ISO-TGT-009")
def test_all_enemies_are_both_standing_guards() -> None:
    table = goes(enemies_turn(block({"op": "lose_hp", "who": "all_enemies", "n": 1}), guards={"yury": {}, "vera": {}}))
    assert [table.guard(name)["hp"] for name in ("yury", "vera")] == [19, 19]


def cubed(who: Any, **given: Any) -> dict[str, int]:
    """Which enemies gain a blue cube when the one in slot II acts."""
    blow = block({"op": "blue_cubes", "who": who, "n": 1})
    foes = dict.fromkeys(("I", "II", "III", "IV"), DUMMY) | given.get("enemies", {})
    table = Table(
        step="enemies_turn", enemies_activated=["I"], guards={"yana": {}}, enemies=foes,
        content={"ai_cards": {"dummy": {"card": {"number": 1, "actions": [blow]}}}},
    )  # fmt: skip
    table.does("activate_enemy", slot="II", cards=["card"])
    return {slot: table.enemy(slot)["blue_cubes"] for slot in foes if table.enemy(slot)["blue_cubes"]}


@pytest.mark.rule("ISO-TGT-010")
def test_self_all_allies_and_both_together() -> None:
    down = {"IV": {**DUMMY, "hp": 0}}
    assert list(cubed("self")) == ["II"]
    assert list(cubed("all_allies", enemies=down)) == ["I", "III"]
    assert list(cubed("self_and_all_allies", enemies=down)) == ["I", "II", "III"]


@pytest.mark.rule("ISO-TGT-011", "ISO-TGT-012")
def test_the_next_ally_stands_in_the_next_slot_wrapping_and_skipping() -> None:
    down = {**DUMMY, "hp": 0}
    assert list(cubed("next_ally")) == ["III"]
    assert list(cubed("next_ally", enemies={"III": down})) == ["IV"]
    assert list(cubed("next_ally", enemies={"III": down, "IV": down})) == ["I"]
    assert cubed("next_ally", enemies={"I": down, "III": down, "IV": down}) == {}


@pytest.mark.rule("ISO-TGT-013")
def test_active_speaking_stone_counts_gems_on_cards() -> None:
    content = {"stonebound": {"ray": stone(owner="any")}}
    used = {"slots": {"I": {"stonebound": "ray", "gem": "active"}}}
    idle = {"slots": {slot: {"stonebound": "ray", "gem": "exhausted"} for slot in ("I", "II")}}
    assert hit(aimed("active_speaking_stone", yury=used, vera=idle, content=content)) == ["yury"]


@pytest.mark.rule("ISO-TGT-014")
def test_a_chip_type_counts_in_the_bag_alone() -> None:
    yury = {"bag": {"red_fear": 1}, "negative": {"red_fear": 2}, "discard": {"purple_poison": 3}}
    criterion = {"chip_in_bag": ["red", "poison"]}
    assert hit(aimed(criterion, yury=yury, vera={"bag": {"red_fear": 1, "red_stun": 1}})) == ["vera"]


@pytest.mark.rule("ISO-TGT-015", "ISO-TGT-016")
def test_another_of_a_type_is_the_lowest_standing_one_and_never_the_acting_one() -> None:
    imp = {**DUMMY, "type": "imp"}
    assert list(cubed({"another": "imp"}, enemies={"III": imp, "IV": imp})) == ["III"]
    assert list(cubed({"another": "imp"}, enemies={"III": {**imp, "hp": 0}, "IV": imp})) == ["IV"]
    alone = dict.fromkeys(("I", "III", "IV"), imp)
    assert cubed({"another": "dummy"}, enemies=alone) == {}


@pytest.mark.rule("ISO-TGT-017")
def test_a_single_standing_guard_is_the_target_without_further_checks() -> None:
    table = aimed(vera={"hp": 0}, yury={"hp": 10})
    assert hit(table) == ["yury"]
    assert [event.by for event in table.events if type(event).__name__ == "TargetChosen"] == ["only"]  # type: ignore[attr-defined]


@pytest.mark.rule("ISO-TGT-018")
def test_a_target_stays_until_the_card_chooses_another() -> None:
    blow = block({"op": "lose_hp", "who": "target", "n": 1}, ap=0)
    guards = {"yury": {"hp": 9, "def": 2}, "vera": {"hp": 9}}
    table = enemies_turn(choose("aggro"), blow, blow, choose("lowest_def"), blow, guards=guards, aggro="yury")
    goes(table)
    assert (table.guard("yury")["hp"], table.guard("vera")["hp"]) == (7, 8)


@pytest.mark.rule("ISO-TGT-020")
def test_a_boss_card_may_use_targets_of_its_own_and_its_text_decides() -> None:
    table = aimed()
    assert goes(table, targets=["yury"]).guard("yury")["hp"] == 9
    unread = enemies_turn(enemy={"ai_deck": ["secret"]}, guards={"yury": {}, "vera": {}}, aggro="yury")
    unread.does("activate_enemy", slot="I", cards=["secret"])
    unread.does("read_ai_card", slot="I", deed={"who": ["vera"], "attack": 4})
    assert (unread.guard("vera")["hp"], unread.guard("yury")["hp"]) == (20 - 6, 20)


def test_a_card_that_aims_without_choosing_leaves_the_choice_to_the_players() -> None:
    table = enemies_turn(block({"op": "lose_hp", "who": "target", "n": 1}), guards={"yury": {}, "vera": {}})
    assert table.refuses("activate_enemy", slot="I", cards=["card"]) == "target_choice_required"
    assert goes(table, targets=["vera"]).guard("vera")["hp"] == 19


def test_guards_cards_may_react_to_an_ai_card() -> None:
    wary = [{"trigger": "ai_drawn", "needs": "equipped", "if": {"visible_ai": {"who": "attacker", "special": True}},
             "effects": [{"op": "blue_cubes", "who": "self", "n": 1}, gain("red_weaken", 1, "attacker")]}]  # fmt: skip
    guards = {"grigory": {"slots": {"I": {"ability": "deed"}}}}
    cards = {"dummy": {"special": {"number": 7, "actions": [{"op": "end_turn"}]}}}
    content = {"guard_abilities": {"deed": card(reactive=wary)}, "ai_cards": cards}
    table = enemies_turn(guards=guards, content=content, enemy={"ai_deck": ["special", "card"]})
    table.does("activate_enemy", slot="I", cards=["special"])
    assert (table.guard()["blue_cubes"], table.enemy()["chips"]) == (1, {"red_weaken": 1})
