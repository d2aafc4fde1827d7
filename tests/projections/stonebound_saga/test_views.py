"""What readers see of The Stonebound Saga: the sheet with its numbers, the summary, the story, what is added up."""

from __future__ import annotations

from typing import Any

import pytest

from projections.games import views
from projections.stonebound_saga.story import _FACTS, _HEADLINES
from projections.views import Moment
from rules.kernel import Decision, Event, decision_name
from rules.stonebound_saga.events import RangeRaised
from tests.projections.test_sentences import is_sentence
from tests.rules.steps import Step
from tests.rules.stonebound_saga.playing import MODES, random_game, sensible_game
from tests.rules.stonebound_saga.table import COUNTER, GAME, Table, bare, evasion, four, fused, scene, standard

VIEWS: Any = views("stonebound_saga")
SILENT = {"ActionTaken", "SpaceEntered"}
"""Facts that another fact of the same decision tells."""


def moment(step: Step) -> Moment:
    """A step of a game as historians see it."""
    return _moment(step.decision, step.events, step.before, step.after, standard())


def _moment(decision: Decision, events: list[Event], before: Any, after: Any, pack: Any) -> Moment:
    return Moment(
        game=GAME,
        pack=pack,
        decision_id="1",
        name=f"{GAME.key}.{decision_name(type(decision))}",
        arguments={},
        answers=(),
        alias="",
        seat="",
        recorded_at=0,
        events=tuple(enumerate(events, 1)),
        before=before,
        after=after,
    )


def told(table: Table, do: str, rolls: str = "", **arguments: Any) -> tuple[str, tuple[str, ...]]:
    """The sentence and the facts of a decision."""
    before, known = table.state, len(table.events)
    table.does(do, rolls, **arguments)
    decision = GAME.decision({"do": "end_turn"})
    shown = _moment(decision, table.events[known:], before, table.state, table.pack)
    return VIEWS.sentence(shown), VIEWS.facts(shown)


# ---- the sheet


def test_a_figure_opens_to_its_parts() -> None:
    ana = {"cubes": {"red": 2}, "crt": 20, "rng": 2, "pd": 1, "start_pd": 3,
           "statuses": {"shear": 1, "freeze": 1}, "freeze_served": True}  # fmt: skip
    table = scene(ana=ana, terrain={"3,5": "ilandris_forest"})
    figures = {f["label"]: f for f in VIEWS.sheet(table.state, table.pack)["character.ana"]["figures"]}
    assert {label: figure["value"] for label, figure in figures.items()} == {
        "ATK": 6, "CRT": 15, "MV": 2, "RNG": 1, "PD": 1, "SD": 1,
    }  # fmt: skip
    assert figures["ATK"]["parts"] == [{"value": 4, "words": "printed"}, {"value": 2, "words": "red cubes"}]
    assert figures["PD"]["parts"] == [{"value": 3, "words": "at the start"}, {"value": -2, "words": "worn"}]
    assert figures["SD"]["parts"] == []
    for figure in figures.values():
        assert not figure["parts"] or sum(part["value"] for part in figure["parts"]) == figure["value"]


def test_the_field_shows_who_stands_where_and_what_lies_there() -> None:
    fallen = {"player": "p2", "pos": [3, 4], "hp": 0}
    laid = {"3,4": {"card": "tenebris_portal", "element": "fire", "fog": "p1"}}
    table = scene(yam=fallen, terrain=laid)
    rows = VIEWS.sheet(table.state, table.pack)
    assert [(it["mark"], it["fallen"]) for it in rows["space.3,4"]["characters"]] == [("B1", False), ("B2", True)]
    ground = rows["space.3,4"]["terrain"]
    assert (ground["name"], ground["chosen"], ground["fog"]) == ("Tenebris Portal", "fire", "Player 1")
    assert rows["space.3,3"]["terrain"] is None
    assert "space.9,9" not in rows


def test_a_player_shows_stones_hand_and_terrain() -> None:
    table = scene(
        hand="fire_1 fire_1 light_inf fire_3_up",
        ana=fused("dodge", "wind_2"),
        players={"p1": {"terrain_deck": ["acid_rain"]}},
        abilities={"dodge": evasion(20, of="ana")},
    )
    rows = VIEWS.sheet(table.state, table.pack)
    player = rows["player.p1"]
    shown = {(stone["element"], stone["value"]): stone["count"] for stone in player["hand"]}
    assert shown == {("fire", "1"): 2, ("fire", "4"): 1, ("light", "∞"): 1}
    assert (player["hand_size"], player["max_hand"]) == (5, 3)
    assert player["terrain"][0]["name"] == "Acid Rain"
    assert rows["character.ana"]["fuses"][0]["gives"] == "20 evasion against physical"


@pytest.mark.parametrize("mode", MODES)
def test_every_position_of_a_game_has_a_sheet_and_a_summary(mode: str) -> None:
    for step in (*random_game(mode, 1)[::9], sensible_game(mode, 0)[-1]):
        rows = VIEWS.sheet(step.after, standard())
        assert {f"player.{player}" for player in step.after.players} <= set(rows)
        summary = VIEWS.summary(step.after, standard())
        assert summary["headline"]
        assert "_" not in summary["headline"] + summary["pending"]


def test_the_summary_says_what_is_to_be_done() -> None:
    table = scene()
    assert VIEWS.summary(table.state, table.pack)["headline"] == "Round 1, Player 1"
    assert VIEWS.summary(table.state, table.pack)["pending"] == "Ana may move and attack or use an ability."
    team = four("2v2", acted=["p1"])
    assert VIEWS.summary(team.state, team.pack)["pending"] == "Next: Player 3 or Player 4."
    shaken = scene(zed={"pos": [9, 9]}, terrain={"3,6": "unstable_terrain"})
    shaken.does("move", "unstable_terrain 1", path=[[3, 4]], ask_opponent=True)
    assert VIEWS.summary(shaken.state, shaken.pack)["pending"] == "The ground moves under Ana."


@pytest.mark.parametrize(
    ("hand", "pending"),
    [
        (["fire_1"] * 3, "End the turn; stones that are not needed may be discarded before."),
        (["fire_1"] * 4, "1 stone to discard."),
        (["fire_1"] * 5, "2 stones to discard."),
    ],
)
def test_the_discard_says_how_many_stones_must_go(hand: list[str], pending: str) -> None:
    people = {"ana": {"player": "p1", "pos": [3, 3]}, "zed": {"player": "p2", "pos": [9, 9]}}
    table = bare("discard", characters=people, players={"p1": {"hand": hand}})
    assert VIEWS.summary(table.state, table.pack)["pending"] == pending


def test_the_draft_says_whose_pick_it_is() -> None:
    laid = bare("draft", format="draft", draft={"picker": "p2", "on_offer": ["ana"]})
    assert VIEWS.summary(laid.state, laid.pack)["pending"] == "Player 2 drafts."
    fresh = bare("draft", format="draft")
    assert VIEWS.summary(fresh.state, fresh.pack)["pending"] == "Lay out the characters to draft from."


# ---- the story


def test_every_fact_has_its_words() -> None:
    assert {kind.__name__ for kind in GAME.event_kinds} - {kind.__name__ for kind in _FACTS} == SILENT
    assert set(_HEADLINES) <= set(_FACTS)


@pytest.mark.parametrize("mode", MODES)
def test_every_decision_of_a_game_is_told(mode: str) -> None:
    for step in (*random_game(mode, 1), *sensible_game(mode, 0)):
        shown = moment(step)
        assert is_sentence(VIEWS.sentence(shown)), VIEWS.sentence(shown)
        for fact in VIEWS.facts(shown):
            assert is_sentence(fact), fact


def test_an_attack_is_told_with_its_sums() -> None:
    table = scene(
        zed=fused("riposte", "wind_1", pd=2), abilities={"riposte": COUNTER}, terrain={"3,4": "fortifications"}
    )
    sentence, facts = told(table, "attack", "crt 5, fortifications 30, crt 90", target="zed")
    assert sentence == "Ana attacked Zed with ATK 4, physical."
    assert facts[:5] == (
        "Ana attacked Zed with ATK 4, physical.",
        "CRT roll of Ana: 5, 10 or less wanted.",
        "It was a critical attack.",
        "Fortifications of Zed: 30, 50 or less wanted.",
        "Zed lost 4 HP (8 against PD 2, Fortifications spared 2): 6 left.",
    )
    assert "Zed counters." in facts


def test_a_fall_and_the_end_are_told_with_what_brought_them() -> None:
    sentence, _ = told(scene(zed={"hp": 1}), "attack", "crt 90", target="zed")
    assert sentence == "Ana attacked Zed with ATK 4, physical. Zed fell. Team A wins."


def test_a_swap_and_a_push_are_told() -> None:
    _, facts = told(scene(ana={"crt": 20}, terrain={"3,3": "throneroom_of_lux"}), "attack", "crt 91 swap", target="zed")
    assert "CRT roll of Ana: 19, swapped from 91, 20 or less wanted." in facts
    ground = scene(zed={"pos": [9, 9]}, terrain={"3,6": "unstable_terrain"})
    told(ground, "move", "unstable_terrain 1", path=[[3, 4]], ask_opponent=True)
    assert told(ground, "push", to=[4, 4])[0] == "Ana was moved to 4,4."


def test_a_wind_that_does_not_come_is_not_told() -> None:
    assert _FACTS[RangeRaised](RangeRaised(character="ana", amount=0), standard()) == ""


def test_what_a_stretch_adds_up_to() -> None:
    events = [event for step in sensible_game("1v1", 0) for event in step.events]
    total: dict[str, int] = {}
    for event in events:
        for name, amount in VIEWS.counts(event).items():
            total[name] = total.get(name, 0) + amount
    assert total["Characters fallen"] >= 3
    assert total["HP lost to attacks"] > 10
    assert total["Stones drawn"] % 7 == 0


def test_stones_have_the_face_of_their_element() -> None:
    faces = VIEWS.faces(standard())
    assert (faces["fire_2"].icon, faces["fire_2"].mark, faces["fire_2"].label) == ("fire", "2", "Fire 2")
    assert faces["light_inf"].mark == "∞"
    assert faces["wind_3_up"].mark == "4"
