"""Actions: who may perform one, and what follows when it is done (SW-ACT-004 to SW-ACT-015)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.encounters_shattered_wastes import events as e
from rules.encounters_shattered_wastes.book import WastesTurn, book
from rules.encounters_shattered_wastes.derived import reactions
from rules.encounters_shattered_wastes.engine import Offer, Result, carries_out
from rules.encounters_shattered_wastes.state import Position, with_character
from rules.encounters_shattered_wastes.steps import NOBODY, FinishAction, Window
from rules.kernel import Refused


def judge_active(state: Position, name: str) -> None:
    """Judge that it is this Character's own activation (SW-ABL-009, SW-ITM-002).

    :raises Refused: ``not_active_character``
    """
    if state.active != name:
        raise Refused("not_active_character", "That is for its own activation.", rule="SW-ACT-010")


def judge_may_act(state: Position, name: str) -> bool:
    """Judge that a Character may perform an action: one of its two, or one that was granted (SW-ACT-004, SW-ACT-010,
    SW-ACT-015).

    :returns: whether it is a granted one
    :raises Refused: ``not_active_character`` or ``no_actions_left``
    """
    if state.active == name and state.characters[name].actions_left:
        return False
    if state.granted_actions.get(name):
        return True
    judge_active(state, name)
    raise Refused("no_actions_left", "Both actions are used.", rule="SW-ACT-004", remedy="End the activation.")


def take_action(turn: WastesTurn, name: str) -> None:
    """Use up an action.

    :raises Refused: as :func:`judge_may_act`
    """
    turn.emit(e.ActionTaken(character=name, granted=judge_may_act(turn.state, name)))


@carries_out(FinishAction)
def _finish_action(turn: WastesTurn, step: FinishAction) -> Result:
    turn.emit(e.ActionPerformed(character=step.character))
    return [Window(step.character, "own_action_performed", "other_character_moved" if step.moved else "")]


@carries_out(Window)
def _window(turn: WastesTurn, step: Window) -> Result:
    """Open the window where a Reaction is eligible; without one nothing opens (SW-RCT-011). What has the same timing is
    offered together, and used in the order that the players like (SW-TIM-001, SW-TIM-002)."""
    found = {
        trigger: reactions(turn.state, turn.pack, trigger, step.character or NOBODY)
        for trigger in (step.trigger, step.also)
        if trigger
    }
    open_ = [trigger for trigger, eligible in found.items() if eligible]
    if not open_:
        return None
    eligible = tuple(each for trigger in open_ for each in found[trigger])
    return Offer(open_[0], step.character, eligible, "".join(open_[1:]))


@book.evolves(e.ActionTaken)
def _action_taken(state: Position, event: e.ActionTaken) -> Position:
    if not event.granted:
        left = state.characters[event.character].actions_left - 1
        return with_character(state, event.character, actions_left=left)
    granted = {**state.granted_actions, event.character: state.granted_actions[event.character] - 1}
    return replace(state, granted_actions={name: count for name, count in granted.items() if count})


@book.evolves(e.ActionPerformed)
def _action_performed(state: Position, event: e.ActionPerformed) -> Position:
    """The action was used up when it began; now its dice leave the table."""
    return replace(state, roll=None)
