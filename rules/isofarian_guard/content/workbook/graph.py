"""The map graph: nodes with their coordinates and the edges between them, joined with what the workbook tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from rules.isofarian_guard.content.parts import Node
from rules.isofarian_guard.content.workbook.names import key
from rules.isofarian_guard.content.workbook.report import Kind, Note
from rules.kernel import PackInvalid, Problem

SOURCE = "map graph"
MAX_NODES = 5_000
MAX_EDGES = 20_000
# The one place of a town that the graph knows. The fort has no streets, but a courtyard.
HUBS: Mapping[str, str] = {"fort_istra": "courtyard"}
_HUB = "streets"
_MAPS: Mapping[str, str] = {"fw_": "frozen_wastes", "ic_": "ice_caves"}


class Spot(msgspec.Struct, frozen=True):
    """A node of the graph.

    :param type: ``town``, ``special``, or nothing
    """

    id: str
    name: str
    x: int
    y: int
    type: Literal["town", "special"] | None = None

    @property
    def ref(self) -> str:
        """Its reference in a pack."""
        if self.type == "town":
            return hub(self.id)
        for prefix, area in _MAPS.items():
            if self.id.startswith(prefix):
                return f"{area}/{key(self.id.removeprefix(prefix))}"
        return f"main/{key(self.id)}"


class Edge(msgspec.Struct, frozen=True):
    """A connection. ``water``: flagged as needing a boat."""

    a: str
    b: str
    water: bool = False


class Graph(msgspec.Struct, frozen=True):
    """A map graph that was checked: every edge joins two of its nodes, none stands twice.

    :param notes: what was left out
    """

    size: tuple[int, int] | None = None
    spots: Mapping[str, Spot] = {}
    edges: tuple[Edge, ...] = ()
    notes: tuple[Note, ...] = ()


class Traces(msgspec.Struct, frozen=True):
    """What the workbook tells of nodes, by reference.

    :param named: nodes that it names without telling what they are
    :param water: nodes in the colour of water
    :param met: nodes where enemies may be met
    :param wood: woods by node
    :param ore: ores by node
    """

    named: frozenset[str] = frozenset()
    water: frozenset[str] = frozenset()
    met: frozenset[str] = frozenset()
    wood: Mapping[str, tuple[str, ...]] = {}
    ore: Mapping[str, tuple[str, ...]] = {}

    @property
    def refs(self) -> frozenset[str]:
        """All nodes that it names."""
        return self.named | self.met | self.water | frozenset(self.wood) | frozenset(self.ore)


def hub(town: str) -> str:
    """The reference of the one node that stands for a town."""
    return f"{town}/{HUBS.get(town, _HUB)}"


def read(data: Mapping[str, Any]) -> Graph:
    """Check a parsed map graph.

    :raises PackInvalid: when it is none, or too large
    """
    listed, edges = data.get("nodes"), data.get("edges")
    if not isinstance(listed, list) or not isinstance(edges, list):
        raise PackInvalid([Problem("", "The file is no map graph: lists of nodes and edges were expected.")])
    if len(listed) > MAX_NODES or len(edges) > MAX_EDGES:
        raise PackInvalid([Problem("", f"The map graph has more than {MAX_NODES:,} nodes or {MAX_EDGES:,} edges.")])
    notes: list[Note] = []
    spots = dict(_spots(listed, notes))
    kept = tuple(_edges(edges, spots, notes))
    known = {"format", "coordinate_space", "nodes", "edges"}
    strange = [name for name in data if name not in known]
    notes += [_note(name, data[name], "not_understood", "no part of a map graph") for name in strange]
    return Graph(_size(data.get("coordinate_space")), spots, kept, tuple(notes))


def _spots(listed: list[Any], notes: list[Note]) -> Iterator[tuple[str, Spot]]:
    seen: set[str] = set()
    for index, entry in enumerate(listed):
        try:
            spot = msgspec.convert(entry, Spot)
        except msgspec.ValidationError as error:
            notes.append(_note(f"nodes[{index}]", entry, "not_understood", str(error)))
            continue
        if spot.ref in seen or not key(spot.id):
            notes.append(_note(f"node {spot.id}", entry, "not_understood", "the node stands twice or has no id"))
            continue
        seen.add(spot.ref)
        yield spot.id, spot


def _edges(listed: list[Any], spots: Mapping[str, Spot], notes: list[Note]) -> Iterator[Edge]:
    seen: set[frozenset[str]] = set()
    for index, entry in enumerate(listed):
        try:
            edge = msgspec.convert(entry, Edge)
        except msgspec.ValidationError as error:
            notes.append(_note(f"edges[{index}]", entry, "not_understood", str(error)))
            continue
        ends = frozenset({edge.a, edge.b})
        if not ends <= set(spots) or len(ends) < 2 or ends in seen:
            message = "it leads nowhere, joins a node with itself, or stands twice"
            notes.append(_note(f"edge {edge.a}-{edge.b}", entry, "not_understood", message))
            continue
        seen.add(ends)
        yield edge


def _size(space: Any) -> tuple[int, int] | None:
    if isinstance(space, Mapping) and isinstance(space.get("width"), int) and isinstance(space.get("height"), int):
        return space["width"], space["height"]
    return None


def _note(place: str, content: object, kind: Kind, message: str) -> Note:
    return Note(SOURCE, place, repr(content)[:200], kind, message)


def nodes(graph: Graph, traces: Traces, printed: Mapping[str, Node]) -> Mapping[str, Node]:
    """The nodes of a pack: places and edges from the graph, colours concluded from both sources.

    :param printed: nodes of which the rulebook tells, which stay as they are where it does
    """
    return _Builder(graph, traces, printed).nodes()


class _Builder:
    def __init__(self, graph: Graph, traces: Traces, printed: Mapping[str, Node]) -> None:
        self._graph, self._traces, self._printed = graph, traces, printed
        self._refs = {spot.id: spot.ref for spot in graph.spots.values()}
        self._hubs = {spot.ref for spot in graph.spots.values() if spot.type == "town"}
        self._linked: set[str] = set()
        self._paths: dict[str, list[str]] = {}
        self._waterways: dict[str, list[str]] = {}
        self._unflagged: dict[str, list[str]] = {}
        self._links: dict[str, str] = {}
        self._docks: set[str] = set()
        for edge in graph.edges:
            self._join(self._refs[edge.a], self._refs[edge.b], edge.water)

    def nodes(self) -> Mapping[str, Node]:
        spots = {spot.ref: spot for spot in self._graph.spots.values()}
        printed = sorted(self._paths.keys() - spots.keys())
        refs = dict.fromkeys([*spots, *printed, *sorted(self._traces.refs)])
        return {ref: self._node(ref, spots.get(ref)) for ref in refs}

    def _join(self, a: str, b: str, flagged: bool) -> None:
        if _area(a) != _area(b):
            self._link(*((a, b) if _area(a) == "main" else (b, a)))
        elif flagged or {a, b} & self._traces.water:
            shore, water = sorted((a, b), key=self._shore_first)
            self._sail(shore, water, flagged)
        else:
            near, far = sorted((a, b), key=_order)
            self._paths.setdefault(near, []).append(far)

    def _link(self, gate: str, inner: str) -> None:
        self._linked.add(gate)
        printed = self._printed.get(gate)
        if inner not in self._hubs:
            self._links[inner] = gate
        elif printed and printed.map_link:
            self._paths.setdefault(printed.map_link, []).append(inner)
        else:
            self._links[gate] = inner

    def _sail(self, shore: str, water: str, flagged: bool) -> None:
        self._waterways.setdefault(shore, []).append(water)
        if not flagged:
            self._unflagged.setdefault(shore, []).append(water)
        self._docks |= {end for end in (shore, water) if end not in self._traces.water}

    def _shore_first(self, ref: str) -> tuple[bool, tuple[int, str]]:
        return ref in self._traces.water, _order(ref)

    def _node(self, ref: str, spot: Spot | None) -> Node:
        color = self._color(ref)
        known = self._printed.get(ref, Node()).color != "unknown"
        inferred = ("color",) if color != "unknown" and not known else ()
        region = "water" if color == "blue" else None
        open_region = color in ("yellow", "unknown") and _area(ref) not in HUBS
        return Node(
            label=spot.name if spot and spot.name != spot.id else "",
            color=color,
            region=region,
            paths=tuple(sorted(self._paths.get(ref, ()), key=_order)),
            waterways=tuple(sorted(self._waterways.get(ref, ()), key=_order)),
            unflagged=tuple(sorted(self._unflagged.get(ref, ()), key=_order)),
            map_link=self._links.get(ref),
            dock=ref in self._docks,
            wood=self._traces.wood.get(ref, ()),
            ore=self._traces.ore.get(ref, ()),
            x=spot.x if spot else None,
            y=spot.y if spot else None,
            inferred=(*inferred, *(("dock",) if ref in self._docks else ())),
            unknown=("region",) if open_region else (),
        )

    def _color(self, ref: str) -> Literal["yellow", "green", "blue", "orange", "red", "unknown"]:
        printed = self._printed.get(ref)
        if printed and printed.color != "unknown":
            return printed.color
        if ref in self._traces.water:
            return "blue"
        if ref in self._traces.met:
            return "yellow"
        if ref in self._traces.wood or ref in self._traces.ore or ref in self._hubs:
            return "green"
        return "orange" if ref in self._linked else "unknown"


def _area(ref: str) -> str:
    return ref.partition("/")[0]


def _order(ref: str) -> tuple[int, str]:
    """Numbered nodes by number, then the others by name."""
    place = ref.partition("/")[2]
    return (int(place), ref) if place.isdigit() else (10_000, ref)
