"""What happened in a battle, each fact with the numbers that it needs.

``who`` names a guard or an enemy slot. ``chip`` events say how many (``n``) and from where (``from_``: an area, or
``supply``). The campaign has facts of its own for what both call by one name (a battle started, AP exhausted); names
here differ from those.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.isofarian_guard.battle.state import Ap, Difficulty, Enemy, Guard, Holdings, Modifier, Phase, Rewards, Source
from rules.kernel import Bag, Event

# ---- start of battle


class GuardsMustered(Event, frozen=True, kw_only=True):
    """The guards stand ready: sides P up, gems ready, accessories reset. A battle's position begins here."""

    source: Source
    ambush: bool
    retreat_allowed: bool
    difficulty: Difficulty
    came_from: Phase
    guards: Mapping[str, Guard]
    holdings: Holdings | None


class EnemyPlaced(Event, frozen=True, kw_only=True):
    """An enemy took its place at the start of the battle."""

    slot: str
    enemy: Enemy


class BattleOpened(Event, frozen=True, kw_only=True):
    """Everyone is in place; the first turn is that of ``first``."""

    first: Literal["guards", "enemies"]


# ---- Guards' turn


class RoundStarted(Event, frozen=True, kw_only=True):
    """Steps 1 and 2 of the Guards' turn begin."""

    round: int


class BlueCubesDiscarded(Event, frozen=True, kw_only=True):
    """Blue cubes went back to the supply."""

    who: str
    n: int


class EvasionExpired(Event, frozen=True, kw_only=True):
    """An Evasion Chip of a guard that no attack used up left."""

    who: str
    chip: str
    n: int
    to: str


class StartStepsDone(Event, frozen=True, kw_only=True):
    """Steps 1 and 2 are through: a guard is chosen next."""


class RetreatDeclared(Event, frozen=True, kw_only=True):
    """The guards give up their turn and retreat."""


class GuardActivated(Event, frozen=True, kw_only=True):
    """A guard was chosen to act."""

    guard: str


class GuardActivationEnded(Event, frozen=True, kw_only=True):
    """A guard's activation is over."""

    guard: str


class GuardsTurnEnded(Event, frozen=True, kw_only=True):
    """The Guards' turn is over."""


class AggroMoved(Event, frozen=True, kw_only=True):
    """The Aggro Chip lies on this guard's bust."""

    guard: str


# ---- bag and chips


class BagRefilled(Event, frozen=True, kw_only=True):
    """The discard area went into the bag."""

    who: str
    chips: Bag


class DrawBegan(Event, frozen=True, kw_only=True):
    """The draw of step 5 begins; so many chips count towards its end."""

    guard: str
    number: int


class ChipDrawn(Event, frozen=True, kw_only=True):
    """A chip came out of the bag.

    :param to: the area in which it lies now, or ``supply``
    :param counts: it counts towards the number of the draw
    :param left: chips still to count in the draw of step 5, ``None`` in other draws
    """

    who: str
    chip: str
    to: str
    counts: bool
    left: int | None = None


class DrawStopped(Event, frozen=True, kw_only=True):
    """Fear ended the draw."""

    guard: str


class DrawCompleted(Event, frozen=True, kw_only=True):
    """Step 5 is through: actions follow."""

    guard: str


class ChipIgnored(Event, frozen=True, kw_only=True):
    """A chip did nothing, its owner being immune."""

    who: str
    chip: str


class ChipNegated(Event, frozen=True, kw_only=True):
    """A chip was negated and is in the supply."""

    who: str
    chip: str
    source: str


class ChipAddedToBag(Event, frozen=True, kw_only=True):
    """A chip of the supply went into a bag."""

    who: str
    chip: str


class ChipGained(Event, frozen=True, kw_only=True):
    """A chip was gained; it lies in the area ``to``."""

    who: str
    chip: str
    to: str


class ChipPlacedOnEnemy(Event, frozen=True, kw_only=True):
    """A chip was placed on an enemy card."""

    who: str
    chip: str


class ChipReturnedToSupply(Event, frozen=True, kw_only=True):
    """Chips went to the supply; from ``supply``: they would have gone over the limit."""

    who: str
    chip: str
    n: int
    from_: str


class ChipDiscarded(Event, frozen=True, kw_only=True):
    """Chips went to the discard area."""

    who: str
    chip: str
    n: int
    from_: str


class ChipReturnedToBag(Event, frozen=True, kw_only=True):
    """Chips went back into the bag."""

    who: str
    chip: str
    n: int
    from_: str


class ChipMoved(Event, frozen=True, kw_only=True):
    """Chips went from one area to another."""

    who: str
    chip: str
    n: int
    from_: str
    to: str


class ChipTaken(Event, frozen=True, kw_only=True):
    """A chip left a bag, taken by the other guard."""

    who: str
    chip: str


class AllyChipsDrawn(Event, frozen=True, kw_only=True):
    """[Endure]: chips were drawn from the ally's bag; all but the negative ones go back."""

    guard: str
    ally: str
    chips: tuple[str, ...]


# ---- AP, HP, stats


class ApSpent(Event, frozen=True, kw_only=True):
    """Active AP was exhausted."""

    who: str
    ap: Ap


class ApRestored(Event, frozen=True, kw_only=True):
    """Exhausted AP is active again."""

    who: str
    ap: Ap


class ApGained(Event, frozen=True, kw_only=True):
    """AP came into the active area."""

    who: str
    ap: Ap


class ApRemoved(Event, frozen=True, kw_only=True):
    """AP went back to the supply."""

    who: str
    active: Ap
    exhausted: Ap


class HpLost(Event, frozen=True, kw_only=True):
    """HP was lost; ``hp`` is what is left."""

    who: str
    n: int
    hp: int
    cause: str


class HpHealed(Event, frozen=True, kw_only=True):
    """HP was healed; ``hp`` is what there is now."""

    who: str
    n: int
    hp: int


class StatModified(Event, frozen=True, kw_only=True):
    """ATK or DEF was modified."""

    who: str
    modifier: Modifier


class EffectsEnded(Event, frozen=True, kw_only=True):
    """The last chip left a card: what was bound to its being active ends."""

    guard: str
    slot: str


class BlueCubesGained(Event, frozen=True, kw_only=True):
    """Blue cubes were gained."""

    who: str
    n: int


class GuardFell(Event, frozen=True, kw_only=True):
    """A guard's HP reached 0."""

    who: str


class EnemyDefeated(Event, frozen=True, kw_only=True):
    """An enemy's HP reached 0; ``reward`` names its card in the tally."""

    who: str
    reward: str


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
    """An accessory was activated or otherwise used; ``cube``: a purple cube was placed on it."""

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


# ---- enemies' turn


class EnemyEvasionDiscarded(Event, frozen=True, kw_only=True):
    """Green Evasion Chips left an enemy at the start of the enemies' turn."""

    who: str
    n: int


class EnemyBlueCubesDiscarded(Event, frozen=True, kw_only=True):
    """Blue cubes left an enemy at the start of the enemies' turn."""

    who: str
    n: int


class EnemyActivated(Event, frozen=True, kw_only=True):
    """An enemy's turn began."""

    who: str


class AiCardDrawn(Event, frozen=True, kw_only=True):
    """An AI card was turned over and is visible."""

    who: str
    card: str


class AiDeckReshuffled(Event, frozen=True, kw_only=True):
    """The discarded AI cards were shuffled into a new deck."""

    who: str


class TargetChosen(Event, frozen=True, kw_only=True):
    """An enemy has a target; ``by`` is the deciding criterion, ``only`` (a single standing guard) or ``players``."""

    who: str
    target: str
    by: str


class EnemyAbilityUsed(Event, frozen=True, kw_only=True):
    """An enemy uses an ability of its card."""

    who: str
    ability: str


class ActionSkipped(Event, frozen=True, kw_only=True):
    """An enemy could not pay for an action."""

    who: str
    ability: str
    cost: int


class EndTurnReached(Event, frozen=True, kw_only=True):
    """The card's logic reached END TURN."""

    who: str


class EnemyTurnEnded(Event, frozen=True, kw_only=True):
    """An enemy's turn is over."""

    who: str


class EnemiesTurnEnded(Event, frozen=True, kw_only=True):
    """The enemies' turn is over."""


class EnemyAdded(Event, frozen=True, kw_only=True):
    """An enemy joined the battle."""

    slot: str
    enemy: Enemy


class EnemyReset(Event, frozen=True, kw_only=True):
    """An enemy has its starting HP again, in place of a new one."""

    who: str
    hp: int


# ---- cleanup and end


class CleanupPerformed(Event, frozen=True, kw_only=True):
    """The cleanup phase is through, and with it everything that lasted for the round."""

    round: int


class VictoryDeclared(Event, frozen=True, kw_only=True):
    """All enemies are beaten."""

    rewards: Rewards


class BattleLost(Event, frozen=True, kw_only=True):
    """All guards have fallen; ``restart``: a Narrative Event must be started over."""

    restart: bool


class RetreatCompleted(Event, frozen=True, kw_only=True):
    """The guards are away."""


class FallenRevived(Event, frozen=True, kw_only=True):
    """A fallen guard is back with some HP."""

    guard: str
    hp: int


class MaintenancePerformed(Event, frozen=True, kw_only=True):
    """The dashboards were cleared.

    :param bagged: black and purple chips that went back to each bag
    :param refreshed: gray AP was refreshed
    """

    bagged: Mapping[str, Bag]
    refreshed: bool


class MaterialDropped(Event, frozen=True, kw_only=True):
    """Units of a drop were not stored."""

    card: str
    n: int


class SatchelCardDropped(Event, frozen=True, kw_only=True):
    """A stored card was dropped to make room."""

    guard: str
    card: str
    n: int


class RewardsCollected(Event, frozen=True, kw_only=True):
    """The rewards were collected: dials after it, and what each guard stored."""

    sil: int
    lux: int
    stored: Mapping[str, Bag]


class GuardsRespawned(Event, frozen=True, kw_only=True):
    """The penalties of a defeat, and where the guards are now."""

    guards: Mapping[str, Guard]
    holdings: Holdings
