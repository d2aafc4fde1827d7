"""AP, HP, ATK, DEF and cubes."""

from __future__ import annotations

from rules.isofarian_guard.battle.state import Ap, Modifier
from rules.kernel import Event


class ApSpent(Event, frozen=True, kw_only=True):
    """Active AP was exhausted."""

    who: str
    ap: Ap


class ApRestored(Event, frozen=True, kw_only=True):
    """Exhausted AP is active again."""

    who: str
    ap: Ap


class ApGained(Event, frozen=True, kw_only=True):
    """AP came into the active area."""

    who: str
    ap: Ap


class ApRemoved(Event, frozen=True, kw_only=True):
    """AP went back to the supply."""

    who: str
    active: Ap
    exhausted: Ap


class HpLost(Event, frozen=True, kw_only=True):
    """HP was lost; ``hp`` is what is left."""

    who: str
    n: int
    hp: int
    cause: str


class HpHealed(Event, frozen=True, kw_only=True):
    """HP was healed; ``hp`` is what there is now."""

    who: str
    n: int
    hp: int


class StatModified(Event, frozen=True, kw_only=True):
    """ATK or DEF was modified."""

    who: str
    modifier: Modifier


class EffectsEnded(Event, frozen=True, kw_only=True):
    """The last chip left a card: what was bound to its being active ends."""

    guard: str
    slot: str


class BlueCubesGained(Event, frozen=True, kw_only=True):
    """Blue cubes were gained."""

    who: str
    n: int


class GuardFell(Event, frozen=True, kw_only=True):
    """A guard's HP reached 0."""

    who: str


class EnemyDefeated(Event, frozen=True, kw_only=True):
    """An enemy's HP reached 0; ``reward`` names its card in the tally."""

    who: str
    reward: str
