"""Where the nodes of the maps lie on the picture.

The pack knows where the main map, its mini-maps and the towns lie, in pixels of the printed map. Inside of a town it
knows connections alone: there the middle node stands in the middle, gates lie on the side on which they lead out, and
the houses between them on a ring. A node that nobody has placed lies beside one that it connects to. Places that the
print has too close for a finger are pushed apart a little.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from math import atan2, cos, hypot, pi, sin

from rules.isofarian_guard.campaign import lookup
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack

Point = tuple[int, int]

LAND = "land"
"""The main map with its mini-maps and the towns as one place each."""
OPEN_AREAS = frozenset({"main", "frozen_wastes", "ice_caves"})
MIDDLES = ("streets", "courtyard")
TOWN_SIZE = (1200, 900)
HOUSES, GATES, FEW = 265, 380, 4
"""How far houses and gates stand from the middle of a town; where there are more than a few houses, farther."""
BESIDE = 110
ROOM, ROOM_FOR_NAMES = 125, 175
"""How far apart two nodes stand at least; where names instead of numbers stand, farther."""
STEPS_BACK = 40


def area_of(ref: str) -> str:
    """The picture on which a node is drawn: the land, or a town."""
    area, _, name = ref.partition("/")
    return LAND if area in OPEN_AREAS or not name else area


def lies_on(ref: str, area: str) -> bool:
    """Whether a picture shows a node: of a town the land shows the middle."""
    return area_of(ref) == area or (area == LAND and ref.partition("/")[2] in MIDDLES)


def layout(state: Position, pack: IsofarianPack, area: str) -> Mapping[str, Point]:
    """Where each node of a picture lies."""
    if not state.learned.nodes:
        return _printed(pack, area)
    return _laid_out(state, pack, area)


@lru_cache(maxsize=128)
def _printed(pack: IsofarianPack, area: str) -> Mapping[str, Point]:
    return _laid_out(Position(), pack, area)


def _laid_out(state: Position, pack: IsofarianPack, area: str) -> Mapping[str, Point]:
    nodes = [ref for ref in {**pack.nodes, **state.learned.nodes} if lies_on(ref, area)]
    if area != LAND:
        return _town(state, pack, area, nodes)
    placed: dict[str, Point] = {}
    for ref in nodes:
        here = lookup.node(state, pack, ref)
        if here.x is not None and here.y is not None:
            placed[ref] = (here.x, here.y)
    waiting = [ref for ref in nodes if ref not in placed]
    placed.update(_beside(state, pack, placed, waiting))
    return _spread(placed)


def size(pack: IsofarianPack, area: str, layout: Mapping[str, Point]) -> Point:
    """Width and height of a picture."""
    if area != LAND:
        return TOWN_SIZE
    if pack.map_size is not None:
        return pack.map_size
    edge = 2 * BESIDE
    return max((x for x, _ in layout.values()), default=0) + edge, max(
        (y for _, y in layout.values()), default=0
    ) + edge


def _beside(
    state: Position, pack: IsofarianPack, placed: Mapping[str, Point], waiting: Iterable[str]
) -> Iterator[tuple[str, Point]]:
    for number, ref in enumerate(sorted(waiting)):
        known = [placed[other] for other in sorted(lookup.ways(state, pack, ref)) if other in placed]
        x, y = known[0] if known else (BESIDE * 2, BESIDE * 2)
        angle = 2.4 * number  # the golden angle: neighbours of one node never fall on each other
        yield ref, (round(x + BESIDE * cos(angle)), round(y + BESIDE * sin(angle)))


def _spread(placed: Mapping[str, Point]) -> Mapping[str, Point]:
    """The same places with room for a finger and a name between neighbours: whoever stands too close steps back."""
    return _spread_out(tuple(sorted(placed.items())))


@lru_cache(maxsize=64)
def _spread_out(placed: tuple[tuple[str, Point], ...]) -> Mapping[str, Point]:
    at = {ref: [float(x), float(y)] for ref, (x, y) in placed}
    pairs = [
        (one, two, ROOM if one.startswith("main/") and two.startswith("main/") else ROOM_FOR_NAMES)
        for one, two in combinations(at, 2)
        if hypot(at[one][0] - at[two][0], at[one][1] - at[two][1]) < 2.5 * ROOM_FOR_NAMES
    ]
    for _ in range(STEPS_BACK):
        for one, two, room in pairs:
            across, down = at[two][0] - at[one][0], at[two][1] - at[one][1]
            far = hypot(across, down) or 1.0
            if far < room:
                push = (room - far) / far / 3
                at[one] = [at[one][0] - across * push, at[one][1] - down * push]
                at[two] = [at[two][0] + across * push, at[two][1] + down * push]
    return {ref: (round(x), round(y)) for ref, (x, y) in at.items()}


# ---- towns


def _town(state: Position, pack: IsofarianPack, area: str, nodes: Iterable[str]) -> Mapping[str, Point]:
    middle = next((ref for name in MIDDLES if (ref := f"{area}/{name}") in pack.nodes), None)
    gates = sorted(_gates(state, pack, area))
    houses = sorted(ref for ref in nodes if ref != middle and ref not in gates)
    width, height = TOWN_SIZE
    centre = (width // 2, height // 2)
    angles = {gate: _bearing(state, pack, area, gate) for gate in gates}
    angles = _apart(angles, pi / 5)
    wide = max(1.0, len(houses) / FEW)
    found = {gate: _at(centre, angle, GATES * wide) for gate, angle in angles.items()}
    for house, angle in zip(houses, _between(sorted(angles.values()), len(houses)), strict=True):
        found[house] = _at(centre, angle, HOUSES * wide)
    return {**found, **({middle: centre} if middle else {})}


def _gates(state: Position, pack: IsofarianPack, area: str) -> set[str]:
    """The nodes of other maps to which a town leads, and its own gates."""
    inside = [ref for ref in pack.nodes if ref.partition("/")[0] == area]
    linked = {other for ref in inside for other in lookup.ways(state, pack, ref) if other.partition("/")[0] != area}
    return linked | {ref for ref in inside if lookup.node(state, pack, ref).color == "orange"}


def _bearing(state: Position, pack: IsofarianPack, area: str, gate: str) -> float:
    """The direction in which a gate lies from its town on the land."""
    middle = next((pack.nodes[ref] for name in MIDDLES if (ref := f"{area}/{name}") in pack.nodes), lookup.NOWHERE)
    there = lookup.node(state, pack, gate)
    if None in (middle.x, middle.y, there.x, there.y):
        return -pi / 2
    return atan2((there.y or 0) - (middle.y or 0), (there.x or 0) - (middle.x or 0))


def _apart(angles: Mapping[str, float], least: float) -> dict[str, float]:
    """The same directions with at least so much between neighbours."""
    spread: dict[str, float] = {}
    last: float | None = None
    for name, angle in sorted(angles.items(), key=lambda entry: entry[1]):
        last = angle if last is None else max(angle, last + least)
        spread[name] = last
    return spread


def _between(taken: list[float], number: int) -> list[float]:
    """Directions for so many houses, where the gaps between the gates are widest."""
    if not taken:
        return [2 * pi * place / max(number, 1) - pi / 2 for place in range(number)]
    free = list(taken)
    found: list[float] = []
    for _ in range(number):
        free.sort()
        gaps = [(after - before, before) for before, after in zip(free, [*free[1:], free[0] + 2 * pi], strict=True)]
        gap, before = max(gaps)
        angle = before + gap / 2
        found.append(angle)
        free.append(angle if angle <= pi else angle - 2 * pi)
    return sorted(found)


def _at(centre: Point, angle: float, far: float) -> Point:
    # wider than high, as a screen is
    return round(centre[0] + 1.25 * far * cos(angle)), round(centre[1] + 0.85 * far * sin(angle))


def road(one: Point, two: Point) -> str:
    """A road between two points as an SVG path with a slight bend, always the same for the same ends."""
    (x1, y1), (x2, y2) = sorted((one, two))
    length = hypot(x2 - x1, y2 - y1) or 1
    bend = ((x1 * 7 + y1 * 13 + x2 * 3 + y2) % 21 - 10) / 100 * min(length, 260)
    middle_x = (x1 + x2) / 2 - (y2 - y1) / length * bend
    middle_y = (y1 + y2) / 2 + (x2 - x1) / length * bend
    return f"M{x1} {y1}Q{middle_x:.0f} {middle_y:.0f} {x2} {y2}"
