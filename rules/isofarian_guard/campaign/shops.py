"""What the shop of the current node offers and at what price: markets, smiths, prestige (ISO-MKT, ISO-SMI, ISO-PRE,
ISO-FORT-010)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from rules.isofarian_guard.campaign import lookup
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.campaign.timing import rebuilt, service
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.trade import PrestigeCard, Price, Recipe

FORT_SHOPS: Mapping[str, str] = {"fort_blacksmith": "blacksmith", "fort_apothecary": "apothecary"}
Currency = Literal["sil", "lux"]


class Cost(msgspec.Struct, frozen=True):
    """What a card costs here, prestige included.

    :param materials: cards that are used up
    """

    sil: int = 0
    lux: int = 0
    materials: Mapping[str, int] = {}


def market_here(state: Position, pack: IsofarianPack) -> tuple[Mapping[str, Price], Currency]:
    """The prices of the market, or of a fort stall that buys in Lux, on the current node (ISO-NOD-014, ISO-MKT-001).

    :raises Refused: ``wrong_place``, ``chapter_too_low`` or ``building_not_rebuilt``
    """
    found = service(state, pack, "market", *FORT_SHOPS)
    if found == "market":
        return lookup.market(state, pack, city_here(state, pack)), "sil"
    rebuilt(state, FORT_SHOPS[found])
    prices: dict[str, Price] = {}
    for stall in stalls_here(state, pack, FORT_SHOPS[found]):
        prices.update(lookup.market(state, pack, stall))
    return prices, "lux"


def recipes_here(state: Position, pack: IsofarianPack) -> Mapping[str, Recipe]:
    """The recipes of the smith or fort stalls on the current node (ISO-NOD-014, ISO-SMI-001, ISO-FORT-010).

    :raises Refused: ``wrong_place``, ``chapter_too_low`` or ``building_not_rebuilt``
    """
    found = service(state, pack, "blacksmith", *FORT_SHOPS)
    if found == "blacksmith":
        return lookup.recipes(state, pack, city_here(state, pack))
    rebuilt(state, FORT_SHOPS[found])
    recipes: dict[str, Recipe] = {}
    for stall in stalls_here(state, pack, FORT_SHOPS[found]):
        recipes.update(lookup.recipes(state, pack, stall))
    return recipes


def city_here(state: Position, pack: IsofarianPack) -> str:
    """The city of the current node; a mini-map that names none is its own city."""
    return lookup.node(state, pack, state.at).city or state.at.partition("/")[0]


def stalls_here(state: Position, pack: IsofarianPack, building: str) -> Iterator[str]:
    """The stalls of a fort building that are open at its level; a stall of unknown place is where its like is."""
    known = {*pack.fort_recipes, *pack.fort_markets, *state.learned.recipes, *state.learned.prices}
    for stall in sorted(known - set(pack.cities)):
        listed = pack.fort_stalls.get(stall)
        belongs = stall == building if listed is None else (listed.building or "blacksmith") == building
        if belongs and state.fort.get(building, 0) >= (listed.level if listed else 1):
            yield stall


# ---- prestige


def prestige(state: Position, city: str) -> int:
    """The prestige that acts in a city: it sleeps until chapter 2 of a campaign (ISO-PRE-001, ISO-CAMP-008)."""
    return state.prestige.get(city, 0) if state.chapter >= 2 else 0


def cards_held(state: Position, pack: IsofarianPack, city: str) -> list[PrestigeCard]:
    """The prestige cards of a city that act: the replaced ones stay in force beside the last (ISO-PRE-008)."""
    return [lookup.prestige_card(state, pack, city, level + 1) for level in range(prestige(state, city))]


def fee(state: Position, pack: IsofarianPack, city: str) -> int | None:
    """What a night costs, lowered by +1, not below 0 (ISO-PRE-004, ISO-PRE-009); ``None`` where it is unknown."""
    listed = lookup.inn_fee(state, pack, city)
    if listed is None:
        return None
    return max(0, listed - sum(card.inn_discount for card in cards_held(state, pack, city)))


def price_to_buy(state: Position, pack: IsofarianPack, city: str, price: Price) -> int | None:
    """What a card costs at a market, lowered by +2, not below 0 (ISO-PRE-005, ISO-PRE-009, ISO-PRE-010)."""
    if price.buy is None:
        return None
    if price.buy_p2 is not None and prestige(state, city) >= 2:
        return price.buy_p2
    return max(0, price.buy - sum(card.sil_discount for card in cards_held(state, pack, city)))


def cost_to_craft(state: Position, pack: IsofarianPack, city: str, recipe: Recipe) -> Cost:
    """What a recipe costs, Sil and each material lowered by +2, not below 0 (ISO-PRE-005, ISO-PRE-009, ISO-PRE-010).

    Where the city index leaves open what is needed at +2, the full amount is.
    """
    cards = cards_held(state, pack, city)
    printed = recipe.reduced if prestige(state, city) >= 2 else {}
    materials = {}
    for material, count in recipe.materials.items():
        listed = printed.get(material)
        lowered = count - sum(card.material_discount.get(material, 0) for card in cards)
        needed = listed if isinstance(listed, int) else lowered
        if needed > 0:
            materials[material] = needed
    sil = max(0, (recipe.craft or 0) - sum(card.sil_discount for card in cards))
    return Cost(sil, recipe.lux or 0, materials)
