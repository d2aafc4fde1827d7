"""What people call the things of a campaign, from the pack and what the group has learned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.isofarian_guard.campaign import lookup
from rules.isofarian_guard.campaign.facts import SKULL_LABELS
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.parts import Bonus, Foe
from rules.kernel import Bag, words

FORT_NAME = "Fort Istra"
STAT_NAMES: Mapping[str, str] = {"hp": "HP", "atk": "ATK", "def": "DEF", "ap": "AP"}
AREA_NAMES: Mapping[str, str] = {"fort_istra": FORT_NAME}
_MAP_SIGNS = ("FW - ", "IC - ")


class Names:
    """Looks names up.

    :param states: the positions around a decision; the first that is there tells what the group has learned
    """

    def __init__(self, pack: IsofarianPack, *states: Position | None) -> None:
        self.pack = pack
        self.state = next((state for state in states if state is not None), Position())

    def _called(self, name: str) -> str:
        return lookup.called(self.state, self.pack, name)

    def card(self, card: str) -> str:
        """A card of any kind."""
        return self._called(card)

    def cards(self, cards: Bag) -> str:
        """Cards with their numbers: ``2 Pine and Iron Ore``."""
        return listed(counted(self.card(card), count) for card, count in cards.items() if count)

    def satchels(self, cards: Mapping[str, Bag]) -> str:
        """Cards of several guards together."""
        together: dict[str, int] = {}
        for bag in cards.values():
            for card, count in bag.items():
                together[card] = together.get(card, 0) + count
        return self.cards(together)

    def place(self, ref: str | None) -> str:
        """A node within a sentence: ``node 29``, ``the inn of Ryba``, ``the Lumbermill of Fort Istra``."""
        if not ref:
            return "nowhere"
        area, _, name = ref.partition("/")
        label = self._node_label(ref)
        if area == "main":
            return label or f"node {name.replace('_', ' ')}"
        if area in ("frozen_wastes", "ice_caves"):
            return f"{label or words(name)} in the {title(area)}"
        if label:
            return label
        kind = title(name) if area == "fort_istra" else name.replace("_", " ")
        return f"the {kind} of {self.area(area)}"

    def node(self, ref: str) -> str:
        """A node on the map: its number, or a short name."""
        area, _, name = ref.partition("/")
        if name == "courtyard":
            return "Courtyard"
        return self._node_label(ref) or (name if area == "main" and name.isdecimal() else title(name))

    def _node_label(self, ref: str) -> str:
        label = lookup.node(self.state, self.pack, ref).label
        for sign in _MAP_SIGNS:
            label = label.removeprefix(sign)
        return label

    def area(self, area: str) -> str:
        """A map: a city, the fort, a mini-map."""
        city = self.pack.cities.get(area)
        return AREA_NAMES.get(area) or (city.label if city and city.label else title(area))

    def shop(self, place: str) -> str:
        """A city, or a stall of the fort."""
        stall = self.pack.fort_stalls.get(place)
        return stall.label if stall and stall.label else self.area(place)

    def region(self, region: str) -> str:
        """A field event region."""
        return self._called(region)

    def quest(self, quest: str) -> str:
        """A quest, in quotation marks."""
        return f"“{self._called(quest)}”"

    def ability(self, ability: str) -> str:
        """An ability card."""
        return self._called(ability)

    def building(self, building: str, level: int = 1) -> str:
        """A building of the fort, by its own name at a level."""
        return lookup.build_label(self.state, self.pack, building, level) or title(building)

    def skill(self, guard: str, node: str) -> str:
        """An upgrade of a guard's skill tree."""
        found = lookup.skill_tree(self.state, self.pack, guard).get(node)
        return found.label if found and found.label else words(node)

    def field_event(self, card: str) -> str:
        """A field event card, in quotation marks; one that nobody has read is one."""
        if card == "unknown":
            return "a card that nobody has read yet"
        return f"“{self._called(card)}”"

    def enemy(self, enemy: str) -> str:
        """An enemy type."""
        return self._called(enemy)

    def foes(self, foes: Iterable[Foe]) -> str:
        """Enemies, the same ones together: ``2 × Timber Wolf ★ and Boar ★★``."""
        counts: dict[str, int] = {}
        for foe in foes:
            name = f"{self.enemy(foe.enemy)} {'★' * foe.stars}"
            counts[name] = counts.get(name, 0) + 1
        return listed(f"{count} × {name}" if count > 1 else name for name, count in counts.items())

    def bonus(self, bonus: Bonus) -> str:
        """What a bonus gives: ``+1 ATK``, ``2 × purple combo``, ``Meditate``; empty where that is unknown."""
        if bonus.stat:
            return f"{bonus.add:+d} {STAT_NAMES[bonus.stat]}".replace("-", "−")
        if bonus.chip:
            return chips({bonus.chip: bonus.count})
        return self.ability(bonus.ability) if bonus.ability else ""


def guard(name: str) -> str:
    """A guard."""
    return words(name)


def guards(names: Iterable[str]) -> str:
    """Guards: ``Grigory and Alek``."""
    return listed(map(guard, names))


def title(name: str) -> str:
    """An id as a name: ``The Misty Forge``."""
    return " ".join(part.capitalize() for part in name.split("_"))


def skull(chip: str) -> str:
    """An event chip within a sentence: ``a double skull``."""
    return f"a {SKULL_LABELS.get(chip, words(chip)).lower()}"


def chip_name(chip: str) -> str:
    """A combat chip within a sentence: ``black sword 1``."""
    return words(chip).lower()


def chips(bag: Bag | Iterable[str]) -> str:
    """Chips with their numbers: ``2 black sword 1 and red fear``."""
    counts: dict[str, int] = {}
    if isinstance(bag, Mapping):
        counts.update(bag)
    else:
        for chip in bag:
            counts[chip] = counts.get(chip, 0) + 1
    return listed(f"{count} × {chip_name(chip)}" if count > 1 else chip_name(chip) for chip, count in counts.items())


def counted(name: str, count: int) -> str:
    """``Tent`` or ``3 Pine``."""
    return name if count == 1 else f"{count} {name}"


def listed(parts: Iterable[str]) -> str:
    """``a, b and c``; ``nothing`` where there is none."""
    found = [part for part in parts if part]
    return " and ".join(filter(None, [", ".join(found[:-1]), *found[-1:]])) or "nothing"


def begin(text: str) -> str:
    """A sentence with its first letter large."""
    return f"{text[:1].upper()}{text[1:]}"
