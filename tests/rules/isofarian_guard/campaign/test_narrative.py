"""Narrative events (ISO-NAR)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.content.parts import Foe
from tests.rules.isofarian_guard.campaign.world import FOE, TELLING, Table, table

QUEST = {"c1": {"status": "active", "scene": 2, "step": 0}}


def marked(at: str = "main/g1", kind: str = "narrative", **given: Any) -> Table:
    """An event marked at a node."""
    marker = {"at": at, "quest": "c1"}
    markers = {"scrolls": [marker]} if kind == "scroll" else {kind: marker}
    return table(**{"markers": markers, "quests": QUEST, **given})


def telling(**given: Any) -> Table:
    return marked(**TELLING, **given)


@pytest.mark.rule("ISO-NAR-001")
@pytest.mark.parametrize("at", ["main/y1", "main/g1", "main/b1", "main/o1", "main/r1"])
def test_the_book_may_mark_a_node_of_any_colour(at: str) -> None:
    game = table()
    assert game.does("place_narrative", quest="c1", at=at) == ["MarkerPlaced"]
    assert game.state.quests["c1"].status == "active"


@pytest.mark.rule("ISO-NAR-002")
def test_arrival_alone_triggers_nothing() -> None:
    game = marked("main/d1")
    game.does("move", to="main/d1")
    assert game.state.narrative is None
    game.does("trigger_narrative")
    assert game.phase == "narrative"
    assert table().refuses("trigger_narrative") == "no_marker_here"


@pytest.mark.rule("ISO-NAR-003")
def test_a_declined_event_lets_the_node_act_by_its_colour() -> None:
    game = marked("main/y1")
    game.does("move", to="main/y1")
    game.does("decline_narrative")
    assert game.phase == "event_draw"
    assert game.refuses("decline_narrative") == "no_choice_due"


@pytest.mark.rule("ISO-NAR-004")
@pytest.mark.parametrize(
    "decision", [{"do": "move", "to": "main/y1"}, {"do": "harvest"}, {"do": "draw_event"}, {"do": "rest"}], ids=str
)
def test_a_triggered_event_locks_the_party_in(decision: dict[str, Any]) -> None:
    assert telling().refuses(**decision) == "not_in_exploration"


@pytest.mark.rule("ISO-NAR-005", "ISO-AFT-007")
@pytest.mark.parametrize("ambush", [False, True])
def test_narrative_battles_allow_no_retreat_and_are_ambushes_by_the_book_alone(ambush: bool) -> None:
    game = telling()
    game.does("narrative_battle", enemies=[FOE], ambush=ambush)
    assert game.state.battle is not None
    assert (game.state.battle.ambush, game.state.battle.retreat_allowed) == (ambush, False)
    assert game.refuses("end_battle", outcome="retreat") == "retreat_not_allowed"


@pytest.mark.rule("ISO-NAR-006", "ISO-FALL-018")
def test_a_fall_ends_the_event_which_begins_its_scene_again_where_its_chip_lies() -> None:
    game = telling(checkpoint="ryba/inn")
    game.does("advance_narrative")
    game.does("narrative_battle")
    assert "NarrativeReset" in game.does("end_battle", outcome="defeat")
    assert (game.state.quests["c1"].scene, game.state.quests["c1"].step) == (2, 0)
    assert game.state.markers.narrative is not None
    assert (game.state.narrative, game.phase) == (None, "exploration")


@pytest.mark.rule("ISO-NAR-007")
def test_a_completed_event_is_crossed_off_for_good() -> None:
    game = telling()
    assert game.does("complete_narrative") == ["NarrativeCompleted", "MarkerRemoved"]
    assert game.state.markers.narrative is None
    assert game.refuses("place_narrative", quest="c1", at="main/y1") == "already_completed"


@pytest.mark.rule("ISO-NAR-008")
def test_scene_and_step_are_part_of_the_position() -> None:
    game = telling()
    game.does("advance_narrative")
    game.does("advance_narrative")
    assert game.state.quests["c1"].step == 2
    game.does("complete_scene", next_at="main/y2")
    assert (game.state.quests["c1"].scene, game.state.quests["c1"].step, game.phase) == (3, 0, "exploration")


@pytest.mark.rule("ISO-NAR-009")
def test_a_triggered_event_replaces_the_draw_of_the_arrival() -> None:
    game = marked("main/y1")
    game.does("move", to="main/y1")
    game.does("trigger_narrative")
    game.does("complete_narrative")
    assert game.refuses("draw_event") == "no_draw_due"


@pytest.mark.rule("ISO-NAR-010")
def test_an_event_may_be_triggered_later_when_no_chip_is_in_hand() -> None:
    game = marked("main/y1")
    game.does("move", to="main/y1")
    game.does("decline_narrative")
    assert game.refuses("trigger_narrative") == "draw_pending"
    game.draws("skull_1")
    assert game.refuses("trigger_narrative") == "chip_unresolved"
    game.does("avoid_battle")
    game.does("trigger_narrative")


@pytest.mark.rule("ISO-NAR-011")
def test_the_book_lists_the_enemies_by_either_way_to_write_them() -> None:
    expected = (Foe(slot="I", enemy="captain", stars=2), Foe(slot="II", enemy="wolf", stars=1))
    for enemies in (
        [{"slot": "I", "enemy": "captain", "stars": 2}, {"slot": "II", "enemy": "wolf"}],
        {"II": "wolf", "I": "captain/2"},
    ):
        game = telling()
        game.does("narrative_battle", enemies=enemies)
        assert game.state.battle is not None
        assert game.state.battle.enemies == expected
    assert telling().refuses("narrative_battle", enemies={"I": "wolf/many"}) == "malformed"


@pytest.mark.rule("ISO-NAR-012")
def test_the_campaign_book_outranks_the_rules() -> None:
    game = table(guards={"grigory": {"satchel": {"tent": 1}}})
    game.does("place_party", at="ryba/inn")
    game.does("follow_book", outcome={"sil": 5}, take={"grigory": {"tent": 1}})
    assert (game.state.at, game.state.sil, game.satchel(), game.phase) == ("ryba/inn", 5, {}, "exploration")


@pytest.mark.rule("ISO-NAR-013")
def test_victory_returns_to_the_event() -> None:
    game = telling()
    game.does("narrative_battle")
    game.does("end_battle", outcome="victory", rewards={"lux": 2})
    assert (game.phase, game.state.lux) == ("narrative", 2)


@pytest.mark.parametrize("do", ["advance_narrative", "narrative_battle", "complete_narrative"])
def test_without_an_event_under_way_none_goes_on(do: str) -> None:
    assert marked().refuses(do) == "not_in_narrative"


def test_of_several_events_at_one_node_one_is_named() -> None:
    markers = {"narrative": {"at": "main/g1", "quest": "c1"}, "scrolls": [{"at": "main/g1", "quest": "ring"}]}
    game = table(markers=markers, quests={**QUEST, "ring": {"status": "active"}})
    assert game.refuses("trigger_narrative") == "choice_pending"
    game.does("trigger_narrative", quest="ring")
    assert game.state.narrative is not None
    assert game.state.narrative.source == "scroll"
