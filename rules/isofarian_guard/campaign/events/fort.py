"""Facts about Fort Istra: buildings, tools, stones, commissions."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel import Bag, Event


class BuildingRebuilt(Event, frozen=True):
    """A building rose from its ruins.

    :param used: cards from the satchels, by guard
    :param stashed: cards from the stash
    """

    building: str
    used: Mapping[str, Bag]
    stashed: Bag


class BuildingUpgraded(Event, frozen=True):
    """A building was upgraded; see :class:`BuildingRebuilt`."""

    building: str
    used: Mapping[str, Bag]
    stashed: Bag


class ToolGranted(Event, frozen=True):
    """A tool item was handed out at the fort."""

    tool: str


class StonesExchanged(Event, frozen=True):
    """Stones were given, by guard, for a stronger one."""

    given: Mapping[str, Bag]
    taken: str
    guard: str


class AgentJoined(Event, frozen=True):
    """An agent came to the fort and may be sent on commissions."""

    agent: str


class CommissionSent(Event, frozen=True):
    """An agent left on a commission."""

    agent: str
    task: str


class CommissionCompleted(Event, frozen=True):
    """An agent came back; Sil and cards went into the stash."""

    agent: str
    sil: int
    cards: Bag
