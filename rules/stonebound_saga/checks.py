"""What is wrong with a position: conservation of stones and cards, limits, and things that cannot be at once."""

from __future__ import annotations

from collections.abc import Iterator

from rules.stonebound_saga.figures import STATUS_LIMITS
from rules.stonebound_saga.state import (
    Character,
    Position,
    eliminated,
    fused_stones,
    key,
    on_board,
    roster,
    space_of,
)


def problems(state: Position) -> Iterator[str]:
    """The invariants that a position breaks, in words."""
    yield from _stones(state)
    yield from _places(state)
    for name, it in state.characters.items():
        yield from _character(name, it)
    yield from _turn(state)


def _stones(state: Position) -> Iterator[str]:
    held = sum(len(player.hand) + len(fused_stones(state, name)) for name, player in state.players.items())
    total = held + state.stone_deck.size + len(state.discard)
    if total != state.stones:
        yield f"there are {total} stones, not {state.stones}"
    if any(stone.endswith("_up") for stone in (*state.discard, *state.stone_deck.contents)):
        yield "a raised stone lies outside a hand"


def _places(state: Position) -> Iterator[str]:
    taken: dict[str, str] = {}
    for name, it in state.characters.items():
        if it.pos is None:
            continue
        if not on_board(state, it.pos):
            yield f"{name} is off the board"
        if it.hp and taken.setdefault(key(it.pos), name) != name:
            yield f"{name} and {taken[key(it.pos)]} stand on one space"
    for at in state.terrain:
        if not on_board(state, space_of(at)):
            yield f"terrain lies off the board at {at}"
    if len(roster(state)) != len(state.characters):
        yield "a character belongs to nobody's team, or to two"


def _character(name: str, it: Character) -> Iterator[str]:
    for status, stacks in it.statuses.items():
        limit = 2 if status == "freeze" else STATUS_LIMITS.get(status, 0)
        if limit is not None and stacks > limit:
            yield f"{name} holds {status} {stacks} times"
    if it.incapacitated and (it.statuses or it.fuses or it.red or it.white):
        yield f"{name} is incapacitated and yet holds statuses, fuses or cubes"


def _turn(state: Position) -> Iterator[str]:
    active = state.active_character
    if active is not None and state.characters[active].player != state.active_player:
        yield f"{active} is active in another player's turn"
    if state.phase in ("activation", "break", "discard") and state.active_player is None:
        yield "nobody's turn goes on"
    teams = [all(eliminated(state, p) for p in members) for members in state.teams.values()]
    if state.characters and any(teams) and state.phase != "game_over":
        yield "a side has fallen and the game goes on"
