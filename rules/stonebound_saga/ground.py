"""Terrain in force: what lies where, what Forest Fire and The Foglands leave of it, and for whom."""

from __future__ import annotations

from rules.stonebound_saga.state import Position, Space, Terrain, distance, place, space_of, terrain_at

NEVER_SILENCED = ("forest_fire", "heroes_hall")


def in_force(state: Position, space: Space, character: str) -> Terrain | None:
    """The terrain of a space, if it works for a character (SS-TFI-002, SS-TFI-004, SS-TWA-008, SS-TWA-009)."""
    terrain = terrain_at(state, space)
    if terrain is None or not _reaches(state, terrain, character):
        return None
    if terrain.card in NEVER_SILENCED:
        return terrain
    fires = (space_of(at) for at, other in state.terrain.items() if _burns(state, other, character))
    return None if any(distance(space, fire) <= 2 for fire in fires) else terrain


def _reaches(state: Position, terrain: Terrain, character: str) -> bool:
    return terrain.fog is None or terrain.fog == state.characters[character].player


def _burns(state: Position, terrain: Terrain, character: str) -> bool:
    return terrain.card == "forest_fire" and _reaches(state, terrain, character)


def stands_on(state: Position, character: str, card: str) -> bool:
    """Whether a character occupies a terrain that works for it (SS-TER-008)."""
    return is_there(state, place(state, character), card, character)


def is_there(state: Position, space: Space, card: str, character: str) -> bool:
    """Whether a terrain lies on a space and works for a character."""
    terrain = in_force(state, space, character)
    return terrain is not None and terrain.card == card


def within(state: Position, space: Space, card: str, reach: int, character: str) -> tuple[Space, ...]:
    """Where terrain of a kind lies on or near a space and works for a character (SS-TER-007), the nearest first."""
    found = [space_of(at) for at, terrain in state.terrain.items() if terrain.card == card]
    near = [at for at in found if distance(at, space) <= reach and in_force(state, at, character)]
    return tuple(sorted(near, key=lambda at: (distance(at, space), at)))


def near(state: Position, character: str, card: str, reach: int) -> bool:
    """Whether a character is on or near terrain of a kind that works for it; several count as one (SS-TER-009)."""
    return bool(within(state, place(state, character), card, reach, character))
