"""The start of a battle and the order of the Guards' turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.isofarian_guard.battle.state import Difficulty, Enemy, Guard, Holdings, Phase, Source
from rules.kernel import Event


# ---- start of battle
class GuardsMustered(Event, frozen=True, kw_only=True):
    """The guards stand ready: sides P up, gems ready, accessories reset. A battle's position begins here."""

    source: Source
    ambush: bool
    retreat_allowed: bool
    difficulty: Difficulty
    came_from: Phase
    guards: Mapping[str, Guard]
    holdings: Holdings | None
    at: str | None = None


class EnemyPlaced(Event, frozen=True, kw_only=True):
    """An enemy took its place at the start of the battle."""

    slot: str
    enemy: Enemy


class BattleOpened(Event, frozen=True, kw_only=True):
    """Everyone is in place; the first turn is that of ``first``."""

    first: Literal["guards", "enemies"]


# ---- Guards' turn
class RoundStarted(Event, frozen=True, kw_only=True):
    """Steps 1 and 2 of the Guards' turn begin."""

    round: int


class BlueCubesDiscarded(Event, frozen=True, kw_only=True):
    """Blue cubes went back to the supply."""

    who: str
    n: int


class EvasionExpired(Event, frozen=True, kw_only=True):
    """An Evasion Chip of a guard that no attack used up left."""

    who: str
    chip: str
    n: int
    to: str


class StartStepsDone(Event, frozen=True, kw_only=True):
    """Steps 1 and 2 are through: a guard is chosen next."""


class RetreatDeclared(Event, frozen=True, kw_only=True):
    """The guards give up their turn and retreat."""


class GuardActivated(Event, frozen=True, kw_only=True):
    """A guard was chosen to act."""

    guard: str


class GuardActivationEnded(Event, frozen=True, kw_only=True):
    """A guard's activation is over."""

    guard: str


class GuardsTurnEnded(Event, frozen=True, kw_only=True):
    """The Guards' turn is over."""


class AggroMoved(Event, frozen=True, kw_only=True):
    """The Aggro Chip lies on this guard's bust."""

    guard: str
