"""The working position of a decision, and the tiny game as a whole."""

import random

import pytest

from rules.kernel import Refused, Seeded, Turn
from rules.kernel.players import likely_first, play_on
from tests.rules.kernel.tiny import GAME, PACK, CardTaken, SetUp, TakeCard, TinyPack, Wood


def test_a_later_step_sees_what_an_earlier_one_emitted() -> None:
    turn: Turn[Wood, TinyPack] = Turn(GAME, GAME.fold(GAME.decide(None, SetUp(), PACK, Seeded(1))), PACK, Seeded(1))
    turn.emit(CardTaken(player="p1", card="oak"))
    assert turn.state.walkers["p1"].hand == ("oak",)
    assert len(turn.events) == 1


def test_a_decision_before_the_set_up_is_refused() -> None:
    assert not Turn(GAME, None, PACK, Seeded(1)).started
    with pytest.raises(Refused) as refusal:
        GAME.decide(None, TakeCard(player="p1"), PACK, Seeded(1))
    assert refusal.value.code == "not_set_up"


@pytest.mark.parametrize("seed", range(20))
def test_the_tiny_game_can_be_played_to_its_end_in_health(seed: int) -> None:
    source, state = random.Random(seed), None
    for _ in range(500):
        move = play_on(GAME, state, PACK, source, policy=likely_first)
        if move is None:
            break
        state = GAME.fold(move[1], state)
        assert state is not None
        assert GAME.check(state) == []
    assert state is not None
    assert state.over in ("won", "lost")
