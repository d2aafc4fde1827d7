"""The end of the game: judged after every single change (FD-END-003)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.fantasy_defense.book import FantasyTurn, book
from rules.fantasy_defense.derived import invaders_left
from rules.fantasy_defense.events import DiscardCause, GameLost, GameWon, InvaderDiscarded, MoraleLost
from rules.fantasy_defense.state import Position, besieged_by, invader_gone


def discard_invader(turn: FantasyTurn, invader: str, by: DiscardCause) -> bool:
    """Discard an Invader that stands before a gate; with the last one the players win at once (FD-END-001, FD-END-004).

    :returns: whether the game is over
    """
    turn.emit(InvaderDiscarded(invader=invader, gates=besieged_by(turn.state, invader), by=by))
    if invaders_left(turn.state):
        return False
    turn.emit(GameWon(round=turn.state.round, morale=turn.state.morale))
    return True


def lose_morale(turn: FantasyTurn, amount: int, gate: str, invader: str) -> bool:
    """Lower City Morale, down to 0 (FD-END-006); below 1 the players lose at once (FD-END-002).

    :returns: whether the game is over
    """
    left = max(turn.state.morale - amount, 0)
    if left != turn.state.morale:
        turn.emit(MoraleLost(amount=turn.state.morale - left, morale=left, gate=gate, invader=invader))
    if left >= 1:
        return False
    turn.emit(GameLost(round=turn.state.round))
    return True


@book.evolves(InvaderDiscarded)
def _invader_discarded(state: Position, event: InvaderDiscarded) -> Position:
    state = invader_gone(state, event.invader)
    return replace(state, invader_discard=(*state.invader_discard, event.invader))


@book.evolves(MoraleLost)
def _morale_lost(state: Position, event: MoraleLost) -> Position:
    return replace(state, morale=event.morale)


@book.evolves(GameWon)
def _game_won(state: Position, event: GameWon) -> Position:
    return replace(state, phase="won")


@book.evolves(GameLost)
def _game_lost(state: Position, event: GameLost) -> Position:
    return replace(state, phase="lost")
