"""The rulebook object with which every area registers, and the first questions that judging asks."""

from __future__ import annotations

from typing import Final, NoReturn

from rules.encounters_shattered_wastes.pack import WastesPack
from rules.encounters_shattered_wastes.state import SPACES, Character, Phase, Position
from rules.kernel import Refused, Rulebook, Turn

book: Rulebook[Position, WastesPack] = Rulebook()
WastesTurn = Turn[Position, WastesPack]

PHASES: Final = {
    "setup": "Set-up",
    "refresh": "Refresh Phase",
    "action": "Action Phase",
    "defend": "Defend Phase",
    "ended": "End",
}
FACES: Final = ("1", "2", "3", "4", "5", "6")
LINE_NAMES: Final = {"F": "Front Line", "B": "Back Line"}


def in_phase(turn: WastesTurn, *phases: Phase, reacting: bool = False, choosing: bool = False) -> Position:
    """Judge that the Encounter goes on, that nothing else must be said first, and that it is one of these phases
    (SW-RND-001, SW-RND-008, SW-RCT-011).

    :param reacting: the decision answers an open Reaction window, or may be taken beside one
    :param choosing: the decision makes the choice that is due
    :raises Refused: ``encounter_over``, ``choice_due``, ``reactions_pending`` or ``wrong_phase``
    """
    state = turn.state
    if state.outcome is not None:
        remedy = "Undo, or begin a new Encounter."
        raise Refused("encounter_over", f"The Encounter is {state.outcome}.", rule="SW-RND-008", remedy=remedy)
    if state.due is not None and not choosing:
        raise Refused("choice_due", "First say what becomes of what lies there.", rule="SW-REC-001")
    if state.pending is not None and not reacting:
        raise Refused("reactions_pending", "First use the Reaction that is open, or pass.", rule="SW-RCT-011")
    if state.phase not in phases:
        wanted = " or ".join(PHASES[phase] for phase in phases)
        raise Refused("wrong_phase", f"That belongs to: {wanted}. It is: {PHASES[state.phase]}.", rule="SW-RND-001")
    return state


def a_character(state: Position, name: str) -> Character:
    """A Character on the board.

    :raises Refused: ``malformed`` when nobody of that name plays, ``character_removed`` (SW-RMV-009)
    """
    if name not in state.characters:
        raise Refused("malformed", f"There is no Character {name} in this Encounter.")
    if not state.characters[name].on_board:
        raise Refused("character_removed", "That Character has left the board.", rule="SW-RMV-009")
    return state.characters[name]


def a_space(space: str) -> str:
    """One of the 10 spaces.

    :raises Refused: ``no_such_space`` (SW-SET-010, SW-MOV-007)
    """
    if space not in SPACES:
        raise Refused("no_such_space", f"There is no space {space}.", rule="SW-MOV-007")
    return space


def not_in_pile(card: str, pile: str) -> NoReturn:
    """Refuse a card that cannot have come from a pile (SW-TRK-004).

    :raises Refused: ``card_not_in_pile``
    """
    where = pile.replace("_", " ").replace(".", " ")
    raise Refused("card_not_in_pile", f"{card} is not in {where}.", rule="SW-TRK-004")


def space_name(space: str) -> str:
    """A space in words: ``Area 3, Front Line``."""
    return f"Area {space[0]}, {LINE_NAMES[space[1]]}"
