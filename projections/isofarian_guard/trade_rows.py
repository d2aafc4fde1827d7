"""Recipes and prices with what is there for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from projections.isofarian_guard.guard_rows import card_icon
from projections.isofarian_guard.naming import Names
from projections.views import Row
from rules.isofarian_guard.campaign import derived, lookup, shops
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.trade import Recipe


def recipe_rows(state: Position, names: Names, place: str, recipes: Mapping[str, Recipe]) -> list[Row]:
    """Recipes of a smith or stall, what can be made now first: cost at the present prestige, need and have of every
    material in the satchels.

    :param place: the city or stall
    """
    rows = [recipe_row(state, names, place, card, recipe) for card, recipe in recipes.items()]
    return sorted(rows, key=lambda row: (not row["can"], row["kind"], row["name"]))


def recipe_row(state: Position, names: Names, place: str, card: str, recipe: Recipe) -> Row:
    """A recipe with what is there for it."""
    cost = shops.cost_to_craft(state, names.pack, place, recipe)
    kind = lookup.kind_of(state, names.pack, card)
    facts = lookup.equipment(state, names.pack, card)
    needs = list(need_rows(state, names, cost.materials))
    enough = state.sil >= cost.sil and state.lux >= cost.lux
    return {
        "id": card,
        "name": names.card(card),
        "kind": kind,
        "icon": card_icon(state, names, card),
        "gives": ", ".join(filter(None, map(names.bonus, facts.bonuses))) if facts else "",
        "for": ", ".join(name.capitalize() for name in getattr(facts, "guards", ())),
        "sil": cost.sil,
        "lux": cost.lux,
        "sil_short": max(0, cost.sil - state.sil),
        "lux_short": max(0, cost.lux - state.lux),
        "needs": needs,
        "upgrades": names.card(recipe.upgrades) if recipe.upgrades else "",
        "sell": recipe.sell,
        "reduced": cost.materials != recipe.materials or cost.sil != (recipe.craft or 0),
        "can": enough and all(need["enough"] for need in needs),
    }


def need_rows(state: Position, names: Names, materials: Mapping[str, int], *, stash: bool = False) -> Iterator[Row]:
    """What is needed and what is there.

    :param stash: what lies in the stash counts too, as for buildings
    """
    for card, need in materials.items():
        have = derived.carried(state, card) + (state.stash.cards.get(card, 0) if stash else 0)
        yield {
            "id": card,
            "name": names.card(card),
            "need": need,
            "have": have,
            "enough": have >= need,
            "stash": 0 if stash else state.stash.cards.get(card, 0),
        }
