"""The rulebook object with which every area registers, and the first questions that judging asks."""

from __future__ import annotations

from typing import Literal

from rules.fantasy_defense.pack import FantasyPack
from rules.fantasy_defense.state import Phase, Position
from rules.kernel import Refused, Rulebook, Turn

book: Rulebook[Position, FantasyPack] = Rulebook()
FantasyTurn = Turn[Position, FantasyPack]

PHASES: dict[str, str] = {
    "setup": "Set-up",
    "invasion": "Invasion Phase",
    "strategy": "Strategy Phase",
    "battle": "Battle Phase",
    "reinforcement": "Reinforcement Phase",
}
OVER = ("won", "lost")


def in_phase(turn: FantasyTurn, phase: Phase | Literal["setup"], rule: str = "FD-RND-001") -> Position:
    """Judge that the game goes on (FD-END-005) and that it is this phase (FD-RND-001).

    :returns: the position
    :raises Refused: ``game_over`` or ``wrong_phase``
    """
    now = turn.state.phase if turn.started else "setup"
    if now == phase:
        return turn.state
    if now in OVER:
        raise Refused("game_over", f"The game is {now}.", rule="FD-END-005", remedy="Undo, or start a new game.")
    sentence = f"That belongs to the {PHASES[phase]}; it is the {PHASES[now]}."
    raise Refused("wrong_phase", sentence, rule=rule)


def a_player(state: Position, player: str) -> str:
    """The player who decides.

    :raises Refused: ``malformed`` when nobody of that name plays
    """
    if player not in state.players:
        raise Refused("malformed", f"There is no player {player} in this game.")
    return player


def gate_name(gate: str) -> str:
    """A gate in words: ``Gate 3`` in solo play, ``Gate A3`` in cooperative play."""
    return f"Gate {gate[1:]}" if gate.startswith("g") else f"Gate {gate.upper()}"
