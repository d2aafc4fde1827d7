"""Battles are fought fast enough for simulations."""

from __future__ import annotations

from time import process_time

from rules.isofarian_guard.battle.game import BATTLE
from rules.isofarian_guard.battle.state import BattleState
from rules.kernel import Seeded
from rules.kernel.players import policies
from rules.kernel.simulation import Until, play
from tests.rules.isofarian_guard.battle.arena import challenge, muster
from tests.rules.isofarian_guard.battle.dealing import deck

BATTLES_A_SECOND = 25
"""On one core; see docs/performance.md for what is really reached."""


def opened(seed: int) -> BattleState:
    state = muster(seed)
    after = BATTLE.fold(BATTLE.decide(state, challenge(seed), deck(seed), Seeded(seed)), state)
    assert after is not None
    return after


def test_whole_battles_are_fought_fast_enough() -> None:
    policy = policies(BATTLE)["sensible"]
    starts = [opened(seed) for seed in range(12)]

    def seconds() -> float:
        began = process_time()
        for seed, state in enumerate(starts):
            play(BATTLE, state, deck(seed), policy, Until(), str(seed))
        return process_time() - began

    assert len(starts) / min(seconds() for _ in range(3)) >= BATTLES_A_SECOND
