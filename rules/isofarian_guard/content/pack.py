"""The content of The Isofarian Guard as one validated pack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Self

import msgspec

from rules.isofarian_guard.content import checks
from rules.isofarian_guard.content.parts import (
    Ability,
    Accessory,
    Armor,
    Chip,
    Encounter,
    FieldEvent,
    Guard,
    Item,
    Material,
    Named,
    Node,
    SkillNode,
    Stone,
    Weapon,
)
from rules.isofarian_guard.content.trade import (
    AiCard,
    BuildCost,
    City,
    Enemy,
    PrestigeCard,
    Price,
    Quest,
    Recipe,
    Stall,
)
from rules.kernel import Pack, Problem, read_pack

GAME = "isofarian_guard"


class IsofarianPack(Pack, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything that the engines look up. Every part may be incomplete: what is missing is unknown, and the table
    resolves it.

    :param map_size: width and height in pixels of the picture that the nodes' coordinates refer to
    :param chips: combat chips by id
    :param guards: base stats and keyword by guard
    :param regions: field event regions
    :param nodes: by node reference ``<map>/<node>``
    :param encounters: node, chapter, skull chip
    :param skill_trees: guard, upgrade
    :param prestige_cards: city, level
    :param fort_costs: building, level
    :param fort_stalls: where in the fort cards are made; a building without an entry is its own stall
    :param fort_markets: stall, card: what the fort buys, in Lux
    :param fort_recipes: stall, card
    :param lapidary: stone, and the stones to give for it
    :param ai_cards: enemy type, card
    """

    map_size: tuple[int, int] | None = None
    chips: Mapping[str, Chip] = {}
    guards: Mapping[str, Guard] = {}
    regions: Mapping[str, Named] = {}
    nodes: Mapping[str, Node] = {}
    encounters: Mapping[str, Mapping[str, Mapping[str, Encounter]]] = {}
    field_events: Mapping[str, FieldEvent] = {}
    materials: Mapping[str, Material] = {}
    items: Mapping[str, Item] = {}
    weapons: Mapping[str, Weapon] = {}
    armors: Mapping[str, Armor] = {}
    accessories: Mapping[str, Accessory] = {}
    stones: Mapping[str, Stone] = {}
    abilities: Mapping[str, Ability] = {}
    skill_trees: Mapping[str, Mapping[str, SkillNode]] = {}
    cities: Mapping[str, City] = {}
    prestige_cards: Mapping[str, Mapping[str, PrestigeCard]] = {}
    fort_costs: Mapping[str, Mapping[str, BuildCost]] = {}
    fort_stalls: Mapping[str, Stall] = {}
    fort_markets: Mapping[str, Mapping[str, Price]] = {}
    fort_recipes: Mapping[str, Mapping[str, Recipe]] = {}
    lapidary: Mapping[str, Mapping[str, int]] = {}
    quests: Mapping[str, Quest] = {}
    agents: tuple[str, ...] = ()
    enemies: Mapping[str, Enemy] = {}
    ai_cards: Mapping[str, Mapping[str, AiCard]] = {}

    # Identity, so that indexes of a pack (connections, sources) can be cached beside it.
    __hash__ = object.__hash__

    def problems(self) -> Iterable[Problem]:
        """Names that do not resolve, and facts that stand twice."""
        return checks.problems(self)

    def shareable(self) -> Self:
        """The pack without the words of cards: names, figures and effects as data."""
        return msgspec.structs.replace(
            self,
            items={card: msgspec.structs.replace(item, text="") for card, item in self.items.items()},
            accessories={card: msgspec.structs.replace(worn, text="") for card, worn in self.accessories.items()},
        )


@cache
def basics() -> IsofarianPack:
    """What the rulebook itself prints: chips, guards' base stats, regions, the printed sample cards."""
    return _shipped("content/rulebook.yaml")


@cache
def standard() -> IsofarianPack:
    """The pack that ships with the game: the rulebook's facts and the real map, enemies, prices and recipes."""
    return _shipped("packs/standard.yaml")


def _shipped(path: str) -> IsofarianPack:
    text = (files("rules.isofarian_guard") / path).read_text(encoding="utf-8")
    return read_pack(text, IsofarianPack, GAME)
