"""Where content is looked up: the pack, with what this group has learned laid over it.

Deciders and options read content through these functions alone. What nobody knows is ``None`` or empty, and the table
resolves it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal

from rules.isofarian_guard.campaign.facts import UNKNOWN_CARD, WATER
from rules.isofarian_guard.campaign.state import Learned, Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.parts import (
    Ability,
    Accessory,
    Armor,
    Bonus,
    Encounter,
    FieldEvent,
    Item,
    Material,
    Node,
    SkillNode,
    Stone,
    Weapon,
)
from rules.isofarian_guard.content.trade import BuildCost, PrestigeCard, Price, Quest, Recipe
from rules.kernel import words

CardKind = Literal["material", "item", "tool", "weapon", "armor", "accessory", "stone", "unknown"]
Way = Literal["path", "waterway", "link"]
EquipmentCard = Weapon | Armor | Accessory

NOWHERE = Node()
"""A node of which nothing is known."""


# ---- places


def node(state: Position, pack: IsofarianPack, ref: str) -> Node:
    """A node as it is known; one without colour where nobody has said anything."""
    return state.learned.nodes.get(ref) or pack.nodes.get(ref) or NOWHERE


def color(state: Position, pack: IsofarianPack, ref: str) -> str:
    """The colour that a node acts by: a red node that the campaign book opened acts as orange (ISO-NOD-011)."""
    printed = node(state, pack, ref).color
    return "orange" if printed == "red" and ref in state.opened_nodes else printed


def region(state: Position, pack: IsofarianPack, ref: str) -> str | None:
    """The field event region of a node; every blue node belongs to the water (ISO-FLD-002)."""
    here = node(state, pack, ref)
    return WATER if here.color == "blue" else here.region


def ways(state: Position, pack: IsofarianPack, ref: str) -> Mapping[str, frozenset[Way]]:
    """The connected nodes and how they are reached. Connections stand at one end and count both ways (ISO-NOD-001,
    ISO-WAT-018)."""
    known = _connections(pack).get(ref, {})
    if not state.learned.nodes:
        return known
    ways: dict[str, frozenset[Way]] = dict(known)
    for end, learned in state.learned.nodes.items():
        for other, way in _edges(learned):
            if ref in (end, other):
                there = other if ref == end else end
                ways[there] = ways.get(there, frozenset()) | {way}
    return ways


def node_label(state: Position, pack: IsofarianPack, ref: str) -> str:
    """What people call a node: its name, or its number."""
    return called(state, pack, ref).removeprefix("Node ")


@lru_cache(maxsize=64)
def _connections(pack: IsofarianPack) -> Mapping[str, Mapping[str, frozenset[Way]]]:
    found: dict[str, dict[str, frozenset[Way]]] = {}
    for ref, here in pack.nodes.items():
        for other, way in _edges(here):
            for one, two in ((ref, other), (other, ref)):
                ends = found.setdefault(one, {})
                ends[two] = ends.get(two, frozenset()) | {way}
    return found


def _edges(here: Node) -> Iterator[tuple[str, Way]]:
    for other in (*here.paths, *here.through):
        yield other, "path"
    for other in here.waterways:
        yield other, "waterway"
    if here.map_link:
        yield here.map_link, "link"


@lru_cache(maxsize=64)
def _yields(pack: IsofarianPack) -> tuple[frozenset[str], frozenset[str]]:
    woods = {wood for here in pack.nodes.values() for wood in here.wood}
    ores = {ore for here in pack.nodes.values() for ore in here.ore}
    return frozenset(woods), frozenset(ores)


def woods(state: Position, pack: IsofarianPack) -> frozenset[str]:
    """Every wood that any node of the maps yields."""
    return _yields(pack)[0].union(*(here.wood for here in state.learned.nodes.values()))


def ores(state: Position, pack: IsofarianPack) -> frozenset[str]:
    """Every ore that any node of the maps yields."""
    return _yields(pack)[1].union(*(here.ore for here in state.learned.nodes.values()))


def encounters(state: Position, pack: IsofarianPack, ref: str) -> Mapping[str, Encounter]:
    """The battles of a node in the current chapter by skull chip, as far as they are known."""
    chapter = str(state.chapter)
    printed = pack.encounters.get(ref, {}).get(chapter, {})
    learned = state.learned.encounters.get(ref, {}).get(chapter)
    return {**printed, **learned} if learned else printed


# ---- cards


def kind_of(state: Position, pack: IsofarianPack, card: str) -> CardKind:
    """What kind of card it is; ``unknown`` where nobody has recorded it."""
    learned = state.learned
    if card in state.materials or card in learned.materials or card in pack.materials:
        return "material"
    found = item(state, pack, card)
    if found is not None:
        return "tool" if found.tool else "item"
    if card in pack.weapons or card in learned.weapons:
        return "weapon"
    if card in pack.armors or card in learned.armors:
        return "armor"
    if card in pack.accessories or card in learned.accessories:
        return "accessory"
    return "stone" if card in pack.stones or card in learned.stones else "unknown"


def material(state: Position, pack: IsofarianPack, card: str) -> Material | None:
    """A quantity card."""
    return state.learned.materials.get(card) or pack.materials.get(card)


def item(state: Position, pack: IsofarianPack, card: str) -> Item | None:
    """An item or tool item."""
    return state.learned.items.get(card) or pack.items.get(card)


def equipment(state: Position, pack: IsofarianPack, card: str) -> EquipmentCard | None:
    """A weapon, armor or accessory."""
    return weapon(state, pack, card) or armor(state, pack, card) or accessory(state, pack, card)


def weapon(state: Position, pack: IsofarianPack, card: str) -> Weapon | None:
    """A weapon."""
    return state.learned.weapons.get(card) or pack.weapons.get(card)


def armor(state: Position, pack: IsofarianPack, card: str) -> Armor | None:
    """An armor."""
    return state.learned.armors.get(card) or pack.armors.get(card)


def accessory(state: Position, pack: IsofarianPack, card: str) -> Accessory | None:
    """An accessory."""
    return state.learned.accessories.get(card) or pack.accessories.get(card)


def stone(state: Position, pack: IsofarianPack, card: str) -> Stone | None:
    """A speaking stone."""
    return state.learned.stones.get(card) or pack.stones.get(card)


def stone_bonuses(state: Position, pack: IsofarianPack, card: str) -> tuple[Bonus, ...]:
    """What a stone gives while attached; nothing where that is unknown."""
    found = stone(state, pack, card)
    return found.bonuses if found else ()


def ability(state: Position, pack: IsofarianPack, name: str) -> Ability | None:
    """An ability card."""
    return state.learned.abilities.get(name) or pack.abilities.get(name)


def abilities(state: Position, pack: IsofarianPack) -> Mapping[str, Ability]:
    """All ability cards that are known."""
    return {**pack.abilities, **state.learned.abilities} if state.learned.abilities else pack.abilities


def field_event(state: Position, pack: IsofarianPack, card: str) -> FieldEvent | None:
    """A field event card; ``None`` where nobody has recorded it."""
    return None if card == UNKNOWN_CARD else state.learned.field_events.get(card) or pack.field_events.get(card)


def skill_tree(state: Position, pack: IsofarianPack, guard: str) -> Mapping[str, SkillNode]:
    """A guard's skill tree, as far as it is known."""
    learned = state.learned.skill_trees.get(guard)
    return {**pack.skill_trees.get(guard, {}), **learned} if learned else pack.skill_trees.get(guard, {})


def called(state: Position, pack: IsofarianPack, name: str) -> str:
    """What people call a thing of the game by its id, a card, guard, ability, quest, place or building: the one way to
    name it, on buttons, in refusals and in the story."""
    for part in _RECORDED:
        facts = getattr(state.learned, part).get(name)
        if facts is not None and facts.label:
            return str(facts.label)
    if name in agents(state, pack):
        return name.replace("_", " ").title()
    known = labels(pack)
    return known.get(name) or (_place(known, name) if "/" in name else words(name))


def _place(known: Mapping[str, str], ref: str) -> str:
    """A node that has no name of its own: its number, or where it lies."""
    area, _, place = ref.partition("/")
    if area == "main":
        return f"Node {words(place)}"
    return f"{known.get(area) or words(area).title()}: {known.get(place) or words(place)}"


NAMED = (
    "guards", "regions", "nodes", "field_events", "materials", "items", "weapons", "armors", "accessories", "stones",
    "abilities", "cities", "fort_stalls", "quests", "enemies",
)  # fmt: skip


_RECORDED = tuple(part for part in NAMED if part in Learned.__struct_fields__)


@lru_cache(maxsize=64)
def labels(pack: IsofarianPack) -> Mapping[str, str]:
    """What people call the things of a pack, by id; what has no name of its own is absent."""
    parts = {name: facts.label for part in NAMED for name, facts in getattr(pack, part).items() if facts.label}
    return {**{name: levels["1"].label for name, levels in pack.fort_costs.items() if "1" in levels}, **parts}


# ---- trade


def market(state: Position, pack: IsofarianPack, place: str) -> Mapping[str, Price]:
    """The prices of a market: a city's, or a fort stall's in Lux."""
    city = pack.cities.get(place)
    printed = city.market if city else pack.fort_markets.get(place, {})
    learned = state.learned.prices.get(place)
    return {**printed, **learned} if learned else printed


def recipes(state: Position, pack: IsofarianPack, place: str) -> Mapping[str, Recipe]:
    """The recipes of a smith: a city's, or a fort stall's."""
    city = pack.cities.get(place)
    printed = city.smith if city else pack.fort_recipes.get(place, {})
    learned = state.learned.recipes.get(place)
    return {**printed, **learned} if learned else printed


def inn_fee(state: Position, pack: IsofarianPack, city: str) -> int | None:
    """What a night costs without prestige; ``None`` where that is unknown."""
    listed = pack.cities.get(city)
    return state.learned.inn_fees.get(city, listed.inn_fee if listed else None)


def prestige_card(state: Position, pack: IsofarianPack, city: str, level: int) -> PrestigeCard:
    """One of a city's prestige cards; without effect where it is unknown."""
    for cards in (state.learned.prestige_cards, pack.prestige_cards):
        found = cards.get(city, {}).get(str(level))
        if found is not None:
            return found
    return PrestigeCard()


def build_cost(state: Position, pack: IsofarianPack, building: str, level: int) -> BuildCost | None:
    """What a level of a building costs; ``None`` where that is unknown."""
    for costs in (state.learned.fort_costs, pack.fort_costs):
        found = costs.get(building, {}).get(str(level))
        if found is not None:
            return None if "materials" in found.unknown else found
    return None


def build_label(state: Position, pack: IsofarianPack, building: str, level: int) -> str:
    """What a building is called at a level; empty where nobody has named it."""
    cost = build_cost(state, pack, building, level)
    return cost.label.removesuffix(" (Upgraded)") if cost else ""


def exchange(state: Position, pack: IsofarianPack, card: str) -> Mapping[str, int] | None:
    """The stones that the Lapidary wants for one; ``None`` where it does not offer it."""
    return state.learned.lapidary.get(card) or pack.lapidary.get(card)


def quest(state: Position, pack: IsofarianPack, name: str) -> Quest | None:
    """A quest; ``None`` where nobody has recorded it."""
    return state.learned.quests.get(name) or pack.quests.get(name)


def quests(state: Position, pack: IsofarianPack) -> Mapping[str, Quest]:
    """All quests that are known."""
    return {**pack.quests, **state.learned.quests} if state.learned.quests else pack.quests


def agents(state: Position, pack: IsofarianPack) -> tuple[str, ...]:
    """The people who joined the fort."""
    return (*pack.agents, *(agent for agent in state.agents if agent not in pack.agents))
