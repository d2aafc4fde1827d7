"""The position of a campaign, and changed copies of it.

Hexes are axial ``(q, r)``. Ids of cards are text, numbers of the index included: ``"27"``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from rules.artisans_of_splendent_vale.figures import CHARACTERS, Kind, Name, Side, Size, Slot
from rules.artisans_of_splendent_vale.words import Ability, Args, Effect
from rules.kernel import State

Count = Annotated[int, Meta(ge=0)]
Hex = tuple[int, int]
Phase = Literal["setup", "exploration", "scene_setup", "action_scene", "interlude"]


# ---- characters and their sheets


class Injury(State, frozen=True):
    """An injury on a sheet; with value 0 it is recovered and has no effect (AV-INJ-008, AV-INJ-010).

    :param times: how often it was gained
    """

    value: Count = 0
    times: Count = 1
    effect: Mapping[str, str | int | bool] | None = None


class Equipped(State, frozen=True):
    """What a character takes into a scene."""

    weapons: tuple[str, ...] = ()
    trinkets: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()

    @property
    def cards(self) -> tuple[str, ...]:
        """All of it."""
        return (*self.weapons, *self.trinkets, *self.skills)


class Armor(State, frozen=True):
    """The three slots for armor."""

    shoulders: str | None = None
    arms: str | None = None
    legs: str | None = None

    @property
    def cards(self) -> tuple[str, ...]:
        """The armor that is worn."""
        return tuple(card for card in (self.shoulders, self.arms, self.legs) if card)


class Todo(State, frozen=True):
    """A phrase of a to-do list."""

    entry: int
    complete: bool = False


class Grid(State, frozen=True):
    """The filled nodes of an advancement grid, and the locked paths that were opened."""

    filled: tuple[str, ...] = ()
    unlocked: tuple[str, ...] = ()


class Choice(State, frozen=True):
    """What a character chose in the interlude: an option of a card, or a phrase of the to-do list.

    :param agreed: of a private option, whether both chose it
    """

    card: str | None = None
    option: str | None = None
    agreed: bool = True
    phrase: str | None = None


class Craft(State, frozen=True):
    """An opportunity to craft: pieces made and components spent in it."""

    made: Count = 0
    spent: Count = 0


class Sheet(State, frozen=True):
    """A character's sheet and box (AV-SET-004).

    :param depleted: cards used up in this scene, in order
    :param deck: interlude cards, the top first
    :param crafted: garments that were made
    """

    damage: Count = 0
    toughness: Count = 6
    injuries: Mapping[str, Injury] = {}
    experience: Count = 0
    components: Mapping[str, Count] = {}
    potions: Mapping[str, Count] = {}
    cards: tuple[str, ...] = ()
    skill_level: Mapping[str, Count] = {}
    equipped: Equipped = Equipped()
    depleted: tuple[str, ...] = ()
    armor: Armor = Armor()
    todo: Mapping[str, Todo] = {}
    notes: tuple[str, ...] = ()
    grid: Grid = Grid()
    deck: tuple[str, ...] = ()
    drawn: str | None = None
    choice: Choice | None = None
    finished: bool = False
    craft: Craft | None = None
    inspirations: tuple[str, ...] = ()
    recipes: Mapping[str, str] = {}
    runes: tuple[str, ...] = ()
    stickers: Mapping[str, tuple[str, ...]] = {}
    crafted: tuple[str, ...] = ()


class Companion(State, frozen=True):
    """A companion beside its owner's sheet (AV-CMP-009)."""

    owner: Name
    damage: Count = 0
    toughness: Count = 6
    heals_per_day: Count = 0


class Location(State, frozen=True):
    """A location on the world map (AV-WLD-001)."""

    entry: int
    grid: str | None = None
    complete: bool = False


# ---- scenes


class Unit(State, frozen=True):
    """A meeple of the scene (AV-CND-006, AV-MOB-019).

    :param block: prevention left this turn
    """

    at: Hex | None = None
    group: str | None = None
    conditions: Mapping[str, Count] = {}
    stunned: bool = False
    block: Count = 0
    defeated: bool = False


class PerPlayer(State, frozen=True):
    """Toughness for each player (AV-MOB-008)."""

    per_player: Count


class Group(State, frozen=True):
    """All mobs of a type (AV-MOB-004).

    :param toughness: ``None`` where nobody knows it
    :param dial: damage on the common dial
    :param meeples: how many there are
    :param placed: numbers that were ever placed in this scene
    :param truce: neutral mobs with which the players have no quarrel in this scene
    """

    kind: Kind = "regular"
    side: Side = "enemy"
    toughness: int | PerPlayer | None = None
    dial: Count = 0
    size: Size = "medium"
    meeples: Count = 6
    placed: tuple[int, ...] = ()
    truce: bool = False


class Border(State, frozen=True):
    """A border between a higher and a lower space."""

    high: Hex
    low: Hex


class Board(State, frozen=True):
    """The spaces within a radius around ``(0, 0)`` and their terrain (AV-TER-001)."""

    radius: Count = 6
    difficult: tuple[Hex, ...] = ()
    pits: tuple[Hex, ...] = ()
    impassable: tuple[Hex, ...] = ()
    elevation: tuple[Border, ...] = ()
    glyphs: Mapping[str, Mapping[str, Hex]] = {}
    paw: tuple[Hex, ...] = ()


class Dice(State, frozen=True):
    """Where the dice are; the others are available (AV-DICE-001)."""

    pool: Mapping[str, Count] = {}
    cards: Mapping[str, Mapping[str, Count]] = {}


class Turn(State, frozen=True):
    """The turn in progress.

    :param had: the condition types that unit and companions held at its start (AV-CND-003)
    :param lying: who of them lay stunned at its start (AV-MOD-007)
    :param roll: what the mob's activation showed
    :param last: set and action that the mob performed last
    :param focus: the mob's enemies in the order that 311.3 suggests
    """

    unit: str
    actions: Mapping[str, Count] = {}
    attacks: Mapping[str, Count] = {}
    reactions: Mapping[str, Count] = {}
    had: Mapping[str, tuple[str, ...]] = {}
    lying: tuple[str, ...] = ()
    roll: str | None = None
    sets: tuple[str, ...] = ()
    last: tuple[int, int] | None = None
    focus: tuple[str, ...] = ()


class Work(State, frozen=True):
    """Effects of one decision that are still to come.

    :param crits: the symbols that count
    :param boosted: an extra Plus was paid
    :param told: an instruction from outside an action, which brings no distance of its own
    :param targets: of the attack before
    :param linked: whether an attack came before
    :param depletes: the card that is used up afterwards
    :param answers_attack: it is a reaction
    :param weakens: whether an injury follows a boosted action with these symbols (AV-INJ-016)
    """

    user: str
    effects: tuple[Effect, ...] = ()
    args: Args = Args()
    crits: tuple[str, ...] = ()
    boosted: bool = False
    told: bool = False
    targets: tuple[str, ...] = ()
    linked: bool = False
    depletes: str | None = None
    is_reaction: bool = False
    symbols: tuple[str, ...] = ()


class Pending(State, frozen=True):
    """An attack that was rolled and waits for reactions (AV-REA-006).

    :param value: with boost, crits, strengthen and weaken
    :param rest: what its action does afterwards
    """

    attacker: str
    targets: tuple[str, ...] = ()
    value: int = 0
    pierce: bool = False
    rest: Work | None = None


class OpenInjury(State, frozen=True):
    """An injury card was drawn whose words the pack does not know: the table says what it does.

    :param drawn: all cards drawn for this event, this one last
    """

    who: str
    drawn: tuple[str, ...]


class Told(State, frozen=True):
    """A card that the table described, because the pack does not know it."""

    type: Literal["weapon", "trinket", "skill", "potion", "armor"] = "weapon"
    hands: Count = 1
    source: str | None = None
    slot: Slot | None = None
    abilities: Mapping[str, Ability] = {}


# ---- the campaign


class Position(State, frozen=True):
    """The whole position of a campaign.

    :param paused_at: entry number that the last pause stored
    :param entries_read: entries whose benefits count as gained, in the order of the first reading (AV-READ-008)
    :param index: place of the tracker on the initiative
    :param acted: members of the portrait at the tracker that had their turn
    :param placed: what the scene's set-up names stands on the board
    :param open_injuries: injuries whose cards the table has to read
    :param told: cards that the table described
    """

    players: tuple[Name, ...] = CHARACTERS
    phase: Phase = "exploration"
    seats: Mapping[str, Name] = {}
    record_keeper: Name | None = None
    narrator: Name | None = None
    paused: bool = False
    paused_at: int | None = None
    day: str = "day_1"
    day_over: bool = False
    day_off: bool = False
    location_choice: bool = False
    log: Mapping[str, tuple[str, ...]] = {}
    day_end_entry: Mapping[str, int] = {}
    current_entry: int | None = None
    entries_read: tuple[int, ...] = ()
    bookmark: str | None = None
    locations: Mapping[str, Location] = {}
    injury_deck_created: bool = False
    characters: Mapping[str, Sheet] = {}
    companions: Mapping[str, Companion] = {}
    units: Mapping[str, Unit] = {}
    groups: Mapping[str, Group] = {}
    board: Board = Board()
    dice: Dice = Dice()
    scene: str | None = None
    rule_cards: tuple[str, ...] = ()
    initiative: tuple[str, ...] = ()
    index: Count = 0
    acted: tuple[str, ...] = ()
    round: Count = 1
    turn: Turn | None = None
    pending: Pending | None = None
    placed: bool = False
    open_injuries: tuple[OpenInjury, ...] = ()
    told: Mapping[str, Told] = {}


# ---- simple questions


def group_of(state: Position, unit: str) -> str:
    """The group of a mob: as the unit says, else by its id, ``arbalist_2`` of ``arbalist``."""
    here = state.units.get(unit)
    if here is not None and here.group:
        return here.group
    stem, _, number = unit.rpartition("_")
    return stem if stem and number.isdigit() else unit


def is_mob(state: Position, unit: str) -> bool:
    """Whether a unit is neither character nor companion."""
    return unit not in CHARACTERS and unit not in state.companions


def standing(state: Position) -> tuple[str, ...]:
    """The units on the board."""
    return tuple(name for name, unit in state.units.items() if unit.at is not None and not unit.defeated)


def members(state: Position, group: str) -> tuple[str, ...]:
    """The living mobs of a group, by number."""
    names = [name for name in standing(state) if is_mob(state, name) and group_of(state, name) == group]
    return tuple(sorted(names, key=number_of))


def number_of(unit: str) -> int:
    """The number of a mob; 0 for a single one."""
    tail = unit.rpartition("_")[2]
    return int(tail) if tail.isdigit() else 0


def toughness_of(state: Position, group: Group) -> int | None:
    """The toughness of a group with as many players as there are (AV-MOB-008)."""
    if isinstance(group.toughness, PerPlayer):
        return group.toughness.per_player * len(state.players)
    return group.toughness


def available(state: Position) -> int:
    """Dice that are neither in the pool nor on cards (AV-DICE-001)."""
    on_cards = sum(sum(dice.values()) for dice in state.dice.cards.values())
    return 12 - sum(state.dice.pool.values()) - on_cards


# ---- changed copies


def with_sheet(state: Position, who: str, **changes: Any) -> Position:
    """The position with one sheet changed."""
    return replace(state, characters={**state.characters, who: replace(state.characters[who], **changes)})


def with_unit(state: Position, unit: str, **changes: Any) -> Position:
    """The position with one unit changed; a unit of which nothing stands there yet is made."""
    return replace(state, units={**state.units, unit: replace(state.units.get(unit, Unit()), **changes)})


def with_group(state: Position, group: str, **changes: Any) -> Position:
    """The position with one group changed."""
    return replace(state, groups={**state.groups, group: replace(state.groups.get(group, Group()), **changes)})


def with_companion(state: Position, name: str, **changes: Any) -> Position:
    """The position with one companion changed."""
    return replace(state, companions={**state.companions, name: replace(state.companions[name], **changes)})


def with_turn(state: Position, **changes: Any) -> Position:
    """The position with the turn changed."""
    return replace(state, turn=replace(state.turn, **changes)) if state.turn else state


def counted(counts: Mapping[str, int], thing: str, by: int) -> dict[str, int]:
    """Counts with one of them changed; zero is left out."""
    changed = {**counts, thing: counts.get(thing, 0) + by}
    return {key: value for key, value in changed.items() if value}
