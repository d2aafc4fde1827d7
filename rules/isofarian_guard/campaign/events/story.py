"""Facts about narrative events and quests."""

from __future__ import annotations

from typing import Literal

from rules.isofarian_guard.campaign.facts import Phase
from rules.kernel import Event

MarkerKind = Literal["narrative", "scroll", "caravan"]


class MarkerPlaced(Event, frozen=True):
    """A chip was laid beside a node; one that the quest has already moves there."""

    marker: MarkerKind
    quest: str
    at: str


class MarkerRemoved(Event, frozen=True):
    """The chip of a quest left the map."""

    marker: MarkerKind
    quest: str


class QuestStarted(Event, frozen=True):
    """A quest began.

    :param scene: its first one
    """

    quest: str
    scene: int


class ScrollReclaimed(Event, frozen=True):
    """A scroll was taken off a quest, which loses what it had of its current scene."""

    quest: str


class NarrativeTriggered(Event, frozen=True):
    """The party took on the narrative event whose chip lies beside its node.

    :param source: which kind of chip it is
    """

    quest: str
    source: MarkerKind


class NarrativeDeclined(Event, frozen=True):
    """The node acts by its own colour now."""

    phase: Phase


class NarrativeAdvanced(Event, frozen=True):
    """A step of the current scene was done; ``step`` counts them."""

    quest: str
    step: int


class SceneCompleted(Event, frozen=True):
    """A scene is over; the event goes on elsewhere with the next one."""

    quest: str
    scene: int


class NarrativeCompleted(Event, frozen=True):
    """The event is crossed off for good."""

    quest: str


class NarrativeReset(Event, frozen=True):
    """After a fall the event must be begun again."""

    quest: str


class ObjectiveCompleted(Event, frozen=True):
    """An objective that a city had posted was completed."""

    city: str
    quest: str


class PrestigeGained(Event, frozen=True):
    """Prestige with a city rose; ``level`` is what it is now."""

    city: str
    level: int


class RespawnNamed(Event, frozen=True):
    """The campaign book names where the party wakes after its next fall."""

    at: str | None
