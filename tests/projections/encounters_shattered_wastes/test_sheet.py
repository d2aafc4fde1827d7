"""The rows of an Encounter: what everybody may see, with the parts of each figure."""

from __future__ import annotations

import json

import pytest

from projections.encounters_shattered_wastes import VIEWS
from rules.encounters_shattered_wastes.state import Position
from tests.rules.encounters_shattered_wastes.playing import lively, random_game
from tests.rules.encounters_shattered_wastes.table import Table, acting, standard, table


def rows(game: Table) -> dict[str, dict[str, object]]:
    return {key: dict(row) for key, row in VIEWS.sheet(game.state, game.pack).items()}


@pytest.mark.rule("SW-TRK-003")
@pytest.mark.pitfall("BL-113")
def test_cards_that_lie_face_down_show_their_backs() -> None:
    game = table(areas={2: ["P3.d2_secret", "M1.t1"]}, fatigue=["M5.t3_secret"], wounds=["P1.d1_secret"])
    shown = rows(game)
    assert "secret" not in json.dumps(shown)
    assert "Damage" not in json.dumps(shown["area.2"])
    cards = shown["area.2"]["cards"]
    assert cards[0] == {"intent": "physical", "threat": 3, "name": "Physical 3", "open": False}  # type: ignore[index]
    assert shown["area.2"]["threat"] == 4
    assert (shown["piles"]["fatigue_top"], shown["piles"]["wounds_top"]) == ("Magical 5", "Physical 1")


@pytest.mark.rule("SW-TRT-008")
def test_cards_that_are_looked_at_show_their_faces() -> None:
    content = {"traits": {"seer": {"subtype": "use", "effects": [{"op": "inspect_area", "to": "fatigue"}]}}}
    game = acting("seer", board={"content": content, "areas": {3: ["P2.d3_a"], 4: ["P1.d1_b"]}})
    game.does("use_trait", character="seer", target_area=3)
    shown = rows(game)
    assert shown["area.3"]["cards"][0]["name"] == "Physical, Threat 2: 3 Damage"  # type: ignore[index]
    assert shown["area.4"]["cards"][0]["name"] == "Physical 1"  # type: ignore[index]


def test_a_revealed_card_is_shown_while_a_reaction_may_be_used() -> None:
    shield = {"deck": "support", "subtype": "reaction", "trigger": "enemy_targets_adjacent_character"}
    content = {"abilities": {"shield": {**shield, "effects": [{"op": "retarget"}]}}}
    characters = {"lancer": {"space": "2F", "abilities": ["shield"]}, "siren": {"space": "1F"}}
    game = table("defend", content=content, characters=characters, areas={1: ["P3.d2_a"]})
    assert "revealed" not in rows(game)
    game.does("resolve_area", area=1)
    assert rows(game)["revealed"] == {"card": "Physical, Threat 3: 2 Damage", "targets": ["Siren"]}
    assert VIEWS.summary(game.state, game.pack)["pending"] == "A Reaction may be used."


def test_figures_show_their_parts_where_other_cards_change_them() -> None:
    content = {
        "afflictions": {"weak": {"modifiers": {"damage": -1}}},
        "locations": {"ruins": {"modifiers": {"area_limit": -2}}},
    }
    board = {"content": content, "locations": ["ruins"]}
    game = acting(afflictions=["weak"], heroic_side={"damage": 2}, board=board)
    shown = rows(game)
    assert (shown["character.ronin"]["damage"], shown["enemy"]["limit"]) == (1, 7)
    assert shown["character.ronin"]["damage_parts"] == [
        {"value": 2, "words": "on the card"}, {"value": -1, "words": "by other cards"},
    ]  # fmt: skip
    assert shown["enemy"]["limit_parts"] == [{"value": 9, "words": "printed"}, {"value": -2, "words": "Locations"}]
    assert shown["character.siren"]["damage_parts"] == []


def test_unknown_cards_and_made_up_figures_say_so() -> None:
    game = Table(acting("ronin", abilities=["blade_blossom", "terra_strike"]).state, standard())
    shown = rows(game)["character.ronin"]
    assert shown["stand_in"]
    unknown, known = shown["abilities"]  # type: ignore[misc]
    assert (unknown["unknown"], unknown["note"]) == (True, "An attack.")
    assert known["note"] == "Active, costs 2, attack with 2 dice, 1 more damage in the Front line"


@pytest.mark.parametrize(
    ("phase", "given", "headline", "pending"),
    [
        ("setup", {}, "Set-up", "Choose the enemy"),
        ("refresh", {"round": 3}, "Round 3, Refresh Phase", "Empty Areas"),
        ("action", {}, "Round 1, Action Phase", "Who activates next?"),
        ("action", {"active": "ronin"}, "Round 1, Action Phase", "Ronin is active."),
        ("defend", {"defend": {"next_area": 4}}, "Round 1, Defend Phase", "Area 4 is next."),
        ("ended", {"outcome": "lost"}, "The Encounter is over", "overwhelmed the last Character"),
    ],
)
def test_the_summary_says_where_the_encounter_is(
    phase: str, given: dict[str, object], headline: str, pending: str
) -> None:
    game = table(phase, **given)
    told = VIEWS.summary(game.state, game.pack)
    assert told["headline"] == headline
    assert pending in told["pending"]


def test_every_position_of_a_game_has_rows_and_a_summary() -> None:
    for step in random_game(5)[::3]:
        state: Position = step.after
        shown = VIEWS.sheet(state, lively())
        json.dumps(shown)
        assert [key for key in shown if key.startswith("area.")] == [f"area.{n}" for n in range(1, 6)]
        assert len([key for key in shown if key.startswith("character.")]) == len(state.characters)
        assert VIEWS.summary(state, lively())["headline"]
