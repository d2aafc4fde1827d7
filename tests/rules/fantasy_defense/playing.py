"""Whole games, played by random players and by the sensible one, with everything that happened in them."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from rules.fantasy_defense.state import Position
from rules.fantasy_defense.steward import sensible
from rules.kernel import Chance
from rules.kernel.players import Move, any_option, likely_first, play_on
from tests.rules.fantasy_defense.table import GAME, standard
from tests.rules.steps import Step, played, to_the_end

FACTIONS: dict[str, Any] = {"solo": ({"p1": "human"}, {"p1": "elf"}), "coop": ({"p1": "human", "p2": "elf"},)}
LONGEST = 3_000


def set_up(mode: str, seed: int, chance: Chance) -> Move:
    """The set-up of a game of one mode; in solo play seeds take turns with the decks."""
    decks = FACTIONS[mode]
    decision = GAME.decision({"do": "set_up", "mode": mode, "factions": decks[seed % len(decks)]})
    return decision, GAME.decide(None, decision, standard(), chance)


@cache
def random_game(mode: str, seed: int) -> tuple[Step[Position], ...]:
    """A game by a player who takes any open option, or with odd seeds mostly a likely one."""
    source = random.Random(f"{mode} {seed}")
    policy = likely_first if seed % 2 else any_option
    return _game(mode, seed, lambda state, luck: play_on(GAME, state, standard(), source, policy=policy, chance=luck))


def sensible_game(mode: str, seed: int) -> tuple[Step[Position], ...]:
    """A game by the sensible player."""

    def play(state: Position, luck: Chance) -> Move | None:
        if GAME.outcome(state):
            return None
        decision = sensible(state, standard())
        return decision, GAME.decide(state, decision, standard(), luck)

    return _game(mode, seed, play)


def _game(mode: str, seed: int, play: Callable[[Position, Chance], Move | None]) -> tuple[Step[Position], ...]:
    def move(state: Position | None, luck: Chance) -> Move | None:
        return set_up(mode, seed, luck) if state is None else play(state, luck)

    return to_the_end(GAME, played(GAME, f"{mode} {seed}", LONGEST, move))
