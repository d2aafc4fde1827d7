"""Worked cases: what passes, and how a difference reads."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from rules import golden
from rules.kernel.cases import CaseRun, without_nulls
from tests.rules.kernel.tiny.cases import ADAPTER


def differences(text: str) -> list[str]:
    case: dict[str, Any] = yaml.safe_load(text)
    return [str(difference) for difference in CaseRun(ADAPTER, case).run()]


@pytest.mark.parametrize(
    "case",
    [
        "{given: {phase: setup}, when: [{do: set_up}], then: {events: [GameSetUp, DeckShuffled], day: 1, coins: 0}}",
        "{given: {deck: [yew, oak]}, when: [{do: take_card}, {do: play_card, card: yew}], then: {coins: 5}}",
        "{given: {deck: [yew, oak]}, when: [{do: take_card}, {do: take_card}], "
        "then: {walkers: {p1: {hand: [yew, oak], coins: 0}}}}",
        "{when: [{do: draw_chips, count: 2, chips: [stone, gold]}], then: {drawn: [stone, gold], bag: {gold: 1}}}",
        "{when: [{do: draw_chips, chips: [iron]}], then: {refused: luck_impossible, bag: {gold: 2}}}",
        "{when: [{do: play_card, card: oak, refused: not_in_hand}, {do: roll_die, faces: ['3']}], then: {coins: 3}}",
        "{when: [{do: roll_die, faces: ['2']}], then: {no_events: [GameEnded], over: null, discard: []}}",
        "{when: [{do: end_day}], then: {drawn: {unordered: []}, days: 3}}",
        "{given: {content: {goal: 0}, day: 3}, when: [{do: end_day}], then: {over: won, events: [GameEnded]}}",
        "{when: [{do: fly}], then: {refused: malformed}}",
        "{when: [{do: end_day}], then: {wind: {north: 0, south: null}, weather: {rain: {today: false}}}}",
        "{when: [{do: draw_chips, count: null, chips: [gold]}], then: {drawn: [gold]}}",
    ],
)
def test_a_case_that_holds_shows_no_difference(case: str) -> None:
    assert differences(case) == []


@pytest.mark.parametrize(
    ("case", "difference"),
    [
        ("{when: [{do: end_day}], then: {day: 3}}", "then.day: expected 3, found 2"),
        ("{when: [{do: end_day}], then: {wind: 2}}", "then.wind: expected 2, found None"),
        ("{when: [{do: end_day}], then: {wind: {north: 1}}}", "then.wind: expected {'north': 1}, found None"),
        (
            "{when: [{do: end_day}], then: {walkers: {p1: {hand: [oak]}}}}",
            "then.walkers.p1.hand (in any order): expected ['oak'], found []",
        ),
        (
            "{when: [{do: end_day}], then: {refused: game_over}}",
            "when[0] end_day: expected 'refused: game_over', found 'accepted: DayEnded'",
        ),
        (
            "{when: [{do: play_card, card: oak}], then: {}}",
            "when[0] play_card: expected 'accepted', found 'not_in_hand: oak is not in the hand.'",
        ),
        (
            "{when: [{do: end_day}], then: {events: [GameEnded]}}",
            "events: expected 'GameEnded', found \"not after []: ['DayEnded']\"",
        ),
        (
            "{when: [{do: end_day}], then: {no_events: [DayEnded]}}",
            "no_events: expected 'no DayEnded', found ['DayEnded']",
        ),
        ("{when: [{do: end_day}], then: {walkers: [p1]}}", None),
        ("{when: [{do: roll_die}], then: {coins: 1}}", "when[0] roll_die: expected 'accepted', found 'luck_needed"),
    ],
)
def test_a_difference_names_place_expectation_and_finding(case: str, difference: str | None) -> None:
    found = differences(case)
    assert found
    if difference is not None:
        assert found[0].startswith(difference)


@pytest.mark.parametrize(
    ("expected", "found", "pairs"),
    [
        (
            [{"card": "tent"}, {"card": "tent", "qty": 2}],
            [{"card": "tent", "qty": 2}, {"card": "tent", "qty": 1}],
            True,
        ),
        ([{"card": "tent", "qty": 2}] * 2, [{"card": "tent", "qty": 2}, {"card": "tent", "qty": 1}], False),
        ([{}, {"card": "pine"}], [{"card": "pine"}], False),
        (["oak", "yew", "oak"], ["oak", "oak", "yew"], True),
        (["oak", "yew", "yew"], ["oak", "oak", "yew"], False),
    ],
)
def test_in_any_order_each_finds_one_of_its_own_and_maps_match_by_their_keys(
    expected: list[Any], found: list[Any], pairs: bool
) -> None:
    run = CaseRun(Shown(found), {"when": [], "then": {"cards": {"unordered": expected}}})
    assert (run.run() == []) is pairs


def test_true_and_one_are_different_answers() -> None:
    assert differences("{when: [{do: end_day}], then: {day: true}}") == ["then.day: expected True, found 2"]


def test_a_case_that_expects_a_refusal_needs_a_decision() -> None:
    assert differences("{when: [], then: {refused: game_over}}") == [
        "when: expected 'a decision that is refused: game_over', found 'no decision'"
    ]


@pytest.mark.parametrize("folder", ["no_such_game", "no_such_game/battle"])
def test_games_without_cases_have_no_adapter(folder: str) -> None:
    with pytest.raises(KeyError):
        golden.adapter(folder)


class Shown:
    """The adapter of the tiny game, whose position shows these cards."""

    def __init__(self, cards: list[Any]) -> None:
        self._cards = cards

    def view(self, state: Any, pack: Any) -> Any:
        return {"cards": self._cards}

    def __getattr__(self, name: str) -> Any:
        return getattr(ADAPTER, name)


class Otherwise:
    """The adapter of the tiny game with words and conventions of another case file."""

    event_words = {"DayEnded": "NightFell"}
    null_is_nothing = True
    absent = "gone"

    def __getattr__(self, name: str) -> Any:
        return getattr(ADAPTER, name)


def test_a_case_may_call_an_event_by_a_name_of_its_own() -> None:
    case = yaml.safe_load("{when: [{do: end_day}], then: {events: [NightFell], no_events: [DayEnded]}}")
    assert CaseRun(Otherwise(), case).run() == []


def test_null_stands_for_nothing_where_the_adapter_says_so() -> None:
    case = yaml.safe_load(
        "{given: {bag: {gold: 0}}, when: [{do: end_day}], then: {discard: null, bag: null, day: null}}"
    )
    assert [str(difference) for difference in CaseRun(Otherwise(), case).run()] == ["then.day: expected None, found 2"]
    assert "then.discard: expected None, found []" in [str(one) for one in CaseRun(ADAPTER, case).run()]


def test_what_is_null_is_as_good_as_left_out() -> None:
    told = {"p1": {"hand": None, "slots": [{"card": "oak", "side": None}], "coins": 0}, "p2": None}
    assert without_nulls(told) == {"p1": {"slots": [{"card": "oak"}], "coins": 0}}


def test_a_word_may_stand_for_the_map_that_it_names() -> None:
    case = yaml.safe_load("{when: [], then: {weapon: blade, item: tent, cards: [blade]}}")
    assert [str(difference) for difference in CaseRun(Worn(), case).run()] == [
        "then.item: expected 'tent', found 'pin'"
    ]


class Worn(Otherwise):
    """The tiny game, shown as cards that are worn."""

    named_by = "card"

    def view(self, state: Any, pack: Any) -> Any:
        blade = {"card": "blade", "used": True}
        return {"weapon": blade, "item": {"card": "pin"}, "cards": [blade]}


def test_a_word_may_stand_for_what_must_not_be_there() -> None:
    case = yaml.safe_load("{when: [{do: end_day}], then: {nobody: gone, walkers: {p1: gone, p9: gone}}}")
    first, *others = CaseRun(Otherwise(), case).run()
    assert (first.path, first.expected, others) == ("then.walkers.p1", "gone", [])
    assert "then.nobody: expected 'gone', found None" in [str(one) for one in CaseRun(ADAPTER, case).run()]


def test_lists_of_a_map_under_an_unordered_key_are_multisets() -> None:
    case = yaml.safe_load("{when: [], then: {piles: {low: [2, 1], high: [3, 4]}}}")
    found = [str(difference) for difference in CaseRun(Piles(), case).run()]
    assert found == ["then.piles.high (in any order): expected [3, 4], found [3]"]


class Piles(Otherwise):
    """The tiny game, shown as two piles."""

    unordered = frozenset({"piles"})

    def view(self, state: Any, pack: Any) -> Any:
        return {"piles": {"low": [1, 2], "high": [3]}}
