"""The position of an Encounter.

Spaces are named by Area and line, ``3F`` and ``3B``; Areas by their number. Piles whose order nobody knows are decks of
one layer; FATIGUE, WOUNDS and the stacks in the Areas are lists with the top card first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, field
from msgspec.structs import replace

from rules.encounters_shattered_wastes.steps import AnyStep
from rules.kernel import Deck, State

Phase = Literal["setup", "refresh", "action", "defend", "ended"]
Mode = Literal["standard", "first_time", "journey"]
Form = Literal["healthy", "injured"]
CharacterState = Literal["heroic", "shattered", "reclaimed"]
Because = Literal["zero_hp", "threat", "corruption"]
Change = Literal["none", "add", "remove"]
ItemSide = Literal["ready", "used"]
DueKind = Literal["recover", "arrange"]
Count = Annotated[int, Meta(ge=0)]

AREAS: Final = ("1", "2", "3", "4", "5")
LINES: Final = ("F", "B")
SPACES: Final = tuple(f"{area}{line}" for area in AREAS for line in LINES)
DECKS: Final = ("martial", "sorcery", "support", "shattered", "item")
ABILITY_DECKS: Final = DECKS[:4]
THREAT_LIMIT: Final = 12
MOST_CHARACTERS: Final = 4
FEWEST_CHARACTERS: Final = 2
ACTIONS: Final = 2
MOST_STEPS: Final = 3
KEPT_CARDS: Final = 3
RECLAIM_DRAW: Final = 3
AREAS_DONE: Final = len(AREAS) + 1


class HeroicSide(State, frozen=True):
    """The Heroic side of a Character card (SW-SET-014). ``dice`` are those of a Basic Attack."""

    max_hp: Count = 6
    max_mp: Count = 6
    dice: Count = 1
    damage: Count = 1
    critical: Count = 12


class ShatteredSide(State, frozen=True):
    """The Shattered side of a Character card.

    :param draws: Shattered Abilities drawn when the card is turned to this side
    """

    max_hp: Count = 8
    dice: Count = 2
    damage: Count = 2
    critical: Count = 12
    corruption_limit: Count = 6
    draws: Count = 3


class Character(State, frozen=True):
    """One Character (SW-TRK-001).

    :param player: who plays it
    :param mp: ``None`` while Shattered
    :param corruption: ``None`` unless Shattered
    :param used_active: Active Abilities used this round
    :param used_free: Free Abilities used this activation
    :param used_reactions: Reactions used this activation, or this phase outside the Action Phase
    :param draft: how many cards of each deck it draws at set-up
    """

    player: str = "p1"
    state: CharacterState = "heroic"
    on_board: bool = True
    removed_because: Because | None = None
    space: str | None = None
    hp: Count = 0
    mp: Count | None = 0
    threat: Count = 0
    corruption: Count | None = None
    abilities: tuple[str, ...] = ()
    items: Mapping[str, ItemSide] = {}
    relics: tuple[str, ...] = ()
    afflictions: tuple[str, ...] = ()
    activated: bool = False
    actions_left: Count = 0
    used_active: tuple[str, ...] = ()
    used_free: tuple[str, ...] = ()
    used_reactions: tuple[str, ...] = ()
    used_trait: bool = False
    draft: Mapping[str, Count] = {}
    heroic_side: HeroicSide = HeroicSide()
    shattered_side: ShatteredSide = ShatteredSide()


class HealthySide(State, frozen=True):
    """The Healthy side of an Enemy card. ``strength``: cards of each intent per Character."""

    refresh_value: Count = 1
    area_limit: Count = 9
    strength: Mapping[str, Count] = {}


class InjuredSide(State, frozen=True):
    """The Injured side of an Enemy card: cards of each intent per Character to add or to remove at the form change."""

    refresh_value: Count = 1
    area_limit: Count = 9
    change: Change = "none"
    physical: Count = 0
    magical: Count = 0


class Enemy(State, frozen=True):
    """The enemy and the form that it is in."""

    name: str
    form: Form = "healthy"
    healthy_side: HealthySide = HealthySide()
    injured_side: InjuredSide = InjuredSide()


class Setup(State, frozen=True):
    """Cards drawn and kept before the Encounter, by Character."""

    drafted: Mapping[str, Mapping[str, tuple[str, ...]]] = {}
    kept: Mapping[str, tuple[str, ...]] = {}


class Refresh(State, frozen=True):
    """How far the Refresh Phase is."""

    filled: bool = False
    rolled: tuple[str, ...] = ()


class Defend(State, frozen=True):
    """How far the Defend Phase is. ``next_area`` is 6 when all are done."""

    next_area: Annotated[int, Meta(ge=1, le=AREAS_DONE)] = 1
    last_gasp_done: bool = False


class Roll(State, frozen=True):
    """Dice that lie on the table and are not read yet."""

    character: str
    dice: tuple[int, ...]


class Pending(State, frozen=True):
    """An open Reaction window (SW-RCT-011).

    :param subject: the Character whose doing, or being targeted, is the trigger
    :param also: another trigger of the same moment
    :param eligible: ``character.ability`` or ``character.trait`` of every Reaction that may be used
    :param rest: what goes on when the window is closed
    """

    trigger: str
    also: str = ""
    subject: str = ""
    eligible: tuple[str, ...] = ()
    rest: tuple[AnyStep, ...] = ()


class Due(State, frozen=True):
    """A choice that must be made before anything else: the result of a Recover roll, or where looked-at cards go.

    :param area: the Area that is looked at
    :param rest: what goes on afterwards
    """

    kind: DueKind
    character: str
    area: str | None = None
    rest: tuple[AnyStep, ...] = ()


class Position(State, frozen=True):
    """The whole position (SW-TRK-002).

    :param players: seats ``p1`` ... that play; 0 where players go by names of their own
    :param reserve: Strength cards that are not in play, by intent
    :param revealed: a Strength card that lies face up while its effects are carried out
    :param targets: whom the revealed card affects; a Character that took over for another stands there once more
    :param roll: dice on the table
    :param next_to_activate: the Character that the rule of the highest HP settled
    :param tied: Characters that roll for who activates next
    :param timing_tied: players that roll again for the order of triggers
    :param timing_decider: the player who decides the order of triggers
    :param granted_actions: actions outside the own activation, open until the activation in progress ends
    :param threatless: Characters whose Ability attacks gain no Threat until the activation ends
    :param strength_cards: Strength cards of the game, all places together
    """

    phase: Phase = "setup"
    round: Count = 1
    mode: Mode = "standard"
    players: Count = 0
    outcome: Literal["won", "lost"] | None = None
    enemy: Enemy | None = None
    characters: Mapping[str, Character] = {}
    stamina: Deck = Deck()
    fatigue: tuple[str, ...] = ()
    wounds: tuple[str, ...] = ()
    areas: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: dict.fromkeys(AREAS, ()))
    reserve: Mapping[str, Deck] = {}
    rage_deck: Deck = Deck()
    injured_rage_deck: Deck = Deck()
    affliction_deck: Deck = Deck()
    decks: Mapping[str, Deck] = {}
    locations: tuple[str, ...] = ()
    setup: Setup = Setup()
    refresh: Refresh = Refresh()
    defend: Defend = Defend()
    active: str | None = None
    next_to_activate: str | None = None
    tied: tuple[str, ...] | None = None
    timing_tied: tuple[str, ...] | None = None
    timing_decider: str | None = None
    granted_actions: Mapping[str, Count] = {}
    threatless: tuple[str, ...] = ()
    pending: Pending | None = None
    due: Due | None = None
    roll: Roll | None = None
    revealed: str | None = None
    targets: tuple[str, ...] = ()
    strength_cards: Count = 0


# ---- where things stand


def area_of(space: str) -> str:
    """The Area of a space."""
    return space[0]


def adjacent(one: str, other: str) -> bool:
    """Whether two spaces are adjacent: the same line of neighbouring Areas, or both lines of one Area (SW-BRD-003,
    SW-BRD-004)."""
    same_area, same_line = one[0] == other[0], one[1] == other[1]
    return same_area != same_line and abs(int(one[0]) - int(other[0])) <= 1


def on_board(state: Position) -> tuple[str, ...]:
    """The Characters on the board."""
    return tuple(name for name, each in state.characters.items() if each.on_board)


def occupant(state: Position, space: str) -> str | None:
    """The Character on a space, or ``None``."""
    return next((name for name, each in state.characters.items() if each.on_board and each.space == space), None)


def occupants(state: Position, area: str) -> tuple[str, ...]:
    """The Characters of an Area, the Front Line first."""
    found = (occupant(state, f"{area}{line}") for line in LINES)
    return tuple(name for name in found if name is not None)


def is_guarded(state: Position) -> bool:
    """Whether the enemy is Guarded: STAMINA holds a card (SW-STG-001)."""
    return state.stamina.size > 0


def all_in_wounds(state: Position) -> bool:
    """Whether the Injured enemy has no Strength card outside WOUNDS (SW-RND-003, SW-ENM-008)."""
    injured = state.enemy is not None and state.enemy.form == "injured"
    elsewhere = state.stamina.size + len(state.fatigue) + sum(map(len, state.areas.values()))
    return injured and elsewhere == 0 and state.revealed is None


# ---- changed copies


def with_character(state: Position, name: str, /, **changes: Any) -> Position:
    """The position with one Character changed."""
    return replace(state, characters={**state.characters, name: replace(state.characters[name], **changes)})


def with_everyone(state: Position, /, **changes: Any) -> Position:
    """The position with the same change to every Character."""
    return replace(state, characters={name: replace(each, **changes) for name, each in state.characters.items()})


def with_area(state: Position, area: str, cards: tuple[str, ...]) -> Position:
    """The position with another stack in an Area."""
    return replace(state, areas={**state.areas, area: cards})


def without(cards: tuple[str, ...], *gone: str) -> tuple[str, ...]:
    """Cards without one copy of each of some of them, the order of the others kept."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def returned(decks: Mapping[str, Deck], cards: Mapping[str, tuple[str, ...]]) -> Mapping[str, Deck]:
    """Decks with cards put under them."""
    return {**decks, **{deck: decks[deck].underneath(*under) for deck, under in cards.items()}}


def drawn(decks: Mapping[str, Deck], cards: Mapping[str, tuple[str, ...]]) -> Mapping[str, Deck]:
    """Decks without cards that were taken from them."""
    left = dict(decks)
    for deck, taken in cards.items():
        for card in taken:
            left[deck] = left[deck].without(card)
    return left
