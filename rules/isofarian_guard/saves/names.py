"""The names of a pack's things as people write them, and those that come close."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from rules.isofarian_guard.campaign.facts import BUILDINGS
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.workbook.names import canonical, key
from rules.kernel import words

Kind = Literal["card", "weapon", "armor", "accessory", "item", "stone", "node", "quest", "building", "ability"]
CLOSE = 0.6
"""How alike two names are at least, of 1, for one to be suggested for the other."""
SUGGESTED = 8
_CARDS: Mapping[Kind, tuple[str, ...]] = {
    "card": ("materials", "items", "weapons", "armors", "accessories", "stones"),
    "weapon": ("weapons",),
    "armor": ("armors",),
    "accessory": ("accessories",),
    "item": ("items",),
    "stone": ("stones",),
}


class Name(msgspec.Struct, frozen=True):
    """A thing of the pack and what people call it."""

    id: str
    label: str


class Names:
    """The names of one pack, by kind. Case, accents, apostrophes, dashes and spaces make no difference."""

    def __init__(self, pack: IsofarianPack) -> None:
        self._names: dict[Kind, tuple[Name, ...]] = {kind: tuple(_cards(pack, kind)) for kind in _CARDS}
        self._names["node"] = tuple(_nodes(pack))
        self._names["quest"] = tuple(_of(pack.quests))
        self._names["building"] = tuple(_buildings(pack))
        self._names["ability"] = tuple(_of(pack.abilities))
        self._by_key = {kind: _by_key(names) for kind, names in self._names.items()}

    def all(self, kind: Kind) -> tuple[Name, ...]:
        """Everything of a kind, in the order of its labels."""
        return self._names[kind]

    def found(self, kind: Kind, text: str) -> tuple[Name, ...]:
        """The things that a text names: one, none, or several of the same name."""
        known = self._by_key[kind]
        return known.get(key(canonical(text))) or known.get(key(text)) or ()

    def close(self, kind: Kind, text: str) -> tuple[Name, ...]:
        """Things whose names come close, the closest first; for places also those that the text mentions."""
        known = self._by_key[kind]
        wanted = key(canonical(text))
        near = difflib.get_close_matches(wanted, known, n=SUGGESTED, cutoff=CLOSE)
        mentioned = [name for name in known if _mentions(wanted, name, kind)]
        found = [name for near_key in (*near, *mentioned) for name in known[near_key]]
        return tuple(dict.fromkeys(found))[:SUGGESTED]


@lru_cache(maxsize=16)
def names_of(pack: IsofarianPack) -> Names:
    """The names of a pack."""
    return Names(pack)


def _mentions(text: str, name: str, kind: Kind) -> bool:
    """Whether one of two names stands in the other as whole words; of places, whether they share a word."""
    if kind == "node":
        return any(len(word) > 2 and word not in ("node", "gate") for word in {*text.split("_")} & {*name.split("_")})
    return len(name) > 2 and (f"_{name}_" in f"_{text}_" or f"_{text}_" in f"_{name}_")


def _of(part: Mapping[str, object]) -> Iterator[Name]:
    yield from (Name(id, getattr(facts, "label", "") or words(id)) for id, facts in part.items())


def _cards(pack: IsofarianPack, kind: Kind) -> Iterable[Name]:
    found = [name for part in _CARDS[kind] for name in _of(getattr(pack, part))]
    labels = [name.label for name in found]
    twice = {label for label in labels if labels.count(label) > 1}
    return sorted(
        (Name(name.id, f"{name.label} ({_sort(pack, name.id)})") if name.label in twice else name for name in found),
        key=lambda name: name.label,
    )


def _sort(pack: IsofarianPack, card: str) -> str:
    material = pack.materials.get(card)
    return (material.kind or "material") if material else "stone" if card in pack.stones else "card"


def _nodes(pack: IsofarianPack) -> Iterator[Name]:
    for ref, facts in pack.nodes.items():
        area, _, place = ref.partition("/")
        if area == "main":
            gate = f" (gate of {words(facts.map_link.partition('/')[0])})" if facts.map_link else ""
            yield Name(ref, facts.label or (f"Node {place}{gate}" if place.isdigit() else words(place)))
        else:
            yield Name(ref, facts.label or f"{words(area).title()}: {words(place).lower()}")


def _buildings(pack: IsofarianPack) -> Iterator[Name]:
    for building in BUILDINGS:
        yield Name(building, words(building))
        for cost in pack.fort_costs.get(building, {}).values():
            if cost.label and key(cost.label) != building:
                yield Name(building, cost.label)


def _by_key(names: Iterable[Name]) -> dict[str, tuple[Name, ...]]:
    found: dict[str, dict[str, Name]] = {}
    for name in names:
        short = re.sub(r" \([a-z]+\)$", "", name.label)
        area, _, place = name.id.partition("/")
        bare = name.label.partition(" (")[0] if area == "main" else short
        spelled = {name.label, bare, name.id, *([place] if area == "main" else []), *_own_map(name.label)}
        for one in spelled:
            found.setdefault(key(one), {})[name.id] = name
    return {one: tuple(several.values()) for one, several in found.items()}


def _own_map(label: str) -> tuple[str, ...]:
    """A place of a mini-map is also called by its own name: ``IC - Ossuary``, Ossuary."""
    return (label[5:],) if label[2:5] == " - " else ()
