"""The map as a picture: everything has its place, and what is there is said."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest
from msgspec.structs import replace

from projections.isofarian_guard.atlas import LAND, layout, road
from projections.isofarian_guard.map_picture import Picture, Spot, picture
from rules.isofarian_guard.campaign.state import Boat, Learned, Marker, Markers, Pile, Position
from rules.isofarian_guard.content.pack import standard
from rules.isofarian_guard.content.parts import Node

PACK = standard()
AT_70 = Position(at="main/70", visited=("main/28", "main/70"))


def spot(drawn: Picture, ref: str) -> Spot:
    return next(each for each in drawn.spots if each.ref == ref)


def test_every_node_is_on_a_picture() -> None:
    towns = {ref.partition("/")[0] for ref in PACK.nodes} - {"main", "frozen_wastes", "ice_caves"}
    shown = {ref for area in (LAND, *towns) for ref in layout(AT_70, PACK, area)}
    assert shown == set(PACK.nodes)


def test_no_two_places_are_too_close_for_a_finger() -> None:
    for area in (LAND, "mir", "fort_istra", "ryba"):
        points = layout(AT_70, PACK, area).values()
        assert min(hypot(x - u, y - v) for (x, y), (u, v) in combinations(points, 2)) > 100


def test_a_layout_is_the_same_every_time() -> None:
    again = replace(PACK)
    assert again is not PACK
    for area in (LAND, "mir"):
        assert layout(AT_70, again, area) == layout(AT_70, PACK, area)


def test_a_node_that_nobody_placed_lies_beside_one_that_it_connects_to() -> None:
    learned = Learned(nodes={"main/200": Node(color="green", paths=("main/70",))})
    places = layout(replace(AT_70, learned=learned), PACK, LAND)
    (x, y), (u, v) = places["main/200"], places["main/70"]
    assert hypot(x - u, y - v) < 400


def test_the_party_is_in_the_middle_of_what_is_shown() -> None:
    drawn = picture(AT_70, PACK)
    left, top, wide, high = drawn.view
    here = spot(drawn, "main/70")
    assert here.here
    assert left < here.x < left + wide
    assert top < here.y < top + high


def test_what_alone_is_pointed_out_is_in_the_middle() -> None:
    left, top, wide, high = picture(AT_70, PACK, found=("main/64",), wide=True).view
    x, y = layout(AT_70, PACK, LAND)["main/64"]
    assert (x, y) == (left + wide // 2, top + high // 2)
    assert picture(AT_70, PACK, found=("main/64", "main/2"), wide=True).view == (0, 0, 3000, 4511)


def test_roads_that_the_party_may_take_are_told_apart() -> None:
    drawn = picture(AT_70, PACK, moves=("main/75",))
    assert len([each for each in drawn.roads if each.open]) == 1


def test_inside_of_a_town_the_town_is_shown() -> None:
    drawn = picture(Position(at="mir/inn"), PACK)
    assert (drawn.name, drawn.in_town) == ("Mir", True)
    assert {"mir/inn", "mir/market", "mir/blacksmith", "mir/streets", "main/70"} <= {each.ref for each in drawn.spots}
    assert spot(drawn, "mir/inn").here


def test_on_the_land_a_party_inside_of_a_town_stands_on_the_town() -> None:
    assert spot(picture(Position(at="mir/inn"), PACK, LAND), "mir/streets").here


@pytest.mark.pitfall("BL-145")
def test_what_lies_on_a_node_is_said_in_words_too() -> None:
    state = replace(
        AT_70,
        boat=Boat(at="main/85"),
        checkpoint="main/85",
        pile=Pile(at="main/85", cards={"pine": 1}),
        markers=Markers(narrative=Marker(at="main/85", quest="a_tale")),
    )
    here = spot(picture(state, PACK), "main/85")
    for words in ("Node 85", "yellow", "an event is marked", "your pile lies there", "the boat is there", "checkpoint"):
        assert words in here.said
    assert list(here.signs) == ["quest", "backpack", "boat", "campfire"]


def test_visited_nodes_are_told_apart() -> None:
    drawn = picture(AT_70, PACK)
    assert spot(drawn, "main/28").seen
    assert not spot(drawn, "main/29").seen


def test_a_road_is_the_same_from_either_end() -> None:
    assert road((0, 0), (300, 40)) == road((300, 40), (0, 0))
