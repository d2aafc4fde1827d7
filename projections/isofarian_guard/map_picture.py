"""The map as a picture: the real graph, where the party is and may go, what it has seen, and what lies where."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from projections.isofarian_guard import atlas
from projections.isofarian_guard.atlas import LAND, Point
from projections.isofarian_guard.naming import Names, begin
from projections.isofarian_guard.places import SERVICES
from rules.isofarian_guard.campaign import lookup
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack

SIGHT, WIDE_SIGHT = (1500, 1000), (2200, 1700)
"""How much of the land is shown around the party at first: at the table, and on a page of its own."""
TOWN_EDGE = 125


@dataclass(frozen=True)
class Road:
    """A connection.

    :param kind: ``path``, ``waterway`` or ``link``
    :param open: the party may take it now
    """

    path: str
    kind: str
    open: bool = False


@dataclass(frozen=True)
class Spot:
    """A node on the picture.

    :param label: what stands in or beside it
    :param town: its name stands beside it, as of a town
    :param signs: symbols of what lies or is offered here
    :param near: the nodes beside it, for the arrow keys
    :param said: all of that in words
    """

    ref: str
    x: int
    y: int
    color: str
    label: str
    town: bool
    seen: bool
    here: bool
    found: bool
    signs: tuple[str, ...]
    near: tuple[str, ...]
    said: str

    @property
    def id(self) -> str:
        """An id for the page."""
        return f"node-{self.ref.replace('/', '-')}"


@dataclass(frozen=True)
class Picture:
    """A map, ready to be drawn.

    :param area: which: the land, or a town
    :param view: left, top, width and height of what is shown at first
    """

    area: str
    name: str
    width: int
    height: int
    view: tuple[int, int, int, int]
    roads: tuple[Road, ...]
    spots: tuple[Spot, ...]

    @property
    def in_town(self) -> bool:
        """It shows a single town."""
        return self.area != LAND


def picture(
    state: Position,
    pack: IsofarianPack,
    area: str = "",
    *,
    moves: Collection[str] = (),
    found: Collection[str] = (),
    wide: bool = False,
) -> Picture:
    """The map around the party, or of another area.

    :param moves: nodes to which the party may go now
    :param found: nodes that are pointed out
    :param wide: show much of it at first: around the one that is pointed out, or all of it where there are several
    """
    area = area or atlas.area_of(state.at)
    names = Names(pack, state)
    layout = atlas.layout(state, pack, area)
    width, height = atlas.size(pack, area, layout)
    shown = [layout[ref] for ref in found if ref in layout]
    at = shown[0] if len(shown) == 1 else layout.get(state.at) or layout.get(_middle(state.at))
    return Picture(
        area=area,
        name="The land" if area == LAND else names.area(area),
        width=width,
        height=height,
        view=_around(layout)
        if area != LAND
        else _view(width, height, None if len(shown) > 1 else at, WIDE_SIGHT if wide else SIGHT),
        roads=tuple(_roads(state, pack, area, layout, moves)),
        spots=tuple(_spot(state, names, ref, point, area, layout, found) for ref, point in layout.items()),
    )


def _middle(ref: str) -> str:
    """The place of a town on the land."""
    area = ref.partition("/")[0]
    return f"{area}/courtyard" if area == "fort_istra" else f"{area}/streets"


def _view(width: int, height: int, at: Point | None, sight: tuple[int, int]) -> tuple[int, int, int, int]:
    if at is None:
        return 0, 0, width, height
    # Never pushed back to the edge of the land: a narrow screen shows the middle of it alone.
    wide, high = min(sight[0], width), min(sight[1], height)
    return at[0] - wide // 2, at[1] - high // 2, wide, high


def _around(layout: Mapping[str, Point]) -> tuple[int, int, int, int]:
    """All of a town with a margin for names."""
    left, top = (min(point[axis] for point in layout.values()) - TOWN_EDGE for axis in (0, 1))
    right, bottom = (max(point[axis] for point in layout.values()) + TOWN_EDGE for axis in (0, 1))
    return left, top, right - left, bottom - top


def _roads(
    state: Position, pack: IsofarianPack, area: str, layout: Mapping[str, Point], moves: Collection[str]
) -> Iterator[Road]:
    """The connections of what a picture shows. A town shows none of those that pass it by."""
    here = state.at if state.at in layout else _middle(state.at)
    for ref in layout:
        for other, ways in lookup.ways(state, pack, ref).items():
            shown = area == LAND or area in (ref.partition("/")[0], other.partition("/")[0])
            if shown and other in layout and ref < other:
                kind = "path" if "path" in ways else "waterway" if "waterway" in ways else "link"
                ends = {ref, other}
                yield Road(atlas.road(layout[ref], layout[other]), kind, here in ends and bool(ends & set(moves)))


def _spot(
    state: Position, names: Names, ref: str, point: Point, area: str, layout: Mapping[str, Point],
    found: Collection[str],
) -> Spot:  # fmt: skip
    town = area == LAND and ref.partition("/")[2] in atlas.MIDDLES
    color = lookup.color(state, names.pack, ref)
    inside = list(_inside(state, ref)) if town else [ref]
    signs = tuple(dict.fromkeys(sign for each in inside for sign in _signs(state, names, each, town=town)))
    return Spot(
        ref=ref,
        x=point[0],
        y=point[1],
        color=color,
        label=names.area(ref.partition("/")[0]) if town else names.node(ref),
        town=town or not names.node(ref).isdecimal(),
        seen=any(each in state.visited for each in inside),
        here=state.at in inside,
        found=any(each in found for each in inside),
        signs=signs,
        near=tuple(other for other in lookup.ways(state, names.pack, ref) if other in layout),
        said=", ".join(_said(state, names, ref, color, signs)),
    )


def _inside(state: Position, middle: str) -> Iterator[str]:
    """The nodes of a town of which something is to be told on the land: where the party, boat or a marker is."""
    area = middle.partition("/")[0]
    markers = state.markers
    placed = [marker.at for marker in (markers.narrative, *markers.scrolls, markers.caravan) if marker is not None]
    pile = state.pile.at if state.pile else None
    for ref in (middle, *state.visited, state.at, state.boat.at, state.checkpoint, pile, *placed):
        if ref is not None and ref.partition("/")[0] == area:
            yield ref


def _signs(state: Position, names: Names, ref: str, *, town: bool) -> Iterator[str]:
    """Symbols beside a node: what lies there first, then what it yields and offers."""
    markers = state.markers
    marked = [marker.at for marker in (markers.narrative, *markers.scrolls, markers.caravan) if marker is not None]
    if ref in marked:
        yield "quest"
    if state.pile is not None and state.pile.at == ref:
        yield "backpack"
    if state.boat.at == ref:
        yield "boat"
    if state.checkpoint == ref:
        yield "campfire"
    here = lookup.node(state, names.pack, ref)
    if here.wood:
        yield "wood"
    if here.ore:
        yield "ore"
    if here.dock and state.boat.at != ref:
        yield "wave"
    if here.service and not town:
        yield SERVICES[here.service][1]


_WORDS: Mapping[str, str] = {
    "quest": "an event is marked", "backpack": "your pile lies there", "boat": "the boat is there",
    "campfire": "checkpoint", "wood": "wood", "ore": "ore", "wave": "dock",
}  # fmt: skip


def _said(state: Position, names: Names, ref: str, color: str, signs: Collection[str]) -> Iterator[str]:
    yield begin(names.place(ref))
    yield color if color != "unknown" else "colour unknown"
    here = lookup.node(state, names.pack, ref)
    for sign in signs:
        if sign in ("wood", "ore"):
            yield from (names.card(card) for card in (here.wood if sign == "wood" else here.ore))
        elif sign in _WORDS:
            yield _WORDS[sign]
    if ref in state.visited:
        yield "visited"
