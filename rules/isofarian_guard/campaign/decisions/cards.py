"""What may be done with cards, Sil and Lux: satchels, trade, crafting, items, stash."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rules.kernel import Decision

Amount = Annotated[int, msgspec.Meta(ge=1)]


class ResolveOverflow(Decision, frozen=True):
    """Say what is dropped for a new card that found no slot.

    :param drop: ``new``, or a stored card that makes room
    :param guard: whose stored card
    """

    drop: str
    guard: str = ""


class Transfer(Decision, frozen=True):
    """Hand a card to the other guard, perhaps in exchange. A quantity card moves whole."""

    card: str
    from_: str
    to: str
    qty: Amount | None = None
    swap: str = ""


class Drop(Decision, frozen=True):
    """Return a card to the supply for good. Of a quantity card all units unless ``qty`` says less."""

    guard: str
    card: str
    qty: Amount | None = None


class UseItem(Decision, frozen=True):
    """Use an item with a compass icon from a satchel."""

    guard: str
    card: str


class Buy(Decision, frozen=True):
    """Buy cards at a market."""

    card: str
    qty: Amount = 1
    store: str = ""


class Sell(Decision, frozen=True):
    """Sell cards from a satchel, or equipment from where it is equipped."""

    card: str
    guard: str
    qty: Amount = 1
    equipped: bool = False


class Craft(Decision, frozen=True):
    """Have a card made, and store or equip it."""

    card: str
    store: str = ""
    equip: str = ""


class StashPut(Decision, frozen=True):
    """Put a card into the stash. Of a quantity card all units unless ``qty`` says less."""

    guard: str
    card: str
    qty: Amount | None = None


class StashTake(Decision, frozen=True):
    """Take a card out of the stash. Of a quantity card as many units as may be carried unless ``qty`` says less."""

    guard: str
    card: str
    qty: Amount | None = None


class StashSil(Decision, frozen=True):
    """Put Sil into the stash."""

    amount: Amount


class UnstashSil(Decision, frozen=True):
    """Take Sil out of the stash."""

    amount: Amount


class SendToStash(Decision, frozen=True):
    """Send materials to the stash from a dock where the boat lies."""

    guard: str
    card: str
    qty: Amount | None = None
