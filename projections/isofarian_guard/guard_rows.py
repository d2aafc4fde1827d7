"""Guards in rows: stats with where each point comes from, satchel, bag, equipment with its stones, abilities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from projections.isofarian_guard.battle_pieces import chip_rows
from projections.isofarian_guard.naming import Names, guard
from projections.views import Row
from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.facts import ABILITY_SLOTS, GEM_COLOURS
from rules.isofarian_guard.campaign.state import Guard, Position, Worn
from rules.isofarian_guard.content.parts import Bonus
from rules.kernel import player_name, size, words

STATS: Mapping[derived.Stat, tuple[str, str]] = {
    "hp": ("Maximum HP", "heart"), "atk": ("ATK", "sword"), "def": ("DEF", "shield"), "ap": ("AP", "bolt"),
}  # fmt: skip
KIND_ICONS: Mapping[str, str] = {
    "material": "leather", "item": "potion", "tool": "axe", "weapon": "sword", "armor": "armor", "accessory": "ring",
    "stone": "gem", "unknown": "card",
}  # fmt: skip
_ELEMENTS = {colour: element for element, colour in GEM_COLOURS.items()}


def guard_row(state: Position, names: Names, name: str) -> Row:
    """Everything that lies on and beside a guard's two dashboards."""
    sheet = state.guards[name]
    facts = names.pack.guards.get(name)
    return {
        "guard": name,
        "name": guard(name),
        "player": player_name(state.control.get(name, "")),
        "seat": state.players.index(state.control[name]) + 1 if state.control.get(name) in state.players else 1,
        "about": ", ".join(filter(None, [facts.class_.capitalize(), f"[{words(facts.keyword)}]"])) if facts else "",
        "hp": sheet.hp,
        "hp_max": derived.hp_max(sheet),
        "ap": derived.ap_active(sheet),
        "ap_max": derived.ap_max(sheet),
        "stats": [_stat(names, sheet, stat) for stat in STATS],
        "bag": chip_rows(sheet.bag),
        "bag_size": size(sheet.bag),
        "slots": _slots(state, names, sheet),
        "satchel": card_rows(state, names, sheet.satchel),
        "equipment": list(_equipment(names, sheet)),
        "abilities": list(_abilities(names, sheet)),
        "skills": len(sheet.skills) - 1,
    }


def card_rows(state: Position, names: Names, cards: Mapping[str, int]) -> list[Row]:
    """Cards by kind and name: how many, and of a quantity card how many the party may carry."""
    order = list(KIND_ICONS)
    found = [_card(state, names, card, count) for card, count in cards.items() if count]
    return sorted(found, key=lambda row: (order.index(row["kind"]), row["name"]))


def card_icon(state: Position, names: Names, card: str) -> str:
    """The symbol of a card: of a wood or an ore its own, else that of its kind."""
    material = lookup.material(state, names.pack, card)
    if material is not None and material.kind in ("wood", "ore"):
        return material.kind
    return KIND_ICONS[lookup.kind_of(state, names.pack, card)]


def _card(state: Position, names: Names, card: str, count: int) -> Row:
    kind = lookup.kind_of(state, names.pack, card)
    limit = derived.material_limit(state, card) if kind == "material" else None
    return {
        "id": card,
        "name": names.card(card),
        "kind": kind,
        "icon": card_icon(state, names, card),
        "n": count,
        "limit": limit,
    }


def _stat(names: Names, sheet: Guard, stat: derived.Stat) -> Row:
    label, icon = STATS[stat]
    total = derived.stat(sheet, stat)
    return {"id": stat, "label": label, "icon": icon, "total": total.value, "cap": total.cap,
            "parts": _parts(names, total.shares)}  # fmt: skip


def _parts(names: Names, shares: Iterable[derived.Share]) -> list[dict[str, Any]]:
    printed = ("base", "skills")
    return [
        {"value": share.value, "words": share.label, "card": ""}
        if share.source in printed
        else {"value": share.value, "words": names.card(share.source), "card": share.source}
        for share in shares
    ]


def _slots(state: Position, names: Names, sheet: Guard) -> Row:
    total = derived.slots(state, sheet)
    used = derived.used_of(state, sheet.satchel)
    return {"total": total.value, "used": used, "open": total.value - used, "parts": _parts(names, total.shares)}


def _equipment(names: Names, sheet: Guard) -> Iterator[Row]:
    worn = dict(derived.worn(sheet))
    for slot in ("weapon", "armor", "accessory"):
        card = worn.get(slot)
        yield {
            "slot": slot,
            "label": slot.capitalize(),
            "icon": KIND_ICONS[slot],
            **(_worn(names, card) if card else {}),
        }
    item = {"id": sheet.item, "name": names.card(sheet.item)} if sheet.item else {}
    yield {"slot": "item", "label": "Item", "icon": KIND_ICONS["item"], **item}


def _worn(names: Names, card: Worn) -> Row:
    stones = [
        {
            "id": stone.stone,
            "name": names.card(stone.stone),
            "gives": _gives(names, stone.bonuses),
            "ability": names.ability(stone.ability) if stone.ability else "",
        }
        for stone in card.stones
    ]
    return {
        "id": card.card,
        "name": names.card(card.card),
        "gives": _gives(names, card.bonuses),
        "stones": stones,
        "free_slots": card.open_slots - len(card.stones),
    }


def _gives(names: Names, bonuses: Iterable[Bonus]) -> str:
    return ", ".join(filter(None, map(names.bonus, bonuses)))


def _abilities(names: Names, sheet: Guard) -> Iterator[Row]:
    for slot in ABILITY_SLOTS:
        ability = sheet.abilities.get(slot)
        gem = sheet.gems.get(slot, "")
        yield {
            "slot": slot,
            "id": ability or "",
            "name": names.ability(ability) if ability else "",
            "gem": gem,
            "element": _ELEMENTS.get(gem, ""),
        }
