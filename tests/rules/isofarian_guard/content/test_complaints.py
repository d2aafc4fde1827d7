"""What is wrong with data, in sentences for people: complete, placed, and never against data that are right."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.isofarian_guard.battle.amounts import Area
from rules.isofarian_guard.battle.effects import Effects, Reactions
from rules.isofarian_guard.content.complaints import complaints
from rules.isofarian_guard.content.parts import Ability


def about(data: Any, kind: Any = Effects) -> list[str]:
    return [str(problem) for problem in complaints(data, kind)]


@pytest.mark.pitfall("BL-095")
@pytest.mark.parametrize(
    ("data", "sentences"),
    [
        ([{"op": "heal", "who": "self"}], []),
        ([{"op": "heel"}], ["0.op: there is no op 'heel'; did you mean heal?"]),
        ([{"who": "self"}], ["0.op: op is missing: what it does"]),
        ([{"op": "gain", "who": "self"}], ["0.chip: chip is missing: which chip"]),
        ([{"op": "heal", "hwo": "self", "who": "self"}], ["0.hwo: hwo means nothing here; did you mean who?"]),
        ([{"op": "end_turn", "zz": 1}], ["0.zz: zz means nothing here; possible here: "]),
        ([{"op": "heal", "who": "self", "n": "two"}], ["0.n: a number or a map was expected, found 'two'"]),
        ([{"op": "heal", "who": "self", "n": True}], ["0.n: a number or a map was expected, found True"]),
        (
            [{"op": "modify", "who": "self", "stat": "def ", "by": 1}],
            ["0.stat: 'def ' is not one of atk, def; did you mean def?"],
        ),
        ([{"op": "heal", "who": "self", "n": {}}], ["0.n: an amount says exactly one thing, found nothing"]),
        (
            [{"op": "if", "cond": {"compare": [1, 2]}, "then": []}],
            ["0.cond.compare: a list of 3 was expected, found a list of 2"],
        ),
        (
            [{"op": "move_chip", "who": "self", "from": "bag", "to": "heap"}],
            [f"0.to: 'heap' is not one of {', '.join((*sorted(get_args(Area)), 'auto', 'supply'))}"],
        ),
        ({"op": "heal"}, ["a list was expected, found a map"]),
        ([3, None], ["0: a map was expected, found 3", "1: a map was expected, found nothing"]),
        (
            [{"op": "choose", "options": {"a": [{"op": "heel"}], "b": [{"op": "heal"}]}}],
            [
                "0.options.a.0.op: there is no op 'heel'; did you mean heal?",
                "0.options.b.0.who: who is missing: whom it means",
            ],
        ),
    ],
)
def test_every_fault_is_said_with_its_place_and_what_would_be_right(data: Any, sentences: list[str]) -> None:
    assert about(data) == sentences


def test_reactions_and_whole_cards_are_judged_alike() -> None:
    assert about([{"trigger": "hit"}], Reactions) == ["0.effects: effects is missing: what then happens"]
    card = {"type": "stonebound", "element": "fir", "P": {"flip": "chip"}}
    assert [fault.partition(":")[0] for fault in about(card, Ability)] == ["element", "P.flip"]


# ---- the conversion itself is the judge

EFFECT: Mapping[str, Any] = {
    "op": "if",
    "cond": {"any": [{"compare": [{"stat": {"stat": "hp"}}, ">=", 2]}, {"fallen": "ally"}]},
    "then": [{"op": "attack", "who": "target", "atk": {"times": [2, {"count": "all_enemies"}]}, "on_hit": []}],
    "else": [{"op": "choose", "options": {"a": [{"op": "move_chip", "who": "self", "from": "bag", "to": "auto"}]}}],
}  # fmt: skip
VALUES = st.sampled_from(
    [0, -1, True, None, "self", "hp", ">=", "", [], {}, [1, 2], {"op": "heal"}, {"stat": "hp"}, 1.5]
).map(deepcopy)


@st.composite
def spoilt(draw: st.DrawFn) -> Any:
    """The effect with one to three of its places overwritten, left out or added to."""
    data: Any = deepcopy(EFFECT)
    for _ in range(draw(st.integers(1, 3))):
        place = data
        for _ in range(draw(st.integers(0, 6))):
            inner = [
                one for one in (place.values() if isinstance(place, dict) else place) if isinstance(one, list | dict)
            ]
            if not inner:
                break
            place = draw(st.sampled_from(inner))
        if isinstance(place, dict):
            key = draw(st.sampled_from([*place, "who", "n", "odd"]))
            if draw(st.booleans()):
                place[key] = draw(VALUES)
            else:
                place.pop(key, None)
        elif place and draw(st.booleans()):
            place[draw(st.integers(0, len(place) - 1))] = draw(VALUES)
        else:
            place.append(draw(VALUES))
    return [data]


@settings(max_examples=300, deadline=None)
@given(spoilt())
def test_there_is_a_complaint_exactly_where_the_data_cannot_be_read(data: Any) -> None:
    try:
        msgspec.convert(data, Effects)
    except msgspec.ValidationError:
        assert about(data) != []
    else:
        assert about(data) == []
