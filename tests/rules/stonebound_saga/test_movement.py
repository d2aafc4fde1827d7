"""Moves, forced moves, and the ground that movers enter."""

from __future__ import annotations

from typing import Any

import pytest

from rules.stonebound_saga.movement import ways
from rules.stonebound_saga.state import place
from tests.rules.stonebound_saga.table import Table, scene

GUST: dict[str, Any] = {"no_action": True, "steps": [{"move_target": 2}]}
FAR = {"pos": [9, 9]}


def mover(terrain: dict[str, Any] | None = None, **ana: Any) -> Table:
    """Ana with MV 3 on 3,3, and nobody near her."""
    return scene(ana=ana, zed=FAR, terrain=terrain)


# ---- moves


@pytest.mark.rule("SS-MOV-001")
def test_a_move_is_at_most_mv_spaces() -> None:
    assert mover().refuses("move", path=[[3, 4], [3, 5], [3, 6], [3, 7]]) == "exceeds_movement"
    table = mover()
    table.does("move", path=[[3, 4], [3, 5], [3, 6]])
    assert table.character("ana").pos == (3, 6)


@pytest.mark.rule("SS-MOV-002")
@pytest.mark.parametrize("path", [[[4, 4]], [[3, 5]], [[3, 4], [5, 4]], [[3, 3]]])
def test_steps_go_to_orthogonal_neighbours(path: list[list[int]]) -> None:
    assert mover().refuses("move", path=path) == "not_orthogonal"


@pytest.mark.rule("SS-MOV-003", "SS-MOV-006", "SS-MOV-007")
def test_allies_are_passed_and_the_fallen_passed_and_landed_on() -> None:
    table = scene(zed={"hp": 0, "pos": [3, 5]}, bo={"player": "p1", "pos": [3, 4]},
                  cy={"player": "p2", "pos": [3, 6], "hp": 0}, yam={"player": "p2", **FAR})  # fmt: skip
    table.does("move", path=[[3, 4], [3, 5], [3, 6]])
    assert table.character("ana").pos == (3, 6)


@pytest.mark.rule("SS-MOV-004")
def test_living_opponents_bar_the_way() -> None:
    assert scene().refuses("move", path=[[3, 4], [3, 5]]) == "blocked_by_opponent"


@pytest.mark.rule("SS-MOV-005")
@pytest.mark.parametrize("player", ["p1", "p2"])
def test_a_move_ends_on_nobody_who_stands(player: str) -> None:
    table = scene(zed=FAR, bo={"player": player, "pos": [3, 4]})
    assert table.refuses("move", path=[[3, 4]]) == "space_occupied"


@pytest.mark.rule("SS-MOV-008", "SS-MOV-009")
def test_there_is_one_unbroken_move_in_a_turn() -> None:
    table = scene(ana={"rng": 2})
    table.does("move", path=[[2, 3]])
    table.does("attack", "crt 90", target="zed")
    assert table.refuses("move", path=[[2, 2]]) == "already_moved"


@pytest.mark.rule("SS-MOV-010")
@pytest.mark.parametrize("path", [[[3, 2], [3, 1], [3, 0]], [[13, 3]]])
def test_a_path_stays_on_the_board(path: list[list[int]]) -> None:
    assert mover().refuses("move", path=path) == "off_board"


@pytest.mark.rule("SS-MOV-011")
def test_a_move_has_a_space() -> None:
    assert mover().refuses("move", path=[]) == "empty_path"


@pytest.mark.rule("SS-MOV-012", "SS-TER-008")
def test_a_step_is_poison_then_the_ground_entered_then_what_reaches_it_alphabetically() -> None:
    table = mover(
        {"3,4": "hidden_trap", "3,5": "kaldr_peak", "2,5": "acid_rain", "4,4": "kaldr_peak"}, statuses={"poison": 1}
    )
    events = table.does("move", "acid_rain 90, kaldr_peak 20, kaldr_peak 90", path=[[3, 4]])
    assert [event for event in events if event != "DiceRolled"] == [
        "SpaceEntered", "HpLost", "HpLost", "StatusAdded", "CharacterMoved",
    ]  # fmt: skip
    assert [event.kind for event in table.events if type(event).__name__ == "DiceRolled"] == [  # type: ignore[attr-defined]
        "acid_rain", "kaldr_peak", "kaldr_peak",
    ]  # fmt: skip


@pytest.mark.rule("SS-MOV-012", "SS-STA-014")
def test_who_falls_on_the_way_stays_there() -> None:
    table = scene(ana={"hp": 4, "statuses": {"poison": 1}}, zed=FAR, bo={"player": "p1", "pos": [8, 8]},
                  terrain={"3,4": "hidden_trap", "3,5": "cooling_stream"})  # fmt: skip
    table.does("move", path=[[3, 4], [3, 5]])
    assert table.character("ana").incapacitated
    assert table.character("ana").pos == (3, 4)


@pytest.mark.rule("SS-MOV-013", "SS-STA-027")
def test_a_forced_move_keeps_the_geometry_and_uses_nothing() -> None:
    zed = {"statuses": {"freeze": 2, "sleep": 1, "poison": 1}}
    table = scene(abilities={"gust": GUST}, zed=zed, terrain={"2,4": "ice_block"}, bo={"player": "p2", "pos": [4, 4]})
    for path, reason in (
        ([[3, 5], [3, 6], [3, 7]], "exceeds_movement"),
        ([[4, 5]], "not_orthogonal"),
        ([[2, 4]], "space_blocked_by_ice"),
        ([[4, 4]], "space_occupied"),
        ([[3, 3], [3, 2]], "blocked_by_opponent"),
    ):
        assert table.refuses("use_ability", ability="gust", target="zed", path=path) == reason
    table.does("use_ability", ability="gust", target="zed", path=[[4, 4], [5, 4]])
    zed_now = table.character("zed")
    assert (zed_now.pos, zed_now.moved, zed_now.hp) == ((5, 4), False, 8)
    assert table.held("zed", "freeze") == 2


def test_a_push_off_the_board_is_refused() -> None:
    table = scene(ana={"pos": [1, 2]}, zed={"pos": [1, 1]}, abilities={"gust": GUST})
    assert table.refuses("use_ability", ability="gust", target="zed", path=[[1, 0]]) == "off_board"


# ---- terrain that movers meet


@pytest.mark.rule("SS-TEA-005", "SS-TER-007", "SS-TER-009")
def test_acid_rain_poisons_within_two_spaces_with_one_roll_a_move() -> None:
    rain = {"3,6": "acid_rain", "4,6": "acid_rain"}
    table = mover(rain)
    table.does("move", "acid_rain 25", path=[[3, 4], [3, 5]])
    assert table.held("ana", "poison") == 1
    missed = mover(rain)
    missed.does("move", "acid_rain 26", path=[[3, 4], [3, 5]])
    assert missed.held("ana", "poison") == 0
    mover({"3,7": "acid_rain"}).does("move", path=[[3, 4]])


@pytest.mark.rule("SS-TEA-006")
@pytest.mark.parametrize(("desert", "cost"), [("3,4", 2), ("4,4", 2), ("3,5", 2), ("4,5", 1), ("3,6", 1)])
def test_paran_desert_uses_two_mv_on_it_and_next_to_it(desert: str, cost: int) -> None:
    table = mover({desert: "paran_desert", "9,1": "paran_desert"}, mv=cost)
    table.does("move", path=[[3, 4]])
    if cost > 1:
        assert mover({desert: "paran_desert"}, mv=cost - 1).refuses("move", path=[[3, 4]]) == "exceeds_movement"


@pytest.mark.rule("SS-TEA-006", "SS-TER-009")
def test_two_deserts_use_no_more_than_one() -> None:
    table = mover({"2,4": "paran_desert", "4,4": "paran_desert"}, mv=2)
    table.does("move", path=[[3, 4]])


@pytest.mark.rule("SS-TEA-007", "SS-TEA-008")
def test_unstable_terrain_lets_the_opponent_move_the_mover_one_space() -> None:
    ground = {"3,6": "unstable_terrain", "4,6": "unstable_terrain", "4,4": "hidden_trap"}
    table = mover(ground, statuses={"poison": 1})
    table.does("move", "unstable_terrain 25", path=[[3, 4]], unstable_to=[4, 4])
    assert (table.character("ana").pos, table.hp("ana")) == ((4, 4), 5)
    assert mover(ground).refuses("move", "unstable_terrain 25", path=[[3, 4]], unstable_to=[4, 5]) == "not_orthogonal"
    missed = mover(ground)
    missed.does("move", "unstable_terrain 26", path=[[3, 4]], unstable_to=[4, 4])
    assert missed.character("ana").pos == (3, 4)
    mover({"3,7": "unstable_terrain"}).does("move", path=[[3, 4]])


@pytest.mark.rule("SS-TEA-007", "SS-TEA-008")
def test_the_opponent_may_say_so_after_the_roll() -> None:
    table = mover({"3,6": "unstable_terrain"})
    assert table.does("move", "unstable_terrain 9", path=[[3, 4]], ask_opponent=True)[-1] == "PushOffered"
    assert table.refuses("attack", target="zed") == "wrong_phase"
    assert table.refuses("push", to=[4, 5]) == "not_orthogonal"
    assert {option.do for option in table.options("push") + table.options("end_activation")} == {"push"}
    table.does("push", to=[4, 4])
    assert table.character("ana").pos == (4, 4)
    assert table.refuses("push", to=[4, 5]) == "wrong_phase"
    table.does("end_activation")


@pytest.mark.rule("SS-TEA-007")
def test_the_opponent_may_leave_the_mover_where_it_is() -> None:
    table = mover({"3,6": "unstable_terrain"})
    table.does("move", "unstable_terrain 9", path=[[3, 4]], ask_opponent=True)
    assert table.does("push") == ["PushDeclined"]
    assert table.character("ana").pos == (3, 4)


@pytest.mark.rule("SS-TDA-001", "SS-TDA-011")
def test_shiftscapes_are_one_step_apart_for_one_mv() -> None:
    gates = {"3,4": "shiftscapes", "9,3": "shiftscapes"}
    table = mover(gates, mv=3, statuses={"poison": 1})
    table.does("move", path=[[3, 4], [9, 3], [9, 4]])
    assert (table.character("ana").pos, table.hp("ana")) == ((9, 4), 7)
    assert mover(gates, mv=2).refuses("move", path=[[3, 4], [9, 3], [9, 4]]) == "exceeds_movement"
    assert mover({"3,4": "shiftscapes"}).refuses("move", path=[[3, 4], [9, 3]]) == "not_orthogonal"


@pytest.mark.rule("SS-TDA-002")
@pytest.mark.parametrize("player", ["p1", "p2"])
def test_an_occupied_shiftscape_is_not_shifted_to(player: str) -> None:
    table = scene(zed=FAR, bo={"player": player, "pos": [9, 3]},
                  terrain={"3,4": "shiftscapes", "9,3": "shiftscapes"})  # fmt: skip
    assert table.refuses("move", path=[[3, 4], [9, 3]]) == "space_occupied"
    assert table.refuses("move", path=[[3, 4], [9, 3], [9, 4]]) == "space_occupied"


@pytest.mark.rule("SS-TNE-004", "SS-TER-008", "SS-DMG-008")
def test_a_hidden_trap_costs_three_hp_in_passing_too() -> None:
    table = mover({"3,4": "hidden_trap"}, pd=9)
    table.does("move", path=[[3, 4], [3, 5]])
    assert (table.hp("ana"), table.character("ana").pd) == (7, 9)
    pushed = scene(abilities={"gust": GUST}, terrain={"3,5": "hidden_trap"})
    pushed.does("use_ability", ability="gust", target="zed", path=[[3, 5]])
    assert pushed.hp("zed") == 7


@pytest.mark.rule("SS-TWA-001", "SS-TWA-011")
def test_an_ice_block_is_neither_entered_nor_passed() -> None:
    table = mover({"3,4": "ice_block"})
    assert table.refuses("move", path=[[3, 4]]) == "space_blocked_by_ice"
    assert table.refuses("move", path=[[3, 4], [3, 5]]) == "space_blocked_by_ice"


@pytest.mark.rule("SS-TWA-004")
@pytest.mark.parametrize(("roll", "left"), [(50, 0), (51, 2)])
def test_a_cooling_stream_washes_all_statuses_off(roll: int, left: int) -> None:
    table = mover({"3,4": "cooling_stream"}, statuses={"burn": 2, "shear": 2})
    table.does("move", f"cooling_stream {roll}", path=[[3, 4], [3, 5]])
    assert (table.held("ana", "burn"), table.held("ana", "shear")) == (left, left)


@pytest.mark.rule("SS-TWA-005", "SS-TWA-006")
def test_each_kaldr_peak_is_rolled_once_a_move_and_the_move_goes_on() -> None:
    table = mover({"2,4": "kaldr_peak", "4,5": "kaldr_peak"})
    table.does("move", "kaldr_peak 25, kaldr_peak 26", path=[[3, 4], [3, 5], [3, 6]])
    assert (table.character("ana").pos, table.held("ana", "freeze")) == ((3, 6), 2)
    mover({"3,6": "kaldr_peak"}).does("move", path=[[3, 4]])


@pytest.mark.rule("SS-TWI-001", "SS-TWI-003")
def test_valley_of_the_wind_uses_no_mv_even_in_the_desert() -> None:
    table = mover({"3,4": "valley_of_the_wind", "4,4": "paran_desert"}, mv=2)
    table.does("move", path=[[3, 4], [2, 4], [2, 5]])
    assert table.character("ana").pos == (2, 5)


@pytest.mark.rule("SS-TWI-002", "SS-TWI-003")
@pytest.mark.parametrize(("roll", "reason"), [(50, ""), (51, "out_of_range")])
def test_valley_of_the_wind_lengthens_the_reach_of_the_ranged(roll: int, reason: str) -> None:
    table = scene(ana={"rng": 2}, zed={"pos": [3, 7]}, terrain={"3,4": "valley_of_the_wind"})
    table.does("move", f"valley_of_the_wind {roll}", path=[[3, 4]])
    if reason:
        assert table.refuses("attack", target="zed") == reason
    else:
        table.does("attack", "crt 90", target="zed")
    table.does("end_activation")
    assert table.character("ana").extra_rng == 0


@pytest.mark.rule("SS-TWI-003")
def test_the_valley_is_rolled_once_in_a_turn_and_not_in_passing() -> None:
    table = scene(
        active=None, ana={"rng": 2}, zed=FAR, terrain={"3,3": "valley_of_the_wind", "4,3": "valley_of_the_wind"}
    )
    table.does("activate", "valley_of_the_wind 80", character="ana")
    table.does("move", path=[[4, 3]])
    passing = scene(ana={"rng": 2}, zed=FAR, terrain={"3,4": "valley_of_the_wind"})
    passing.does("move", path=[[3, 4], [3, 5]])
    scene(ana={"rng": 1}, zed=FAR, terrain={"3,4": "valley_of_the_wind"}).does("move", path=[[3, 4]])


@pytest.mark.rule("SS-TNE-001")
def test_gorland_stables_give_two_mv_to_who_begins_there() -> None:
    stables = {"3,3": "gorland_stables", "3,2": "gorland_stables"}
    table = scene(active=None, zed=FAR, ana={"mv": 1}, terrain=stables)
    table.does("activate", character="ana")
    assert table.refuses("move", path=[[3, 4], [3, 5], [3, 6], [3, 7]]) == "exceeds_movement"
    table.does("move", path=[[3, 4], [3, 5], [3, 6]])
    table.does("end_activation")
    assert table.character("ana").extra_mv == 0
    entering = scene(active=None, zed=FAR, ana={"mv": 1, "pos": [3, 1]}, terrain=stables)
    entering.does("activate", character="ana")
    assert entering.refuses("move", path=[[3, 2], [4, 2]]) == "exceeds_movement"


# ---- what is offered


def test_offered_ways_avoid_what_hurts() -> None:
    table = mover({"3,4": "hidden_trap"}, mv=4)
    found = ways(table.state, "ana")
    assert (3, 4) not in found[3, 5][0]
    assert (3, 4) in found
    assert place(table.state, "ana") not in found
    for way, cost in found.values():
        mover({"3,4": "hidden_trap"}, mv=cost).does("move", path=[list(space) for space in way])


def test_ways_may_be_written_as_text() -> None:
    table = mover()
    table.does("move", path="3,4 3,5")
    assert table.character("ana").pos == (3, 5)
    assert mover().refuses("move", path="3;4") == "malformed"


def test_each_way_says_how_far_the_nearest_standing_opponent_will_be() -> None:
    table = scene(zed={"pos": [3, 8]}, yam={"player": "p2", "pos": [3, 4], "hp": 0})
    (move,) = table.options("move")
    shown = {choice.label: choice.detail for choice in move.fields[0].choices}
    assert (shown["3,4"], shown["2,3"]) == ("1 MV, opponent 4 away", "1 MV, opponent 6 away")
