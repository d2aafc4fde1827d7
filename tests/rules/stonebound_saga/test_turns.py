"""Activations, rounds, alternation of the teams, and the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel import Refused
from rules.stonebound_saga import GAME
from rules.stonebound_saga.derived import draw_count, may_play
from rules.stonebound_saga.state import eliminated
from tests.rules.stonebound_saga.table import Table, four, fused, scene

BO = {"player": "p1", "pos": [6, 6]}
WARD = {"card": "defense", "element": "fire", "cost": 1, "fuse": True, "grants": [{"counter": True}]}


def passes(table: Table, player: str) -> None:
    """A whole turn in which nothing is done."""
    there = [stone for stone, count in table.state.stone_deck.contents.items() for _ in range(count)]
    table.does("take_turn", player=player, cards=there[: draw_count(table.state, player)])
    for do in ("finish_activations", "finish_breaking"):
        table.does(do)
    hand = list(table.player(player).hand)
    if hand[3:]:
        table.does("discard", stones=hand[3:])
    table.does("end_turn")


# ---- activation


@pytest.mark.rule("SS-ACT-001")
@pytest.mark.parametrize("order", ["fma", "fam", "mfa", "maf", "afm", "amf"])
def test_fuse_move_and_attack_come_in_any_order(order: str) -> None:
    table = scene(hand="fire_1", ana={"rng": 2}, abilities={"ward": WARD})
    for deed in order:
        if deed == "f":
            table.does("fuse", ability="ward", stones=["fire_1"])
        elif deed == "m":
            table.does("move", path=[[2, 3]])
        else:
            table.does("attack", "crt 90", target="zed")
    assert table.character("ana").moved
    assert table.character("ana").acted


@pytest.mark.rule("SS-ACT-002", "SS-ACT-004")
def test_a_character_is_activated_once_a_turn_and_need_do_nothing() -> None:
    table = scene(active=None)
    table.does("activate", character="ana")
    table.does("end_activation")
    assert table.refuses("activate", character="ana") == "already_activated"
    for do in ("finish_activations", "finish_breaking", "end_turn"):
        table.does(do)
    passes(table, "p2")
    table.does("take_turn", player="p1", cards=["fire_1", "wind_1", "wind_1"])
    table.does("activate", character="ana")


@pytest.mark.rule("SS-ACT-003")
def test_the_fallen_are_not_activated() -> None:
    assert scene(active=None, bo={**BO, "hp": 0}).refuses("activate", character="bo") == "incapacitated"


@pytest.mark.rule("SS-ACT-005")
def test_who_is_not_activated_takes_an_empty_turn_in_roster_order() -> None:
    burning = {"statuses": {"burn": 1, "stun": 1, "freeze": 2}, "freeze_served": True}
    table = scene(active=None, ana=burning, bo={**BO, **burning, "activated": True}, cy={"player": "p1", "pos": [8, 8]})
    table.does("finish_activations")
    ended = [event.character for event in table.events if type(event).__name__ == "CharacterTurnEnded"]  # type: ignore[attr-defined]
    assert ended == ["ana", "cy"]
    assert (table.hp("ana"), table.hp("bo")) == (8, 10)
    assert (table.held("ana", "freeze"), table.held("ana", "stun")) == (1, 0)
    assert table.held("bo", "stun") == 1


@pytest.mark.rule("SS-ACT-006")
def test_only_own_characters_are_activated() -> None:
    assert scene(active=None).refuses("activate", character="zed") == "not_your_character"


@pytest.mark.rule("SS-ACT-007")
def test_one_turn_of_a_character_ends_before_the_next_begins() -> None:
    table = scene(bo=BO)
    assert table.refuses("activate", character="bo") == "another_character_active"
    assert table.refuses("finish_activations") == "another_character_active"
    table.does("end_activation")
    table.does("activate", character="bo")


@pytest.mark.rule("SS-ACT-008")
def test_who_falls_in_its_own_turn_ends_it_without_its_end_effects() -> None:
    table = scene(
        ana={"hp": 1, "statuses": {"poison": 1, "burn": 2}},
        bo=BO,
        terrain={"2,3": "soothing_fountain"},
    )
    events = table.does("move", path=[[2, 3]])
    assert "CharacterHealed" not in events
    assert table.state.active_character is None
    assert table.refuses("end_activation") == "no_active_character"
    table.does("activate", character="bo")


@pytest.mark.rule("SS-ACT-009")
def test_the_end_of_a_turn_is_burn_then_terrain_then_what_expires() -> None:
    ana = {"hp": 5, "statuses": {"burn": 1, "sleep": 1, "stun": 1}}
    table = scene(ana=ana, terrain={"3,3": "soothing_fountain"})
    assert table.does("end_activation") == [
        "HpLost", "CharacterHealed", "StatusRemoved", "StatusRemoved", "CharacterTurnEnded",
    ]  # fmt: skip
    burnt = scene(ana={"hp": 2, "statuses": {"burn": 1}}, bo=BO, terrain={"3,3": "soothing_fountain"})
    burnt.does("end_activation")
    assert burnt.character("ana").incapacitated


@pytest.mark.rule("SS-ACT-010")
@pytest.mark.parametrize("card", ["gorland_stables", "valley_of_the_wind"])
def test_the_start_of_a_turn_is_freeze_then_the_ground(card: str) -> None:
    ana = {"rng": 2, "statuses": {"freeze": 2}, "freeze_served": True}
    table = scene(active=None, ana=ana, terrain={"3,3": card})
    events = table.does("activate", "valley_of_the_wind 9" if card.startswith("valley") else "", character="ana")
    assert events[:2] == ["CharacterActivated", "FreezeTokenRemoved"]
    assert events[-1] in ("MovementRaised", "RangeRaised")


@pytest.mark.rule("SS-ACT-011")
def test_steps_come_in_their_order_and_are_not_reopened() -> None:
    table = four("1v1")
    for do, arguments in (("activate", {"character": "c_p1"}), ("finish_breaking", {}), ("end_turn", {})):
        assert table.refuses(do, **arguments) == "wrong_phase"
    table.does("take_turn", player="p1", cards=["fire_1"] * 3)
    assert table.refuses("take_turn", player="p1", cards=["fire_1"] * 3) == "wrong_phase"
    table.does("finish_activations")
    assert table.refuses("activate", character="c_p1") == "wrong_phase"
    table.does("finish_breaking")
    assert table.refuses("break_fuse", character="c_p1", ability="x") == "wrong_phase"
    assert table.refuses("finish_breaking") == "wrong_phase"
    table.does("end_turn")
    assert table.refuses("end_turn") == "wrong_phase"


@pytest.mark.rule("SS-ACT-012")
@pytest.mark.parametrize(
    ("do", "arguments"),
    [("move", {"path": [[3, 2]]}), ("attack", {"target": "zed"}), ("use_ability", {"ability": "ward"}),
     ("fuse", {"ability": "ward"}), ("end_activation", {}), ("remove_ice_block", {"pos": [3, 2]})],
)  # fmt: skip
def test_deeds_need_an_active_character(do: str, arguments: dict[str, Any]) -> None:
    assert scene(active=None, abilities={"ward": WARD}).refuses(do, **arguments) == "no_active_character"


# ---- rounds


@pytest.mark.rule("SS-TRN-001", "SS-TRN-002")
def test_teams_take_turns_and_the_first_player_opens_each_round() -> None:
    table = four("1v1", first_player="p2")
    assert table.refuses("take_turn", player="p1") == "must_be_first_player"
    passes(table, "p2")
    assert table.refuses("take_turn", player="p2") == "not_your_teams_turn"
    passes(table, "p1")
    assert (table.state.round, table.state.acted) == (2, ())
    assert may_play(table.state) == ("p2",)


@pytest.mark.rule("SS-TRN-003")
def test_within_a_team_who_has_not_played_yet_plays_next() -> None:
    table = four("2v2")
    passes(table, "p1")
    assert may_play(table.state) == ("p3", "p4")
    passes(table, "p4")
    assert table.refuses("take_turn", player="p1") == "already_acted_this_round"
    passes(table, "p2")
    assert table.refuses("take_turn", player="p4") == "already_acted_this_round"
    passes(table, "p3")
    assert table.state.round == 2


@pytest.mark.rule("SS-TRN-004", "SS-TRN-005")
def test_in_even_games_the_survivors_take_the_slots_of_the_fallen() -> None:
    table = four("3v3", down=("p5", "p6"))
    order = []
    for _ in range(6):
        player = may_play(table.state)[0]
        order.append(player)
        passes(table, player)
    assert order == ["p1", "p4", "p2", "p4", "p3", "p4"]
    assert table.state.round == 2


@pytest.mark.rule("SS-TRN-005")
def test_who_has_not_played_yet_takes_the_slot_first() -> None:
    table = four("3v3", down=("p3",))
    for player in ("p1", "p4", "p2", "p5"):
        passes(table, player)
    assert may_play(table.state) == ("p1", "p2")
    assert table.refuses("take_turn", player="p3") == "player_eliminated"


@pytest.mark.rule("SS-TRN-006")
@pytest.mark.parametrize(
    ("mode", "first", "down", "order"),
    [
        ("1v2", "p1", (), ["p1", "p2", "p3"]),
        ("1v2", "p2", (), ["p2", "p1", "p3"]),
        ("1v2", "p1", ("p2",), ["p1", "p3"]),
        ("2v3", "p3", (), ["p3", "p1", "p4", "p2", "p5"]),
        ("2v3", "p1", ("p2",), ["p1", "p3", "p4", "p5"]),
        ("2v3", "p1", ("p3", "p4"), ["p1", "p5", "p2"]),
    ],
)
def test_in_odd_games_each_player_who_stands_has_one_turn(
    mode: str, first: str, down: tuple[str, ...], order: list[str]
) -> None:
    table = four(mode, first_player=first, down=down)
    for player in order:
        assert player in may_play(table.state)
        passes(table, player)
    assert table.state.round == 2


@pytest.mark.rule("SS-TRN-006")
def test_in_odd_games_nobody_has_a_second_turn() -> None:
    table = four("1v2")
    passes(table, "p1")
    passes(table, "p2")
    assert table.refuses("take_turn", player="p2") == "already_acted_this_round"
    assert table.refuses("take_turn", player="p1") == "not_your_teams_turn"


@pytest.mark.rule("SS-TRN-007")
def test_a_mate_opens_the_round_once_the_first_player_is_eliminated() -> None:
    table = four("2v2", first_player="p1", down=("p1",))
    assert table.refuses("take_turn", player="p1") == "player_eliminated"
    assert table.refuses("take_turn", player="p3") == "must_be_first_player"
    passes(table, "p2")
    assert four("2v2").refuses("take_turn", player="p2") == "must_be_first_player"


@pytest.mark.rule("SS-TRN-008")
def test_a_player_is_eliminated_until_somebody_is_raised() -> None:
    dawn = {"target": "ally", "any_range": True, "steps": [{"raise": 3}]}
    table = scene(
        given={"mode": "2v2"}, bo={"player": "p2", "pos": [5, 5], "hp": 0}, zed={"player": "p3"},
        yam={"player": "p4", "pos": [9, 9]}, abilities={"dawn": dawn},
    )  # fmt: skip
    assert eliminated(table.state, "p2")
    table.does("use_ability", ability="dawn", target="bo")
    assert not eliminated(table.state, "p2")
    for do in ("end_activation", "finish_activations", "finish_breaking", "end_turn"):
        table.does(do)
    passes(table, "p3")
    passes(table, "p2")


# ---- the end


@pytest.mark.rule("SS-END-001", "SS-END-002")
def test_the_game_ends_with_the_last_character_of_a_side() -> None:
    ana = {"atk": 9, **fused("ward", "fire_1")}
    table = scene(
        ana=ana, zed={"hp": 1, "statuses": {"burn": 1}}, abilities={"ward": WARD}, terrain={"3,3": "blazing_torches"}
    )
    events = table.does("attack", "crt 90", target="zed")
    assert events[-2:] == ["PlayerEliminated", "GameEnded"]
    assert (table.state.phase, table.state.winner) == ("game_over", "a")
    for do, arguments in (("end_activation", {}), ("take_turn", {"player": "p2"}), ("move", {"path": [[3, 2]]})):
        assert table.refuses(do, **arguments) == "game_over"
    assert GAME.options(table.state, table.pack) == []
    assert GAME.outcome(table.state) == "team_A_won"


@pytest.mark.rule("SS-END-002")
def test_the_first_fall_that_decides_stops_everything() -> None:
    table = scene(
        ana={"hp": 1, "statuses": {"poison": 1}}, zed={"hp": 1}, terrain={"2,3": "hidden_trap", "2,4": "acid_rain"}
    )
    assert table.does("move", path=[[2, 3]])[-1] == "GameEnded"
    assert "CharacterMoved" not in [type(event).__name__ for event in table.events]
    assert table.state.winner == "b"


@pytest.mark.rule("SS-END-003")
def test_when_both_sides_fall_at_once_it_is_a_draw() -> None:
    end = {"target": "anyone", "aura": True, "steps": [{"lose_hp": 3}]}
    table = scene(ana={"hp": 3}, zed={"hp": 2}, abilities={"end": end})
    table.does("use_ability", ability="end")
    assert table.state.winner == GAME.outcome(table.state) == "draw"


@pytest.mark.rule("SS-END-004")
def test_one_players_elimination_does_not_end_a_team_game() -> None:
    table = scene(given={"mode": "2v2"}, zed={"player": "p3", "hp": 1}, bo={"player": "p2", "pos": [9, 9]},
                  yam={"player": "p4", "pos": [8, 8]})  # fmt: skip
    events = table.does("attack", "crt 90", target="zed")
    assert events[-1] == "PlayerEliminated"
    assert table.state.phase == "activation"


def test_a_decision_about_nobody_is_malformed() -> None:
    with pytest.raises(Refused, match="no character"):
        scene(active=None).does("activate", character="nobody")
    with pytest.raises(Refused, match="no player"):
        four("1v1").does("take_turn", player="p9")
