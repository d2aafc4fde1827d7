"""Facts about cards, Sil and Lux: satchels, harvest, trade, items, stash."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel import Bag, Event


class SilGained(Event, frozen=True):
    """Sil came onto the dial; what exceeds 99 was lost."""

    amount: int
    lost: int = 0


class SilSpent(Event, frozen=True):
    """Sil was paid off the dial."""

    amount: int


class LuxGained(Event, frozen=True):
    """Lux came onto the dial; what exceeds 99 was lost."""

    amount: int
    lost: int = 0


class LuxSpent(Event, frozen=True):
    """Lux was paid off the dial."""

    amount: int


class CardFactsNoted(Event, frozen=True):
    """What counting needs to know of a card that this game did not know yet.

    :param limit: of a quantity card
    :param extra_slots: of a tool item
    """

    card: str
    limit: int | None = None
    extra_slots: int | None = None


class CardStored(Event, frozen=True):
    """A card came into a satchel; units of a quantity card joined the card that is there.

    :param waiting: it is the first of those that waited for a slot
    """

    guard: str
    card: str
    qty: int
    waiting: bool = False


class CardDropped(Event, frozen=True):
    """A card went to the supply for good.

    :param guard: whose satchel it lay in; ``None``: it is the new card that waited for a slot
    """

    card: str
    qty: int
    guard: str | None = None


class CardTransferred(Event, frozen=True):
    """A card changed satchels, perhaps in exchange for another."""

    card: str
    qty: int
    from_: str
    to: str
    swap: str | None = None
    swap_qty: int = 0


class MaterialDroppedOverLimit(Event, frozen=True):
    """Units of a quantity card that the party may not hold went to the supply."""

    card: str
    qty: int


class OverflowRaised(Event, frozen=True):
    """A new card found no open slot: the party chooses what is dropped."""

    card: str
    qty: int


class OverflowResolved(Event, frozen=True):
    """No card waits for a slot any more."""


class MaterialHarvested(Event, frozen=True):
    """Wood was cut.

    :param returned: units that went back to the supply first, by guard
    """

    material: str
    qty: int
    returned: Bag = {}


class MaterialMined(Event, frozen=True):
    """Ore was mined; see :class:`MaterialHarvested`."""

    material: str
    qty: int
    returned: Bag = {}


class MaterialRetrieved(Event, frozen=True):
    """Wood or ore was handed out at the fort; see :class:`MaterialHarvested`."""

    material: str
    qty: int
    returned: Bag = {}


class FishCaught(Event, frozen=True):
    """A fish was caught.

    :param chip: the drawn chip whose colour says which fish it is
    """

    fish: str
    chip: str


class CardBought(Event, frozen=True):
    """A card was bought.

    :param price: in all, in Sil
    """

    card: str
    qty: int
    price: int


class CardSold(Event, frozen=True):
    """A card was sold.

    :param equipped: it was taken from where it was equipped, which is told apart
    :param price: in all
    """

    card: str
    qty: int
    guard: str
    price: int
    currency: str = "sil"
    equipped: bool = False


class CardCrafted(Event, frozen=True):
    """A card was made from what the satchels held."""

    card: str
    used: Mapping[str, Bag]


class ItemUsed(Event, frozen=True):
    """A card of a guard's satchel was used up."""

    guard: str
    card: str


class GuardHealed(Event, frozen=True):
    """A guard got HP back outside battle."""

    guard: str
    amount: int


class GuardHurt(Event, frozen=True):
    """A guard lost HP outside battle."""

    guard: str
    amount: int


class CardsTaken(Event, frozen=True):
    """A book or card took cards away from a guard's satchel."""

    guard: str
    cards: Bag


class CardStashed(Event, frozen=True):
    """A card came into the stash; from nobody where ``guard`` is ``None``."""

    card: str
    qty: int
    guard: str | None = None


class CardUnstashed(Event, frozen=True):
    """A card left the stash for a satchel."""

    card: str
    qty: int
    guard: str


class SilStashed(Event, frozen=True):
    """Sil was laid into the stash."""

    amount: int


class SilUnstashed(Event, frozen=True):
    """Sil was taken out of the stash."""

    amount: int
