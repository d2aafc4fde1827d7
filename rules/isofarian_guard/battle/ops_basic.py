"""Operations on HP, ATK, DEF, AP, cubes and aggro, and those that steer others."""

from __future__ import annotations

from msgspec.structs import replace

from rules.isofarian_guard.battle.aiming import targets
from rules.isofarian_guard.battle.amounts import Amount
from rules.isofarian_guard.battle.bagwork import discard_blue_cubes, gain_blue_cubes
from rules.isofarian_guard.battle.book import book
from rules.isofarian_guard.battle.derived import card_name
from rules.isofarian_guard.battle.effects import (
    Attack,
    BlueCubes,
    Choose,
    DiscardBlueCubes,
    ExhaustAp,
    ForEach,
    GainAp,
    Heal,
    If,
    LoseAp,
    LoseHp,
    Modify,
    RefreshAp,
    SetAggro,
)
from rules.isofarian_guard.battle.events import AggroMoved, EffectsEnded, StatModified
from rules.isofarian_guard.battle.harm import attack, heal, lose_hp
from rules.isofarian_guard.battle.interpreter import carries_out, run
from rules.isofarian_guard.battle.play import Play
from rules.isofarian_guard.battle.points import exhaust, gain_ap, refresh, remove
from rules.isofarian_guard.battle.state import BattleState, Modifier, combatant, is_enemy, with_combatant
from rules.isofarian_guard.battle.values import amount, holds
from rules.kernel import Refused, words
from rules.kernel.sums import Part

MANY = 200
"""No printed effect repeats itself, or gives chips, more often."""


@carries_out(Attack)
def _attack(play: Play, effect: Attack) -> None:
    """Attack each target on its own (ISO-DMG-007); an attack modifier of 0 makes it an attack all the same
    (ISO-DMG-010)."""
    group = targets(play, effect.who, heeds_rows=effect.reach == "front")
    for _ in range(min(amount(play, effect.times), MANY)):
        for target in group:
            seen = play.child(play.actor, play.slot)
            seen.victim = target
            modifier = Part(source_name(play), amount(seen, effect.atk), play.slot, "ISO-DMG-003")
            attack(play, target, modifier, effect.on_hit)


def source_name(play: Play) -> str:
    """What people call the card that is carried out."""
    if is_enemy(play.actor):
        return play.cards.ai_name(play.state.enemies[play.actor].enemy, play.slot)
    guard = play.state.guards[play.actor]
    if play.slot in guard.slots:
        return card_name(play.cards, guard.slots[play.slot])
    worn = {"weapon": guard.weapon, "accessory": guard.accessory, "item": guard.item}.get(play.slot)
    return play.cards.name(worn.card) if worn else words(play.slot)


@carries_out(LoseHp)
def _lose_hp(play: Play, effect: LoseHp) -> None:
    """HP loss that is no attack: it cannot be evaded and ignores DEF (ISO-DMG-008)."""
    n = amount(play, effect.n)
    for who in targets(play, effect.who):
        lose_hp(play.turn, play, who, n, play.slot)


@carries_out(Heal)
def _heal(play: Play, effect: Heal) -> None:
    n = amount(play, effect.n)
    for who in targets(play, effect.who):
        heal(play.turn, who, n)


@carries_out(BlueCubes)
def _blue_cubes(play: Play, effect: BlueCubes) -> None:
    n = amount(play, effect.n)
    for who in targets(play, effect.who):
        gain_blue_cubes(play.turn, who, n)


@carries_out(DiscardBlueCubes)
def _discard_blue_cubes(play: Play, effect: DiscardBlueCubes) -> None:
    n = number(play, effect.n)
    for who in targets(play, effect.who):
        discard_blue_cubes(play.turn, who, n)


@carries_out(Modify)
def _modify(play: Play, effect: Modify) -> None:
    """A modifier for the round, or while the ability card that grants it is active (ISO-DMG-004)."""
    until = effect.until or ("active" if play.on_ability_card else "round")
    bound = until == "active" and play.on_ability_card
    modifier = Modifier(
        stat=effect.stat,
        by=amount(play, effect.by),
        until="active" if bound else "round",
        guard=play.actor if bound else None,
        slot=play.slot if bound else None,
        source=source_name(play),
    )
    for who in targets(play, effect.who):
        play.emit(StatModified(who=who, modifier=modifier))


@carries_out(GainAp)
def _gain_ap(play: Play, effect: GainAp) -> None:
    n = amount(play, effect.n)
    for who in targets(play, effect.who):
        gain_ap(play.turn, who, effect.color, n)


@carries_out(LoseAp)
def _lose_ap(play: Play, effect: LoseAp) -> None:
    n = number(play, effect.n)
    for who in targets(play, effect.who):
        remove(play.turn, who, effect.color, n)


@carries_out(ExhaustAp)
def _exhaust_ap(play: Play, effect: ExhaustAp) -> None:
    n = number(play, effect.n)
    for who in targets(play, effect.who):
        exhaust(play.turn, who, effect.color, n)


@carries_out(RefreshAp)
def _refresh_ap(play: Play, effect: RefreshAp) -> None:
    n = number(play, effect.n)
    for who in targets(play, effect.who):
        refresh(play.turn, who, effect.color, n)


@carries_out(SetAggro)
def _set_aggro(play: Play, effect: SetAggro) -> None:
    """A card may move aggro against the usual step 9: cards outrank the rulebook (ISO-GEN-001)."""
    for who in targets(play, effect.who):
        if who in play.state.guards and who != play.state.aggro:
            play.emit(AggroMoved(guard=who))


@carries_out(If)
def _if(play: Play, effect: If) -> None:
    run(play, effect.then if holds(play, effect.cond) else effect.else_)


@carries_out(ForEach)
def _for_each(play: Play, effect: ForEach) -> None:
    for _ in range(min(amount(play, effect.count), MANY)):
        run(play, effect.effects)


@carries_out(Choose)
def _choose(play: Play, effect: Choose) -> None:
    """Some of the labelled options, each once, as the players pick them.

    :raises Refused: ``choice_required``, ``choice_not_offered``
    """
    open_ = dict(effect.options)
    for _ in range(min(effect.pick, len(effect.options))):
        if not play.shared.choices:
            offered = ", ".join(open_)
            raise Refused("choice_required", f"Choose one of: {offered}.", rule="ISO-ABILB-002")
        label = play.shared.choices.pop(0)
        if label not in open_:
            raise Refused("choice_not_offered", f"{words(label)} is not offered here.", rule="ISO-ABILB-002")
        run(play, open_.pop(label))


def number(play: Play, n: Amount | str) -> int | None:
    """A number, or ``None`` for all."""
    return None if isinstance(n, str) else amount(play, n)


# ---- facts


@book.evolves(StatModified)
def _stat_modified(state: BattleState, event: StatModified) -> BattleState:
    modifiers = combatant(state, event.who).modifiers
    return with_combatant(state, event.who, modifiers=(*modifiers, event.modifier))


@book.evolves(EffectsEnded)
def _effects_ended(state: BattleState, event: EffectsEnded) -> BattleState:
    """What a card granted while active ends on everyone (ISO-ABILB-010)."""
    for who in (*state.guards, *state.enemies):
        had = combatant(state, who).modifiers
        kept = tuple(one for one in had if (one.guard, one.slot) != (event.guard, event.slot))
        if len(kept) < len(had):
            state = with_combatant(state, who, modifiers=kept)
    return state


@book.evolves(AggroMoved)
def _aggro_moved(state: BattleState, event: AggroMoved) -> BattleState:
    return replace(state, aggro=event.guard)
