"""Carrying out the effects of actions, reactions, mobs and instructions, one after the other.

Everything that can be judged is judged before luck is asked. An attack on a character or companion waits for
reactions; what its action does afterwards waits with it. What has become impossible by then is not carried out.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.artisans_of_splendent_vale.aiming import aimed, immovable, judge_chosen
from rules.artisans_of_splendent_vale.book import ValeTurn, a_hex, a_path, book, listed
from rules.artisans_of_splendent_vale.decisions import MobAct, Perform, React, ResolveEffect
from rules.artisans_of_splendent_vale.dice import (
    add_faces,
    add_rolled,
    crits,
    in_pool,
    judge_conversion,
    judge_removal,
    roll,
)
from rules.artisans_of_splendent_vale.events import (
    AttackDeclared,
    AttackResolved,
    BlockGained,
    CardDepleted,
    DiceConverted,
    DiceRemoved,
)
from rules.artisans_of_splendent_vale.harm import gain_condition, heal, hurt, strike, stun
from rules.artisans_of_splendent_vale.hexes import adjacent, hostile, place
from rules.artisans_of_splendent_vale.moving import (
    allowance,
    drag,
    judge_forced,
    judge_path,
    judge_push,
    move,
    push,
    swap,
)
from rules.artisans_of_splendent_vale.state import Hex, Pending, Position, Unit, Work, is_mob, with_sheet, with_unit
from rules.artisans_of_splendent_vale.words import AIMED, Args, Effect
from rules.kernel import Refused

BOOSTABLE = ("attack", "move", "block", "push", "pull", "displace")
"""Verbs whose number is underlined unless it is fixed (AV-BOO-002, AV-BOO-005)."""


def arguments(decision: Perform | React | MobAct | ResolveEffect) -> Args:
    """What a decision says of its effects."""
    order = () if isinstance(decision, React) else decision.order
    return Args(
        path=a_path(decision.path),
        targets=listed(decision.targets),
        area=a_path(decision.area) or (),
        order=listed(order),
        direction=None if decision.direction is None else a_hex(decision.direction),
        distance=decision.distance,
        target_path=a_path(decision.target_path),
        condition_targets=listed(decision.condition_targets),
        chosen_face=decision.chosen_face,
        dice=None if decision.dice is None else listed(decision.dice),
        to=listed(decision.to),
        move_first=isinstance(decision, Perform) and decision.move_first,
    )


def ordered(effects: Sequence[Effect], args: Args) -> tuple[Effect, ...]:
    """The effects in the order in which they are carried out: a move before the attack where chosen (AV-EQP-010)."""
    if not args.move_first:
        return tuple(effects)
    return (*(e for e in effects if e.verb == "move"), *(e for e in effects if e.verb != "move"))


def number(work: Work, effect: Effect, base: int) -> int:
    """The number of an effect without crits, boosted where it can be (AV-BOO-002, AV-BOO-005)."""
    return base + int(work.boosted and effect.verb in BOOSTABLE and not effect.fixed)


# ---- judging beforehand


def judge(state: Position, work: Work) -> None:
    """Judge all effects in advance, as far as they do not hang on luck.

    :raises Refused: a reason of dice, targets, areas or paths
    """
    attacked: tuple[str, ...] = ()
    for effect in work.effects:
        if effect.verb == "move":
            path = work.args.path
            if path:
                amount = allowance(state, work.user, number(work, effect, effect.move or 0))
                judge_path(state, work.user, path, amount, leap=effect.leap, leaving=attacked)
                state = with_unit(state, work.user, at=path[-1])
        elif effect.verb in AIMED:
            targets = _targets(state, work, effect)
            _judge_forced(state, work, effect, targets)
            if effect.verb == "attack":
                attacked = targets
                work = replace(work, targets=targets, linked=True)
        else:
            _judge_dice(state, work, effect)


def _targets(state: Position, work: Work, effect: Effect) -> tuple[str, ...]:
    """Whom an effect concerns: those it reaches itself, else the targets of the attack before (AV-MOD-016, AV-HEA-002).

    :raises Refused: a reason of targets or areas
    """
    if effect.to == "self":
        return (work.user,)
    if effect.to == "chosen":
        return judge_chosen(state, work.user, effect, work.args)
    if effect.verb != "attack" and work.linked and not effect.reaches:
        return tuple(unit for unit in work.targets if place(state, unit) is not None)
    found = aimed(state, work.user, effect, work.args, told=work.told)
    if not found and effect.verb == "heal" and not effect.reaches:
        return (work.user,)
    return found


def _judge_forced(state: Position, work: Work, effect: Effect, targets: Sequence[str]) -> None:
    for target in targets:
        if immovable(state, work.user, effect, target):
            if work.linked and not effect.reaches:
                continue
            raise Refused("target_immovable", "A large unit cannot be moved so.", rule="AV-FRC-019")
        if effect.verb == "push":
            direction = _direction(state, work.args, target)
            if direction is not None:
                judge_push(state, work.user, target, direction)
        elif effect.verb in ("pull", "displace") and work.args.target_path:
            amount = number(work, effect, effect.pull if effect.pull is not None else effect.displace or 0)
            judge_forced(state, work.user, effect, target, work.args.target_path, amount)


def _direction(state: Position, args: Args, target: str) -> Hex | None:
    """The direction of a push, also told by its spaces (AV-FRC-003)."""
    if args.direction is not None or not args.target_path:
        return args.direction
    start = place(state, target)
    if start is None:
        return None
    ways = {(b[0] - a[0], b[1] - a[1]) for a, b in zip((start, *args.target_path), args.target_path, strict=False)}
    if len(ways) != 1:
        raise Refused("push_must_be_straight", "A push keeps to one direction.", rule="AV-FRC-003")
    return ways.pop()


def _judge_dice(state: Position, work: Work, effect: Effect) -> None:
    args = work.args
    if effect.add_choice and args.chosen_face is not None and args.chosen_face not in effect.add_choice:
        raise Refused("die_does_not_match", "That result is not to be chosen.", rule="AV-DICE-004")
    if args.dice is None:
        if effect.remove_dice is not None or effect.remove_faces:
            raise Refused("wrong_dice_count", "Say which dice are removed.", rule="AV-DICE-010")
        return
    if effect.convert is not None:
        judge_conversion(state, effect.convert.from_, effect.convert.count, args.dice)
        _converted(effect, args)
    elif effect.remove_dice is not None:
        in_pool(state, args.dice)
        if len(args.dice) != min(effect.remove_dice, sum(state.dice.pool.values())):
            raise Refused("wrong_dice_count", f"{effect.remove_dice} dice are removed.", rule="AV-DICE-010")
    elif effect.remove_faces:
        judge_removal(state, effect.remove_faces, args.dice)


def _converted(effect: Effect, args: Args) -> tuple[str, ...]:
    """What the turned dice show: as printed, else as chosen (AV-DICE-007)."""
    printed = effect.convert.to if effect.convert is not None else None
    count = len(args.dice or ())
    if isinstance(printed, str):
        return (printed,) * count
    if len(args.to) != count:
        raise Refused("wrong_dice_count", "Say for each die what it shows.", rule="AV-DICE-007")
    if printed is not None and any(face not in printed for face in args.to):
        raise Refused("die_does_not_match", "That result is not to be chosen.", rule="AV-DICE-007")
    return args.to


# ---- carrying out


def run(turn: ValeTurn, work: Work) -> None:
    """Carry out effects until they are done or an attack waits for reactions.

    Luck: ``dice``; injury cards.
    """
    rolled: list[str] = []
    while work.effects:
        effect, work = work.effects[0], replace(work, effects=work.effects[1:])
        if effect.verb == "attack":
            work, waits = _attack(turn, work, effect)
            if waits:
                return
        else:
            rolled += _carry_out(turn, work, effect)
    _finish(turn, work, rolled)


def _finish(turn: ValeTurn, work: Work, rolled: Sequence[str]) -> None:
    if work.is_reaction:
        _answer_with_armor(turn, work.user, rolled)
    sheet = turn.state.characters.get(work.user)
    if sheet is not None and work.boosted and not work.is_reaction:
        for injury in sheet.injuries.values():
            effect = injury.effect or {}
            if injury.value and effect.get("after_boost") in work.symbols:
                gain_condition(turn, work.user, str(effect["condition"]), 1)
    if work.depletes is not None:
        turn.emit(CardDepleted(who=work.user, card=work.depletes))


def _answer_with_armor(turn: ValeTurn, who: str, rolled: Sequence[str]) -> None:
    """Armor that hurts an adjacent attacker when its face was rolled in the reaction (AV-ARM-004, AV-ARM-005)."""
    pending, sheet = turn.state.pending, turn.state.characters.get(who)
    if pending is None or sheet is None:
        return
    for card in sheet.armor.cards:
        passive = turn.pack.cards[card].passive if card in turn.pack.cards else None
        attacker = pending.attacker
        if (
            passive is not None
            and any(face in (passive.face, "wild") for face in rolled)
            and adjacent(turn.state, who, attacker)
            and hostile(turn.state, who, attacker)
        ):
            hurt(turn, attacker, passive.damage)


def _rolled(turn: ValeTurn, work: Work, effect: Effect) -> tuple[tuple[str, ...], int]:
    """The rolled faces and their crits (AV-BOO-003, AV-BOO-004, AV-CRT-007)."""
    if not effect.dice:
        return (), 0
    faces = roll(turn, effect.dice + int(work.boosted))
    return faces, crits(faces, work.crits, effect.honed)


def _attack(turn: ValeTurn, work: Work, effect: Effect) -> tuple[Work, bool]:
    """Roll an attack once for all its targets and deal it, or let it wait (AV-ATK-012, AV-ATK-014, AV-REA-006)."""
    try:
        targets = _targets(turn.state, work, effect)
    except Refused:
        targets = ()  # judged before; by now it is out of reach
    if not targets:
        return replace(work, targets=(), linked=True), False
    _, hits = _rolled(turn, work, effect)
    held = turn.state.units.get(work.user, Unit()).conditions
    value = number(work, effect, effect.attack or 0) + hits
    value += int(bool(held.get("strengthen"))) - int(bool(held.get("weaken")))
    work = replace(work, targets=targets, linked=True)
    waits = turn.state.pending is None and any(not is_mob(turn.state, unit) for unit in targets)
    turn.emit(
        AttackDeclared(
            attacker=work.user,
            targets=targets,
            value=value,
            pierce=effect.pierce,
            waits=waits,
            rest=work if waits else None,
        )
    )
    if not waits:
        deal(turn, Pending(attacker=work.user, targets=targets, value=value, pierce=effect.pierce), targets)
    return work, waits


def deal(turn: ValeTurn, attack: Pending, order: Sequence[str], *, waited: bool = False) -> None:
    """Apply the damage of an attack, target by target (AV-ATK-001, AV-ATK-018, AV-ATK-020, AV-MOB-016)."""
    for unit in order:
        if not turn.state.units.get(unit, Unit()).defeated:
            strike(turn, unit, attack.value, pierce=attack.pierce)
    turn.emit(AttackResolved(attacker=attack.attacker, targets=tuple(order), waited=waited))


def _carry_out(turn: ValeTurn, work: Work, effect: Effect) -> tuple[str, ...]:
    """Carry out one effect that is no attack.

    :returns: what was rolled for it
    """
    if effect.verb == "move":
        _move(turn, work, effect)
    elif effect.verb == "block":
        faces, hits = _rolled(turn, work, effect)
        users = work.args.targets if effect.reaches and work.args.targets else (work.user,)
        for unit in users:
            turn.emit(BlockGained(unit=unit, amount=number(work, effect, effect.block or 0) + hits))
        return faces
    elif effect.verb in AIMED:
        return _affect(turn, work, effect)
    else:
        _dice(turn, work, effect)
    return ()


def _move(turn: ValeTurn, work: Work, effect: Effect) -> None:
    path = work.args.path
    if not path:
        return
    amount = allowance(turn.state, work.user, number(work, effect, effect.move or 0))
    try:
        judge_path(turn.state, work.user, path, amount, leap=effect.leap)
    except Refused:
        return  # judged before; the way has closed since
    move(turn, work.user, path, leap=effect.leap)


def _affect(turn: ValeTurn, work: Work, effect: Effect) -> tuple[str, ...]:
    try:
        targets = _targets(turn.state, work, effect)
    except Refused:
        return ()
    if not targets:
        return ()
    faces, hits = _rolled(turn, work, effect)
    for target in targets:
        if place(turn.state, target) is not None or effect.verb == "heal":
            _affect_one(turn, work, effect, target, hits)
    return faces


def _affect_one(turn: ValeTurn, work: Work, effect: Effect, target: str, hits: int) -> None:
    if effect.verb == "heal":
        heal(turn, target, (effect.heal or 0) + hits)
    elif effect.condition is not None:
        gain_condition(turn, target, effect.condition, effect.n)
    elif effect.stun:
        stun(turn, target)
    elif effect.damage is not None:
        hurt(turn, target, effect.damage + hits)
    elif immovable(turn.state, work.user, effect, target):
        return
    elif effect.swap:
        swap(turn, work.user, target)
    else:
        _force(turn, work, effect, target, hits)


def _force(turn: ValeTurn, work: Work, effect: Effect, target: str, hits: int) -> None:
    args = work.args
    if effect.push is not None:
        direction = _direction(turn.state, args, target)
        if direction is not None:
            amount = number(work, effect, effect.push) + hits
            limit = len(args.target_path) if args.target_path and args.direction is None else args.distance
            push(turn, effect, target, direction, amount if limit is None else min(amount, limit))
    elif args.target_path:
        amount = number(work, effect, effect.pull if effect.pull is not None else effect.displace or 0) + hits
        try:
            judge_forced(turn.state, work.user, effect, target, args.target_path, amount)
        except Refused:
            return
        drag(turn, effect, target, args.target_path)


def _dice(turn: ValeTurn, work: Work, effect: Effect) -> None:
    args = work.args
    if effect.add_dice is not None:
        add_rolled(turn, effect.add_dice + int(work.boosted))
    elif effect.add_faces:
        add_faces(turn, effect.add_faces)
    elif effect.add_choice and args.chosen_face is not None:
        add_faces(turn, (args.chosen_face,))
    elif effect.convert is not None and args.dice:
        turn.emit(DiceConverted(dice=args.dice, to=_converted(effect, args)))
    elif args.dice is not None and (effect.remove_dice is not None or effect.remove_faces):
        turn.emit(DiceRemoved(dice=args.dice))


# ---- what the events change


@book.evolves(AttackDeclared)
def _attack_declared(state: Position, event: AttackDeclared) -> Position:
    if not event.waits:
        return state
    waiting = Pending(
        attacker=event.attacker, targets=event.targets, value=event.value, pierce=event.pierce, rest=event.rest
    )
    return replace(state, pending=waiting)


@book.evolves(AttackResolved)
def _attack_resolved(state: Position, event: AttackResolved) -> Position:
    return replace(state, pending=None) if event.waited else state


@book.evolves(CardDepleted)
def _card_depleted(state: Position, event: CardDepleted) -> Position:
    return with_sheet(state, event.who, depleted=(*state.characters[event.who].depleted, event.card))
