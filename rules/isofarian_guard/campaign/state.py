"""The position of a campaign: everything that lies on the table and stands in the books.

Equipment and stones carry the bonuses that they were equipped with, so that every derived value (:mod:`derived`) is a
function of the position alone and stays true when a pack changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from rules.isofarian_guard.battle.state import BattleState
from rules.isofarian_guard.campaign.facts import AbilitySlot, Difficulty, Phase, Source
from rules.isofarian_guard.content.parts import (
    Ability,
    Accessory,
    Armor,
    Bonus,
    Encounter,
    FieldEvent,
    Foe,
    Item,
    Material,
    Node,
    SkillNode,
    Stone,
    Weapon,
)
from rules.isofarian_guard.content.trade import AiCard, BuildCost, Enemy, PrestigeCard, Price, Quest, Recipe
from rules.kernel import Bag, Deck, State
from rules.kernel.messages import without_underscore

Count = Annotated[int, msgspec.Meta(ge=0)]
Level = Annotated[int, msgspec.Meta(ge=0, le=2)]
Dial = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Part(msgspec.Struct, frozen=True, kw_only=True, rename=without_underscore):
    """A part of the position."""


# ---- guards


class Stats(Part, frozen=True):
    """The four stats of a guard: maximum HP, ATK, DEF, gray AP. Not capped; caps are applied when they are read."""

    hp: int
    atk: int
    def_: int
    ap: int


class SetStone(Part, frozen=True):
    """A speaking stone under a weapon or armor.

    :param granted: chips that it really brought into the bag; a surplus over five was never gained
    :param ability: the stonebound ability whose stone it is, or ``None`` for a loose one
    """

    stone: str
    bonuses: tuple[Bonus, ...] = ()
    granted: Bag = {}
    ability: str | None = None


class Worn(Part, frozen=True):
    """An equipped weapon, armor or accessory.

    :param granted: chips that the card itself really brought into the bag
    """

    card: str
    bonuses: tuple[Bonus, ...] = ()
    open_slots: Count = 0
    stones: tuple[SetStone, ...] = ()
    granted: Bag = {}


class Guard(Part, frozen=True):
    """A guard with everything that lies on the two dashboards, in the bag and in the satchel.

    :param start: base stats as the rulebook prints them
    :param base: base stats with the upgrades of the skill tree
    :param bag: chips by id; bonus chips of equipment included
    :param satchel: cards by id; of a quantity card its units
    :param abilities: by ability slot I-VI
    :param gems: colour of the gem beneath each stonebound ability, by slot
    :param known: abilities unlocked for this guard
    :param skills: upgrades unlocked in the skill tree
    """

    start: Stats
    base: Stats
    hp: Count
    ap_exhausted: Count = 0
    bag: Bag = {}
    satchel: Bag = {}
    weapon: Worn | None = None
    armor: Worn | None = None
    accessory: Worn | None = None
    item: str | None = None
    abilities: Mapping[AbilitySlot, str] = {}
    gems: Mapping[AbilitySlot, str] = {}
    known: tuple[str, ...] = ()
    skills: tuple[str, ...] = ("start",)


# ---- the map


class Boat(Part, frozen=True):
    """The boat chip: where it lies (``None``: there is no boat), and whether the party is aboard."""

    at: str | None = None
    aboard: bool = False


class Pile(Part, frozen=True):
    """Cards dropped by a fallen party. It can be collected while the party stands at its node."""

    at: str
    cards: Bag


class Battle(Part, frozen=True):
    """The battle under way, as exploration knows it.

    :param skull: the skull chip that led to it, or whose battle is hunted, if any
    :param enemies: empty where nobody has said who they are: fought at the table alone
    """

    source: Source
    skull: str | None = None
    ambush: bool = False
    retreat_allowed: bool = True
    enemies: tuple[Foe, ...] = ()


# ---- the story


class Marker(Part, frozen=True):
    """A narrative event, scroll or caravan chip on the map."""

    at: str
    quest: str


class Markers(Part, frozen=True):
    """All chips that mark events: one narrative event chip, two scrolls, one caravan chip."""

    narrative: Marker | None = None
    scrolls: tuple[Marker, ...] = ()
    caravan: Marker | None = None


class Narrative(Part, frozen=True):
    """The event that the party is locked into."""

    quest: str
    source: Literal["narrative", "scroll", "caravan"]


class Progress(Part, frozen=True):
    """How far a narrative or quest has come. A fall or a taken scroll sets the step back, never the scene."""

    status: Literal["active", "suspended", "completed"]
    scene: int = 1
    step: int = 0


# ---- the rest


class Stash(Part, frozen=True):
    """What is stored at Fort Istra: any amount of Sil and any number of cards."""

    sil: Count = 0
    cards: Bag = {}


class Waiting(Part, frozen=True):
    """A card that waits for a slot."""

    card: str
    qty: int = 1


class SheetLine(Part, frozen=True):
    """A guard on the save sheet, derived values as they stood."""

    hp: int
    hp_max: int
    atk: int
    def_: int
    ap_max: int


class SaveSheet(Part, frozen=True):
    """What is written down when the game is left. ``field_decks`` counts the cards that are left."""

    campaign: int
    chapter: int
    sil: int
    lux: int
    checkpoint: str | None
    narrative: Narrative | None
    field_decks: Mapping[str, int]
    guards: Mapping[str, SheetLine]


class Learned(Part, frozen=True):
    """What this group has read in its own books and on its own cards. Laid over the pack, part by part; the same shape
    as a pack, so that it can be exported as one.

    :param encounters: node, chapter, skull
    :param prices: market (city or fort stall), card
    :param recipes: smith (city or fort stall), card
    :param inn_fees: by city
    """

    nodes: Mapping[str, Node] = {}
    encounters: Mapping[str, Mapping[str, Mapping[str, Encounter]]] = {}
    field_events: Mapping[str, FieldEvent] = {}
    materials: Mapping[str, Material] = {}
    items: Mapping[str, Item] = {}
    weapons: Mapping[str, Weapon] = {}
    armors: Mapping[str, Armor] = {}
    accessories: Mapping[str, Accessory] = {}
    stones: Mapping[str, Stone] = {}
    abilities: Mapping[str, Ability] = {}
    skill_trees: Mapping[str, Mapping[str, SkillNode]] = {}
    enemies: Mapping[str, Enemy] = {}
    ai_cards: Mapping[str, Mapping[str, AiCard]] = {}
    prices: Mapping[str, Mapping[str, Price]] = {}
    recipes: Mapping[str, Mapping[str, Recipe]] = {}
    inn_fees: Mapping[str, int] = {}
    prestige_cards: Mapping[str, Mapping[str, PrestigeCard]] = {}
    fort_costs: Mapping[str, Mapping[str, BuildCost]] = {}
    lapidary: Mapping[str, Mapping[str, int]] = {}
    quests: Mapping[str, Quest] = {}


class Position(State, frozen=True):
    """The whole position.

    :param phase: what is under way beneath; a card waiting for a slot comes first, see :func:`derived.phase`
    :param field_decks: the four region decks; a card nobody has seen yet is ``unknown``
    :param fight: the battle under way where it is played round by round
    :param visited: nodes where the party has been, in the order of the first visit
    :param respawn_at: a place that the campaign book names for the next fall, or ``None``
    :param agents: people who joined the fort in this campaign
    :param materials: limit of every quantity card of this game
    :param tools: satchel slots that every tool item of this game adds
    :param learned: content that this group recorded
    """

    campaign: int = 0
    chapter: int = 1
    difficulty: Difficulty = "standard"
    phase: Phase = "exploration"
    party: tuple[str, ...] = ()
    players: tuple[str, ...] = ("p1",)
    control: Mapping[str, str] = {}
    at: str = ""
    boat: Boat = Boat()
    checkpoint: str | None = None
    respawn_at: str | None = None
    event_bag: Bag = {}
    drawn_chip: str | None = None
    sil: Dial = 0
    lux: Dial = 0
    stash: Stash = Stash()
    region_cubes: Bag = {}
    field_decks: Mapping[str, Deck] = {}
    field_card: str | None = None
    field_removed: tuple[str, ...] = ()
    markers: Markers = Markers()
    narrative: Narrative | None = None
    quests: Mapping[str, Progress] = {}
    prestige: Bag = {}
    fort: Mapping[str, Level] = {}
    pile: Pile | None = None
    pending: tuple[Waiting, ...] = ()
    battle: Battle | None = None
    fight: BattleState | None = None
    opened_nodes: tuple[str, ...] = ()
    visited: tuple[str, ...] = ()
    universal_abilities: tuple[str, ...] = ()
    caravan_accessories: tuple[str, ...] = ()
    fished_here: bool = False
    campaigns_done: tuple[int, ...] = ()
    agents: tuple[str, ...] = ()
    commissions: Mapping[str, str] = {}
    guards: Mapping[str, Guard] = {}
    reserve: Mapping[str, Guard] = {}
    save_sheet: SaveSheet | None = None
    materials: Bag = {}
    tools: Bag = {}
    learned: Learned = Learned()
