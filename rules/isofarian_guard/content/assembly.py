"""From what the sheets tell to the parts of a pack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from rules.isofarian_guard.content import towns
from rules.isofarian_guard.content.overlay import joined
from rules.isofarian_guard.content.pack import GAME, IsofarianPack, basics
from rules.isofarian_guard.content.parts import (
    Accessory,
    Armor,
    Bonus,
    Item,
    Node,
    Stone,
    Weapon,
)
from rules.isofarian_guard.content.trade import City, PrestigeCard, Quest, Recipe, Stall
from rules.isofarian_guard.content.workbook import bestiary, graph
from rules.isofarian_guard.content.workbook.findings import Findings
from rules.isofarian_guard.content.workbook.fort import SECOND_STAGES
from rules.isofarian_guard.content.workbook.graph import Graph, Traces
from rules.isofarian_guard.content.workbook.names import card_id
from rules.isofarian_guard.content.workbook.recipes import Offer

_APOTHECARY = "apothecary"
_UNTOLD = {
    "items": ("effects",),
    "stones": ("element", "gem", "copies", "bonuses"),
    "pieces": ("guards", "rarity", "bonuses", "open_slots"),
}


def assembled(findings: Findings, spots: Graph, name: str, edition: str) -> IsofarianPack:
    """The pack that the files alone tell, without the rulebook's facts."""
    weapons, armors, accessories, items = _made(findings)
    pack = IsofarianPack(
        game=GAME,
        name=name,
        edition=edition,
        map_size=spots.size,
        nodes=_nodes(findings, spots),
        materials=joined(joined(findings.bestiary.materials, findings.market.materials), findings.fort.materials),
        items=joined(findings.market.items, items),
        weapons=joined(findings.paths.weapons, weapons),
        armors=armors,
        accessories=accessories,
        stones=findings.stones.stones,
        lapidary=findings.stones.exchanges,
        cities=_cities(findings),
        prestige_cards=dict.fromkeys(findings.market.cities, _PRESTIGE),
        quests=dict(_objectives(findings.market.cities)),
        fort_costs=findings.fort.costs,
        fort_stalls=_stalls(findings),
        fort_markets={_APOTHECARY: findings.market.fort} if findings.market.fort else {},
        fort_recipes=_recipes(findings.offers, fort=True),
        enemies=findings.bestiary.enemies,
    )
    return _with_untold(pack, findings)


# ---- cards


def _made(
    findings: Findings,
) -> tuple[dict[str, Weapon], dict[str, Armor], dict[str, Accessory], dict[str, Item]]:
    weapons: dict[str, Weapon] = {}
    armors: dict[str, Armor] = {}
    accessories: dict[str, Accessory] = {}
    items: dict[str, Item] = {}
    for offer in findings.offers:
        card = card_id(offer.label)
        if offer.kind == "weapon":
            weapons.setdefault(card, _weapon(offer))
        elif offer.kind == "armor":
            armors.setdefault(card, _armor(offer))
        elif offer.kind == "accessory":
            accessories.setdefault(card, Accessory(label=offer.label, compass=offer.in_field, text=offer.text))
        else:
            items.setdefault(card, Item(label=offer.label, compass=offer.in_field, text=offer.text))
    return weapons, armors, accessories, items


def _weapon(offer: Offer) -> Weapon:
    """A negative chip on a weapon goes to whom it hits; the sheet does not say so, hence it is marked as inferred."""
    given = next((bonus.chip for bonus in offer.bonuses if _is_negative(bonus)), None)
    return Weapon(
        label=offer.label,
        guards=offer.guards,
        bonuses=tuple(bonus for bonus in offer.bonuses if not _is_negative(bonus)),
        open_slots=offer.open_slots,
        rarity=offer.rarity,
        chip=given,
        inferred=("chip",) if given else (),
    )


def _armor(offer: Offer) -> Armor:
    return Armor(
        label=offer.label,
        guards=offer.guards,
        bonuses=offer.bonuses,
        open_slots=offer.open_slots,
        rarity=offer.rarity,
    )


def _is_negative(bonus: Bonus) -> bool:
    return bonus.chip is not None and basics().chips[bonus.chip].sign == "negative"


def _with_untold(pack: IsofarianPack, findings: Findings) -> IsofarianPack:
    """Cards that are only referred to: their names are known, all else is unknown."""
    stones = {card_id(label): label for label in _asked_stones(findings)}
    untold_stones = {
        card: Stone(label=label, unknown=_UNTOLD["stones"]) for card, label in stones.items() if card not in pack.stones
    }
    bases = {card_id(offer.base): offer for offer in findings.offers if offer.base}
    untold = [offer for card, offer in bases.items() if not _is_card(pack, card)]
    pieces = {
        kind: {card_id(offer.base): offer.base for offer in untold if offer.kind == kind}
        for kind in ("weapon", "armor", "accessory")
    }
    weapons = {card: Weapon(label=label, unknown=_UNTOLD["pieces"]) for card, label in pieces["weapon"].items()}
    armors = {card: Armor(label=label, unknown=_UNTOLD["pieces"]) for card, label in pieces["armor"].items()}
    worn = {card: Accessory(label=label, unknown=_UNTOLD["items"]) for card, label in pieces["accessory"].items()}
    items = {
        card_id(label): Item(label=label, unknown=_UNTOLD["items"])
        for label in _asked_items(findings)
        if not _is_card(pack, card_id(label))
    }
    return msgspec.structs.replace(
        pack,
        stones={**pack.stones, **untold_stones},
        weapons={**pack.weapons, **weapons},
        armors={**pack.armors, **armors},
        accessories={**pack.accessories, **worn},
        items={**pack.items, **items},
    )


def _asked_items(findings: Findings) -> Iterator[str]:
    yield from findings.bestiary.items
    yield from findings.fort.items
    for offer in findings.offers:
        yield from offer.items


def _asked_stones(findings: Findings) -> Iterator[str]:
    yield from findings.bestiary.stones
    for offer in findings.offers:
        yield from offer.stones


def _is_card(pack: IsofarianPack, card: str) -> bool:
    parts = (pack.materials, pack.items, pack.weapons, pack.armors, pack.accessories)
    return any(card in part for part in parts)


# ---- places


def _nodes(findings: Findings, spots: Graph) -> Mapping[str, Node]:
    known = basics().nodes
    gathered = findings.fort.gathered
    kinds = {card: material.kind for card, material in findings.fort.materials.items()}
    dropped = (card.rewards.only_at for enemy in findings.bestiary.enemies.values() for card in enemy.cards.values())
    traces = Traces(
        named=frozenset(ref for limits in dropped for refs in limits.values() for ref in refs),
        water=bestiary.water_nodes(findings.bestiary.mentions),
        met=frozenset(mention.ref for mention in findings.bestiary.mentions),
        wood=_by_node({card: refs for card, refs in gathered.items() if kinds[card] == "wood"}),
        ore=_by_node({card: refs for card, refs in gathered.items() if kinds[card] == "ore"}),
    )
    placed = graph.nodes(spots, traces, known)
    gates = (ref for ref, node in placed.items() if node.map_link == graph.hub(towns.FORT) and node.dock)
    return joined(towns.nodes(findings.market.cities, next(gates, None)), placed)


def _by_node(gathered: Mapping[str, Iterable[str]]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for card, refs in gathered.items():
        for ref in refs:
            found.setdefault(ref, []).append(card)
    return {ref: tuple(cards) for ref, cards in found.items()}


# ---- trade


def _cities(findings: Findings) -> Mapping[str, City]:
    smiths = _recipes(findings.offers, fort=False)
    markets = findings.market
    return {
        city: City(label=label, market=markets.prices.get(city, {}), smith=smiths.get(city, {}), unknown=("inn_fee",))
        for city, label in markets.cities.items()
    }


def _recipes(offers: Iterable[Offer], fort: bool) -> Mapping[str, Mapping[str, Recipe]]:
    """Recipes by place and card, of the cities or of the fort's stalls."""
    found: dict[str, dict[str, Recipe]] = {}
    for offer in offers:
        for place, recipe in offer.recipes.items():
            if place.fort == fort:
                found.setdefault(place.id, {}).setdefault(card_id(offer.label), recipe)
    return found


def _stalls(findings: Findings) -> Mapping[str, Stall]:
    labels = {place.id: place.label for offer in findings.offers for place in offer.recipes if place.fort}
    if findings.market.fort:
        labels.setdefault(_APOTHECARY, "Apothecary")
    return {stall: _stall(stall, label, findings.fort.costs) for stall, label in labels.items()}


def _stall(stall: str, label: str, buildings: Mapping[str, object]) -> Stall:
    if SECOND_STAGES.get(stall) in buildings:
        return Stall(label=label, building=SECOND_STAGES[stall], level=2, inferred=("building", "level"))
    if stall in buildings:
        return Stall(label=label, building=stall)
    return Stall(label=label, unknown=("building", "level"))


_PRESTIGE: Mapping[str, PrestigeCard] = {
    "1": PrestigeCard(unknown=("inn_discount",)),
    "2": PrestigeCard(unknown=("sil_discount", "material_discount")),
    "3": PrestigeCard(unknown=("effects",)),
}


def _objectives(cities: Mapping[str, str]) -> Iterator[tuple[str, Quest]]:
    """Each inn posts one puzzle and two bounty quests; their titles are in no source."""
    for city, label in cities.items():
        title = ("label",)
        yield f"{city}_puzzle", Quest(kind="puzzle", label=f"Puzzle of {label}", chapter=2, city=city, unknown=title)
        for number in (1, 2):
            name = f"Bounty {number} of {label}"
            yield f"{city}_bounty_{number}", Quest(kind="bounty", label=name, chapter=2, city=city, unknown=title)
