"""The position of a battle: round order, dashboards of guards and enemies, and what the party holds beside them.

Combatants are named by one string: a guard by its id (``grigory``), an enemy by its slot (``I`` to ``IV``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from rules.kernel import Bag, State

Step = Literal["round_start", "choose_guard", "draw", "actions", "enemies_turn", "cleanup", "rewards", "over"]
"""``choose_guard`` is step 3 or 7 of the Guards' turn, ``draw`` steps 4 and 5, ``actions`` step 6 of the active
guard."""
Difficulty = Literal["story", "standard", "tenebris"]
Source = Literal["skull", "hunt", "field", "challenge", "narrative", "quest"]
Outcome = Literal["victory", "defeat", "retreat"]
Phase = Literal["exploration", "narrative_event"]
Count = Annotated[int, Meta(ge=0)]

ENEMY_SLOTS: Final = ("I", "II", "III", "IV")
FRONT_ROW: Final = ("I", "II")
BACK_ROW: Final = ("III", "IV")
ABILITY_SLOTS: Final = ("I", "II", "III", "IV", "V", "VI")
NARRATIVE_SOURCES: Final = ("narrative", "quest")


class Ap(Struct, frozen=True):
    """Action points by color: gray ones are permanent, green ones leave after the battle (ISO-STAT-007)."""

    gray: Count = 0
    green: Count = 0

    @property
    def total(self) -> int:
        """Both colors together."""
        return self.gray + self.green


class AbilityCard(State, frozen=True, kw_only=True, tag="guard_ability", tag_field="type"):
    """A Guard Ability Card in an ability slot.

    :param side: the face-up side
    :param chips: the chips that lie on it; while there is one it is active (ISO-ABILB-010)
    :param used: activated this round
    :param cubes: yellow cubes
    :param burst: its [Burst] was triggered this round
    """

    ability: str
    side: Literal["P", "S"] = "P"
    chips: Bag = {}
    used: bool = False
    cubes: Count = 0
    burst: bool = False

    @property
    def active(self) -> bool:
        """Whether a chip lies on it."""
        return bool(self.chips)


class StoneboundCard(State, frozen=True, kw_only=True, tag="stonebound", tag_field="type"):
    """A Stonebound Ability Card in an ability slot and its gem.

    :param gem: ``active`` while it lies on the card
    :param element: element of the gem, which for a rainbow ability is that of the gem used (ISO-KEY-021)
    """

    ability: str
    gem: Literal["ready", "active", "exhausted"] = "ready"
    element: str = "neutral"

    @property
    def active(self) -> bool:
        """Whether its gem lies on it (ISO-STON-009)."""
        return self.gem == "active"


Card = AbilityCard | StoneboundCard


class WeaponCard(State, frozen=True, kw_only=True):
    """The equipped weapon; ``used``: the Standard Attack of this round was made."""

    card: str
    chips: Bag = {}
    used: bool = False


class AccessoryCard(State, frozen=True, kw_only=True):
    """The equipped accessory.

    :param cubes: purple cubes, one per use of a limited accessory
    :param flipped: its uses in this battle are spent
    :param uses: how often it was used this round
    """

    card: str
    cubes: Count = 0
    flipped: bool = False
    chips: Bag = {}
    uses: Count = 0


class ItemCard(State, frozen=True, kw_only=True):
    """The card in the item slot."""

    card: str
    used: bool = False


class Modifier(Struct, frozen=True, kw_only=True):
    """A bonus or penalty on ATK or DEF.

    :param until: ``round``, or ``active``: while the card that grants it is active
    :param guard: whose card grants it, for ``active``
    :param slot: the ability slot of that card
    :param source: what people call the cause
    """

    stat: Literal["atk", "def"]
    by: int
    until: Literal["round", "active"] = "round"
    guard: str | None = None
    slot: str | None = None
    source: str = ""


class Guard(State, frozen=True, kw_only=True):
    """A guard's dashboards.

    :param atk: base ATK with equipment
    :param def_: base DEF with equipment
    :param ap_active: AP that can be spent
    :param bag: the chips still to draw
    :param drawn: resource chips drawn or gained and not used yet
    :param positive: the positive status area
    :param negative: the negative status area
    :param discard: the discard area
    :param slots: cards by ability slot
    :param chain: a [Chain] card was activated this round
    :param satchel: cards by name; a material takes one slot whatever its number, any other card one slot a copy
    :param satchel_slots: how many satchel slots there are
    """

    hp: Count = 20
    hp_max: Count = 20
    atk: Count = 0
    def_: Count = 0
    ap_active: Ap = Ap(2)
    ap_exhausted: Ap = Ap()
    blue_cubes: Count = 0
    bag: Bag = {}
    drawn: Bag = {}
    positive: Bag = {}
    negative: Bag = {}
    discard: Bag = {}
    slots: Mapping[str, Card] = {}
    chain: bool = False
    weapon: WeaponCard | None = None
    accessory: AccessoryCard | None = None
    item: ItemCard | None = None
    satchel: Bag = {}
    satchel_slots: Count = 4
    modifiers: tuple[Modifier, ...] = ()


class Enemy(State, frozen=True, kw_only=True):
    """An enemy's dashboard.

    :param enemy: enemy type
    :param start_hp: HP printed on its card
    :param ai_deck: AI cards that lie face-down; nobody knows their order
    :param ai_discard: AI cards turned over, the visible one last
    :param defeated: its card is flipped
    """

    enemy: str
    stars: Annotated[int, Meta(ge=1, le=4)] = 1
    hp: Count
    start_hp: Count
    atk: Count = 0
    def_: Count = 0
    ap_active: Ap = Ap()
    ap_exhausted: Ap = Ap()
    blue_cubes: Count = 0
    chips: Bag = {}
    ai_deck: Bag = {}
    ai_discard: tuple[str, ...] = ()
    defeated: bool = False
    modifiers: tuple[Modifier, ...] = ()

    @property
    def visible(self) -> str | None:
        """The AI card that lies open on top of the discarded ones (ISO-AI-010)."""
        return self.ai_discard[-1] if self.ai_discard else None


class Rewards(State, frozen=True, kw_only=True):
    """What the defeated enemies leave.

    :param drops: units by card
    :param one_of: sets of cards of which one may be taken
    """

    drops: Bag = {}
    sil: Count = 0
    lux: Count = 0
    one_of: tuple[tuple[str, ...], ...] = ()


class Pile(State, frozen=True, kw_only=True):
    """Cards left behind at a node after a defeat (ISO-GEN-006)."""

    at: str | None
    cards: Bag


class Holdings(State, frozen=True, kw_only=True):
    """What the party has beside the dashboards, while no campaign around the battle keeps it.

    :param at: the node of the battle
    :param checkpoint: the node of the Campfire Chip
    """

    sil: Count = 0
    lux: Count = 0
    at: str | None = None
    checkpoint: str | None = None
    pile: Pile | None = None


class BattleState(State, frozen=True, kw_only=True):
    """The whole position of a battle (ISO-GEN-007).

    :param came_from: the phase in which play goes on afterwards
    :param source: what led to the battle (ISO-START-001)
    :param retreat_allowed: the guards may retreat
    :param active_guard: the guard whose activation it is
    :param activated: guards activated in this Guards' turn, in order, the active one included
    :param draw_left: chips still to count in the draw under way, ``None`` while none is
    :param enemies_activated: enemy slots activated in this enemies' turn, in order
    :param acting: the enemy whose AI card is turned over and not carried out to its end
    :param unfinished: its AI cards that go on once the open one is carried out, each with the place of its next action
    :param last_attacker: the guard who most recently attacked an enemy
    :param attack_since: somebody attacked since the Aggro Chip was last placed
    :param first_down: the side that first had nobody standing
    :param defeats: defeats in this battle by ``<enemy>_<stars>`` (ISO-GEN-005)
    :param summoned: enemies were added during this battle
    :param reactions: how often a limited reaction happened this round
    :param rewards: what waits to be collected after a victory
    :param at: the node of the battle, inside a campaign
    :param holdings: ``None`` inside a campaign, which then does what follows a battle
    """

    step: Step = "over"
    came_from: Phase = "exploration"
    source: Source = "skull"
    ambush: bool = False
    retreat_allowed: bool = True
    difficulty: Difficulty = "standard"
    round: Count = 1
    active_guard: str | None = None
    activated: tuple[str, ...] = ()
    draw_left: int | None = None
    enemies_activated: tuple[str, ...] = ()
    acting: str | None = None
    unfinished: tuple[tuple[str, Count], ...] = ()
    aggro: str | None = None
    last_attacker: str | None = None
    attack_since: bool = False
    first_down: Literal["guards", "enemies"] | None = None
    retreating: bool = False
    outcome: Outcome | None = None
    guards: Mapping[str, Guard]
    enemies: Mapping[str, Enemy] = {}
    defeats: Bag = {}
    summoned: bool = False
    reactions: Bag = {}
    rewards: Rewards | None = None
    at: str | None = None
    holdings: Holdings | None = None


Combatant = Guard | Enemy


# ---- who stands where


def combatant(state: BattleState, who: str) -> Combatant:
    """The dashboard of a guard or enemy."""
    return state.enemies[who] if who in state.enemies else state.guards[who]


def everyone(state: BattleState) -> tuple[Combatant, ...]:
    """All dashboards, those of the guards first."""
    return (*state.guards.values(), *state.enemies.values())


def is_enemy(who: str) -> bool:
    """Whether a name is that of an enemy slot."""
    return who in ENEMY_SLOTS


def standing_guards(state: BattleState) -> tuple[str, ...]:
    """The guards with HP left, in party order."""
    return tuple(name for name, guard in state.guards.items() if guard.hp > 0)


def standing_enemies(state: BattleState) -> tuple[str, ...]:
    """The slots of the enemies with HP left, in slot order."""
    return tuple(slot for slot in ENEMY_SLOTS if slot in state.enemies and state.enemies[slot].hp > 0)


def ally_of(state: BattleState, guard: str) -> str | None:
    """The other guard, standing or fallen; ``None`` in a battle of one (ISO-START-008)."""
    return next((name for name in state.guards if name != guard), None)


def next_enemy(state: BattleState) -> str | None:
    """The enemy that acts next: the lowest standing slot after the last one that acted (ISO-AI-002, ISO-GRID-002,
    ISO-ADD-007)."""
    last = max((ENEMY_SLOTS.index(slot) for slot in state.enemies_activated), default=-1)
    return next((slot for slot in standing_enemies(state) if ENEMY_SLOTS.index(slot) > last), None)


def satchel_slots_used(satchel: Bag, materials: frozenset[str]) -> int:
    """Satchel slots in use: one for each material, one for each copy of any other card (ISO-END-003)."""
    return sum(1 if card in materials else number for card, number in satchel.items())


# ---- changed copies


def with_guard(state: BattleState, guard: str, **changes: Any) -> BattleState:
    """The position with one guard changed."""
    return replace(state, guards={**state.guards, guard: replace(state.guards[guard], **changes)})


def with_enemy(state: BattleState, slot: str, **changes: Any) -> BattleState:
    """The position with one enemy changed."""
    return replace(state, enemies={**state.enemies, slot: replace(state.enemies[slot], **changes)})


def with_combatant(state: BattleState, who: str, **changes: Any) -> BattleState:
    """The position with one guard or enemy changed."""
    return with_enemy(state, who, **changes) if who in state.enemies else with_guard(state, who, **changes)


def with_card(state: BattleState, guard: str, slot: str, **changes: Any) -> BattleState:
    """The position with one ability slot changed."""
    slots = state.guards[guard].slots
    return with_guard(state, guard, slots={**slots, slot: replace(slots[slot], **changes)})
