"""Whom an effect may reach: adjacency, reach, range and areas."""

from __future__ import annotations

from rules.artisans_of_splendent_vale.figures import REACH
from rules.artisans_of_splendent_vale.hexes import (
    between,
    distances,
    enemy_adjacent,
    has_shape,
    hostile,
    place,
    size,
)
from rules.artisans_of_splendent_vale.state import Hex, Position, standing
from rules.artisans_of_splendent_vale.words import FORCED, Args, Effect
from rules.kernel import Refused


def limit(effect: Effect) -> int:
    """How far an effect reaches: its range, two spaces with reach, else one (AV-ATK-002, AV-ATK-005, AV-ATK-007)."""
    if effect.range is not None:
        return effect.range
    return REACH if effect.reach else 1


def judge_attacker(state: Position, user: str, effect: Effect) -> None:
    """Judge that a unit may attack where it stands (AV-ATK-009 to AV-ATK-011, AV-ATK-015, AV-ARE-010).

    :raises Refused: ``cannot_attack_from_pit`` or ``enemy_adjacent``
    """
    if place(state, user) in state.board.pits:
        raise Refused("cannot_attack_from_pit", "A unit in a pit cannot attack.", rule="AV-TER-006")
    if effect.range is not None and enemy_adjacent(state, user):
        raise Refused("enemy_adjacent", "An enemy is too close for a ranged attack.", rule="AV-ATK-009")


def aimed(state: Position, user: str, effect: Effect, args: Args, *, told: bool) -> tuple[str, ...]:
    """The units that an effect with targets of its own reaches, in the order in which they are affected.

    :param told: an instruction from outside an action: only a printed distance limits it
    :raises Refused: a reason of targets or areas
    """
    if effect.verb == "attack" and (args.targets or args.area):
        judge_attacker(state, user, effect)
    if effect.area is not None:
        return _in_area(state, user, effect, args) if args.area else ()
    if len(args.targets) > 1:
        raise Refused("too_many_targets", "It has one target.", rule="AV-ATK-001")
    for target in args.targets:
        on_the_board(state, target)
        if not told or effect.reaches:
            _judge_distance(state, user, effect, target)
        if effect.verb == "attack" and target == user:
            raise Refused("malformed", "Nobody attacks themselves.")
    return args.targets


def on_the_board(state: Position, unit: str) -> None:
    """Judge that a unit can be a target.

    :raises Refused: ``unit_defeated``
    """
    if place(state, unit) is None:
        raise Refused("unit_defeated", "That unit is not on the board.", rule="AV-CMP-019")


def _judge_distance(state: Position, user: str, effect: Effect, target: str) -> None:
    away = between(state, user, target)
    if away is not None and away <= limit(effect):
        return
    if effect.range is not None:
        raise Refused("out_of_range", "The target is beyond the range.", rule="AV-ATK-007")
    raise Refused("out_of_reach", "The target is out of reach.", rule="AV-ATK-005" if effect.reach else "AV-ATK-002")


def _in_area(state: Position, user: str, effect: Effect, args: Args) -> tuple[str, ...]:
    """The units in a shape in the order of its spaces, or in the named one (AV-ARE-001 to AV-ARE-009, AV-ATK-018)."""
    shape, at = effect.area, place(state, user)
    if shape is None or at is None or not has_shape(shape, args.area, at):
        raise Refused("area_shape_mismatch", "Those spaces do not form the shape.", rule="AV-ARE-002")
    if shape.hollow is None:
        away = distances(state.board, at)
        if any(away.get(space, 999) > limit(effect) for space in args.area):
            raise Refused("area_out_of_range", "A space of the shape is too far away.", rule="AV-ARE-003")
    found = in_spaces(state, user, args.area, None if shape.hollow is None else at)
    if args.order:
        if sorted(args.order) != sorted(found):
            raise Refused("malformed", "The order names all affected units.")
        return args.order
    return found


def in_spaces(state: Position, user: str, area: tuple[Hex, ...], hollow: Hex | None) -> tuple[str, ...]:
    """The units in spaces but the user and those in the hollow space (AV-ARE-005, AV-ARE-006, AV-ARE-008)."""
    units = [unit for unit in standing(state) if unit != user]
    return tuple(unit for space in area if space != hollow for unit in units if place(state, unit) == space)


def judge_chosen(state: Position, user: str, effect: Effect, args: Args) -> tuple[str, ...]:
    """The units chosen for a condition (AV-CMP-014).

    :raises Refused: ``too_many_targets``, ``unit_defeated`` or ``out_of_range``
    """
    chosen = args.condition_targets
    if len(chosen) > (effect.up_to if effect.up_to is not None else 1):
        raise Refused("too_many_targets", "More units are named than it reaches.", rule="AV-CMP-014")
    for unit in chosen:
        on_the_board(state, unit)
        away = between(state, user, unit)
        if effect.within is not None and (away is None or away > effect.within):
            raise Refused("out_of_range", "That unit is too far away.", rule="AV-CMP-014")
    return chosen


def immovable(state: Position, user: str, effect: Effect, target: str) -> bool:
    """Whether a large unit withstands forced movement (AV-FRC-019, AV-SIZ-006) or a swap by an enemy (AV-SIZ-007)."""
    if effect.verb not in FORCED or size(state, target) != "large":
        return False
    return effect.verb != "swap" or hostile(state, user, target)
