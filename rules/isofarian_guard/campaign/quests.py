"""Side, caravan, puzzle and bounty quests and the two scroll chips (ISO-QST, ISO-CMP-005, ISO-CMP-006)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.decisions.story import ReclaimScroll, StartQuest
from rules.isofarian_guard.campaign.events.learning import CardRecorded
from rules.isofarian_guard.campaign.events.story import MarkerKind, MarkerPlaced, QuestStarted, ScrollReclaimed
from rules.isofarian_guard.campaign.facts import PRESTIGE
from rules.isofarian_guard.campaign.guarding import with_quest
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.narrative import no_scroll, not_completed, without_marker
from rules.isofarian_guard.campaign.prestige import OBJECTIVES
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.campaign.timing import exploring, from_chapter
from rules.isofarian_guard.content.trade import Quest
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Refused
from rules.kernel.storable import plain


@RULES.decides(StartQuest)
def start_quest(turn: IsofarianTurn, decision: StartQuest) -> None:
    """Take up a quest from chapter 2 and its own chapter on; its chip goes on the map (ISO-QST-001 to ISO-QST-009,
    ISO-PHA-003, ISO-PRE-001)."""
    state = turn.state
    exploring(state)
    quest = _quest(turn, decision)
    if quest.kind == "main":
        raise Refused("wrong_kind", "The campaign book places the narrative event chip.", rule="ISO-NAR-001")
    not_completed(state, decision.quest, "ISO-QST-007")
    if _on_map(state, decision.quest):
        raise Refused("already_active", f"{named(decision.quest)} is on the map.", rule="ISO-QST-009")
    from_chapter(state, max(2, quest.chapter), named(decision.quest), "ISO-QST-001")
    if quest.kind in OBJECTIVES and state.prestige.get(quest.city or "", 0) >= PRESTIGE:
        raise Refused("already_completed", f"{named(quest.city or '')} has no objective left.", rule="ISO-PRE-007")
    scene = state.quests[decision.quest].scene if decision.quest in state.quests else 1
    marker = _chip(state, quest, scene)
    turn.emit(QuestStarted(quest=decision.quest, scene=scene))
    turn.emit(MarkerPlaced(marker=marker, quest=decision.quest, at=decision.at))


def _quest(turn: IsofarianTurn, decision: StartQuest) -> Quest:
    """The quest as it is known; one that nobody recorded is recorded with what was said of it."""
    known = lookup.quest(turn.state, turn.pack, decision.quest)
    if known is not None:
        return known
    told = Quest(kind=decision.kind or "side", chapter=max(1, decision.chapter), city=decision.city or None)
    turn.emit(CardRecorded(part="quests", card=decision.quest, facts=plain(told)))
    return told


def _chip(state: Position, quest: Quest, scene: int) -> MarkerKind:
    """The chip that a quest needs now: a caravan chip for the start of a caravan quest, else a scroll (ISO-QST-003 to
    ISO-QST-005, ISO-QST-008).

    :raises Refused: ``no_caravan_chip`` or ``no_scroll_chip``
    """
    if quest.kind == "caravan" and scene == 1:
        if state.markers.caravan is not None:
            waiting = named(state.markers.caravan.quest)
            raise Refused("no_caravan_chip", f"The caravan chip waits for {waiting}.", rule="ISO-CMP-006")
        return "caravan"
    if derived.free_scrolls(state) < 1:
        raise no_scroll("Both scroll chips are on the map.", "ISO-QST-005")
    return "scroll"


def _on_map(state: Position, quest: str) -> bool:
    markers = state.markers
    chips = [markers.narrative, markers.caravan, *markers.scrolls]
    return any(chip is not None and chip.quest == quest for chip in chips)


@RULES.decides(ReclaimScroll)
def reclaim_scroll(turn: IsofarianTurn, decision: ReclaimScroll) -> None:
    """Take the scroll off another quest (ISO-QST-006)."""
    exploring(turn.state)
    if all(scroll.quest != decision.quest for scroll in turn.state.markers.scrolls):
        raise Refused("no_scroll_there", f"{named(decision.quest)} has no scroll chip.", rule="ISO-QST-006")
    turn.emit(ScrollReclaimed(quest=decision.quest))


# ---- facts


@RULES.evolves(QuestStarted)
def _quest_started(state: Position, event: QuestStarted) -> Position:
    return with_quest(state, event.quest, status="active", scene=event.scene, step=0)


@RULES.evolves(ScrollReclaimed)
def _scroll_reclaimed(state: Position, event: ScrollReclaimed) -> Position:
    without = replace(state, markers=without_marker(state, "scroll", event.quest))
    return with_quest(without, event.quest, status="suspended", step=0)
