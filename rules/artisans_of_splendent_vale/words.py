"""The language in which cards, sheets, entries and scenes say what they do, and the arguments of a decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from rules.artisans_of_splendent_vale.figures import Condition, Face
from rules.kernel.messages import without_underscore

Hex = tuple[int, int]
AnyHex = Hex | str
Path = tuple[AnyHex, ...] | str
Number = Annotated[int, Meta(ge=0, le=99)]
Symbol = Literal["boot", "pow", "shield", "plus", "any"]


def _given(value: object) -> bool:
    """Whether a verb was given; 0 is a number as good as any."""
    return value is not None and value is not False and value != () and value != {}


class Area(Struct, frozen=True, forbid_unknown_fields=True):
    """A shape of spaces, to be turned and flipped; the hollow space is the user's own (AV-ARE-002, AV-ARE-007)."""

    cells: tuple[Hex, ...]
    hollow: Hex | None = None


class Collide(Struct, frozen=True, forbid_unknown_fields=True):
    """Damage that a collision brings (AV-FRC-008)."""

    terrain: Number = 0
    unit: Number = 0


class Convert(Struct, frozen=True, forbid_unknown_fields=True, rename=without_underscore):
    """Dice of the pool to be turned (AV-DICE-007)."""

    count: Number
    from_: Face | None = None
    to: Face | tuple[Face, ...] | None = None


class Effect(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename=without_underscore):
    """One effect. Exactly one of its verbs is given.

    :param fixed: its number is not underlined (AV-BOO-005)
    :param to: whom it concerns, where not the targets
    """

    attack: int | None = None
    move: Number | None = None
    push: Number | None = None
    pull: Number | None = None
    displace: Number | None = None
    block: Number | None = None
    heal: Number | None = None
    condition: Condition | None = None
    stun: bool = False
    swap: bool = False
    damage: Number | None = None
    add_dice: Number | None = None
    add_faces: tuple[Face, ...] = ()
    add_choice: tuple[Face, ...] = ()
    convert: Convert | None = None
    remove_dice: Number | None = None
    remove_faces: tuple[Face, ...] = ()
    n: Number = 1
    dice: Number = 0
    reach: bool = False
    range: Number | None = None
    area: Area | None = None
    honed: bool = False
    pierce: bool = False
    leap: bool = False
    fixed: bool = False
    collide: Collide | None = None
    to: Literal["self", "chosen"] | None = None
    within: Number | None = None
    up_to: Number | None = None

    @property
    def verb(self) -> str:
        """What it does: ``attack``, ``move`` ..."""
        return next((verb for verb in VERBS if _given(getattr(self, verb))), "")

    @property
    def reaches(self) -> bool:
        """Whether it says for itself whom it reaches."""
        return self.reach or self.range is not None or self.area is not None


VERBS = (
    "attack", "move", "push", "pull", "displace", "block", "heal", "condition", "stun", "swap", "damage", "add_dice",
    "add_faces", "add_choice", "convert", "remove_dice", "remove_faces",
)  # fmt: skip
FORCED = ("push", "pull", "displace", "swap")
AIMED = (*FORCED, "attack", "heal", "condition", "stun", "damage")


class CardCost(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice to be spent from a card (AV-DICE-022)."""

    card: str
    count: Number = 1


class Ability(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An action or reaction.

    :param crits: the crit symbols, where they are not those of the cost
    :param deplete: its card is used up afterwards (AV-EQP-006)
    :param stand_in: what we made up because no source tells it
    """

    kind: Literal["action", "reaction"] = "action"
    cost: tuple[Symbol | tuple[Symbol, ...], ...] = ()
    effects: tuple[Effect, ...] = ()
    card_cost: CardCost | None = None
    crits: tuple[str, ...] | None = None
    timing: Literal["enemy_attack"] | None = None
    deplete: bool = False
    stand_in: tuple[str, ...] = ()

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols of the cost, each alternative among them (AV-CRT-004, AV-CRT-006)."""
        parts = (part if isinstance(part, tuple) else (part,) for part in self.cost)
        return tuple(dict.fromkeys(symbol for part in parts for symbol in part if symbol != "any"))

    @property
    def attacks(self) -> bool:
        """Whether it is an attack action (AV-TURN-012)."""
        return any(effect.verb == "attack" for effect in self.effects)


class Args(Struct, frozen=True, omit_defaults=True):
    """What a decision says of the effects that it carries out; paths leave out the starting space."""

    path: tuple[Hex, ...] | None = None
    targets: tuple[str, ...] = ()
    area: tuple[Hex, ...] = ()
    order: tuple[str, ...] = ()
    direction: Hex | None = None
    distance: int | None = None
    target_path: tuple[Hex, ...] | None = None
    condition_targets: tuple[str, ...] = ()
    chosen_face: str | None = None
    dice: tuple[str, ...] | None = None
    to: tuple[str, ...] = ()
    move_first: bool = False


class Narrative(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename=without_underscore):
    """One coloured instruction of an entry (AV-READ-003). Exactly one of its verbs is given.

    :param who: every played character, the reader, or one character (AV-READ-004, AV-READ-009)
    """

    who: Literal["each", "reader", "farah", "harinya", "javi", "soraya"] = "each"
    heal: Number | None = None
    suffer: Number | None = None
    advance_recovery: Literal["all"] | None = None
    aggravate: str | None = None
    gain: Mapping[str, Number] = {}
    gain_potion: Mapping[str, Number] = {}
    gain_card: str | int | None = None
    experience: Number | None = None
    unlock_path: str | None = None
    note: str | None = None
    todo: TodoWords | None = None
    complete_todo: str | None = None
    allow_craft: bool = False
    interlude_card: str | int | None = None
    record: str | None = None
    return_to_map: bool = False
    discover: Discovery | None = None
    complete_location: str | None = None
    explore_map: str | None = None
    day_over: bool = False

    @property
    def verb(self) -> str:
        """What it does: ``heal``, ``gain`` ..."""
        return next((verb for verb in NARRATIVE if _given(getattr(self, verb))), "")

    @property
    def benefit(self) -> bool:
        """Whether a reread entry withholds it (AV-READ-006)."""
        return self.verb in BENEFITS


BENEFITS = (
    "heal", "advance_recovery", "gain", "gain_potion", "gain_card", "experience", "unlock_path", "interlude_card",
)  # fmt: skip
NARRATIVE = (
    *BENEFITS, "suffer", "aggravate", "note", "todo", "complete_todo", "allow_craft", "record", "return_to_map",
    "discover", "complete_location", "explore_map", "day_over",
)  # fmt: skip


class TodoWords(Struct, frozen=True, forbid_unknown_fields=True):
    """A phrase for a to-do list with its entry."""

    phrase: str
    entry: int


class Discovery(Struct, frozen=True, forbid_unknown_fields=True):
    """A location for the world map."""

    name: str
    entry: int
    grid: str | None = None
