"""When both guards fall: pile, Sil, chips, AP, respawn (ISO-FALL, ISO-WAT-007, ISO-DIFF-004, ISO-DIFF-009)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.decisions.story import Respawn
from rules.isofarian_guard.campaign.events.battles import (
    ApExhausted,
    CardsReturnedToSupply,
    ChipsPurged,
    GuardsFell,
    GuardsRespawned,
    PileLeft,
    SilLost,
    WeakenChipsAdded,
)
from rules.isofarian_guard.campaign.events.journey import BoatReturned
from rules.isofarian_guard.campaign.events.story import NarrativeReset
from rules.isofarian_guard.campaign.facts import (
    BOAT_DOCK,
    COURTYARD,
    START_HP,
    WEAKEN,
    WEAKEN_CHIPS,
    colour,
    negative,
)
from rules.isofarian_guard.campaign.guarding import chip_room, with_guard, with_quest
from rules.isofarian_guard.campaign.pile import dropped, forfeit_pile
from rules.isofarian_guard.campaign.state import Boat, Pile, Position
from rules.isofarian_guard.campaign.timing import nothing_waits
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Bag, Refused, minus, plus

DROPPED_KINDS = ("material", "item", "unknown")


def fall(turn: IsofarianTurn) -> None:
    """All guards have fallen. Penalties come in this order, so that no refresh undoes them (ISO-FALL-001 to
    ISO-FALL-009, ISO-FALL-013, ISO-FALL-016, ISO-FALL-018, ISO-FALL-020)."""
    narrative = turn.state.narrative
    turn.emit(GuardsFell(at=turn.state.at, hp=START_HP))
    forfeit_pile(turn)
    _drop_cards(turn)
    if turn.state.sil:
        turn.emit(SilLost(amount=turn.state.sil))
    _burden(turn)
    _send_boat_home(turn)
    if narrative is not None and turn.state.difficulty != "story":
        turn.emit(NarrativeReset(quest=narrative.quest))
    _wake(turn)


def _drop_cards(turn: IsofarianTurn) -> None:
    """Items and materials go into a pile, in Tenebris to the supply; weapons, armor, accessories, tools and loose
    stones are kept (ISO-FALL-002, ISO-FALL-003, ISO-FALL-017, ISO-FALL-020, ISO-TOOL-002, ISO-DIFF-009)."""
    state = turn.state
    lost = {name: _dropped_by(turn, name) for name in state.party}
    lost = {name: cards for name, cards in lost.items() if cards}
    items = tuple(name for name in state.party if state.guards[name].item)
    cards: Bag = {}
    for satchel in lost.values():
        cards = plus(cards, satchel)
    cards = plus(cards, [item for name in items if (item := state.guards[name].item)])
    if not cards:
        return
    if state.difficulty == "tenebris":
        turn.emit(CardsReturnedToSupply(cards=cards, dropped=lost, items=items))
    else:
        turn.emit(PileLeft(at=state.at, cards=cards, dropped=lost, items=items))


def _dropped_by(turn: IsofarianTurn, name: str) -> Mapping[str, int]:
    satchel = turn.state.guards[name].satchel
    return {
        card: count
        for card, count in satchel.items()
        if lookup.kind_of(turn.state, turn.pack, card) in DROPPED_KINDS and card not in turn.state.tools
    }


def _burden(turn: IsofarianTurn) -> None:
    """Green, red and negative purple chips leave both bags, then five Weaken come to each, last all AP is exhausted
    (ISO-FALL-005, ISO-FALL-006, ISO-FALL-008, ISO-FALL-016)."""
    party = turn.state.party
    for name in party:
        bag = turn.state.guards[name].bag
        purged = {chip: count for chip, count in bag.items() if colour(chip) == "green" or negative(chip)}
        turn.emit(ChipsPurged(guard=name, chips=purged))
    for name in party:
        weaken = min(WEAKEN_CHIPS, chip_room(turn.state.guards[name], WEAKEN))
        turn.emit(WeakenChipsAdded(guard=name, count=weaken))
    for name in party:
        active = derived.ap_active(turn.state.guards[name])
        if active:
            turn.emit(ApExhausted(guard=name, count=active))


def _send_boat_home(turn: IsofarianTurn) -> None:
    """The boat goes back to the Boat Dock, to nowhere while that is in ruins (ISO-WAT-007, ISO-WAT-017)."""
    home = boat_home(turn.state)
    if turn.state.boat != Boat(at=home):
        turn.emit(BoatReturned(at=home))


def boat_home(state: Position) -> str | None:
    """Where the boat returns to; ``None`` while the Boat Dock is in ruins (ISO-WAT-017)."""
    return BOAT_DOCK if state.fort.get("boat_dock") else None


def respawn_places(state: Position) -> Mapping[str, str]:
    """Where a fallen party may wake: the place that the book names, the latest checkpoint, the rebuilt Courtyard; the
    Courtyard in any state where there is no checkpoint (ISO-FALL-009, ISO-FALL-010, ISO-FALL-019, ISO-FORT-012)."""
    if state.respawn_at is not None:
        return {"book": state.respawn_at}
    places = {"checkpoint": state.checkpoint} if state.checkpoint is not None else {}
    if state.checkpoint is None or (state.fort.get("courtyard") and state.checkpoint != COURTYARD):
        places["courtyard"] = COURTYARD
    return places


def _wake(turn: IsofarianTurn) -> None:
    places = respawn_places(turn.state)
    if len(places) == 1:
        turn.emit(GuardsRespawned(at=next(iter(places.values()))))


@RULES.decides(Respawn)
def respawn(turn: IsofarianTurn, decision: Respawn) -> None:
    """Choose between the checkpoint and the Courtyard (ISO-FALL-010, ISO-FORT-012)."""
    nothing_waits(turn.state)
    if turn.state.phase != "respawn_choice":
        raise Refused("no_respawn_due", "Nobody waits to be woken.", rule="ISO-FALL-010")
    place = respawn_places(turn.state).get(decision.at)
    if place is None:
        raise Refused("no_respawn_due", f"There is no {decision.at} to wake at.", rule="ISO-FALL-010")
    turn.emit(GuardsRespawned(at=place))


# ---- facts


@RULES.evolves(GuardsFell)
def _guards_fell(state: Position, event: GuardsFell) -> Position:
    woken = {name: replace(state.guards[name], hp=event.hp) for name in state.party}
    return replace(
        state, guards={**state.guards, **woken}, battle=None, fight=None, narrative=None, phase="respawn_choice"
    )


@RULES.evolves(PileLeft)
def _pile_left(state: Position, event: PileLeft) -> Position:
    return replace(dropped(state, event.dropped, event.items), pile=Pile(at=event.at, cards=event.cards))


@RULES.evolves(SilLost)
def _sil_lost(state: Position, event: SilLost) -> Position:
    return replace(state, sil=state.sil - event.amount)


@RULES.evolves(ChipsPurged)
def _chips_purged(state: Position, event: ChipsPurged) -> Position:
    return with_guard(state, event.guard, bag=minus(state.guards[event.guard].bag, event.chips))


@RULES.evolves(WeakenChipsAdded)
def _weaken_chips_added(state: Position, event: WeakenChipsAdded) -> Position:
    return with_guard(state, event.guard, bag=plus(state.guards[event.guard].bag, {WEAKEN: event.count}))


@RULES.evolves(BoatReturned)
def _boat_returned(state: Position, event: BoatReturned) -> Position:
    return replace(state, boat=Boat(at=event.at))


@RULES.evolves(NarrativeReset)
def _narrative_reset(state: Position, event: NarrativeReset) -> Position:
    return with_quest(state, event.quest, step=0)


@RULES.evolves(GuardsRespawned)
def _guards_respawned(state: Position, event: GuardsRespawned) -> Position:
    visited = derived.visited(state, event.at)
    return replace(state, at=event.at, phase="exploration", fished_here=False, respawn_at=None, visited=visited)
