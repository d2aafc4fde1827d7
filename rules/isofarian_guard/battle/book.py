"""The rulebook object with which every area of the battle registers, and the first questions that judging asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rules.isofarian_guard.battle.state import BattleState, Step
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Decision, Event, Refused, Rulebook, Turn

book: Rulebook[BattleState, IsofarianPack] = Rulebook()
"""A battle from its first to its last moment, alone or inside a campaign."""

aftermath: Rulebook[BattleState, IsofarianPack] = Rulebook()
"""What the campaign does where there is one: how a battle begins, and rewards and penalties after it."""

BattleTurn = Turn[BattleState, IsofarianPack]
D = TypeVar("D", bound=Decision)
Judge = Callable[[BattleTurn, D], None]

STEPS: dict[Step, str] = {
    "round_start": "the start of the round",
    "choose_guard": "choosing a guard",
    "draw": "the draw",
    "actions": "a guard's actions",
    "enemies_turn": "the enemies' turn",
    "cleanup": "the cleanup phase",
    "rewards": "collecting the rewards",
    "over": "over",
}

_settlers: list[Callable[[BattleTurn], None]] = []


def settles(settler: Callable[[BattleTurn], None]) -> Callable[[BattleTurn], None]:
    """Register what is looked at after every decision of a battle: victory, defeat, an active guard that fell."""
    _settlers.append(settler)
    return settler


def in_battle(
    kind: type[D], *steps: Step, rule: str = "ISO-TURN-001", rules: Rulebook[BattleState, IsofarianPack] = book
) -> Callable[[Judge[D]], Judge[D]]:
    """Register the judge of a decision that belongs to some steps of a battle.

    Before it, the step is judged (``not_in_battle``, ``wrong_step``); after it, the battle is settled.

    :param steps: where it belongs; none: anywhere in a battle
    :param rule: the rule that says so
    """

    def register(judge: Judge[D]) -> Judge[D]:
        @rules.decides(kind)
        def judged(turn: BattleTurn, decision: D) -> None:
            in_step(turn.state, *steps, rule=rule)
            judge(turn, decision)
            for settler in _settlers:
                settler(turn)

        return judge

    return register


def merely_noted(*kinds: type[Event]) -> None:
    """Register facts that are told for the story and change nothing in the position."""
    for kind in kinds:
        book.evolvers[kind] = _unchanged


def _unchanged(state: BattleState, event: Event) -> BattleState:
    return state


def in_step(state: BattleState, *steps: Step, rule: str = "ISO-TURN-001") -> None:
    """Judge that a battle is on and in one of some steps.

    :raises Refused: ``not_in_battle`` or ``wrong_step``
    """
    if state.step == "over":
        raise Refused("not_in_battle", "There is no battle under way.", rule="ISO-START-001")
    if steps and state.step not in steps:
        wanted = " or ".join(STEPS[step] for step in steps)
        raise Refused("wrong_step", f"That belongs to {wanted}; it is now {STEPS[state.step]}.", rule=rule)
