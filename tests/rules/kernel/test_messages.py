"""Decisions, events and states: their names in data, and what decoding refuses."""

from __future__ import annotations

from typing import Any, Union

import msgspec
import pytest

from rules.kernel import CorrectValue, Refused, decision_name, event_name, snake
from rules.kernel.table import TABLE_EVENTS
from tests.rules.kernel.tiny import GAME, Brace, Braced, NameWalker, RollDie, TakeCard


def refused(data: object) -> str:
    with pytest.raises(Refused) as refusal:
        GAME.decision(data)
    assert refusal.value.code == "malformed"
    return refusal.value.sentence


def test_a_decision_is_named_in_the_imperative_with_underscores() -> None:
    assert decision_name(TakeCard) == "take_card"
    assert snake("DrawEventChip") == "draw_event_chip"
    assert GAME.decision({"do": "take_card", "player": "p1"}) == TakeCard(player="p1")
    assert GAME.decision_kinds["correct_value"] is CorrectValue


def test_an_event_is_named_as_its_class() -> None:
    assert event_name(Braced) == "Braced"
    assert msgspec.to_builtins(Braced(player="p1", def_=2, coins=2))["event"] == "Braced"


def test_a_field_named_by_a_keyword_shows_no_underscore_in_data() -> None:
    decision = GAME.decision({"do": "brace", "player": "p1", "def": 2})
    assert decision == Brace(player="p1", def_=2)
    assert msgspec.to_builtins(decision) == {"do": "brace", "player": "p1", "def": 2}
    assert "`$.def`" in refused({"do": "brace", "player": "p1", "def": "two"})


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"do": "take_card", "player": "p1", "cheat": 1}, "unknown field `cheat`"),
        ({"do": "take_card"}, "missing required field `player`"),
        ({"do": "fly", "player": "p1"}, "Invalid value 'fly'"),
        ({"player": "p1"}, "missing required field `do`"),
        ({"do": "draw_chips", "player": "p1", "count": 1.5}, "Expected `int`"),
        ({"do": "draw_chips", "player": "p1", "count": "1"}, "Expected `int`"),
        ({"do": "draw_chips", "player": "p1", "count": 2**63}, "64 bits"),
        ({"do": "set_up", "walkers": 3}, "Invalid enum value 3"),
        (["take_card"], "Expected `object`"),
        (None, "Expected `object`"),
    ],
)
def test_what_is_no_decision_is_refused_with_what_was_expected(data: object, why: str) -> None:
    assert why in refused(data)


@pytest.mark.parametrize("name", ["\ud800", "half \udfff", "zero\0", "\0"])
def test_text_that_cannot_be_stored_is_refused_with_its_place(name: str) -> None:
    assert "(at name)" in refused({"do": "name_walker", "player": "p1", "name": name})


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {"deep": [float("-inf")]}, {"\ud800": 1}, [[["\0"]]]])
def test_a_value_that_cannot_be_stored_is_refused_wherever_it_stands(value: Any) -> None:
    assert "expected" in refused({"do": "correct_value", "path": ["day"], "value": value, "reason": "why"})


def test_nesting_without_end_is_refused() -> None:
    value: list[Any] = []
    for _ in range(100_000):
        value = [value]
    assert "nested too deeply" in refused({"do": "correct_value", "path": ["day"], "value": value, "reason": "why"})


@pytest.mark.pitfall("BL-133")
@pytest.mark.parametrize("name", ["O’Neil & <b>sons</b>", "🐉 draco", "Ünïcödé\ttab\nline", ""])
def test_all_other_text_is_kept_as_it_was_typed(name: str) -> None:
    decision = GAME.decision({"do": "name_walker", "player": "p1", "name": name})
    assert msgspec.json.decode(msgspec.json.encode(decision), type=NameWalker).name == name


def test_every_message_survives_being_stored() -> None:
    events: Any = Union[(*GAME.event_kinds, *TABLE_EVENTS)]
    schema = msgspec.json.schema(events)
    assert len(schema["discriminator"]["mapping"]) == len(GAME.event_kinds) + len(TABLE_EVENTS)
    assert msgspec.convert({"event": "Braced", "player": "p1", "def": 1, "coins": 1}, events) == Braced(
        player="p1", def_=1, coins=1
    )


def test_an_event_with_an_unknown_field_does_not_decode() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `luck`"):
        msgspec.convert({"event": "Braced", "player": "p1", "def": 1, "coins": 1, "luck": 7}, Braced)


@pytest.mark.pitfall("BL-162")
def test_messages_and_states_are_frozen() -> None:
    with pytest.raises(AttributeError):
        RollDie(player="p1").player = "p2"  # type: ignore[misc]
