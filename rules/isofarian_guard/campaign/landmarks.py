"""The places in the story that events reach: the units in which players undo, and the checkpoints."""

from __future__ import annotations

from rules.isofarian_guard.battle.events import BattleOpened
from rules.isofarian_guard.battle.game import landmark as battle_landmark
from rules.isofarian_guard.campaign.events.battles import BattleStarted, GuardsFell
from rules.isofarian_guard.campaign.events.frame import CampaignCompleted, CampaignStarted, ChapterStarted, GameWon
from rules.isofarian_guard.campaign.events.journey import CheckpointCreated, NodeEntered
from rules.isofarian_guard.campaign.events.story import NarrativeTriggered
from rules.kernel import Event, Landmark, words


def landmark(event: Event) -> Landmark | None:
    """Campaigns, chapters, rests, tents and battles as checkpoints; visits to nodes in between."""
    if isinstance(event, NodeEntered):
        there = place(event.node)
        return Landmark("turn", there[0].upper() + there[1:])
    if isinstance(event, CheckpointCreated):
        label = "Tent" if event.by == "tent" else "Rest"
        return Landmark("day", f"{label} at {place(event.at)}", checkpoint=True)
    if isinstance(event, BattleStarted):
        return Landmark("battle", "Battle", checkpoint=True)
    return _chapter(event) or _round(event)


def _round(event: Event) -> Landmark | None:
    """Rounds and turns of a battle, and how it ended. Its beginning is told by the campaign."""
    return None if isinstance(event, BattleOpened) else battle_landmark(event)


def _chapter(event: Event) -> Landmark | None:
    if isinstance(event, CampaignStarted):
        return Landmark("phase", f"Campaign {event.campaign}", checkpoint=True)
    if isinstance(event, ChapterStarted):
        return Landmark("phase", f"Campaign {event.campaign}, chapter {event.chapter}", checkpoint=True)
    if isinstance(event, NarrativeTriggered):
        return Landmark("phase", words(event.quest))
    if isinstance(event, GuardsFell):
        return Landmark("phase", f"Fallen at {place(event.at)}")
    if isinstance(event, CampaignCompleted):
        return Landmark("end", f"Campaign {event.campaign} completed", checkpoint=True)
    return Landmark("end", "All campaigns completed", checkpoint=True) if isinstance(event, GameWon) else None


def place(ref: str) -> str:
    """A node in words without a pack: ``node 29``, ``Fort Istra: Boat dock``."""
    area, _, name = ref.partition("/")
    return f"node {name}" if area == "main" else f"{words(area).title()}: {words(name)}"
