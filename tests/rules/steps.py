"""Games played from their beginning, decision by decision, with everything that happened in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from rules.kernel import Answer, Chance, Decision, Event, Game, Seeded, State
from rules.kernel.players import Move

S = TypeVar("S", bound=State)


class Step(NamedTuple, Generic[S]):
    """One decision of a game: the position before, what was decided, what luck answered, what happened, the position
    after."""

    before: S | None
    decision: Decision
    answers: tuple[Answer, ...]
    events: list[Event]
    after: S


def events_of(steps: Iterable[Step[Any]]) -> list[Event]:
    """Everything that happened."""
    return [event for step in steps for event in step.events]


def played(
    game: Game[S, Any], name: str, longest: int, move: Callable[[S | None, Chance], Move | None]
) -> Iterator[Step[S]]:
    """The steps of a game until nothing is decided any more.

    :param name: a name of its own; the luck of each step follows from it
    :param longest: so many steps at most
    :param move: what is decided on a position (``None``: at the beginning) with this luck; ``None`` ends the game
    """
    state: S | None = None
    for number in range(longest):
        luck = Seeded(f"{name} {number}")
        moved = move(state, luck)
        if moved is None:
            return
        after = game.fold(moved[1], state)
        assert after is not None
        yield Step(state, moved[0], luck.answers, moved[1], after)
        state = after


def to_the_end(game: Game[S, Any], steps: Iterable[Step[S]]) -> tuple[Step[S], ...]:
    """The steps of a game that must be over with the last of them."""
    whole = tuple(steps)
    assert game.outcome(whole[-1].after) is not None, "the game does not end"
    return whole
