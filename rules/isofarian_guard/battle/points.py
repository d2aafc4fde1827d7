"""Action points: gained, exhausted, refreshed, removed, paid.

A combatant owns at most five gray and five green AP, active and exhausted together (ISO-STAT-006, ISO-ENM-005), and
the box has 30 gray and 20 green cubes (ISO-STAT-012).
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.isofarian_guard.battle.book import BattleTurn, book
from rules.isofarian_guard.battle.decisions import ApPayment
from rules.isofarian_guard.battle.events import ApGained, ApRemoved, ApRestored, ApSpent
from rules.isofarian_guard.battle.state import Ap, BattleState, Combatant, combatant, everyone, with_combatant
from rules.kernel import Refused

AP_LIMIT = 5
"""AP of one color that a combatant owns at most."""
AP_CUBES: Mapping[str, int] = {"gray": 30, "green": 20}
"""AP cubes in the box."""


def owned_ap(figures: Combatant, color: str) -> int:
    """AP of a color that somebody owns, active and exhausted together."""
    return int(getattr(figures.ap_active, color) + getattr(figures.ap_exhausted, color))


def ap_cubes_left(state: BattleState, color: str) -> int:
    """AP cubes of a color in the supply."""
    return AP_CUBES[color] - sum(owned_ap(figures, color) for figures in everyone(state))


def gain_ap(turn: BattleTurn, who: str, color: str, n: int) -> None:
    """Gain AP into the active area, usable at once (ISO-STAT-011), as far as the limit and the supply reach."""
    room = min(AP_LIMIT - owned_ap(combatant(turn.state, who), color), ap_cubes_left(turn.state, color))
    gained = min(n, room)
    if gained > 0:
        turn.emit(ApGained(who=who, ap=_of(color, gained)))


def exhaust(turn: BattleTurn, who: str, color: str, n: int | None) -> None:
    """Exhaust active AP; ``None``: all of that color. Of ``any`` color gray goes first."""
    spent = _take(combatant(turn.state, who).ap_active, color, n)
    if spent.total:
        turn.emit(ApSpent(who=who, ap=spent))


def refresh(turn: BattleTurn, who: str, color: str, n: int | None) -> None:
    """Make exhausted AP active again; ``None``: all of that color (ISO-GEN-002)."""
    restored = _take(combatant(turn.state, who).ap_exhausted, color, n)
    if restored.total:
        turn.emit(ApRestored(who=who, ap=restored))


def remove(turn: BattleTurn, who: str, color: str, n: int | None) -> None:
    """Return AP to the supply: active cubes first, exhausted ones when no active one is left (ISO-CHIP-040)."""
    figures = combatant(turn.state, who)
    active = _take(figures.ap_active, color, n)
    rest = None if n is None else n - active.total
    exhausted = _take(figures.ap_exhausted, color, rest)
    if active.total or exhausted.total:
        turn.emit(ApRemoved(who=who, active=active, exhausted=exhausted))


def _take(ap: Ap, color: str, n: int | None) -> Ap:
    """Up to so many AP of a color, gray before green."""
    gray = ap.gray if color in ("gray", "any") else 0
    green = ap.green if color in ("green", "any") else 0
    if n is None:
        return Ap(gray, green)
    gray = min(gray, max(n, 0))
    return Ap(gray, min(green, max(n - gray, 0)))


def _of(color: str, n: int) -> Ap:
    return Ap(gray=n) if color == "gray" else Ap(green=n)


# ---- paying


def payment(figures: Combatant, cost: int, given: ApPayment | None) -> Ap:
    """The AP that pay a cost: as named, or gray before green (ISO-AI-017, ISO-STAT-014).

    :raises Refused: ``not_enough_ap`` (ISO-STAT-008), ``wrong_ap_payment`` when it is not paid exactly (ISO-RES-012)
    """
    have = figures.ap_active
    if have.total < cost:
        raise Refused("not_enough_ap", f"That costs {cost} AP; {have.total} are active.", rule="ISO-STAT-008")
    if given is None:
        return _take(have, "any", cost)
    named = Ap(given.get("gray", 0), given.get("green", 0))
    if named.total != cost:
        raise Refused("wrong_ap_payment", f"That costs {cost} AP, paid exactly; not {named.total}.", rule="ISO-RES-012")
    if named.gray > have.gray or named.green > have.green:
        sentence = f"Only {have.gray} gray and {have.green} green AP are active."
        raise Refused("not_enough_ap", sentence, rule="ISO-STAT-008")
    return named


def spend(turn: BattleTurn, who: str, ap: Ap) -> None:
    """Move paid AP to the exhausted area (ISO-STAT-008)."""
    if ap.total:
        turn.emit(ApSpent(who=who, ap=ap))


# ---- facts


def _plus(ap: Ap, other: Ap) -> Ap:
    return Ap(ap.gray + other.gray, ap.green + other.green)


def _minus(ap: Ap, other: Ap) -> Ap:
    return Ap(ap.gray - other.gray, ap.green - other.green)


@book.evolves(ApSpent)
def _ap_spent(state: BattleState, event: ApSpent) -> BattleState:
    figures = combatant(state, event.who)
    return with_combatant(
        state,
        event.who,
        ap_active=_minus(figures.ap_active, event.ap),
        ap_exhausted=_plus(figures.ap_exhausted, event.ap),
    )


@book.evolves(ApRestored)
def _ap_restored(state: BattleState, event: ApRestored) -> BattleState:
    figures = combatant(state, event.who)
    return with_combatant(
        state,
        event.who,
        ap_active=_plus(figures.ap_active, event.ap),
        ap_exhausted=_minus(figures.ap_exhausted, event.ap),
    )


@book.evolves(ApGained)
def _ap_gained(state: BattleState, event: ApGained) -> BattleState:
    return with_combatant(state, event.who, ap_active=_plus(combatant(state, event.who).ap_active, event.ap))


@book.evolves(ApRemoved)
def _ap_removed(state: BattleState, event: ApRemoved) -> BattleState:
    figures = combatant(state, event.who)
    return with_combatant(
        state,
        event.who,
        ap_active=_minus(figures.ap_active, event.active),
        ap_exhausted=_minus(figures.ap_exhausted, event.exhausted),
    )
