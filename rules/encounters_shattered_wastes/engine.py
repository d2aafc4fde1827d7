"""Carries out steps one after the other, stops where a Reaction may come between, and goes on afterwards."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar, Union

from msgspec import Struct
from msgspec.structs import replace

from rules.encounters_shattered_wastes.book import WastesTurn, book
from rules.encounters_shattered_wastes.events import (
    ActivationEnded,
    ChoiceDue,
    ChoiceMade,
    DefendPhaseBegan,
    ReactionsOffered,
)
from rules.encounters_shattered_wastes.state import (
    Defend,
    Due,
    DueKind,
    Pending,
    Position,
    on_board,
    with_character,
    with_everyone,
)
from rules.encounters_shattered_wastes.steps import CheckCorruption, Effect, PutAway, Step
from rules.kernel import Refused

S = TypeVar("S", bound=Step)


class Offer(Struct, frozen=True):
    """Reactions may be used before it goes on."""

    trigger: str
    subject: str
    eligible: tuple[str, ...]
    also: str = ""


class Ask(Struct, frozen=True):
    """A choice must be made before it goes on."""

    kind: DueKind
    character: str
    area: str | None = None


class Read(Struct, frozen=True):
    """An attack was read: effects that follow and do not fit the result fall away."""

    result: str
    steps: tuple[Step, ...]


Result = Union[Sequence[Step], Offer, Ask, Read, None]  # noqa: UP007 (read at run time)
_HANDLERS: dict[type[Step], Callable[[WastesTurn, Any], Result]] = {}


def carries_out(
    kind: type[S],
) -> Callable[[Callable[[WastesTurn, S], Result]], Callable[[WastesTurn, S], Result]]:
    """Register the function that carries out a kind of step; the steps that it returns are done next."""

    def register(function: Callable[[WastesTurn, S], Result]) -> Callable[[WastesTurn, S], Result]:
        _HANDLERS[kind] = function
        return function

    return register


def run(turn: WastesTurn, steps: Iterable[Step], later: Iterable[Step] = ()) -> None:
    """Carry out steps, and after them those that were kept while a window was open.

    :param steps: what the decision at hand brings; what is not allowed in it is refused
    :param later: kept steps; what has become impossible meanwhile falls away
    """
    queue = deque([(step, True) for step in steps] + [(step, False) for step in later])
    while queue:
        step, strict = queue.popleft()
        if _falls_away(turn.state, step):
            continue
        try:
            result = _HANDLERS[type(step)](turn, step)
        except Refused:
            if strict:
                raise
            continue
        if isinstance(result, Offer | Ask):
            _stop(turn, result, tuple(kept for kept, _ in queue))
            return
        if isinstance(result, Read):
            _drop_effects(queue, result.result)
            result = result.steps
        queue.extendleft((each, strict) for each in reversed(result or ()))
    finish_phase(turn)


def _falls_away(state: Position, step: Step) -> bool:
    """What is left of an Encounter that is over, or of a Character that has left the board (SW-ACT-014)."""
    if isinstance(step, PutAway):
        return False
    if state.outcome is not None:
        return True
    if not step.character or isinstance(step, CheckCorruption):
        return False
    return not state.characters[step.character].on_board


def _drop_effects(queue: deque[tuple[Step, bool]], result: str) -> None:
    kept = []
    while queue and isinstance(queue[0][0], Effect):
        step, strict = queue.popleft()
        if isinstance(step, Effect) and step.op.if_ in (None, result):
            kept.append((step, strict))
    queue.extendleft(reversed(kept))


def _stop(turn: WastesTurn, result: Offer | Ask, rest: tuple[Any, ...]) -> None:
    if isinstance(result, Offer):
        offer = ReactionsOffered(
            trigger=result.trigger, subject=result.subject, eligible=result.eligible, also=result.also, rest=rest
        )
        turn.emit(offer)
    else:
        turn.emit(ChoiceDue(kind=result.kind, character=result.character, area=result.area, rest=rest))


def finish_phase(turn: WastesTurn) -> None:
    """The Action Phase ends when everybody on the board has activated (SW-ACT-013)."""
    state = turn.state
    if state.pending is not None or state.due is not None:
        return
    left = on_board(state)
    done = all(state.characters[name].activated for name in left)
    if state.phase == "action" and state.active is None and left and done:
        turn.emit(DefendPhaseBegan(round=state.round))


@book.evolves(ReactionsOffered)
def _reactions_offered(state: Position, event: ReactionsOffered) -> Position:
    pending = Pending(
        trigger=event.trigger, also=event.also, subject=event.subject, eligible=event.eligible, rest=event.rest
    )
    return replace(state, pending=pending)


@book.evolves(ChoiceDue)
def _choice_due(state: Position, event: ChoiceDue) -> Position:
    due = Due(kind=event.kind, character=event.character, area=event.area, rest=event.rest)
    return replace(state, due=due)


@book.evolves(ChoiceMade)
def _choice_made(state: Position, event: ChoiceMade) -> Position:
    return replace(state, due=None)


@book.evolves(ActivationEnded)
def _activation_ended(state: Position, event: ActivationEnded) -> Position:
    state = with_character(state, event.character, activated=True, actions_left=0)
    return replace(state, active=None, granted_actions={}, threatless=(), roll=None)


@book.evolves(DefendPhaseBegan)
def _defend_phase_began(state: Position, event: DefendPhaseBegan) -> Position:
    """Reactions and traits are open again for this phase (SW-RCT-006, SW-TRT-003)."""
    state = with_everyone(state, used_reactions=(), used_trait=False)
    return replace(state, phase="defend", defend=Defend(), next_to_activate=None, tied=None)
