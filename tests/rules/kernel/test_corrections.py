"""Setting a tracked value right, in the open."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.kernel import CorrectValue, Refused, Seeded, ValueCorrected
from rules.kernel.corrections import read, replaced
from tests.rules.kernel.tiny import GAME, PACK, SetUp, TakeCard, Wood


@pytest.fixture
def wood() -> Wood:
    """Two walkers, the first with a card in the hand."""
    state = GAME.fold(GAME.decide(None, SetUp(walkers=2), PACK, Seeded(1)))
    state = GAME.fold(GAME.decide(state, TakeCard(player="p1"), PACK, Seeded(1)), state)
    assert state is not None
    return state


def corrected(state: Wood, path: str, value: Any, reason: str = "miscounted") -> ValueCorrected:
    decision = CorrectValue(path=tuple(path.split(".")) if path else (), value=value, reason=reason)
    (event,) = GAME.decide(state, decision, PACK, Seeded(1))
    assert isinstance(event, ValueCorrected)
    return event


def test_a_correction_says_what_was_and_what_is(wood: Wood) -> None:
    event = corrected(wood, "walkers.p1.coins", 3)
    assert event == ValueCorrected(path=("walkers", "p1", "coins"), was=0, now=3, reason="miscounted")
    after = GAME.evolve(wood, event)
    assert after is not None
    assert after.walkers["p1"].coins == 3
    assert after.walkers["p2"] == wood.walkers["p2"]


def test_one_item_of_a_list_can_be_corrected_and_the_event_survives_storing(wood: Wood) -> None:
    card = wood.walkers["p1"].hand[0]
    event = corrected(wood, "walkers.p1", {"hand": [card], "coins": 2})
    assert msgspec.json.decode(msgspec.json.encode(event), type=ValueCorrected) == event
    swapped = replaced(wood, ("walkers", "p1", "hand", "0"), "yew")
    assert swapped.walkers["p1"].hand == ("yew",)
    assert replaced(wood, ("deck", "layers", "0", "oak"), 1).deck.layers[0]["oak"] == 1


@pytest.mark.parametrize(
    ("path", "value", "reason", "code"),
    [
        ("walkers.p1.coins", "three", "typo", "value_invalid"),
        ("walkers.p1.coins", True, "typo", "value_invalid"),
        ("deck.layers.0.oak", 0, "an empty place", "value_invalid"),
        ("walkers.p3.coins", 1, "who?", "no_such_value"),
        ("walkers.p1.hand.7", "oak", "no such card", "no_such_value"),
        ("walkers.p1.hand.-1", "oak", "no such card", "no_such_value"),
        ("day.of.rest", 1, "deeper than there is", "no_such_value"),
        ("", 1, "no path", "no_such_value"),
        ("walkers.p1.coins", 3, " ", "reason_required"),
        ("walkers.p1.coins", 0, "same as before", "no_effect"),
        ("bag.gold", 7, "more than there are", "invariant_broken"),
        ("walkers.p1.coins", -1, "debt", "invariant_broken"),
    ],
)
def test_a_correction_is_refused(wood: Wood, path: str, value: Any, reason: str, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        corrected(wood, path, value, reason)
    assert refusal.value.code == code


def test_a_state_that_is_ill_already_may_be_made_better(wood: Wood) -> None:
    ill = replaced(replaced(wood, ("walkers", "p1", "coins"), -4), ("walkers", "p2", "coins"), -4)
    assert corrected(ill, "walkers.p1.coins", 0).now == 0


def test_reading_gives_plain_data(wood: Wood) -> None:
    assert read(wood, ("walkers", "p1", "hand", "0")) == wood.walkers["p1"].hand[0]
    assert read(wood, ("cards",)) == {"oak": 3, "elm": 2, "yew": 1}


def test_a_map_takes_a_new_key() -> None:
    state = GAME.fold(GAME.decide(None, SetUp(), PACK, Seeded(1)))
    assert state is not None
    assert replaced(state, ("bag", "iron"), 1).bag["iron"] == 1


def test_a_correction_before_the_set_up_is_refused() -> None:
    with pytest.raises(Refused) as refusal:
        GAME.decide(None, CorrectValue(path=("day",), value=2, reason="early"), PACK, Seeded(1))
    assert refusal.value.code == "not_set_up"
