"""Moves, leaps and forced movement."""

from __future__ import annotations

from collections.abc import Iterable

from rules.artisans_of_splendent_vale.book import ValeTurn, book
from rules.artisans_of_splendent_vale.events import (
    UnitCollided,
    UnitDisplaced,
    UnitMoved,
    UnitPulled,
    UnitPushed,
    UnitsSwapped,
)
from rules.artisans_of_splendent_vale.figures import FALL, PIT
from rules.artisans_of_splendent_vale.harm import hurt
from rules.artisans_of_splendent_vale.hexes import (
    DIRECTIONS,
    apart,
    climbs,
    drops,
    enemy_space,
    fits,
    neighbours,
    on_board,
    passable,
    place,
    step,
)
from rules.artisans_of_splendent_vale.state import Hex, Position, Unit, with_unit
from rules.artisans_of_splendent_vale.words import Effect
from rules.kernel import Refused

# ---- moves


def allowance(state: Position, unit: str, amount: int) -> int:
    """The movement of a move: hasten and slow, and with slow at least one (AV-CND-015 to AV-CND-018)."""
    held = state.units.get(unit, Unit()).conditions
    slow = bool(held.get("slow"))
    amount += int(bool(held.get("hasten"))) - int(slow)
    return max(1, amount) if slow else amount


def leaving_cost(state: Position, unit: str, space: Hex) -> int:
    """What a step costs by the space that is left: difficult terrain or an enemy there one more, a pit one more
    (AV-TER-002, AV-TER-008, AV-TER-013, AV-MOV-004, AV-MOV-014)."""
    difficult = space in state.board.difficult or enemy_space(state, unit, space)
    return 1 + int(difficult) + int(space in state.board.pits)


def judge_path(
    state: Position, unit: str, path: tuple[Hex, ...], amount: int, *, leap: bool, leaving: Iterable[str] = ()
) -> None:
    """Judge a move space by space (AV-MOV-001 to AV-MOV-014, AV-TER-001 to AV-TER-013).

    :param leaving: units that may be gone by then
    :raises Refused: a reason of paths
    """
    here, cost = place(state, unit), 0
    if here is None:
        raise Refused("unit_defeated", "That unit is not on the board.", rule="AV-CMP-019")
    for at, space in enumerate(path):
        last = at == len(path) - 1
        _connected(here, space)
        if not passable(state.board, space) if last or not leap else not on_board(state.board, space):
            raise Refused("impassable", "No unit enters that space.", rule="AV-TER-009")
        if not leap and climbs(state.board, here, space):
            raise Refused("cannot_move_up", "No unit climbs an elevation border.", rule="AV-TER-003")
        if not leap and space in state.board.pits and not last:
            raise Refused("movement_ended_in_pit", "A pit ends the movement.", rule="AV-TER-005")
        cost += 1 if leap else leaving_cost(state, unit, here)
        if cost > amount:
            raise Refused("not_enough_movement", f"That costs more than {amount}.", rule="AV-MOV-001")
        if last and not fits(state, unit, space, leaving):
            raise Refused("space_occupied", "Another unit stands there.", rule="AV-MOV-003")
        here = space


def _connected(here: Hex, space: Hex) -> None:
    if apart(here, space) != 1:
        raise Refused("path_not_connected", "A path goes from space to space.", rule="AV-MOV-013")


def move(turn: ValeTurn, unit: str, path: tuple[Hex, ...], *, leap: bool) -> None:
    """Carry out a move: borders downward and a pit at the end cost damage (AV-TER-004, AV-TER-005, AV-MOV-010,
    AV-MOV-011)."""
    start = place(turn.state, unit)
    turn.emit(UnitMoved(unit=unit, path=path))
    falls = 0 if leap or start is None else _falls(turn.state, start, path)
    _terrain(turn, unit, falls, path[-1])


def _falls(state: Position, start: Hex, path: tuple[Hex, ...]) -> int:
    return sum(drops(state.board, one, other) for one, other in zip((start, *path), path, strict=False))


def _terrain(turn: ValeTurn, unit: str, falls: int, end: Hex) -> None:
    for _ in range(falls):
        hurt(turn, unit, FALL)
    if end in turn.state.board.pits:
        hurt(turn, unit, PIT)


def reachable(state: Position, unit: str, amount: int, *, leap: bool) -> dict[Hex, tuple[Hex, ...]]:
    """The spaces where a move may end, each with a cheapest path that harms least."""
    start = place(state, unit)
    if start is None:
        return {}
    board = state.board
    best: dict[Hex, tuple[int, int, tuple[Hex, ...]]] = {start: (0, 0, ())}
    queue = [start]
    while queue:
        here = queue.pop(0)
        cost, harm, path = best[here]
        if here in board.pits and here != start and not leap:
            continue
        for space in neighbours(here):
            if not (on_board(board, space) if leap else passable(board, space)):
                continue
            if not leap and climbs(board, here, space):
                continue
            spent = cost + (1 if leap else leaving_cost(state, unit, here))
            hurts = harm + (0 if leap else FALL * drops(board, here, space))
            if spent <= amount and (space not in best or (spent, hurts) < best[space][:2]):
                best[space] = (spent, hurts, (*path, space))
                queue.append(space)
    ends = {space: path for space, (_, _, path) in best.items() if path}
    return {space: path for space, path in ends.items() if passable(board, space) and fits(state, unit, space)}


# ---- forced movement


def directions_away(state: Position, user: str, target: str) -> list[Hex]:
    """The directions in which a push may go (AV-FRC-002)."""
    here, start = place(state, user), place(state, target)
    if here is None or start is None:
        return []
    return [way for way in DIRECTIONS if apart(here, step(start, way)) > apart(here, start)]


def judge_push(state: Position, user: str, target: str, direction: Hex) -> None:
    """Judge the direction of a push (AV-FRC-002 to AV-FRC-004, AV-FRC-009).

    :raises Refused: ``push_must_be_straight`` or ``push_must_increase_distance``
    """
    if direction not in DIRECTIONS:
        raise Refused("push_must_be_straight", "A push goes in one of the six directions.", rule="AV-FRC-003")
    if direction not in directions_away(state, user, target):
        raise Refused("push_must_increase_distance", "A push leads away from the user.", rule="AV-FRC-002")


def push(turn: ValeTurn, effect: Effect, target: str, direction: Hex, amount: int) -> None:
    """Push a unit until the way ends (AV-FRC-001, AV-FRC-005 to AV-FRC-010, AV-FRC-017, AV-FRC-022)."""
    path: list[Hex] = []
    here, falls = place(turn.state, target), 0
    obstacle = None
    if here is None:
        return
    while len(path) < amount and obstacle is None and not (path and here in turn.state.board.pits):
        space = step(here, direction)
        if not passable(turn.state.board, space) or climbs(turn.state.board, here, space):
            obstacle = "terrain"
        elif not fits(turn.state, target, space):
            obstacle = "unit"
        else:
            falls += drops(turn.state.board, here, space)
            path.append(space)
            here = space
    if path:
        turn.emit(UnitPushed(unit=target, path=tuple(path)))
        _terrain(turn, target, falls, here)
    if obstacle is not None:
        turn.emit(UnitCollided(unit=target, obstacle="terrain" if obstacle == "terrain" else "unit"))
        collide = effect.collide
        hurt(turn, target, 0 if collide is None else collide.terrain if obstacle == "terrain" else collide.unit)


def judge_forced(state: Position, user: str, effect: Effect, target: str, path: tuple[Hex, ...], amount: int) -> None:
    """Judge the way of a pull or displacement space by space (AV-FRC-011 to AV-FRC-018).

    :raises Refused: a reason of paths
    """
    here, origin = place(state, target), place(state, user)
    left = [here]
    for at, space in enumerate(path):
        if here is None:
            raise Refused("unit_defeated", "That unit is not on the board.", rule="AV-CMP-019")
        _connected(here, space)
        if not passable(state.board, space):
            raise Refused("impassable", "No unit enters that space.", rule="AV-TER-009")
        if climbs(state.board, here, space):
            raise Refused("cannot_move_up", "Forced movement never goes up.", rule="AV-FRC-018")
        if space in state.board.pits and at < len(path) - 1:
            raise Refused("movement_ended_in_pit", "A pit ends forced movement.", rule="AV-FRC-017")
        if at >= amount:
            raise Refused("not_enough_movement", f"That is more than {amount} spaces.", rule="AV-FRC-011")
        if effect.verb == "pull" and (origin is None or apart(origin, space) >= apart(origin, here)):
            raise Refused("pull_must_decrease_distance", "A pull leads to the user.", rule="AV-FRC-012")
        if effect.verb == "displace" and space in left:
            raise Refused("space_already_left", "The unit has left that space.", rule="AV-FRC-015")
        if not fits(state, target, space):
            raise Refused("space_occupied", "Another unit stands there.", rule="AV-FRC-013")
        left.append(space)
        here = space


def drag(turn: ValeTurn, effect: Effect, target: str, path: tuple[Hex, ...]) -> None:
    """Carry out a pull or displacement (AV-FRC-011, AV-FRC-014, AV-FRC-006)."""
    start = place(turn.state, target)
    if start is None or not path:
        return
    falls = _falls(turn.state, start, path)
    kind = UnitPulled if effect.verb == "pull" else UnitDisplaced
    turn.emit(kind(unit=target, path=path))
    _terrain(turn, target, falls, path[-1])


def forced_paths(state: Position, user: str, effect: Effect, target: str, amount: int) -> list[tuple[Hex, ...]]:
    """The ways that a pull or displacement may take, one for each end."""
    start = place(state, target)
    found: dict[Hex, tuple[Hex, ...]] = {}
    queue: list[tuple[Hex, ...]] = [()]
    while queue and start is not None:
        path = queue.pop(0)
        for space in neighbours(path[-1] if path else start):
            longer = (*path, space)
            try:
                judge_forced(state, user, effect, target, longer, amount)
            except Refused:
                continue
            if space not in found:
                found[space] = longer
                queue.append(longer)
    return list(found.values())


def swap(turn: ValeTurn, unit: str, other: str) -> None:
    """Let two units change places."""
    here, there = place(turn.state, unit), place(turn.state, other)
    if here is not None and there is not None:
        turn.emit(UnitsSwapped(unit=unit, other=other, at=there, other_at=here))


# ---- what the events change


def _at(state: Position, unit: str, space: Hex) -> Position:
    return with_unit(state, unit, at=space)


@book.evolves(UnitMoved)
def _unit_moved(state: Position, event: UnitMoved) -> Position:
    return _at(state, event.unit, event.path[-1])


@book.evolves(UnitPushed)
def _unit_pushed(state: Position, event: UnitPushed) -> Position:
    return _at(state, event.unit, event.path[-1])


@book.evolves(UnitPulled)
def _unit_pulled(state: Position, event: UnitPulled) -> Position:
    return _at(state, event.unit, event.path[-1])


@book.evolves(UnitDisplaced)
def _unit_displaced(state: Position, event: UnitDisplaced) -> Position:
    return _at(state, event.unit, event.path[-1])


@book.evolves(UnitsSwapped)
def _units_swapped(state: Position, event: UnitsSwapped) -> Position:
    return _at(_at(state, event.unit, event.at), event.other, event.other_at)


@book.evolves(UnitCollided)
def _unit_collided(state: Position, event: UnitCollided) -> Position:
    return state
