"""Strategy Phase: Defenders are deployed, moved and given; at its end at most 2 stay in hand."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.fantasy_defense import effect_options, effects, figures
from rules.fantasy_defense.book import FantasyTurn, a_player, book, gate_name, in_phase
from rules.fantasy_defense.decisions import Deploy, FinishStrategy, Give, Move
from rules.fantasy_defense.derived import over_limit
from rules.fantasy_defense.events import DefenderDeployed, DefenderGiven, DefenderMoved, StrategyEnded
from rules.fantasy_defense.labels import defender_choices, defender_label, gate_choices
from rules.fantasy_defense.pack import FantasyPack
from rules.fantasy_defense.state import (
    OWNERS,
    Position,
    adjacent,
    besieged,
    into_hand,
    neighbours,
    out_of_hand,
    pile_of,
    place_of,
    relocated,
    row,
    with_gate,
    with_player,
)
from rules.kernel import Field, Option, Refused, player_name

# ---- deploying


@book.decides(Deploy)
def deploy(turn: FantasyTurn, decision: Deploy) -> None:
    """Deploy a Defender from the own hand to an own gate, besieged or not (FD-STR-001, FD-STR-002, FD-COOP-012), and
    trigger its Immediate effect if that is wished (FD-STR-003). A refused effect refuses the whole deployment."""
    state = in_phase(turn, "strategy")
    player = a_player(state, decision.player)
    in_hand(state, player, decision.card, "FD-STR-001")
    if decision.gate not in row(state, player):
        raise Refused("not_your_gate", "Defenders are deployed to the own gates only.", rule="FD-COOP-012")
    turn.emit(
        DefenderDeployed(
            player=player, card=decision.card, gate=decision.gate, cv=turn.pack.defenders[decision.card].cv
        )
    )
    if decision.effect:
        effects.trigger(turn, decision)


def in_hand(state: Position, player: str, card: str, rule: str) -> None:
    """Judge that a card is a Defender in a player's hand; spells never are (FD-SPL-001).

    :raises Refused: ``not_in_hand``
    """
    if card not in state.players[player].hand:
        raise Refused("not_in_hand", f"That is no Defender in the hand of {player_name(player)}.", rule=rule)


@book.evolves(DefenderDeployed)
def _defender_deployed(state: Position, event: DefenderDeployed) -> Position:
    state = out_of_hand(state, event.player, event.card)
    return with_gate(state, event.gate, defenders=(*state.gates[event.gate].defenders, event.card))


# ---- moving


@book.decides(Move)
def move(turn: FantasyTurn, decision: Move) -> None:
    """Move an own deployed Defender, once a round, to the neighbouring gate (FD-MOV-001 to FD-MOV-005, FD-MOV-007,
    FD-COOP-014). Its Immediate effect does not trigger again (FD-STR-009)."""
    state = in_phase(turn, "strategy")
    start = own_place(state, a_player(state, decision.player), decision.card, "FD-MOV-001")
    if decision.card in state.moved:
        raise Refused("already_moved", "Each Defender moves once per round.", rule="FD-MOV-003")
    to_neighbour(start, decision.to, "FD-MOV-004")
    turn.emit(DefenderMoved(player=decision.player, card=decision.card, from_=start, to=decision.to, by="move"))


def own_place(state: Position, player: str, card: str, rule: str) -> str:
    """The gate at which one of a player's Defenders stands.

    :raises Refused: ``not_deployed``, or ``not_your_gate`` for a Defender of the other row
    """
    place = place_of(state, card)
    if place is None:
        raise Refused("not_deployed", "That Defender stands at no gate.", rule=rule, remedy="Deploy it first.")
    if OWNERS[place] != player:
        raise Refused("not_your_gate", "That Defender stands at the other player's gates.", rule="FD-COOP-014")
    return place


def to_neighbour(start: str, end: str, rule: str) -> None:
    """Judge that a gate is the direct neighbour of another one in its row.

    :raises Refused: ``not_adjacent``
    """
    if end not in OWNERS or not adjacent(start, end):
        raise Refused("not_adjacent", f"{gate_name(start)} has no such neighbour in its row.", rule=rule)


@book.evolves(DefenderMoved)
def _defender_moved(state: Position, event: DefenderMoved) -> Position:
    state = relocated(state, event.card, event.from_, event.to)
    return replace(state, moved=(*state.moved, event.card)) if event.by == "move" else state


# ---- giving


@book.decides(Give)
def give(turn: FantasyTurn, decision: Give) -> None:
    """Give the other player 1 Defender from hand, once a phase (FD-COOP-011, FD-COOP-027). It stays a card of the deck
    it came from (FD-COOP-022)."""
    state = in_phase(turn, "strategy")
    player = a_player(state, decision.player)
    other = next((name for name in state.players if name != player), None)
    if other is None:
        raise Refused("no_valid_target", "There is nobody to give to in a solo game.", rule="FD-COOP-011")
    in_hand(state, player, decision.card, "FD-COOP-027")
    if state.players[player].gave:
        raise Refused("already_gave", f"{player_name(player)} has given a Defender this round.", rule="FD-COOP-011")
    owner = pile_of(state, decision.card, player)
    turn.emit(DefenderGiven(player=player, to=other, card=decision.card, owner=owner))


@book.evolves(DefenderGiven)
def _defender_given(state: Position, event: DefenderGiven) -> Position:
    state = with_player(out_of_hand(state, event.player, event.card), event.player, gave=True)
    borrowed = {card: owner for card, owner in state.borrowed.items() if card != event.card}
    if event.owner != event.to:
        borrowed[event.card] = event.owner
    return replace(into_hand(state, event.to, event.card), borrowed=borrowed)


# ---- the end of the phase


@book.decides(FinishStrategy)
def finish_strategy(turn: FantasyTurn, decision: FinishStrategy) -> None:
    """Go on with at most 2 Defenders in each hand; spells do not count (FD-STR-005 to FD-STR-007, FD-COOP-021)."""
    in_phase(turn, "strategy")
    blocked = _hands_too_full(turn.state)
    if blocked:
        rule = "FD-STR-005" if turn.state.mode == "solo" else "FD-COOP-021"
        raise Refused("hand_over_limit", blocked, rule=rule, remedy="Deploy the excess.")
    turn.emit(StrategyEnded(round=turn.state.round))


def _hands_too_full(state: Position) -> str:
    for player in over_limit(state):
        held = len(state.players[player].hand)
        return f"{player_name(player)} holds {held} Defenders; at most {figures.HAND_LIMIT} stay in hand."
    return ""


@book.evolves(StrategyEnded)
def _strategy_ended(state: Position, event: StrategyEnded) -> Position:
    return replace(state, phase="battle")


# ---- what may be decided


@book.offers_options
def options(state: Position, pack: FantasyPack) -> Iterable[Option]:
    """Deployments with and without their effects, moves, gifts, and the end of the phase."""
    if state.phase != "strategy":
        return
    for player in state.players:
        for card in state.players[player].hand:
            yield _deployment(state, pack, player, card)
            yield from effect_options.options(state, pack, player, card)
    for player in state.players:
        yield from _moves(state, pack, player)
    yield from _gifts(state, pack)
    yield Option(
        "finish_strategy", "Go on to the Battle Phase", group="Phase", likely=True, blocked=_hands_too_full(state)
    )


def _deployment(state: Position, pack: FantasyPack, player: str, card: str) -> Option:
    gates = row(state, player)
    return Option(
        "deploy",
        f"Deploy {defender_label(pack, card)}",
        {"player": player, "card": card},
        (Field("gate", "Gate", choices=gate_choices(state, pack, gates, joining=card)),),
        group=f"Deploy ({player_name(player)})" if state.mode == "coop" else "Deploy",
        likely=bool(besieged(state, gates)),
        note="Without its effect" if effects.immediate(pack, card) else "",
    )


def _moves(state: Position, pack: FantasyPack, player: str) -> Iterable[Option]:
    for gate in row(state, player):
        for card in state.gates[gate].defenders:
            if card not in state.moved:
                yield Option(
                    "move",
                    f"Move {defender_label(pack, card)} from {gate_name(gate)}",
                    {"player": player, "card": card},
                    (Field("to", "To", choices=gate_choices(state, pack, neighbours(state, gate), joining=card)),),
                    group="Move",
                )


def _gifts(state: Position, pack: FantasyPack) -> Iterable[Option]:
    for player, cards in state.players.items():
        if state.mode == "coop" and cards.hand:
            yield Option(
                "give",
                f"{player_name(player)} gives a Defender",
                {"player": player},
                (Field("card", "Defender", choices=defender_choices(pack, cards.hand)),),
                group="Give",
                blocked=f"{player_name(player)} has given a Defender this round." if cards.gave else "",
            )
