"""Status effects: how they are held, what they do, when they end; cubes."""

from __future__ import annotations

from typing import Any

import pytest

from rules.stonebound_saga import figures
from tests.rules.stonebound_saga.table import Table, evasion, fused, scene

STATUSES = ("blind", "break", "burn", "cripple", "freeze", "poison", "shear", "silence", "sleep", "stun", "upkeep")
BO = {"player": "p1", "pos": [6, 6]}


def afflicting(*statuses: str, **zed: Any) -> Table:
    """Ana may add statuses to Zed, as often as she likes."""
    abilities = {status: {"no_action": True, "any_range": True, "steps": [{"add": status}]} for status in statuses}
    return scene(abilities=abilities, zed=zed)


def finish(table: Table, player: str = "p1") -> None:
    """The rest of a player's turn."""
    if table.state.active_character:
        table.does("end_activation")
    for do in ("finish_activations", "finish_breaking"):
        table.does(do)
    hand = list(table.player(player).hand)
    if hand[3:]:
        table.does("discard", stones=hand[3:])
    table.does("end_turn")


def begin(table: Table, player: str) -> None:
    """The beginning of a player's turn."""
    there = [stone for stone, count in table.state.stone_deck.contents.items() for _ in range(count)]
    table.does("take_turn", player=player, cards=there[:3])


@pytest.mark.rule("SS-STA-001")
def test_a_status_stays_until_something_takes_it_away() -> None:
    table = scene(
        zed={"statuses": {"blind": 1, "break": 1, "cripple": 1, "poison": 1, "shear": 1, "silence": 1, "upkeep": 1}}
    )
    finish(table)
    begin(table, "p2")
    finish(table, "p2")
    assert set(table.character("zed").statuses) == {"blind", "break", "cripple", "poison", "shear", "silence", "upkeep"}


@pytest.mark.rule("SS-STA-002")
@pytest.mark.parametrize(("which", "left"), [("burn", {"shear": 3}), ("all", {})])
def test_removing_a_status_removes_all_its_stacks(which: str, left: dict[str, int]) -> None:
    wash = {"target": "ally", "any_range": True, "steps": [{"remove": which}]}
    table = scene(bo={**BO, "statuses": {"burn": 2, "shear": 3}}, abilities={"wash": wash})
    table.does("use_ability", ability="wash", target="bo")
    assert table.character("bo").statuses == left


@pytest.mark.rule("SS-STA-003", "SS-STA-004", "SS-STA-005")
@pytest.mark.parametrize("status", STATUSES)
def test_each_status_is_held_up_to_its_limit(status: str) -> None:
    limits = {"burn": 2, "shear": 4, "freeze": 2}
    table = afflicting(status)
    for _ in range(4):
        table.does("use_ability", ability=status, target="zed")
    assert table.held("zed", status) == limits.get(status, 1)
    last = type(table.events[-1]).__name__
    assert last == {"shear": "StatusAdded", "freeze": "StatusReset", "sleep": "StatusReset", "stun": "StatusReset"}.get(
        status, "StatusIgnored"
    )
    assert set(figures.STATUS_LIMITS) == set(STATUSES)


@pytest.mark.rule("SS-STA-005")
def test_adding_sleep_or_stun_again_restarts_it() -> None:
    nap = {"target": "self", "no_action": True, "steps": [{"add": "stun"}]}
    table = scene(ana={"statuses": {"stun": 1}}, abilities={"nap": nap})
    assert "StatusReset" in table.does("use_ability", ability="nap")
    finish(table)
    assert table.held("ana", "stun") == 1
    begin(table, "p2")
    finish(table, "p2")
    begin(table, "p1")
    finish(table)
    assert table.held("ana", "stun") == 0


@pytest.mark.rule("SS-STA-006")
@pytest.mark.parametrize(("roll", "hp"), [(50, 7), (51, 10)])
def test_the_blind_need_a_roll_to_attack(roll: int, hp: int) -> None:
    table = scene(ana={"statuses": {"blind": 1}})
    table.does("attack", f"blind {roll}" + (", crt 90" if roll < 51 else ""), target="zed")
    assert table.hp("zed") == hp
    assert table.character("ana").acted


@pytest.mark.rule("SS-STA-007")
def test_blind_takes_one_roll_an_action_and_none_for_friends() -> None:
    abilities = {
        "flurry": {"steps": [{"double_attack": True}]},
        "heal": {"target": "self", "no_action": True, "steps": [{"heal": 1}]},
        "help": {"target": "ally", "any_range": True, "no_action": True, "steps": [{"heal": 1}]},
        "ward": {"card": "defense", "fuse": True, "grants": [{"counter": True}]},
    }
    table = scene(ana={"statuses": {"blind": 1}, "hp": 5, "rng": 2}, bo={**BO, "hp": 5}, abilities=abilities)
    table.does("move", path=[[2, 3]])
    table.does("fuse", ability="ward", stones=[])
    table.does("use_ability", ability="heal")
    table.does("use_ability", ability="help", target="bo")
    table.does("use_ability", "blind 50, crt 90, crt 91", ability="flurry", target="zed")
    failed = scene(ana={"statuses": {"blind": 1}}, abilities=abilities)
    assert "AttackFailed" in failed.does("use_ability", "blind 51", ability="flurry", target="zed")


@pytest.mark.rule("SS-STA-007")
def test_who_is_immune_to_blind_needs_no_roll() -> None:
    scene(ana={"statuses": {"blind": 1}, "no_blind": True}).does("attack", "crt 90", target="zed")


@pytest.mark.rule("SS-STA-008")
@pytest.mark.parametrize(("roll", "critical"), [(35, True), (36, False)])
def test_break_adds_25_to_the_attackers_crt_and_stays(roll: int, critical: bool) -> None:
    table = scene(zed={"statuses": {"break": 1}})
    assert ("CriticalHit" in table.does("attack", f"crt {roll}", target="zed")) is critical
    assert table.held("zed", "break") == 1


@pytest.mark.rule("SS-STA-009")
@pytest.mark.parametrize(("stacks", "hp"), [(1, 8), (2, 6)])
def test_burn_costs_two_hp_a_stack_at_the_end_of_the_bearers_turn(stacks: int, hp: int) -> None:
    table = scene(ana={"statuses": {"burn": stacks}}, zed={"statuses": {"burn": stacks}})
    table.does("end_activation")
    assert (table.hp("ana"), table.hp("zed")) == (hp, 10)


@pytest.mark.rule("SS-STA-010")
def test_cripple_adds_one_to_attacks_on_its_bearer() -> None:
    table = scene(zed={"statuses": {"cripple": 1}})
    table.does("attack", "crt 90", target="zed")
    assert table.hp("zed") == 6


@pytest.mark.rule("SS-STA-011", "SS-STA-012")
def test_freeze_takes_a_turn_of_movement_then_one_mv_then_nothing() -> None:
    table = scene(active=None, ana={"statuses": {"freeze": 2}}, zed={"pos": [9, 9]})
    way = [[[3, 4], [3, 5], [3, 6]], [[3, 7], [3, 8], [3, 9]]]
    table.does("activate", character="ana")
    assert table.refuses("move", path=way[0]) == "frozen"
    finish(table)
    begin(table, "p2")
    finish(table, "p2")
    begin(table, "p1")
    assert "FreezeTokenRemoved" in table.does("activate", character="ana")
    assert table.held("ana", "freeze") == 1
    assert table.refuses("move", path=way[0]) == "exceeds_movement"
    table.does("move", path=way[0][:2])
    finish(table)
    begin(table, "p2")
    finish(table, "p2")
    begin(table, "p1")
    table.does("activate", character="ana")
    assert table.held("ana", "freeze") == 0
    table.does("move", path=[[3, 6], [3, 7], [3, 8]])


@pytest.mark.rule("SS-STA-013")
def test_freeze_starts_over_when_it_is_added_again() -> None:
    table = afflicting("freeze", statuses={"freeze": 1}, freeze_served=True)
    table.does("use_ability", ability="freeze", target="zed")
    assert table.held("zed", "freeze") == 2
    finish(table)
    begin(table, "p2")
    table.does("activate", character="zed")
    assert table.refuses("move", path=[[3, 5]]) == "frozen"


@pytest.mark.rule("SS-STA-014")
def test_poison_costs_one_hp_a_space_of_ones_own_move_and_of_others() -> None:
    table = scene(ana={"statuses": {"poison": 1}}, zed={"statuses": {"poison": 1}},
                  abilities={"gust": {"steps": [{"move_target": 2}]}})  # fmt: skip
    table.does("move", path=[[2, 3], [2, 4]])
    table.does("use_ability", ability="gust", target="zed", path=[[3, 5], [3, 6]])
    assert (table.hp("ana"), table.hp("zed")) == (8, 8)


@pytest.mark.rule("SS-STA-015")
@pytest.mark.parametrize(("stacks", "roll", "critical"), [(1, 15, True), (1, 16, False), (4, 1, False), (9, 1, False)])
def test_shear_takes_five_crt_a_stack(stacks: int, roll: int, critical: bool) -> None:
    table = scene(ana={"crt": 20, "statuses": {"shear": stacks}})
    assert ("CriticalHit" in table.does("attack", f"crt {roll}", target="zed")) is critical


@pytest.mark.rule("SS-STA-016", "SS-STA-017")
def test_the_silenced_spend_no_stones_and_keep_their_fuses() -> None:
    ward = {"card": "defense", "fuse": True, "cost": 1, "grants": [{"evasion": 50, "against": "physical"}]}
    abilities = {
        "ward": ward,
        "more": ward,
        "fire": {"cost": 1, "steps": [{"add": "burn"}]},
        "free": {"steps": [{"add": "burn"}], "no_action": True},
    }
    table = scene(hand="fire_1", ana={"statuses": {"silence": 1}, **fused("ward", "fire_1")}, abilities=abilities)
    assert table.refuses("fuse", ability="more", stones=["fire_1"]) == "silenced"
    assert table.refuses("use_ability", ability="fire", stones=["fire_1"], target="zed") == "silenced"
    table.does("use_ability", ability="free", target="zed")
    table.does("attack", "crt 90", target="zed")
    table.does("move", path=[[2, 3]])
    assert list(table.character("ana").fuses) == ["ward"]


@pytest.mark.rule("SS-STA-018")
def test_a_sleeper_does_nothing_but_fuse() -> None:
    abilities = {"rest": {"target": "self", "steps": [{"heal": 1}]},
                 "ward": {"card": "defense", "fuse": True, "grants": [{"counter": True}]}}  # fmt: skip
    table = scene(ana={"statuses": {"sleep": 1}}, abilities=abilities, terrain={"2,3": "ice_block"})
    assert table.refuses("move", path=[[3, 2]]) == "asleep"
    assert table.refuses("attack", "crt 90", target="zed") == "asleep"
    assert table.refuses("use_ability", ability="rest") == "asleep"
    assert table.refuses("remove_ice_block", pos=[2, 3]) == "asleep"
    table.does("fuse", ability="ward", stones=[])


@pytest.mark.rule("SS-STA-019")
def test_a_sleeper_evades_nothing() -> None:
    table = scene(zed=fused("dodge", "wind_1", statuses={"sleep": 1}), abilities={"dodge": evasion(90)})
    table.does("attack", "crt 90", target="zed")
    assert table.hp("zed") == 7


@pytest.mark.rule("SS-STA-021", "SS-STA-022")
def test_sleep_ends_with_damage_by_a_character_or_with_the_next_turn() -> None:
    struck = scene(zed={"statuses": {"sleep": 1}})
    struck.does("attack", "crt 90", target="zed")
    assert struck.held("zed", "sleep") == 0
    table = scene(active=None, ana={"statuses": {"sleep": 1, "burn": 1}})
    table.does("activate", character="ana")
    assert table.held("ana", "sleep") == 1
    table.does("end_activation")
    assert (table.held("ana", "sleep"), table.hp("ana")) == (0, 8)


@pytest.mark.rule("SS-STA-022")
def test_what_wakes_a_sleeper() -> None:
    held = scene(zed={"statuses": {"sleep": 1}, "pd": 9})
    held.does("attack", "crt 90", target="zed")
    assert held.held("zed", "sleep") == 1
    spared = scene(zed={"statuses": {"sleep": 1}, "pd": 3}, terrain={"3,4": "fortifications"})
    spared.does("attack", "crt 90, fortifications 1", target="zed")
    assert spared.held("zed", "sleep") == 1
    pushed = scene(zed={"statuses": {"sleep": 1, "poison": 1}}, abilities={"gust": {"steps": [{"move_target": 1}]}},
                   terrain={"3,5": "hidden_trap"})  # fmt: skip
    pushed.does("use_ability", ability="gust", target="zed", path=[[3, 5]])
    assert (pushed.hp("zed"), pushed.held("zed", "sleep")) == (6, 1)
    cursed = scene(zed={"statuses": {"sleep": 1}}, abilities={"curse": {"steps": [{"lose_hp": 1}]}})
    cursed.does("use_ability", ability="curse", target="zed")
    assert cursed.held("zed", "sleep") == 0


@pytest.mark.rule("SS-STA-022", "SS-STA-021")
def test_a_second_hit_meets_an_awake_defender() -> None:
    table = scene(zed=fused("dodge", "wind_1", statuses={"sleep": 1}),
                  abilities={"dodge": evasion(30), "flurry": {"steps": [{"double_attack": True}]}})  # fmt: skip
    table.does("use_ability", "crt 90, evasion 30", ability="flurry", target="zed")
    assert table.hp("zed") == 7


@pytest.mark.rule("SS-STA-023")
def test_the_stunned_target_no_opponents_for_a_turn() -> None:
    abilities = {"burn": {"any_range": True, "steps": [{"add": "burn"}]},
                 "rest": {"target": "self", "no_action": True, "steps": [{"heal": 1}]}}  # fmt: skip
    table = scene(ana={"statuses": {"stun": 1}, "hp": 5}, abilities=abilities)
    assert table.refuses("attack", "crt 90", target="zed") == "stunned"
    assert table.refuses("use_ability", ability="burn", target="zed") == "stunned"
    table.does("use_ability", ability="rest")
    table.does("end_activation")
    assert table.held("ana", "stun") == 0


@pytest.mark.rule("SS-STA-024")
def test_reactive_fuses_of_the_stunned_still_work() -> None:
    table = scene(zed=fused("dodge", "wind_1", statuses={"stun": 1}), abilities={"dodge": evasion(30)})
    assert "AttackEvaded" in table.does("attack", "evasion 30", target="zed")


@pytest.mark.rule("SS-STA-025", "SS-STA-028")
def test_upkeep_and_portals_make_abilities_dearer_but_not_what_is_fused() -> None:
    ward = {"card": "defense", "fuse": True, "cost": 1, "grants": [{"counter": True}]}
    fire = {"cost": 0, "target": "self", "steps": [{"heal": 1}], "no_action": True}
    table = scene(hand="fire_1 fire_2", ana={"statuses": {"upkeep": 1}, "hp": 5, **fused("old", "fire_1")},
                  abilities={"ward": ward, "fire": fire, "old": ward})  # fmt: skip
    assert table.refuses("fuse", ability="ward", stones=["fire_1"]) == "cost_not_met"
    assert table.refuses("use_ability", ability="fire", stones=[]) == "cost_not_met"
    table.does("use_ability", ability="fire", stones=["fire_1"])
    table.does("fuse", ability="ward", stones=["fire_2"])
    portal = {"9,9": {"card": "tenebris_portal", "element": "fire"}}
    both = scene(hand="fire_2 fire_3", ana={"statuses": {"upkeep": 1}}, abilities={"ward": ward}, terrain=portal)
    assert both.refuses("fuse", ability="ward", stones=["fire_2"]) == "cost_not_met"
    both.does("fuse", ability="ward", stones=["fire_3"])


@pytest.mark.rule("SS-STA-026")
@pytest.mark.parametrize("status", ["freeze", "stun", "sleep"])
def test_what_is_added_in_ones_own_turn_counts_from_the_next(status: str) -> None:
    table = scene(
        zed={"pos": [3, 6]}, abilities={"own": {"target": "self", "no_action": True, "steps": [{"add": status}]}}
    )
    table.does("use_ability", ability="own")
    if status == "freeze":
        table.does("move", path=[[3, 4], [3, 5]])
    if status == "stun":
        table.does("move", path=[[3, 4], [3, 5]])
        table.does("attack", "crt 90", target="zed")
    finish(table)
    assert table.held("ana", status) == (2 if status == "freeze" else 1)
    begin(table, "p2")
    finish(table, "p2")
    begin(table, "p1")
    table.does("activate", character="ana")
    reason = {"freeze": "frozen", "sleep": "asleep", "stun": ""}[status]
    if reason:
        assert table.refuses("move", path=[[2, 3]]) == reason
    else:
        assert table.refuses("attack", "crt 90", target="zed") == "stunned"
    finish(table)
    assert table.held("ana", status) == (2 if status == "freeze" else 0)


@pytest.mark.rule("SS-STA-027")
def test_the_frozen_attack_use_abilities_and_fuse() -> None:
    abilities = {"ward": {"card": "defense", "fuse": True, "grants": [{"counter": True}]},
                 "rest": {"target": "self", "no_action": True, "steps": [{"heal": 1}]}}  # fmt: skip
    table = scene(ana={"statuses": {"freeze": 2}, "hp": 5}, abilities=abilities)
    table.does("fuse", ability="ward", stones=[])
    table.does("use_ability", ability="rest")
    table.does("attack", "crt 90", target="zed")


# ---- cubes


@pytest.mark.rule("SS-CUB-001")
def test_red_cubes_raise_the_attack() -> None:
    rage = {"target": "self", "no_action": True, "steps": [{"atk_up": 2}]}
    table = scene(abilities={"rage": rage})
    table.does("use_ability", ability="rage")
    table.does("attack", "crt 90", target="zed")
    assert (table.character("ana").red, table.character("ana").atk, table.hp("zed")) == (2, 4, 5)


@pytest.mark.rule("SS-CUB-002")
def test_white_cubes_are_set_as_the_table_counts_down() -> None:
    table = scene(ana={"cubes": {"white": 3}})
    table.does("correct_value", path=["characters", "ana", "white"], value=2, reason="the countdown of an ability")
    assert table.character("ana").white == 2
    assert table.shown()["characters"]["ana"]["cubes"] == {"red": 0, "white": 2, "blue": 0}


@pytest.mark.rule("SS-CUB-003", "SS-CUB-004")
def test_blue_cubes_are_hp_above_the_maximum_and_are_lost_first() -> None:
    abilities = {
        "boon": {"target": "self", "no_action": True, "steps": [{"extra_hp": 3}]},
        "heal": {"target": "self", "no_action": True, "steps": [{"heal": 4}]},
        "pay": {"target": "self", "no_action": True, "steps": [{"lose_hp": 2}]},
    }
    table = scene(ana={"hp": 9}, abilities=abilities)
    table.does("use_ability", ability="heal")
    assert table.hp("ana") == 10
    table.does("use_ability", ability="boon")
    assert (table.hp("ana"), table.character("ana").blue, table.character("ana").max_hp) == (13, 3, 10)
    assert "CharacterHealed" not in table.does("use_ability", ability="heal")
    table.does("use_ability", ability="pay")
    assert table.character("ana").blue == 1
