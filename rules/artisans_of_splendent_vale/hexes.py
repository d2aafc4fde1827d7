"""Spaces: distances, terrain, who stands where, and who is whose enemy."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache

from rules.artisans_of_splendent_vale.book import group_facts
from rules.artisans_of_splendent_vale.figures import SMOL, UNITS_PER_SPACE
from rules.artisans_of_splendent_vale.state import Board, Hex, Position, is_mob, standing
from rules.artisans_of_splendent_vale.words import Area

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def step(space: Hex, direction: Hex) -> Hex:
    """The next space in a direction."""
    return space[0] + direction[0], space[1] + direction[1]


def neighbours(space: Hex) -> Iterator[Hex]:
    """The six spaces around a space."""
    return (step(space, direction) for direction in DIRECTIONS)


def apart(one: Hex, other: Hex) -> int:
    """Spaces between two spaces as the crow flies."""
    q, r = one[0] - other[0], one[1] - other[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


def on_board(board: Board, space: Hex) -> bool:
    """Whether a space is on the board (AV-TER-010)."""
    return apart(space, (0, 0)) <= board.radius


def spaces(board: Board) -> Iterator[Hex]:
    """All spaces of the board."""
    reach = range(-board.radius, board.radius + 1)
    return ((q, r) for q in reach for r in reach if on_board(board, (q, r)))


def passable(board: Board, space: Hex) -> bool:
    """Whether units can stand on a space (AV-TER-009, AV-TER-010)."""
    return on_board(board, space) and space not in board.impassable


def distances(board: Board, start: Hex) -> dict[Hex, int]:
    """How far every space is, not counted through impassable ones (AV-ATK-006, AV-ATK-008); an impassable space has
    the distance at which it begins. Elevation and pits change nothing (AV-ATK-019)."""
    return _distances(board.radius, frozenset(board.impassable), start)


@cache
def _distances(radius: int, impassable: frozenset[Hex], start: Hex) -> dict[Hex, int]:
    found = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if here in impassable and here != start:
            continue
        for there in neighbours(here):
            if there not in found and apart(there, (0, 0)) <= radius:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def distance(state: Position, one: Hex, other: Hex) -> int | None:
    """The distance of two spaces, ``None`` where no way leads there; 0 in the same space (AV-ATK-004, AV-SIZ-003)."""
    return distances(state.board, one).get(other)


def between(state: Position, one: str, other: str) -> int | None:
    """The distance of two units on the board."""
    here, there = place(state, one), place(state, other)
    return None if here is None or there is None else distance(state, here, there)


def place(state: Position, unit: str) -> Hex | None:
    """Where a unit stands."""
    found = state.units.get(unit)
    return None if found is None or found.defeated else found.at


def adjacent(state: Position, one: str, other: str) -> bool:
    """Whether two units are adjacent."""
    away = between(state, one, other)
    return away is not None and away <= 1


def climbs(board: Board, start: Hex, end: Hex) -> bool:
    """Whether a step goes up an elevation border (AV-TER-003)."""
    return any(border.low == start and border.high == end for border in board.elevation)


def drops(board: Board, start: Hex, end: Hex) -> bool:
    """Whether a step goes down an elevation border (AV-TER-004)."""
    return any(border.high == start and border.low == end for border in board.elevation)


# ---- units


def size(state: Position, unit: str) -> str:
    """The size of a unit (AV-SIZ-001, AV-SIZ-005, AV-SIZ-008)."""
    if is_mob(state, unit):
        return group_facts(state, unit).size
    return "smol" if unit in SMOL else "medium"


def others_at(state: Position, space: Hex, unit: str, leaving: Iterable[str] = ()) -> list[str]:
    """The other units on a space."""
    return [name for name in standing(state) if state.units[name].at == space and name != unit and name not in leaving]


def fits(state: Position, unit: str, space: Hex, leaving: Iterable[str] = ()) -> bool:
    """Whether a unit can stand on a space: alone, or as one of two of whom one is smol (AV-MOV-003, AV-SIZ-002)."""
    there = others_at(state, space, unit, leaving)
    if not there:
        return True
    return len(there) < UNITS_PER_SPACE and "smol" in (size(state, unit), size(state, there[0]))


def side(state: Position, unit: str) -> str:
    """The side of a unit: ``ally`` for players, companions and allied mobs."""
    return group_facts(state, unit).side if is_mob(state, unit) else "ally"


def hostile(state: Position, unit: str, other: str) -> bool:
    """Whether a unit sees another as an enemy (AV-MOB-001 to AV-MOB-003, AV-ATK-016)."""
    own, their = side(state, unit), side(state, other)
    truce = any(is_mob(state, each) and group_facts(state, each).truce for each in (unit, other))
    if truce and {own, their} == {"ally", "neutral"}:
        return False
    if own == "enemy":
        return their == "ally"
    return own != their


def enemies(state: Position, unit: str) -> tuple[str, ...]:
    """The enemies of a unit that stand on the board."""
    return tuple(other for other in standing(state) if other != unit and hostile(state, unit, other))


def enemy_adjacent(state: Position, unit: str) -> bool:
    """Whether an enemy stands adjacent to a unit (AV-ATK-009)."""
    return any(adjacent(state, unit, other) for other in enemies(state, unit))


def enemy_space(state: Position, unit: str, space: Hex) -> bool:
    """Whether an enemy of a unit stands on a space (AV-MOV-004)."""
    return any(hostile(state, unit, other) for other in others_at(state, space, unit))


# ---- shapes


def _turned(cell: Hex, turns: int) -> Hex:
    q, r = cell
    for _ in range(turns):
        q, r = -r, q + r
    return q, r


def _flipped(cell: Hex) -> Hex:
    return cell[1], cell[0]


def _moved(cells: Iterable[Hex], by: Hex) -> frozenset[Hex]:
    return frozenset(step(cell, by) for cell in cells)


def placements(area: Area, anchors: Iterable[Hex], user: Hex) -> Iterator[tuple[Hex, ...]]:
    """All placements of a shape, turned and flipped: with the hollow space on the user's, or with its first space on
    one of the anchors (AV-ARE-002, AV-ARE-007)."""
    seen = set()
    for flip in (False, True):
        for turns in range(6):
            cells = [_turned(_flipped(cell) if flip else cell, turns) for cell in area.cells]
            if area.hollow is not None:
                pivot = _turned(_flipped(area.hollow) if flip else area.hollow, turns)
                places: Iterable[Hex] = (user,)
            else:
                pivot, places = cells[0], anchors
            for at in places:
                laid = tuple(step(cell, (at[0] - pivot[0], at[1] - pivot[1])) for cell in cells)
                if frozenset(laid) not in seen:
                    seen.add(frozenset(laid))
                    yield laid


def has_shape(area: Area, laid: tuple[Hex, ...], user: Hex) -> bool:
    """Whether spaces form a shape, the hollow one on the user's space."""
    wanted = frozenset(laid)
    if len(wanted) != len(laid) or len(laid) != len(area.cells):
        return False
    return any(frozenset(found) == wanted for found in placements(area, laid, user))
