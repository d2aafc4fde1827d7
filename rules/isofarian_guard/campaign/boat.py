"""The boat and fishing (ISO-WAT)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.decisions.journey import BoardBoat, Fish, LeaveBoat
from rules.isofarian_guard.campaign.events.cards import FishCaught
from rules.isofarian_guard.campaign.events.journey import BoatBoarded, BoatLeft, GuardChipsDrawn, GuardChipsReturned
from rules.isofarian_guard.campaign.facts import FISH, FISHING_POLE, colour
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.satchels import receive
from rules.isofarian_guard.campaign.state import Boat, Position
from rules.isofarian_guard.campaign.timing import from_chapter, member, moving_on
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import LuckImpossible, Refused


def at_dock(state: Position, pack: IsofarianPack, rule: str) -> None:
    """Only nodes with the boat icon let the party board and land (ISO-WAT-001, ISO-WAT-003).

    :raises Refused: ``not_a_dock``
    """
    if not lookup.node(state, pack, state.at).dock:
        raise Refused("not_a_dock", "There is no boat icon on this node.", rule=rule)


def boat_here(state: Position, rule: str) -> None:
    """The boat must lie on the current node (ISO-WAT-001, ISO-WAT-004).

    :raises Refused: ``boat_not_here``
    """
    if state.boat.at != state.at:
        where = "There is no boat yet." if state.boat.at is None else f"The boat lies at {named(state.boat.at)}."
        raise Refused("boat_not_here", where, rule=rule)


@RULES.decides(BoardBoat)
def board_boat(turn: IsofarianTurn, decision: BoardBoat) -> None:
    """Go aboard at the dock where the boat lies (ISO-WAT-001, ISO-WAT-004, ISO-WAT-016)."""
    moving_on(turn.state)
    if turn.state.boat.aboard:
        raise Refused("already_aboard", "The party is aboard.", rule="ISO-WAT-001")
    at_dock(turn.state, turn.pack, "ISO-WAT-001")
    boat_here(turn.state, "ISO-WAT-004")
    turn.emit(BoatBoarded(at=turn.state.at))


@RULES.decides(LeaveBoat)
def leave_boat(turn: IsofarianTurn, decision: LeaveBoat) -> None:
    """Go ashore at a dock (ISO-WAT-003, ISO-WAT-016)."""
    moving_on(turn.state)
    if not turn.state.boat.aboard:
        raise Refused("not_aboard", "The party is not aboard.", rule="ISO-WAT-003")
    at_dock(turn.state, turn.pack, "ISO-WAT-003")
    turn.emit(BoatLeft(at=turn.state.at))


@RULES.decides(Fish)
def fish(turn: IsofarianTurn, decision: Fish) -> None:
    """One catch a visit on a blue node, after its draw is resolved; the colour of a drawn chip decides (ISO-WAT-009 to
    ISO-WAT-015)."""
    state = turn.state
    moving_on(state)
    from_chapter(state, 2, "Fishing", "ISO-WAT-009")
    if lookup.color(state, turn.pack, state.at) != "blue":
        raise Refused("wrong_place", "Fish are caught on blue nodes.", rule="ISO-WAT-010")
    tool_carried(state, FISHING_POLE, "ISO-WAT-010")
    if state.fished_here:
        sentence = "One catch a visit: move on before fishing again."
        raise Refused("already_fished_here", sentence, rule="ISO-WAT-014")
    bag = member(state, decision.bag).bag
    if not bag:
        raise Refused("chip_not_in_bag", f"The bag of {named(decision.bag)} is empty.", rule="ISO-WAT-012")
    try:
        (chip,) = turn.chance.draw(f"guard_bag.{decision.bag}", bag)
    except LuckImpossible as impossible:
        impossible.code, impossible.rule = "chip_not_in_bag", "ISO-WAT-012"
        raise
    turn.emit(GuardChipsDrawn(guard=decision.bag, chips=(chip,), purpose="fishing"))
    turn.emit(GuardChipsReturned(guard=decision.bag, chips=(chip,)))
    caught = FISH[colour(chip)]
    turn.emit(FishCaught(fish=caught, chip=chip))
    receive(turn, caught, 1, decision.store)


def tool_carried(state: Position, tool: str, rule: str) -> None:
    """A tool counts in a satchel of either guard, not in the stash (ISO-HAR-003).

    :raises Refused: ``tool_missing``
    """
    if not derived.carried(state, tool):
        remedy = "It lies in the stash." if state.stash.cards.get(tool) else "It comes with chapter 2."
        raise Refused("tool_missing", f"No satchel holds the {named(tool)}.", rule=rule, remedy=remedy)


# ---- facts


@RULES.evolves(BoatBoarded)
def _boat_boarded(state: Position, event: BoatBoarded) -> Position:
    return replace(state, boat=Boat(at=event.at, aboard=True))


@RULES.evolves(BoatLeft)
def _boat_left(state: Position, event: BoatLeft) -> Position:
    return replace(state, boat=Boat(at=event.at))


@RULES.evolves(FishCaught)
def _fish_caught(state: Position, event: FishCaught) -> Position:
    return replace(state, fished_here=True)
