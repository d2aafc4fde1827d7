"""Standard attacks, how they are turned, evaded and negated, and what answers them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.kernel import Choice, Field, Option, Refused
from rules.stonebound_saga import figures
from rules.stonebound_saga.book import StoneTurn, active, book, until_the_end
from rules.stonebound_saga.decisions import Attack
from rules.stonebound_saga.derived import (
    as_if_blind,
    attack_value,
    critical_chance,
    damage_type,
    evasion_against,
    grants,
    is_ranged,
    negations_against,
    reach,
    stunned,
)
from rules.stonebound_saga.dice import Dice
from rules.stonebound_saga.events import (
    ActionTaken,
    AttackEvaded,
    AttackFailed,
    AttackNegated,
    AttackRedirected,
    CounterMade,
    CriticalHit,
    RetaliationMade,
    StandardAttackMade,
)
from rules.stonebound_saga.figures import DamageType
from rules.stonebound_saga.ground import near, stands_on
from rules.stonebound_saga.harm import hit, inflict, standing
from rules.stonebound_saga.movement import close
from rules.stonebound_saga.pack import StoneboundPack, Strike
from rules.stonebound_saga.state import (
    Position,
    distance,
    opposed,
    place,
    roster,
    with_character,
)


class Struck(NamedTuple):
    """What became of a standard attack.

    :param target: whom it met in the end
    :param landed: it was neither evaded nor negated
    :param crt: its CRT value
    """

    target: str
    landed: bool
    crt: int


PLAIN = Strike()


def standard_attack(
    turn: StoneTurn,
    dice: Dice,
    name: str,
    target: str,
    strike: Strike = PLAIN,
    *,
    counter: bool = False,
    redirect_to: str | None = None,
) -> Struck:
    """Resolve one standard attack after the roll of the Blind, in the order of SS-ATK-009."""
    target = _turned(turn, dice, name, target, redirect_to)
    kind = damage_type(turn.state, name, strike.type)
    me, it = turn.state.characters[name], turn.state.characters[target]
    if avoided(turn, dice, name, target, kind):
        return Struck(target, False, critical_chance(me, it))
    atk = attack_value(me, it)
    turn.emit(StandardAttackMade(character=name, target=target, atk=atk, type=kind, counter=counter))
    crt, critical = _critical(turn, dice, name, target, strike)
    if critical:
        turn.emit(CriticalHit(character=name, target=target))
    hit(turn, dice, name, target, atk * 2 if critical else atk, kind, critical=critical)
    _torches(turn, dice, name, target)
    _reactions(turn, dice, name, target, counter)
    return Struck(target, True, crt)


def _turned(turn: StoneTurn, dice: Dice, name: str, target: str, redirect_to: str | None) -> str:
    """Sand Storm under the target of a ranged attack may turn it (SS-TWI-005, SS-TWI-006)."""
    if not may_be_turned(turn.state, name, target):
        return target
    if not dice.succeeds("sand_storm", target, figures.SAND_STORM_UP_TO) or redirect_to is None:
        return target
    turn.emit(AttackRedirected(character=name, target=target, now=redirect_to))
    return redirect_to


def may_be_turned(state: Position, name: str, target: str) -> bool:
    """Whether Sand Storm has a say in an attack."""
    return is_ranged(state.characters[name]) and stands_on(state, target, "sand_storm")


def redirects(state: Position, target: str) -> tuple[str, ...]:
    """To whom Sand Storm may turn an attack: any other living character within 3 spaces (SS-TWI-006)."""
    at = place(state, target)
    others = (other for other in roster(state) if other != target and state.characters[other].hp)
    return tuple(o for o in others if distance(place(state, o), at) <= figures.SAND_STORM_REACH)


def judge_redirect(state: Position, name: str, target: str, redirect_to: str | None) -> None:
    """Judge where an attack would be turned.

    :raises Refused: ``invalid_redirect``
    """
    if redirect_to is None or not may_be_turned(state, name, target):
        return
    if redirect_to not in redirects(state, target):
        sentence = "Sand Storm turns attacks to another living character within 3 spaces."
        raise Refused("invalid_redirect", sentence, rule="SS-TWI-006")


def avoided(turn: StoneTurn, dice: Dice, by: str, target: str, kind: DamageType) -> bool:
    """Roll evasion, then each negation, of the target against a damage type (SS-EVA-001 to SS-EVA-007); success avoids
    the whole attack."""
    evasion = evasion_against(turn.state, turn.pack, target, kind)
    if evasion and dice.succeeds("evasion", target, evasion):
        turn.emit(AttackEvaded(character=target, by=by))
        return True
    for ability, chance in negations_against(turn.state, turn.pack, target, kind):
        if dice.succeeds("negation", target, chance):
            turn.emit(AttackNegated(character=target, by=by, ability=ability))
            return True
    return False


def _critical(turn: StoneTurn, dice: Dice, name: str, target: str, strike: Strike) -> tuple[int, bool]:
    """The CRT value of an attack and whether it is critical (SS-ATK-005, SS-ATK-008, SS-KEY-009, SS-KEY-011,
    SS-KEY-021), with the roll for Argun Tundra (SS-TWI-009, SS-TWI-010)."""
    me, it = turn.state.characters[name], turn.state.characters[target]
    if strike.no_crt or strike.guaranteed_crt:
        return critical_chance(me, it), not strike.no_crt
    tundra = near(turn.state, name, "argun_tundra", 2)
    if tundra:
        tundra = dice.succeeds("argun_tundra", name, figures.TUNDRA_UP_TO, good=False)
    crt = critical_chance(me, it, tundra)
    return crt, dice.succeeds("crt", name, crt)


def _torches(turn: StoneTurn, dice: Dice, name: str, target: str) -> None:
    """Blazing Torches under the attacker add Burn to a target that still stands (SS-TFI-005, SS-TFI-006)."""
    lit = standing(turn, target) and stands_on(turn.state, name, "blazing_torches")
    if lit and dice.succeeds("blazing_torches", name, figures.TORCHES_UP_TO):
        inflict(turn, dice, name, target, "burn")


def _reactions(turn: StoneTurn, dice: Dice, name: str, target: str, counter: bool) -> None:
    """Counter and retaliation of a target that stands, is awake and was attacked by an opponent (SS-KEY-002 to
    SS-KEY-006, SS-STA-020, SS-STA-024), in the order in which the fuses were laid."""
    if not standing(turn, target) or turn.state.characters[target].has("sleep"):
        return
    if not opposed(turn.state, name, target):
        return
    countered = counter
    for ability, grant in tuple(grants(turn.state, turn.pack, target)):
        if not standing(turn, name) or not standing(turn, target):
            return
        if grant.counter and not countered and _in_reach(turn.state, target, name):
            countered = True
            _counter(turn, dice, target, name)
        elif grant.retaliate:
            turn.emit(RetaliationMade(character=target, target=name, ability=ability))
            hit(turn, dice, target, name, grant.retaliate, grant.type, attack=False)


def _counter(turn: StoneTurn, dice: Dice, name: str, target: str) -> None:
    turn.emit(CounterMade(character=name, target=target))
    if sees(turn, dice, name, (target,)):
        standard_attack(turn, dice, name, target, counter=True)


def sees(turn: StoneTurn, dice: Dice, name: str, targets: Iterable[str]) -> bool:
    """Make the roll of the Blind, where an action needs it (SS-STA-006, SS-STA-007, SS-TDA-005, SS-TDA-006)."""
    if not as_if_blind(turn.state, name, targets) or dice.succeeds("blind", name, figures.BLIND_UP_TO):
        return True
    turn.emit(AttackFailed(character=name))
    return False


def _in_reach(state: Position, name: str, target: str) -> bool:
    return distance(place(state, name), place(state, target)) <= reach(state, name)


# ---- decisions


@book.decides(Attack)
@until_the_end
def attack(turn: StoneTurn, decision: Attack) -> None:
    """Make a standard attack on a living opponent within RNG (SS-ATK-001 to SS-ATK-013)."""
    name, it = active(turn)
    state = turn.state
    if it.has("sleep"):
        raise Refused("asleep", "It sleeps.", rule="SS-STA-018")
    if stunned(it):
        raise Refused("stunned", "It may not target opponents this turn.", rule="SS-STA-023")
    if it.acted:
        raise Refused("action_already_used", "Its attack action is used.", rule="SS-ATK-004")
    other = state.characters.get(decision.target)
    if other is None or other.incapacitated or not opposed(state, name, decision.target):
        raise Refused("invalid_target", "Standard attacks are made on living opponents.", rule="SS-ATK-007")
    if not _in_reach(state, name, decision.target):
        raise Refused("out_of_range", f"It is farther than RNG {reach(state, name)}.", rule="SS-ATK-002")
    judge_redirect(state, name, decision.target, decision.redirect_to)
    dice = Dice(turn, decision)
    turn.emit(ActionTaken(character=name))
    if sees(turn, dice, name, (decision.target,)):
        standard_attack(turn, dice, name, decision.target, redirect_to=decision.redirect_to)
    dice.finish()
    close(turn)


@book.evolves(ActionTaken)
def _action_taken(state: Position, event: ActionTaken) -> Position:
    return with_character(state, event.character, acted=True)


def _unchanged(state: Position, event: object) -> Position:
    return state


for _kind in (
    AttackFailed, AttackRedirected, AttackEvaded, AttackNegated, StandardAttackMade, CriticalHit, CounterMade,
    RetaliationMade,
):  # fmt: skip
    book.evolves(_kind)(_unchanged)


# ---- what may be decided


def targets_in_reach(state: Position, name: str) -> tuple[str, ...]:
    """The living opponents whom a standard attack reaches."""
    others = (other for other in roster(state) if state.characters[other].hp and opposed(state, name, other))
    return tuple(other for other in others if _in_reach(state, name, other))


@book.offers_options
def options(state: Position, pack: StoneboundPack) -> Iterable[Option]:
    """One attack for each opponent in range."""
    name = state.active_character
    if state.phase != "activation" or state.pushed or name is None:
        return
    it = state.characters[name]
    if it.acted:
        return
    blocked = "It sleeps." if it.has("sleep") else "It is stunned this turn." if stunned(it) else ""
    for target in targets_in_reach(state, name):
        fields: list[Field] = []
        if may_be_turned(state, name, target):
            chosen = tuple(Choice(other, pack.name_of(other)) for other in redirects(state, target))
            if chosen:
                fields.append(Field("redirect_to", "If Sand Storm turns it, to", choices=chosen, required=False))
        fields += swap_field(state, (name, target))
        yield Option(
            "attack",
            f"Attack {pack.name_of(target)}",
            {"target": target},
            tuple(fields) if not blocked else (),
            group="Attack",
            likely=True,
            luck=not blocked,
            note=attack_note(state, name, target),
            blocked=blocked,
        )


def swap_field(state: Position, names: Iterable[str]) -> tuple[Field, ...]:
    """The question whether dice are swapped, where one of some characters is in the Throneroom of Lux."""
    if any(stands_on(state, name, "throneroom_of_lux") for name in names):
        return (Field("swap_if_better", "Swap the dice wherever it helps", "flag", required=False, initial=True),)
    return ()


def attack_note(state: Position, name: str, target: str) -> str:
    """How an attack would go: ``4 against PD 1: 3 HP, or 7 on a critical (10 %)``."""
    me, it = state.characters[name], state.characters[target]
    kind = damage_type(state, name)
    armour, word = (it.pd, "PD") if kind == "physical" else (it.sd, "SD")
    atk, crt = attack_value(me, it), critical_chance(me, it)
    plain, critical = max(0, atk - armour), max(0, 2 * atk - armour)
    return f"{atk} against {word} {armour}: {plain} of {it.hp} HP, or {critical} on a critical ({crt} %)"
