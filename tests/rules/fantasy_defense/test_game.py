"""What the game says about itself: landmarks, seats, its vocabulary, corrections, values with their parts."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from rules.fantasy_defense.derived import defence, invader_value
from rules.fantasy_defense.icons import ICONS
from rules.games import game
from rules.kernel import Landmark, Refused, decision_name, event_name
from tests.rules.fantasy_defense.playing import sensible_game
from tests.rules.fantasy_defense.table import GAME, elves, foe, new_game, table, unit

GOLDEN = Path(__file__).parents[2] / "golden" / "fantasy_defense" / "cases_open.yaml"
VOCABULARY = yaml.safe_load(GOLDEN.read_text(encoding="utf-8"))["vocabulary"]


def test_the_game_is_offered_by_its_key() -> None:
    assert game("fantasy_defense") is GAME


def test_the_words_are_those_of_the_vocabulary() -> None:
    """And the two for an Infiltrator of whom nobody knew: in cases the order of the deck is always known."""
    assert {event_name(kind) for kind in GAME.event_kinds} == {*VOCABULARY["events"], "DefenderDemanded"}
    assert {decision_name(kind) for kind in GAME.rulebook.deciders} == {*VOCABULARY["decisions"], "pay_infiltrator"}
    assert GAME.reasons == set(VOCABULARY["reasons"])
    assert set(ICONS) == set(VOCABULARY["icons"])


def test_rounds_are_checkpoints_and_phases_and_the_end_are_landmarks() -> None:
    events = [event for step in sensible_game("solo", 1) for event in step.events]
    found = [mark for event in events if (mark := GAME.landmark(event))]
    assert found[:4] == [
        Landmark("round", "Round 1", checkpoint=True),
        Landmark("phase", "Round 1: Strategy Phase"),
        Landmark("phase", "Round 1: Battle Phase"),
        Landmark("phase", "Round 1: Reinforcement Phase"),
    ]
    assert found[4] == Landmark("round", "Round 2", checkpoint=True)
    assert found[-1].kind == "end"


def test_seats_are_the_players() -> None:
    assert GAME.seats(new_game("solo").state) == ("p1",)
    decision = GAME.decision({"do": "deploy", "player": "p2", "card": "d1", "gate": "b1"})
    assert GAME.seat_of(None, decision) == "p2"
    assert GAME.seat_of(None, GAME.decision({"do": "reinforce"})) is None


@pytest.mark.pitfall("BL-105", "BL-109")
def test_a_value_opens_to_its_parts_each_with_its_rule() -> None:
    units = {"w1": unit(2, "pack_attack"), "fae": unit(4, "fairy_lights")}
    gates = {"g2": {"bonus": 3, "invader": "orc", "defenders": ["w1", "fae"]}}
    seen = table(units=units, foes={"orc": 37}, gates=gates, p1=elves(), halved={"orc": 1})
    strength, value = defence(seen.state, seen.pack, ("g2",)), invader_value(seen.state, seen.pack, "orc")
    assert [part.value for part in strength.parts] == [2, 1, 4, 3]
    assert [(part.label, part.value) for part in value.parts] == [
        ("orc", 37),
        ("Spirit Fire", -18),
        ("Fairy Lights", -9),
    ]
    assert (strength.total, value.total) == (10, 10)
    assert {part.rule for part in (*strength.parts, *value.parts)} <= set(GAME.catalogue)


@pytest.mark.rule("FD-TRK-001", "FD-TRK-003")
def test_a_mistracked_value_is_set_right_in_the_open() -> None:
    game = table("battle", foes={"orc": foe(9)}, gates={"g2": {"invader": "orc"}})
    assert game.does("correct_value", path=["morale"], value=17, reason="The tracker slipped.") == ["ValueCorrected"]
    assert game.state.morale == 17


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["morale"], 21),
        (["invader_discard"], ["orc"]),
        (["players", "p1", "hand"], ["d1", "d1"]),
        (["gates", "g3", "invader"], "orc"),
        (["gates", "g2", "fought"], True),
        (["owed"], {"p1": "orc"}),
    ],
)
def test_a_correction_may_not_break_the_game(path: list[str], value: object) -> None:
    game = table("strategy", units={"d1": 3}, foes={"orc": 9}, gates={"g2": {"invader": "orc"}}, p1={"hand": ["d1"]})
    assert game.refuses("correct_value", path=path, value=value, reason="A try.") == "invariant_broken"


def test_a_refusal_names_the_rule_and_a_way_out() -> None:
    game = table("invasion", foes={"orc": 9}, invader_deck=["orc"])
    with pytest.raises(Refused) as caught:
        GAME.decide(game.state, GAME.decision({"do": "end_invasion"}), game.pack, None)  # type: ignore[arg-type]
    assert (caught.value.rule, caught.value.remedy) == ("FD-INV-007", "Draw the next Invader.")
    assert caught.value.sentence == "3 more Invaders are to be drawn this round."
