"""Moves: steps from space to space (SW-MOV-001 to SW-MOV-007)."""

from __future__ import annotations

from rules.encounters_shattered_wastes import events as e
from rules.encounters_shattered_wastes.acting import take_action
from rules.encounters_shattered_wastes.book import WastesTurn, a_character, a_space, book, in_phase, space_name
from rules.encounters_shattered_wastes.decisions import Move
from rules.encounters_shattered_wastes.engine import Result, carries_out, run
from rules.encounters_shattered_wastes.state import MOST_STEPS, Position, adjacent, occupant, with_character
from rules.encounters_shattered_wastes.steps import DoMove, FinishAction
from rules.kernel import Refused


def way(state: Position, name: str, path: tuple[str, ...] | None, to: str | None) -> tuple[str, ...]:
    """The way that was named step by step, or the shortest one to a space: along the line, then across.

    :raises Refused: ``no_such_space``
    """
    here = state.characters[name].space
    if path is not None or to is None or here is None:
        return path or ()
    start, end = int(here[0]), int(a_space(to)[0])
    step = 1 if end > start else -1
    along = tuple(f"{area}{here[1]}" for area in range(start + step, end + step, step)) if end != start else ()
    return along if to[1] == here[1] else (*along, to)


def judge_path(state: Position, name: str, path: tuple[str, ...], most: int) -> None:
    """Judge a way from space to space; only its end must be free (SW-MOV-003 to SW-MOV-005). No step at all is a way
    too (SW-MOV-006).

    :raises Refused: ``no_such_space``, ``too_many_steps``, ``not_adjacent`` or ``space_occupied``
    """
    here = state.characters[name].space or ""
    for space in path:
        a_space(space)
    if len(path) > most:
        raise Refused("too_many_steps", f"That is at most {most} step{'s'[: most > 1]}.", rule="SW-MOV-001")
    for start, end in zip((here, *path), path, strict=False):
        if not adjacent(start, end):
            why = f"{space_name(end)} is not adjacent to {space_name(start)}."
            raise Refused("not_adjacent", why, rule="SW-BRD-003")
    if path and occupant(state, path[-1]) not in (None, name):
        raise Refused("space_occupied", f"Somebody stands in {space_name(path[-1])}.", rule="SW-MOV-004")


def go(turn: WastesTurn, name: str, path: tuple[str, ...], most: int) -> None:
    """Go along a way."""
    judge_path(turn.state, name, path, most)
    if path:
        start = str(turn.state.characters[name].space)
        turn.emit(e.CharacterMoved(character=name, from_=start, to=path[-1], path=path))


@book.decides(Move)
def move(turn: WastesTurn, decision: Move) -> None:
    """Move to an adjacent space up to 3 times (SW-MOV-001)."""
    state = in_phase(turn, "action")
    name = decision.character
    a_character(state, name)
    take_action(turn, name)
    path = way(state, name, decision.path, decision.to)
    judge_path(state, name, path, MOST_STEPS)
    run(turn, [DoMove(name, path), FinishAction(name, moved=True)])


@carries_out(DoMove)
def _do_move(turn: WastesTurn, step: DoMove) -> Result:
    go(turn, step.character, step.path, MOST_STEPS)
    return None


@book.evolves(e.CharacterMoved)
def _character_moved(state: Position, event: e.CharacterMoved) -> Position:
    return with_character(state, event.character, space=event.to)
