"""Nodes and movement (ISO-NOD)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.content.pack import standard
from tests.rules.isofarian_guard.campaign.world import NODES, grigory, table

MARKED = {
    "markers": {"narrative": {"at": "main/y1", "quest": "c1"}},
    "quests": {"c1": {"status": "active", "scene": 1, "step": 0}},
}


@pytest.mark.rule("ISO-NOD-001")
def test_a_move_follows_a_connection_in_either_direction() -> None:
    game = table(at="main/g1")
    assert game.refuses("move", to="main/g2") == "not_connected"
    assert game.refuses("move", to="nowhere/1") == "not_connected"
    game.does("move", to="fort_istra/courtyard")
    game.does("move", to="main/g1")


@pytest.mark.rule("ISO-NOD-002", "ISO-NOD-003", "ISO-NOD-006")
@pytest.mark.parametrize(
    ("start", "to", "phase"),
    [
        ("main/g1", "main/y1", "event_draw"),
        ("main/o1", "caves/3", "event_draw"),
        ("main/y1", "main/g1", "exploration"),
        ("ryba/gate", "ryba/inn", "exploration"),
    ],
)
def test_yellow_nodes_oblige_to_draw_on_every_map_and_green_ones_are_safe(start: str, to: str, phase: str) -> None:
    game = table(at=start)
    game.does("move", to=to)
    assert game.phase == phase
    if phase == "exploration":
        assert game.refuses("draw_event") == "no_draw_due"


@pytest.mark.rule("ISO-NOD-004")
def test_a_marked_node_asks_first_and_draws_nothing_on_arrival() -> None:
    game = table(**MARKED)
    game.does("move", to="main/y1")
    assert game.phase == "narrative_choice"
    assert game.refuses("draw_event") == "choice_pending"
    assert game.refuses("move", to="main/y2") == "choice_pending"
    game.does("decline_narrative")
    assert game.draws("skull_1")


@pytest.mark.rule("ISO-NOD-005")
@pytest.mark.parametrize(
    "decision",
    [
        {"do": "move", "to": "main/y2"},
        {"do": "use_tent", "guard": "grigory"},
        {"do": "board_boat"},
        {"do": "fish", "bag": "grigory"},
        {"do": "trigger_narrative"},
    ],
    ids=str,
)
def test_a_due_draw_comes_before_everything_that_follows_it(decision: dict[str, Any]) -> None:
    game = table(at="main/y1", phase="event_draw", guards=grigory(satchel={"tent": 1}), **MARKED)
    assert game.refuses(**decision) == "draw_pending"


@pytest.mark.rule("ISO-NOD-007")
def test_every_green_node_of_the_real_main_map_yields_wood_or_ore() -> None:
    green = {ref: node for ref, node in standard().nodes.items() if node.color == "green" and ref.startswith("main/")}
    assert green
    assert all(node.wood or node.ore for node in green.values())


@pytest.mark.rule("ISO-NOD-008", "ISO-NOD-009")
def test_an_orange_node_links_two_maps_both_ways_and_may_be_passed_through() -> None:
    game = table(at="main/g2")
    game.does("move", to="main/o1")
    assert game.refuses("draw_event") == "no_draw_due"
    game.does("move", to="ryba/gate")
    game.does("move", to="main/o1")
    game.does("move", to="caves/3")
    assert game.state.at == "caves/3"


@pytest.mark.rule("ISO-NOD-010", "ISO-NOD-011")
def test_a_red_node_is_closed_until_the_campaign_book_opens_it() -> None:
    game = table(at="main/y1")
    assert game.refuses("move", to="main/r1") == "node_impassable"
    game.does("open_node", node="main/r1")
    game.does("move", to="main/r1")
    assert game.phase == "exploration"
    game.does("move", to="main/y2")
    assert game.phase == "event_draw"


@pytest.mark.rule("ISO-NOD-012")
def test_blue_nodes_are_entered_by_boat_only() -> None:
    game = table(at="main/d1", boat={"at": "main/d1"})
    assert game.refuses("move", to="main/b1") == "boat_required"
    game.does("board_boat")
    game.does("move", to="main/b1")
    assert game.state.boat.at == "main/b1"


@pytest.mark.rule("ISO-NOD-012")
def test_a_path_to_a_blue_node_is_no_way_on_foot() -> None:
    nodes = {**NODES, "main/pier": {"color": "green", "paths": ["main/b1"]}}
    assert table(at="main/pier", content={"nodes": nodes}).refuses("move", to="main/b1") == "boat_required"


@pytest.mark.rule("ISO-NOD-013", "ISO-NOD-014")
@pytest.mark.parametrize(
    ("here", "decision"),
    [
        ("ryba/market", {"do": "rest"}),
        ("ryba/inn", {"do": "buy", "card": "potion"}),
        ("ryba/market", {"do": "craft", "card": "bomb"}),
        ("ryba/gate", {"do": "sell", "card": "potion", "guard": "grigory"}),
        ("fort_istra/courtyard", {"do": "rest"}),
    ],
    ids=str,
)
def test_a_service_is_offered_on_its_node_alone(here: str, decision: dict[str, Any]) -> None:
    game = table(at=here, sil=50, fort={"barracks": 1}, guards=grigory(satchel={"potion": 1}))
    assert game.refuses(**decision) == "wrong_place"


@pytest.mark.rule("ISO-NOD-015")
def test_the_party_has_one_position_which_is_the_boat_s_while_aboard() -> None:
    game = table(at="main/d1", boat={"at": "main/d1"})
    game.does("board_boat")
    game.does("move", to="main/b1")
    assert (game.state.at, game.state.boat.at, game.state.boat.aboard) == ("main/b1", "main/b1", True)


# ---- a colour that nobody has said


def test_the_first_visit_to_an_unknown_node_says_what_the_map_shows() -> None:
    game = table(at="main/y1")
    assert game.refuses("move", to="main/u1") == "color_unknown"
    assert game.does("move", to="main/u1", color="yellow") == ["NodeLearned", "NodeEntered"]
    assert game.phase == "event_draw"
    assert game.refuses("move", to="main/r1", color="green") == "draw_pending"


@pytest.mark.parametrize(("color", "code"), [("red", "node_impassable"), ("blue", "boat_required")])
def test_an_unknown_node_that_turns_out_closed_is_not_entered(color: str, code: str) -> None:
    assert table(at="main/y1").refuses("move", to="main/u1", color=color) == code
