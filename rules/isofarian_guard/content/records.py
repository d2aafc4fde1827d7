"""Single facts of a pack under the names and places of the index workbook: who sells what, what a recipe asks for,
where an enemy is met. Names are matched as people write them, whatever their apostrophes, dashes and spaces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.isofarian_guard.content.atlas import connections, enemies_at
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.parts import Bonus, Named
from rules.isofarian_guard.content.trade import Price, Recipe
from rules.isofarian_guard.content.workbook.names import card_id, key, node_id, ore_id
from rules.isofarian_guard.content.workbook.report import ImportReport

Record = Mapping[str, Any]

_BONUS_NAMES: Mapping[str, str] = {
    "black_sword_2": "sword2",
    "black_shield_2": "shield2",
    "purple_combo": "combo",
    "green_heart": "heart",
    "purple_heart": "heart",
    "green_evasion": "evasion",
    "purple_evasion": "evasion",
    "purple_poison": "poison",
    "red_stun": "stun",
}
_FORT = "Ft. Istra"
_TOWN_AREAS = frozenset({"main", "frozen_wastes", "ice_caves"})


def record(pack: IsofarianPack, report: ImportReport, kind: str, **key_fields: Any) -> Record | None:
    """One record, or ``None`` where the pack has no such thing.

    :param report: of the import that made the pack; it holds the upgrade paths that the workbook lists
    :param kind: enemy, node_encounters, market, recipe, chain, building, resource, stone, map_node, edge
    :param key_fields: what identifies the record: name, stars, node, chapter, item, place, material, id, a, b
    :raises KeyError: for a kind that there is not
    """
    if kind == "chain":
        return _chain(pack, report, str(key_fields["ends_with"]))
    return _READERS[kind](pack, **key_fields)


def _enemy(pack: IsofarianPack, name: str, stars: int) -> Record | None:
    enemy = pack.enemies.get(key(name))
    card = enemy.cards.get(str(stars)) if enemy else None
    if card is None:
        return None
    rewards = card.rewards
    return {
        "stats": {"att": card.atk, "def": card.def_, "ap": card.ap, "hp": card.hp},
        "lux": rewards.lux,
        "sil": rewards.sil or None,
        "encounters": {
            chapter: [node_id(ref) for ref in card.nodes.get(chapter, ())] for chapter in ("1", "2", "3", "4")
        },
        "item_drop": [_label(pack, card_) for card_ in rewards.items],
        "stone_drop": _label(pack, rewards.stone) if rewards.stone else None,
        "material_drops": {
            _label(pack, drop): {
                "nodes": [node_id(ref) for ref in rewards.only_at[drop]] if drop in rewards.only_at else "all",
                **_summoners(rewards.needs_summoner.get(drop, ())),
            }
            for drop in rewards.drops
        },
    }


def _summoners(refs: tuple[str, ...]) -> Record:
    return {"needs_summoner": [node_id(ref) for ref in refs]} if refs else {}


def _node_encounters(pack: IsofarianPack, node: str, chapter: int) -> Record | None:
    ref = _ref(pack, node)
    if ref is None:
        return None
    met = enemies_at(pack, ref, str(chapter))
    return {"enemies": [f"{pack.enemies[kind].label}/{stars}" for kind, stars in met]}


def _market(pack: IsofarianPack, item: str, place: str) -> Record | None:
    fort = _stall(place)
    prices = pack.fort_markets.get(fort, {}) if fort else _of_city(pack, place, lambda city: city.market)
    price: Price | None = prices.get(card_id(item))
    if price is None:
        return None
    values = {"buy": price.buy, "buy_p2": price.buy_p2, "sell": price.sell}
    return {"price": {**values, "currency": "lux" if fort else "sil"}}


def _recipe(pack: IsofarianPack, name: str, place: str) -> Record | None:
    fort = _stall(place)
    listed = pack.fort_recipes.get(fort, {}) if fort else _of_city(pack, place, lambda city: city.smith)
    recipe: Recipe | None = listed.get(card_id(name))
    if recipe is None:
        return None
    return {**_costs(pack, recipe), **_made(pack, card_id(name))}


def _costs(pack: IsofarianPack, recipe: Recipe) -> Record:
    used = {card: number for card, number in recipe.materials.items() if card != recipe.upgrades}

    def quantities(part: Mapping[str, object]) -> Record:
        return {
            _label(pack, card): {"qty": number, "p2": recipe.reduced.get(card)}
            for card, number in used.items()
            if card in part
        }

    others = {card: number for card, number in used.items() if card not in pack.stones and card not in pack.materials}
    return {
        "sil_cost": recipe.craft,
        "sil_sell": recipe.sell,
        "lux_cost": recipe.lux,
        "prerequisite": _label(pack, recipe.upgrades) if recipe.upgrades else None,
        "items": {_label(pack, card): number for card, number in others.items()},
        "stones": quantities(pack.stones),
        "materials": quantities(pack.materials),
    }


def _made(pack: IsofarianPack, card: str) -> Record:
    """What a recipe makes."""
    if card in pack.items:
        return {"type": "item", "usable_in_field": pack.items[card].compass}
    if card in pack.accessories:
        return {"type": "accessory", "usable_in_field": pack.accessories[card].compass}
    worn = pack.weapons[card] if card in pack.weapons else pack.armors[card]
    stat = "att" if card in pack.weapons else "def"
    field = "atk" if card in pack.weapons else "def"
    given = pack.weapons[card].chip if card in pack.weapons else None
    return {
        "type": "weapon" if card in pack.weapons else "armor",
        "rarity": worn.rarity,
        "limited_to": [pack.guards[guard].label for guard in worn.guards],
        "stat": {stat: sum(bonus.add for bonus in worn.bonuses if bonus.stat == field)},
        "stone_slots": worn.open_slots,
        "bonus": {
            **_bonus(bonus for bonus in worn.bonuses if bonus.stat != field),
            **({_BONUS_NAMES[given]: 1} if given else {}),
        },
    }


def _chain(pack: IsofarianPack, report: ImportReport, ends_with: str) -> Record | None:
    for chain in report.chains:
        if chain[-1] == card_id(ends_with):
            pieces = [pack.weapons[card] if card in pack.weapons else pack.armors[card] for card in chain]
            return {"names": [piece.label for piece in pieces], "rarities": [piece.rarity for piece in pieces]}
    return None


def _building(pack: IsofarianPack, name: str) -> Record | None:
    for levels in pack.fort_costs.values():
        for cost in levels.values():
            if key(cost.label) == key(name):
                gathered = {card for card, material in pack.materials.items() if material.kind in ("wood", "ore")}
                parts = cost.materials.items()
                return {
                    "cost": {_label(pack, card): number for card, number in parts if card in gathered},
                    "items": {_label(pack, card): number for card, number in parts if card not in gathered},
                }
    return None


def _resource(pack: IsofarianPack, material: str) -> Record | None:
    for card in (ore_id(material), card_id(material)):
        found = pack.materials.get(card)
        if found is not None and found.kind in ("wood", "ore"):
            refs = [ref for ref, node in pack.nodes.items() if card in (*node.wood, *node.ore)]
            return {"kind": found.kind, "nodes": [node_id(ref) for ref in refs], "lux_for_4": found.lux_for_4}
    return None


def _stone(pack: IsofarianPack, name: str) -> Record | None:
    stone = pack.stones.get(card_id(name))
    if stone is None or stone.element is None:
        return None
    given = pack.lapidary.get(card_id(name), {})
    exchange = [{"from": _label(pack, other), "qty": number} for other, number in given.items()]
    return {
        "copies": stone.copies,
        "element": stone.element.capitalize(),
        "color": "Any color" if stone.gem == "any" else (stone.gem or "").capitalize() or None,
        "bonus": _bonus(stone.bonuses),
        "exchange": exchange[0] if exchange else None,
    }


def _map_node(pack: IsofarianPack, id: str) -> Record | None:
    ref = _ref(pack, id)
    if ref is None:
        return None
    node = pack.nodes[ref]
    area = ref.partition("/")[0]
    neighbours = {node_id(other) for other in _ends(pack, id)}
    return {
        "name": node.label or id,
        "x": node.x,
        "y": node.y,
        "type": "town" if area not in _TOWN_AREAS else None if area == "main" else "special",
        "neighbours": sorted(neighbours - {id}),
    }


def _ends(pack: IsofarianPack, id: str) -> Iterable[str]:
    """Nodes that the map graph joins to a node; a town counts as one node."""
    for ref in (ref for ref in pack.nodes if node_id(ref) == id):
        yield from (other for other, way in connections(pack).get(ref, {}).items() if way != "through")


def _edge(pack: IsofarianPack, a: str, b: str) -> Record | None:
    for ref in (ref for ref in pack.nodes if node_id(ref) == a):
        for other, way in connections(pack)[ref].items():
            if node_id(other) == b and way != "through":
                unflagged = other in pack.nodes[ref].unflagged or ref in pack.nodes[other].unflagged
                return {"water": way == "waterway" and not unflagged}
    return None


def _ref(pack: IsofarianPack, id: str) -> str | None:
    """The reference of a node of the map graph; of a town the one that carries its coordinates."""
    found = [ref for ref in pack.nodes if node_id(ref) == id]
    return next((ref for ref in found if pack.nodes[ref].x is not None), found[0] if found else None)


def _of_city(pack: IsofarianPack, place: str, part: Callable[[Any], Mapping[str, Any]]) -> Mapping[str, Any]:
    city = pack.cities.get(key(place))
    return part(city) if city else {}


def _stall(place: str) -> str | None:
    """The stall of ``Ft. Istra (Apothecary)``."""
    area, bracket, stall = place.partition("(")
    return key(stall) if bracket and key(area) == key(_FORT) else None


def _bonus(bonuses: Iterable[Bonus]) -> Record:
    found: dict[str, int] = {}
    for bonus in bonuses:
        if bonus.chip:
            name = _BONUS_NAMES.get(bonus.chip, bonus.chip)
            found[name] = found.get(name, 0) + bonus.count
        elif bonus.stat:
            name = "max_hp" if bonus.stat == "hp" else bonus.stat
            found[name] = found.get(name, 0) + bonus.add
    return found


def _label(pack: IsofarianPack, card: str) -> str:
    parts: Iterable[Mapping[str, Named]] = (
        pack.materials, pack.items, pack.weapons, pack.armors, pack.accessories, pack.stones,
    )  # fmt: skip
    return next((part[card].label or card for part in parts if card in part), card)


_READERS: Mapping[str, Callable[..., Record | None]] = {
    "enemy": _enemy,
    "node_encounters": _node_encounters,
    "market": _market,
    "recipe": _recipe,
    "building": _building,
    "resource": _resource,
    "stone": _stone,
    "map_node": _map_node,
    "edge": _edge,
}
