"""The Stash page: every card with how many there are, where it comes from and what it is needed for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from projections.isofarian_guard.card_index import CardIndex, Source, Use, card_index
from projections.isofarian_guard.guard_rows import card_icon
from projections.isofarian_guard.naming import Names, counted, guard
from projections.searching import folded
from projections.views import Row
from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.fighting import pack_of
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack

CATEGORIES: Mapping[str, str] = {
    "held": "What we have", "material": "Materials", "item": "Items", "weapon": "Weapons", "armor": "Armor",
    "accessory": "Accessories", "stone": "Stones", "all": "Everything",
}  # fmt: skip
PARTS = ("materials", "items", "weapons", "armors", "accessories", "stones")
NODES_TOLD = 8


def stash_page(state: Position, pack: IsofarianPack, query: Mapping[str, str]) -> Row:
    """Cards of a category, or those whose name holds what is looked for.

    :param query: ``kind`` one of the categories, ``q`` words of the name
    """
    full = pack_of(state, pack)
    names = Names(full, state)
    kind = query.get("kind", "held")
    wanted = query.get("q", "").strip()[:60]
    cards = [_card(state, names, card) for card in _every_card(state, full)]
    shown = [row for row in cards if _fits(row, kind if kind in CATEGORIES else "held", wanted)]
    index = card_index(full)
    for row in shown:
        row["sources"] = list(_sources(state, names, index, row["id"]))
        row["uses"] = list(_uses(names, index, row["id"]))
        row["spots"] = any(source.kind == "node" for source in index.sources.get(row["id"], ()))
    return {
        "sil": state.stash.sil,
        "purse": state.sil,
        "kind": kind,
        "q": wanted,
        "categories": [{"id": id_, "label": label} for id_, label in CATEGORIES.items()],
        "cards": sorted(shown, key=lambda row: row["name"]),
        "total": sum(row["stash"] for row in cards),
    }


def _every_card(state: Position, pack: IsofarianPack) -> Iterable[str]:
    held = [state.stash.cards, *(guard.satchel for guard in state.guards.values())]
    known = [getattr(pack, part) for part in PARTS]
    return dict.fromkeys(card for cards in (*held, *known) for card in cards)


def _card(state: Position, names: Names, card: str) -> dict[str, Any]:
    kind = lookup.kind_of(state, names.pack, card)
    carried = {name: state.guards[name].satchel.get(card, 0) for name in state.party}
    worn = [name for name in state.party if card in _on(state, name)]
    stash = state.stash.cards.get(card, 0)
    return {
        "id": card,
        "name": names.card(card),
        "kind": kind,
        "icon": card_icon(state, names, card),
        "stash": stash,
        "carried": sum(carried.values()),
        "equipped": len(worn),
        "limit": derived.material_limit(state, card) if kind == "material" else None,
        "where": [f"{guard(name)} carries {count}" for name, count in carried.items() if count]
        + [f"{guard(name)} has it equipped" for name in worn],
        "held": bool(stash or any(carried.values()) or worn),
        "gives": _gives(state, names, card),
    }


def _on(state: Position, name: str) -> Iterator[str]:
    sheet = state.guards[name]
    for _, worn in derived.worn(sheet):
        yield worn.card
        yield from (stone.stone for stone in worn.stones)
    if sheet.item:
        yield sheet.item


def _gives(state: Position, names: Names, card: str) -> str:
    facts = lookup.equipment(state, names.pack, card)
    bonuses = facts.bonuses if facts else lookup.stone_bonuses(state, names.pack, card)
    return ", ".join(filter(None, map(names.bonus, bonuses)))


def _fits(row: Mapping[str, Any], kind: str, wanted: str) -> bool:
    if wanted:
        return folded(wanted) in folded(row["name"])
    if kind == "held":
        return bool(row["held"])
    return kind == "all" or row["kind"] == kind or (kind == "item" and row["kind"] == "tool")


def _sources(state: Position, names: Names, index: CardIndex, card: str) -> Iterator[str]:
    """Ways to come by a card, each in a line; of an enemy where it is met in this chapter or else in which chapter."""
    for source in index.sources.get(card, ()):
        yield _source(state, names, source)


def _source(state: Position, names: Names, source: Source) -> str:
    if source.kind == "node":
        return f"At {_places(names, source.nodes[''])}"
    if source.kind == "enemy":
        here = source.nodes.get(str(state.chapter), ())
        where = f"at {_places(names, here)}" if here else _later(source.nodes)
        return f"{names.enemy(source.of)} {'★' * int(source.stars)} {where}".strip()
    if source.kind == "market":
        return f"Market of {names.area(source.of)}, {source.price} Sil"
    return "The Lapidary of Fort Istra" if source.kind == "lapidary" else f"Made by {_smith(names, source.of)}"


def _places(names: Names, nodes: Iterable[str]) -> str:
    told = [names.node(ref) for ref in nodes]
    more = f" and {len(told) - NODES_TOLD} more" if len(told) > NODES_TOLD else ""
    return ", ".join(told[:NODES_TOLD]) + more


def _later(nodes: Mapping[str, tuple[str, ...]]) -> str:
    chapters = [chapter for chapter, there in nodes.items() if there]
    return f"in chapter {' and '.join(chapters)}" if chapters else ""


def _smith(names: Names, place: str) -> str:
    return f"the blacksmith of {names.area(place)}" if place in names.pack.cities else names.shop(place)


def _uses(names: Names, index: CardIndex, card: str) -> Iterator[str]:
    for use in index.uses.get(card, ()):
        yield f"{use.amount} for {_use(names, use)}"


def _use(names: Names, use: Use) -> str:
    if use.kind == "build":
        deed = "rebuilding" if use.at == "1" else "upgrading"
        return f"{deed} the {names.building(use.made, int(use.at))}"
    made = counted(names.card(use.made), 1)
    return f"{made} at the Lapidary" if use.kind == "lapidary" else f"{made}, {_smith(names, use.at)}"
