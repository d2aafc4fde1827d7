"""The order of the Guards' turn, retreat, refill and draw."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.campaign.cases import ADAPTER as CAMPAIGN
from rules.kernel.cases import CaseRun
from tests.rules.isofarian_guard.battle.table import (
    DUMMY,
    Table,
    acting_guard,
    attack,
    block,
    card,
    casts,
    enemies_turn,
    goes,
    to_next_round,
    with_base,
    with_stone,
)


def table(step: str = "choose_guard", guards: Any = None, **given: Any) -> Table:
    content = with_base(given.pop("content", {}))
    enemies = given.pop("enemies", {"I": DUMMY})
    return Table(step=step, guards=guards or {"vera": {}, "yury": {}}, enemies=enemies, content=content, **given)


@pytest.mark.rule("ISO-TURN-001")
def test_the_guards_turn_goes_through_its_steps_in_order() -> None:
    battle = table("round_start")
    assert battle.refuses("activate_guard", guard="vera") == "wrong_step"
    battle.does("start_round")
    for guard in ("yury", "vera"):
        assert battle.does("activate_guard", guard=guard) == ["GuardActivated"]
        battle.plays(("draw_chips", {"guard": guard, "draws": []}), ("end_activation", {"guard": guard}))
    assert battle.does("end_guards_turn") == ["GuardsTurnEnded"]


DAWN = {"reactive": [{"trigger": "round_start", "effects": [{"op": "blue_cubes", "who": "self", "n": 1}]}]}


@pytest.mark.rule("ISO-TURN-003", "ISO-TURN-015")
def test_step_two_takes_every_blue_cube_of_both_guards_those_of_step_one_included() -> None:
    guards = {"vera": {"blue_cubes": 2, "accessory": "dawn"}, "yury": {"blue_cubes": 1}}
    battle = table("round_start", guards, content={"accessories": {"dawn": DAWN}})
    names = battle.does("start_round")
    assert names.index("BlueCubesGained") < names.index("BlueCubesDiscarded")
    assert [battle.guard(name)["blue_cubes"] for name in guards] == [0, 0]


@pytest.mark.rule("ISO-TURN-004")
def test_the_players_choose_who_goes_first_and_each_guard_acts_once() -> None:
    battle = table()
    battle.does("activate_guard", guard="yury")
    battle.plays(("draw_chips", {"guard": "yury", "draws": []}), ("end_activation", {"guard": "yury"}))
    assert battle.refuses("activate_guard", guard="yury") == "guard_already_activated"
    assert battle.view["activated"] == ["yury"]


@pytest.mark.rule("ISO-TURN-005")
def test_the_guards_do_not_interleave() -> None:
    battle = table()
    battle.does("activate_guard", guard="vera")
    for do, more in (("draw_chips", {"draws": []}), ("end_activation", {}), ("use_item", {"card": "x"})):
        assert battle.refuses(do, guard="yury", **more) == "not_active_guard"


@pytest.mark.rule("ISO-TURN-006", "ISO-ITEM-002")
def test_actions_come_after_the_draw() -> None:
    battle = table("draw", {"vera": {"weapon": "blade", "item": "potion", "accessory": "charm"}}, active_guard="vera")
    for do in ("standard_attack", "activate_accessory", "use_item", "end_activation", "move_item"):
        arguments = {"card": "potion"} if do in ("use_item", "move_item") else {}
        assert battle.refuses(do, guard="vera", **arguments) == "draw_first"


@pytest.mark.rule("ISO-TURN-007")
def test_actions_are_free_in_their_order_and_none_has_to_be_taken() -> None:
    for order in ((0, 1), (1, 0), ()):
        battle = with_stone(attack(), weapon="blade", drawn={"black_sword_1": 1})
        deeds = [
            ("activate_stonebound", {"guard": "grigory", "slot": "IV", "target": "I"}),
            ("standard_attack", {"guard": "grigory", "chips": ["black_sword_1"], "target": "I"}),
        ]
        battle.plays(*(deeds[which] for which in order))
        assert battle.enemy()["hp"] == 9 - 2 * len(order)
        assert battle.does("end_activation", guard="grigory") == ["GuardActivationEnded"]


@pytest.mark.rule("ISO-TURN-008")
def test_the_turn_ends_when_every_standing_guard_was_activated() -> None:
    battle = table(activated=["vera"])
    assert battle.refuses("end_guards_turn") == "guard_not_activated"
    active = table("actions", active_guard="vera")
    assert active.refuses("end_guards_turn") == "guard_still_active"


@pytest.mark.rule("ISO-TURN-009")
def test_step_eight_refreshes_all_ap_of_both_guards() -> None:
    guards = {"vera": {"ap": {"gray": 0}, "exhausted": {"gray": 2, "green": 1}}, "yury": {"exhausted": {"green": 2}}}
    battle = table(guards=guards, activated=["vera", "yury"])
    assert battle.does("end_guards_turn").count("ApRefreshed") == 2
    assert [battle.guard(name)["ap"] for name in guards] == [{"gray": 2, "green": 1}, {"gray": 2, "green": 2}]


@pytest.mark.rule("ISO-TURN-010", "ISO-AGG-001")
def test_step_nine_puts_the_aggro_chip_on_the_last_attacker_and_no_earlier() -> None:
    battle = with_stone(
        attack(), guards={"alek": {}}, activated=["alek", "grigory"], aggro="alek", last_attacker="alek"
    )
    casts(battle, target="I").does("end_activation", guard="grigory")
    assert battle.view["aggro"] == "alek"
    assert "AggroMoved" in battle.does("end_guards_turn")
    assert battle.view["aggro"] == "grigory"


@pytest.mark.rule("ISO-TURN-011", "ISO-CHIP-014", "ISO-CLEAN-006")
def test_unused_evasion_outlives_cleanup_and_leaves_when_the_next_round_starts() -> None:
    guards = {"vera": {"positive": {"green_evasion": 1, "purple_evasion": 1, "green_heart": 1}}}
    battle = table("cleanup", guards)
    battle.does("cleanup")
    assert battle.guard("vera")["positive"] == {"green_evasion": 1, "purple_evasion": 1}
    battle.does("start_round")
    assert (battle.guard("vera")["positive"], battle.guard("vera")["discard"]) == ({}, {"purple_evasion": 1})


@pytest.mark.rule("ISO-TURN-012")
def test_the_draw_number_is_read_when_the_guards_own_draw_begins() -> None:
    effect = {"op": "gain_ap", "who": "ally", "color": "green", "n": 1}
    battle = with_stone(effect, guards={"alek": {"bag": {"black_sword_1": 4}}})
    casts(battle).does("end_activation", guard="grigory")
    battle.does("activate_guard", guard="alek")
    battle.does("draw_chips", guard="alek", draws=["black_sword_1"] * 3)
    assert battle.guard("alek")["drawn"] == {"black_sword_1": 3}


@pytest.mark.rule("ISO-TURN-013")
def test_a_purple_evasion_that_expires_is_in_time_for_the_refill() -> None:
    battle = table("round_start", {"vera": {"positive": {"purple_evasion": 1}}})
    battle.does("start_round")
    assert "BagRefilled" in battle.does("activate_guard", guard="vera")
    assert battle.guard("vera")["bag"] == {"purple_evasion": 1}


def test_evasion_gained_in_step_one_stays_for_the_round() -> None:
    mist = {
        "reactive": [{"trigger": "round_start", "effects": [{"op": "gain", "who": "self", "chip": "green_evasion"}]}]
    }
    guards = {"vera": {"accessory": "mist", "positive": {"green_evasion": 1}}}
    battle = table("round_start", guards, content={"accessories": {"mist": mist}})
    battle.does("start_round")
    assert battle.guard("vera")["positive"] == {"green_evasion": 1}


def test_refusals_call_guards_by_their_names() -> None:
    waiting = table().refusal("end_guards_turn")
    assert waiting.sentence == "Vera and Yury must be activated before the turn ends."
    active = table("actions", active_guard="vera")
    said = {active.refusal("activate_guard", guard="yury").sentence, active.refusal("end_guards_turn").sentence}
    assert said == {"Vera is still active."}
    assert "Vera is active" in active.refusal("end_activation", guard="yury").sentence


@pytest.mark.rule("ISO-TURN-014")
def test_the_second_guard_waits_for_the_first() -> None:
    battle = table("actions", active_guard="vera")
    assert battle.refuses("activate_guard", guard="yury") == "another_guard_active"


# ---- retreat


@pytest.mark.rule("ISO-RET-001", "ISO-RET-003")
def test_all_guards_retreat_together_after_the_enemies_turn_and_cleanup() -> None:
    battle = table()
    battle.does("retreat")
    assert (battle.view["step"], battle.view["retreating"]) == ("enemies_turn", True)
    assert battle.refuses("activate_guard", guard="vera") == "wrong_step"
    battle.plays(("activate_enemy", {"slot": "I", "cards": ["card"]}), ("end_enemies_turn", {}))
    names = battle.does("cleanup")
    assert names.index("CleanupPerformed") < names.index("BattleRetreated")
    assert battle.view["outcome"] == "retreat"


@pytest.mark.rule("ISO-RET-002")
def test_a_retreat_is_declared_before_anyone_is_activated() -> None:
    assert table(activated=["vera"]).refuses("retreat") == "not_start_of_round"
    assert table("actions", active_guard="vera").refuses("retreat") == "not_start_of_round"
    assert table("round_start").refuses("retreat") == "wrong_step"


def retreated(guards: Any, **given: Any) -> Table:
    battle = table(guards=guards, **given)
    acts = ("activate_enemy", {"slot": "I", "cards": ["card"]})
    return battle.plays(("retreat", {}), acts, ("end_enemies_turn", {}), ("cleanup", {}))


@pytest.mark.rule("ISO-RET-004", "ISO-RET-005")
def test_a_retreat_yields_nothing_and_gray_ap_stays_exhausted() -> None:
    guards = {
        "vera": {"ap": {"gray": 1, "green": 1}, "exhausted": {"gray": 1, "green": 1}, "discard": {"purple_combo": 1}}
    }
    battle = retreated(guards, sil=3, defeat_tally={"dummy_1": 2})
    vera = battle.guard("vera")
    assert (battle.view["sil"], battle.view["pending_rewards"]) == (3, None)
    assert (vera["ap"], vera["exhausted"]) == ({"gray": 1, "green": 0}, {"gray": 1, "green": 0})
    assert vera["bag"] == {"purple_combo": 1}


@pytest.mark.rule("ISO-RET-006")
@pytest.mark.parametrize("source", ["narrative", "quest"])
def test_there_is_no_retreat_from_narrative_events_and_quests(source: str) -> None:
    battle = table(encounter={"source": source, "ambush": False})
    assert battle.refuses("retreat") == "narrative_no_retreat"


@pytest.mark.rule("ISO-RET-007")
def test_a_retreat_brings_the_fallen_guard_back_with_one_hp_and_its_bag() -> None:
    battle = retreated({"vera": {}, "yury": {"hp": 0, "bag": {"green_heart": 1, "red_stun": 2}}})
    assert (battle.guard("yury")["hp"], battle.guard("yury")["bag"]) == (1, {"green_heart": 1, "red_stun": 2})


def deadly(who: str, guards: Any) -> Table:
    battle = enemies_turn(block({"op": "lose_hp", "who": who, "n": 30}), guards=guards, retreating=True)
    return goes(battle)


@pytest.mark.rule("ISO-RET-008")
def test_who_falls_while_retreating_has_lost() -> None:
    assert deadly("all_enemies", {"vera": {"hp": 5}}).view["outcome"] == "defeat"


@pytest.mark.rule("ISO-RET-009")
def test_a_retreat_leaves_out_ap_refresh_and_aggro() -> None:
    guards = {"vera": {"ap": {"gray": 1}, "exhausted": {"gray": 1}}, "yury": {}}
    battle = table(guards=guards, aggro="yury", last_attacker="vera")
    names = battle.does("retreat")
    assert "ApRefreshed" not in names
    assert (battle.view["aggro"], battle.guard("vera")["exhausted"]["gray"]) == ("yury", 1)


@pytest.mark.rule("ISO-RET-010")
def test_enemies_that_die_during_a_retreat_yield_nothing() -> None:
    battle = deadly("self", {"vera": {}})
    assert battle.view["outcome"] is None
    battle.plays(("end_enemies_turn", {}), ("cleanup", {}))
    assert (battle.view["outcome"], battle.view["pending_rewards"]) == ("retreat", None)


# ---- refill


def drawing(name: str = "yury", **guard: Any) -> Table:
    content = guard.pop("content", {})
    return table("draw", {name: guard}, active_guard=name, content=content)


@pytest.mark.rule("ISO-REF-001")
def test_an_empty_bag_is_refilled_free_and_without_choice() -> None:
    battle = table(guards={"yury": {"hp": 5, "discard": {"black_sword_1": 2, "purple_combo": 1}}})
    assert battle.does("activate_guard", guard="yury") == ["GuardActivated", "BagRefilled"]
    assert (battle.guard("yury")["hp"], battle.guard("yury")["bag"]) == (5, {"black_sword_1": 2, "purple_combo": 1})


@pytest.mark.rule("ISO-REF-002", "ISO-REF-005")
def test_one_hp_refills_a_bag_that_is_not_empty_with_the_whole_discard_area() -> None:
    battle = drawing(hp=5, bag={"black_sword_1": 1}, discard={"black_shield_1": 2, "purple_heart": 1})
    battle.does("refill_bag", guard="yury", pay_hp=True)
    yury = battle.guard("yury")
    assert (yury["hp"], yury["discard"]) == (4, {})
    assert yury["bag"] == {"black_sword_1": 1, "black_shield_1": 2, "purple_heart": 1}


@pytest.mark.rule("ISO-REF-003")
def test_a_guard_does_not_refill_itself_to_death() -> None:
    battle = drawing(hp=1, bag={"black_sword_1": 1}, discard={"black_shield_1": 2})
    assert battle.refuses("refill_bag", guard="yury", pay_hp=True) == "hp_would_reach_zero"


@pytest.mark.rule("ISO-REF-004")
def test_a_bag_is_refilled_neither_during_nor_after_the_draw() -> None:
    battle = drawing(bag={"black_sword_1": 3}, discard={"black_shield_1": 2})
    battle.does("draw_chip", guard="yury", draws=["black_sword_1"])
    assert battle.refuses("refill_bag", guard="yury", pay_hp=True) == "refill_window_closed"
    battle.does("draw_chip", guard="yury", draws=["black_sword_1"])
    assert battle.view["step"] == "actions"
    assert battle.refuses("refill_bag", guard="yury", pay_hp=True) == "refill_window_closed"


@pytest.mark.rule("ISO-REF-006")
def test_paying_for_nothing_is_refused() -> None:
    assert drawing(bag={"black_sword_1": 1}).refuses("refill_bag", guard="yury", pay_hp=True) == "nothing_to_refill"


@pytest.mark.rule("ISO-REF-007")
def test_a_refill_is_not_free_while_chips_are_in_the_bag() -> None:
    battle = drawing(bag={"black_sword_1": 1}, discard={"black_shield_1": 2})
    assert battle.refuses("refill_bag", guard="yury", pay_hp=False) == "bag_not_empty"


@pytest.mark.rule("ISO-REF-008")
def test_a_card_may_refill_outside_step_four() -> None:
    battle = with_stone({"op": "refill", "who": "self"}, bag={"red_break": 1}, discard={"black_sword_1": 2})
    assert casts(battle).guard()["bag"] == {"red_break": 1, "black_sword_1": 2}


# ---- draw


@pytest.mark.rule("ISO-DRAW-001")
def test_as_many_black_chips_are_drawn_as_there_is_active_ap_of_both_colors() -> None:
    battle = drawing(ap={"gray": 2, "green": 1}, exhausted={"gray": 1}, bag={"black_sword_1": 5})
    assert battle.refuses("draw_chips", guard="yury", draws=["black_sword_1"] * 4) == "draw_exceeds_limit"
    battle.does("draw_chips", guard="yury", draws=["black_sword_1"] * 3)
    assert battle.guard("yury")["drawn"] == {"black_sword_1": 3}


@pytest.mark.rule("ISO-DRAW-002")
def test_green_purple_and_red_chips_do_not_count() -> None:
    others = ["green_bolster", "purple_combo", "red_upkeep"]
    battle = drawing(ap={"gray": 1}, bag={**dict.fromkeys(others, 1), "black_sword_1": 2})
    battle.does("draw_chips", guard="yury", draws=[*others, "black_sword_1"])
    assert battle.guard("yury")["bag"] == {"black_sword_1": 1}


@pytest.mark.rule("ISO-DRAW-003")
def test_a_draw_is_finished_before_anything_else() -> None:
    battle = drawing(bag={"black_sword_1": 2, "red_stun": 1}, weapon="blade")
    assert battle.refuses("draw_chips", guard="yury", draws=["black_sword_1"]) == "draw_incomplete"
    battle.does("draw_chip", guard="yury", draws=["black_sword_1"])
    assert battle.refuses("standard_attack", guard="yury", target="I", chips=["black_sword_1"]) == "draw_incomplete"
    assert battle.refuses("end_activation", guard="yury") == "draw_incomplete"
    battle.does("draw_chips", guard="yury", draws=["red_stun", "black_sword_1"])
    assert battle.view["step"] == "actions"


@pytest.mark.rule("ISO-DRAW-004")
def test_every_chip_is_resolved_before_the_next_one_is_drawn() -> None:
    battle = drawing(hp=1, max_hp=20, ap={"gray": 1}, bag={"green_heart": 1, "purple_poison": 1, "black_sword_1": 1})
    names = battle.does("draw_chips", guard="yury", draws=["green_heart", "purple_poison", "black_sword_1"])
    assert names[1:5] == ["ChipDrawn", "HpHealed", "ChipDrawn", "HpLost"]
    assert battle.guard("yury")["hp"] == 1


@pytest.mark.rule("ISO-DRAW-005", "ISO-CHIP-018")
def test_fear_ends_the_draw_at_once() -> None:
    battle = drawing(bag={"red_fear": 1, "black_sword_1": 2})
    names = battle.does("draw_chips", guard="yury", draws=["black_sword_1", "red_fear"])
    assert names[-2:] == ["DrawStopped", "DrawCompleted"]
    assert (battle.guard("yury")["negative"], battle.view["step"]) == ({"red_fear": 1}, "actions")


@pytest.mark.rule("ISO-DRAW-006")
def test_ap_lost_during_a_draw_does_not_shorten_it() -> None:
    battle = drawing(ap={"gray": 1, "green": 2}, bag={"red_stun": 1, "purple_freeze": 1, "black_sword_1": 3})
    battle.does("draw_chips", guard="yury", draws=["red_stun", "purple_freeze", *["black_sword_1"] * 3])
    assert (battle.guard("yury")["drawn"], battle.guard("yury")["ap"]["green"]) == ({"black_sword_1": 3}, 0)


@pytest.mark.rule("ISO-DRAW-007")
def test_with_the_all_draw_icon_every_chip_counts() -> None:
    battle = with_stone(
        {"op": "draw", "who": "self", "n": 2, "all_draw": True}, bag={"red_break": 1, "green_sword_1": 3}
    )
    casts(battle, draws=["red_break", "green_sword_1"])
    assert battle.guard()["bag"] == {"green_sword_1": 2}


@pytest.mark.rule("ISO-DRAW-008")
def test_an_empty_bag_ends_the_draw_and_is_not_refilled() -> None:
    battle = drawing(ap={"gray": 4}, bag={"black_sword_1": 1}, discard={"black_shield_1": 3})
    battle.does("draw_chips", guard="yury", draws=["black_sword_1"])
    assert (battle.guard("yury")["bag"], battle.guard("yury")["discard"]) == ({}, {"black_shield_1": 3})


@pytest.mark.rule("ISO-DRAW-009")
def test_a_reported_chip_must_be_in_the_bag() -> None:
    battle = drawing(bag={"black_sword_1": 1, "black_shield_1": 1})
    refusal = battle.refusal("draw_chips", guard="yury", draws=["black_sword_1", "black_sword_1"])
    assert (refusal.code, refusal.rule) == ("chip_not_in_bag", "ISO-DRAW-009")


@pytest.mark.rule("ISO-DRAW-010")
def test_a_cards_draw_goes_on_until_black_chips_came_up() -> None:
    battle = with_stone({"op": "draw", "who": "self", "n": 1}, bag={"purple_combo": 1, "black_sword_1": 2})
    casts(battle, draws=["purple_combo", "black_sword_1"])
    assert battle.guard()["drawn"] == {"purple_combo": 1, "black_sword_1": 1}


@pytest.mark.rule("ISO-DRAW-011")
def test_without_active_ap_nothing_is_drawn() -> None:
    battle = drawing(ap={"gray": 0}, exhausted={"gray": 2}, bag={"green_heart": 2})
    assert battle.refuses("draw_chips", guard="yury", draws=["green_heart"]) == "draw_exceeds_limit"
    assert "ChipDrawn" not in battle.does("draw_chips", guard="yury", draws=[])


@pytest.mark.rule("ISO-DRAW-012")
def test_fear_ends_only_the_draw_in_which_it_comes_up() -> None:
    battle = with_stone({"op": "draw", "who": "self", "n": 1}, negative={"red_fear": 1}, bag={"black_sword_1": 1})
    assert casts(battle, draws=["black_sword_1"]).guard()["drawn"] == {"black_sword_1": 1}


@pytest.mark.rule("ISO-DRAW-013")
def test_a_guard_that_falls_draws_no_further() -> None:
    guards = {"yury": {"hp": 1, "bag": {"purple_poison": 1, "black_sword_1": 3}}, "vera": {}}
    battle = table("draw", guards, active_guard="yury")
    names = battle.does("draw_chips", guard="yury", draws=["purple_poison"])
    assert names.count("ChipDrawn") == 1
    assert (battle.view["step"], battle.view["active_guard"]) == ("choose_guard", None)


@pytest.mark.rule("ISO-DRAW-014")
def test_drawn_resources_stay_until_used_or_swept() -> None:
    battle = acting_guard(drawn={"black_sword_1": 1, "green_shield_1": 1})
    battle.does("end_activation", guard="grigory")
    battle.does("end_guards_turn")
    assert battle.guard()["drawn"] == {"black_sword_1": 1, "green_shield_1": 1}
    battle.plays(("activate_enemy", {"slot": "I", "cards": ["card"]}), ("end_enemies_turn", {}), ("cleanup", {}))
    assert (battle.guard()["drawn"], battle.guard()["discard"]) == ({}, {"black_sword_1": 1})


@pytest.mark.rule("ISO-DRAW-015")
def test_chips_drawn_for_a_field_event_do_nothing_and_go_back() -> None:
    case = {
        "given": {
            "phase": "field_path", "field_card": "well", "drawn_chip": "compass",
            "guards": {"grigory": {"hp": 10, "bag": {"purple_poison": 1, "green_heart": 1}}},
            "content": {"field_events": {"well": {"paths": {"a": {"draw": {"count": 2, "all_draw": True}}}}}},
        },
        "when": [{"do": "choose_path", "path": "a", "guard": "grigory", "draws": ["purple_poison", "green_heart"]}],
        "then": {"guards": {"grigory": {"hp": 10, "bag": {"purple_poison": 1, "green_heart": 1}}}},
    }  # fmt: skip
    assert [str(one) for one in CaseRun(CAMPAIGN, case).run()] == []


@pytest.mark.rule("ISO-DRAW-016")
def test_there_is_one_draw_step_per_activation() -> None:
    battle = drawing(bag={"black_sword_1": 4})
    battle.does("draw_chips", guard="yury", draws=["black_sword_1"] * 2)
    for do in ("draw_chips", "draw_chip"):
        assert battle.refuses(do, guard="yury", draws=["black_sword_1"]) == "already_drawn"


def test_chip_by_chip_comes_to_the_same_as_the_whole_hand() -> None:
    guard = {"hp": 9, "ap": {"gray": 2}, "bag": {"black_sword_1": 2, "green_heart": 1, "red_weaken": 1}}
    order = ["green_heart", "black_sword_1", "red_weaken", "black_sword_1"]
    at_once, singly = drawing(**guard), drawing(**guard)
    at_once.does("draw_chips", guard="yury", draws=order)
    for chip in order:
        singly.does("draw_chip", guard="yury", draws=[chip])
    assert singly.state == at_once.state


def test_a_battle_goes_on_for_rounds() -> None:
    battle = acting_guard(content={"guard_abilities": {"wait": card()}}, bag={"black_sword_1": 4})
    battle.does("end_activation", guard="grigory")
    to_next_round(battle).does("start_round")
    assert (battle.view["round"], battle.view["step"]) == (2, "choose_guard")
