"""Nodes and movement (ISO-NOD, ISO-WAT-002)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.decisions.journey import Move
from rules.isofarian_guard.campaign.events.journey import NodeEntered
from rules.isofarian_guard.campaign.events.learning import NodeLearned
from rules.isofarian_guard.campaign.facts import Phase
from rules.isofarian_guard.campaign.pile import forfeit_pile
from rules.isofarian_guard.campaign.state import Boat, Marker, Position
from rules.isofarian_guard.campaign.timing import moving_on
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Refused

DRAWING = ("yellow", "blue")


@RULES.decides(Move)
def move(turn: IsofarianTurn, decision: Move) -> None:
    """Go to a connected node; what is due there follows from its colour and its chips (ISO-NOD-001 to ISO-NOD-015)."""
    state, pack = turn.state, turn.pack
    moving_on(state)
    may_go(state, pack, decision.to)
    _learn_colour(turn, decision)
    color = lookup.color(turn.state, pack, decision.to)
    if color == "red":
        raise impassable()
    if color == "unknown":
        raise Refused(
            "color_unknown",
            f"Nobody has said which colour {lookup.node_label(state, pack, decision.to)} has.",
            rule="ISO-NOD-002",
            remedy="Say what the map shows.",
        )
    aboard = state.boat.aboard
    _by_boat_only(state, color)
    left_pile = derived.pile_here(state)
    turn.emit(NodeEntered(node=decision.to, color=color, phase=due_at(turn.state, decision.to, color), aboard=aboard))
    if left_pile:
        forfeit_pile(turn)


def may_go(state: Position, pack: IsofarianPack, to: str) -> None:
    """Whether a node is connected and open by the way that the party travels.

    :raises Refused: ``not_connected``, ``node_impassable``, ``must_leave_boat`` or ``boat_required``
    """
    ways = lookup.ways(state, pack, state.at).get(to)
    if not ways:
        raise Refused("not_connected", "No connection leads there from here.", rule="ISO-NOD-001")
    if lookup.color(state, pack, to) == "red":
        raise impassable()
    if state.boat.aboard:
        if "waterway" not in ways:
            sentence = "Aboard the party follows waterways alone."
            raise Refused("must_leave_boat", sentence, rule="ISO-WAT-002", remedy="Leave the boat at a dock first.")
    elif ways == {"waterway"}:
        raise boat_required()
    _by_boat_only(state, lookup.color(state, pack, to))


def _by_boat_only(state: Position, color: str) -> None:
    """Blue nodes are water (ISO-NOD-012)."""
    if color == "blue" and not state.boat.aboard:
        raise boat_required()


def boat_required() -> Refused:
    """The refusal for water without a boat (ISO-NOD-012)."""
    sentence = "That way is by boat only."
    return Refused("boat_required", sentence, rule="ISO-NOD-012", remedy="Board the boat at a dock.")


def impassable() -> Refused:
    """The refusal for a red node that the campaign book has not opened (ISO-NOD-010)."""
    return Refused("node_impassable", "Red nodes are closed.", rule="ISO-NOD-010")


def _learn_colour(turn: IsofarianTurn, decision: Move) -> None:
    """A colour that nobody has said before is written down with the move."""
    here = lookup.node(turn.state, turn.pack, decision.to)
    if here.color == "unknown" and decision.color not in (None, "unknown"):
        known = tuple(name for name in here.unknown if name != "color")
        turn.emit(NodeLearned(node=decision.to, facts=replace(here, color=decision.color, unknown=known)))


def due_at(state: Position, node: str, color: str) -> Phase:
    """What an arrival brings: a draw on yellow and blue, first a choice where an event is marked (ISO-NOD-002,
    ISO-NOD-004, ISO-NOD-006, ISO-NOD-008, ISO-WAT-005)."""
    if color not in DRAWING:
        return "exploration"
    return "narrative_choice" if markers_at(state, node) else "event_draw"


def markers_at(state: Position, node: str) -> tuple[tuple[str, Marker], ...]:
    """The chips that mark events at a node, with their kind: narrative, scroll or caravan."""
    markers = state.markers
    found = [("narrative", markers.narrative), *(("scroll", scroll) for scroll in markers.scrolls)]
    found.append(("caravan", markers.caravan))
    return tuple((kind, marker) for kind, marker in found if marker is not None and marker.at == node)


@RULES.evolves(NodeEntered)
def _node_entered(state: Position, event: NodeEntered) -> Position:
    boat = Boat(at=event.node, aboard=True) if event.aboard else state.boat
    visited = derived.visited(state, event.node)
    return replace(state, at=event.node, boat=boat, phase=event.phase, fished_here=False, visited=visited)
