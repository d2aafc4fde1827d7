"""The active guard: who may act, and what every action of step 6 asks first."""

from __future__ import annotations

from rules.isofarian_guard.battle.book import STEPS
from rules.isofarian_guard.battle.state import BattleState, Guard
from rules.kernel import Refused, words


def acting_guard(state: BattleState, guard: str) -> Guard:
    """The guard that acts in step 6.

    :raises Refused: what :func:`active_guard` raises, ``draw_first`` (ISO-TURN-006, ISO-ITEM-002), ``draw_incomplete``
        (ISO-DRAW-003)
    """
    active = active_guard(state, guard)
    if state.step == "draw":
        if state.draw_left is not None:
            sentence = f"The draw is not through: {state.draw_left} more chips count."
            raise Refused("draw_incomplete", sentence, rule="ISO-DRAW-003", remedy="Finish the draw.")
        raise Refused("draw_first", "Actions come after the draw.", rule="ISO-TURN-006", remedy="Draw chips first.")
    return active


def active_guard(state: BattleState, guard: str) -> Guard:
    """The guard whose activation it is, in steps 4 to 6.

    :raises Refused: ``no_such_target``, ``wrong_step``, ``guard_fallen`` (ISO-FALLB-005), ``not_active_guard``
        (ISO-TURN-005)
    """
    if guard not in state.guards:
        raise Refused("no_such_target", f"{guard} is not in this battle.")
    if state.step not in ("choose_guard", "draw", "actions"):
        sentence = f"That belongs to a guard's activation; it is now {STEPS[state.step]}."
        raise Refused("wrong_step", sentence, rule="ISO-TURN-001")
    if state.guards[guard].hp == 0:
        raise Refused("guard_fallen", "A fallen guard cannot act.", rule="ISO-FALLB-005")
    if state.active_guard != guard:
        whose = "no guard is active" if state.active_guard is None else f"{words(state.active_guard)} is active"
        raise Refused("not_active_guard", f"Only the active guard acts; {whose}.", rule="ISO-TURN-005")
    return state.guards[guard]
