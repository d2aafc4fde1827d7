"""What only people can say is known by its names, and nothing simulated says it."""

from __future__ import annotations

import random

from rules.isofarian_guard import GAME
from rules.kernel.players import likely_first, play_on, policies
from rules.kernel.simulation import STUCK, Until, play
from tests.rules.isofarian_guard.campaign.playing import worlds


def test_the_names_are_those_of_decisions() -> None:
    assert set(GAME.decision_kinds) >= GAME.told_by_people


def test_no_policy_makes_up_how_a_battle_ended() -> None:
    pack, source = worlds()["standard"], random.Random(4)
    state = None
    while state is None or state.battle is None:
        move = play_on(GAME, state, pack, source, policy=likely_first)
        assert move is not None
        state = GAME.fold(move[1], state)
    for name, policy in policies(GAME).items():
        for number in range(4):
            move = policy.move(GAME, state, pack, random.Random(number))
            assert move is not None
            assert type(move[0]).__name__ != "EndBattle", name
        outcomes = {play(GAME, state, pack, policy, Until("battle"), f"x{number}").ending for number in range(6)}
        assert outcomes <= {"won", "lost", "retreated", STUCK}
