"""What players choose, in the words of the rulebook.

``cards`` of a decision names cards that were seen at the table, by the pile that they come from; they are taken out of
it wherever they lie. Without it luck draws from the top.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from rules.encounters_shattered_wastes.state import Mode
from rules.encounters_shattered_wastes.steps import BonusIf, Op, Reach, Recovery
from rules.encounters_shattered_wastes.strength import Kind
from rules.kernel import Decision

Cards = Mapping[str, tuple[str, ...]]
Orders = Mapping[str, tuple[str, ...]]
Small = Annotated[int, Meta(ge=0, le=99)]

# ---- set-up


class OpenEncounter(Decision, frozen=True):
    """Open the box: an Encounter for so many players."""

    mode: Mode = "standard"
    players: Annotated[int, Meta(ge=1, le=4)] = 1


class ChooseCharacter(Decision, frozen=True):
    """Take a Character card."""

    character: str
    player: str = "p1"


class DraftCards(Decision, frozen=True):
    """Draw the Ability and Item cards that are printed on the Character card; drawn by luck where none are named."""

    character: str
    cards: Mapping[str, tuple[str, ...]] | None = None


class KeepCards(Decision, frozen=True):
    """Keep 3 of the drawn cards."""

    character: str
    keep: tuple[str, ...]


class PlaceCharacter(Decision, frozen=True):
    """Put a Character on a space."""

    character: str
    space: str


class ChooseEnemy(Decision, frozen=True):
    """Choose the enemy; one at random where none is named."""

    enemy: str | None = None


class BuildStrengthDeck(Decision, frozen=True):
    """Build STAMINA. The counts may be said, to have them checked."""

    physical: int | None = None
    magical: int | None = None


class SeedAreas(Decision, frozen=True):
    """Put the first Strength card in each Area; drawn by luck where none are named."""

    cards: Mapping[str, str] | None = None


class AddLocation(Decision, frozen=True):
    """Play at a Location."""

    location: str


class GiveRelic(Decision, frozen=True):
    """Give a Character a Relic; one at random where none is named."""

    character: str
    relic: str | None = None


class CarryOver(Decision, frozen=True):
    """Journey Mode: bring trackers over from the Encounter before."""

    character: str
    hp: Small
    mp: Small
    threat: Annotated[int, Meta(ge=0, le=11)]


class BeginEncounter(Decision, frozen=True):
    """Begin the first round."""


# ---- Refresh Phase


class FillEmptyAreas(Decision, frozen=True):
    """Put a Strength card in every empty Area that holds Characters."""

    cards: Cards = {}


class RefreshRoll(Decision, frozen=True):
    """Roll the Refresh dice of a Character."""

    character: str
    cards: Cards = {}


# ---- Action Phase


class SettleActivationOrder(Decision, frozen=True):
    """Nobody agrees: the highest HP activates next, dice decide a tie.

    :param who: those who roll, to have them checked
    """

    who: tuple[str, ...] = ()


class SettleTiming(Decision, frozen=True):
    """Nobody agrees on the order of triggers: the highest die decides. ``players``: those who roll."""

    players: tuple[str, ...]


class Activate(Decision, frozen=True):
    """Activate a Character."""

    character: str


class Move(Decision, frozen=True):
    """Move along a path of spaces, the start left out; or ``to`` a space by the shortest way."""

    character: str
    path: tuple[str, ...] | None = None
    to: str | None = None


class BasicAttack(Decision, frozen=True):
    """Attack an Area, by default the own one."""

    character: str
    target_area: int | str | None = None


class Recover(Decision, frozen=True):
    """Roll to recover.

    :param choose: the result, where it is clear before the roll; left out, it is chosen when the die lies there
    """

    character: str
    choose: Recovery | None = None
    affliction: str | None = None
    use_critical: bool = True


class ChooseRecovery(Decision, frozen=True):
    """Choose the result of the Recover roll that lies there."""

    choose: Recovery
    affliction: str | None = None
    use_critical: bool = True


class UseAbility(Decision, frozen=True):
    """Use an Active or Free Ability.

    :param to: for an effect that moves: where to, by the shortest way
    :param draw: for an effect that Reclaims: the decks to draw from, or how many cards of each
    :param space: for an effect that Reclaims a removed Character: where it returns
    :param cycle: cycle the card afterwards, where that is optional
    :param place: for an effect that looks at an Area: the card to place, ``order`` that of the others
    """

    character: str
    ability: str
    target: str | None = None
    target_area: int | str | None = None
    path: tuple[str, ...] | None = None
    to: str | None = None
    space: str | None = None
    draw: tuple[str, ...] | Mapping[str, Small] = ()
    cycle: bool | None = None
    place: str | None = None
    order: tuple[str, ...] | None = None


class Shatter(Decision, frozen=True):
    """Shatter by choice."""

    character: str


class UseItem(Decision, frozen=True):
    """Use an Item on a Character, by default on its owner."""

    character: str
    item: str
    target: str | None = None
    target_area: int | str | None = None
    path: tuple[str, ...] | None = None
    to: str | None = None


class UseTrait(Decision, frozen=True):
    """Use a trait. ``place`` left out, the cards are looked at first and arranged then."""

    character: str
    target: str | None = None
    target_area: int | str | None = None
    place: str | None = None
    order: tuple[str, ...] | None = None
    path: tuple[str, ...] | None = None
    to: str | None = None
    die: int | None = None
    rerolls: tuple[int | str, ...] = ()
    instead_of: str | None = None


class ArrangeArea(Decision, frozen=True):
    """Say which of the cards looked at is placed, and in which order the others go back."""

    place: str
    order: tuple[str, ...] | None = None


class UseReaction(Decision, frozen=True):
    """Use a Reaction Ability.

    :param die: the die that is changed, from 0
    :param rerolls: the dice that are rolled again, from 0
    :param instead_of: whom the owner replaces as the target
    """

    character: str
    ability: str
    target: str | None = None
    target_area: int | str | None = None
    path: tuple[str, ...] | None = None
    to: str | None = None
    space: str | None = None
    draw: tuple[str, ...] | Mapping[str, Small] = ()
    cycle: bool | None = None
    die: int | None = None
    rerolls: tuple[int | str, ...] = ()
    instead_of: str | None = None


class PassReactions(Decision, frozen=True):
    """Use no Reaction."""


class EndActivation(Decision, frozen=True):
    """Declare the activation complete."""

    character: str


# ---- Defend Phase


class ResolveArea(Decision, frozen=True):
    """Carry out the next Area of the Defend Phase.

    :param symbol_order: under ``over_limit`` (Step 1) and ``target`` (Step 2) the order of the kinds of symbols, for
        everybody or by Character
    :param affected_order: the order in which Step 1 goes through the Characters
    :param first: the kind of symbol that comes first where no order is given
    """

    area: int
    first: Kind | None = None
    symbol_order: Mapping[str, tuple[str, ...] | Orders] = {}
    affected_order: tuple[str, ...] = ()
    cards: Cards = {}


class LastGasp(Decision, frozen=True):
    """Reveal the Rage card of the Last Gasp. ``first`` as in :class:`ResolveArea`."""

    first: Kind | None = None
    symbol_order: tuple[str, ...] | Orders = ()
    cards: Cards = {}


class EndDefend(Decision, frozen=True):
    """End the Defend Phase and the round."""


# ---- cards whose text the pack does not know


class UseUnknownCard(Decision, frozen=True):
    """Use an Ability whose text only the table can read.

    :param use: how the card is used, as it says
    :param dice: dice of its attack; 0 where it is none
    """

    character: str
    ability: str
    use: Literal["active", "free", "reaction"]
    cost: Small = 0
    dice: Small = 0
    reach: Reach = "own"
    target_area: int | str | None = None
    bonus_damage: Small = 0
    bonus_if: BonusIf = "always"


class ResolveAtTable(Decision, frozen=True):
    """Say what a card of unknown text did, one effect at a time.

    :param card: the card that says so; of a trait the Character or the enemy that has it
    :param character: the Character that it concerns, or whose card it is where the effect has a target as well
    :param effect: what it did
    """

    card: str
    character: str
    effect: Op
    target: str | None = None
    target_area: int | str | None = None
    path: tuple[str, ...] | None = None
    to: str | None = None
    space: str | None = None
    draw: tuple[str, ...] | Mapping[str, Small] = ()
    die: int | None = None
    instead_of: str | None = None


class TellCard(Decision, frozen=True):
    """Say what really lies on top of an Area where real Strength cards are played: at first the back alone, and its
    face once it is turned.

    :param back: what the back shows, ``P3``
    """

    area: int | str
    back: str
