"""Steps 4 and 5 of the Guards' turn: refilling the bag and drawing, the whole hand at once or chip by chip."""

from __future__ import annotations

from msgspec.structs import replace

from rules.isofarian_guard.battle.acting import active_guard
from rules.isofarian_guard.battle.bagwork import draw, draw_one, refill
from rules.isofarian_guard.battle.book import BattleTurn, book, in_battle
from rules.isofarian_guard.battle.decisions import DrawChip, DrawChips, RefillBag
from rules.isofarian_guard.battle.derived import draw_number
from rules.isofarian_guard.battle.events import DrawBegan, DrawCompleted, DrawStopped
from rules.isofarian_guard.battle.harm import lose_hp
from rules.isofarian_guard.battle.luck import all_luck_used
from rules.isofarian_guard.battle.play import Play
from rules.isofarian_guard.battle.state import BattleState
from rules.kernel import Refused

REFILL_HP = 1
"""HP that a refill costs while chips are in the bag."""


@in_battle(RefillBag)
def refill_bag(turn: BattleTurn, decision: RefillBag) -> None:
    """Step 4: all chips of the discard area go into the bag (ISO-REF-005): free while it is empty (ISO-REF-001), for
    1 HP otherwise (ISO-REF-002)."""
    active_guard(turn.state, decision.guard)
    refusal = refill_refusal(turn.state, decision.guard, pay_hp=decision.pay_hp)
    if refusal is not None:
        raise refusal
    if turn.state.guards[decision.guard].bag:
        lose_hp(turn, None, decision.guard, REFILL_HP, "refill")
    refill(turn, decision.guard)


def refill_refusal(state: BattleState, name: str, *, pay_hp: bool) -> Refused | None:
    """Why the active guard cannot refill its bag now, or ``None``: ``refill_window_closed`` (ISO-REF-004),
    ``bag_not_empty`` (ISO-REF-007), ``nothing_to_refill`` (ISO-REF-006), ``hp_would_reach_zero`` (ISO-REF-003)."""
    guard = state.guards[name]
    if state.step != "draw" or state.draw_left is not None:
        sentence = "A bag is refilled before the draw begins, never during or after it."
        return Refused("refill_window_closed", sentence, rule="ISO-REF-004")
    if guard.bag and not pay_hp:
        sentence = "A refill is free only while the bag is empty."
        return Refused("bag_not_empty", sentence, rule="ISO-REF-007", remedy="Pay 1 HP.")
    if not guard.discard:
        return Refused("nothing_to_refill", "The discard area is empty.", rule="ISO-REF-006")
    if guard.bag and guard.hp <= REFILL_HP:
        sentence = "The guard would fall before the draw takes place."
        return Refused("hp_would_reach_zero", sentence, rule="ISO-REF-003")
    return None


@in_battle(DrawChips)
def draw_chips(turn: BattleTurn, decision: DrawChips) -> None:
    """Step 5, the whole hand: one chip at a time until as many black chips came up as there was active AP when the draw
    began (ISO-DRAW-001, ISO-DRAW-003, ISO-DRAW-006, ISO-TURN-012); none with 0 active AP (ISO-DRAW-011)."""
    left = _begun(turn, decision.guard)
    play = Play(turn, decision.guard, given=decision)
    draw(play, decision.guard, left, step_five=True)
    turn.emit(DrawCompleted(guard=decision.guard))
    all_luck_used(turn)


@in_battle(DrawChip)
def draw_chip(turn: BattleTurn, decision: DrawChip) -> None:
    """Step 5, the next chip; the draw is complete as with the whole hand."""
    left = _begun(turn, decision.guard)
    feared = False
    if left and turn.state.guards[decision.guard].bag:
        play = Play(turn, decision.guard, given=decision)
        _, feared = draw_one(play, decision.guard, left=left)
        if feared:
            turn.emit(DrawStopped(guard=decision.guard))
    guard = turn.state.guards[decision.guard]
    if feared or not turn.state.draw_left or not guard.bag or guard.hp == 0:
        turn.emit(DrawCompleted(guard=decision.guard))
    all_luck_used(turn)


def _begun(turn: BattleTurn, name: str) -> int:
    """How many chips still count in the draw under way; it begins here if it has not yet.

    :raises Refused: ``already_drawn`` (ISO-DRAW-016)
    """
    guard = active_guard(turn.state, name)
    if turn.state.step != "draw":
        raise Refused("already_drawn", "There is one draw step per activation.", rule="ISO-DRAW-016")
    if turn.state.draw_left is None:
        turn.emit(DrawBegan(guard=name, number=draw_number(guard)))
    return turn.state.draw_left or 0


# ---- facts


@book.evolves(DrawBegan)
def _draw_began(state: BattleState, event: DrawBegan) -> BattleState:
    return replace(state, draw_left=event.number)


@book.evolves(DrawCompleted)
def _draw_completed(state: BattleState, event: DrawCompleted) -> BattleState:
    return replace(state, step="actions", draw_left=None)
