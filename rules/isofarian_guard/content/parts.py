"""What a pack of The Isofarian Guard is made of: places, cards, enemies, prices.

Chapters, star values and levels are string keys (``"1"``, ``"2"``). Cards of every kind share one name space, because
satchels and stash hold them side by side: the ore is ``diamond_ore``, the speaking stone ``diamond``.

What the sources do not say is said: ``unknown`` names fields that nobody has told yet and that the table resolves,
``inferred`` names fields whose value is a conclusion of ours and not printed. A missing encounter, a missing card
text or ``None`` for a price of a service means the same: unknown, resolve at the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from rules.isofarian_guard.battle.amounts import Element
from rules.kernel.messages import without_underscore

Effect = Mapping[str, Any]
"""One effect, static or reaction as data: ``{"op": "heal", "who": "self", "n": 5}``, or in field events the short forms
``{"sil": 3}``, ``{"lux": 1}``, ``{"gain": card}``, ``{"heal": 4}``, ``{"add_chip": chip}``, ``{"battle": {...}}``."""
Effects = tuple[Effect, ...]

Color = Literal["yellow", "green", "blue", "orange", "red", "unknown"]
Service = Literal[
    "inn", "market", "blacksmith", "barracks", "lumbermill", "lapidary", "training_yard", "courtyard",
    "fort_blacksmith", "fort_apothecary",
]  # fmt: skip


class Part(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename=without_underscore,
):
    """Strict on reading, brief on writing. ``def_`` and ``class_`` are ``def`` and ``class`` in data."""


class Named(Part, frozen=True, kw_only=True):
    """A part that people see.

    :param label: the name as the source spells it; empty where the id says it
    :param inferred: fields whose value is a conclusion, not printed
    :param unknown: fields that no source tells: resolve at the table
    """

    label: str = ""
    inferred: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


# ---- the rulebook's own


class Chip(Part, frozen=True, kw_only=True):
    """A combat chip.

    :param kind: sword, shield, combo, evasion, heart, strengthen, bolster, corruption, freeze, poison, weaken, break,
        fear, seal, stun, upkeep
    :param value: resources it gives: 1 or 2; 0 for a status chip
    :param sign: how a status chip counts; ``None`` for resources
    :param count: how many are in the box
    """

    color: Literal["black", "green", "purple", "red"]
    kind: str
    value: int = 0
    sign: Literal["positive", "negative"] | None = None
    count: int = 10


class Guard(Named, frozen=True, kw_only=True):
    """A guard's base stats and start.

    :param slots: starting abilities by ability slot I-VI
    :param bag: starting chips; ``None`` where the campaign book has not been told
    """

    hp: int
    atk: int
    def_: int
    ap: int
    keyword: str = ""
    class_: str = ""
    slots: Mapping[str, str] = {}
    bag: Mapping[str, int] | None = None


# ---- places


class Node(Named, frozen=True, kw_only=True):
    """A place on the main map or a mini-map. Connections stand at one end and count both ways.

    :param paths: nodes of the same map reached on foot
    :param waterways: nodes reached by boat
    :param unflagged: those of the waterways that the map does not flag as water, though one end is a blue node
    :param through: gates of the same town that are reached without entering it
    :param map_link: the matching node of the other map
    :param wood: woods that can be harvested here
    :param ore: ores that can be mined here
    :param x: pixels from the left of the map picture, or ``None`` where it is not on it
    :param y: pixels from its top
    """

    color: Color = "unknown"
    region: str | None = None
    paths: tuple[str, ...] = ()
    waterways: tuple[str, ...] = ()
    unflagged: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    map_link: str | None = None
    dock: bool = False
    wood: tuple[str, ...] = ()
    ore: tuple[str, ...] = ()
    service: Service | None = None
    city: str | None = None
    x: int | None = None
    y: int | None = None


class Foe(Part, frozen=True, kw_only=True):
    """One enemy of an encounter.

    :param slot: I, II, III, IV
    """

    slot: str
    enemy: str
    stars: int = 1


class Encounter(Part, frozen=True, kw_only=True):
    """What waits behind a skull chip.

    :param ambush: printed in red
    """

    enemies: tuple[Foe, ...] = ()
    ambush: bool = False


class FieldDraw(Part, frozen=True, kw_only=True):
    """The chips that a path asks for.

    :param all_draw: every chip counts, not black ones only
    :param per_color: effects carried out once for each drawn chip of a colour
    """

    count: int
    all_draw: bool = False
    per_color: Mapping[str, Effects] = {}


class FieldPath(Part, frozen=True, kw_only=True):
    """One way to meet a field event."""

    effects: Effects = ()
    draw: FieldDraw | None = None


class FieldEvent(Named, frozen=True, kw_only=True):
    """A field event card.

    :param region: the deck that it belongs to, or ``None`` where that is unknown
    """

    paths: Mapping[str, FieldPath] = {}
    returns_to_deck: bool = False
    region: str | None = None


# ---- cards


class Bonus(Part, frozen=True, kw_only=True):
    """What a card, stone or upgrade gives: a stat, chips in the bag, or an ability. All empty: nothing.

    :param inferred: the colour of the chip is a conclusion of ours
    """

    stat: Literal["hp", "atk", "def", "ap"] | None = None
    add: int = 0
    chip: str | None = None
    count: int = 1
    ability: str | None = None
    inferred: bool = False


class Material(Named, frozen=True, kw_only=True):
    """A quantity card: an enemy drop, a wood or an ore.

    :param rarity: 1 to 7, a red star counting 5
    :param limit: units that the party may carry
    :param lux_for_4: Lux for four of it at the fort
    """

    kind: Literal["drop", "wood", "ore"] | None = None
    rarity: int | None = None
    limit: int = 4
    lux_for_4: int | None = None


class Item(Named, frozen=True, kw_only=True):
    """An item or tool item.

    :param compass: usable straight from a satchel in exploration
    :param tool: a tool item: never dropped, never in the item slot
    :param extra_slots: satchel slots that it adds; ``unknown`` names it where the card has not been told
    :param battle: usable from the item slot in battle
    :param text: the words of the user's own file; never shipped
    """

    compass: bool = False
    tool: bool = False
    extra_slots: int = 0
    battle: bool = True
    effects: Effects | None = None
    text: str = ""

    @property
    def heals(self) -> int:
        """HP that it heals in exploration, from either form of the heal effect."""
        return sum(_healing(effect) for effect in self.effects or ())


class Equipment(Named, frozen=True, kw_only=True):
    """What weapons and armours share.

    :param guards: who may use it; empty: anyone
    :param bonuses: what it gives while equipped
    :param open_slots: slots for speaking stones
    """

    guards: tuple[str, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    open_slots: int = 0
    rarity: int | None = None

    def fits(self, guard: str) -> bool:
        """Whether a guard may use it."""
        return not self.guards or guard in self.guards


class Weapon(Equipment, frozen=True, kw_only=True):
    """A weapon.

    :param unlocks: stonebound ability that gaining the card unlocks
    :param cost: chips of its standard attack: sword, shield, or a chip id; ``None`` where that is unknown
    :param atk: ATK modifier of its standard attack
    :param chip: status chip that a standard attack gives to its target
    """

    unlocks: str | None = None
    cost: Mapping[str, int] | None = None
    atk: int = 0
    chip: str | None = None


class Armor(Equipment, frozen=True, kw_only=True):
    """An armour."""


class Accessory(Named, frozen=True, kw_only=True):
    """An accessory.

    :param limit: uses in one battle, or ``None``
    :param per_round: uses in one round, or ``None``
    :param cost: chips placed on the card to activate it
    :param ap: AP to activate it
    :param effects: what activating it does; ``None``: it cannot be activated, unless ``unknown`` names its effects
    :param open_slots: slots for speaking stones that it adds
    :param text: the words of the user's own file; never shipped
    """

    bonuses: tuple[Bonus, ...] = ()
    open_slots: int = 0
    caravan: bool = False
    limit: int | None = None
    per_round: int | None = None
    cost: Mapping[str, int] | None = None
    ap: int | None = None
    effects: Effects | None = None
    passive: Effects = ()
    reactive: Effects = ()
    compass: bool = False
    text: str = ""


class Stone(Named, frozen=True, kw_only=True):
    """A speaking stone.

    :param gem: colour of its gem; ``any`` for rainbow
    """

    element: Element | None = None
    gem: str | None = None
    copies: int | None = None
    bonuses: tuple[Bonus, ...] = ()


class Keyword(Part, frozen=True, kw_only=True):
    """A guard's keyword on a side: chain, empower, harmonize, surge, inspire, burst, endure, awaken."""

    name: str
    effects: Effects = ()
    green_ap: int | None = None
    resources: int | None = None
    cubes: int | None = None
    element: Element | None = None


class Side(Named, frozen=True, kw_only=True):
    """One side of a guard ability.

    :param ap: AP cost; ``None``: no AP icon, 0: printed
    :param effects: ``None`` where they are unknown
    """

    cost: Mapping[str, int] = {}
    ap: int | None = None
    flip: Literal["chips", "burst"] | None = None
    effects: Effects | None = None
    passive: Effects = ()
    reactive: Effects = ()
    keyword: Keyword | None = None


class Ability(Named, frozen=True, kw_only=True):
    """An ability card. Guard abilities have sides ``P`` and ``S``; stonebound ones an element and a stone.

    :param guard: whose it is, or ``any``
    :param effects: of a stonebound ability; ``None`` where they are unknown
    """

    type: Literal["guard_ability", "stonebound"]
    guard: str = "any"
    element: Element | None = None
    stone: str | None = None
    primary: Side | None = msgspec.field(default=None, name="P")
    secondary: Side | None = msgspec.field(default=None, name="S")
    effects: Effects | None = None
    passive: Effects = ()
    reactive: Effects = ()


class SkillNode(Named, frozen=True, kw_only=True):
    """An upgrade of a skill tree.

    :param links: upgrades that it connects to
    """

    level: int
    chapter: int = 1
    cost: int = 0
    links: tuple[str, ...] = ()
    bonus: Bonus = Bonus()


def _healing(effect: Effect) -> int:
    amount = effect.get("n") if effect.get("op") == "heal" else effect.get("heal")
    return amount if isinstance(amount, int) else 0
