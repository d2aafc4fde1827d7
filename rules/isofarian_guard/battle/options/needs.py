"""What the effects of a card ask of the players, read from its data."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from msgspec import Struct

from rules.isofarian_guard.battle.amounts import Amount
from rules.isofarian_guard.battle.effects import (
    AbilityBlock,
    ActivateCard,
    Attack,
    Choose,
    ChooseTarget,
    DiscardFromBag,
    Draw,
    DrawAi,
    Effect,
    Effects,
    FlipCard,
    ForEach,
    If,
    MoveChip,
    ReadyGem,
    Redraw,
    TriggerKeyword,
)


class Needs(Struct, frozen=True, kw_only=True):
    """The arguments that a card may call for.

    :param attacked: whom its attacks aim at: selectors of attacks that heed the rows
    :param aimed: every selector that it uses
    :param choices: how many labels are picked, and from which
    :param choosings: how often an enemy chooses a target
    :param luck: it draws chips or AI cards
    """

    attacked: frozenset[str] = frozenset()
    aimed: frozenset[str] = frozenset()
    choices: tuple[tuple[int, tuple[str, ...]], ...] = ()
    choosings: int = 0
    operations: frozenset[str] = frozenset()
    luck: bool = False

    @property
    def uses_cards(self) -> bool:
        """Whether it works on another card of the same guard, or on chips that have to be named."""
        return any(self.uses(kind) for kind in (ActivateCard, FlipCard, MoveChip, ReadyGem, Redraw, TriggerKeyword))

    def uses(self, kind: type) -> bool:
        """Whether an operation of a kind occurs."""
        return kind.__name__ in self.operations


LUCKY = (Draw, Redraw, DrawAi)


def needs_of(effects: Effects | None) -> Needs:
    """What effects ask, those inside conditions and choices included."""
    all_ = list(flattened(effects or ()))
    attacks = [effect for effect in all_ if isinstance(effect, Attack)]
    return Needs(
        attacked=frozenset(str(effect.who) for effect in attacks if effect.reach == "front"),
        aimed=frozenset(str(who) for who in (getattr(effect, "who", None) for effect in all_) if who is not None),
        choices=tuple(
            (min(effect.pick, len(effect.options)), tuple(effect.options))
            for effect in all_
            if isinstance(effect, Choose)
        ),
        choosings=sum(isinstance(effect, ChooseTarget) for effect in all_),
        operations=frozenset(type(effect).__name__ for effect in all_),
        luck=any(isinstance(effect, LUCKY) or _blind(effect) for effect in all_),
    )


def _blind(effect: Effect) -> bool:
    return isinstance(effect, DiscardFromBag) and effect.random


def flattened(effects: Effects) -> Iterator[Effect]:
    """Effects and everything inside them."""
    for effect in effects:
        yield effect
        for inner in inside(effect):
            yield from flattened(inner)


@singledispatch
def inside(effect: object) -> tuple[Effects, ...]:
    """The effects that stand within an operation."""
    return ()


@inside.register
def _(effect: Attack) -> tuple[Effects, ...]:
    return (effect.on_hit,)


@inside.register
def _(effect: If) -> tuple[Effects, ...]:
    return (effect.then, effect.else_)


@inside.register
def _(effect: ForEach) -> tuple[Effects, ...]:
    return (effect.effects,)


@inside.register
def _(effect: AbilityBlock) -> tuple[Effects, ...]:
    return (effect.effects,)


@inside.register
def _(effect: Choose) -> tuple[Effects, ...]:
    return tuple(effect.options.values())


def attack_amount(effects: Effects | None, who: str) -> Amount | None:
    """The attack modifier of the first attack on a selector, or ``None``."""
    for effect in flattened(effects or ()):
        if isinstance(effect, Attack) and effect.who == who:
            return effect.atk
    return None
