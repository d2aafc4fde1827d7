"""Attacks (SW-ATK-001 to SW-ATK-020)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.encounters_shattered_wastes import events as e
from rules.encounters_shattered_wastes.acting import take_action
from rules.encounters_shattered_wastes.book import WastesTurn, a_character, book, in_phase
from rules.encounters_shattered_wastes.decisions import BasicAttack
from rules.encounters_shattered_wastes.derived import (
    attack_damage,
    attack_dice,
    basic_reach,
    in_reach,
    is_critical,
    side_of,
)
from rules.encounters_shattered_wastes.enemy import deal_damage
from rules.encounters_shattered_wastes.engine import Read, Result, carries_out, run
from rules.encounters_shattered_wastes.luck import rolled
from rules.encounters_shattered_wastes.pack import Attack
from rules.encounters_shattered_wastes.state import AREAS, Position, Roll, area_of
from rules.encounters_shattered_wastes.steps import FinishAction, ReadAttack, RollAttack, Step, Window
from rules.encounters_shattered_wastes.trackers import gain
from rules.kernel import Refused


def target(state: Position, name: str, area: int | str | None, reach: str) -> str:
    """The Area of an attack: the own one unless another is named and in reach (SW-ATK-002, SW-ATK-003).

    :raises Refused: ``area_not_targetable`` or ``no_strength_in_area``
    """
    space = str(state.characters[name].space)
    chosen = area_of(space) if area is None else str(area)
    if chosen not in AREAS or not in_reach(reach, space, chosen):  # type: ignore[arg-type]
        raise Refused("area_not_targetable", "That Area is out of reach.", rule="SW-ATK-002")
    if not state.areas[chosen]:
        raise Refused("no_strength_in_area", "No Strength card lies in that Area.", rule="SW-ATK-003")
    return chosen


@book.decides(BasicAttack)
def basic_attack(turn: WastesTurn, decision: BasicAttack) -> None:
    """Attack with the dice on the Character card (SW-ATK-004).

    Luck: ``dice``.
    """
    state = in_phase(turn, "action")
    name = decision.character
    a_character(state, name)
    take_action(turn, name)
    area = target(state, name, decision.target_area, basic_reach(state, turn.pack, name))
    dice = side_of(state.characters[name]).dice
    run(
        turn, [RollAttack(name, area, dice), Window(name, "own_die_rolled"), ReadAttack(name, area), FinishAction(name)]
    )


def ability_attack(name: str, attack: Attack, area: str) -> list[Step]:
    """The steps of an Ability's attack (SW-ATK-001, SW-ATK-015)."""
    read = ReadAttack(name, area, attack.bonus_damage, attack.bonus_if, ability=True)
    return [RollAttack(name, area, attack.dice), Window(name, "own_die_rolled"), read]


@carries_out(RollAttack)
def _roll(turn: WastesTurn, step: RollAttack) -> Result:
    dice = rolled(turn, attack_dice(turn.state, turn.pack, step.character, step.dice))
    turn.emit(e.AttackRolled(character=step.character, area=step.area, dice=dice))
    return None


@carries_out(ReadAttack)
def _read(turn: WastesTurn, step: ReadAttack) -> Result:
    """A Critical Success or a total above the Threat hits (SW-ATK-005 to SW-ATK-007, SW-ATK-020); then damage, then
    Threat for all cards that were removed, unless it was critical (SW-ATK-012, SW-ATK-013, SW-FRM-012)."""
    state, name = turn.state, step.character
    dice = state.roll.dice if state.roll else ()
    total, threat = sum(dice), state.characters[name].threat
    critical = is_critical(state, turn.pack, name, total)
    if critical:
        turn.emit(e.CriticalScored(character=name, total=total))
    if not critical and total <= threat:
        turn.emit(e.AttackMissed(character=name, area=step.area, total=total, threat=threat))
        return Read("miss", (Window(name, "own_attack_missed"),))
    turn.emit(e.AttackHit(character=name, area=step.area, total=total, threat=threat))
    damage = attack_damage(turn.state, turn.pack, name, step.bonus_damage, step.bonus_if)
    gained = deal_damage(turn, name, step.area, damage, critical)
    if not critical and not (step.ability and name in turn.state.threatless):
        gain(turn, name, "threat", gained)
    return Read("hit", (Window(name, "own_attack_hit"),))


@book.evolves(e.AttackRolled)
def _attack_rolled(state: Position, event: e.AttackRolled) -> Position:
    return replace(state, roll=Roll(character=event.character, dice=event.dice))


@book.evolves(e.CriticalScored)
def _critical_scored(state: Position, event: e.CriticalScored) -> Position:
    return replace(state, roll=None)


@book.evolves(e.AttackMissed)
def _attack_missed(state: Position, event: e.AttackMissed) -> Position:
    return replace(state, roll=None)


@book.evolves(e.AttackHit)
def _attack_hit(state: Position, event: e.AttackHit) -> Position:
    return replace(state, roll=None)
