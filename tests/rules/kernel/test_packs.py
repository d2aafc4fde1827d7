"""Packs: what is valid, where a fault is, and what makes two packs the same."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from rules.kernel import PackInvalid, Problem, pack_hash, pack_schema, read_pack
from tests.rules.kernel.tiny import PACK, TinyPack

STANDARD = (Path(__file__).parent / "tiny" / "packs" / "standard.yaml").read_text(encoding="utf-8")
DATA = {
    "game": "tiny",
    "name": "A wood",
    "cards": {"oak": 3, "elm": 2, "yew": 1},
    "worth": {"oak": 1, "elm": 2, "yew": 5, "gold": 2, "stone": 0},
    "chips": {"gold": 2, "stone": 3},
}


def problems(text: str) -> tuple[Problem, ...]:
    with pytest.raises(PackInvalid) as refused:
        read_pack(text, TinyPack, "tiny")
    return refused.value.problems


def test_yaml_and_json_give_the_same_pack() -> None:
    assert read_pack(STANDARD, TinyPack, "tiny") == read_pack(json.dumps(DATA), TinyPack, "tiny") == PACK


def test_order_and_comments_do_not_change_the_identity_of_a_pack() -> None:
    shuffled = list(DATA.items())
    random.Random(1).shuffle(shuffled)
    other = read_pack("# another hand\n" + json.dumps(dict(shuffled), indent=3)[0:0] + STANDARD, TinyPack, "tiny")
    again = read_pack(json.dumps(dict(shuffled)), TinyPack, "tiny")
    assert pack_hash(other) == pack_hash(again) == pack_hash(PACK)


def test_any_change_of_content_changes_the_identity_of_a_pack() -> None:
    changed = read_pack(STANDARD.replace("yew: 5", "yew: 6"), TinyPack, "tiny")
    assert pack_hash(changed) != pack_hash(PACK)


@pytest.mark.parametrize(
    ("was", "now", "problem"),
    [
        ("oak: 3", "oak: many", Problem("cards.oak", "Expected `int`, got `str`", 4)),
        ("yew: 1}", "yew: -1}", Problem("cards.yew", "Expected `int` >= 0", 4)),
        ("stone: 3", "3: 3", Problem("chips.3", "Expected `str`, got `int`", 6)),
        ("name: A wood", "nam: A wood", Problem("nam", "Object contains unknown field `nam`", 3)),
        ("name: A wood\n", "", Problem("", "Object missing required field `name`")),
        ("game: tiny", "game: other", Problem("game", "expected 'tiny', found 'other'", 2)),
        ("oak: 1,", "", Problem("cards.oak", "its worth was expected under worth", 4)),
        ("elm: 2, yew: 1", "elm: 2, elm: 1", Problem("cards.elm", "the key stands there twice, first in line 4", 4)),
        ("name: A wood", "name: [A, wood]", Problem("name", "Expected `str`, got `array`", 3)),
    ],
)
def test_a_fault_is_named_with_its_place_and_what_was_expected(was: str, now: str, problem: Problem) -> None:
    assert problems(STANDARD.replace(was, now)) == (problem,)


def test_a_fault_in_json_has_its_line_too() -> None:
    text = json.dumps(DATA, indent=1).replace('"yew": 1', '"yew": "one"')
    (problem,) = problems(text)
    assert problem.path == "cards.yew"
    assert text.split("\n")[problem.line - 1].strip() == '"yew": "one"'


def test_all_faults_that_a_game_finds_are_listed_one_by_one() -> None:
    faults = problems(STANDARD.replace("worth: {oak: 1, elm: 2,", "worth: {"))
    assert [str(fault) for fault in faults] == [
        "line 4: cards.oak: its worth was expected under worth",
        "line 4: cards.elm: its worth was expected under worth",
    ]


@pytest.mark.parametrize(("text", "found"), [("", "nothing"), ("- 1\n", "a list"), ("just words\n", "text")])
def test_what_is_no_map_is_named_for_what_it_is(text: str, found: str) -> None:
    assert problems(text) == (Problem("", f"a map of the pack's parts was expected, found {found}"),)


@pytest.mark.pitfall("BL-090")
def test_another_programs_save_is_named_by_what_it_holds() -> None:
    (problem,) = problems('{"guards": [], "round": 4}')
    assert problem.message == "no part of a pack was found; the file holds guards, round"


def test_aliases_are_refused_before_they_unfold() -> None:
    bomb = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"
    assert problems(bomb) == (Problem("", "aliases are not allowed", 2),)


def test_the_schema_describes_the_parts_of_a_pack() -> None:
    schema = pack_schema(TinyPack)
    assert set(schema["$defs"]["TinyPack"]["required"]) == set(DATA)
