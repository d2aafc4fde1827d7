"""Judging and applying are quick enough for replays of long histories and for simulations."""

from __future__ import annotations

from time import process_time

from rules.kernel import Replayed
from tests.rules.fantasy_defense.playing import Step, sensible_game
from tests.rules.fantasy_defense.table import GAME, standard

DECISIONS_A_SECOND = 3_600
"""What a comparable engine with full rules reaches on such a machine."""


def seconds(games: list[tuple[Step, ...]]) -> float:
    started = process_time()
    for game in games:
        state = None
        for step in game:
            state = GAME.fold(GAME.decide(state, step.decision, standard(), Replayed(step.answers)), state)
    return process_time() - started


def test_whole_games_are_decided_and_applied_fast_enough() -> None:
    games = [sensible_game(mode, seed) for mode in ("solo", "coop") for seed in range(8)]
    best = min(seconds(games) for _ in range(3))
    assert sum(map(len, games)) / best >= DECISIONS_A_SECOND
