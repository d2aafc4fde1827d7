"""Recording what the group reads in its books and on its cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from rules.isofarian_guard.campaign.decisions.fort import Enemies
from rules.isofarian_guard.campaign.facts import Skull
from rules.isofarian_guard.campaign.state import Count
from rules.isofarian_guard.content.parts import Color, Service
from rules.kernel import Bag, Decision

Recordable = Literal[
    "materials", "items", "weapons", "armors", "accessories", "stones", "abilities", "field_events", "quests",
    "skill_trees", "prestige_cards", "lapidary", "enemies", "ai_cards",
]  # fmt: skip


class LearnNode(Decision, frozen=True):
    """Record what the map shows at a node. What is left out stays as it is known."""

    node: str
    color: Color | None = None
    region: str | None = None
    dock: bool | None = None
    service: Service | None = None
    city: str | None = None
    wood: tuple[str, ...] | None = None
    ore: tuple[str, ...] | None = None
    paths: tuple[str, ...] | None = None
    waterways: tuple[str, ...] | None = None
    map_link: str | None = None


class LearnEncounter(Decision, frozen=True):
    """Record what the enemy index shows behind a skull.

    :param ambush: printed in red
    """

    node: str
    chapter: int
    skull: Skull
    enemies: Enemies
    ambush: bool = False


class LearnPrice(Decision, frozen=True):
    """Record a price of a market; left out: not possible there."""

    place: str
    card: str
    buy: Count | None = None
    sell: Count | None = None


class LearnInnFee(Decision, frozen=True):
    """Record what a night costs."""

    city: str
    fee: Count


class LearnRecipe(Decision, frozen=True):
    """Record a recipe of a smith or fort stall."""

    place: str
    card: str
    materials: Mapping[str, Count] = {}
    craft: Count | None = None
    sell: Count | None = None
    lux: Count | None = None


class LearnBuildCost(Decision, frozen=True):
    """Record what the fort index asks for a building's level (1 rebuilt, 2 upgraded)."""

    building: str
    level: Literal[1, 2]
    materials: Mapping[str, Count] = {}
    sil: Count = 0
    lux: Count = 0


class RecordCard(Decision, frozen=True):
    """Record a card or upgrade.

    :param part: what kind it is
    :param under: guard of a skill tree, city of a prestige card; empty elsewhere
    :param facts: as they stand in a pack
    :param stats: stat bonuses that it gives, in short: ``{"atk": 2}``
    :param chips: bonus chips that it gives, in short: ``{"black_sword_1": 1}``
    """

    part: Recordable
    card: str
    facts: Mapping[str, Any] = {}
    under: str = ""
    stats: Mapping[Literal["hp", "atk", "def", "ap"], Count] = {}
    chips: Bag = {}
