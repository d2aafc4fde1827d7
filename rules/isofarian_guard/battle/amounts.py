"""Whom a card means, how much, and when: selectors, amounts, conditions, targeting criteria."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.isofarian_guard.battle.chips import Filter
from rules.kernel.messages import without_underscore

Element = Literal["fire", "earth", "water", "wind", "neutral", "darkness", "light", "rainbow"]
Comparison = Literal[">=", ">", "==", "=", "!=", "<=", "<"]
Area = Literal["bag", "drawn", "positive", "negative", "discard", "card", "accessory", "enemy_card"]


class Words(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename=without_underscore,
):
    """Strict data; ``from_`` is ``from``."""


class Another(Words, frozen=True, kw_only=True):
    """Another enemy of a type than the acting one (ISO-TGT-015)."""

    another: str


Who = str | Another
"""A selector. Guards: self, ally, both_guards, guard_target, target, targets, all_enemies, front_row, back_row.
Enemies: self, target, all_enemies, next_ally, all_allies, self_and_all_allies. Both: attacker, victim."""

GUARD_WORDS = frozenset({
    "self", "ally", "both_guards", "guard_target", "target", "targets", "all_enemies", "front_row", "back_row",
    "attacker", "victim",
})  # fmt: skip
ENEMY_WORDS = frozenset({
    "self", "target", "all_enemies", "next_ally", "all_allies", "self_and_all_allies", "attacker", "victim",
})  # fmt: skip


class StatOf(Words, frozen=True, kw_only=True):
    """A combatant's figure."""

    who: Who = "self"
    stat: Literal["hp", "atk", "def", "blue_cubes", "active_ap", "total_ap", "green_ap"]


class ChipsOf(Words, frozen=True, kw_only=True):
    """Chips of a kind in an area of a combatant."""

    who: Who = "self"
    area: Area
    chip: Filter = "any"


class Expr(Words, frozen=True, kw_only=True):
    """An amount that is counted out when it is needed; exactly one of the fields is used."""

    stat: StatOf | None = None
    chips: ChipsOf | None = None
    count: Who | None = None
    sum: tuple[int | Expr, ...] | None = None
    times: tuple[int | Expr, int | Expr] | None = None
    min: tuple[int | Expr, ...] | None = None

    def __post_init__(self) -> None:
        _exactly_one(self, "an amount")


Amount = int | Expr


class VisibleAi(Words, frozen=True, kw_only=True):
    """What the visible AI card of an enemy is; ``special``: number 7 or 8 (ISO-ENM-009)."""

    who: Who = "target"
    card: str | None = None
    special: bool | None = None


class Condition(Words, frozen=True, kw_only=True):
    """A condition; exactly one of the fields is used."""

    compare: tuple[Amount, Comparison, Amount] | None = None
    has_aggro: Who | None = None
    element_active: Element | None = None
    visible_ai: VisibleAi | None = None
    fallen: Who | None = None
    all_: tuple[Condition, ...] | None = None
    any_: tuple[Condition, ...] | None = None
    not_: Condition | None = None

    def __post_init__(self) -> None:
        _exactly_one(self, "a condition")


class ChipInBag(Words, frozen=True, kw_only=True):
    """The targeting criterion "most chips of this type in the bag" (ISO-TGT-014)."""

    chip_in_bag: Filter


Criterion = str | ChipInBag
CRITERIA = frozenset({
    "aggro", "highest_hp", "lowest_hp", "highest_atk", "lowest_atk", "highest_def", "lowest_def", "highest_ap",
    "active_speaking_stone",
})  # fmt: skip


def _exactly_one(words: Words, what: str) -> None:
    used = [name for name in words.__struct_fields__ if getattr(words, name) is not None]
    if len(used) != 1:
        raise ValueError(f"{what} says exactly one thing, found {', '.join(used) or 'nothing'}")
