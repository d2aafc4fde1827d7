"""What happened, each fact with the numbers that it needs.

``who`` names a character (or a companion), ``unit`` a meeple of the scene. ``level``, ``now``, ``value`` are what they
are afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.artisans_of_splendent_vale.figures import Name, Slot
from rules.artisans_of_splendent_vale.state import Board, Companion, Equipped, Group, Hex, Sheet, Told, Work
from rules.kernel import Event

Role = Literal["record_keeper", "narrator"]


# ---- campaign and sessions


class CharactersChosen(Event, frozen=True):
    """Players took their characters (AV-SET-002)."""

    seats: Mapping[str, Name]
    characters: Mapping[str, Sheet]
    companions: Mapping[str, Companion]


class RoleElected(Event, frozen=True):
    """Record keeper or narrator was set."""

    role: Role
    character: Name


class CampaignBegan(Event, frozen=True):
    """The campaign started."""

    players: int


class SessionPaused(Event, frozen=True):
    """The game was paused (AV-SES-003)."""

    entry: int


class PauseWarned(Event, frozen=True):
    """The pause falls into an action scene (AV-SES-002)."""

    scene: str | None


class SessionResumed(Event, frozen=True):
    """Play goes on."""

    record_keeper: Name
    narrator: Name
    entry: int | None


# ---- reading and days


class EntryRead(Event, frozen=True):
    """An entry is current."""

    entry: int
    by: tuple[str, ...] = ()


class BenefitSkipped(Event, frozen=True):
    """The benefits of a reread entry were not given (AV-READ-005)."""

    entry: int


class OptionChosen(Event, frozen=True):
    """An option of an entry was chosen."""

    option: str
    by: str | None


class ResourceSpent(Event, frozen=True):
    """What an option costs was paid (AV-CHO-004)."""

    who: str
    component: str
    count: int


class MapBookmarked(Event, frozen=True):
    """A map is explored."""

    map: str


class PointSearched(Event, frozen=True):
    """A point of interest was searched."""

    number: int
    by: str | None


class ReturnedToMap(Event, frozen=True):
    """Back to the bookmarked map."""

    map: str | None


class PhraseRecorded(Event, frozen=True):
    """A phrase was written on the log or on a sheet."""

    phrase: str
    day: str | None = None
    who: str | None = None


class LocationDiscovered(Event, frozen=True):
    """A location was written on the world map."""

    name: str
    entry: int
    grid: str | None = None


class LocationExplored(Event, frozen=True):
    """A location was chosen for the day."""

    name: str


class LocationCompleted(Event, frozen=True):
    """A location was marked complete."""

    name: str


class DayBegan(Event, frozen=True):
    """A new day."""

    day: str
    location_choice: bool
    day_off: bool


class DayCompleted(Event, frozen=True):
    """The story, or the last interlude, says that the day is over."""

    day: str


class DayEntrySet(Event, frozen=True):
    """The day's space names the entry for its end (AV-LOG-004)."""

    day: str
    entry: int


class DayEnded(Event, frozen=True):
    """The day is over."""

    day: str


class ExperienceLost(Event, frozen=True):
    """Unspent experience is gone (AV-EXP-003)."""

    who: str
    amount: int


# ---- action scenes: set-up, turns, dice


class SceneOpened(Event, frozen=True):
    """The set-up of a scene began."""

    scene: str
    initiative: tuple[str, ...]
    board: Board | None


class EquipmentEquipped(Event, frozen=True):
    """A character's choice for the scene."""

    who: str
    equipped: Equipped


class GroupEntered(Event, frozen=True):
    """A group of mobs joins the scene."""

    group: str
    facts: Group


class MobPlaced(Event, frozen=True):
    """A mob was placed."""

    unit: str
    group: str
    number: int
    at: Hex | None


class MobsPlaced(Event, frozen=True):
    """Everything of the scene's list stands."""

    scene: str | None


class MeeplePlaced(Event, frozen=True):
    """A character or companion was placed."""

    unit: str
    at: Hex


class PoolRolled(Event, frozen=True):
    """The first pool was rolled."""

    faces: tuple[str, ...]


class RoundBegan(Event, frozen=True):
    """A round began."""

    round: int


class RoundEnded(Event, frozen=True):
    """A round ended."""

    round: int


class TurnBegan(Event, frozen=True):
    """A turn began."""

    unit: str
    had: Mapping[str, tuple[str, ...]]
    lying: tuple[str, ...]


class TurnSkipped(Event, frozen=True):
    """A portrait was passed over."""

    portrait: str
    index: int


class TrackerMoved(Event, frozen=True):
    """The tracker stands at a portrait."""

    index: int
    acted: tuple[str, ...] = ()


class TurnEnded(Event, frozen=True):
    """A turn ended."""

    unit: str


class DiceAdded(Event, frozen=True):
    """Dice went into the pool."""

    faces: tuple[str, ...]


class DiceWasted(Event, frozen=True):
    """Dice could not be added (AV-DICE-005)."""

    count: int


class DiceConverted(Event, frozen=True):
    """Dice of the pool were turned."""

    dice: tuple[str, ...]
    to: tuple[str, ...]


class DiceRemoved(Event, frozen=True):
    """Dice left the pool by an instruction."""

    dice: tuple[str, ...]


class DiceSpent(Event, frozen=True):
    """Dice were paid."""

    dice: tuple[str, ...]
    card: str | None = None


class DicePlaced(Event, frozen=True):
    """Dice of the pool were laid on a card."""

    card: str
    faces: tuple[str, ...]


class DiceRolled(Event, frozen=True):
    """Dice were rolled for a value or an activation."""

    faces: tuple[str, ...]


class DiceBorrowed(Event, frozen=True):
    """Dice of the pool served for a roll and went back (AV-DICE-024)."""

    count: int


# ---- action scenes: actions, attacks and what they do


class ActionPerformed(Event, frozen=True):
    """An action was paid and started."""

    unit: str
    action: str
    card: str | None
    attack: bool


class ReactionPerformed(Event, frozen=True):
    """A reaction was paid."""

    unit: str
    reaction: str
    card: str | None


class Boosted(Event, frozen=True):
    """An extra Plus was paid."""

    unit: str


class UnitMoved(Event, frozen=True):
    """A move was carried out."""

    unit: str
    path: tuple[Hex, ...]


class AttackDeclared(Event, frozen=True):
    """An attack was rolled."""

    attacker: str
    targets: tuple[str, ...]
    value: int
    pierce: bool
    waits: bool
    rest: Work | None = None


class AttackResolved(Event, frozen=True):
    """The damage of an attack was dealt.

    :param waited: it had waited for reactions
    """

    attacker: str
    targets: tuple[str, ...]
    waited: bool = False


class DamagePrevented(Event, frozen=True):
    """Protect or block prevented damage."""

    unit: str
    protect: int
    block: int


class DamageSuffered(Event, frozen=True):
    """Damage was recorded. ``now``: on the sheet, or on the dial of the group."""

    who: str
    amount: int
    now: int
    group: str | None = None


class DamageHealed(Event, frozen=True):
    """Damage was removed."""

    who: str
    amount: int
    now: int
    group: str | None = None


class ConditionGained(Event, frozen=True):
    """Tokens were placed."""

    unit: str
    condition: str
    count: int


class ConditionRemoved(Event, frozen=True):
    """Tokens were removed."""

    unit: str
    condition: str
    count: int


class ProtectLost(Event, frozen=True):
    """Pierce stripped the protect tokens (AV-MOD-005)."""

    unit: str


class UnitStunned(Event, frozen=True):
    """A meeple was laid down."""

    unit: str


class UnitStoodUp(Event, frozen=True):
    """A meeple stood up."""

    unit: str


class BlockGained(Event, frozen=True):
    """Block is available."""

    unit: str
    amount: int


class BlockExpired(Event, frozen=True):
    """Unused block was lost."""

    unit: str
    amount: int


class UnitPushed(Event, frozen=True):
    """A push moved a unit."""

    unit: str
    path: tuple[Hex, ...]


class UnitPulled(Event, frozen=True):
    """A pull moved a unit."""

    unit: str
    path: tuple[Hex, ...]


class UnitDisplaced(Event, frozen=True):
    """A displacement moved a unit."""

    unit: str
    path: tuple[Hex, ...]


class UnitsSwapped(Event, frozen=True):
    """Two units changed places."""

    unit: str
    other: str
    at: Hex
    other_at: Hex


class UnitCollided(Event, frozen=True):
    """A push ended at an obstacle."""

    unit: str
    obstacle: Literal["terrain", "unit"]


class MobDefeated(Event, frozen=True):
    """A mob was removed."""

    unit: str
    group: str
    dial: int


class CompanionDefeated(Event, frozen=True):
    """A companion was removed."""

    unit: str


class MobActivated(Event, frozen=True):
    """The activation was rolled."""

    unit: str
    roll: str
    sets: tuple[str, ...]


class MobActionPerformed(Event, frozen=True):
    """One action of a set was performed."""

    unit: str
    set: str
    action: int
    place: tuple[int, int]


class FocusSuggested(Event, frozen=True):
    """The order of targets by 311.3."""

    unit: str
    order: tuple[str, ...]


class EffectResolved(Event, frozen=True):
    """An instruction from outside an action was carried out."""

    unit: str | None
    verb: str


class CardDepleted(Event, frozen=True):
    """A card is used up for the scene."""

    who: str
    card: str


class PotionDrunk(Event, frozen=True):
    """A potion was drunk."""

    who: str
    potion: str


class PotionThrown(Event, frozen=True):
    """A potion was thrown."""

    who: str
    potion: str


class ItemShared(Event, frozen=True):
    """Something was handed over."""

    from_: str
    to: str
    kind: str
    item: str
    count: int


# ---- the end of a scene


class SceneEnded(Event, frozen=True):
    """The scene is closed."""

    scene: str | None


class RuleCardDrawn(Event, frozen=True):
    """A rule card is in play."""

    card: str


# ---- injuries


class InjuryGained(Event, frozen=True):
    """An injury was recorded."""

    who: str
    card: str
    injury: str
    times: int
    effect: Mapping[str, str | int | bool] | None


class DamageTransferred(Event, frozen=True):
    """Damage moved to an injury."""

    who: str
    injury: str
    amount: int
    damage: int
    value: int


class InjuryDeckCreated(Event, frozen=True):
    """Cards 201 to 212 make the injury deck."""

    cards: int = 12


class InjuryDeckShuffled(Event, frozen=True):
    """Drawn injury cards went back."""

    cards: tuple[str, ...]


class InjuryCardOpened(Event, frozen=True):
    """An injury card was drawn whose words the table has to say."""

    who: str
    drawn: tuple[str, ...]


class InjuryCardRead(Event, frozen=True):
    """The table said what that card does."""

    who: str


class RecoveryAdvanced(Event, frozen=True):
    """An injury's value is one lower."""

    who: str
    injury: str
    value: int


class InjuryRecovered(Event, frozen=True):
    """An injury is healed; its name stays."""

    who: str
    injury: str


class InjuryAggravated(Event, frozen=True):
    """An injury's value is one higher."""

    who: str
    injury: str
    value: int


# ---- experience and crafting


class ExperienceGained(Event, frozen=True):
    """Experience was gained."""

    who: str
    amount: int


class NodeFilled(Event, frozen=True):
    """A node of a grid was filled."""

    who: str
    node: str
    cost: str


class PathUnlocked(Event, frozen=True):
    """A locked path was opened."""

    who: str
    path: str


class CardGained(Event, frozen=True):
    """A card of the index was taken."""

    who: str
    card: str


class SkillAdvanced(Event, frozen=True):
    """An owned skill was advanced."""

    who: str
    card: str
    level: int


class CardUpgraded(Event, frozen=True):
    """An owned card was upgraded by a circuit."""

    who: str
    card: str
    level: int


class CardArchived(Event, frozen=True):
    """A card went back to the index."""

    who: str
    card: str


class CraftAllowed(Event, frozen=True):
    """An opportunity to craft."""

    who: str


class CraftEnded(Event, frozen=True):
    """The opportunity is closed."""

    who: str


class ComponentGained(Event, frozen=True):
    """Components were gained."""

    who: str
    component: str
    count: int


class ComponentSpent(Event, frozen=True):
    """Components were spent."""

    who: str
    component: str
    count: int


class PotionGained(Event, frozen=True):
    """Potions were gained."""

    who: str
    potion: str
    count: int


class InspirationAdded(Event, frozen=True):
    """A sticker on Farah's board."""

    sticker: str


class GarmentCrafted(Event, frozen=True):
    """Farah made a piece."""

    card: str
    level: int


class PotionBrewed(Event, frozen=True):
    """Potions were made."""

    potion: str
    count: int


class RecipeRecorded(Event, frozen=True):
    """A combination was noted."""

    pair: str
    potion: str


class RuneLearned(Event, frozen=True):
    """A rune is in the dictionary."""

    rune: str


class ItemEnhanced(Event, frozen=True):
    """Runes were applied to an item."""

    item: str
    option: str
    sticker: str | None = None


# ---- interludes and to-do lists


class InterludeDrawn(Event, frozen=True):
    """An interlude card was drawn; none from an empty deck."""

    who: str
    card: str | None


class InterludeOptionChosen(Event, frozen=True):
    """An option of an interlude was settled."""

    who: str
    card: str
    option: str


class PrivateOptionProposed(Event, frozen=True):
    """One of two chose a private option."""

    who: str
    card: str
    option: str


class PrivateOptionAgreed(Event, frozen=True):
    """Both chose it."""

    who: str
    other: str
    card: str
    option: str


class OptionWithdrawn(Event, frozen=True):
    """A private choice was taken back."""

    who: str


class InterludeFinished(Event, frozen=True):
    """A player is done."""

    who: str
    archive: bool


class InterludeCardAdded(Event, frozen=True):
    """A card went to the bottom of a deck."""

    who: str
    card: str


class TodoAdded(Event, frozen=True):
    """A phrase is on a to-do list."""

    who: str
    phrase: str
    entry: int


class TodoChosen(Event, frozen=True):
    """A phrase of the to-do list was chosen."""

    who: str
    phrase: str


class TodoCompleted(Event, frozen=True):
    """A phrase was marked complete."""

    who: str
    phrase: str


# ---- equipment and cards


class ArmorEquipped(Event, frozen=True):
    """An armor sticker was applied."""

    who: str
    card: str
    slot: Slot


class CardTold(Event, frozen=True):
    """The table described a card."""

    card: str
    told: Told
