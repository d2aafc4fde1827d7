"""The position of Fantasy Defense in words."""

import pytest

from projections.fantasy_defense import VIEWS
from tests.rules.fantasy_defense.table import table


@pytest.mark.parametrize(
    ("drawn", "pending"),
    [
        (0, "3 more Invaders come this round."),
        (2, "1 more Invader comes this round."),
        (3, "All Invaders of this round are drawn."),
    ],
)
def test_it_says_how_many_invaders_still_come(drawn: int, pending: str) -> None:
    game = table("invasion", foes={"orc": 9}, invader_deck=["orc"], drawn_this_round=drawn)
    assert VIEWS.summary(game.state, game.pack)["pending"] == pending
