"""The towns' places. Their mini-maps are in no source, so each is drawn as a hub with its services around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules.isofarian_guard.content.parts import Node, Service
from rules.isofarian_guard.content.workbook.graph import hub

FORT = "fort_istra"
_CITY_SERVICES: tuple[Service, ...] = ("inn", "market", "blacksmith")
_FORT_PLACES: Mapping[str, Service | None] = {
    "barracks": "barracks",
    "lumbermill": "lumbermill",
    "lapidary": "lapidary",
    "training_yard": "training_yard",
    "blacksmith": "fort_blacksmith",
    "apothecary": "fort_apothecary",
    "boat_dock": None,
}
_INFERRED = ("color", "paths")


def nodes(cities: Iterable[str], dock_gate: str | None) -> dict[str, Node]:
    """Hubs and services of all cities and of the fort. Their layout is inferred and marked so.

    :param dock_gate: the gate of the fort that is a dock of the main map, which the Boat Dock then lies at
    """
    return {**dict(_cities(cities)), **dict(_fort(dock_gate))}


def _cities(cities: Iterable[str]) -> Iterator[tuple[str, Node]]:
    for city in cities:
        yield hub(city), Node(color="green", city=city, inferred=("color",))
        for service in _CITY_SERVICES:
            node = Node(color="green", service=service, city=city, paths=(hub(city),), inferred=_INFERRED)
            yield f"{city}/{service}", node


def _fort(dock_gate: str | None) -> Iterator[tuple[str, Node]]:
    yield hub(FORT), Node(color="green", service="courtyard", inferred=("color",))
    for place, service in _FORT_PLACES.items():
        dock = place == "boat_dock"
        water = (dock_gate,) if dock and dock_gate else ()
        inferred = (*_INFERRED, "waterways") if water else _INFERRED
        node = Node(color="green", service=service, dock=dock, paths=(hub(FORT),), waterways=water, inferred=inferred)
        yield f"{FORT}/{place}", node
