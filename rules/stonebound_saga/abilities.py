"""Abilities: targets, payment, and their keywords in the printed order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.kernel import Choice, Field, Option, Refused
from rules.stonebound_saga.attacks import (
    avoided,
    judge_redirect,
    may_be_turned,
    redirects,
    sees,
    standard_attack,
    swap_field,
)
from rules.stonebound_saga.book import (
    NONE,
    StoneTurn,
    a_space,
    a_way,
    active,
    book,
    listed,
    space_name,
    until_the_end,
)
from rules.stonebound_saga.decisions import UseAbility
from rules.stonebound_saga.derived import cost_of, critical_chance, damage_type, may_not_spend, reach, stunned
from rules.stonebound_saga.dice import Dice, digits
from rules.stonebound_saga.events import AbilityUsed, AttackRaised, StonesDiscarded
from rules.stonebound_saga.ground import is_there
from rules.stonebound_saga.harm import (
    gain_extra_hp,
    heal,
    hit,
    inflict,
    lose_hp,
    lose_hp_at_once,
    raise_up,
    remove_statuses,
    standing,
)
from rules.stonebound_saga.movement import close, forced, free_around, give_way, judge_way
from rules.stonebound_saga.pack import Ability, Step, StoneboundPack, all_steps
from rules.stonebound_saga.state import (
    Character,
    Position,
    Space,
    distance,
    key,
    opposed,
    place,
    roster,
    side_of,
    spaces,
    standing_at,
    with_character,
)
from rules.stonebound_saga.stones import judge_payment, payments, stones_name

# ---- targets


def raises(ability: Ability) -> bool:
    """Whether an ability raises incapacitated characters."""
    return any(step.raise_ is not None for step in all_steps(ability.steps))


def may_affect(state: Position, name: str, ability: Ability, target: str) -> bool:
    """Whether a character is of the kind that an ability names (SS-ABL-011), and stands unless it is to be raised."""
    kinds = {
        "enemy": opposed(state, name, target),
        "ally": target != name and side_of(state, target) == side_of(state, name),
        "self": target == name,
        "anyone": True,
    }
    return kinds[ability.target] and state.characters[target].incapacitated == raises(ability)


def in_range(state: Position, name: str, ability: Ability, target: str) -> bool:
    """Whether a target is within RNG, where that matters (SS-ABL-006)."""
    if ability.any_range or target == name:
        return True
    return distance(place(state, name), place(state, target)) <= reach(state, name)


def affectable(state: Position, name: str, ability: Ability) -> tuple[str, ...]:
    """All characters that an ability may affect now; an aura affects every one of them (SS-KEY-001)."""
    return tuple(
        other
        for other in roster(state)
        if may_affect(state, name, ability, other) and in_range(state, name, ability, other)
    )


def _judged_targets(state: Position, name: str, ability: Ability, decision: UseAbility) -> tuple[str, ...]:
    if ability.aura:
        all_of_them = affectable(state, name, ability)
        given = decision.targets if decision.targets is not None else decision.target and (decision.target,)
        if given and sorted(given) != sorted(all_of_them):
            raise Refused("invalid_target", "An aura affects all that it reaches, and no others.", rule="SS-KEY-001")
        if not all_of_them:
            raise Refused("out_of_range", "The aura reaches nobody.", rule="SS-ABL-006")
        return tuple(given) if given else all_of_them
    named = decision.target or (decision.targets[0] if decision.targets and len(decision.targets) == 1 else None)
    target = named or (name if ability.target == "self" else None)
    if target is None or target not in state.characters:
        raise Refused("invalid_target", "Name the target of the ability.", rule="SS-ABL-011")
    if raises(ability) and state.characters[target].hp and _kind_fits(state, name, ability, target):
        raise Refused("not_incapacitated", "Only an incapacitated character is raised.", rule="SS-INC-007")
    if not may_affect(state, name, ability, target):
        raise Refused("invalid_target", f"That ability is for: {ability.target}.", rule="SS-ABL-011")
    if not in_range(state, name, ability, target):
        raise Refused("out_of_range", f"It is farther than RNG {reach(state, name)}.", rule="SS-ABL-006")
    return (target,)


def _kind_fits(state: Position, name: str, ability: Ability, target: str) -> bool:
    same = side_of(state, target) == side_of(state, name)
    return {"enemy": not same, "ally": same and target != name, "self": target == name, "anyone": True}[ability.target]


# ---- where raised characters go


def landing(state: Position, name: str) -> tuple[Space, ...]:
    """The spaces on which a raised character may turn up: its own, or the nearest unoccupied ones (SS-INC-003 to
    SS-INC-005)."""
    own = place(state, name)
    if standing_at(state, own) is None:
        return (own,)
    free = [s for s in spaces(state) if standing_at(state, s) is None and not is_there(state, s, "ice_block", name)]
    nearest = min((distance(own, space) for space in free), default=0)
    return tuple(space for space in free if distance(own, space) == nearest)


def _judged_landing(state: Position, name: str, given: Space | None) -> Space:
    found = landing(state, name)
    if given is None and len(found) == 1:
        return found[0]
    if given not in found or given is None:
        shown = ", ".join(map(space_name, found))
        raise Refused("not_nearest_space", f"It turns up on {shown}.", rule="SS-INC-005")
    return given


# ---- use


@book.decides(UseAbility)
@until_the_end
def use_ability(turn: StoneTurn, decision: UseAbility) -> None:
    """Use an ability of the active character (SS-ABL-001 to SS-ABL-011)."""
    name, it = active(turn)
    ability = judge_use(turn.state, turn.pack, name, decision.ability)
    targets = _judged_targets(turn.state, name, ability, decision)
    foes = tuple(target for target in targets if opposed(turn.state, name, target))
    if foes and stunned(it):
        raise Refused("stunned", "It may not target opponents this turn.", rule="SS-STA-023")
    stones = listed(decision.stones)
    pay(turn.state, name, ability, stones)
    _judge_places(turn.state, name, ability, targets, decision)
    dice = Dice(turn, decision)
    turn.emit(AbilityUsed(character=name, ability=decision.ability, targets=targets, action=not ability.no_action))
    if stones:
        turn.emit(StonesDiscarded(player=it.player, stones=stones))
    if not foes or sees(turn, dice, name, foes):
        steps = _shared(turn, ability, targets)
        for target in targets:
            if standing(turn, name):
                Use(turn, dice, name, decision, target).run(steps)
    dice.finish()
    close(turn)


def _shared(turn: StoneTurn, ability: Ability, targets: Sequence[str]) -> tuple[Step, ...]:
    """Have an aura that begins with a loss of HP take it from all its targets at once.

    :returns: the steps that are left for each of them
    """
    steps = ability.steps
    while ability.aura and steps and steps[0].lose_hp is not None and steps[0].to is None:
        lose_hp_at_once(turn, targets, steps[0].lose_hp)
        steps = steps[1:]
    return steps


def judge_use(state: Position, pack: StoneboundPack, name: str, ability_name: str) -> Ability:
    """Judge that a character may use an ability now, whoever the target and whatever the cost.

    :raises Refused: with what keeps it from it
    """
    it = state.characters[name]
    ability = own_ability(pack, name, ability_name)
    if ability.fuse:
        raise Refused("must_be_fused", "A Fuse ability works by being fused.", rule="SS-FUSE-008")
    if it.has("sleep"):
        raise Refused("asleep", "It sleeps.", rule="SS-STA-018")
    if ability.use_once and ability_name in it.used:
        raise Refused("used_this_turn", "That is used once a turn.", rule="SS-KEY-016")
    if it.acted and not ability.no_action:
        raise Refused("action_already_used", "Its attack action is used.", rule="SS-ABL-003")
    return ability


def own_ability(pack: StoneboundPack, name: str, ability_name: str) -> Ability:
    """An ability of a character's own cards (SS-CMP-007).

    :raises Refused: ``ability_not_available``
    """
    ability = pack.abilities.get(ability_name)
    if ability is None or not pack.owns(name, ability):
        raise Refused("ability_not_available", f"{pack.name_of(name)} has no such ability.", rule="SS-CMP-007")
    return ability


def pay(state: Position, name: str, ability: Ability, stones: Sequence[str]) -> None:
    """Judge the payment of a character's ability (SS-ABL-002, SS-FUSE-002).

    :raises Refused: ``silenced``, ``stone_not_in_hand``, ``wrong_element`` or ``cost_not_met``
    """
    cost = cost_of(state, name, ability)
    rule = may_not_spend(state, name)
    if rule and (cost or stones):
        raise Refused("silenced", "It may not spend Speaking Stones.", rule=rule)
    judge_payment(state, state.characters[name].player, stones, ability.element, cost)


def _judge_places(state: Position, name: str, ability: Ability, targets: Sequence[str], decision: UseAbility) -> None:
    """Judge before any roll where characters would be moved, raised or turned to."""
    path = a_way(decision.path)
    limit = max((_farthest(step) for step in ability.steps), default=0)
    if path and limit and len(path) > limit:
        raise Refused("exceeds_movement", f"It moves its target {limit} spaces at most.", rule="SS-MOV-013")
    if path and ability.steps[0].move_target is not None:
        for target in targets:
            judge_way(state, target, place(state, target), path, shifts=False)
    if raises(ability):
        for target in targets:
            _judged_landing(state, target, None if decision.place is None else a_space(decision.place))
    if any(step.strikes for step in all_steps(ability.steps)):
        for target in targets:
            judge_redirect(state, name, target, decision.redirect_to)


def _farthest(step: Step) -> int:
    """How far a step moves its target at most; On # may double it."""
    doubled = 2 if step.number is not None else 1
    return max([step.move_target or 0, *(_farthest(each) * doubled for each in step.then)])


class Use:
    """One use of an ability on one target, keyword by keyword (SS-ABL-004)."""

    def __init__(self, turn: StoneTurn, dice: Dice, name: str, decision: UseAbility, target: str) -> None:
        self._turn = turn
        self._dice = dice
        self._name = name
        self._decision = decision
        self._target = target
        self._avoided = False
        self._crt: int | None = None

    def run(self, steps: Sequence[Step], factor: int = 1) -> None:
        """Resolve steps in order. What concerns a target that has fallen or avoided the attack is skipped, with
        its roll (SS-ABL-010, SS-EVA-005); a user that falls does nothing more."""
        for step in steps:
            if standing(self._turn, self._name) and self._concerns(step):
                self._resolve(step, factor)

    def _concerns(self, step: Step) -> bool:
        if step.rolls:
            return any(map(self._concerns, step.then))
        if step.to == "self" or step.atk_up is not None:
            return True
        return not self._avoided and (step.raise_ is not None or standing(self._turn, self._target))

    def _resolve(self, step: Step, factor: int) -> None:
        if step.rolls:
            self._roll(step, factor)
        elif step.strikes:
            self._strike(step)
        else:
            self._affect(step, self._name if step.to == "self" else self._target, factor)

    # ---- rolls

    def _roll(self, step: Step, factor: int) -> None:
        """On #-# (SS-KEY-013), On # (SS-KEY-012), On CRT (SS-KEY-014, SS-KEY-018) and On Doubles (SS-KEY-015)."""
        if step.number is not None:
            number = step.number
            value = self._dice.roll("on_number", self._name, lambda rolled: number in digits(rolled))
            matches = digits(value).count(number)
            if matches:
                self.run(step.then, factor * matches)
        elif self._succeeds(step):
            self.run(step.then, factor)

    def _succeeds(self, step: Step) -> bool:
        if step.chance is not None:
            low, high = step.chance
            value = self._dice.roll("on_range", self._name, lambda rolled: low <= rolled <= high, up_to=high)
            return low <= value <= high
        if step.crt_roll:
            crt = critical_chance(self._me) if self._crt is None else self._crt
            return self._dice.succeeds("on_crt", self._name, crt)
        value = self._dice.roll("on_doubles", self._name, _is_double)
        return _is_double(value)

    # ---- attacks

    def _strike(self, step: Step) -> None:
        """One standard attack, or the two of a Double Attack on the same target (SS-KEY-007, SS-KEY-008)."""
        strike = step.strikes
        if strike is None:
            return
        landed, target = False, self._target
        for _ in range(2 if step.double_attack else 1):
            if not standing(self._turn, self._name) or not standing(self._turn, target):
                break
            struck = standard_attack(
                self._turn, self._dice, self._name, target, strike, redirect_to=self._decision.redirect_to
            )
            landed, self._crt = landed or struck.landed, struck.crt
            if not step.double_attack:
                self._target = struck.target
        self._avoided = not landed

    # ---- effects

    def _affect(self, step: Step, who: str, factor: int) -> None:
        turn, dice, name = self._turn, self._dice, self._name
        if step.damage is not None:
            kind = damage_type(turn.state, name, step.type)
            if opposed(turn.state, name, who) and avoided(turn, dice, name, who, kind):
                self._avoided = True
            else:
                hit(turn, dice, name, who, step.damage * factor, kind)
        elif step.lose_hp is not None:
            lose_hp(turn, who, step.lose_hp * factor, "ability", by=name)
        elif step.heal is not None:
            heal(turn, who, step.heal * factor)
        elif step.extra_hp is not None:
            gain_extra_hp(turn, who, step.extra_hp * factor)
        elif step.add is not None:
            inflict(turn, dice, name, who, step.add, factor)
        elif step.remove is not None:
            remove_statuses(turn, who, step.remove)
        elif step.atk_up:
            turn.emit(AttackRaised(character=name, amount=step.atk_up * factor))
        else:
            self._place(step, who, factor)

    def _place(self, step: Step, who: str, factor: int) -> None:
        """Raise a character, or move it."""
        turn, decision = self._turn, self._decision
        if step.raise_ is not None:
            wished = None if decision.place is None else a_space(decision.place)
            raise_up(turn, who, step.raise_, _judged_landing(turn.state, who, wished))
        elif step.move_target is not None and decision.path:
            path = a_way(decision.path)
            if len(path) > step.move_target * factor:
                raise Refused("exceeds_movement", "It is moved farther than that.", rule="SS-MOV-013")
            if forced(turn, self._dice, who, path):
                give_way(turn, self._dice, who, decision.unstable_to, decision.ask_opponent)

    @property
    def _me(self) -> Character:
        return self._turn.state.characters[self._name]


def _is_double(value: int) -> bool:
    tens, ones = digits(value)
    return tens == ones


@book.evolves(AbilityUsed)
def _ability_used(state: Position, event: AbilityUsed) -> Position:
    it = state.characters[event.character]
    used = (*it.used, event.ability)
    return with_character(state, event.character, used=used, acted=it.acted or event.action)


# ---- what may be decided


@book.offers_options
def options(state: Position, pack: StoneboundPack) -> Iterable[Option]:
    """The abilities of the active character that can be paid and have a target."""
    name = state.active_character
    if state.phase != "activation" or state.pushed or name is None:
        return
    for ability_name in pack.abilities_of(name):
        try:
            ability = judge_use(state, pack, name, ability_name)
        except Refused:
            continue
        yield from _uses(state, pack, name, ability_name, ability)


def _uses(state: Position, pack: StoneboundPack, name: str, ability_name: str, ability: Ability) -> Iterable[Option]:
    targets = affectable(state, name, ability)
    if stunned(state.characters[name]):
        if ability.aura and any(opposed(state, name, target) for target in targets):
            return
        targets = tuple(target for target in targets if not opposed(state, name, target))
    cost = cost_of(state, name, ability)
    ways = payments(state, state.characters[name].player, ability.element, cost)
    if not targets or not ways or (cost and may_not_spend(state, name)):
        return
    for target in targets[:1] if ability.aura else targets:
        fields, fixed = _places(state, pack, name, ability, target)
        yield Option(
            "use_ability",
            ability.name if ability.aura or target == name else f"{ability.name}: {pack.name_of(target)}",
            {"ability": ability_name, **({} if ability.aura else {"target": target}), **fixed},
            (payment_field(ways), *fields, *swap_field(state, (name, *targets))),
            group="Abilities",
            luck=_asks_luck(ability),
            note=f"{cost} {ability.element}"
            + (f", on {', '.join(map(pack.name_of, targets))}" if ability.aura else ""),
        )


def payment_field(ways: Sequence[Sequence[str]]) -> Field:
    """The question with which stones something is paid."""
    choices = tuple(Choice(" ".join(way) or NONE, stones_name(way)) for way in ways[:40])
    return Field("stones", "Pay with", choices=choices)


def _places(
    state: Position, pack: StoneboundPack, name: str, ability: Ability, target: str
) -> tuple[tuple[Field, ...], dict[str, object]]:
    """The further questions of an ability for one target: where it is moved, where it turns up, where Sand Storm turns
    the attack."""
    fields: list[Field] = []
    fixed: dict[str, object] = {}
    if any(step.move_target for step in all_steps(ability.steps)):
        around = free_around(state, target, place(state, target))
        fixed["ask_opponent"] = True
        if around and not ability.aura:
            choices = tuple(Choice(key(space), space_name(space)) for space in around)
            fields.append(Field("path", "Move it to", choices=choices, required=False))
    if raises(ability) and len(landing(state, target)) > 1:
        choices = tuple(Choice(key(space), space_name(space)) for space in landing(state, target))
        fields.append(Field("place", "It turns up on", choices=choices))
    if any(step.strikes for step in all_steps(ability.steps)) and may_be_turned(state, name, target):
        turned = tuple(Choice(other, pack.name_of(other)) for other in redirects(state, target))
        if turned and not ability.aura:
            fields.append(Field("redirect_to", "If Sand Storm turns it, to", choices=turned, required=False))
    return tuple(fields), fixed


def _asks_luck(ability: Ability) -> bool:
    return ability.target != "self" or any(step.rolls for step in all_steps(ability.steps))
