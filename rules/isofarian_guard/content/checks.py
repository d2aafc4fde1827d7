"""What a pack must get right beyond its types: every name resolves and no fact stands twice (BL-112)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rules.isofarian_guard.content import card_language
from rules.isofarian_guard.content.parts import Bonus, Node
from rules.isofarian_guard.content.trade import EnemyCard, Recipe
from rules.kernel.packs import Problem

if TYPE_CHECKING:
    from rules.isofarian_guard.content.pack import IsofarianPack

CARD_PARTS = ("materials", "items", "weapons", "armors", "accessories", "stones")


def problems(pack: IsofarianPack) -> Iterator[Problem]:
    """All faults of a pack, area by area."""
    for check in _CHECKS:
        yield from check(pack)


def _cards(pack: IsofarianPack) -> Iterator[Problem]:
    places = Counter(card for part in CARD_PARTS for card in getattr(pack, part))
    for card, times in places.items():
        if times > 1:
            parts = [part for part in CARD_PARTS if card in getattr(pack, part)]
            yield Problem(f"{parts[1]}.{card}", f"the card stands in {' and '.join(parts)}")
    for part in ("weapons", "armors", "accessories", "stones"):
        for card, data in getattr(pack, part).items():
            yield from _bonuses(pack, f"{part}.{card}.bonuses", data.bonuses)
            yield from _unknown(f"{part}.{card}.guards", getattr(data, "guards", ()), pack.guards, "guard")
    for card, weapon in pack.weapons.items():
        yield from _unknown(f"weapons.{card}.unlocks", [weapon.unlocks], pack.abilities, "ability")
        yield from _unknown(f"weapons.{card}.chip", [weapon.chip], pack.chips, "chip")
    for stone, given in pack.lapidary.items():
        yield from _unknown("lapidary", [stone], pack.stones, "stone")
        yield from _unknown(f"lapidary.{stone}", given, pack.stones, "stone")


def _gems(pack: IsofarianPack) -> Iterator[Problem]:
    colours: dict[str, str] = {}
    for stone, data in pack.stones.items():
        if data.element and data.gem and colours.setdefault(data.element, data.gem) != data.gem:
            message = f"{data.element} has the gem {colours[data.element]} elsewhere, found {data.gem}"
            yield Problem(f"stones.{stone}.gem", message)


def _abilities(pack: IsofarianPack) -> Iterator[Problem]:
    for ability, card in pack.abilities.items():
        place = f"abilities.{ability}"
        yield from _unknown(f"{place}.guard", [] if card.guard == "any" else [card.guard], pack.guards, "guard")
        yield from _unknown(f"{place}.stone", [card.stone], pack.stones, "stone")
    for guard, base in pack.guards.items():
        yield from _unknown(f"guards.{guard}.slots", base.slots.values(), pack.abilities, "ability")
        yield from _unknown(f"guards.{guard}.bag", base.bag or (), pack.chips, "chip")
    yield from _unknown("skill_trees", pack.skill_trees, pack.guards, "guard")
    for guard, tree in pack.skill_trees.items():
        for upgrade, node in tree.items():
            place = f"skill_trees.{guard}.{upgrade}"
            yield from _unknown(f"{place}.links", node.links, tree, "upgrade")
            yield from _bonuses(pack, f"{place}.bonus", [node.bonus])


def _bonuses(pack: IsofarianPack, place: str, bonuses: Iterable[Bonus]) -> Iterator[Problem]:
    for bonus in bonuses:
        yield from _unknown(place, [bonus.chip], pack.chips, "chip")
        yield from _unknown(place, [bonus.ability], pack.abilities, "ability")


def _nodes(pack: IsofarianPack) -> Iterator[Problem]:
    seen: set[frozenset[str]] = set()
    for ref, node in pack.nodes.items():
        for kind in ("paths", "waterways", "through"):
            yield from _unknown(f"nodes.{ref}.{kind}", getattr(node, kind), pack.nodes, "node")
        yield from _unknown(f"nodes.{ref}.unflagged", node.unflagged, dict.fromkeys(node.waterways), "waterway")
        yield from _unknown(f"nodes.{ref}.map_link", [node.map_link], pack.nodes, "node")
        yield from _unknown(f"nodes.{ref}.wood", node.wood, pack.materials, "material")
        yield from _unknown(f"nodes.{ref}.ore", node.ore, pack.materials, "material")
        yield from _unknown(f"nodes.{ref}.region", [node.region], pack.regions, "region")
        yield from _twice(ref, node, seen)


def _twice(ref: str, node: Node, seen: set[frozenset[str]]) -> Iterator[Problem]:
    links = [*node.paths, *node.waterways, *node.through, *([node.map_link] if node.map_link else [])]
    for other in links:
        edge = frozenset({ref, other})
        if edge in seen:
            yield Problem(f"nodes.{ref}", f"the connection to {other} stands twice")
        elif ref == other:
            yield Problem(f"nodes.{ref}", "a node is not connected to itself")
        seen.add(edge)


def _encounters(pack: IsofarianPack) -> Iterator[Problem]:
    yield from _unknown("encounters", pack.encounters, pack.nodes, "node")
    for ref, chapters in pack.encounters.items():
        for chapter, skulls in chapters.items():
            for skull, encounter in skulls.items():
                enemies = [foe.enemy for foe in encounter.enemies]
                yield from _unknown(f"encounters.{ref}.{chapter}.{skull}", enemies, pack.enemies, "enemy")


def _enemies(pack: IsofarianPack) -> Iterator[Problem]:
    cards = _all_cards(pack)
    yield from _unknown("ai_cards", pack.ai_cards, pack.enemies, "enemy")
    for kind, enemy in pack.enemies.items():
        for stars, card in enemy.cards.items():
            yield from _enemy_card(pack, cards, f"enemies.{kind}.cards.{stars}", card)


def _enemy_card(pack: IsofarianPack, cards: Mapping[str, Any], place: str, card: EnemyCard) -> Iterator[Problem]:
    rewards = card.rewards
    yield from _unknown(f"{place}.rewards.drops", rewards.drops, pack.materials, "material")
    yield from _unknown(f"{place}.rewards.items", rewards.items, cards, "card")
    yield from _unknown(f"{place}.rewards.stone", [rewards.stone], pack.stones, "stone")
    for limits in (rewards.only_at, rewards.needs_summoner):
        yield from _unknown(f"{place}.rewards", limits, rewards.drops, "drop of this enemy")
        for refs in limits.values():
            yield from _unknown(f"{place}.rewards", refs, pack.nodes, "node")
    for chapter, refs in card.nodes.items():
        yield from _unknown(f"{place}.nodes.{chapter}", refs, pack.nodes, "node")


def _trade(pack: IsofarianPack) -> Iterator[Problem]:
    cards = _all_cards(pack)
    for city, data in pack.cities.items():
        yield from _unknown(f"cities.{city}.market", data.market, cards, "card")
        yield from _recipes(cards, f"cities.{city}.smith", data.smith)
    yield from _unknown("prestige_cards", pack.prestige_cards, pack.cities, "city")
    for quest, listed in pack.quests.items():
        yield from _unknown(f"quests.{quest}.city", [listed.city], pack.cities, "city")
    for ref, node in pack.nodes.items():
        yield from _unknown(f"nodes.{ref}.city", [node.city], pack.cities, "city")


def _fort(pack: IsofarianPack) -> Iterator[Problem]:
    cards = _all_cards(pack)
    places = {**pack.fort_costs, **pack.fort_stalls}
    for building, levels in pack.fort_costs.items():
        for level, cost in levels.items():
            yield from _unknown(f"fort_costs.{building}.{level}", cost.materials, cards, "card")
    for stall, data in pack.fort_stalls.items():
        yield from _unknown(f"fort_stalls.{stall}.building", [data.building], pack.fort_costs, "building")
    for stall, prices in pack.fort_markets.items():
        yield from _unknown("fort_markets", [stall], places, "stall")
        yield from _unknown(f"fort_markets.{stall}", prices, cards, "card")
    for stall, recipes in pack.fort_recipes.items():
        yield from _unknown("fort_recipes", [stall], places, "stall")
        yield from _recipes(cards, f"fort_recipes.{stall}", recipes)


def _recipes(cards: Mapping[str, Any], place: str, recipes: Mapping[str, Recipe]) -> Iterator[Problem]:
    yield from _unknown(place, recipes, cards, "card")
    for card, recipe in recipes.items():
        yield from _unknown(f"{place}.{card}.materials", recipe.materials, cards, "card")
        yield from _unknown(f"{place}.{card}.reduced", recipe.reduced, recipe.materials, "material of this recipe")
        yield from _unknown(f"{place}.{card}.upgrades", [recipe.upgrades], recipe.materials, "material of this recipe")


def _all_cards(pack: IsofarianPack) -> Mapping[str, Any]:
    return {card: data for part in CARD_PARTS for card, data in getattr(pack, part).items()}


def _unknown(place: str, names: Iterable[str | None], known: Mapping[str, Any], kind: str) -> Iterator[Problem]:
    """A problem for each name that is not known; ``None`` names nothing."""
    for name in names:
        if name is not None and name not in known:
            yield Problem(place, f"there is no {kind} {name!r}")


_CHECKS: tuple[Callable[[IsofarianPack], Iterator[Problem]], ...] = (
    _cards, _gems, _abilities, _nodes, _encounters, _enemies, _trade, _fort, card_language.problems,
    card_language.strangers,
)  # fmt: skip
