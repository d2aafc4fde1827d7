"""Whole games, played by random players and by the sensible one, with everything that happened in them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from rules.fantasy_defense.state import Position
from rules.fantasy_defense.steward import sensible
from rules.kernel import Chance, Decision, Event, Seeded
from rules.kernel.players import any_option, likely_first, play_on
from tests.rules.fantasy_defense.table import GAME, standard
from tests.rules.laws import Step

FACTIONS: dict[str, Any] = {"solo": ({"p1": "human"}, {"p1": "elf"}), "coop": ({"p1": "human", "p2": "elf"},)}
LONGEST = 3_000


def set_up(mode: str, seed: int, chance: Chance) -> tuple[Decision, list[Event]]:
    """The set-up of a game of one mode; in solo play seeds take turns with the decks."""
    decks = FACTIONS[mode]
    decision = GAME.decision({"do": "set_up", "mode": mode, "factions": decks[seed % len(decks)]})
    return decision, GAME.decide(None, decision, standard(), chance)


@cache
def random_game(mode: str, seed: int) -> tuple[Step[Position], ...]:
    """A game by a player who takes any open option, or with odd seeds mostly a likely one."""
    source = random.Random(f"{mode} {seed}")
    policy = likely_first if seed % 2 else any_option
    return tuple(
        _steps(mode, seed, lambda state, luck: play_on(GAME, state, standard(), source, policy=policy, chance=luck))
    )


def sensible_game(mode: str, seed: int) -> tuple[Step[Position], ...]:
    """A game by the sensible player."""

    def play(state: Position, luck: Chance) -> tuple[Decision, list[Event]] | None:
        if GAME.outcome(state):
            return None
        decision = sensible(state, standard())
        return decision, GAME.decide(state, decision, standard(), luck)

    return tuple(_steps(mode, seed, play))


def _steps(mode: str, seed: int, play: Any) -> Iterator[Step[Position]]:
    state: Position | None = None
    for number in range(LONGEST):
        luck = Seeded(f"{mode} {seed} {number}")
        move = play(state, luck) if state is not None else set_up(mode, seed, luck)
        if move is None:
            return
        after = GAME.fold(move[1], state)
        assert after is not None
        yield Step(state, move[0], luck.answers, move[1], after)
        state = after
    raise AssertionError(f"the game of seed {seed} does not end")
