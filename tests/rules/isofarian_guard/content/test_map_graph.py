"""The map: places and connections from the graph, colours concluded from both sources and marked as such."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.content.atlas import connections, enemies_at
from rules.isofarian_guard.content.pack import standard
from tests.rules.isofarian_guard.content.books import BESTIARY, GRAPH, WATER, imported, notes_on


def with_edges(*edges: dict[str, Any]) -> dict[str, Any]:
    return {**GRAPH, "edges": [*GRAPH["edges"], *edges]}


def test_connections_count_both_ways() -> None:
    ways = connections(imported(None, GRAPH)[0])
    assert ways["main/1"]["main/5"] == ways["main/5"]["main/1"] == "path"
    assert ways["main/5"]["main/79"] == "waterway"
    assert ways["main/15"]["ice_caves/ossuary"] == ways["ice_caves/ossuary"]["main/15"] == "link"


@pytest.mark.rule("ISO-NOD-008", "ISO-NOD-009")
def test_the_printed_gate_of_ryba_is_kept_beside_the_graph() -> None:
    pack, _ = imported(None, GRAPH)
    gate, ways = pack.nodes["main/69"], connections(pack)
    assert (gate.color, gate.inferred, gate.map_link) == ("orange", (), "ryba/salt_gate")
    assert (ways["main/69"]["main/81"], ways["ryba/salt_gate"]["ryba/streets"]) == ("through", "path")


def test_a_colour_that_was_concluded_is_marked() -> None:
    nodes = imported(None, GRAPH)[0].nodes
    assert (nodes["main/1"].color, nodes["main/1"].inferred) == ("yellow", ("color",))
    assert (nodes["main/86"].color, nodes["main/15"].color) == ("green", "green")
    assert (nodes["main/28"].color, nodes["main/28"].inferred) == ("unknown", ())


@pytest.mark.rule("ISO-NOD-010")
def test_the_red_node_comes_from_the_rulebook() -> None:
    node = standard().nodes["main/16"]
    assert (node.color, node.inferred, connections(standard())["main/16"]["main/14"]) == ("red", (), "path")


@pytest.mark.rule("ISO-FLD-002")
def test_an_edge_at_a_blue_node_needs_a_boat_even_without_its_flag() -> None:
    graph = with_edges({"a": "1", "b": "28", "water": False})
    pack, _ = imported({BESTIARY: {"H6": ("28", WATER), "I7": None}}, graph)
    blue, shore = pack.nodes["main/28"], pack.nodes["main/1"]
    assert (blue.color, blue.region, blue.dock) == ("blue", "water", False)
    assert (shore.waterways, shore.unflagged, shore.dock) == (("main/28",), ("main/28",), True)
    assert "dock" in shore.inferred


def test_the_region_of_a_land_node_is_unknown() -> None:
    assert imported(None, GRAPH)[0].nodes["main/1"].unknown == ("region",)


def test_a_node_that_the_graph_lacks_is_told_and_kept() -> None:
    pack, report = imported({BESTIARY: {"H8": "99"}}, GRAPH)
    assert pack.nodes["main/99"].color == "yellow"
    assert [note.message for note in notes_on(report, "map graph", "node main/99")] == [
        "named by the workbook, but not on the map"
    ]


@pytest.mark.parametrize(
    ("edge", "place"),
    [
        ({"a": "1", "b": "5"}, "edge 1-5"),
        ({"a": "5", "b": "1"}, "edge 5-1"),
        ({"a": "1", "b": "1"}, "edge 1-1"),
        ({"a": "1", "b": "777"}, "edge 1-777"),
        ({"a": 1, "b": "5"}, "edges[4]"),
    ],
)
def test_an_edge_that_leads_nowhere_or_stands_twice_is_left_out(edge: dict[str, Any], place: str) -> None:
    pack, report = imported(None, with_edges(edge))
    assert [note.kind for note in notes_on(report, "map graph", place)] == ["not_understood"]
    assert connections(pack) == connections(imported(None, GRAPH)[0])


def test_a_node_of_another_shape_or_a_second_time_is_left_out() -> None:
    graph = {**GRAPH, "nodes": [*GRAPH["nodes"], {"id": "5", "name": "5", "x": 0, "y": 0}, {"id": 7}], "legend": "?"}
    _, report = imported(None, graph)
    places = [note.cell for note in report.notes if note.sheet == "map graph"]
    assert places == ["node 5", "nodes[12]", "legend"]


def test_without_a_graph_nodes_are_known_and_connections_are_not() -> None:
    pack, _ = imported()
    assert (pack.nodes["main/1"].color, pack.map_size) == ("yellow", None)
    assert connections(pack)["main/5"] == {}


def test_one_finds_whom_one_may_meet_at_a_node() -> None:
    pack, _ = imported()
    assert enemies_at(pack, "main/1", "1") == (("timber_wolf", 1), ("brigand", 1))
    assert enemies_at(pack, "main/1", "4") == ()


@pytest.mark.rule("ISO-NOD-013", "ISO-NOD-014")
def test_towns_have_their_services_around_a_hub() -> None:
    pack = standard()
    for city in pack.cities:
        services = {pack.nodes[ref].service for ref in connections(pack)[f"{city}/streets"]} - {None}
        assert services == {"inn", "market", "blacksmith"}
    fort = {pack.nodes[ref].service for ref in pack.nodes if ref.startswith("fort_istra/")}
    assert {"barracks", "lumbermill", "lapidary", "training_yard", "courtyard", "fort_blacksmith"} < fort


def test_the_boat_can_sail_from_the_boat_dock() -> None:
    ways = connections(standard())
    assert standard().nodes["fort_istra/boat_dock"].dock
    assert (ways["fort_istra/boat_dock"]["main/101"], ways["main/101"]["main/89"]) == ("waterway", "waterway")
