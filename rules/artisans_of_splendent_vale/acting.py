"""Actions and reactions of characters and companions, and what mobs do."""

from __future__ import annotations

from collections.abc import Mapping

from rules.artisans_of_splendent_vale.book import ValeTurn, begun, book, listed, whose_turn
from rules.artisans_of_splendent_vale.decisions import (
    ActivateMob,
    MobAct,
    Perform,
    React,
    ResolveAttack,
    ResolveEffect,
    SuggestFocus,
)
from rules.artisans_of_splendent_vale.dice import judge_card_payment, judge_payment, roll
from rules.artisans_of_splendent_vale.effects import arguments, deal, judge, ordered, run
from rules.artisans_of_splendent_vale.events import (
    ActionPerformed,
    Boosted,
    DiceSpent,
    EffectResolved,
    FocusSuggested,
    MobActionPerformed,
    MobActivated,
    PotionThrown,
    ReactionPerformed,
)
from rules.artisans_of_splendent_vale.figures import ACTIONS, ATTACKS, COMBO, REACTIONS
from rules.artisans_of_splendent_vale.hexes import between, enemies, hostile
from rules.artisans_of_splendent_vale.pack import MobSet, ValePack
from rules.artisans_of_splendent_vale.scenes import card_of
from rules.artisans_of_splendent_vale.state import (
    Position,
    Turn,
    Unit,
    Work,
    counted,
    group_of,
    is_mob,
    with_sheet,
    with_turn,
)
from rules.artisans_of_splendent_vale.words import Ability, Effect
from rules.kernel import Refused

PUNCH = Ability(cost=("pow",), effects=(Effect(attack=2, dice=1),))
MOVE = Ability(cost=("boot",), effects=(Effect(move=2),))
DEFEND = Ability(kind="reaction", cost=("shield",), effects=(Effect(block=2, dice=1),), timing="enemy_attack")
BASIC: Mapping[str, Ability] = {"move": MOVE, "punch": PUNCH, "defend": DEFEND}
"""What every sheet offers (AV-TURN-015, AV-TURN-016, AV-REA-007)."""

LOB = "lob"


def abilities_of(state: Position, pack: ValePack, unit: str, card: str | None = None) -> Mapping[str, Ability]:
    """The abilities of a sheet, a companion's card or a card (AV-TURN-005, AV-CMP-003)."""
    if unit in state.companions:
        return pack.companions.get(unit, {})
    if card is None:
        return {**BASIC, **pack.sheet.get(unit, {})}
    found = card_of(state, pack, card)
    return found.abilities if found is not None else {}


def _ability(state: Position, pack: ValePack, unit: str, name: str, card: str | None, kind: str) -> Ability:
    """Judge that an ability is available (AV-TURN-005, AV-REA-002, AV-SCN-007, AV-EQP-006, AV-POT-002).

    :raises Refused: ``no_potion``, ``not_equipped``, ``card_depleted`` or ``action_not_available``
    """
    sheet = state.characters.get(unit)
    if card is not None and sheet is not None:
        found = card_of(state, pack, card)
        if found is not None and found.type == "potion":
            if not sheet.potions.get(card):
                raise Refused("no_potion", "No such potion is left.", rule="AV-POT-002")
        elif card not in sheet.equipped.cards and card not in sheet.armor.cards:
            raise Refused("not_equipped", "That card is not equipped in this scene.", rule="AV-SCN-007")
        if card in sheet.depleted:
            raise Refused("card_depleted", "That card is used up for this scene.", rule="AV-EQP-006")
    ability = abilities_of(state, pack, unit, card).get(name)
    if ability is None or ability.kind != kind:
        raise Refused("action_not_available", f"There is no {kind} of that name.", rule="AV-TURN-005")
    return ability


def _in_scene(state: Position, unit: str) -> None:
    here = state.units.get(unit)
    companion = state.companions.get(unit)
    hurt = companion is not None and companion.damage >= companion.toughness
    if here is None or here.defeated or here.at is None or hurt:
        raise Refused("unit_defeated", "That unit is out of the scene.", rule="AV-CMP-019")


def _work(unit: str, ability: Ability, decision: Perform | React, *, reaction: bool) -> Work:
    args = arguments(decision)
    return Work(
        user=unit,
        effects=ordered(ability.effects, args),
        args=args,
        crits=ability.symbols if ability.crits is None else ability.crits,
        boosted=decision.boost,
        depletes=decision.card if ability.deplete else None,
        is_reaction=reaction,
        symbols=ability.symbols,
    )


def _judge_cost(state: Position, ability: Ability, decision: Perform | React) -> None:
    if ability.card_cost is not None or decision.pay_card:
        card, count = (ability.card_cost.card, ability.card_cost.count) if ability.card_cost else ("", 0)
        judge_card_payment(state, card, count, listed(decision.pay_card))
    judge_payment(state, (*ability.cost, *(("plus",) if decision.boost else ())), listed(decision.pay))


def _pay(turn: ValeTurn, ability: Ability, decision: Perform | React) -> None:
    if decision.pay_card and ability.card_cost is not None:
        turn.emit(DiceSpent(dice=listed(decision.pay_card), card=ability.card_cost.card))
    if decision.pay:
        turn.emit(DiceSpent(dice=listed(decision.pay)))


# ---- actions


@book.decides(Perform)
def perform(turn: ValeTurn, decision: Perform) -> None:
    """Perform an action (AV-TURN-003 to AV-TURN-014, AV-CMP-002 to AV-CMP-006, AV-BOO-001, AV-POT-006).

    Luck: ``dice``; injury cards.
    """
    known, unit = begun(turn), decision.unit
    owner = known.companions[unit].owner if unit in known.companions else unit
    if owner not in known.players:
        raise Refused("not_your_turn", "Actions are performed in the own turn.", rule="AV-TURN-014")
    state, now = whose_turn(turn, owner)
    _in_scene(state, unit)
    if unit in now.lying:
        raise Refused("stunned", "A stunned unit performs no actions.", rule="AV-MOD-007")
    ability = _ability(state, turn.pack, unit, decision.action, decision.card, "action")
    if now.actions.get(unit, 0) >= ACTIONS:
        raise Refused("no_actions_left", "Two actions are done.", rule="AV-TURN-003")
    if ability.attacks and now.attacks.get(unit, 0) >= ATTACKS:
        raise Refused("attack_already_performed", "One attack action per turn.", rule="AV-TURN-011")
    thrown = _throws(state, turn.pack, unit, decision.card)
    if thrown and decision.boost and decision.via != LOB:
        raise Refused("throw_not_boostable", "Only Lob boosts a thrown potion.", rule="AV-POT-006")
    _judge_cost(state, ability, decision)
    work = _work(unit, ability, decision, reaction=False)
    judge(state, work)
    _pay(turn, ability, decision)
    turn.emit(ActionPerformed(unit=unit, action=decision.action, card=decision.card, attack=ability.attacks))
    if decision.boost:
        turn.emit(Boosted(unit=unit))
    if thrown and decision.card is not None:
        turn.emit(PotionThrown(who=unit, potion=decision.card))
    run(turn, work)


def _throws(state: Position, pack: ValePack, unit: str, card: str | None) -> bool:
    found = card_of(state, pack, card) if card is not None and unit not in state.companions else None
    return found is not None and found.type == "potion"


@book.decides(React)
def react(turn: ValeTurn, decision: React) -> None:
    """Perform a reaction (AV-REA-001 to AV-REA-010, AV-CMP-007, AV-CMP-008).

    Luck: ``dice``.
    """
    state, unit = begun(turn), decision.unit
    now = state.turn
    if now is None or is_mob(state, unit):
        raise Refused("not_your_turn", "Reactions are performed in somebody's turn.", rule="AV-REA-001")
    _in_scene(state, unit)
    ability = _ability(state, turn.pack, unit, decision.reaction, decision.card, "reaction")
    if now.reactions.get(unit, 0) >= REACTIONS:
        raise Refused("reaction_already_used", "One reaction per turn.", rule="AV-REA-001")
    attack = state.pending
    if ability.timing == "enemy_attack" and (attack is None or not hostile(state, unit, attack.attacker)):
        raise Refused("wrong_timing", "That answers an enemy attack.", rule="AV-REA-006")
    _judge_cost(state, ability, decision)
    work = _work(unit, ability, decision, reaction=True)
    judge(state, work)
    _pay(turn, ability, decision)
    turn.emit(ReactionPerformed(unit=unit, reaction=decision.reaction, card=decision.card))
    if decision.boost:
        turn.emit(Boosted(unit=unit))
    run(turn, work)


@book.decides(ResolveAttack)
def resolve_attack(turn: ValeTurn, decision: ResolveAttack) -> None:
    """Close the window for reactions, deal the damage, then what its action does afterwards (AV-REA-006, AV-ATK-017,
    AV-ATK-018).

    Luck: injury cards; ``dice``.
    """
    attack = begun(turn).pending
    if attack is None:
        raise Refused("no_attack_pending", "No attack waits.", rule="AV-ATK-017")
    order = listed(decision.order) or attack.targets
    if sorted(order) != sorted(attack.targets):
        raise Refused("malformed", "The order names all targets.")
    deal(turn, attack, order, waited=True)
    if attack.rest is not None:
        run(turn, attack.rest)


@book.decides(ResolveEffect)
def resolve_effect(turn: ValeTurn, decision: ResolveEffect) -> None:
    """Carry out an effect that a card, scene or entry instructs outside an action (AV-SCN-001, AV-TER-007).

    Luck: ``dice``; injury cards.
    """
    state = begun(turn)
    unit = decision.unit or (state.turn.unit if state.turn is not None else None)
    if not decision.effect.verb:
        raise Refused("malformed", "The effect does nothing.")
    if unit is None or (unit not in state.units and unit not in state.players):
        raise Refused("unit_defeated", "Say which unit carries it out.", rule="AV-CMP-019")
    work = Work(user=unit, effects=(decision.effect,), args=arguments(decision), crits=decision.crits, told=True)
    judge(state, work)
    turn.emit(EffectResolved(unit=unit, verb=decision.effect.verb))
    run(turn, work)


# ---- mobs


def _mobs_turn(turn: ValeTurn, unit: str) -> tuple[Position, Turn]:
    """Judge that it is a mob's turn and that it can act (AV-MOD-012)."""
    if not is_mob(begun(turn), unit):
        raise Refused("not_your_turn", "Only mobs have an activation.", rule="AV-ACT-001")
    state, now = whose_turn(turn, unit)
    if state.units.get(unit, Unit(defeated=True)).defeated:
        raise Refused("unit_defeated", "That unit is out of the scene.", rule="AV-CMP-019")
    if unit in now.lying:
        raise Refused("stunned", "A stunned mob does nothing.", rule="AV-MOD-012")
    return state, now


@book.decides(ActivateMob)
def activate_mob(turn: ValeTurn, decision: ActivateMob) -> None:
    """Roll a mob's activation, once a turn (AV-ACT-001, AV-ACT-002, AV-ACT-005, AV-ACT-006, AV-ACT-010).

    Luck: ``activation``.
    """
    state, now = _mobs_turn(turn, decision.unit)
    if now.roll is not None or now.sets:
        raise Refused("already_activated", "The activation was rolled.", rule="AV-ACT-001")
    rolled = roll(turn, 1, "activation")
    face = rolled[0] if rolled else "wild"
    mob = turn.pack.mobs.get(group_of(state, decision.unit))
    sets = () if mob is None else selected(mob.sets, face, decision.set)
    turn.emit(MobActivated(unit=decision.unit, roll=face, sets=sets))


def selected(sets: tuple[MobSet, ...], face: str, named: str | None) -> tuple[str, ...]:
    """The sets that a result selects, in printed order.

    :raises Refused: ``activation_set_required`` for a Wild that no set lists
    """
    wanted = COMBO if face == "combo" and not any("combo" in each.keys for each in sets) else (face,)
    found = tuple(each.name for each in sets if any(key in each.keys for key in wanted))
    if face != "wild" or found or not sets:
        return found
    if named not in [each.name for each in sets]:
        raise Refused("activation_set_required", "A Wild came up: say which set is performed.", rule="AV-ACT-010")
    return (str(named),)


@book.decides(MobAct)
def mob_act(turn: ValeTurn, decision: MobAct) -> None:
    """Perform one action of a selected set; those before it are given up (AV-ACT-003, AV-ACT-004, AV-ACT-007 to
    AV-ACT-009, AV-ACT-014).

    Luck: ``dice``; injury cards.
    """
    state, now = _mobs_turn(turn, decision.unit)
    if now.roll is None and not now.sets:
        raise Refused("not_activated", "The activation is not rolled yet.", rule="AV-ACT-014")
    mob = turn.pack.mobs.get(group_of(state, decision.unit))
    found = mob.set(decision.set) if mob is not None else None
    if decision.set not in now.sets or found is None:
        raise Refused("set_not_selected", "The roll did not select that set.", rule="AV-ACT-014")
    at, chosen = found
    if decision.action >= len(chosen.actions):
        raise Refused("action_not_available", "The set has no such action.", rule="AV-ACT-014")
    place = (at, decision.action)
    if now.last is not None and place <= now.last:
        raise Refused("action_out_of_order", "The mob has gone past that action.", rule="AV-ACT-003")
    effects = chosen.actions[decision.action]
    work = Work(
        user=decision.unit,
        effects=effects if isinstance(effects, tuple) else (effects,),
        args=arguments(decision),
        crits=chosen.keys,
    )
    judge(state, work)
    turn.emit(MobActionPerformed(unit=decision.unit, set=decision.set, action=decision.action, place=place))
    run(turn, work)


@book.decides(SuggestFocus)
def suggest_focus(turn: ValeTurn, decision: SuggestFocus) -> None:
    """Order a mob's enemies: the nearest first, ties by who is next (AV-AIM-003, AV-AIM-004, AV-AIM-011)."""
    state = begun(turn)
    if state.turn is None or state.turn.unit != decision.unit:
        raise Refused("not_your_turn", "It is not that unit's turn.", rule="AV-INI-001")
    turn.emit(FocusSuggested(unit=decision.unit, order=focus(state, decision.unit)))


def focus(state: Position, unit: str) -> tuple[str, ...]:
    """A mob's enemies in the order that 311.3 suggests."""

    def key(other: str) -> tuple[int, int]:
        away = between(state, unit, other)
        return (999 if away is None else away, _waits(state, other))

    return tuple(sorted(enemies(state, unit), key=key))


def _waits(state: Position, unit: str) -> int:
    """How many portraits it takes until a unit's turn."""
    owner = state.companions[unit].owner if unit in state.companions else unit
    names = (owner, group_of(state, unit)) if is_mob(state, unit) else (owner,)
    count = len(state.initiative)
    ahead = [(at - state.index - 1) % count for at, each in enumerate(state.initiative) if each in names]
    return min(ahead, default=count)


# ---- what the events change


@book.evolves(ActionPerformed)
def _action_performed(state: Position, event: ActionPerformed) -> Position:
    now = state.turn
    if now is None:
        return state
    attacks = counted(now.attacks, event.unit, 1) if event.attack else now.attacks
    return with_turn(state, actions=counted(now.actions, event.unit, 1), attacks=attacks)


@book.evolves(ReactionPerformed)
def _reaction_performed(state: Position, event: ReactionPerformed) -> Position:
    now = state.turn
    return state if now is None else with_turn(state, reactions=counted(now.reactions, event.unit, 1))


@book.evolves(Boosted)
def _boosted(state: Position, event: Boosted) -> Position:
    return state


@book.evolves(PotionThrown)
def _potion_thrown(state: Position, event: PotionThrown) -> Position:
    return with_sheet(state, event.who, potions=counted(state.characters[event.who].potions, event.potion, -1))


@book.evolves(EffectResolved)
def _effect_resolved(state: Position, event: EffectResolved) -> Position:
    return state


@book.evolves(MobActivated)
def _mob_activated(state: Position, event: MobActivated) -> Position:
    return with_turn(state, roll=event.roll, sets=event.sets)


@book.evolves(MobActionPerformed)
def _mob_action_performed(state: Position, event: MobActionPerformed) -> Position:
    return with_turn(state, last=event.place)


@book.evolves(FocusSuggested)
def _focus_suggested(state: Position, event: FocusSuggested) -> Position:
    return with_turn(state, focus=event.order)
