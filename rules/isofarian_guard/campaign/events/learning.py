"""Facts about the books and cards of this group, recorded so that the campaign knows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.isofarian_guard.content.parts import Encounter, Node
from rules.isofarian_guard.content.trade import BuildCost, Price, Recipe
from rules.kernel import Event


class NodeLearned(Event, frozen=True):
    """What the group's map says of a node was recorded."""

    node: str
    facts: Node


class EncounterLearned(Event, frozen=True):
    """Who waits on a node was recorded.

    :param chapter: its number in digits
    :param skull: the skull chip that leads to it
    """

    node: str
    chapter: str
    skull: str
    encounter: Encounter


class PriceLearned(Event, frozen=True):
    """``place`` is a city or a stall of the fort."""

    place: str
    card: str
    price: Price


class InnFeeLearned(Event, frozen=True):
    """What a night at the inn of a city costs without prestige was recorded, in Sil."""

    city: str
    fee: int


class RecipeLearned(Event, frozen=True):
    """``place`` is a city or a stall of the fort."""

    place: str
    card: str
    recipe: Recipe


class BuildCostLearned(Event, frozen=True):
    """What a building of the fort costs was recorded.

    :param level: the one that it buys, in digits
    """

    building: str
    level: str
    cost: BuildCost


class CardRecorded(Event, frozen=True):
    """A card or upgrade was recorded.

    :param part: the part of a pack that it belongs to: ``items``, ``field_events``, ``quests`` ...
    :param under: guard of a skill tree, city of a prestige card; empty elsewhere
    :param facts: as they stand in a pack
    """

    part: str
    card: str
    facts: Mapping[str, Any]
    under: str = ""
