"""Questions to a pack's map: what is connected with what, and whom one may meet where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal

from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.parts import Node

Way = Literal["path", "waterway", "through", "link"]
"""How one gets from one node to another: on foot, by boat, past a town from gate to gate, or to another map."""


@lru_cache(maxsize=16)
def connections(pack: IsofarianPack) -> Mapping[str, Mapping[str, Way]]:
    """By node, the nodes next to it and the way there; each connection counts in both directions.

    Colours, boats and opened nodes are the engine's business: a red node has connections too.
    """
    found: dict[str, dict[str, Way]] = {ref: {} for ref in pack.nodes}
    for ref, node in pack.nodes.items():
        for other, way in _ways(node):
            found[ref][other] = way
            found.setdefault(other, {})[ref] = way
    return found


def _ways(node: Node) -> Iterator[tuple[str, Way]]:
    yield from ((other, "path") for other in node.paths)
    yield from ((other, "waterway") for other in node.waterways)
    yield from ((other, "through") for other in node.through)
    if node.map_link:
        yield node.map_link, "link"


def enemies_at(pack: IsofarianPack, ref: str, chapter: str) -> tuple[tuple[str, int], ...]:
    """The enemies, each with its stars, that may be met at a node in a chapter.

    Which of them stand behind which skull, in which slots and whether as an ambush, is known only where
    ``pack.encounters`` says so.
    """
    return _sightings(pack).get((ref, chapter), ())


@lru_cache(maxsize=16)
def _sightings(pack: IsofarianPack) -> Mapping[tuple[str, str], tuple[tuple[str, int], ...]]:
    found: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for kind, enemy in pack.enemies.items():
        for stars, card in enemy.cards.items():
            for chapter, refs in card.nodes.items():
                for ref in refs:
                    found.setdefault((ref, chapter), []).append((kind, int(stars)))
    return {place: tuple(enemies) for place, enemies in found.items()}
