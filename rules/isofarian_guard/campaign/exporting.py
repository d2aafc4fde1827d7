"""What a group has learned, laid into its pack: so that it can be kept, shared, and used by another campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rules.isofarian_guard.campaign.state import Learned
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.trade import City

FLAT = (
    "nodes", "field_events", "materials", "items", "weapons", "armors", "accessories", "stones", "abilities",
    "lapidary", "quests", "enemies",
)  # fmt: skip
UNDER = ("skill_trees", "prestige_cards", "fort_costs", "ai_cards")


def learned_pack(pack: IsofarianPack, learned: Learned, name: str) -> IsofarianPack:
    """A pack with everything that a campaign learned.

    :param pack: the pack that the campaign is played with
    :param name: of the new pack
    """
    parts: dict[str, Any] = {part: {**getattr(pack, part), **getattr(learned, part)} for part in FLAT}
    parts |= {part: _laid_over(getattr(pack, part), getattr(learned, part)) for part in UNDER}
    encounters = dict(pack.encounters)
    for node, chapters in learned.encounters.items():
        encounters[node] = _laid_over(encounters.get(node, {}), chapters)
    stalls = {place for place in (*learned.prices, *learned.recipes) if place not in pack.cities}
    return replace(
        pack,
        name=name,
        encounters=encounters,
        cities={city: _city(facts, learned, city) for city, facts in pack.cities.items()},
        fort_markets=_laid_over(pack.fort_markets, _of(learned.prices, stalls)),
        fort_recipes=_laid_over(pack.fort_recipes, _of(learned.recipes, stalls)),
        **parts,
    )


def _city(facts: City, learned: Learned, city: str) -> City:
    return replace(
        facts,
        inn_fee=learned.inn_fees.get(city, facts.inn_fee),
        market={**facts.market, **learned.prices.get(city, {})},
        smith={**facts.smith, **learned.recipes.get(city, {})},
    )


def _laid_over(printed: Mapping[str, Any], learned: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(printed)
    for key, below in learned.items():
        merged[key] = {**merged.get(key, {}), **below}
    return merged


def _of(learned: Mapping[str, Any], places: set[str]) -> dict[str, Any]:
    return {place: below for place, below in learned.items() if place in places}
