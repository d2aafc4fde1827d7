"""What the campaign and quests books and the indexes order, and the rulebook leaves to them (ISO-NAR-012, ISO-NOD-011,
ISO-WAT-008, ISO-FALL-019)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.decisions.story import FollowBook, LendBoat, NameRespawn, OpenNode, PlaceParty
from rules.isofarian_guard.campaign.effects import carry_out_told
from rules.isofarian_guard.campaign.events.cards import CardsTaken
from rules.isofarian_guard.campaign.events.journey import BoatLent, NodeOpened, PartyPlaced
from rules.isofarian_guard.campaign.events.story import RespawnNamed
from rules.isofarian_guard.campaign.guarding import without_cards
from rules.isofarian_guard.campaign.party import between_actions
from rules.isofarian_guard.campaign.pile import forfeit_pile
from rules.isofarian_guard.campaign.satchels import holds_its_cards, in_satchel
from rules.isofarian_guard.campaign.state import Boat, Position
from rules.isofarian_guard.campaign.timing import member
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Refused, minus


@RULES.decides(FollowBook)
def follow_book(turn: IsofarianTurn, decision: FollowBook) -> None:
    """Rewards and losses of quests, narratives and events (ISO-ECO-003, ISO-QST-010, ISO-QST-011, ISO-NAR-012)."""
    between_actions(turn.state)
    for name, cards in decision.take.items():
        satchel = member(turn.state, name).satchel
        taken = {card: count for card, count in cards.items() if count}
        for card, count in taken.items():
            in_satchel(name, satchel, card, count, "ISO-NAR-012")
        holds_its_cards(turn.state, name, minus(satchel, taken))
        if taken:
            turn.emit(CardsTaken(guard=name, cards=taken))
    carry_out_told(turn, decision.outcome)


@RULES.decides(OpenNode)
def open_node(turn: IsofarianTurn, decision: OpenNode) -> None:
    """A red node acts as an orange one from now on (ISO-NOD-011)."""
    between_actions(turn.state)
    if lookup.node(turn.state, turn.pack, decision.node).color != "red":
        raise Refused("wrong_kind", "Only red nodes are opened.", rule="ISO-NOD-011")
    if decision.node not in turn.state.opened_nodes:
        turn.emit(NodeOpened(node=decision.node))


@RULES.decides(LendBoat)
def lend_boat(turn: IsofarianTurn, decision: LendBoat) -> None:
    """The story may lend a boat (ISO-WAT-008, ISO-CMP-006)."""
    between_actions(turn.state)
    if turn.state.boat.aboard:
        raise Refused("already_aboard", "The party is aboard the one boat.", rule="ISO-CMP-006")
    if turn.state.boat.at != decision.at:
        turn.emit(BoatLent(at=decision.at))


@RULES.decides(PlaceParty)
def place_party(turn: IsofarianTurn, decision: PlaceParty) -> None:
    """The campaign book outranks the map (ISO-NAR-012). It is no move: nothing is drawn."""
    between_actions(turn.state)
    if turn.state.boat.aboard:
        raise Refused("must_leave_boat", "The party is aboard.", rule="ISO-WAT-002", remedy="Leave the boat first.")
    if turn.state.at == decision.at:
        return
    if derived.pile_here(turn.state):
        forfeit_pile(turn)
    turn.emit(PartyPlaced(node=decision.at))


@RULES.decides(NameRespawn)
def name_respawn(turn: IsofarianTurn, decision: NameRespawn) -> None:
    """The campaign book may name another respawn place (ISO-FALL-019)."""
    between_actions(turn.state)
    place = decision.at or None
    if turn.state.respawn_at != place:
        turn.emit(RespawnNamed(at=place))


# ---- facts


@RULES.evolves(CardsTaken)
def _cards_taken(state: Position, event: CardsTaken) -> Position:
    return without_cards(state, {event.guard: event.cards})


@RULES.evolves(NodeOpened)
def _node_opened(state: Position, event: NodeOpened) -> Position:
    return replace(state, opened_nodes=(*state.opened_nodes, event.node))


@RULES.evolves(BoatLent)
def _boat_lent(state: Position, event: BoatLent) -> Position:
    return replace(state, boat=Boat(at=event.at))


@RULES.evolves(PartyPlaced)
def _party_placed(state: Position, event: PartyPlaced) -> Position:
    phase = "narrative" if state.narrative else "exploration"
    visited = derived.visited(state, event.node)
    return replace(state, at=event.node, phase=phase, fished_here=False, visited=visited)


@RULES.evolves(RespawnNamed)
def _respawn_named(state: Position, event: RespawnNamed) -> Position:
    return replace(state, respawn_at=event.at)
