"""One HP, one chip, one use: the last of each, and what comes right after it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.isofarian_guard.battle.events import ChipNegated, DrawStopped, GuardFell, MaterialDropped, TargetChosen
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


def happened(table: Table, kind: type) -> list[Any]:
    return [event for event in table.events if isinstance(event, kind)]


# ---- one HP


@pytest.mark.rule("ISO-FALLB-001", "ISO-FALLB-005")
def test_with_one_hp_a_guard_stands_and_is_told_to_fall_with_the_last() -> None:
    table = enemies_turn(block({"op": "lose_hp", "who": "all_enemies"}), guards={"yury": {"hp": 2}, "vera": {"hp": 1}})
    goes(table)
    assert [event.who for event in happened(table, GuardFell)] == ["vera"]
    assert table.guard("yury")["hp"] == 1
    table.plays(("end_enemies_turn", {}), ("cleanup", {}), ("start_round", {}))
    assert not table.option("activate_guard", guard="yury").blocked
    assert table.option("activate_guard", guard="vera").blocked


@pytest.mark.rule("ISO-GRID-004", "ISO-AI-009")
def test_with_one_hp_an_enemy_shields_the_back_row_and_its_card_counts() -> None:
    hard = {"number": 1, "actions": [], "passive": [{"op": "modify", "stat": "def", "by": 2}]}
    enemies = {"I": {**DUMMY, "hp": 1, "ai_discard": ["hard"]}, "III": DUMMY}
    table = acting_guard(enemies=enemies, content={"ai_cards": {"dummy": {"hard": hard}}}, weapon="blade",
                         drawn={"black_sword_1": 1})  # fmt: skip
    said = {"guard": "grigory", "chips": ["black_sword_1"]}
    assert table.refuses("standard_attack", **said, target="III") == "target_not_in_front_row"
    table.does("standard_attack", **said, target="I")
    assert table.enemy()["hp"] == 1


def test_an_ally_with_one_hp_is_helped_and_a_fallen_one_is_not() -> None:
    healed = [
        casts(with_stone({"op": "heal", "who": "ally"}, guards={"vera": {"hp": hp}})).guard("vera") for hp in (1, 0)
    ]
    assert [guard["hp"] for guard in healed] == [2, 0]


@pytest.mark.rule("ISO-RET-007", "ISO-RET-008")
def test_a_retreat_with_one_hp_left_is_one() -> None:
    table = Table(step="cleanup", retreating=True, guards={"yury": {"hp": 1}, "vera": {"hp": 0}}, enemies={"I": DUMMY})
    table.does("cleanup")
    assert (table.view["outcome"], table.guard("vera")["hp"]) == ("retreat", 1)


# ---- reactions


@pytest.mark.rule("ISO-CHIP-016", "ISO-ABILB-009")
def test_an_evaded_attack_sets_off_reactions_to_it_but_none_to_a_hit() -> None:
    reactive = [{"trigger": name, "needs": "equipped", "effects": [{"op": "lose_hp", "who": "attacker", "n": n}]}
                for name, n in (("evaded", 1), ("attacked", 2), ("hit", 4))]  # fmt: skip
    content = {"guard_abilities": {"deed": card(reactive=reactive)}}
    guard = {"slots": {"I": {"ability": "deed"}}, "positive": {"green_evasion": 1}}
    table = enemies_turn(block(attack(2)), guards={"grigory": guard}, content=content)
    assert goes(table).enemy()["hp"] == 9 - 3


@pytest.mark.rule("ISO-DMG-009")
def test_a_reaction_answers_each_of_several_attacks() -> None:
    reaction = {"trigger": "hit", "needs": "equipped", "effects": [{"op": "lose_hp", "who": "attacker"}]}
    content = {"guard_abilities": {"deed": card(reactive=[reaction])}}
    table = enemies_turn(
        block(attack(times=3)), guards={"grigory": {"slots": {"I": {"ability": "deed"}}}}, content=content
    )
    assert goes(table).enemy()["hp"] == 6


@pytest.mark.rule("ISO-DMG-009", "ISO-FALLB-003")
def test_what_an_attack_adds_comes_before_the_reaction_to_the_fall_that_it_causes() -> None:
    dying = {
        "trigger": "defeated",
        "effects": [{"op": "lose_hp", "who": "attacker", "n": {"chips": {"who": "self", "area": "enemy_card"}}}],
    }
    thorny = {"number": 1, "actions": [], "reactive": [dying]}
    enemies = {"I": {**DUMMY, "hp": 1, "ai_discard": ["thorny"]}, "II": DUMMY}
    poisoned = attack(3, on_hit=[gain("red_break", 2, "victim")])
    table = with_stone(poisoned, enemies=enemies, content={"ai_cards": {"dummy": {"thorny": thorny}}})
    assert casts(table, target="I").guard()["hp"] == 18


@pytest.mark.rule("ISO-AI-010")
def test_enemies_see_what_guards_draw() -> None:
    greedy = {
        "number": 1,
        "actions": [],
        "reactive": [{"trigger": "chip_drawn", "chip": "red_fear", "effects": [MEND]}],
    }
    enemies = {"I": {**DUMMY, "hp": 5, "ai_discard": ["greedy"]}}
    content = {"ai_cards": {"dummy": {"greedy": greedy}}}
    for chip, hp in (("red_fear", 6), ("red_weaken", 5)):
        table = acting_guard(step="draw", enemies=enemies, content=content, bag={chip: 1})
        table.does("draw_chips", guard="grigory", draws=[chip])
        assert table.enemy()["hp"] == hp


@pytest.mark.rule("ISO-FALLB-003", "ISO-CHIP-022")
def test_a_guard_that_falls_to_a_drawn_chip_reacts_at_once() -> None:
    dying = {"trigger": "defeated", "needs": "equipped", "effects": [{"op": "heal", "who": "ally"}]}
    table = acting_guard(
        step="draw", content={"guard_abilities": {"deed": card(reactive=[dying])}}, hp=1, bag={"purple_poison": 1},
        slots={"I": {"ability": "deed"}}, guards={"vera": {"hp": 5}},
    )  # fmt: skip
    table.does("draw_chip", guard="grigory", draws=["purple_poison"])
    assert (table.guard()["hp"], table.guard("vera")["hp"]) == (0, 6)


@pytest.mark.rule("ISO-FALLB-012", "ISO-ADD-004")
def test_an_enemy_that_brings_another_with_its_last_breath_keeps_the_battle_going() -> None:
    dying = {"trigger": "defeated", "effects": [{"op": "add_enemy", "type": "dummy"}]}
    content = {
        "enemies": {"dummy": {"copies": {1: 2}, "cards": {1: {"hp": 5, "atk": 1, "def": 0, "ap": 1}}}},
        "ai_cards": {"dummy": {"calling": {"number": 1, "actions": [], "reactive": [dying]}}},
    }
    table = with_stone(attack(9), enemies={"I": {**DUMMY, "hp": 1, "ai_discard": ["calling"]}}, content=content, hp=1)
    casts(table, target="I")
    assert (table.view["step"], table.enemy("II")["hp"], table.state.first_down) == ("actions", 5, None)


@pytest.mark.rule("ISO-AI-018")
def test_the_card_of_a_fallen_enemy_counts_to_the_end_of_the_ability_and_no_longer() -> None:
    rallying = {"number": 1, "actions": [], "passive": [{"op": "modify", "who": "all_allies", "stat": "def", "by": 3}]}
    enemies = {"I": {**DUMMY, "hp": 1, "def": 0, "ai_discard": ["rallying"]}, "II": {**DUMMY, "def": 0}}
    content = {"ai_cards": {"dummy": {"rallying": rallying}}}
    drawn = {"black_sword_1": 1}
    table = with_stone(attack(who="all_enemies"), enemies=enemies, content=content, weapon="blade", drawn=drawn)
    casts(table)
    assert table.enemy("II")["hp"] == 9
    table.does("standard_attack", guard="grigory", chips=["black_sword_1"], target="II")
    assert table.enemy("II")["hp"] == 6


# ---- one use


@pytest.mark.rule("ISO-IMM-002", "ISO-IMM-004")
def test_a_gained_chip_is_negated_with_the_last_use_of_an_accessory_and_the_next_is_not() -> None:
    content = {"accessories": {"ring": {"limit": 1, "passive": [{"op": "negate", "chips": "red"}]}}}
    table = with_stone(gain("red_weaken", 2), content=content, accessory="ring")
    casts(table)
    assert len(happened(table, ChipNegated)) == 1
    assert (table.guard()["negative"], table.guard()["accessory"]["flipped"]) == ({"red_weaken": 1}, True)


@pytest.mark.rule("ISO-ACC-002", "ISO-CLEAN-008")
def test_an_accessory_that_reacts_once_a_round_reacts_again_in_the_next() -> None:
    worn = {"per_round": 1, "reactive": [{"trigger": "attacked", "effects": [MEND]}]}
    table = enemies_turn(
        block(attack(times=2)), guards={"grigory": {"accessory": "charm"}}, content={"accessories": {"charm": worn}}
    )
    assert goes(table).guard()["hp"] == 20 - 1 - 1 + 1
    table.plays(("end_enemies_turn", {}), ("cleanup", {}))
    assert table.guard()["accessory"]["used_this_round"] == 0


@pytest.mark.rule("ISO-ACC-006")
def test_an_accessory_is_paid_in_ap_too() -> None:
    table = acting_guard(content={"accessories": {"charm": {"ap": 1, "effects": [MEND]}}}, accessory="charm", hp=5)
    table.does("activate_accessory", guard="grigory", chips=[])
    assert (table.guard()["ap"]["gray"], table.guard()["exhausted"]["gray"], table.guard()["hp"]) == (1, 1, 6)


@pytest.mark.rule("ISO-ADD-001", "ISO-ADD-002")
def test_an_enemy_joins_with_the_last_card_of_its_kind_and_not_without() -> None:
    def joined(copies: int) -> list[str]:
        cards = {"dummy": {"copies": {1: copies}, "cards": {1: {"hp": 5, "atk": 1, "def": 0, "ap": 1}}}}
        return list(
            goes(enemies_turn(block({"op": "add_enemy", "type": "dummy"}), content={"enemies": cards})).view["enemies"]
        )

    assert (joined(2), joined(1)) == (["I", "II"], ["I"])


@pytest.mark.rule("ISO-KEY-006")
def test_green_ap_that_pays_the_card_does_not_buy_its_surge() -> None:
    keyword = {"name": "surge", "green_ap": 1, "effects": [MEND]}
    content = {"guard_abilities": {"rush": card(owner="yury", ap=1, cost={}, keyword=keyword)}}
    table = acting_guard("yury", content=content, slots={"I": {"ability": "rush"}}, ap={"gray": 1, "green": 1}, hp=5)
    said = {"guard": "yury", "slot": "I", "chips": [], "surge": 1}
    assert table.refuses("activate_ability", **said, ap={"green": 1}) == "not_enough_green_ap"
    table.does("activate_ability", **said, ap={"gray": 1})
    assert (table.guard("yury")["hp"], table.guard("yury")["exhausted"]) == (6, {"gray": 1, "green": 1})


@pytest.mark.rule("ISO-GEN-002")
def test_of_two_exhausted_gems_the_players_name_the_one_that_becomes_ready() -> None:
    content = {"stonebound": {"flame": stone(), "frost": stone()}}
    spent = {"V": {"stonebound": "flame", "gem": "exhausted"}, "VI": {"stonebound": "frost", "gem": "exhausted"}}
    two = with_stone({"op": "ready_gem"}, content=content, slots=spent)
    assert two.refuses("activate_stonebound", guard="grigory", slot="IV") == "choice_required"
    assert casts(two, gem_slot="VI").guard()["slots"]["VI"]["gem"] == "ready"
    one = with_stone({"op": "ready_gem"}, content=content, slots={"V": spent["V"]})
    assert casts(one).guard()["slots"]["V"]["gem"] == "ready"


@pytest.mark.rule("ISO-ABILB-004")
def test_a_card_that_is_activated_does_not_activate_itself_for_ever() -> None:
    content = {"guard_abilities": {"loop": card({"op": "activate_card"}, MEND)}}
    table = with_stone({"op": "activate_card"}, content=content, slots={"I": {"ability": "loop"}}, hp=5)
    assert casts(table, card_slot="I").guard()["hp"] == 6


def test_a_card_that_nobody_has_entered_is_not_activated_by_another() -> None:
    content = {"guard_abilities": {"known": card(MEND)}}
    slots = {"I": {"ability": "known"}, "II": {"ability": "mystery"}}
    table = with_stone({"op": "activate_card"}, content=content, slots=slots)
    assert table.refuses("activate_stonebound", guard="grigory", slot="IV", card_slot="II") == "card_unread"


def test_what_nobody_has_entered_is_refused_as_such_whatever_it_is() -> None:
    content = {"stonebound": {"mystery": {**stone(), "effects": None, "unknown": ["effects"]}},
               "items": {"flask": {"effects": None, "unknown": ["effects"]}}}  # fmt: skip
    table = acting_guard(content=content, slots={"IV": {"stonebound": "mystery"}}, item="flask")
    assert table.refuses("activate_stonebound", guard="grigory", slot="IV") == "card_unread"
    assert table.refuses("use_item", guard="grigory") == "card_unread"


# ---- enemies


@pytest.mark.rule("ISO-AI-003")
def test_an_enemy_without_any_ai_card_cannot_turn_one_over() -> None:
    table = enemies_turn(enemy={"ai_deck": []})
    assert table.refuses("activate_enemy", slot="I") == "ai_card_not_in_deck"


@pytest.mark.rule("ISO-AI-011")
def test_a_card_that_turns_over_itself_again_and_again_comes_to_an_end() -> None:
    rush = {"number": 2, "actions": [{"op": "draw_ai", "who": "self", "resolve": True}]}
    table = enemies_turn(content={"ai_cards": {"dummy": {"rush": rush}}}, enemy={"ai_deck": ["rush"]})
    table.does("activate_enemy", slot="I", cards=["rush"] * 40)
    assert table.state.acting is None


@pytest.mark.rule("ISO-AI-015")
def test_exhausting_takes_active_ap_gray_first() -> None:
    table = with_stone(
        {"op": "exhaust_ap", "who": "target", "n": 2}, enemies={"I": {**DUMMY, "ap": {"gray": 1, "green": 2}}}
    )
    assert casts(table, target="I").enemy()["ap"] == {"gray": 0, "green": 1}


@pytest.mark.rule("ISO-RET-001", "ISO-AMB-002")
def test_a_book_may_forbid_a_retreat_without_an_ambush() -> None:
    table = Table(guards={"yury": {}}, enemies={"I": DUMMY})
    table.state = replace(table.state, retreat_allowed=False)
    assert table.refuses("retreat") == "ambush_no_retreat"


# ---- draws and rewards


@pytest.mark.rule("ISO-DRAW-005")
def test_chip_by_chip_fear_ends_the_draw_in_so_many_words() -> None:
    table = acting_guard(step="draw", bag={"red_fear": 1, "black_sword_1": 2})
    table.does("draw_chip", guard="grigory", draws=["red_fear"])
    assert (len(happened(table, DrawStopped)), table.view["step"]) == (1, "actions")


@pytest.mark.rule("ISO-END-004")
def test_units_over_the_limit_are_told_to_be_dropped() -> None:
    rewards = {1: {"hp": 1, "atk": 0, "def": 0, "ap": 1, "rewards": {"drops": {"pelt": 1}}}}
    table = Table(
        step="rewards", outcome="victory",
        guards={"yury": {"satchel": [{"card": "pelt", "kind": "material", "qty": 3}]}},
        pending_rewards={"drops": {"pelt": 3}}, content={"enemies": {"dummy": {"cards": rewards}}},
    )  # fmt: skip
    table.does("collect_rewards")
    assert [event.n for event in happened(table, MaterialDropped)] == [2]
    assert table.guard("yury")["satchel"] == [{"card": "pelt", "kind": "material", "qty": 4}]


# ---- who stands, what is picked


@pytest.mark.rule("ISO-TGT-005", "ISO-FALLB-004")
def test_a_guard_with_one_hp_is_still_a_target_and_a_fallen_one_is_none() -> None:
    def chosen(hp: int) -> str:
        aiming = {"op": "choose_target", "by": ["lowest_hp"]}
        table = enemies_turn(aiming, block(attack(1)), guards={"yury": {}, "vera": {"hp": hp}})
        goes(table)
        return next(str(event.target) for event in happened(table, TargetChosen))

    assert (chosen(1), chosen(0)) == ("vera", "yury")


@pytest.mark.rule("ISO-END-002")
@pytest.mark.parametrize(
    ("pick", "code"),
    [((), "choice_required"), (("horn",), "choice_not_offered"), (("pelt", "tusk"), "choice_not_offered")],
)
def test_of_each_set_of_rewards_exactly_one_is_picked_and_one_of_that_set(pick: tuple[str, ...], code: str) -> None:
    table = Table(step="rewards", outcome="victory", guards={"yury": {}}, pending_rewards={"drops": {}})
    assert table.state.rewards is not None
    table.state = replace(table.state, rewards=replace(table.state.rewards, one_of=(("pelt", "tusk"),)))
    assert table.refuses("collect_rewards", pick=list(pick), keep={"pelt": "yury"}) == code
    table.does("collect_rewards", pick=["pelt"], keep={"pelt": "yury"})
    assert [entry["card"] for entry in table.guard("yury")["satchel"]] == ["pelt"]


@pytest.mark.rule("ISO-DRAW-001", "ISO-AI-007")
def test_what_is_read_at_the_table_draws_nothing_and_takes_no_luck() -> None:
    table = acting_guard(weapon="blade", bag={"black_sword_1": 2})
    said = {"guard": "grigory", "card": "weapon", "deed": {"who": ["I"], "attack": 0}}
    assert table.refuses("read_card", **said, draws=["black_sword_1"]) == "draw_exceeds_limit"
    enemy = enemies_turn(enemy={"ai_deck": ["secret", "other"]})
    enemy.does("turn_over_ai_card", slot="I", cards=["secret"])
    assert enemy.refuses("read_ai_card", slot="I", cards=["other"]) == "ai_cards_left_over"
    assert enemy.refuses("read_ai_card", slot="I", targets=["grigory"]) == "target_choice_not_open"
    early = acting_guard(step="draw", weapon="blade")
    assert early.refuses("read_card", **said) == "draw_first"
