"""Reading a decision from plain data."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel import CorrectValue, Refused
from tests.rules.kernel.tiny.game import GAME
from tests.rules.kernel.tiny.messages import GiveCoins


def test_a_decision_is_read_as_the_type_that_it_names() -> None:
    data = {"do": "give_coins", "player": "p1", "to": "p2", "coins": 2}
    assert GAME.decision(data) == GiveCoins(player="p1", to="p2", coins=2)
    correction = {"do": "correct_value", "path": ["day"], "value": 2, "reason": "miscounted"}
    assert GAME.decision(correction) == CorrectValue(path=("day",), value=2, reason="miscounted")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({}, "do"),
        ({"do": "fly"}, "fly"),
        ({"do": 7}, "do"),
        ({"do": None}, "do"),
        ([], "object"),
        ({"do": "give_coins", "player": "p1"}, "to"),
        ({"do": "give_coins", "player": "p1", "to": "p2", "coins": "many"}, "coins"),
        ({"do": "end_day", "extra": 1}, "extra"),
    ],
    ids=str,
)
def test_what_is_no_decision_is_refused_with_the_place(data: Any, said: str) -> None:
    with pytest.raises(Refused) as refused:
        GAME.decision(data)
    assert refused.value.code == "malformed"
    assert said in refused.value.sentence
