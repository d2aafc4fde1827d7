"""Fort Istra: what stands, what the next level lacks, what its stalls make, who is out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from projections.isofarian_guard.naming import Names, title
from projections.isofarian_guard.trade_rows import need_rows, recipe_rows
from projections.views import Row
from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.facts import BUILDING_LEVELS, BUILDINGS
from rules.isofarian_guard.campaign.fighting import pack_of
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.trade import Stall

BUILDING_ICONS: Mapping[str, str] = {
    "lumbermill": "wood", "lapidary": "gems", "boat_dock": "boat", "barracks": "rest", "apothecary": "potion",
    "blacksmith": "anvil", "training_yard": "target", "courtyard": "castle",
}  # fmt: skip
SERVES: Mapping[str, str] = {
    "lumbermill": "Hands out wood", "lapidary": "Hands out ore and exchanges stones",
    "boat_dock": "Keeps the boat and the fishing pole", "barracks": "Free rest, free of negative chips",
    "apothecary": "Brews, and buys drops for Lux", "blacksmith": "Forges for Lux",
    "training_yard": "Challenges", "courtyard": "A place to wake, and spirit bosses",
}  # fmt: skip


def fort_page(state: Position, pack: IsofarianPack, query: Mapping[str, str]) -> Row:
    """The whole fort.

    :param query: ``can=now`` for what the stalls can make now alone
    """
    full = pack_of(state, pack)
    names = Names(full, state)
    only_now = query.get("can") == "now"
    stalls = list(_stalls(state, names, only_now=only_now))
    return {
        "open": state.chapter >= 2,
        "here": derived.at_fort(state),
        "sil": state.sil,
        "lux": state.lux,
        "buildings": [_building(state, names, building) for building in BUILDINGS],
        "stalls": stalls,
        "only_now": only_now,
        "can_now": sum(stall["can_now"] for stall in stalls),
        "exchanges": sorted(_exchanges(state, names), key=lambda row: (not row["can"], row["name"])),
        "agents": [
            {"name": title(agent), "task": state.commissions.get(agent, "").replace("_", " ")}
            for agent in lookup.agents(state, full)
        ],
    }


def _building(state: Position, names: Names, building: str) -> Row:
    level = state.fort.get(building, 0)
    cost = lookup.build_cost(state, names.pack, building, level + 1) if level < 2 else None
    needs = list(need_rows(state, names, cost.materials, stash=True)) if cost else []
    short = [f"{need['need'] - need['have']} {need['name']}" for need in needs if not need["enough"]]
    if cost:
        short += [f"{cost.sil - state.sil} Sil"] if cost.sil > state.sil else []
        short += [f"{cost.lux - state.lux} Lux"] if cost.lux > state.lux else []
    return {
        "id": building,
        "name": title(building),
        "icon": BUILDING_ICONS[building],
        "serves": SERVES[building],
        "level": level,
        "state": BUILDING_LEVELS[level],
        "next": ("Rebuild", "Upgrade", "")[level],
        "known": cost is not None,
        "sil": cost.sil if cost else 0,
        "lux": cost.lux if cost else 0,
        "needs": needs,
        "short": short,
        "can": cost is not None and not short and state.chapter >= 2,
    }


def _stalls(state: Position, names: Names, *, only_now: bool) -> Iterator[Row]:
    places = {**names.pack.fort_recipes, **state.learned.recipes}
    for place in sorted(places.keys() - names.pack.cities.keys(), key=names.shop):
        recipes = recipe_rows(state, names, place, lookup.recipes(state, names.pack, place))
        stall = names.pack.fort_stalls.get(place) or Stall(building=place)
        building = stall.building or "blacksmith"
        open_now = state.fort.get(building, 0) >= stall.level
        can = [row for row in recipes if row["can"] and open_now]
        yield {
            "name": names.shop(place),
            "building": title(building) if stall.building else "",
            "open": open_now,
            "needs_level": BUILDING_LEVELS[stall.level],
            "recipes": can if only_now else recipes,
            "can_now": len(can),
        }


def _exchanges(state: Position, names: Names) -> Iterator[Row]:
    """What the Lapidary wants for stronger stones."""
    for stone in {**names.pack.lapidary, **state.learned.lapidary}:
        needs = list(need_rows(state, names, lookup.exchange(state, names.pack, stone) or {}))
        yield {"name": names.card(stone), "needs": needs, "can": all(need["enough"] for need in needs)}
