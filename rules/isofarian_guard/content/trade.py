"""Prices, recipes, Fort Istra, quests and enemies: the other half of a pack's parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from rules.isofarian_guard.content.parts import Effects, Named, Part

# ---- trade


class Price(Part, frozen=True, kw_only=True):
    """What a market pays and asks. ``None``: not possible here.

    :param buy_p2: price at Prestige +2, as the city index prints it; ``None`` falls back on the prestige card
    """

    buy: int | None = None
    buy_p2: int | None = None
    sell: int | None = None


class Recipe(Part, frozen=True, kw_only=True):
    """How a smith or stall makes a card.

    :param materials: everything that is used up, by card: the piece before, materials, items and stones
    :param reduced: amounts at Prestige +2; ``na``: there is no prestige here, ``none``: the source lists none, which
        may mean none needed or no reduction; absent: not filled in
    :param upgrades: which of the materials is the piece that this one grows from
    :param craft: Sil to make it, or ``None``
    :param lux: Lux to make it, or ``None``
    :param sell: Sil that it brings here, or ``None``
    """

    materials: Mapping[str, int] = {}
    reduced: Mapping[str, int | Literal["na", "none"]] = {}
    upgrades: str | None = None
    craft: int | None = None
    sell: int | None = None
    lux: int | None = None


class City(Named, frozen=True, kw_only=True):
    """A city with prestige.

    :param inn_fee: Sil for a night, or ``None`` where that is unknown
    """

    inn_fee: int | None = None
    market: Mapping[str, Price] = {}
    smith: Mapping[str, Recipe] = {}


class PrestigeCard(Named, frozen=True, kw_only=True):
    """One of a city's three prestige cards.

    :param effects: the unique bonus of +3
    """

    inn_discount: int = 0
    sil_discount: int = 0
    material_discount: Mapping[str, int] = {}
    effects: Effects = ()


class BuildCost(Named, frozen=True, kw_only=True):
    """What a level of a fort building costs.

    :param label: its own name, where the upgraded building has one
    """

    sil: int = 0
    lux: int = 0
    materials: Mapping[str, int] = {}


class Stall(Named, frozen=True, kw_only=True):
    """Where in Fort Istra cards are made or bought.

    :param building: the building that it belongs to, or ``None`` where that is unknown
    :param level: the level that the building must have: 1 rebuilt, 2 upgraded
    """

    building: str | None = None
    level: int = 1


class Quest(Named, frozen=True, kw_only=True):
    """A quest.

    :param chapter: the chapter from which it may be taken up
    :param city: the city whose inn posts it
    """

    kind: Literal["main", "side", "caravan", "puzzle", "bounty"]
    chapter: int = 1
    city: str | None = None


# ---- enemies

AI_NUMBERS: Final = range(1, 9)
"""Numbers of the AI cards of a type (ISO-ENM-009)."""


class Rewards(Part, frozen=True, kw_only=True):
    """What a defeated enemy leaves.

    :param drops: units by material
    :param only_at: nodes to which a drop is limited; absent: dropped everywhere
    :param needs_summoner: nodes where it drops only if another enemy of the fight summons more
    :param items: one of these
    :param stone: a speaking stone
    """

    drops: Mapping[str, int] = {}
    only_at: Mapping[str, tuple[str, ...]] = {}
    needs_summoner: Mapping[str, tuple[str, ...]] = {}
    sil: int = 0
    lux: int = 0
    items: tuple[str, ...] = ()
    stone: str | None = None


class EnemyCard(Named, frozen=True, kw_only=True):
    """An enemy of one star value.

    :param nodes: by chapter, where it may be met; behind which skull and in which slot is not in it
    """

    hp: int
    atk: int
    def_: int
    ap: int
    rewards: Rewards = Rewards()
    nodes: Mapping[str, tuple[str, ...]] = {}


class Enemy(Named, frozen=True, kw_only=True):
    """An enemy type.

    :param copies: enemy cards in the box by star value; empty where that is unknown
    :param ai_deck: how many AI cards its deck has; those of which the pack tells nothing are read at the table
    """

    copies: Mapping[str, int] = {}
    ai_deck: int = 8
    cards: Mapping[str, EnemyCard] = {}


class AiCard(Named, frozen=True, kw_only=True):
    """One of the eight AI cards of an enemy type.

    :param number: 1 to 8; 7 and 8 are the special ones; ``None`` where that is unknown
    """

    number: int | None = None
    actions: Effects = ()
    passive: Effects = ()
    reactive: Effects = ()
