"""What holds in every position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.artisans_of_splendent_vale.figures import CONDITIONS, DICE, FACES, UNITS_PER_SPACE
from rules.artisans_of_splendent_vale.hexes import passable
from rules.artisans_of_splendent_vale.state import Position, standing


def problems(state: Position) -> Iterator[str]:
    """Invariants that a position breaks, in words."""
    yield from _dice(state)
    yield from _units(state)
    for player in state.players:
        if player not in state.characters:
            yield f"{player} has no sheet"
    held = Counter(card for sheet in state.characters.values() for card in sheet.cards)
    for card, count in held.items():
        if count > 1:
            yield f"card {card} is held {count} times (AV-EQP-011)"
    for who, sheet in state.characters.items():
        if sheet.damage >= sheet.toughness and not state.open_injuries:
            yield f"{who} has damage {sheet.damage} with toughness {sheet.toughness} (AV-INJ-006)"
    if state.pending is not None and state.phase != "action_scene":
        yield "an attack waits outside a scene"
    if state.turn is not None and state.phase != "action_scene":
        yield "a turn goes on outside a scene"


def _dice(state: Position) -> Iterator[str]:
    places = (state.dice.pool, *state.dice.cards.values())
    total = sum(sum(dice.values()) for dice in places)
    if total > DICE:
        yield f"{total} dice in the pool and on cards (AV-DICE-001)"
    for dice in places:
        for face, count in dice.items():
            if face not in FACES or count < 0:
                yield f"{count} dice with {face}"


def _units(state: Position) -> Iterator[str]:
    if state.phase not in ("action_scene", "scene_setup"):
        return
    for space, count in Counter(state.units[unit].at for unit in standing(state)).items():
        if count > UNITS_PER_SPACE:
            yield f"{count} units on {space} (AV-SIZ-002)"
        if space is not None and not passable(state.board, space):
            yield f"a unit on the impassable {space} (AV-TER-009)"
    for unit, here in state.units.items():
        for condition, count in here.conditions.items():
            if condition not in CONDITIONS or count < 0:
                yield f"{unit} has {count} of {condition}"
