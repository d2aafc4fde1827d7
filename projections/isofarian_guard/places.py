"""A node in words: its colour, what it yields and offers, who may wait there, what is marked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from projections.isofarian_guard.atlas import LAND, OPEN_AREAS, area_of
from projections.isofarian_guard.naming import Names, begin
from projections.searching import folded
from projections.views import Row
from rules.isofarian_guard.campaign import lookup
from rules.isofarian_guard.campaign.facts import SKULL_LABELS
from rules.isofarian_guard.campaign.journey import markers_at
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.parts import Node
from rules.kernel import words

COLOURS: Mapping[str, str] = {
    "yellow": "An event chip is drawn here",
    "green": "Safe",
    "blue": "Water: by boat only, and an event chip is drawn",
    "orange": "Gate",
    "red": "Closed until the campaign book opens it",
    "unknown": "Nobody has said yet which colour it has",
}
SERVICES: Mapping[str, tuple[str, str]] = {
    "inn": ("Inn", "rest"), "market": ("Market", "shop"), "blacksmith": ("Blacksmith", "anvil"),
    "barracks": ("Barracks", "rest"), "lumbermill": ("Lumbermill", "wood"), "lapidary": ("Lapidary", "gems"),
    "training_yard": ("Training Yard", "target"), "courtyard": ("Courtyard", "castle"),
    "fort_blacksmith": ("Blacksmith", "anvil"), "fort_apothecary": ("Apothecary", "potion"),
}  # fmt: skip


def place_row(state: Position, pack: IsofarianPack, ref: str) -> Row:
    """All that is known of a node."""
    names = Names(pack, state)
    here = lookup.node(state, pack, ref)
    color = lookup.color(state, pack, ref)
    region = lookup.region(state, pack, ref)
    return {
        "id": ref,
        "name": begin(names.place(ref)),
        "short": names.node(ref),
        "area": names.area(ref.partition("/")[0]),
        "color": color,
        "meaning": COLOURS[color],
        "inferred": "color" in here.inferred and color != "unknown",
        "region": names.region(region) if region else "",
        "dock": here.dock,
        "service": SERVICES[here.service][0] if here.service else "",
        "wood": [names.card(card) for card in here.wood],
        "ore": [names.card(card) for card in here.ore],
        "marked": [{"kind": kind, "quest": names.quest(marker.quest)} for kind, marker in markers_at(state, ref)],
        "boat": state.boat.at == ref,
        "pile": bool(state.pile and state.pile.at == ref),
        "checkpoint": state.checkpoint == ref,
        "encounters": list(_encounters(state, names, ref)),
        "met": sorted(_met(state, names, ref)),
    }


def _encounters(state: Position, names: Names, ref: str) -> Iterator[Row]:
    """Who waits behind each skull in this chapter, where somebody has recorded it."""
    for skull, encounter in sorted(lookup.encounters(state, names.pack, ref).items()):
        yield {
            "skull": SKULL_LABELS.get(skull, words(skull)),
            "enemies": names.foes(encounter.enemies),
            "ambush": encounter.ambush,
        }


def _met(state: Position, names: Names, ref: str) -> Iterator[str]:
    """Enemies that the index names for a node in this chapter, behind whichever skull."""
    chapter = str(state.chapter)
    for enemy, facts in names.pack.enemies.items():
        for stars, card in facts.cards.items():
            if ref in card.nodes.get(chapter, ()):
                yield f"{names.enemy(enemy)} {'★' * int(stars)}"


def map_page(state: Position, pack: IsofarianPack, query: Mapping[str, str]) -> Row:
    """The whole map, a node of it in words, and where a card comes from.

    :param query: ``node`` to be told of, ``find`` a card whose places are pointed out, ``q`` a number or a name to look
        for, ``area`` a town
    """
    known = {**pack.nodes, **state.learned.nodes}
    names = Names(pack, state)
    node = query.get("node", "")
    find = query.get("find", "")
    towns = sorted({ref.partition("/")[0] for ref in known} - OPEN_AREAS)
    area = query.get("area", "")
    wanted = query.get("q", "").strip()[:40]
    found = _named(names, known, wanted) if wanted else _yielding(known, find)
    if wanted and found:
        node = found[0]
    return {
        "area": area if area in towns else LAND,
        "towns": [{"id": town, "name": names.area(town)} for town in towns],
        "place": place_row(state, pack, node if node in known else state.at),
        "chosen": node if node in known else "",
        "find": names.card(find) if find else "",
        "q": wanted,
        "found": found or ([node] if node in known else []),
    }


def _yielding(known: Mapping[str, Node], card: str) -> list[str]:
    return sorted(ref for ref, facts in known.items() if card in (*facts.wood, *facts.ore)) if card else []


def _named(names: Names, known: Mapping[str, Node], wanted: str) -> list[str]:
    """The nodes of a number, or whose name holds some words; those on the land first."""
    exact = [ref for ref in known if folded(names.node(ref)) == folded(wanted)]
    found = exact or [ref for ref in known if folded(wanted) in folded(names.place(ref))]
    return sorted(found, key=lambda ref: (area_of(ref) != LAND, ref))
