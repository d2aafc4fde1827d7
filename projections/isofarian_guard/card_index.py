"""Where every card comes from and what it is needed for, gathered once from a pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.trade import Recipe


class Source(NamedTuple):
    """A way to come by a card.

    :param kind: ``node``, ``enemy``, ``market``, ``craft`` or ``lapidary``
    :param of: the city, stall or enemy type; empty for nodes
    :param stars: of the enemy
    :param nodes: where, of an enemy by chapter
    :param price: Sil at a market
    """

    kind: str
    of: str = ""
    stars: str = ""
    nodes: Mapping[str, tuple[str, ...]] = {}
    price: int | None = None


class Use(NamedTuple):
    """What a card is needed for.

    :param kind: ``craft``, ``build`` or ``lapidary``
    :param made: the card or building that it goes into
    :param at: the city or stall; of a building its level
    :param amount: how many of it
    """

    kind: str
    made: str
    at: str
    amount: int


class CardIndex(NamedTuple):
    """Sources and uses by card."""

    sources: Mapping[str, tuple[Source, ...]]
    uses: Mapping[str, tuple[Use, ...]]


@lru_cache(maxsize=32)
def card_index(pack: IsofarianPack) -> CardIndex:
    """The index of a pack; with what a group has learned, of the pack that was made of both."""
    sources: dict[str, list[Source]] = {}
    for card, source in _sources(pack):
        sources.setdefault(card, []).append(source)
    uses: dict[str, list[Use]] = {}
    for card, use in _uses(pack):
        uses.setdefault(card, []).append(use)
    return CardIndex(
        {card: tuple(found) for card, found in sources.items()}, {card: tuple(found) for card, found in uses.items()}
    )


def _sources(pack: IsofarianPack) -> Iterator[tuple[str, Source]]:
    yields: dict[str, list[str]] = {}
    for ref, node in pack.nodes.items():
        for card in (*node.wood, *node.ore):
            yields.setdefault(card, []).append(ref)
    for card, nodes in yields.items():
        yield card, Source("node", nodes={"": tuple(nodes)})
    yield from _drops(pack)
    for city, facts in pack.cities.items():
        for card, price in facts.market.items():
            if price.buy is not None:
                yield card, Source("market", city, price=price.buy)
    for place, recipes in _recipes(pack):
        for card in recipes:
            yield card, Source("craft", place)
    for card in pack.lapidary:
        yield card, Source("lapidary")


def _drops(pack: IsofarianPack) -> Iterator[tuple[str, Source]]:
    for enemy, facts in pack.enemies.items():
        for stars, card in facts.cards.items():
            rewards = card.rewards
            for drop in rewards.drops:
                only = rewards.only_at.get(drop)
                nodes = card.nodes if only is None else _at_these(card.nodes, only)
                yield drop, Source("enemy", enemy, stars, nodes)
            for found in (*rewards.items, *((rewards.stone,) if rewards.stone else ())):
                yield found, Source("enemy", enemy, stars, card.nodes)


def _at_these(nodes: Mapping[str, tuple[str, ...]], only: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    found = {chapter: tuple(node for node in there if node in only) for chapter, there in nodes.items()}
    return {chapter: there for chapter, there in found.items() if there}


def _uses(pack: IsofarianPack) -> Iterator[tuple[str, Use]]:
    for place, recipes in _recipes(pack):
        for made, recipe in recipes.items():
            for card, count in recipe.materials.items():
                yield card, Use("craft", made, place, count)
    for building, levels in pack.fort_costs.items():
        for level, cost in levels.items():
            for card, count in cost.materials.items():
                yield card, Use("build", building, level, count)
    for made, stones in pack.lapidary.items():
        for card, count in stones.items():
            yield card, Use("lapidary", made, "", count)


def _recipes(pack: IsofarianPack) -> Iterator[tuple[str, Mapping[str, Recipe]]]:
    for city, facts in pack.cities.items():
        yield city, facts.smith
    yield from pack.fort_recipes.items()
