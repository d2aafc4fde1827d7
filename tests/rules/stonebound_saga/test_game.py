"""What the game says about itself: its vocabulary, landmarks, seats, names, and the rulings that it adds."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from rules.games import game
from rules.kernel import Landmark, decision_name, event_name
from rules.kernel.differences import told
from rules.stonebound_saga.events import GameEnded
from rules.stonebound_saga.figures import STATUS_LIMITS
from tests.rules.stonebound_saga.playing import sensible_game
from tests.rules.stonebound_saga.table import GAME, Table, four, scene, standard

GOLDEN = Path(__file__).parents[2] / "golden" / "stonebound_saga" / "cases.yaml"
VOCABULARY = yaml.safe_load(GOLDEN.read_text(encoding="utf-8"))["vocabulary"]


def test_the_game_is_offered_by_its_key() -> None:
    assert game("stonebound_saga") is GAME


def test_the_words_are_those_of_the_vocabulary() -> None:
    decisions = {decision_name(kind) for kind in GAME.rulebook.deciders}
    assert decisions == {*VOCABULARY["decisions"], *VOCABULARY["own_decisions"]}
    events = {event_name(kind) for kind in GAME.event_kinds}
    assert events == {*VOCABULARY["events"], *VOCABULARY["own_events"]}
    assert not GAME.reasons & set(VOCABULARY["luck_reasons"])


def test_rounds_are_checkpoints_turns_are_landmarks_and_so_is_the_end() -> None:
    events = [event for step in sensible_game("1v1", 0) for event in step.events]
    found = [mark for event in events if (mark := GAME.landmark(event))]
    assert found[:2] == [
        Landmark("phase", "Team building", checkpoint=True),
        Landmark("round", "Round 1", checkpoint=True),
    ]
    assert found[2].kind == "turn"
    assert Landmark("round", "Round 2", checkpoint=True) in found
    assert found[-1].kind == "end"
    assert GAME.landmark(GameEnded(winner="draw")) == Landmark("end", "A draw", checkpoint=True)


def test_decisions_are_taken_for_the_seats_that_they_concern() -> None:
    table = scene()
    assert GAME.seats(table.state) == ("p1", "p2")
    assert GAME.seat_of(table.state, GAME.decision({"do": "attack", "target": "zed"})) == "p1"
    assert GAME.seat_of(table.state, GAME.decision({"do": "take_turn", "player": "p2"})) == "p2"
    assert GAME.seat_of(None, GAME.decision({"do": "choose_format", "mode": "1v1", "format": "free"})) is None
    shaken = scene(zed={"pos": [9, 9]}, terrain={"3,6": "unstable_terrain"})
    shaken.does("move", "unstable_terrain 1", path=[[3, 4]], ask_opponent=True)
    assert GAME.seat_of(shaken.state, GAME.decision({"do": "push"})) == "p2"
    assert GAME.seat_of(four("2v2").state, GAME.decision({"do": "end_turn"})) is None


def test_names_are_those_that_people_use() -> None:
    names = GAME.names(standard())
    assert names["acid_rain"] == "Acid Rain"
    assert names["fire_2"] == "Fire 2"
    assert names["p2"] == "Player 2"
    assert names["vanguard_1"] == "Vanguard I"
    assert set(STATUS_LIMITS) <= set(names)


def test_measures_tell_how_the_sides_stand() -> None:
    table = scene(bo={"player": "p1", "pos": [6, 6], "hp": 0}, zed={"hp": 4})
    assert GAME.measures(table.state) == {
        "Round": 1, "Team A standing": 1, "Team A HP": 10, "Team B standing": 1, "Team B HP": 4,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (["characters", "ana", "pos"], [3, 4], "invariant_broken"),
        (["characters", "ana", "pos"], [30, 4], "invariant_broken"),
        (["players", "p1", "hand"], ["fire_1"], "invariant_broken"),
        (["characters", "ana", "statuses"], {"burn": 3}, "invariant_broken"),
        (["characters", "ana", "hp"], -1, "value_invalid"),
    ],
)
def test_a_correction_keeps_the_game_whole(path: list[str], value: object, reason: str) -> None:
    assert scene().refuses("correct_value", path=path, value=value, reason="mistracked") == reason


def test_a_value_is_set_right_in_the_open() -> None:
    table: Table = scene()
    assert table.does("correct_value", path=["characters", "ana", "hp"], value=6, reason="mistracked") == [
        "ValueCorrected"
    ]
    assert table.hp("ana") == 6


def test_a_move_and_a_fall_are_told_where_positions_are_compared() -> None:
    table = scene(zed={"hp": 1}, yam={"player": "p2", "pos": [9, 9]}, ana={"rng": 2})
    before = table.state
    table.does("move", path=[[2, 3]])
    table.does("attack", "crt 90", target="zed")
    found = {(each.group, each.label): (each.was, each.now) for each in told(GAME, before, table.state, table.pack)}
    assert found["Ana", "Space"] == ("3, 3", "2, 3")
    assert found["Zed", "HP"] == ("1", "0")
    assert found["Ana", "Has acted"] == ("no", "yes")
