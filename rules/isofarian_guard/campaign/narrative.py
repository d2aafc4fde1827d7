"""Narrative events: marked nodes, triggering, scenes, battles, completion (ISO-NAR, ISO-NOD-004)."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.battles import begin_battle, lineup
from rules.isofarian_guard.campaign.decisions.story import (
    AdvanceNarrative,
    CompleteNarrative,
    CompleteScene,
    DeclineNarrative,
    NarrativeBattle,
    PlaceNarrative,
    TriggerNarrative,
)
from rules.isofarian_guard.campaign.events.story import (
    MarkerKind,
    MarkerPlaced,
    MarkerRemoved,
    NarrativeAdvanced,
    NarrativeCompleted,
    NarrativeDeclined,
    NarrativeTriggered,
    SceneCompleted,
)
from rules.isofarian_guard.campaign.guarding import with_quest
from rules.isofarian_guard.campaign.journey import DRAWING, markers_at
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.pile import forfeit_if_here
from rules.isofarian_guard.campaign.prestige import objective_completed
from rules.isofarian_guard.campaign.state import Marker, Markers, Narrative, Position
from rules.isofarian_guard.campaign.timing import draw_made, exploring, nothing_waits
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Refused


@RULES.decides(PlaceNarrative)
def place_narrative(turn: IsofarianTurn, decision: PlaceNarrative) -> None:
    """The campaign book places its chip; there is one (ISO-NAR-001, ISO-NAR-007, ISO-CMP-006)."""
    exploring(turn.state)
    not_completed(turn.state, decision.quest, "ISO-NAR-007")
    there = turn.state.markers.narrative
    if there is not None:
        sentence = f"The narrative event chip lies at {lookup.node_label(turn.state, turn.pack, there.at)}."
        raise Refused("marker_in_use", sentence, rule="ISO-CMP-006")
    turn.emit(MarkerPlaced(marker="narrative", quest=decision.quest, at=decision.at))


def not_completed(state: Position, quest: str, rule: str) -> None:
    """What is crossed off can never be repeated (ISO-NAR-007, ISO-QST-007).

    :raises Refused: ``already_completed``
    """
    progress = state.quests.get(quest)
    if progress is not None and progress.status == "completed":
        raise Refused("already_completed", f"{named(quest)} is crossed off.", rule=rule)


@RULES.decides(TriggerNarrative)
def trigger_narrative(turn: IsofarianTurn, decision: TriggerNarrative) -> None:
    """Begin a marked event: it replaces the draw of the arrival and locks the party in (ISO-NAR-002, ISO-NAR-004,
    ISO-NAR-009, ISO-NAR-010, ISO-NOD-005, ISO-QST-004)."""
    state = turn.state
    exploring(state)
    draw_made(state)
    kind, marker = _marker(state, decision.quest)
    not_completed(state, marker.quest, "ISO-NAR-007")
    if kind == "caravan" and derived.free_scrolls(state) < 1:
        raise no_scroll("The narratives of a caravan quest need a scroll chip.", "ISO-QST-004")
    turn.emit(NarrativeTriggered(quest=marker.quest, source=cast(MarkerKind, kind)))
    forfeit_if_here(turn)


def _marker(state: Position, quest: str) -> tuple[str, Marker]:
    found = [entry for entry in markers_at(state, state.at) if quest in ("", entry[1].quest)]
    if not found:
        raise Refused("no_marker_here", "No event is marked here.", rule="ISO-NAR-002")
    if len(found) > 1:
        names = ", ".join(named(marker.quest) for _, marker in found)
        raise Refused("choice_pending", f"Say which event: {names}.", rule="ISO-NAR-002")
    return found[0]


def no_scroll(sentence: str, rule: str) -> Refused:
    """The refusal when both scroll chips are on the map (ISO-CMP-005, ISO-QST-005)."""
    return Refused("no_scroll_chip", sentence, rule=rule, remedy="Reclaim a scroll from another quest.")


@RULES.decides(DeclineNarrative)
def decline_narrative(turn: IsofarianTurn, decision: DeclineNarrative) -> None:
    """The node acts by its own colour (ISO-NAR-003)."""
    nothing_waits(turn.state)
    if turn.state.phase != "narrative_choice":
        raise Refused("no_choice_due", "No marked event waits for a choice.", rule="ISO-NAR-003")
    draws = lookup.color(turn.state, turn.pack, turn.state.at) in DRAWING
    turn.emit(NarrativeDeclined(phase="event_draw" if draws else "exploration"))


def under_way(state: Position) -> Narrative:
    """The event that the party is locked into.

    :raises Refused: ``not_in_narrative``
    """
    nothing_waits(state)
    if state.phase != "narrative" or state.narrative is None:
        raise Refused("not_in_narrative", "No narrative event is under way.", rule="ISO-NAR-004")
    return state.narrative


@RULES.decides(AdvanceNarrative)
def advance_narrative(turn: IsofarianTurn, decision: AdvanceNarrative) -> None:
    """A step of the current scene is done (ISO-NAR-008)."""
    quest = under_way(turn.state).quest
    progress = turn.state.quests.get(quest)
    turn.emit(NarrativeAdvanced(quest=quest, step=(progress.step if progress else 0) + 1))


@RULES.decides(NarrativeBattle)
def narrative_battle(turn: IsofarianTurn, decision: NarrativeBattle) -> None:
    """The book lists the enemies; there is no retreat (ISO-NAR-005, ISO-NAR-011)."""
    under_way(turn.state)
    begin_battle(turn, "narrative", lineup(decision.enemies), ambush=decision.ambush)


@RULES.decides(CompleteScene)
def complete_scene(turn: IsofarianTurn, decision: CompleteScene) -> None:
    """The event goes on elsewhere; the narratives of a caravan quest then have a scroll chip (ISO-NAR-008,
    ISO-QST-003, ISO-QST-004)."""
    event = under_way(turn.state)
    progress = turn.state.quests.get(event.quest)
    turn.emit(SceneCompleted(quest=event.quest, scene=(progress.scene if progress else 1) + 1))
    if event.source == "caravan":
        turn.emit(MarkerRemoved(marker="caravan", quest=event.quest))
    kind: MarkerKind = "narrative" if event.source == "narrative" else "scroll"
    turn.emit(MarkerPlaced(marker=kind, quest=event.quest, at=decision.next_at))


@RULES.decides(CompleteNarrative)
def complete_narrative(turn: IsofarianTurn, decision: CompleteNarrative) -> None:
    """Crossed off, chip removed, prestige for an objective (ISO-NAR-007, ISO-QST-007, ISO-PRE-003)."""
    event = under_way(turn.state)
    turn.emit(NarrativeCompleted(quest=event.quest), MarkerRemoved(marker=event.source, quest=event.quest))
    objective_completed(turn, event.quest)


# ---- facts


@RULES.evolves(MarkerPlaced)
def _marker_placed(state: Position, event: MarkerPlaced) -> Position:
    marker = Marker(at=event.at, quest=event.quest)
    markers = state.markers
    if event.marker == "scroll":
        others = [scroll.quest for scroll in markers.scrolls]
        if event.quest in others:
            moved = tuple(marker if scroll.quest == event.quest else scroll for scroll in markers.scrolls)
        else:
            moved = (*markers.scrolls, marker)
        markers = replace(markers, scrolls=moved)
    else:
        markers = replace(markers, **{event.marker: marker})
    return with_quest(replace(state, markers=markers), event.quest)


@RULES.evolves(MarkerRemoved)
def _marker_removed(state: Position, event: MarkerRemoved) -> Position:
    return replace(state, markers=without_marker(state, event.marker, event.quest))


def without_marker(state: Position, kind: MarkerKind, quest: str) -> Markers:
    """The chips on the map without that of a quest."""
    if kind == "scroll":
        scrolls = tuple(scroll for scroll in state.markers.scrolls if scroll.quest != quest)
        return replace(state.markers, scrolls=scrolls)
    there: Marker | None = getattr(state.markers, kind)
    return replace(state.markers, **{kind: None}) if there and there.quest == quest else state.markers


@RULES.evolves(NarrativeTriggered)
def _narrative_triggered(state: Position, event: NarrativeTriggered) -> Position:
    return replace(state, phase="narrative", narrative=Narrative(quest=event.quest, source=event.source))


@RULES.evolves(NarrativeDeclined)
def _narrative_declined(state: Position, event: NarrativeDeclined) -> Position:
    return replace(state, phase=event.phase)


@RULES.evolves(NarrativeAdvanced)
def _narrative_advanced(state: Position, event: NarrativeAdvanced) -> Position:
    return with_quest(state, event.quest, step=event.step)


@RULES.evolves(SceneCompleted)
def _scene_completed(state: Position, event: SceneCompleted) -> Position:
    left = replace(state, narrative=None, phase="exploration")
    return with_quest(left, event.quest, scene=event.scene, step=0)


@RULES.evolves(NarrativeCompleted)
def _narrative_completed(state: Position, event: NarrativeCompleted) -> Position:
    left = replace(state, narrative=None, phase="exploration")
    return with_quest(left, event.quest, status="completed")
