"""Sil and Lux on their dials (ISO-ECO)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.isofarian_guard.campaign.derived import dial_room
from rules.isofarian_guard.campaign.events.cards import LuxGained, LuxSpent, SilGained, SilSpent
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Refused


def gain_sil(turn: IsofarianTurn, amount: int) -> None:
    """Put Sil on the dial, up to 99; the rest is lost (ISO-ECO-001)."""
    fits = min(amount, dial_room(turn.state.sil))
    if amount > 0:
        turn.emit(SilGained(amount=fits, lost=amount - fits))


def gain_lux(turn: IsofarianTurn, amount: int) -> None:
    """Put Lux on the dial, up to 99; the rest is lost (ISO-ECO-002)."""
    fits = min(amount, dial_room(turn.state.lux))
    if amount > 0:
        turn.emit(LuxGained(amount=fits, lost=amount - fits))


def has_sil(state: Position, amount: int, rule: str) -> None:
    """A price in Sil is paid from the dial; Sil in the stash does not count (ISO-ECO-005).

    :raises Refused: ``insufficient_sil``
    """
    if state.sil < amount:
        remedy = "Take Sil out of the stash at Fort Istra." if state.stash.sil else "Sell something or fight."
        raise Refused("insufficient_sil", f"{amount} Sil are needed, {state.sil} are there.", rule=rule, remedy=remedy)


def has_lux(state: Position, amount: int, rule: str) -> None:
    """A price in Lux is paid from the shared dial (ISO-ECO-004, ISO-SKILL-005).

    :raises Refused: ``insufficient_lux``
    """
    if state.lux < amount:
        raise Refused("insufficient_lux", f"{amount} Lux are needed, {state.lux} are there.", rule=rule)


def spend(turn: IsofarianTurn, sil: int = 0, lux: int = 0) -> None:
    """Pay a price that was checked before."""
    if sil:
        turn.emit(SilSpent(amount=sil))
    if lux:
        turn.emit(LuxSpent(amount=lux))


@RULES.evolves(SilGained)
def _sil_gained(state: Position, event: SilGained) -> Position:
    return replace(state, sil=state.sil + event.amount)


@RULES.evolves(SilSpent)
def _sil_spent(state: Position, event: SilSpent) -> Position:
    return replace(state, sil=state.sil - event.amount)


@RULES.evolves(LuxGained)
def _lux_gained(state: Position, event: LuxGained) -> Position:
    return replace(state, lux=state.lux + event.amount)


@RULES.evolves(LuxSpent)
def _lux_spent(state: Position, event: LuxSpent) -> Position:
    return replace(state, lux=state.lux - event.amount)
