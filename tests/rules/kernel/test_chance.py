"""Luck: who answers, what is refused, what is asked for, what is recorded."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel import (
    Answer,
    Chance,
    Deck,
    LuckImpossible,
    LuckNeeded,
    LuckUnused,
    Observed,
    Refused,
    Replayed,
    Rolled,
    Seeded,
)

BAG = {"gold": 2, "stone": 3}
DIE = ("1", "1", "2", "3")


def a_few(chance: Chance) -> tuple[object, ...]:
    """A decision's worth of luck."""
    chips = chance.draw("bag", BAG, 2)
    deck = chance.shuffle("deck", ["oak", "elm", "yew"])
    cards, rest = chance.draw_from("deck.top", deck, 2)
    return chips, chance.roll("die", DIE, 3), cards, rest, chance.pick("who", ["p1", "p2"])


@given(st.integers())
def test_a_seed_gives_the_same_luck_again(seed: int) -> None:
    assert a_few(Seeded(seed)) == a_few(Seeded(seed))


@given(st.integers())
def test_what_was_recorded_replays_exactly(seed: int) -> None:
    first = Seeded(seed)
    result = a_few(first)
    again = Replayed(first.answers)
    assert a_few(again) == result
    assert again.answers == first.answers
    again.finish()


def test_the_app_draws_only_what_is_there() -> None:
    chance = Rolled()
    assert Counter(chance.draw("bag", BAG, 5)) == BAG
    assert set(chance.roll("die", DIE, 50)) <= set(DIE)
    assert not any(answer.observed for answer in chance.answers)


def test_dice_of_two_equal_faces_show_them_twice_as_often() -> None:
    faces = Counter(Seeded("faces").roll("die", DIE, 20_000))
    assert abs(faces["1"] / 20_000 - 0.5) < 0.015


def test_where_only_one_outcome_is_possible_nobody_is_asked() -> None:
    chance = Observed({})
    assert chance.draw("bag", {"gold": 3}, 2) == ("gold", "gold")
    assert chance.draw("bag", BAG, 0) == ()
    assert chance.answers == ()


def test_what_the_players_saw_is_recorded_as_seen() -> None:
    chance = Observed({"bag": ["stone", "gold"], "die": ["3"]})
    assert chance.draw("bag", BAG, 2) == ("stone", "gold")
    assert chance.roll("die", DIE) == ("3",)
    assert chance.answers[0] == Answer("draw", "bag", ("stone", "gold"), observed=True)
    chance.finish()


@pytest.mark.pitfall("BL-110")
@pytest.mark.parametrize("seen", [["iron"], ["gold", "gold", "gold"]])
def test_a_chip_that_is_not_in_the_bag_is_refused(seen: list[str]) -> None:
    with pytest.raises(LuckImpossible, match=f"“{seen[-1]}” cannot come up") as refusal:
        Observed({"bag": seen}).draw("bag", BAG, len(seen))
    assert refusal.value.values == tuple(seen)
    assert refusal.value.code == "luck_impossible"


def test_a_refusal_that_quotes_half_a_character_can_still_be_sent() -> None:
    with pytest.raises(LuckImpossible) as refusal:
        Observed({"bag": ["\ud800"]}).draw("bag", BAG)
    assert "“?” cannot come up" in refusal.value.sentence.encode().decode()


def test_a_face_that_the_die_lacks_is_the_one_that_is_named() -> None:
    with pytest.raises(LuckImpossible, match="“9” cannot come up"):
        Observed({"die": ["3", "3", "9"]}).roll("die", DIE, 3)


def test_an_impossible_value_is_refused_even_where_only_one_is_possible() -> None:
    with pytest.raises(LuckImpossible, match="iron"):
        Observed({"bag": ["iron"]}).draw("bag", {"gold": 3})


def test_what_is_missing_is_asked_for_with_what_was_given() -> None:
    chance = Observed({"die": ["2"], "bag": ["gold"]})
    chance.roll("die", DIE)
    with pytest.raises(LuckNeeded) as needed:
        chance.draw("bag", BAG, 3)
    assert (needed.value.ask.count, needed.value.ask.contents) == (2, {"gold": 1, "stone": 3})
    assert [answer.values for answer in needed.value.given] == [("2",), ("gold",)]
    assert str(needed.value) == "Say what came up: draw 2 from bag."


def test_a_part_of_an_answer_is_checked_before_the_rest_is_asked_for() -> None:
    with pytest.raises(LuckImpossible):
        Observed({"bag": ["iron"]}).draw("bag", BAG, 2)


def test_luck_that_nobody_asked_for_is_refused() -> None:
    chance = Observed({"bag": ["gold", "stone"]})
    chance.draw("bag", BAG)
    with pytest.raises(LuckUnused, match="More was typed in for bag") as refusal:
        chance.finish()
    assert (refusal.value.code, refusal.value.source) == ("luck_unused", "bag")


def test_the_app_answers_for_sources_that_were_not_typed_in() -> None:
    chance = Observed({"bag": ["gold"]}, otherwise=Seeded(1))
    chance.draw("bag", BAG)
    chance.roll("die", DIE)
    assert [answer.observed for answer in chance.answers] == [True, False]


def test_a_shuffle_may_be_typed_in_and_is_a_known_order_then() -> None:
    assert Observed({"deck": ["elm", "oak"]}).shuffle("deck", ["oak", "elm"]) == Deck.ordered(["elm", "oak"])
    assert Observed({}).shuffle("deck", ["oak", "elm"]) == Deck.shuffled(["oak", "elm"])
    with pytest.raises(LuckNeeded, match="the order of deck"):
        Observed({"deck": ["elm"]}).shuffle("deck", ["oak", "elm"])
    with pytest.raises(LuckImpossible):
        Observed({"deck": ["elm", "elm"]}).shuffle("deck", ["oak", "elm"])


def test_a_draw_runs_through_the_layers_of_a_deck() -> None:
    deck = Deck.ordered(["oak"]).over(Deck.shuffled(["elm", "yew", "ash"]))
    cards, rest = Observed({"deck": ["oak", "yew"]}).draw_from("deck", deck, 2)
    assert (cards, rest) == (("oak", "yew"), Deck.shuffled(["elm", "ash"]))


def test_what_is_given_back_with_a_question_answers_it_once_the_rest_is_added() -> None:
    deck = Deck.ordered(["oak"]).over(Deck.shuffled(["elm", "yew", "ash"]))
    with pytest.raises(LuckNeeded) as needed:
        Observed({}).draw_from("deck", deck, 2)
    seen = {answer.source: [*answer.values, "yew"] for answer in needed.value.given}
    assert Observed(seen).draw_from("deck", deck, 2)[0] == ("oak", "yew")


def test_an_empty_deck_gives_no_card() -> None:
    assert Seeded(1).draw_from("deck", Deck(), 3) == ((), Deck())


def test_a_replay_stops_where_the_recorded_luck_is_no_longer_possible() -> None:
    with pytest.raises(LuckImpossible, match="“gold” cannot come up"):
        Replayed([Answer("draw", "bag", ("gold",))]).draw("bag", {"stone": 3, "iron": 1})


def test_a_replay_stops_where_other_luck_was_recorded() -> None:
    with pytest.raises(LuckImpossible, match="another kind: roll of die"):
        Replayed([Answer("draw", "bag", ("gold",))]).roll("die", DIE)


def test_a_replay_stops_where_nothing_was_recorded_and_asks() -> None:
    with pytest.raises(LuckNeeded) as needed:
        Replayed([]).roll("die", DIE)
    assert needed.value.ask.source == "die"


def test_a_replay_says_when_recorded_luck_is_left_over() -> None:
    with pytest.raises(Refused, match="luck of die was not asked for") as refusal:
        Replayed([Answer("roll", "die", ("1",))]).finish()
    assert refusal.value.code == "luck_unused"


def test_drawing_more_than_there_is_is_a_fault_of_the_rules() -> None:
    with pytest.raises(ValueError, match="6 drawn from 5"):
        Seeded(1).draw("bag", BAG, 6)
    with pytest.raises(ValueError, match="nothing can come up"):
        Seeded(1).pick("who", [])


@pytest.mark.pitfall("BL-010")
def test_a_draw_that_nobody_was_asked_for_takes_no_recorded_answer() -> None:
    def emptied_and_filled(luck: Chance) -> tuple[str, ...]:
        return luck.draw("bag", {"stone": 1}) + luck.draw("bag", {"stone": 1, "gold": 1, "iron": 1})

    for seed in range(6):
        first = Seeded(seed)
        drawn = emptied_and_filled(first)
        assert emptied_and_filled(Replayed(first.answers)) == drawn
    typed = Observed({"bag": ["stone", "gold"]})
    drawn = emptied_and_filled(typed)
    assert emptied_and_filled(Replayed(typed.answers)) == drawn


def test_what_a_refused_decision_asked_is_forgotten() -> None:
    luck = Seeded(1)
    luck.draw("bag", {"stone": 1, "gold": 1})
    luck.forget()
    assert luck.answers == ()
