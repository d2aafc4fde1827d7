"""Prestige with cities (ISO-PRE)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.isofarian_guard.campaign import lookup
from rules.isofarian_guard.campaign.events.story import ObjectiveCompleted, PrestigeGained
from rules.isofarian_guard.campaign.facts import PRESTIGE
from rules.isofarian_guard.campaign.guarding import unchanged
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn

OBJECTIVES = ("puzzle", "bounty")


def objective_completed(turn: IsofarianTurn, quest: str) -> None:
    """Each completed objective of a city raises its prestige by one, in whatever order, up to +3 (ISO-PRE-002,
    ISO-PRE-003, ISO-PRE-007)."""
    listed = lookup.quest(turn.state, turn.pack, quest)
    if listed is None or listed.kind not in OBJECTIVES or not listed.city:
        return
    turn.emit(ObjectiveCompleted(city=listed.city, quest=quest))
    level = turn.state.prestige.get(listed.city, 0) + 1
    if level <= PRESTIGE:
        turn.emit(PrestigeGained(city=listed.city, level=level))


def objectives_of(state: Position, pack: IsofarianPack, city: str) -> tuple[str, ...]:
    """The objectives of a city as far as they are known (ISO-PRE-002)."""
    return tuple(
        name for name, quest in lookup.quests(state, pack).items() if quest.kind in OBJECTIVES and quest.city == city
    )


RULES.evolves(ObjectiveCompleted)(unchanged)


@RULES.evolves(PrestigeGained)
def _prestige_gained(state: Position, event: PrestigeGained) -> Position:
    return replace(state, prestige={**state.prestige, event.city: event.level})
