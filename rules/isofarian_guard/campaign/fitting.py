"""What a change of equipment does to a guard: stats, AP and bonus chips (ISO-DASH-007 to ISO-DASH-012, ISO-EQP-003 to
ISO-EQP-005)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from rules.isofarian_guard.campaign import derived
from rules.isofarian_guard.campaign.events.guards import (
    BonusChipAdded,
    BonusChipRemoved,
    ChipOverLimitDiscarded,
    ChipsPutInBag,
    ChipsTakenFromBag,
)
from rules.isofarian_guard.campaign.facts import EquipmentSlot
from rules.isofarian_guard.campaign.guarding import chip_room, in_bag, unchanged, with_guard
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.state import Guard, Position, SetStone, Worn
from rules.isofarian_guard.content.parts import Bonus
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Bag, Refused, minus, plus


def refitted(guard: Guard, **changes: Any) -> Guard:
    """A guard with other equipment or base stats: current HP shifts with the maximum (ISO-DASH-008), gained AP is
    active, lost AP leaves the active side first (ISO-DASH-009). HP may come out below 1: see :func:`alive`."""
    changed = replace(guard, **changes)
    hp = guard.hp + derived.hp_max(changed) - derived.hp_max(guard)
    return replace(changed, hp=hp, ap_exhausted=min(guard.ap_exhausted, derived.ap_max(changed)))


def alive(name: str, guard: Guard) -> Guard:
    """The guard, when the change leaves at least 1 HP (ISO-DASH-008).

    :raises Refused: ``hp_would_reach_zero``
    """
    if guard.hp < 1:
        sentence = f"{named(name)} would be left with {guard.hp} HP."
        raise Refused("hp_would_reach_zero", sentence, rule="ISO-DASH-008", remedy="Heal first.")
    return guard


def add_bonus_chips(
    turn: IsofarianTurn,
    name: str,
    bonuses: Iterable[Bonus],
    slot: EquipmentSlot | None = None,
    stone: int | None = None,
) -> None:
    """Bonus chips come into the bag; what would exceed five of a type goes to the supply and was never gained
    (ISO-EQP-004, ISO-EQP-005, ISO-SKILL-011).

    :param slot: where the source is equipped; ``None``: the skill tree
    :param stone: index of the stone that brings them; ``None``: the card itself
    """
    for bonus in bonuses:
        if bonus.chip is None:
            continue
        fits = min(bonus.count, chip_room(turn.state.guards[name], bonus.chip))
        if fits:
            turn.emit(BonusChipAdded(guard=name, chip=bonus.chip, count=fits, slot=slot, stone=stone))
        if bonus.count > fits:
            turn.emit(ChipOverLimitDiscarded(guard=name, chip=bonus.chip, count=bonus.count - fits))


def remove_bonus_chips(turn: IsofarianTurn, name: str, granted: Bag) -> None:
    """Chips that a source really brought leave with it (ISO-EQP-003, ISO-EQP-005)."""
    for chip, count in in_bag(turn.state.guards[name], granted).items():
        turn.emit(BonusChipRemoved(guard=name, chip=chip, count=count))


def put_in_bag(turn: IsofarianTurn, name: str, chip: str, count: int) -> None:
    """A card adds chips to a bag, five of a type at most (ISO-DASH-011)."""
    fits = min(count, chip_room(turn.state.guards[name], chip))
    if fits:
        turn.emit(ChipsPutInBag(guard=name, chip=chip, count=fits))
    if count > fits:
        turn.emit(ChipOverLimitDiscarded(guard=name, chip=chip, count=count - fits))


def chips_of(card: Worn, stones: Iterable[SetStone] | None = None) -> Bag:
    """The chips that a card and its stones really brought."""
    granted = card.granted
    for stone in card.stones if stones is None else stones:
        granted = plus(granted, stone.granted)
    return granted


def _with_granted(guard: Guard, event: BonusChipAdded) -> Mapping[str, Worn]:
    """The equipment with the chips noted at their source."""
    if event.slot is None:
        return {}
    card: Worn = getattr(guard, event.slot)
    gained: Bag = {event.chip: event.count}
    if event.stone is None:
        return {event.slot: replace(card, granted=plus(card.granted, gained))}
    stone = card.stones[event.stone]
    changed = replace(stone, granted=plus(stone.granted, gained))
    return {event.slot: replace(card, stones=(*card.stones[: event.stone], changed, *card.stones[event.stone + 1 :]))}


@RULES.evolves(BonusChipAdded)
def _bonus_chip_added(state: Position, event: BonusChipAdded) -> Position:
    guard = state.guards[event.guard]
    bag = plus(guard.bag, {event.chip: event.count})
    return with_guard(state, event.guard, bag=bag, **_with_granted(guard, event))


@RULES.evolves(BonusChipRemoved)
def _bonus_chip_removed(state: Position, event: BonusChipRemoved) -> Position:
    return with_guard(state, event.guard, bag=minus(state.guards[event.guard].bag, {event.chip: event.count}))


@RULES.evolves(ChipsPutInBag)
def _chips_put_in_bag(state: Position, event: ChipsPutInBag) -> Position:
    return with_guard(state, event.guard, bag=plus(state.guards[event.guard].bag, {event.chip: event.count}))


@RULES.evolves(ChipsTakenFromBag)
def _chips_taken_from_bag(state: Position, event: ChipsTakenFromBag) -> Position:
    return with_guard(state, event.guard, bag=minus(state.guards[event.guard].bag, {event.chip: event.count}))


RULES.evolves(ChipOverLimitDiscarded)(unchanged)
