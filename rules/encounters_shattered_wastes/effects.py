"""The effects of cards, one by one (SW-GLO-001 to SW-GLO-007).

A card that contradicts the rules is followed: its effects are carried out as they stand there (SW-ABL-002).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rules.encounters_shattered_wastes import events as e
from rules.encounters_shattered_wastes.book import WastesTurn, a_character, book, not_in_pile
from rules.encounters_shattered_wastes.derived import replaceable
from rules.encounters_shattered_wastes.enemy import place
from rules.encounters_shattered_wastes.engine import Ask, Result, carries_out
from rules.encounters_shattered_wastes.fates import judge_reclaim, reclaim
from rules.encounters_shattered_wastes.luck import Reported, rolled
from rules.encounters_shattered_wastes.moving import go, judge_path
from rules.encounters_shattered_wastes.state import (
    AREAS,
    MOST_STEPS,
    Position,
    area_of,
    on_board,
    with_area,
    without,
)
from rules.encounters_shattered_wastes.steps import Aims, DoMove, Effect, FinishAction, Op
from rules.encounters_shattered_wastes.trackers import (
    afflict,
    cure,
    gain,
    judge_corruption,
    lower,
    set_to,
)
from rules.kernel import Refused


def judge(turn: WastesTurn, name: str, ops: Iterable[Op], aims: Aims) -> None:
    """Judge what a player says about the effects of a card before anything is paid.

    :raises Refused: ``character_removed``, ``malformed``, or what the effect itself refuses
    """
    ops = tuple(ops)
    if aims.target is not None and not any(op.op == "reclaim" for op in ops):
        a_character(turn.state, aims.target)
    if aims.target_area is not None and aims.target_area not in AREAS:
        raise Refused("area_not_targetable", f"There is no Area {aims.target_area}.", rule="SW-ATK-002")
    for op in ops:
        judging = _JUDGES.get(op.op)
        if judging is not None:
            judging(turn, name, op, aims)


def _judge_move(turn: WastesTurn, name: str, op: Op, aims: Aims) -> None:
    judge_path(turn.state, name, aims.path or (), op.steps if op.op == "move" else MOST_STEPS)


def _judge_reclaim(turn: WastesTurn, name: str, op: Op, aims: Aims) -> None:
    judge_reclaim(turn, _one(name, op, aims), aims.draw, aims.space)


def _judge_inspect(turn: WastesTurn, name: str, op: Op, aims: Aims) -> None:
    area = _area(turn.state, name, aims)
    if not turn.state.areas[area]:
        raise Refused("no_strength_in_area", "No Strength card lies in that Area.", rule="SW-TRT-008")
    if aims.place is not None:
        _arranged(turn.state.areas[area], area, aims.place, aims.order)


def _judge_retarget(turn: WastesTurn, name: str, op: Op, aims: Aims) -> None:
    choices = replaceable(turn.state, name)
    if not choices or (aims.instead_of is not None and aims.instead_of not in choices):
        raise Refused("trigger_not_met", "The enemy targets nobody adjacent of that name.", rule="SW-RCT-008")


def _judge_die(turn: WastesTurn, name: str, op: Op, aims: Aims) -> None:
    roll = turn.state.roll
    if roll is None or roll.character != name:
        raise Refused("trigger_not_met", "No dice of this Character lie there.", rule="SW-RCT-002")
    if op.op == "change_die":
        if not 0 <= (aims.die or 0) < len(roll.dice):
            raise Refused("wrong_dice_count", "There is no such die.", rule="SW-GLO-002")
        return
    if len(set(aims.rerolls)) < len(aims.rerolls):
        raise Refused("already_rerolled", "One effect rerolls a die once only.", rule="SW-GLO-003")
    if len(aims.rerolls) > op.up_to or any(not 0 <= die < len(roll.dice) for die in aims.rerolls):
        raise Refused("wrong_dice_count", f"Up to {op.up_to} of these dice may be rolled again.", rule="SW-GLO-003")


_JUDGES: Mapping[str, Callable[[WastesTurn, str, Op, Aims], None]] = {
    "move": _judge_move,
    "move_action": _judge_move,
    "reclaim": _judge_reclaim,
    "inspect_area": _judge_inspect,
    "retarget": _judge_retarget,
    "change_die": _judge_die,
    "reroll": _judge_die,
}


@carries_out(Effect)
def _effect(turn: WastesTurn, step: Effect) -> Result:
    return _OPS[step.op.op](turn, step)


# ---- whom and where


def _one(name: str, op: Op, aims: Aims) -> str:
    return aims.target or name if op.who == "target" else name


def _whom(state: Position, step: Effect) -> tuple[str, ...]:
    if step.op.who == "all":
        return on_board(state)
    one = _one(step.character, step.op, step.aims)
    return (one,) if state.characters[one].on_board else ()


def _area(state: Position, name: str, aims: Aims) -> str:
    return aims.target_area or area_of(state.characters[name].space or AREAS[0])


# ---- trackers


def _gain(turn: WastesTurn, step: Effect) -> Result:
    for name in _whom(turn.state, step):
        gain(turn, name, step.op.stat or "hp", step.op.amount)
    return None


def _reduce(turn: WastesTurn, step: Effect) -> Result:
    for name in _whom(turn.state, step):
        lower(turn, name, step.op.stat or "hp", step.op.amount)
    return None


def _set(turn: WastesTurn, step: Effect) -> Result:
    value = step.op.to if isinstance(step.op.to, int) else None
    for name in _whom(turn.state, step):
        set_to(turn, name, step.op.stat or "hp", value)
    return None


def _take(turn: WastesTurn, step: Effect) -> Result:
    """One loses what is there, at most the amount; the other gains as much (SW-GLO-005)."""
    op, target = step.op, step.aims.target or step.character
    loser = target if op.from_ == "target" else step.character
    gainer = target if op.to == "target" else step.character
    if all(turn.state.characters[name].on_board for name in (loser, gainer)):
        taken = lower(turn, loser, op.stat or "hp", op.amount)
        gain(turn, gainer, op.stat or "hp", taken)
    return None


def _gain_affliction(turn: WastesTurn, step: Effect) -> Result:
    for name in _whom(turn.state, step):
        afflict(turn, name, 1 if step.op.count == "all" else step.op.count, Reported({}))
    return None


def _remove_affliction(turn: WastesTurn, step: Effect) -> Result:
    for name in _whom(turn.state, step):
        held = turn.state.characters[name].afflictions
        cure(turn, name, held if step.op.count == "all" else held[: step.op.count])
    return None


# ---- Strength cards


def _place(turn: WastesTurn, step: Effect) -> Result:
    source: Any = str(step.op.from_).removesuffix("_top")
    to: Any = step.op.to
    count = step.op.count if isinstance(step.op.count, int) else len(turn.state.areas)
    place(turn, source, to, count, _area(turn.state, step.character, step.aims))
    return None


def _inspect(turn: WastesTurn, step: Effect) -> Result:
    """Look at an Area; where nobody has said yet which card is placed, that is asked now (SW-TRT-008)."""
    area = _area(turn.state, step.character, step.aims)
    if step.aims.place is None:
        turn.emit(e.AreaInspected(character=step.character, area=area, cards=turn.state.areas[area]))
        return Ask("arrange", step.character, area)
    arrange(turn, step.character, area, step.aims.place, step.aims.order)
    return None


def arrange(turn: WastesTurn, name: str, area: str, chosen: str, order: tuple[str, ...] | None) -> None:
    """Lay the cards of an Area in an order and place one of them into FATIGUE.

    :param order: of the others; as they lay where it is left out
    :raises Refused: ``card_not_in_pile`` or ``malformed``
    """
    rest = _arranged(turn.state.areas[area], area, chosen, order)
    turn.emit(e.AreaInspected(character=name, area=area, cards=(chosen, *rest)))
    place(turn, "area", "fatigue", 1, area)


def _arranged(there: Sequence[str], area: str, chosen: str, order: tuple[str, ...] | None) -> tuple[str, ...]:
    if chosen not in there:
        not_in_pile(chosen, f"Area {area}")
    rest = without(tuple(there), chosen)
    if order is None:
        return rest
    if sorted(order) != sorted(rest):
        raise Refused("malformed", "Name each of the other cards once, the top one first.")
    return order


# ---- movement, actions, targets


def _move(turn: WastesTurn, step: Effect) -> Result:
    go(turn, step.character, step.aims.path or (), step.op.steps)
    return None


def _move_action(turn: WastesTurn, step: Effect) -> Result:
    """A whole Move action, other Reactions included (SW-RCT-009)."""
    name = step.character
    return [DoMove(name, step.aims.path or ()), FinishAction(name, moved=True)]


def _retarget(turn: WastesTurn, step: Effect) -> Result:
    """Become the target of the revealed card instead of an adjacent Character (SW-RCT-008)."""
    _judge_retarget(turn, step.character, step.op, step.aims)
    instead = step.aims.instead_of or replaceable(turn.state, step.character)[0]
    turn.emit(e.EnemyRetargeted(character=step.character, instead_of=instead))
    return None


def _grant_action(turn: WastesTurn, step: Effect) -> Result:
    for name in _whom(turn.state, step):
        turn.emit(e.ActionGranted(character=name))
    return None


def _reclaim(turn: WastesTurn, step: Effect) -> Result:
    reclaim(turn, _one(step.character, step.op, step.aims), step.aims.draw, step.aims.space)
    return None


def _no_threat(turn: WastesTurn, step: Effect) -> Result:
    """Ability attacks gain no Threat until the activation ends (SW-ITM-007)."""
    for name in _whom(turn.state, step):
        turn.emit(e.ThreatWaived(character=name))
    return None


# ---- dice


def _change_die(turn: WastesTurn, step: Effect) -> Result:
    """Set a die to another face (SW-GLO-002)."""
    _judge_die(turn, step.character, step.op, step.aims)
    roll, die = turn.state.roll, step.aims.die or 0
    was = roll.dice[die] if roll else 0
    now = step.op.to if isinstance(step.op.to, int) else was
    if now != was:
        turn.emit(e.DieChanged(character=step.character, die=die, was=was, now=now))
    return None


def _reroll(turn: WastesTurn, step: Effect) -> Result:
    """Roll dice again; the first result is ignored (SW-GLO-003). Luck: ``reroll``."""
    _judge_die(turn, step.character, step.op, step.aims)
    dice = turn.state.roll.dice if turn.state.roll else ()
    for die, face in zip(step.aims.rerolls, rolled(turn, len(step.aims.rerolls), "reroll"), strict=True):
        turn.emit(e.DieRerolled(character=step.character, die=die, was=dice[die], now=face))
    return None


def _standing(turn: WastesTurn, step: Effect) -> Result:
    """In effect as long as the card lies there (SW-ABL-010): nothing to do when it is used."""
    return None


_OPS: Mapping[str, Callable[[WastesTurn, Effect], Result]] = {
    "gain": _gain,
    "reduce": _reduce,
    "set": _set,
    "take": _take,
    "gain_affliction": _gain_affliction,
    "remove_affliction": _remove_affliction,
    "place": _place,
    "inspect_area": _inspect,
    "move": _move,
    "move_action": _move_action,
    "retarget": _retarget,
    "grant_action": _grant_action,
    "reclaim": _reclaim,
    "change_die": _change_die,
    "reroll": _reroll,
    "extra_critical": _standing,
    "no_threat": _no_threat,
}


def judge_everyone(turn: WastesTurn) -> None:
    """After a card: whoever is Shattered and at the limit succumbs."""
    for name in on_board(turn.state):
        judge_corruption(turn, name)


@book.evolves(e.AreaInspected)
def _area_inspected(state: Position, event: e.AreaInspected) -> Position:
    return with_area(state, event.area, event.cards)


@book.evolves(e.ActionGranted)
def _action_granted(state: Position, event: e.ActionGranted) -> Position:
    granted = state.granted_actions.get(event.character, 0) + 1
    return replace(state, granted_actions={**state.granted_actions, event.character: granted})


@book.evolves(e.EnemyRetargeted)
def _enemy_retargeted(state: Position, event: e.EnemyRetargeted) -> Position:
    return replace(state, targets=(*without(state.targets, event.instead_of), event.character))


@book.evolves(e.ThreatWaived)
def _threat_waived(state: Position, event: e.ThreatWaived) -> Position:
    return replace(state, threatless=(*without_all(state.threatless, event.character), event.character))


def without_all(names: tuple[str, ...], gone: str) -> tuple[str, ...]:
    """Names without one of them."""
    return tuple(name for name in names if name != gone)


def _with_die(state: Position, die: int, face: int) -> Position:
    if state.roll is None:
        return state
    dice = (*state.roll.dice[:die], face, *state.roll.dice[die + 1 :])
    return replace(state, roll=replace(state.roll, dice=dice))


@book.evolves(e.DieChanged)
def _die_changed(state: Position, event: e.DieChanged) -> Position:
    return _with_die(state, event.die, event.now)


@book.evolves(e.DieRerolled)
def _die_rerolled(state: Position, event: e.DieRerolled) -> Position:
    return _with_die(state, event.die, event.now)
