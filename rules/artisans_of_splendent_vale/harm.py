"""Damage, prevention, healing, injuries, conditions and stun."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules.artisans_of_splendent_vale.book import ValeTurn, awake, begun, book, group_facts, played
from rules.artisans_of_splendent_vale.decisions import (
    AdvanceRecovery,
    AggravateInjury,
    Heal,
    ReadInjuryCard,
    SufferDamage,
)
from rules.artisans_of_splendent_vale.events import (
    BlockExpired,
    BlockGained,
    CompanionDefeated,
    ConditionGained,
    ConditionRemoved,
    DamageHealed,
    DamagePrevented,
    DamageSuffered,
    DamageTransferred,
    InjuryAggravated,
    InjuryCardOpened,
    InjuryCardRead,
    InjuryDeckCreated,
    InjuryDeckShuffled,
    InjuryGained,
    InjuryRecovered,
    MobDefeated,
    ProtectLost,
    RecoveryAdvanced,
    UnitStoodUp,
    UnitStunned,
)
from rules.artisans_of_splendent_vale.figures import FIRST_INJURY, INJURY_CARDS, LASTING_SCAR, SEVERE_BLEED
from rules.artisans_of_splendent_vale.pack import InjuryCard
from rules.artisans_of_splendent_vale.state import (
    Injury,
    OpenInjury,
    Position,
    Unit,
    counted,
    group_of,
    is_mob,
    toughness_of,
    with_companion,
    with_group,
    with_sheet,
    with_unit,
)
from rules.kernel import Refused

SCAR = InjuryCard(name=LASTING_SCAR, transfer=3, effect={"heal_at_least": 2, "heals_only": 1})
"""Card 17 (AV-INJ-015)."""


# ---- damage


def strike(turn: ValeTurn, unit: str, value: int, *, pierce: bool = False) -> None:
    """Deal an attack's damage to one target: threaten, floor at zero, protect, block (AV-ATK-012, AV-ATK-013,
    AV-HEA-008, AV-CND-019 to AV-CND-024); pierce passes by and strips protect (AV-MOD-004 to AV-MOD-006)."""
    here = turn.state.units.get(unit, Unit())
    amount = max(0, value + (1 if here.conditions.get("threaten") else 0))
    if pierce:
        _suffer(turn, unit, amount)
        if here.conditions.get("protect"):
            turn.emit(ProtectLost(unit=unit))
        return
    protect = min(amount, 1 if here.conditions.get("protect") else 0)
    block = min(amount - protect, here.block)
    if protect or block:
        turn.emit(DamagePrevented(unit=unit, protect=protect, block=block))
    _suffer(turn, unit, amount - protect - block)


def hurt(turn: ValeTurn, unit: str, amount: int) -> None:
    """Deal damage that is no attack: block alone prevents it (AV-HEA-007, AV-TER-011, AV-CND-027)."""
    block = min(amount, turn.state.units.get(unit, Unit()).block)
    if block:
        turn.emit(DamagePrevented(unit=unit, protect=0, block=block))
    _suffer(turn, unit, amount - block)


def _suffer(turn: ValeTurn, unit: str, amount: int) -> None:
    if amount <= 0 or turn.state.units.get(unit, Unit()).defeated:
        return
    if unit in turn.state.characters:
        now = turn.state.characters[unit].damage + amount
        turn.emit(DamageSuffered(who=unit, amount=amount, now=now))
        injuries(turn, unit, ())
    elif unit in turn.state.companions:
        companion = turn.state.companions[unit]
        turn.emit(DamageSuffered(who=unit, amount=amount, now=companion.damage + amount))
        if companion.damage + amount >= companion.toughness and unit in turn.state.units:
            turn.emit(CompanionDefeated(unit=unit))
    else:
        _hurt_mob(turn, unit, amount)


def _hurt_mob(turn: ValeTurn, unit: str, amount: int) -> None:
    """Damage on the dial of the group, at most its toughness from one source (AV-MOB-004 to AV-MOB-009, AV-MOB-017)."""
    name, group = group_of(turn.state, unit), group_facts(turn.state, unit)
    if group.kind == "minion":
        turn.emit(DamageSuffered(who=unit, amount=amount, now=group.dial, group=name))
        turn.emit(MobDefeated(unit=unit, group=name, dial=group.dial))
        return
    tough = toughness_of(turn.state, group)
    amount = amount if tough is None else min(amount, tough)
    turn.emit(DamageSuffered(who=unit, amount=amount, now=group.dial + amount, group=name))
    if tough is not None and group.dial + amount >= tough:
        turn.emit(MobDefeated(unit=unit, group=name, dial=group.dial + amount - tough))


def heal(turn: ValeTurn, who: str, amount: int, *, told: bool = False) -> None:
    """Heal damage, never below zero and never injuries (AV-HEA-001, AV-DMG-004); of a mob on its group's dial
    (AV-HEA-003); some injuries lessen it (AV-INJ-015).

    :param told: say so also where nothing was to be healed
    """
    state = turn.state
    if who in state.characters:
        sheet = state.characters[who]
        healed = min(_lessened(sheet.injuries, amount), sheet.damage)
        if healed or told:
            turn.emit(DamageHealed(who=who, amount=healed, now=sheet.damage - healed))
        return
    if who in state.companions:
        damage, group = state.companions[who].damage, None
    else:
        damage, group = group_facts(state, who).dial, group_of(state, who)
    healed = min(amount, damage)
    if healed or told:
        turn.emit(DamageHealed(who=who, amount=healed, now=damage - healed, group=group))


def _lessened(held: Mapping[str, Injury], amount: int) -> int:
    for injury in held.values():
        effect = injury.effect or {}
        least = effect.get("heal_at_least")
        if injury.value and least is not None and amount >= int(least):
            amount = min(amount, int(effect["heals_only"]))
    return amount


# ---- injuries


def injuries(turn: ValeTurn, who: str, drawn: tuple[str, ...]) -> None:
    """Gain injuries while the damage reaches the toughness (AV-DMG-002, AV-INJ-001 to AV-INJ-007, AV-INJ-017).

    Luck: ``injuries.farah`` and so on, the cards in order.
    """
    while turn.state.characters[who].damage >= turn.state.characters[who].toughness:
        if not turn.state.injury_deck_created:
            _gain(turn, who, FIRST_INJURY, SCAR)
            turn.emit(InjuryDeckCreated(cards=len(INJURY_CARDS)))
            continue
        left = {card: 1 for card in INJURY_CARDS if card not in drawn}
        if not left:
            break
        card = turn.chance.draw(f"injuries.{who}", left)[0]
        drawn = (*drawn, card)
        if card not in turn.pack.injuries:
            turn.emit(InjuryCardOpened(who=who, drawn=drawn))
            return
        _gain(turn, who, card, turn.pack.injuries[card])
    if drawn:
        turn.emit(InjuryDeckShuffled(cards=drawn))


def _gain(turn: ValeTurn, who: str, card: str, words: InjuryCard) -> None:
    """Record one injury and move damage to it (AV-INJ-005, AV-INJ-011, AV-INJ-014, AV-INJ-019)."""
    sheet = turn.state.characters[who]
    held = sheet.injuries.get(words.name)
    again = words.again if held is not None else None
    transfer = again.transfer if again is not None and again.transfer is not None else words.transfer
    effect = again.effect if again is not None and again.effect is not None else words.effect
    times = held.times + 1 if held is not None else 1
    moved = sheet.damage if transfer == "all" else min(transfer, sheet.damage)
    value = moved + (held.value if held is not None else 0)
    turn.emit(InjuryGained(who=who, card=card, injury=words.name, times=times, effect=effect))
    turn.emit(DamageTransferred(who=who, injury=words.name, amount=moved, damage=sheet.damage - moved, value=value))


@book.decides(ReadInjuryCard)
def read_injury_card(turn: ValeTurn, decision: ReadInjuryCard) -> None:
    """Say what a drawn card does that the pack does not know; further injuries follow (AV-INJ-004, AV-INJ-006)."""
    state = turn.state
    opened = next((each for each in state.open_injuries if each.who == decision.who), None)
    if opened is None:
        raise Refused("no_injury_open", "No injury card waits to be read.", rule="AV-INJ-004")
    effect = {"words": decision.effect} if decision.effect else None
    turn.emit(InjuryCardRead(who=decision.who))
    card = InjuryCard(name=decision.injury, transfer=decision.transfer, effect=effect)
    _gain(turn, decision.who, opened.drawn[-1], card)
    injuries(turn, decision.who, opened.drawn)


def advance(turn: ValeTurn, who: str, injury: str) -> None:
    """Lower an injury's value by one; at zero its effect is gone (AV-INJ-009, AV-INJ-010)."""
    value = turn.state.characters[who].injuries[injury].value - 1
    turn.emit(RecoveryAdvanced(who=who, injury=injury, value=value))
    if value == 0:
        turn.emit(InjuryRecovered(who=who, injury=injury))


def _active(state: Position, who: str, injury: str) -> Injury:
    found = played(state, who).injuries.get(injury)
    if found is None or not found.value:
        raise Refused("injury_not_active", "That injury has no value.", rule="AV-INJ-013")
    return found


@book.decides(AdvanceRecovery)
def advance_recovery(turn: ValeTurn, decision: AdvanceRecovery) -> None:
    """Advance the recovery of an injury (AV-INJ-009, AV-INJ-013, AV-DAY-004)."""
    _active(begun(turn), decision.who, decision.injury)
    advance(turn, decision.who, decision.injury)


@book.decides(AggravateInjury)
def aggravate_injury(turn: ValeTurn, decision: AggravateInjury) -> None:
    """Aggravate an injury (AV-INJ-012, AV-INJ-013)."""
    found = _active(begun(turn), decision.who, decision.injury)
    turn.emit(InjuryAggravated(who=decision.who, injury=decision.injury, value=found.value + 1))


# ---- the table says so


def _somebody(state: Position, who: str) -> None:
    if who in state.companions or who in state.units:
        return
    played(state, who)


@book.decides(SufferDamage)
def suffer_damage(turn: ValeTurn, decision: SufferDamage) -> None:
    """Suffer damage that is no attack, from a scene or the story (AV-DMG-001).

    Luck: injury cards.
    """
    _somebody(begun(turn), decision.who)
    hurt(turn, decision.who, decision.amount)


@book.decides(Heal)
def heal_damage(turn: ValeTurn, decision: Heal) -> None:
    """Heal damage (AV-DMG-003)."""
    _somebody(awake(turn), decision.who)
    heal(turn, decision.who, decision.amount, told=True)


# ---- conditions, stun, block


def gain_condition(turn: ValeTurn, unit: str, condition: str, count: int) -> None:
    """Place tokens (AV-MOD-015, AV-MOD-018); bleed defeats a minion, which gains nothing else (AV-MOB-010,
    AV-MOB-011). Outside scenes conditions have no effect (AV-CND-008)."""
    here = turn.state.units.get(unit)
    if here is None or here.defeated or count <= 0:
        return
    if is_mob(turn.state, unit) and group_facts(turn.state, unit).kind == "minion":
        if condition == "bleed":
            group = group_of(turn.state, unit)
            turn.emit(MobDefeated(unit=unit, group=group, dial=group_facts(turn.state, unit).dial))
        return
    turn.emit(ConditionGained(unit=unit, condition=condition, count=count))


def stun(turn: ValeTurn, unit: str) -> None:
    """Lay a unit down (AV-MOD-007, AV-MOD-017)."""
    here = turn.state.units.get(unit)
    if here is not None and not here.defeated:
        turn.emit(UnitStunned(unit=unit))


def bleed(turn: ValeTurn, unit: str) -> int:
    """The end of a unit's turn: regen heals, then bleed hurts (AV-CND-009, AV-CND-010, AV-CND-012, AV-CND-014).

    :returns: tokens of bleed that are removed additionally
    """
    conditions = turn.state.units[unit].conditions
    if conditions.get("regen"):
        heal(turn, unit, 1)
    tokens = conditions.get("bleed", 0)
    severe = tokens >= SEVERE_BLEED
    if tokens:
        hurt(turn, unit, 2 if severe else 1)
    return int(severe)


# ---- what the events change


@book.evolves(DamageSuffered)
def _damage_suffered(state: Position, event: DamageSuffered) -> Position:
    return _recorded(state, event.who, event.now, event.group)


@book.evolves(DamageHealed)
def _damage_healed(state: Position, event: DamageHealed) -> Position:
    return _recorded(state, event.who, event.now, event.group)


def _recorded(state: Position, who: str, now: int, group: str | None) -> Position:
    if group is not None:
        return with_group(state, group, dial=now)
    if who in state.companions:
        return with_companion(state, who, damage=now)
    return with_sheet(state, who, damage=now)


@book.evolves(DamagePrevented)
def _damage_prevented(state: Position, event: DamagePrevented) -> Position:
    return with_unit(state, event.unit, block=state.units[event.unit].block - event.block)


def _gone(state: Position, unit: str) -> Position:
    return with_unit(state, unit, at=None, defeated=True, conditions={}, stunned=False, block=0)


@book.evolves(MobDefeated)
def _mob_defeated(state: Position, event: MobDefeated) -> Position:
    return with_group(_gone(state, event.unit), event.group, dial=event.dial)


@book.evolves(CompanionDefeated)
def _companion_defeated(state: Position, event: CompanionDefeated) -> Position:
    return _gone(state, event.unit)


@book.evolves(ConditionGained)
def _condition_gained(state: Position, event: ConditionGained) -> Position:
    held = state.units[event.unit].conditions
    return with_unit(state, event.unit, conditions=counted(held, event.condition, event.count))


@book.evolves(ConditionRemoved)
def _condition_removed(state: Position, event: ConditionRemoved) -> Position:
    held = state.units[event.unit].conditions
    return with_unit(state, event.unit, conditions=counted(held, event.condition, -event.count))


@book.evolves(ProtectLost)
def _protect_lost(state: Position, event: ProtectLost) -> Position:
    held = state.units[event.unit].conditions
    return with_unit(state, event.unit, conditions={key: n for key, n in held.items() if key != "protect"})


@book.evolves(UnitStunned)
def _unit_stunned(state: Position, event: UnitStunned) -> Position:
    return with_unit(state, event.unit, stunned=True)


@book.evolves(UnitStoodUp)
def _unit_stood_up(state: Position, event: UnitStoodUp) -> Position:
    return with_unit(state, event.unit, stunned=False)


@book.evolves(BlockGained)
def _block_gained(state: Position, event: BlockGained) -> Position:
    return with_unit(state, event.unit, block=state.units.get(event.unit, Unit()).block + event.amount)


@book.evolves(BlockExpired)
def _block_expired(state: Position, event: BlockExpired) -> Position:
    return with_unit(state, event.unit, block=0)


def _with_injury(state: Position, who: str, name: str, injury: Injury) -> Position:
    return with_sheet(state, who, injuries={**state.characters[who].injuries, name: injury})


@book.evolves(InjuryGained)
def _injury_gained(state: Position, event: InjuryGained) -> Position:
    held = state.characters[event.who].injuries.get(event.injury, Injury())
    return _with_injury(state, event.who, event.injury, replace(held, times=event.times, effect=event.effect))


@book.evolves(DamageTransferred)
def _damage_transferred(state: Position, event: DamageTransferred) -> Position:
    held = state.characters[event.who].injuries[event.injury]
    state = with_sheet(state, event.who, damage=event.damage)
    return _with_injury(state, event.who, event.injury, replace(held, value=event.value))


@book.evolves(InjuryDeckCreated)
def _injury_deck_created(state: Position, event: InjuryDeckCreated) -> Position:
    return replace(state, injury_deck_created=True)


@book.evolves(InjuryDeckShuffled)
def _injury_deck_shuffled(state: Position, event: InjuryDeckShuffled) -> Position:
    return state


@book.evolves(InjuryCardOpened)
def _injury_card_opened(state: Position, event: InjuryCardOpened) -> Position:
    return replace(state, open_injuries=(*state.open_injuries, OpenInjury(who=event.who, drawn=event.drawn)))


@book.evolves(InjuryCardRead)
def _injury_card_read(state: Position, event: InjuryCardRead) -> Position:
    return replace(state, open_injuries=tuple(each for each in state.open_injuries if each.who != event.who))


@book.evolves(RecoveryAdvanced)
def _recovery_advanced(state: Position, event: RecoveryAdvanced) -> Position:
    held = state.characters[event.who].injuries[event.injury]
    return _with_injury(state, event.who, event.injury, replace(held, value=event.value))


@book.evolves(InjuryRecovered)
def _injury_recovered(state: Position, event: InjuryRecovered) -> Position:
    held = state.characters[event.who].injuries[event.injury]
    return _with_injury(state, event.who, event.injury, replace(held, effect=None))


@book.evolves(InjuryAggravated)
def _injury_aggravated(state: Position, event: InjuryAggravated) -> Position:
    held = state.characters[event.who].injuries[event.injury]
    return _with_injury(state, event.who, event.injury, replace(held, value=event.value))
