"""The card data of a case as a pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rules.isofarian_guard.content.pack import IsofarianPack, basics

PARTS: Mapping[str, str] = {
    "item": "items",
    "tool": "items",
    "material": "materials",
    "weapon": "weapons",
    "armor": "armors",
    "accessory": "accessories",
    "speaking_stone": "stones",
}
"""The part of a pack in which a card of a kind stands."""


def content_of(given: Mapping[str, Any]) -> IsofarianPack:
    """The rulebook's facts, the case's cards over them, and bare cards for what merely lies in satchels and slots."""
    content = _plain(given.get("content") or {})
    base = basics()
    parts: dict[str, Any] = {
        "abilities": {**_guard_abilities(content), **_stonebound(content)},
        "weapons": {card: _with_cost(data) for card, data in content.get("weapons", {}).items()},
        "armors": content.get("armor", {}),
        "accessories": content.get("accessories", {}),
        "items": {card: {"effects": [], **data} for card, data in content.get("items", {}).items()},
        "enemies": _enemies(content, given),
        "ai_cards": content.get("ai_cards", {}),
        "materials": {},
        "stones": {},
    }
    for ability, bare in _lying_abilities(given):
        parts["abilities"].setdefault(ability, bare)
    for card, kind in _lying_cards(given, content):
        part = PARTS[kind]
        if not any(card in known for known in parts.values()) and card not in getattr(base, part):
            parts[part][card] = _bare(kind)
    laid = msgspec.convert({"game": "isofarian_guard", "name": "case", **parts}, IsofarianPack)
    over = {part: {**getattr(base, part), **getattr(laid, part)} for part in parts}
    return msgspec.structs.replace(base, name="case", **over)


def _plain(data: Any) -> Any:
    """Data with text keys throughout, and without what is null: that is as good as left out, except that effects which
    are null are not known."""
    if isinstance(data, Mapping):
        return {str(key): _plain(value) for key, value in data.items() if value is not None or key == "effects"}
    return [_plain(value) for value in data] if isinstance(data, list) else data


def _guard_abilities(content: Mapping[str, Any]) -> Mapping[str, Any]:
    return {
        ability: {
            "type": "guard_ability",
            "guard": data["owner"],
            **{side: _side(data[side]) for side in ("P", "S") if side in data},
        }
        for ability, data in content.get("guard_abilities", {}).items()
    }


def _side(data: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"effects": [], **_with_cost(data)}


def _with_cost(data: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**data, "cost": data.get("cost") or {}}


def _stonebound(content: Mapping[str, Any]) -> Mapping[str, Any]:
    return {
        ability: {
            "type": "stonebound",
            "guard": data["owner"],
            "effects": [],
            **{key: value for key, value in data.items() if key != "owner"},
        }
        for ability, data in content.get("stonebound", {}).items()
    }


def _enemies(content: Mapping[str, Any], given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Enemy types. A type's deck has the AI cards that the case lists, and no others."""
    ai_cards = content.get("ai_cards", {})
    known = content.get("enemies", {})
    types = {*known, *ai_cards, *(enemy["type"] for enemy in (given.get("enemies") or {}).values())}
    return {name: {**known.get(name, {}), "ai_deck": len(ai_cards.get(name, {}))} for name in sorted(types)}


def _lying_abilities(given: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every ability that lies in a slot, as a card of which no more is told."""
    for name, guard in (given.get("guards") or {}).items():
        for card in ((guard or {}).get("slots") or {}).values():
            if "stonebound" in card:
                yield card["stonebound"], {"type": "stonebound", "guard": "any"}
            else:
                yield card["ability"], {"type": "guard_ability", "guard": name}


def _lying_cards(given: Mapping[str, Any], content: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every card that lies somewhere, and its kind."""
    for guard in (given.get("guards") or {}).values():
        for entry in (guard or {}).get("satchel") or ():
            yield entry["card"], entry["kind"]
        for kind in ("weapon", "accessory", "item"):
            worn = (guard or {}).get(kind)
            if worn:
                yield worn if isinstance(worn, str) else worn["card"], kind
    for entry in (given.get("dropped_pile") or {}).get("cards") or ():
        yield entry["card"], entry["kind"]
    for drop in (given.get("pending_rewards") or {}).get("drops") or ():
        yield drop, "material"
    for enemy in content.get("enemies", {}).values():
        for card in enemy.get("cards", {}).values():
            for drop in (card.get("rewards") or {}).get("drops") or ():
                yield drop, "material"


def _bare(kind: str) -> Mapping[str, Any]:
    bare: Mapping[str, Mapping[str, Any]] = {"item": {"effects": []}, "tool": {"tool": True}, "weapon": {"cost": {}}}
    return bare.get(kind, {})
