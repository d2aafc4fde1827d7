"""What the players choose in a battle.

Chips to pay with are counts by chip; left out, the thriftiest payment is made (ISO-RES-007). AP left out is paid with
gray before green. The arguments of :class:`Aimed` are used by the cards whose effects call for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from rules.isofarian_guard.battle.state import Source
from rules.kernel import Bag, Decision
from rules.kernel.messages import without_underscore

Number = Annotated[int, Meta(ge=0, le=200)]
Change = Annotated[int, Meta(ge=-50, le=50)]
ApPayment = Mapping[Literal["gray", "green"], Number]
EnemySlot = Literal["I", "II", "III", "IV"]
AbilitySlot = Literal["I", "II", "III", "IV", "V", "VI"]

# ---- start of battle


class PlacedFoe(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename=without_underscore):
    """An enemy to place.

    :param slot: left out: the lowest free one
    :param hp: what its card prints; the figures are needed for a card that the pack does not have
    """

    enemy: str
    stars: Annotated[int, Meta(ge=1, le=4)] = 1
    slot: EnemySlot | None = None
    hp: Number | None = None
    atk: Number | None = None
    def_: Number | None = None
    ap: Number | None = None


class StartBattle(Decision, frozen=True, kw_only=True):
    """Begin a battle.

    :param ambush: the entry is marked as an ambush (red text)
    :param color: color of the node
    """

    enemies: tuple[PlacedFoe, ...]
    source: Source
    ambush: bool = False
    color: Literal["yellow", "blue"] | None = None


# ---- Guards' turn


class StartRound(Decision, frozen=True, kw_only=True):
    """Steps 1 and 2: accessories, then blue cubes and Evasion."""


class Retreat(Decision, frozen=True, kw_only=True):
    """All guards retreat."""


class ActivateGuard(Decision, frozen=True, kw_only=True):
    """Step 3 or 7: choose the guard to act."""

    guard: str


class RefillBag(Decision, frozen=True, kw_only=True):
    """Step 4: put the discard area into the bag; ``pay_hp``: for 1 HP, with chips still in it."""

    guard: str
    pay_hp: bool = True


class DrawChips(Decision, frozen=True, kw_only=True):
    """Step 5 at once: draw (or finish drawing) the whole hand.

    :param negate: places in the draw, from 0, of the chips on which an optional negation is used
    :param negate_kinds: chips on which it is used whenever one comes up
    """

    guard: str
    negate: tuple[Number, ...] = ()
    negate_kinds: tuple[str, ...] = ()


class DrawChip(Decision, frozen=True, kw_only=True):
    """Step 5 chip by chip: draw the next one; ``negate``: use an optional negation on it where that is possible."""

    guard: str
    negate: bool = False


class Steered(Decision, frozen=True, kw_only=True):
    """What any card may ask of the players.

    :param choices: labels picked where a card lets them choose, in the order of asking
    :param react: sources of optional reactions that are used: ability slot, ``accessory`` or AI card
    :param evasion: the Evasion Chip used first
    :param from_slot: ability slot whose card loses a chip
    :param picks: chips picked where a card leaves open which
    """

    choices: tuple[str, ...] = ()
    react: tuple[str, ...] = ()
    evasion: str | None = None
    from_slot: AbilitySlot | None = None
    picks: tuple[str, ...] = ()


class Aimed(Steered, frozen=True, kw_only=True):
    """What a guard's card may ask.

    :param target: enemy slot
    :param targets: several enemy slots
    :param keyword_slot: the card whose keyword effect is triggered
    :param card_slot: the card that is activated by another one
    :param gem_slot: the gem that becomes ready
    :param flip_slot: the card that is flipped
    :param return_chip: the drawn chip that goes back
    """

    guard: str
    target: EnemySlot | None = None
    targets: tuple[EnemySlot, ...] = ()
    guard_target: str | None = None
    keyword_slot: AbilitySlot | None = None
    card_slot: AbilitySlot | None = None
    gem_slot: AbilitySlot | None = None
    flip_slot: AbilitySlot | None = None
    return_chip: str | None = None


class ActivateAbility(Aimed, frozen=True, kw_only=True):
    """Step 6: activate a Guard Ability Card.

    :param surge: how often the [Surge] effect is bought
    :param inspire_chips: chips that pay for [Inspire]
    :param burst_on: the card that takes the [Burst] cube
    """

    slot: AbilitySlot
    chips: Bag | None = None
    ap: ApPayment | None = None
    surge: Number = 0
    inspire_chips: Bag = {}
    burst_on: AbilitySlot | None = None


class ActivateStonebound(Aimed, frozen=True, kw_only=True):
    """Step 6: activate a Stonebound Ability Card."""

    slot: AbilitySlot


class StandardAttack(Aimed, frozen=True, kw_only=True):
    """Step 6: attack with the weapon."""

    chips: Bag | None = None


class ActivateAccessory(Aimed, frozen=True, kw_only=True):
    """Step 6: activate the accessory."""

    chips: Bag | None = None
    ap: ApPayment | None = None


class ReleaseAccessoryChips(Decision, frozen=True, kw_only=True):
    """Take the stored chips off the accessory."""

    guard: str


class UseEquippedItem(Aimed, frozen=True, kw_only=True):
    """Step 6: use the item in the item slot; ``card`` names it, left out it is the one that lies there."""

    card: str | None = None


class MoveItem(Decision, frozen=True, kw_only=True):
    """Step 6: move an item from the satchel into the item slot for 2 AP."""

    guard: str
    card: str
    ap: ApPayment | None = None


class ChangeEquipment(Decision, frozen=True, kw_only=True):
    """Change what a guard wears or has learned: never in a battle."""

    guard: str
    what: Literal["weapon", "armor", "accessory", "item", "ability", "speaking_stone"]
    card: str


class EndActivation(Decision, frozen=True, kw_only=True):
    """The active guard is done."""

    guard: str


class EndGuardsTurn(Decision, frozen=True, kw_only=True):
    """Steps 8 and 9, then step 1 of the enemies' turn."""


# ---- cards read at the table


class Deed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename=without_underscore):
    """What a card did, as read at the table. Everything in it happens to each of ``who``.

    :param who: guards and enemy slots; nobody where the card did nothing
    :param attack: attack modifier, where they were attacked: the damage is worked out, Evasion used
    :param damage: HP that they lost without an attack
    :param heal: HP that they healed
    :param chips: chips that they gained, or that were placed on the enemy card
    :param bag: chips added to their bags
    :param blue_cubes: blue cubes gained
    :param atk: modifier of ATK for the round
    :param def_: modifier of DEF for the round
    :param green_ap: green AP gained
    """

    who: tuple[str, ...] = ()
    attack: Change | None = None
    damage: Number = 0
    heal: Number = 0
    chips: Bag = {}
    bag: Bag = {}
    blue_cubes: Number = 0
    atk: Change = 0
    def_: Change = 0
    green_ap: Number = 0


class ReadCard(Decision, frozen=True, kw_only=True):
    """We read a guard's card at the table and it did this.

    :param card: ability slot, ``weapon``, ``accessory`` or ``item``
    :param chips: chips that paid for it
    :param ap: AP that paid for it
    :param deed: what it did; :attr:`more`: to others, after that
    """

    guard: str
    card: Literal["I", "II", "III", "IV", "V", "VI", "weapon", "accessory", "item"]
    chips: Bag = {}
    ap: ApPayment = {}
    deed: Deed | None = None
    more: tuple[Deed, ...] = ()
    react: tuple[str, ...] = ()
    evasion: str | None = None


class ReadReaction(Decision, frozen=True, kw_only=True):
    """An accessory answered something: we read it at the table and it did this, at whatever moment of the battle.

    :param guard: who wears it
    :param deed: what it did; :attr:`more`: to others, after that
    """

    guard: str
    deed: Deed | None = None
    more: tuple[Deed, ...] = ()
    react: tuple[str, ...] = ()
    evasion: str | None = None


class ReadAiCard(Decision, frozen=True, kw_only=True):
    """We read the AI card at the table and it did this.

    :param name: what the card is called, or its number
    :param ap: AP that the enemy paid, Upkeep included
    :param then: the turn ends, there is more on the card, another card is turned over, or the card goes on that had
        turned this one over
    :param targets: guards chosen by the players in what goes on; ``choices``: labels picked there
    """

    slot: EnemySlot
    name: str = ""
    ap: Annotated[int, Meta(ge=0, le=10)] = 0
    deed: Deed | None = None
    more: tuple[Deed, ...] = ()
    then: Literal["end_turn", "more", "draw", "go_on"] = "end_turn"
    targets: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    react: tuple[str, ...] = ()
    evasion: str | None = None


class NameAiCard(Decision, frozen=True, kw_only=True):
    """The visible AI card that nobody had entered is this one, which is known by now.

    :param card: id of a known AI card of the enemy's type
    """

    slot: EnemySlot
    card: str


# ---- enemies' turn, cleanup, end


class TurnOverAiCard(Decision, frozen=True, kw_only=True):
    """Activate an enemy and turn over its AI card, to look at it before it is carried out."""

    slot: EnemySlot
    react: tuple[str, ...] = ()


class ResolveAiCard(Steered, frozen=True, kw_only=True):
    """Carry out the AI card that was turned over; ``targets``: guards chosen by the players, one per open choice."""

    slot: EnemySlot
    targets: tuple[str, ...] = ()


class ActivateEnemy(Steered, frozen=True, kw_only=True):
    """Activate an enemy: turn over its AI card and carry it out."""

    slot: EnemySlot
    targets: tuple[str, ...] = ()


class EndEnemiesTurn(Decision, frozen=True, kw_only=True):
    """Step 6 of the enemies' turn: their AP is refreshed."""


class Cleanup(Decision, frozen=True, kw_only=True):
    """The four steps of the cleanup phase."""


class Room(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stored card that is dropped to make room."""

    guard: str
    card: str


class CollectRewards(Decision, frozen=True, kw_only=True):
    """After a victory: store or drop what the enemies left.

    :param keep: which guard stores a drop
    :param drop: drops that are not stored
    :param make_room: stored cards dropped first
    :param pick: the card taken of each set of which one may be taken
    """

    keep: Mapping[str, str] = {}
    drop: tuple[str, ...] = ()
    make_room: tuple[Room, ...] = ()
    pick: tuple[str, ...] = ()
