"""Facts about guards: chips, equipment, stones, abilities, gems, skills."""

from __future__ import annotations

from rules.isofarian_guard.campaign.facts import AbilitySlot, EquipmentSlot, StoneSlot
from rules.isofarian_guard.campaign.state import Part, Stats
from rules.isofarian_guard.content.parts import Bonus
from rules.kernel import Event


class FreedStone(Part, frozen=True):
    """A loose stone that came off with its card, and the guard whose satchel took it."""

    stone: str
    to: str


class BonusChipAdded(Event, frozen=True):
    """An equipped card or stone brought a chip from the supply.

    :param slot: where the card is equipped; ``None``: an upgrade of the skill tree
    :param stone: index of the stone under that card; ``None``: the card itself
    """

    guard: str
    chip: str
    count: int
    slot: EquipmentSlot | None = None
    stone: int | None = None


class BonusChipRemoved(Event, frozen=True):
    """Chips that a card or stone had brought left the bag with it."""

    guard: str
    chip: str
    count: int


class ChipOverLimitDiscarded(Event, frozen=True):
    """Chips that would have exceeded five of their type went to the supply."""

    guard: str
    chip: str
    count: int


class ChipsPutInBag(Event, frozen=True):
    """A card or book added chips to a bag."""

    guard: str
    chip: str
    count: int


class ChipsTakenFromBag(Event, frozen=True):
    """A card or book took chips out of a bag."""

    guard: str
    chip: str
    count: int


class EquipmentEquipped(Event, frozen=True):
    """A card was equipped.

    :param from_: whose satchel it came from; ``None``: freshly made
    :param replaced: the card that it took the place of
    :param replaced_to: whose satchel that one went to; ``None``: it waits for a slot
    :param kept: indexes of the old card's stones that lie under the new one
    :param freed: loose stones of the old card
    :param hp: of the guard afterwards
    :param ap_exhausted: afterwards
    """

    guard: str
    slot: EquipmentSlot
    card: str
    hp: int
    ap_exhausted: int
    bonuses: tuple[Bonus, ...] = ()
    open_slots: int = 0
    from_: str | None = None
    replaced: str | None = None
    replaced_to: str | None = None
    kept: tuple[int, ...] = ()
    freed: tuple[FreedStone, ...] = ()


class EquipmentUnequipped(Event, frozen=True):
    """A card was taken off.

    :param to: whose satchel took it; ``None``: it left the party
    """

    guard: str
    slot: EquipmentSlot
    card: str
    hp: int
    ap_exhausted: int
    to: str | None = None
    freed: tuple[FreedStone, ...] = ()


class StoneAttached(Event, frozen=True):
    """A stone was laid under a card.

    :param from_: whose satchel it came from; ``None``: it came with its ability
    :param ability: the stonebound ability that it belongs to
    """

    guard: str
    slot: StoneSlot
    stone: str
    hp: int
    ap_exhausted: int
    bonuses: tuple[Bonus, ...] = ()
    from_: str | None = None
    ability: str | None = None


class StoneDetached(Event, frozen=True):
    """A stone was taken from under a card.

    :param index: which of the stones there
    :param to: whose satchel took it; ``None``: it went back to the supply with its ability
    """

    guard: str
    slot: StoneSlot
    stone: str
    index: int
    hp: int
    ap_exhausted: int
    to: str | None = None


class StoneMoved(Event, frozen=True):
    """A stone changed from one card of a guard to the other."""

    guard: str
    stone: str
    index: int
    from_: StoneSlot
    to: StoneSlot


class AbilityEquipped(Event, frozen=True):
    """An ability card was laid into a slot of the guard's Ability Dashboard."""

    guard: str
    ability: str
    slot: AbilitySlot


class AbilityUnequipped(Event, frozen=True):
    """An ability card was taken out of its slot."""

    guard: str
    ability: str
    slot: AbilitySlot


class GemPlaced(Event, frozen=True):
    """A Speaking Stone gem was laid on an equipped ability.

    :param color: of the gem, as its element has it
    """

    guard: str
    slot: AbilitySlot
    color: str


class GemReturned(Event, frozen=True):
    """A gem went back from an ability to the supply."""

    guard: str
    slot: AbilitySlot
    color: str


class AbilityUnlocked(Event, frozen=True):
    """An ability may be equipped from now on.

    :param guard: by this guard; ``None``: a universal one, by anyone
    """

    ability: str
    guard: str | None = None


class AccessoryUnlocked(Event, frozen=True):
    """A caravan accessory stays available in later campaigns."""

    accessory: str


class SkillUnlocked(Event, frozen=True):
    """An upgrade of the skill tree was bought.

    :param base: the guard's base stats afterwards
    :param ability: what it makes available
    """

    guard: str
    node: str
    base: Stats
    hp: int
    ability: str | None = None
