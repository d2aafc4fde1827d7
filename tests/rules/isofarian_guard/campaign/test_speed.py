"""Judging and applying are quick enough for replays of long histories and for simulations."""

from __future__ import annotations

from time import process_time

import pytest

from rules.isofarian_guard import GAME
from rules.kernel import Replayed
from tests.rules.isofarian_guard.campaign.playing import Step, stretch, worlds

DECISIONS_A_SECOND = 3_600
"""What a comparable engine with full rules reaches on such a machine."""


def seconds(world: str, stretches: list[tuple[Step, ...]]) -> float:
    pack = worlds()[world]
    started = process_time()
    for steps in stretches:
        state = None
        for step in steps:
            state = GAME.fold(GAME.decide(state, step.decision, pack, Replayed(step.answers)), state)
    return process_time() - started


@pytest.mark.parametrize("world", ["small", "standard"])
def test_stretches_of_play_are_decided_and_applied_fast_enough(world: str) -> None:
    stretches = [stretch(world, seed) for seed in range(8)]
    best = min(seconds(world, stretches) for _ in range(3))
    assert sum(map(len, stretches)) / best >= DECISIONS_A_SECOND
