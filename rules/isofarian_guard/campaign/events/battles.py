"""Facts about battles as exploration sees them: how they begin and end, and what a fall costs."""

from __future__ import annotations

from collections.abc import Mapping

from rules.isofarian_guard.campaign.facts import Source
from rules.isofarian_guard.content.parts import Foe
from rules.kernel import Bag, Event


class BattleStarted(Event, frozen=True):
    """A battle began.

    :param skull: the skull chip that led to it, or whose battle is hunted, or ``None``
    :param enemies: empty where the table alone knows who they are
    """

    source: Source
    skull: str | None
    ambush: bool
    retreat_allowed: bool
    enemies: tuple[Foe, ...] = ()


class GuardReported(Event, frozen=True):
    """What a guard looks like after a battle, the dashboards cleared into the bag.

    :param item: what lies in the item slot
    """

    guard: str
    hp: int
    ap_exhausted: int
    bag: Bag
    satchel: Bag
    item: str | None


class BattleWon(Event, frozen=True):
    """The enemies are defeated."""


class BattleRetreated(Event, frozen=True):
    """The party got away without rewards."""


class GuardsFell(Event, frozen=True):
    """All guards of the party fell; they wake with this many HP."""

    at: str
    hp: int


class GuardRevived(Event, frozen=True):
    """A guard who fell in a battle that the party survived stands again, with this many HP."""

    guard: str
    hp: int


class ApExhausted(Event, frozen=True):
    """So many active AP of a guard were exhausted."""

    guard: str
    count: int


class ApRefreshed(Event, frozen=True):
    """All AP of a guard are active again."""

    guard: str


class RewardsCollected(Event, frozen=True):
    """What the enemies left, as it was collected."""

    sil: int
    lux: int
    drops: Bag


class PileLeft(Event, frozen=True):
    """Items and materials were laid in a pile.

    :param dropped: from the satchels, by guard
    :param items: guards whose item slot was emptied
    """

    at: str
    cards: Bag
    dropped: Mapping[str, Bag]
    items: tuple[str, ...] = ()


class PileLost(Event, frozen=True):
    """The party forfeited a pile; its cards went to the supply."""

    at: str
    cards: Bag


class PileCollected(Event, frozen=True):
    """Cards of the pile came into the satchels, by guard; the pile is gone."""

    at: str
    taken: Mapping[str, Bag]


class CardsReturnedToSupply(Event, frozen=True):
    """Cards went to the supply: what was left of a pile, or what a fall took in Tenebris.

    :param dropped: from the satchels, by guard
    :param items: guards whose item slot was emptied
    """

    cards: Bag
    dropped: Mapping[str, Bag] = {}
    items: tuple[str, ...] = ()


class SilLost(Event, frozen=True):
    """A fall cost the party Sil."""

    amount: int


class ChipsPurged(Event, frozen=True):
    """Chips left a guard's bag for the supply because the guard fell."""

    guard: str
    chips: Bag


class WeakenChipsAdded(Event, frozen=True):
    """Weaken chips came into the bag of a guard who fell."""

    guard: str
    count: int


class GuardsRespawned(Event, frozen=True):
    """The party woke on a node after its fall."""

    at: str
