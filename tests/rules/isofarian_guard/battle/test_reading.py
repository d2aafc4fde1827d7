"""Cards that nobody has entered: read at the table, told by what they did, mixed with known cards in one battle."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.battle.library import library
from rules.isofarian_guard.battle.reading import namesakes
from tests.rules.isofarian_guard.battle.table import Table, acting_guard, attack, block, card, enemies_turn, gain, stone

BITE = {"number": 1, "actions": [block(attack(3)), {"op": "end_turn"}]}
HOWL = {"number": 5, "actions": [block({"op": "heal", "who": "self", "n": 2})]}


def facing(*deck: str, known: dict[str, Any] | None = None, **given: Any) -> Table:
    """The enemies' turn before an enemy with such a deck, of which these cards are known."""
    content = {"ai_cards": {"dummy": known or {}}}
    return enemies_turn(content=content, enemy={"ai_deck": list(deck), "ap": 2, "hp": 9}, **given)


# ---- AI cards


def test_known_cards_and_cards_read_at_the_table_mix_within_one_battle() -> None:
    table = facing("bite", "unread", known={"bite": BITE})
    table.does("activate_enemy", slot="I", cards=["bite"])
    assert table.guard()["hp"] == 20 - 4
    table.plays(
        ("end_enemies_turn", {}), ("cleanup", {}), ("start_round", {}), ("activate_guard", {"guard": "grigory"})
    )
    table.plays(("draw_chips", {"guard": "grigory", "draws": []}), ("end_activation", {"guard": "grigory"}))
    table.does("end_guards_turn")
    table.does("activate_enemy", slot="I", cards=["unread"])
    assert table.option("read_ai_card", slot="I").likely
    events = table.does("read_ai_card", slot="I", name="Howl", ap=1, deed={"who": ["I"], "heal": 2, "blue_cubes": 1})
    assert events == ["CardRead", "ApExhausted", "EnemyAbilityUsed", "HpHealed", "BlueCubesGained", "EnemyTurnEnded"]
    assert (table.enemy()["exhausted"]["gray"], table.enemy()["blue_cubes"]) == (1, 1)
    assert table.does("end_enemies_turn")


def test_a_known_card_may_be_read_at_the_table_all_the_same() -> None:
    table = facing("bite", known={"bite": BITE})
    table.does("turn_over_ai_card", slot="I", cards=["bite"])
    table.does("read_ai_card", slot="I", deed={"who": ["grigory"], "damage": 3})
    assert table.guard()["hp"] == 17
    assert table.view["enemies_activated"] == ["I"]


@pytest.mark.rule("ISO-CHIP-013", "ISO-DMG-001")
def test_an_attack_that_was_read_is_worked_out_and_can_be_evaded() -> None:
    plain, wary = facing("unread"), facing("unread", guards={"grigory": {"positive": {"green_evasion": 1}}})
    for table in (plain, wary):
        table.does("activate_enemy", slot="I", cards=["unread"])
        table.does("read_ai_card", slot="I", deed={"who": ["grigory"], "attack": 4, "chips": {"red_weaken": 1}})
    assert plain.guard()["hp"] == 20 - (3 + 4 - 2)
    assert (wary.guard()["hp"], wary.guard()["positive"]) == (20, {})
    assert plain.guard()["negative"] == wary.guard()["negative"] == {"red_weaken": 1}


@pytest.mark.rule("ISO-AI-007")
def test_a_card_that_was_read_may_have_more_to_it_or_turn_over_the_next_one() -> None:
    table = facing("unread", "bite", known={"bite": BITE})
    table.does("activate_enemy", slot="I", cards=["unread"])
    table.does("read_ai_card", slot="I", deed={"who": ["grigory"], "bag": {"red_fear": 1}}, then="more")
    assert table.state.acting == "I"
    events = table.does("read_ai_card", slot="I", then="draw", cards=["bite"])
    assert events == ["CardRead", "AiCardDrawn"]
    table.does("resolve_ai_card", slot="I")
    assert (table.guard()["hp"], table.guard()["bag"]) == (16, {"red_fear": 1})
    assert table.state.acting is None


def test_an_unread_card_that_a_known_one_turns_over_is_left_to_the_table() -> None:
    rush = {"number": 2, "actions": [{"op": "draw_ai", "who": "self", "resolve": True}, {"op": "end_turn"}]}
    table = facing("rush", "unread", known={"rush": rush})
    table.does("activate_enemy", slot="I", cards=["rush", "unread"])
    assert table.state.acting == "I"
    assert table.refuses("resolve_ai_card", slot="I") == "card_unread"
    table.does("read_ai_card", slot="I", deed={"who": ["grigory"], "damage": 1})
    assert (table.state.acting, table.guard()["hp"]) == (None, 19)


@pytest.mark.parametrize(
    ("deed", "code"),
    [
        ({"who": ["vera"], "damage": 1}, "no_such_target"),
        ({"who": ["II"], "damage": 1}, "no_such_target"),
        ({"who": ["yury"], "damage": 1}, "guard_fallen"),
        ({"who": ["III"], "damage": 1}, "target_defeated"),
        ({"who": ["grigory"], "chips": {"red_luck": 1}}, "no_such_chip"),
    ],
)
def test_what_cannot_have_happened_is_refused(deed: dict[str, Any], code: str) -> None:
    others = {"III": {"type": "dummy", "hp": 0, "start_hp": 5, "defeated": True}}
    table = facing("unread", guards={"grigory": {}, "yury": {"hp": 0}}, enemies=others)
    table.does("activate_enemy", slot="I", cards=["unread"])
    assert table.refuses("read_ai_card", slot="I", deed=deed) == code


@pytest.mark.rule("ISO-AI-007")
def test_nothing_is_read_before_a_card_is_turned_over_and_nothing_after_its_turn() -> None:
    table = facing("unread")
    assert table.refuses("read_ai_card", slot="I") == "ai_card_required"
    assert table.refuses("read_ai_card", slot="II") == "no_such_target"
    table.does("activate_enemy", slot="I", cards=["unread"])
    assert table.refuses("end_enemies_turn") == "enemy_not_activated"
    table.does("read_ai_card", slot="I")
    assert table.refuses("read_ai_card", slot="I") == "ai_card_required"


def test_an_enemy_pays_no_more_ap_than_it_has() -> None:
    table = facing("unread")
    table.does("activate_enemy", slot="I", cards=["unread"])
    assert table.refuses("read_ai_card", slot="I", ap=3) == "not_enough_ap"


# ---- cards entered while the battle goes on


@pytest.mark.rule("ISO-AI-010", "ISO-ENM-009")
def test_a_card_entered_while_it_lies_open_counts_and_is_carried_out() -> None:
    thorns = {
        "number": 5,
        "actions": [block(attack(3))],
        "passive": [{"op": "modify", "who": "self", "stat": "def", "by": 2}],
    }
    table = facing("unread", "bite", known={"bite": BITE, "thorns": thorns})
    table.does("activate_enemy", slot="I", cards=["unread"])
    assert table.enemy()["def_now"] == 1
    assert [choice.label for choice in table.option("name_ai_card", slot="I").fields[0].choices] == ["Thorns", "Card"]
    assert table.does("name_ai_card", slot="I", card="thorns") == ["AiCardNamed"]
    assert (table.enemy()["def_now"], table.enemy()["visible"]) == (3, "thorns")
    table.does("resolve_ai_card", slot="I")
    assert table.guard()["hp"] == 16


def test_an_open_card_can_only_be_one_of_its_type_that_lies_nowhere_else_and_has_its_number() -> None:
    table = facing("card_5", "bite", known={"bite": BITE, "howl": HOWL, "maul": {**BITE, "number": 4}})
    assert table.refuses("name_ai_card", slot="I", card="howl") == "ai_card_required"
    assert table.refuses("name_ai_card", slot="III", card="howl") == "no_such_target"
    table.does("activate_enemy", slot="I", cards=["card_5"])
    for other in ("bite", "maul", "growl"):
        assert table.refuses("name_ai_card", slot="I", card=other) == "ai_card_not_in_deck"
    assert namesakes(library(table.pack), table.state.enemies["I"]) == ("howl",)
    table.does("name_ai_card", slot="I", card="howl")
    assert table.refuses("name_ai_card", slot="I", card="howl") == "ai_card_required"


# ---- guards' cards


def test_an_ability_that_nobody_has_entered_is_paid_and_told_by_what_it_did() -> None:
    table = acting_guard(
        content={"guard_abilities": {"lunge": card()}},
        slots={"I": {"ability": "mystery"}, "II": {"ability": "lunge"}},
        drawn={"black_sword_1": 2},
    )
    assert table.refuses("activate_ability", guard="grigory", slot="I", chips=[]) == "card_unread"
    events = table.does(
        "read_card", guard="grigory", card="I", chips=["black_sword_1"], ap={"gray": 1},
        deed={"who": ["I"], "attack": 1}, more=[{"who": ["grigory"], "heal": 1, "atk": 1, "green_ap": 1}],
    )  # fmt: skip
    assert events == [
        "ChipsPlaced", "AbilityActivated", "ApExhausted", "CardRead", "AttackPerformed", "DamageDealt", "HpLost",
        "StatModified", "ApGained",
    ]  # fmt: skip
    grigory = table.guard()
    assert (grigory["drawn"], grigory["exhausted"]["gray"], grigory["slots"]["I"]["used"]) == (
        {"black_sword_1": 1},
        1,
        True,
    )
    assert (table.enemy()["hp"], grigory["atk_now"], grigory["ap"]["green"]) == (9 - 3, 4, 1)
    assert table.refuses("read_card", guard="grigory", card="I") == "ability_already_activated"


@pytest.mark.parametrize(
    ("given", "place", "code"),
    [
        ({"slots": {"I": {"ability": "mystery"}}, "negative": {"purple_corruption": 1}}, "I", "corrupted"),
        ({"slots": {"IV": {"stonebound": "spell"}}, "negative": {"red_seal": 1}}, "IV", "sealed"),
        ({"slots": {"IV": {"stonebound": "spell", "gem": "exhausted"}}}, "IV", "gem_not_ready"),
        ({}, "weapon", "no_weapon"),
        ({"weapon": {"card": "blade", "used": True}}, "weapon", "standard_attack_used"),
        ({}, "accessory", "no_accessory"),
        ({"accessory": {"card": "ring", "flipped": True}}, "accessory", "accessory_exhausted"),
        ({}, "item", "item_not_equipped"),
        ({"item": {"card": "salve", "used": True}}, "item", "item_used"),
        ({}, "I", "not_a_guard_ability"),
    ],
)
def test_what_bars_a_known_card_bars_one_that_is_read(given: dict[str, Any], place: str, code: str) -> None:
    table = acting_guard(content={"stonebound": {"spell": stone()}}, **given)
    assert table.refuses("read_card", guard="grigory", card=place) == code


def test_weapon_accessory_and_item_are_read_alike_and_count_as_used() -> None:
    table = acting_guard(weapon="blade", accessory="ring", item="salve", drawn={"black_sword_1": 1})
    table.does("read_card", guard="grigory", card="weapon", chips=["black_sword_1"], deed={"who": ["I"], "attack": 0})
    table.does("read_card", guard="grigory", card="accessory", deed={"who": ["grigory"], "blue_cubes": 2})
    table.does("read_card", guard="grigory", card="item", deed={"who": ["grigory"], "def": 1})
    grigory = table.guard()
    assert (table.enemy()["hp"], grigory["blue_cubes"], grigory["def_now"]) == (7, 2, 2 + 2 + 1)
    assert (grigory["weapon"]["used"], grigory["accessory"]["used_this_round"], grigory["item"]["used"]) == (
        True,
        1,
        True,
    )
    assert table.view["last_attacker"] == "grigory"


def test_reading_a_card_is_offered_where_not_all_of_it_has_been_told() -> None:
    whole = card({"op": "heal", "who": "self"})
    partly = {**whole, "P": {**whole["P"], "unknown": ["effects"]}}
    content = {"guard_abilities": {"whole": whole, "partly": partly}}
    slots = {"I": {"ability": "whole"}, "II": {"ability": "partly"}, "III": {"ability": "mystery"}}
    table = acting_guard(content=content, slots=slots, drawn={"black_sword_1": 3})
    offered = {option.fixed["card"] for option in table.options() if option.do == "read_card"}
    assert offered == {"II", "III"}
    known = {option.fixed["slot"] for option in table.options() if option.do == "activate_ability"}
    assert known == {"I", "II"}


def test_a_card_may_have_done_nothing_and_what_it_did_it_did_to_somebody() -> None:
    table = facing("unread")
    table.does("activate_enemy", slot="I", cards=["unread"])
    who = next(field for field in table.option("read_ai_card", slot="I").fields if field.name == "deed.who")
    assert who.minimum == 0
    assert table.refuses("read_ai_card", slot="I", deed={"damage": 2}) == "target_required"
    assert table.does("read_ai_card", slot="I", deed={}) == ["CardRead", "EnemyTurnEnded"]


# ---- accessories that answer something

MASK = {"guards": {"grigory": {"accessory": "owl_mask"}}}
UNTOLD = {"unknown": ["effects", "reactive"]}


def masked(known: dict[str, Any] = UNTOLD, **given: Any) -> Table:
    """The enemies' turn against a guard with an accessory that answers something, of which this much is known."""
    content = {"accessories": {"owl_mask": known}}
    return enemies_turn(content=content, enemy={"ai_deck": ["unread"], "ap": 2, "hp": 3}, **{**MASK, **given})


@pytest.mark.rule("ISO-ACC-001")
@pytest.mark.parametrize("step", ["round_start", "choose_guard", "draw", "enemies_turn", "cleanup"])
def test_an_accessory_that_nobody_entered_answers_at_any_moment(step: str) -> None:
    active = {"active_guard": "grigory"} if step == "draw" else {}
    table = Table(
        step=step,
        enemies={"I": {"type": "dummy", "hp": 3}},
        content={"accessories": {"owl_mask": UNTOLD}},
        **MASK,
        **active,
    )
    option = table.option("read_reaction", guard="grigory")
    assert option.label == "Owl mask of Grigory answered something, and it did this"
    assert table.does("read_reaction", guard="grigory", deed={"who": ["grigory"], "blue_cubes": 2}) == [
        "CardRead", "BlueCubesGained",
    ]  # fmt: skip


def test_an_answer_that_defeats_the_acting_enemy_ends_its_turn() -> None:
    table = masked(enemies={"II": {"type": "dummy", "hp": 5}})
    table.does("activate_enemy", slot="I", cards=["unread"])
    events = table.does("read_reaction", guard="grigory", deed={"who": ["I"], "damage": 3})
    assert events == ["CardRead", "HpLost", "EnemyDefeated", "EnemyTurnEnded"]
    assert table.state.acting is None


@pytest.mark.rule("ISO-ACC-002", "ISO-ACC-009")
def test_an_answer_counts_as_a_use_where_the_number_of_uses_is_known() -> None:
    table = masked({"limit": 1, "unknown": ["reactive"]})
    deed = {"who": ["grigory"], "heal": 1}
    assert "AccessoryFlipped" in table.does("read_reaction", guard="grigory", deed=deed)
    assert table.refuses("read_reaction", guard="grigory", deed=deed) == "accessory_exhausted"
    assert table.option("read_reaction", guard="grigory").blocked == "Its uses in this battle are spent."


def test_an_accessory_that_is_entered_answers_by_itself_and_is_not_asked_about() -> None:
    told = {"effects": [], "reactive": [{"trigger": "hit", "effects": [{"op": "heal", "who": "self", "n": 1}]}]}
    assert "read_reaction" not in [option.do for option in masked(told).options()]


def test_nobody_answers_who_is_not_there_has_fallen_or_wears_nothing() -> None:
    table = masked(guards={"grigory": {}, "vera": {"hp": 0, "accessory": "owl_mask"}})
    assert table.refuses("read_reaction", guard="yury") == "no_such_target"
    assert table.refuses("read_reaction", guard="vera") == "guard_fallen"
    assert table.refuses("read_reaction", guard="grigory") == "no_accessory"


@pytest.mark.parametrize(
    ("unknown", "price"),
    [
        (["cost", "ap"], "as the card says"),
        (["cost"], "1 AP, the rest as the card says"),
        (["ap"], "1 sword, the rest as the card says"),
        ([], "1 sword, 1 AP"),
    ],
)
def test_a_price_that_nobody_has_told_is_read_on_the_card(unknown: list[str], price: str) -> None:
    whole = card(gain("green_sword_1"), cost={"sword": 1}, ap=1)
    side = {name: value for name, value in whole["P"].items() if name not in unknown} | {"unknown": unknown}
    content = {"guard_abilities": {"advance": {**whole, "P": side}}}
    table = acting_guard(
        content=content, slots={"I": {"ability": "advance"}}, drawn={"black_sword_1": 1}, ap={"gray": 1}
    )
    assert table.option("activate_ability", slot="I").label.endswith(f"({price})")
