"""What is still to be done while a decision is carried out: steps as data.

A decision becomes a row of steps, done one after the other. Where a Reaction may come between, the steps that are left
are kept with the open window and go on when it is closed. ``character`` names whose doing it is: once that Character is
off the board, its steps fall away (SW-ACT-014, SW-COR-006).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Union

from msgspec import Struct

from rules.kernel.messages import without_underscore

Stat = Literal["hp", "mp", "threat", "corruption"]
Reach = Literal["own", "adjacent", "any"]
BonusIf = Literal["always", "front_line", "back_line"]
OpName = Literal[
    "gain", "reduce", "set", "take", "gain_affliction", "remove_affliction", "place", "inspect_area", "move",
    "move_action", "retarget", "grant_action", "reclaim", "change_die", "reroll", "extra_critical", "no_threat",
]  # fmt: skip
Recovery = Literal["reduce_threat", "gain_mp", "remove_affliction", "reduce_corruption"]


class Op(Struct, frozen=True, forbid_unknown_fields=True, rename=without_underscore, omit_defaults=True):
    """One effect of a card; each kind uses its own fields.

    :param stat: the tracker (gain, reduce, set, take)
    :param who: whom it concerns: the card's owner, the target of the decision, or everybody on the board
    :param to: the value or the die face that is set, the pile, or for take the one who gains
    :param from_: the place of the card, or for take the one who loses
    :param count: how many cards, or ``all``
    :param steps: steps of a move
    :param up_to: dice that may be rolled again
    :param equals: extra_critical: which value a total has to equal
    :param if_: only when the attack of the same card hit, or missed
    """

    op: OpName
    stat: Stat | None = None
    amount: int = 0
    who: Literal["self", "target", "all"] | None = None
    to: int | str | None = None
    from_: str | None = None
    count: int | Literal["all"] = 1
    steps: int = 1
    up_to: int = 1
    equals: Literal["corruption"] | None = None
    if_: Literal["hit", "miss"] | None = None


class Aims(Struct, frozen=True, omit_defaults=True):
    """What a player said when using a card.

    :param place: inspect_area: the card to be placed, and the order of the others
    :param draw: reclaim: the decks to draw from
    :param rerolls: the dice to roll again
    """

    target: str | None = None
    target_area: str | None = None
    path: tuple[str, ...] | None = None
    space: str | None = None
    draw: tuple[str, ...] = ()
    place: str | None = None
    order: tuple[str, ...] | None = None
    die: int | None = None
    rerolls: tuple[int, ...] = ()
    instead_of: str | None = None


class Step(Struct, frozen=True, tag=True, omit_defaults=True):
    """One thing to do."""

    character: str


class RollAttack(Step, frozen=True):
    """Roll the dice of an attack."""

    area: str
    dice: int


class ReadAttack(Step, frozen=True):
    """Read the dice of an attack and deal its damage.

    :param ability: whether an Ability is the attack, not a Basic Attack
    """

    area: str
    bonus_damage: int = 0
    bonus_if: BonusIf = "always"
    ability: bool = False


class ReadRecovery(Step, frozen=True):
    """Take the result of a Recover roll; ``choose`` is ``None`` where it is still to be chosen."""

    choose: Recovery | None = None
    affliction: str | None = None
    use_critical: bool = True


class DoMove(Step, frozen=True):
    """Carry out a Move action."""

    path: tuple[str, ...]


class DoShatter(Step, frozen=True):
    """Shatter by choice."""


class Effect(Step, frozen=True):
    """Carry out one effect of a card."""

    op: Op
    aims: Aims = Aims()


class Cycle(Step, frozen=True):
    """Put a used Ability under its deck and draw another."""

    ability: str


class CheckCorruption(Step, frozen=True):
    """After a card was used: whoever is Shattered and at the limit succumbs (SW-COR-003, SW-COR-005)."""


class FinishAction(Step, frozen=True):
    """An action is completed. ``moved``: it was a Move."""

    moved: bool = False


class Window(Step, frozen=True):
    """Offer the Reactions to something that ``character`` did, or that happens to it.

    :param also: another trigger of the same moment
    """

    trigger: str
    also: str = ""


class CheckLimit(Step, frozen=True):
    """Step 1 of an Area in the Defend Phase. ``orders``: kinds of symbols by Character, or for all under ``""``."""

    area: str
    orders: Mapping[str, tuple[str, ...]] = {}
    affected: tuple[str, ...] = ()
    cards: Mapping[str, tuple[str, ...]] = {}


class AttackArea(Step, frozen=True):
    """Step 2 of an Area in the Defend Phase."""

    area: str
    orders: Mapping[str, tuple[str, ...]] = {}
    cards: Mapping[str, tuple[str, ...]] = {}


class Suffer(Step, frozen=True):
    """Those whom the revealed card affects take its symbols."""

    symbols: Mapping[str, int]
    orders: Mapping[str, tuple[str, ...]] = {}
    cards: Mapping[str, tuple[str, ...]] = {}


class PutAway(Step, frozen=True):
    """The revealed Strength card goes face down on FATIGUE."""


class FinishArea(Step, frozen=True):
    """An Area is done."""

    area: str


AnyStep = Union[  # noqa: UP007 (msgspec reads it at run time)
    RollAttack, ReadAttack, ReadRecovery, DoMove, DoShatter, Effect, Cycle, CheckCorruption, FinishAction, Window,
    CheckLimit, AttackArea, Suffer, PutAway, FinishArea,
]  # fmt: skip
NOBODY = ""
"""Whose doing the enemy's steps are."""
