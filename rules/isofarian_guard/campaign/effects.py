"""What field event cards, items and books do outside battle, as data (ISO-FLD-006, ISO-DASH-003, ISO-GLO-004)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from rules.isofarian_guard.campaign import derived
from rules.isofarian_guard.campaign.battles import begin_battle
from rules.isofarian_guard.campaign.decisions.journey import Outcome
from rules.isofarian_guard.campaign.events.cards import GuardHealed, GuardHurt, LuxSpent, SilSpent
from rules.isofarian_guard.campaign.events.guards import ChipsTakenFromBag
from rules.isofarian_guard.campaign.fitting import put_in_bag
from rules.isofarian_guard.campaign.guarding import with_guard
from rules.isofarian_guard.campaign.money import gain_lux, gain_sil
from rules.isofarian_guard.campaign.satchels import receive
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.campaign.timing import member
from rules.isofarian_guard.content.parts import Effect, Encounter
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn


def carry_out(turn: IsofarianTurn, effect: Effect, guard: str) -> None:
    """Carry out one effect of a field event card.

    :param guard: whose bag was drawn from, for effects that mean that guard alone
    :raises ValueError: for an effect that nobody can interpret (a fault of the pack)
    """
    for key, act in _ACTS.items():
        if key in effect:
            act(turn, effect, guard)
            return
    raise ValueError(f"no such effect: {dict(effect)!r}")


def _who(turn: IsofarianTurn, effect: Effect, guard: str) -> tuple[str, ...]:
    who = effect.get("who", "both")
    if who in ("both", "both_guards"):
        return turn.state.party
    return (guard,) if who in ("guard", "self") or who not in turn.state.party else (who,)


def _sil(turn: IsofarianTurn, effect: Effect, guard: str) -> None:
    change_sil(turn, effect["sil"])


def _lux(turn: IsofarianTurn, effect: Effect, guard: str) -> None:
    change_lux(turn, effect["lux"])


def _gain(turn: IsofarianTurn, effect: Effect, guard: str) -> None:
    receive(turn, effect["gain"], effect.get("qty", 1))


def _heal(turn: IsofarianTurn, effect: Effect, guard: str) -> None:
    for name in _who(turn, effect, guard):
        change_hp(turn, name, effect["heal"])


def _add_chip(turn: IsofarianTurn, effect: Effect, guard: str) -> None:
    for name in _who(turn, effect, guard):
        put_in_bag(turn, name, effect["add_chip"], effect.get("count", 1))


def _battle(turn: IsofarianTurn, effect: Effect, guard: str) -> None:
    """A battle that a field event forces is no narrative one (ISO-FLD-015)."""
    fought = msgspec.convert(effect["battle"], Encounter)
    begin_battle(turn, "field", fought.enemies, ambush=fought.ambush)


_ACTS: Mapping[str, Callable[[IsofarianTurn, Effect, str], None]] = {
    "sil": _sil,
    "lux": _lux,
    "gain": _gain,
    "heal": _heal,
    "add_chip": _add_chip,
    "battle": _battle,
}


def carry_out_told(turn: IsofarianTurn, outcome: Outcome) -> None:
    """Carry out what the table read where the pack does not know it."""
    change_sil(turn, outcome.sil)
    change_lux(turn, outcome.lux)
    for card, qty in outcome.cards.items():
        if qty:
            receive(turn, card, qty)
    for name, amount in outcome.hp.items():
        member(turn.state, name)
        change_hp(turn, name, amount)
    for name, chips in outcome.chips.items():
        member(turn.state, name)
        for chip, count in chips.items():
            change_chips(turn, name, chip, count)


def change_sil(turn: IsofarianTurn, amount: int) -> None:
    """Gain Sil, or lose as much of it as the dial shows (ISO-ECO-001)."""
    gain_sil(turn, amount)
    lost = min(-amount, turn.state.sil)
    if lost > 0:
        turn.emit(SilSpent(amount=lost))


def change_lux(turn: IsofarianTurn, amount: int) -> None:
    """Gain Lux, or lose as much of it as the dial shows (ISO-ECO-002)."""
    gain_lux(turn, amount)
    lost = min(-amount, turn.state.lux)
    if lost > 0:
        turn.emit(LuxSpent(amount=lost))


def change_hp(turn: IsofarianTurn, name: str, amount: int) -> None:
    """Heal up to the maximum (ISO-DASH-003), or lose HP down to 1: nobody falls outside battle."""
    guard = turn.state.guards[name]
    healed = min(amount, derived.hp_max(guard) - guard.hp)
    lost = min(-amount, guard.hp - 1)
    if healed > 0:
        turn.emit(GuardHealed(guard=name, amount=healed))
    elif lost > 0:
        turn.emit(GuardHurt(guard=name, amount=lost))


def change_chips(turn: IsofarianTurn, name: str, chip: str, count: int) -> None:
    """Chips go into a bag, five of a type at most, or out of it (ISO-DASH-011, ISO-GLO-004)."""
    put_in_bag(turn, name, chip, max(0, count))
    lost = min(-count, turn.state.guards[name].bag.get(chip, 0))
    if lost > 0:
        turn.emit(ChipsTakenFromBag(guard=name, chip=chip, count=lost))


@RULES.evolves(GuardHealed)
def _guard_healed(state: Position, event: GuardHealed) -> Position:
    return with_guard(state, event.guard, hp=state.guards[event.guard].hp + event.amount)


@RULES.evolves(GuardHurt)
def _guard_hurt(state: Position, event: GuardHurt) -> Position:
    return with_guard(state, event.guard, hp=state.guards[event.guard].hp - event.amount)
