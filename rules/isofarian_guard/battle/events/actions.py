"""What guards do with their cards, attacks, reactions."""

from __future__ import annotations

from typing import Literal

from rules.kernel import Bag, Event


# ---- actions of a guard
class ChipsPlaced(Event, frozen=True, kw_only=True):
    """Chips were placed on a card to pay for it.

    :param on: ``card.<slot>``, ``weapon`` or ``accessory``
    :param from_: the area that they came from
    """

    guard: str
    on: str
    chips: Bag
    from_: str


class AbilityActivated(Event, frozen=True, kw_only=True):
    """A Guard Ability Card was activated; ``chain``: it starts or continues a [Chain]."""

    guard: str
    slot: str
    ability: str
    side: Literal["P", "S"]
    chain: bool


class StoneboundActivated(Event, frozen=True, kw_only=True):
    """A gem moved onto its Stonebound Ability Card."""

    guard: str
    slot: str
    ability: str
    element: str


class StandardAttackPerformed(Event, frozen=True, kw_only=True):
    """A guard performed its Standard Attack."""

    guard: str
    weapon: str
    target: str


class AccessoryActivated(Event, frozen=True, kw_only=True):
    """An accessory was activated; ``cube``: a purple cube was placed on it."""

    guard: str
    card: str
    cube: bool


class AccessoryUsed(Event, frozen=True, kw_only=True):
    """A counted use of an accessory by a reaction or a negation; ``cube``: a purple cube was placed on it."""

    guard: str
    card: str
    cube: bool


class AccessoryFlipped(Event, frozen=True, kw_only=True):
    """A limited accessory has no use left in this battle."""

    guard: str


class AccessoryChipsReleased(Event, frozen=True, kw_only=True):
    """The owner took the stored chips off an accessory."""

    guard: str
    discarded: Bag
    supplied: Bag


class EquippedItemUsed(Event, frozen=True, kw_only=True):
    """The item in the item slot was used."""

    guard: str
    card: str


class ItemMoved(Event, frozen=True, kw_only=True):
    """An item went from the satchel into the item slot.

    :param back: the unused item that went to the satchel in exchange
    """

    guard: str
    card: str
    back: str | None


class CardRead(Event, frozen=True, kw_only=True):
    """A card was read at the table: what it did follows.

    :param who: whose card it is
    :param card: its name, or where it lies
    """

    who: str
    card: str


class KeywordTriggered(Event, frozen=True, kw_only=True):
    """A [Keyword] effect happens."""

    guard: str
    slot: str
    keyword: str


class BurstCubePlaced(Event, frozen=True, kw_only=True):
    """A yellow cube was placed on a Guard Ability Card."""

    guard: str
    slot: str


class AbilityFlipped(Event, frozen=True, kw_only=True):
    """A Guard Ability Card shows its other side.

    :param cubes: yellow cubes that went back to the supply with it
    """

    guard: str
    slot: str
    side: Literal["P", "S"]
    cubes: int = 0


class GemReadied(Event, frozen=True, kw_only=True):
    """A gem is ready again."""

    guard: str
    slot: str


class GemExhausted(Event, frozen=True, kw_only=True):
    """A gem went from its card to the exhausted slot."""

    guard: str
    slot: str


# ---- attacks and reactions
class AttackPerformed(Event, frozen=True, kw_only=True):
    """An attack was made."""

    who: str
    target: str


class AttackEvaded(Event, frozen=True, kw_only=True):
    """An attack missed; ``chip`` was used up and is in ``to``."""

    who: str
    target: str
    chip: str
    to: str


class DamageDealt(Event, frozen=True, kw_only=True):
    """What an attack dealt, also when it is 0: ``atk`` against ``def_``."""

    who: str
    target: str
    n: int
    atk: int
    def_: int


class ReactionTriggered(Event, frozen=True, kw_only=True):
    """A reactive effect happens.

    :param source: ability slot, ``accessory``, or AI card
    :param count: its key in the round's count, where it is limited per round
    """

    who: str
    source: str
    trigger: str
    count: str | None = None
