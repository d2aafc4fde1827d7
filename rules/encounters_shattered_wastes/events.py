"""What happened, each fact with the numbers that it needs. ``now`` is where a tracker stands afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.encounters_shattered_wastes.state import (
    Because,
    DueKind,
    HealthySide,
    HeroicSide,
    InjuredSide,
    Mode,
    ShatteredSide,
)
from rules.encounters_shattered_wastes.steps import AnyStep, Stat
from rules.kernel import Deck, Event

Pile = Literal["stamina", "fatigue", "wounds"]
Place = Literal["area", "stamina", "fatigue", "wounds"]
ToldFrom = Literal["area", "stamina", "physical", "magical"]
ByDeck = Mapping[str, tuple[str, ...]]

# ---- set-up


class EncounterOpened(Event, frozen=True):
    """The box was opened. ``reserve``: the Strength cards by intent; ``decks``: Abilities and Items."""

    mode: Mode
    players: int
    reserve: Mapping[str, Deck]
    decks: Mapping[str, Deck]
    affliction_deck: Deck


class CharacterChosen(Event, frozen=True):
    """A player took a Character card; in the first game its cards come with it."""

    player: str
    character: str
    heroic_side: HeroicSide
    shattered_side: ShatteredSide
    draft: Mapping[str, int]
    abilities: tuple[str, ...] = ()
    items: tuple[str, ...] = ()


class CardsDrafted(Event, frozen=True):
    """A Character drew its cards."""

    character: str
    cards: ByDeck


class CardsKept(Event, frozen=True):
    """A Character equipped 3 of them."""

    character: str
    abilities: tuple[str, ...]
    items: tuple[str, ...]


class UnkeptCardsReturned(Event, frozen=True):
    """What nobody kept was shuffled back. ``decks``: the decks into which cards went."""

    decks: Mapping[str, Deck]


class CharacterPlaced(Event, frozen=True):
    """A Character took its first space."""

    character: str
    space: str


class EnemyChosen(Event, frozen=True):
    """The enemy is known."""

    enemy: str
    healthy_side: HealthySide
    injured_side: InjuredSide
    rage_deck: Deck
    injured_rage_deck: Deck


class StrengthDeckBuilt(Event, frozen=True):
    """STAMINA was built from cards of the supply."""

    physical: tuple[str, ...]
    magical: tuple[str, ...]
    stamina: Deck


class AreasSeeded(Event, frozen=True):
    """Each Area has its first card."""

    cards: Mapping[str, str]


class LocationAdded(Event, frozen=True):
    """The Encounter takes place at a Location."""

    location: str


class RelicGiven(Event, frozen=True):
    """A Character was given a Relic."""

    character: str
    relic: str


class TrackersCarriedOver(Event, frozen=True):
    """A Character brings its trackers along."""

    character: str
    hp: int
    mp: int
    threat: int


class EncounterBegan(Event, frozen=True):
    """The Encounter begins."""

    enemy: str


class RoundBegan(Event, frozen=True):
    """A round begins with its Refresh Phase."""

    round: int


# ---- Refresh Phase


class EmptyAreasFilled(Event, frozen=True):
    """The filling step was done. ``areas``: those that were empty and occupied."""

    areas: tuple[str, ...]


class RefreshRolled(Event, frozen=True):
    """A Character rolled its Refresh dice."""

    character: str
    dice: tuple[int, ...]


class AreaRefreshed(Event, frozen=True):
    """A Strength card came into an Area."""

    area: str
    card: str
    from_: Pile


class EnemyStaggered(Event, frozen=True):
    """STAMINA is empty."""


class EnemyGuarded(Event, frozen=True):
    """STAMINA holds cards again."""


class RefreshPhaseEnded(Event, frozen=True):
    """The Action Phase begins."""

    round: int


# ---- Action Phase


class ActivationOrderSettled(Event, frozen=True):
    """It is settled who activates next."""

    character: str


class OrderTied(Event, frozen=True):
    """A tie is rolled off. ``timing``: for the order of triggers, among players; else for who activates."""

    tied: tuple[str, ...]
    timing: bool = False


class TimingSettled(Event, frozen=True):
    """A player decides the order of triggers."""

    player: str


class CharacterActivated(Event, frozen=True):
    """A Character's activation began."""

    character: str


class CharacterMoved(Event, frozen=True):
    """A Character went to another space, by a Move action or by an effect."""

    character: str
    from_: str
    to: str
    path: tuple[str, ...]


class AttackRolled(Event, frozen=True):
    """The dice of an attack were rolled."""

    character: str
    area: str
    dice: tuple[int, ...]


class RecoverRolled(Event, frozen=True):
    """The die of a Recover was rolled."""

    character: str
    dice: tuple[int, ...]


class CriticalScored(Event, frozen=True):
    """A Critical Success."""

    character: str
    total: int


class AttackMissed(Event, frozen=True):
    """An attack missed: its total was not above the Threat."""

    character: str
    area: str
    total: int
    threat: int


class AttackHit(Event, frozen=True):
    """An attack hit."""

    character: str
    area: str
    total: int
    threat: int


class DamageDealt(Event, frozen=True):
    """An attack took cards off an Area, the top one first, and laid them on a pile one by one."""

    character: str
    area: str
    cards: tuple[str, ...]
    to: Pile


class StrengthPlaced(Event, frozen=True):
    """An effect placed Strength cards, one by one on top. ``area``: that from which they come, if from one."""

    cards: tuple[str, ...]
    from_: Place
    to: Pile
    area: str | None = None


class AreaInspected(Event, frozen=True):
    """The cards of an Area were looked at, and lie now in this order."""

    character: str
    area: str
    cards: tuple[str, ...]


class ThreatGained(Event, frozen=True):
    """Threat rose."""

    character: str
    amount: int
    now: int


class ThreatReduced(Event, frozen=True):
    """Threat fell."""

    character: str
    amount: int
    now: int


class ThreatWaived(Event, frozen=True):
    """Ability attacks of a Character gain no Threat until the activation ends."""

    character: str


class MpSpent(Event, frozen=True):
    """A cost was paid."""

    character: str
    amount: int
    now: int


class MpGained(Event, frozen=True):
    """MP rose."""

    character: str
    amount: int
    now: int


class MpReduced(Event, frozen=True):
    """MP fell by an effect."""

    character: str
    amount: int
    now: int


class HpGained(Event, frozen=True):
    """HP rose."""

    character: str
    amount: int
    now: int


class HpReduced(Event, frozen=True):
    """HP fell."""

    character: str
    amount: int
    now: int


class CorruptionGained(Event, frozen=True):
    """Corruption rose."""

    character: str
    amount: int
    now: int


class CorruptionReduced(Event, frozen=True):
    """Corruption fell."""

    character: str
    amount: int
    now: int


class StatSet(Event, frozen=True):
    """A tracker was set to a value."""

    character: str
    stat: Stat
    was: int
    now: int


class AfflictionGained(Event, frozen=True):
    """A Character drew Afflictions."""

    character: str
    cards: tuple[str, ...]


class AfflictionRemoved(Event, frozen=True):
    """Afflictions went under their deck."""

    character: str
    cards: tuple[str, ...]


class AbilityUsed(Event, frozen=True):
    """An Active or Free Ability was used."""

    character: str
    ability: str
    subtype: Literal["active", "free"]


class AbilityCycled(Event, frozen=True):
    """A used Ability went under its deck and another took its place."""

    character: str
    ability: str
    deck: str
    drawn: str


class ItemUsed(Event, frozen=True):
    """An Item was used. ``flipped``: it lies face down now."""

    character: str
    item: str
    target: str
    flipped: bool


class TraitUsed(Event, frozen=True):
    """A trait was used."""

    character: str


class ReactionUsed(Event, frozen=True):
    """A Reaction Ability was used."""

    character: str
    ability: str


class ReactionsOffered(Event, frozen=True):
    """A Reaction window opened. ``also``: another trigger of the same moment."""

    trigger: str
    subject: str
    eligible: tuple[str, ...]
    rest: tuple[AnyStep, ...]
    also: str = ""


class ReactionsPassed(Event, frozen=True):
    """No (further) Reaction was used."""


class ChoiceDue(Event, frozen=True):
    """A choice is to be made before anything else."""

    kind: DueKind
    character: str
    area: str | None
    rest: tuple[AnyStep, ...]


class ChoiceMade(Event, frozen=True):
    """That choice was made."""


class DieChanged(Event, frozen=True):
    """A die was set to another face."""

    character: str
    die: int
    was: int
    now: int


class DieRerolled(Event, frozen=True):
    """A die was rolled again."""

    character: str
    die: int
    was: int
    now: int


class ActionGranted(Event, frozen=True):
    """A Character may perform one action before this activation ends."""

    character: str


class ActionPerformed(Event, frozen=True):
    """A Character completed an action."""

    character: str


class ActionTaken(Event, frozen=True):
    """An action of the activation, or one that was granted, is being used.

    :param granted: one that was granted
    """

    character: str
    granted: bool


class CharacterShattered(Event, frozen=True):
    """A Character turned to its Shattered side.

    :param returned: its Abilities and Items, put under their decks
    :param afflictions: its Afflictions, put under theirs
    :param drawn: the Shattered Abilities that it has now
    """

    character: str
    by: Literal["threat", "choice"]
    hp: int
    returned: ByDeck
    afflictions: tuple[str, ...]
    drawn: tuple[str, ...]


class CharacterSuccumbed(Event, frozen=True):
    """A Shattered Character succumbed to corruption."""

    character: str
    because: Because


class CharacterRemoved(Event, frozen=True):
    """A Character left the board."""

    character: str
    because: Because


class CharacterReclaimed(Event, frozen=True):
    """A Shattered Character was Reclaimed.

    :param space: where it stands now, if it was off the board
    """

    character: str
    hp: int
    mp: int
    space: str | None
    returned: ByDeck
    drawn: ByDeck


class ActivationEnded(Event, frozen=True):
    """A Character's activation is over."""

    character: str


class DefendPhaseBegan(Event, frozen=True):
    """The Defend Phase begins."""

    round: int


# ---- Defend Phase and end


class StrengthRevealed(Event, frozen=True):
    """A Strength card of an Area was turned up.

    :param over_limit: because the Area was over its limit (Step 1)
    """

    area: str
    card: str
    targets: tuple[str, ...]
    over_limit: bool = False


class RageRevealed(Event, frozen=True):
    """A Rage card was turned up and goes under its deck."""

    area: str
    card: str
    symbols: Mapping[str, int]
    targets: tuple[str, ...]


class LastGaspRevealed(Event, frozen=True):
    """The Rage card of the Last Gasp was turned up."""

    card: str
    symbols: Mapping[str, int]
    targets: tuple[str, ...]


class EnemyRetargeted(Event, frozen=True):
    """A Character became the target instead of another one."""

    character: str
    instead_of: str


class RevealedPutAway(Event, frozen=True):
    """The revealed Strength card went face down on FATIGUE."""

    card: str


class AreaResolved(Event, frozen=True):
    """An Area of the Defend Phase is done."""

    area: str


class FormChanged(Event, frozen=True):
    """The enemy turned to its Injured side.

    :param added: cards of the supply that joined STAMINA
    :param removed: cards of STAMINA that went to the supply
    :param stamina: STAMINA now
    """

    added: ByDeck
    removed: ByDeck
    stamina: Deck
    rage_deck: Deck


class FatigueReturned(Event, frozen=True):
    """All of FATIGUE became STAMINA, in its order."""

    cards: int


class RoundEnded(Event, frozen=True):
    """A round is over."""

    round: int


class EncounterWon(Event, frozen=True):
    """The players won."""

    round: int


class EncounterLost(Event, frozen=True):
    """No Character is left: the players lost."""

    round: int


class ResolvedAtTable(Event, frozen=True):
    """A card whose text the pack does not know was carried out as the table read it."""

    card: str
    character: str


class CardTold(Event, frozen=True):
    """The table said what lies on top of an Area; it changed places with what was thought to lie there.

    :param from_: where the card was thought to be
    """

    area: str
    was: str
    now: str
    from_: ToldFrom
