"""Cleanup and the end of a battle."""

from __future__ import annotations

from collections.abc import Mapping

from rules.isofarian_guard.battle.state import Guard, Holdings, Rewards
from rules.kernel import Bag, Event


class CleanupPerformed(Event, frozen=True, kw_only=True):
    """The cleanup phase is through, and with it everything that lasted for the round."""

    round: int


class VictoryDeclared(Event, frozen=True, kw_only=True):
    """All enemies are beaten."""

    rewards: Rewards


class BattleLost(Event, frozen=True, kw_only=True):
    """All guards have fallen; ``restart``: a Narrative Event must be started over."""

    restart: bool


class RetreatCompleted(Event, frozen=True, kw_only=True):
    """The guards are away."""


class FallenRevived(Event, frozen=True, kw_only=True):
    """A fallen guard is back with some HP."""

    guard: str
    hp: int


class MaintenancePerformed(Event, frozen=True, kw_only=True):
    """The dashboards were cleared.

    :param bagged: black and purple chips that went back to each bag
    :param refreshed: gray AP was refreshed
    """

    bagged: Mapping[str, Bag]
    refreshed: bool


class MaterialDropped(Event, frozen=True, kw_only=True):
    """Units of a drop were not stored."""

    card: str
    n: int


class SatchelCardDropped(Event, frozen=True, kw_only=True):
    """A stored card was dropped to make room."""

    guard: str
    card: str
    n: int


class RewardsCollected(Event, frozen=True, kw_only=True):
    """The rewards were collected: dials after it, and what each guard stored."""

    sil: int
    lux: int
    stored: Mapping[str, Bag]


class GuardsRespawned(Event, frozen=True, kw_only=True):
    """The penalties of a defeat, and where the guards are now."""

    guards: Mapping[str, Guard]
    holdings: Holdings
