"""The rulebook object with which every area registers, and the first questions that judging asks."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from rules.kernel import Decision, Refused, Rulebook, Turn
from rules.stonebound_saga.decisions import AnySpace, Stones, Way
from rules.stonebound_saga.pack import StoneboundPack
from rules.stonebound_saga.state import Character, Position, Space, space_of

book: Rulebook[Position, StoneboundPack] = Rulebook()
StoneTurn = Turn[Position, StoneboundPack]
D = TypeVar("D", bound=Decision)

PHASES: dict[str, str] = {
    "format": "choice of the format",
    "draft": "draft",
    "team_building": "team building",
    "first_roll": "roll for the first side",
    "choose_first": "choice of the first player",
    "deployment": "deployment",
    "turn_start": "beginning of a turn",
    "activation": "activations",
    "break": "breaking of fuses",
    "discard": "discard",
    "game_over": "end",
}


NONE = "none"
"""Stands for no stone where a choice has to have a value."""


class Stopped(Exception):
    """The game has ended in the middle of a decision: nothing more happens (SS-END-002)."""


def until_the_end(decider: Callable[[StoneTurn, D], None]) -> Callable[[StoneTurn, D], None]:
    """Let a decision stop where the game ends (SS-END-002)."""

    @wraps(decider)
    def decides(turn: StoneTurn, decision: D) -> None:
        try:
            decider(turn, decision)
        except Stopped:
            return

    return decides


def in_phase(turn: StoneTurn, *phases: str, rule: str = "SS-ACT-011") -> Position:
    """Judge that the game goes on (SS-END-002), that nobody has to answer first, and that it is the right step.

    :returns: the position
    :raises Refused: ``game_over`` or ``wrong_phase``
    """
    now = turn.state.phase if turn.started else "format"
    if now == "game_over":
        raise Refused("game_over", "The game is over.", rule="SS-END-002", remedy="Undo, or start a new game.")
    if now not in phases:
        sentence = f"That belongs to the {PHASES[phases[0]]}; it is the {PHASES[now]}."
        raise Refused("wrong_phase", sentence, rule=rule)
    if turn.started and turn.state.pushed:
        raise Refused("wrong_phase", "The opponent says first where the ground moves to.", rule="SS-TEA-008")
    return turn.state


def active(turn: StoneTurn) -> tuple[str, Character]:
    """The active character (SS-ACT-012).

    :raises Refused: ``game_over``, ``wrong_phase`` or ``no_active_character``
    """
    state = in_phase(turn, "activation")
    name = state.active_character
    if name is None:
        raise Refused("no_active_character", "No character is active.", rule="SS-ACT-012", remedy="Activate one.")
    return name, state.characters[name]


def a_player(state: Position, player: str) -> str:
    """A player of this game.

    :raises Refused: ``malformed``
    """
    if player not in state.players:
        raise Refused("malformed", f"There is no player {player} in this game.")
    return player


def a_character(state: Position, name: str) -> Character:
    """A character on the table.

    :raises Refused: ``malformed``
    """
    if name not in state.characters:
        raise Refused("malformed", f"There is no character {name} in this game.")
    return state.characters[name]


def a_space(given: AnySpace) -> Space:
    """A space from a decision.

    :raises Refused: ``malformed``
    """
    if not isinstance(given, str):
        return given
    try:
        return space_of(given)
    except ValueError:
        raise Refused("malformed", f"“{given[:40]}” is no space; one is written 3,4.") from None


def a_way(given: Way) -> tuple[Space, ...]:
    """The spaces of a way from a decision.

    :raises Refused: ``malformed``
    """
    return tuple(a_space(part) for part in (given.split() if isinstance(given, str) else given))


def listed(given: Stones) -> tuple[str, ...]:
    """Stones or names from a decision; the text ``none`` names none."""
    if isinstance(given, str):
        return () if given == NONE else tuple(given.split())
    return given


def team_name(team: str) -> str:
    """A team in words: ``Team A``."""
    return f"Team {team.upper()}"


def space_name(space: Space | Any) -> str:
    """A space in words: ``3,4``."""
    return f"{space[0]},{space[1]}"
