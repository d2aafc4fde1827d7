"""Cards that set off others, and what they meet while they are carried out."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.battle.events import AiCardResumed
from tests.rules.isofarian_guard.battle.table import (
    Table,
    acting_guard,
    attack,
    block,
    card,
    casts,
    choose,
    enemies_turn,
    gain,
    with_stone,
)

ACTIVATE = {"op": "activate_card"}
EMPOWER = {"op": "trigger_keyword", "keyword": "empower"}


def fields(table: object, do: str, **fixed: object) -> list[str]:
    return [field.name for field in table.option(do, **fixed).fields]  # type: ignore[attr-defined]


@pytest.mark.rule("ISO-FALLB-003")
def test_a_target_that_the_ability_itself_fells_before_it_is_used_stays_its_target() -> None:
    table = with_stone(
        attack(9, "front_row"), gain("red_weaken", who="target"), enemies={"I": {"type": "dummy", "hp": 2}}
    )
    casts(table, target="I")
    assert table.view["step"] == "rewards"


@pytest.mark.rule("ISO-FALLB-003", "ISO-FALLB-013")
def test_a_guard_that_falls_during_the_ability_stays_the_one_it_is_for_and_is_not_healed() -> None:
    hurt, mend = {"op": "lose_hp", "who": "ally", "n": 3}, {"op": "heal", "who": "guard_target", "n": 2}
    table = with_stone(hurt, mend, guards={"vera": {"hp": 3}})
    assert casts(table, guard_target="vera").guard("vera")["hp"] == 0


def test_a_card_that_may_activate_another_asks_what_that_one_asks() -> None:
    content = {"guard_abilities": {"jab": card(attack(1)), "mend": card({"op": "heal", "who": "guard_target"})}}
    table = with_stone(ACTIVATE, content=content, slots={"I": {"ability": "jab"}, "II": {"ability": "mend"}})
    assert fields(table, "activate_stonebound", slot="IV") == ["target", "guard_target", "card_slot"]
    casts(table, card_slot="I", target="I")
    assert table.enemy()["hp"] == 9 - 3


def test_a_card_that_triggers_a_keyword_asks_what_the_keyword_asks() -> None:
    keyword = {"name": "empower", "effects": [gain("red_break", who="target")]}
    content = {"guard_abilities": {"jab": card(owner="alek", keyword=keyword)}}
    table = with_stone(EMPOWER, name="alek", content=content, slots={"I": {"ability": "jab"}})
    assert fields(table, "activate_stonebound", slot="IV") == ["target", "keyword_slot"]
    assert casts(table, "alek", target="I").enemy()["chips"] == {"red_break": 1}


def test_a_burst_card_asks_what_the_burst_of_the_other_card_asks() -> None:
    burst = {"name": "burst", "cubes": 1, "effects": [attack(2)]}
    content = {"guard_abilities": {"fuse": card(owner="vera", keyword={**burst, "effects": []}),
                                   "bomb": card(owner="vera", keyword=burst)}}  # fmt: skip
    slots = {"I": {"ability": "fuse"}, "II": {"ability": "bomb"}}
    table = acting_guard("vera", content=content, slots=slots, drawn={"black_sword_1": 1})
    assert fields(table, "activate_ability", slot="I") == ["target", "burst_on"]
    table.does("activate_ability", guard="vera", slot="I", chips=["black_sword_1"], burst_on="II", target="I")
    assert table.enemy()["hp"] == 9 - 3


@pytest.mark.rule("ISO-CHIP-011")
def test_under_corruption_a_stonebound_ability_still_works_but_sets_off_no_guard_ability() -> None:
    keyword = {"name": "empower", "effects": [{"op": "blue_cubes", "who": "self"}]}
    content = {"guard_abilities": {"jab": card({"op": "blue_cubes", "who": "self"}, owner="alek", keyword=keyword)}}
    given = {"content": content, "slots": {"I": {"ability": "jab"}}, "negative": {"purple_corruption": 1}}
    table = with_stone({"op": "heal", "who": "self"}, ACTIVATE, EMPOWER, name="alek", hp=15, **given)
    assert fields(table, "activate_stonebound", slot="IV") == []
    assert table.refuses("activate_stonebound", guard="alek", slot="IV", card_slot="I") == "corrupted"
    assert table.refuses("activate_stonebound", guard="alek", slot="IV", keyword_slot="I") == "corrupted"
    alek = casts(table, "alek").guard("alek")
    assert (alek["hp"], alek["blue_cubes"]) == (16, 0)


def test_where_there_is_no_card_to_activate_or_flip_nothing_happens() -> None:
    table = with_stone(ACTIVATE, {"op": "flip_card", "which": "chosen"}, {"op": "heal", "who": "self"}, hp=10)
    assert fields(table, "activate_stonebound", slot="IV") == []
    assert casts(table).guard()["hp"] == 11


RUSH = {"op": "draw_ai", "who": "self", "resolve": True}
MAUL: Any = {"number": 3, "actions": [choose("aggro"), block(attack(3))]}


def rushing(*after: Any, known: Any = MAUL) -> Table:
    """An enemy whose first card turned over another one that waits, and would do something afterwards."""
    cards = {"rush": {"number": 2, "actions": [RUSH, *after]}, **({"maul": known} if known else {})}
    table = enemies_turn(
        guards={"yury": {}, "vera": {}},
        content={"ai_cards": {"dummy": cards}},
        enemy={"ai_deck": ["rush", "maul"], "ap": 3},
    )
    table.does("turn_over_ai_card", slot="I", cards=["rush"])
    table.does("resolve_ai_card", slot="I", cards=["maul"])
    return table


@pytest.mark.rule("ISO-AI-007", "ISO-TGT-003")
def test_a_card_that_was_turned_over_by_another_and_asks_waits_for_its_own_decision() -> None:
    table = rushing()
    assert (table.state.acting, table.enemy()["visible"], table.state.unfinished) == ("I", "maul", ())
    assert fields(table, "resolve_ai_card", slot="I") == ["targets"]
    assert table.refuses("resolve_ai_card", slot="I") == "target_choice_required"
    table.does("resolve_ai_card", slot="I", targets=["vera"])
    assert (table.guard("vera")["hp"], table.state.acting) == (20 - 5, None)


@pytest.mark.rule("ISO-AI-007")
def test_the_first_card_goes_on_after_the_one_that_it_turned_over_unless_that_ends_the_turn() -> None:
    afterwards = block({"op": "heal", "who": "self", "n": 2})
    table = rushing(afterwards)
    assert table.state.unfinished == (("rush", 1),)
    events = table.does("resolve_ai_card", slot="I", targets=["vera"])
    assert events.index("AiCardResumed") > events.index("DamageDealt")
    assert (table.enemy()["hp"], table.state.acting, table.state.unfinished) == (11, None, ())
    ending = rushing(afterwards, known={**MAUL, "actions": [*MAUL["actions"], {"op": "end_turn"}]})
    assert "AiCardResumed" not in ending.does("resolve_ai_card", slot="I", targets=["vera"])
    assert (ending.enemy()["hp"], ending.state.acting, ending.state.unfinished) == (9, None, ())


@pytest.mark.rule("ISO-AI-007")
def test_what_the_rest_of_the_first_card_asks_is_asked_together_with_the_second() -> None:
    table = rushing({"op": "choose", "options": {"mend": [{"op": "heal", "who": "self"}], "rest": []}})
    assert fields(table, "resolve_ai_card", slot="I") == ["targets", "choices"]
    assert table.refuses("resolve_ai_card", slot="I", targets=["vera"]) == "choice_required"
    table.does("resolve_ai_card", slot="I", targets=["vera"], choices=["mend"])
    assert (table.enemy()["hp"], table.state.acting) == (10, None)


@pytest.mark.rule("ISO-AI-007")
def test_after_a_card_that_was_read_at_the_table_the_known_one_that_turned_it_over_may_go_on() -> None:
    table = rushing(block({"op": "heal", "who": "self", "n": 2}), known=None)
    then = next(field for field in table.option("read_ai_card", slot="I").fields if field.name == "then")
    assert "go_on" in [choice.value for choice in then.choices]
    table.does("read_ai_card", slot="I", deed={"who": ["vera"], "damage": 1}, then="go_on")
    assert (table.guard("vera")["hp"], table.enemy()["hp"], table.state.acting) == (19, 11, None)
    plain = enemies_turn(enemy={"ai_deck": ["secret"]})
    plain.does("turn_over_ai_card", slot="I", cards=["secret"])
    assert plain.refuses("read_ai_card", slot="I", then="go_on") == "choice_not_offered"


@pytest.mark.rule("ISO-AI-007")
def test_cards_that_interrupt_one_another_go_on_from_the_last_to_the_first() -> None:
    cards = {
        "one": {"number": 1, "actions": [RUSH, block({"op": "heal", "who": "self", "n": 4})]},
        "two": {"number": 2, "actions": [RUSH, block({"op": "modify", "who": "self", "stat": "atk", "by": 1})]},
        "maul": MAUL,
    }
    table = enemies_turn(
        guards={"yury": {}, "vera": {}},
        content={"ai_cards": {"dummy": cards}},
        enemy={"ai_deck": ["one", "two", "maul"], "ap": 3},
    )
    table.does("turn_over_ai_card", slot="I", cards=["one"])
    table.does("resolve_ai_card", slot="I", cards=["two", "maul"])
    assert table.state.unfinished == (("two", 1), ("one", 1))
    table.does("resolve_ai_card", slot="I", targets=["vera"])
    assert [event.card for event in table.events if isinstance(event, AiCardResumed)] == ["two", "one"]
    assert (table.enemy()["hp"], table.enemy()["atk_now"], table.state.acting) == (13, 4, None)


@pytest.mark.rule("ISO-AI-007")
def test_what_a_card_asks_that_is_turned_over_next_may_be_said_beforehand() -> None:
    rush = {"number": 2, "actions": [{"op": "draw_ai", "who": "self", "resolve": True}, {"op": "end_turn"}]}
    maul = {"number": 3, "actions": [choose("aggro"), block(attack(3)), {"op": "end_turn"}]}
    table = enemies_turn(
        guards={"yury": {}, "vera": {}}, content={"ai_cards": {"dummy": {"rush": rush, "maul": maul}}},
        enemy={"ai_deck": ["rush", "maul"]},
    )  # fmt: skip
    table.does("activate_enemy", slot="I", cards=["rush", "maul"], targets=["yury"])
    assert (table.guard("yury")["hp"], table.state.acting) == (20 - 5, None)


@pytest.mark.rule("ISO-ACC-009")
def test_a_redraw_is_blocked_where_paying_leaves_no_drawn_chip() -> None:
    content = {"accessories": {"mask": {"cost": {"sword": 1}, "effects": [{"op": "redraw"}]}}}
    spent = acting_guard(content=content, accessory="mask", drawn={"black_sword_1": 1})
    assert spent.option("activate_accessory").blocked
    left = acting_guard(content=content, accessory="mask", drawn={"black_sword_1": 2}, bag={"black_shield_1": 1})
    assert not left.option("activate_accessory").blocked
