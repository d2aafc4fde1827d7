"""What a group has recorded, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.isofarian_guard.campaign import lookup
from rules.isofarian_guard.campaign.facts import SKULL_LABELS
from rules.isofarian_guard.campaign.state import Learned, Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.parts import Encounter
from rules.kernel import words

CARDS = ("materials", "items", "weapons", "armors", "accessories", "stones")
NAMED = ("abilities", "field_events", "quests", "enemies")


def recorded(state: Position, pack: IsofarianPack) -> Mapping[str, Sequence[str]]:
    """Everything recorded, part by part; empty where nothing was."""
    told = _Words(state, pack)
    parts = {
        "Nodes": [told.node(ref) for ref in state.learned.nodes],
        "Encounters": list(told.encounters()),
        "Inns, markets and smiths": list(told.trade()),
        "Fort Istra": list(told.fort()),
        **{words(part): [told.card(card) for card in getattr(state.learned, part)] for part in CARDS},
        **{words(part): [told.named(name) for name in getattr(state.learned, part)] for part in NAMED},
        "Skill trees": list(told.below(state.learned.skill_trees)),
        "Prestige cards": list(told.below(state.learned.prestige_cards, "level ")),
        "AI cards": list(told.below(state.learned.ai_cards)),
    }
    return {part: lines for part, lines in parts.items() if lines}


class _Words:
    """Names of what was recorded."""

    def __init__(self, state: Position, pack: IsofarianPack) -> None:
        self._state = state
        self._pack = pack
        self._learned: Learned = state.learned

    def node(self, ref: str) -> str:
        label = lookup.node_label(self._state, self._pack, ref)
        return f"Node {label}" if label.isdigit() else label

    def card(self, card: str) -> str:
        return lookup.called(self._state, self._pack, card)

    def named(self, name: str) -> str:
        return lookup.called(self._state, self._pack, name)

    def encounters(self) -> Iterator[str]:
        for ref, chapters in self._learned.encounters.items():
            for chapter, skulls in chapters.items():
                for skull, encounter in skulls.items():
                    behind = SKULL_LABELS.get(skull, words(skull)).lower()
                    yield f"{self.node(ref)}, chapter {chapter}, {behind}: {self._foes(encounter)}"

    def _foes(self, encounter: Encounter) -> str:
        foes = ", ".join(f"{self.named(foe.enemy)} {'★' * foe.stars}" for foe in encounter.enemies)
        return f"{foes} (ambush)" if encounter.ambush else foes

    def trade(self) -> Iterator[str]:
        for city, fee in self._learned.inn_fees.items():
            yield f"{self.named(city)}: a night costs {fee} Sil"
        for what, told in (("price", self._learned.prices), ("recipe", self._learned.recipes)):
            for place, cards in told.items():
                yield from (f"{self.named(place)}: {what} of {self.card(card)}" for card in cards)

    def fort(self) -> Iterator[str]:
        for building, levels in self._learned.fort_costs.items():
            yield from (f"{self.named(building)}: cost of level {level}" for level in levels)
        yield from (f"Lapidary: {self.card(stone)}" for stone in self._learned.lapidary)

    def below(self, told: Mapping[str, Mapping[str, object]], what: str = "") -> Iterator[str]:
        for owner, names in told.items():
            yield from (f"{self.named(owner)}: {what}{self.named(name)}" for name in names)
