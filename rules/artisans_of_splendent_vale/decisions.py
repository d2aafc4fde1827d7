"""What players choose, in the words of the rulebook.

Hexes may be given as ``[1, -1]`` or ``"1,-1"``, paths as lists or as one text with blanks between. Dice are listed by
their faces. What luck answers (rolls, injury cards) is no part of a decision.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from rules.artisans_of_splendent_vale.events import Role
from rules.artisans_of_splendent_vale.figures import Face, Name, Slot
from rules.artisans_of_splendent_vale.state import Told
from rules.artisans_of_splendent_vale.words import AnyHex, Effect, Narrative, Path
from rules.kernel import Decision

Text = Annotated[str, Meta(min_length=1, max_length=200)]
Amount = Annotated[int, Meta(ge=0, le=99)]
Entry = Annotated[int, Meta(ge=1, le=9999)]
Faces = tuple[Face, ...] | str
Names = tuple[str, ...] | str


# ---- campaign and sessions


class ChooseCharacters(Decision, frozen=True):
    """Say who plays whom."""

    picks: Mapping[Text, Name]


class Elect(Decision, frozen=True):
    """Elect the record keeper or the narrator."""

    role: Role
    character: Name


class BeginCampaign(Decision, frozen=True):
    """Start at entry 1."""


class PauseSession(Decision, frozen=True):
    """Pause the game and note the entry read last."""

    entry: Entry


class ResumeSession(Decision, frozen=True):
    """Go on with the roles of this session."""

    record_keeper: Name
    narrator: Name


# ---- reading


class ReadEntry(Decision, frozen=True):
    """Read an entry.

    :param by: who reads it, where one book alone holds it
    """

    entry: Entry
    by: Name | None = None


class ChooseOption(Decision, frozen=True):
    """Choose an option of the current entry."""

    option: Text
    by: Name | None = None


class FollowInstruction(Decision, frozen=True):
    """Carry out a coloured instruction of the current entry that the pack does not know.

    :param by: who reads it
    """

    effect: Narrative
    by: Name | None = None


class ExploreMap(Decision, frozen=True):
    """Put the bookmark on a map."""

    map: Text


class SearchPoint(Decision, frozen=True):
    """Search a number on the bookmarked map."""

    number: Entry
    by: Name | None = None


class RecordPhrase(Decision, frozen=True):
    """Write a phrase on the adventure log or on a sheet."""

    phrase: Text
    on: Literal["log", "farah", "harinya", "javi", "soraya"] = "log"


class DiscoverLocation(Decision, frozen=True):
    """Write a location on the world map."""

    name: Text
    entry: Entry
    grid: str | None = None


class CompleteLocation(Decision, frozen=True):
    """Mark a location complete."""

    name: Text


class ExploreLocation(Decision, frozen=True):
    """Choose the location of the day."""

    name: Text


class BeginDay(Decision, frozen=True):
    """Begin a day.

    :param location_choice: a location is to be chosen
    :param day_off: to-do options are open
    """

    day: Text
    location_choice: bool = True
    day_off: bool = False


class SetDayEntry(Decision, frozen=True):
    """Note the entry that the log's space for a day names for its end."""

    day: Text
    entry: Entry


class CallDayOver(Decision, frozen=True):
    """The story says that the day is over."""


class EndDay(Decision, frozen=True):
    """End the day."""


# ---- action scenes


class BeginScene(Decision, frozen=True):
    """Open a scene."""

    scene: Text


class Equip(Decision, frozen=True):
    """Choose everything that a character takes into the scene."""

    who: Name
    weapons: tuple[str, ...] = ()
    trinkets: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()


class SetupScene(Decision, frozen=True):
    """Place everything of the scene's list."""


class Spawn(Decision, frozen=True):
    """Add mobs: counts for two, three and four players."""

    group: Text
    counts: tuple[Amount, ...]
    glyph: str


class PlaceMeeple(Decision, frozen=True):
    """Place a character or companion."""

    unit: str
    at: AnyHex


class RollInitialPool(Decision, frozen=True):
    """Roll the first pool and begin round 1."""


class BeginTurn(Decision, frozen=True):
    """Begin a turn."""

    unit: str


class Perform(Decision, frozen=True):
    """Perform an action in the own turn.

    :param pay: the faces of the pool dice spent
    :param pay_card: dice spent from the card that the cost names
    :param via: the ability that permits boosting a throw
    """

    unit: str
    action: str
    card: str | None = None
    pay: Faces = ()
    pay_card: Faces = ()
    boost: bool = False
    via: str | None = None
    path: Path | None = None
    targets: Names = ()
    area: Path = ()
    order: Names = ()
    direction: AnyHex | None = None
    distance: Amount | None = None
    target_path: Path | None = None
    condition_targets: Names = ()
    chosen_face: Face | None = None
    dice: Faces | None = None
    to: Faces = ()
    move_first: bool = False


class React(Decision, frozen=True):
    """Perform a reaction."""

    unit: str
    reaction: str
    card: str | None = None
    pay: Faces = ()
    pay_card: Faces = ()
    boost: bool = False
    path: Path | None = None
    targets: Names = ()
    area: Path = ()
    direction: AnyHex | None = None
    distance: Amount | None = None
    target_path: Path | None = None
    condition_targets: Names = ()
    chosen_face: Face | None = None
    dice: Faces | None = None
    to: Faces = ()


class ResolveAttack(Decision, frozen=True):
    """Close the window for reactions and deal the damage."""

    order: Names = ()


class ActivateMob(Decision, frozen=True):
    """Roll a mob's activation.

    :param set: the set to perform if a Wild comes up that no set lists
    """

    unit: str
    set: str | None = None


class MobAct(Decision, frozen=True):
    """Perform an action of a selected set, counted from 0."""

    unit: str
    set: str
    action: Amount
    path: Path | None = None
    targets: Names = ()
    area: Path = ()
    order: Names = ()
    direction: AnyHex | None = None
    distance: Amount | None = None
    target_path: Path | None = None
    condition_targets: Names = ()
    chosen_face: Face | None = None
    dice: Faces | None = None
    to: Faces = ()


class SuggestFocus(Decision, frozen=True):
    """Order a mob's enemies."""

    unit: str


class EndTurn(Decision, frozen=True):
    """End the turn."""

    unit: str


class EndScene(Decision, frozen=True):
    """Close the scene."""


class ResolveEffect(Decision, frozen=True):
    """Carry out an effect that a card, scene or entry instructs outside an action.

    :param crits: the symbols that count
    """

    effect: Effect
    unit: str | None = None
    targets: Names = ()
    path: Path | None = None
    area: Path = ()
    order: Names = ()
    direction: AnyHex | None = None
    distance: Amount | None = None
    target_path: Path | None = None
    condition_targets: Names = ()
    chosen_face: Face | None = None
    dice: Faces | None = None
    to: Faces = ()
    crits: tuple[str, ...] = ()


class PlaceDice(Decision, frozen=True):
    """Lay dice of the pool on a card that says so."""

    card: Text
    dice: Faces


class DrawRuleCard(Decision, frozen=True):
    """Take a rule card from the index."""

    card: Text


# ---- damage


class SufferDamage(Decision, frozen=True):
    """Suffer damage that is no attack."""

    who: str
    amount: Amount


class Heal(Decision, frozen=True):
    """Heal damage."""

    who: str
    amount: Amount


class AdvanceRecovery(Decision, frozen=True):
    """Advance the recovery of an injury."""

    who: Name
    injury: Text


class AggravateInjury(Decision, frozen=True):
    """Aggravate an injury."""

    who: Name
    injury: Text


class ReadInjuryCard(Decision, frozen=True):
    """Say what a drawn injury card does that the pack does not know.

    :param transfer: how much damage moves to the injury
    :param effect: its effect, in the table's words
    """

    who: Name
    injury: Text
    transfer: Amount
    effect: str = ""


# ---- experience and crafting


class GainExperience(Decision, frozen=True):
    """Gain experience."""

    who: Name
    amount: Amount


class FillNodes(Decision, frozen=True):
    """Fill nodes in order."""

    who: Name
    nodes: Names


class UnlockPath(Decision, frozen=True):
    """Open a locked path."""

    who: Name
    path: Text


class AllowCraft(Decision, frozen=True):
    """Give an opportunity to craft."""

    who: Name


class EndCraft(Decision, frozen=True):
    """Close the opportunity."""

    who: Name


class AddInspiration(Decision, frozen=True):
    """Add a sticker to Farah's board."""

    sticker: Text


class CraftGarment(Decision, frozen=True):
    """Make a piece of Farah's."""

    card: Text
    who: Name = "farah"


class Brew(Decision, frozen=True):
    """Combine two ingredients.

    :param extra: further helpings
    """

    ingredients: Names
    who: Name = "harinya"
    extra: Amount = 0


class LearnRune(Decision, frozen=True):
    """Note a rune in Soraya's dictionary."""

    rune: Text


class EnhanceItem(Decision, frozen=True):
    """Apply an option to an item."""

    item: Text
    option: Text
    who: Name = "soraya"


# ---- interludes and to-do lists


class DrawInterludes(Decision, frozen=True):
    """Everybody draws an interlude card."""


class ChooseInterludeOption(Decision, frozen=True):
    """Choose an option of a drawn card."""

    who: Name
    card: Text
    option: Text


class WithdrawOption(Decision, frozen=True):
    """Take back a private choice that was not agreed."""

    who: Name


class ChooseTodo(Decision, frozen=True):
    """Choose a phrase of the own to-do list."""

    who: Name
    phrase: Text


class FinishInterlude(Decision, frozen=True):
    """Finish the interlude.

    :param archive: the entry says that its card goes back to the index
    """

    who: Name
    archive: bool = False


class AddInterludeCard(Decision, frozen=True):
    """Put a card under an interlude deck."""

    who: Name
    card: Text


class AddTodo(Decision, frozen=True):
    """Add a phrase to a to-do list."""

    who: Name
    phrase: Text
    entry: Entry


class CompleteTodo(Decision, frozen=True):
    """Mark a phrase complete."""

    who: Name
    phrase: Text


# ---- equipment


class DrinkPotion(Decision, frozen=True):
    """Drink a potion.

    :param via: the ability that permits boosting it
    """

    who: Name
    potion: Text
    boost: bool = False
    via: str | None = None


class Share(Decision, frozen=True):
    """Hand something over."""

    from_: Name
    to: Name
    kind: Literal["potion", "materia", "equipment", "component"]
    item: str | None = None
    count: Annotated[int, Meta(ge=1, le=99)] = 1


class EquipArmor(Decision, frozen=True):
    """Apply a piece of armor."""

    who: Name
    card: Text
    slot: Slot | None = None


class RemoveArmor(Decision, frozen=True):
    """Take armor off."""

    who: Name
    slot: Slot


class DescribeCard(Decision, frozen=True):
    """Say what is printed on a card that the pack does not know, so that it can be used."""

    card: Text
    told: Told
