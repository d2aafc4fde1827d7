"""Customizing: equipment, stones, abilities, skill trees."""

from __future__ import annotations

from rules.isofarian_guard.campaign.facts import EquipmentSlot, StoneSlot
from rules.kernel import Decision


class Equip(Decision, frozen=True):
    """Equip a card from a satchel; one that is equipped takes its place there.

    :param from_: whose satchel; left out: the guard's own
    :param keep: stones of the old card that are kept under the new one
    """

    guard: str
    slot: EquipmentSlot
    card: str
    from_: str = ""
    keep: tuple[str, ...] = ()


class Unequip(Decision, frozen=True):
    """Take a card off.

    :param to: whose satchel; left out: the guard's own
    """

    guard: str
    slot: EquipmentSlot
    to: str = ""


class AttachStone(Decision, frozen=True):
    """Lay a loose stone under a weapon or armor."""

    guard: str
    stone: str
    slot: StoneSlot
    from_: str = ""


class DetachStone(Decision, frozen=True):
    """Take a loose stone from under a weapon or armor."""

    guard: str
    stone: str
    slot: StoneSlot
    to: str = ""


class MoveStone(Decision, frozen=True):
    """Move a stone, loose or bound, from one card of a guard to the other."""

    guard: str
    stone: str
    from_: StoneSlot
    to: StoneSlot


class EquipAbility(Decision, frozen=True):
    """Put a guard ability into an ability slot."""

    guard: str
    ability: str
    slot: str


class EquipStonebound(Decision, frozen=True):
    """Put a stonebound ability into an ability slot, its gem beneath and its stone under a card.

    :param gem: colour of the gem, for a rainbow ability
    """

    guard: str
    ability: str
    slot: str
    stone_in: StoneSlot
    gem: str = ""


class UnequipAbility(Decision, frozen=True):
    """Take an ability out of its slot."""

    guard: str
    slot: str


class UnlockSkill(Decision, frozen=True):
    """Buy an upgrade of a skill tree."""

    guard: str
    node: str
