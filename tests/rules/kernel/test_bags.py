"""Bags and layered decks: nothing is lost, and the odds are those of the draw."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel import Bag, Deck, Seeded, at_least, bag, holds, minus, plus, size

CARDS = st.sampled_from(["oak", "elm", "yew", "ash"])
BAGS = st.dictionaries(CARDS, st.integers(1, 4), max_size=4)
DECKS = st.lists(BAGS.filter(bool), max_size=4).map(lambda layers: Deck(tuple(layers)))
DRAWS = 100_000


@given(BAGS, st.lists(CARDS, max_size=6))
def test_what_is_put_in_can_be_taken_out_again(contents: Bag, items: list[str]) -> None:
    more = plus(contents, items)
    assert size(more) == size(contents) + len(items)
    assert holds(more, items)
    assert minus(more, items) == contents


@given(BAGS, st.lists(CARDS, max_size=6))
def test_a_bag_gives_only_what_it_holds(contents: Bag, items: list[str]) -> None:
    if holds(contents, items):
        assert size(minus(contents, items)) == size(contents) - len(items)
    else:
        with pytest.raises(ValueError, match="not in the bag"):
            minus(contents, items)


def test_an_item_that_reaches_zero_is_absent() -> None:
    assert minus({"oak": 1, "elm": 2}, {"oak": 1}) == {"elm": 2}
    assert plus({"oak": 0}, {"elm": 0}) == {}
    assert bag(["oak", "elm", "oak"]) == {"oak": 2, "elm": 1}


@given(DECKS, st.lists(CARDS, min_size=1, max_size=3), DECKS, st.integers(0, 99))
def test_a_deck_conserves_its_cards_under_every_operation(deck: Deck, cards: list[str], other: Deck, seed: int) -> None:
    more = plus(deck.contents, cards)
    assert deck.on_top(*cards).contents == deck.underneath(*cards).contents == deck.mixed_with(cards).contents == more
    assert deck.over(other).contents == plus(deck.contents, other.contents)
    drawn, left = Seeded(seed).draw_from("deck", deck, 3)
    assert plus(left.contents, drawn) == deck.contents
    assert left.size == max(deck.size - 3, 0)


@given(DECKS, CARDS)
def test_a_card_searched_out_of_a_deck_is_the_only_one_missing(deck: Deck, card: str) -> None:
    if card in deck.contents:
        assert plus(deck.without(card).contents, [card]) == deck.contents
    else:
        with pytest.raises(ValueError, match="not in the deck"):
            deck.without(card)


@given(DECKS)
def test_no_operation_leaves_an_empty_layer(deck: Deck) -> None:
    while deck.layers:
        deck = deck.without_top(next(iter(deck.layers[0])))
        assert all(deck.layers)
    with pytest.raises(ValueError, match="empty"):
        deck.without_top("oak")


def test_the_order_is_known_as_far_down_as_layers_hold_one_kind() -> None:
    deck = Deck.ordered(["oak", "elm"]).over(Deck.shuffled({"yew": 2})).over(Deck.shuffled(["oak", "ash"]))
    assert deck.known() == ("oak", "elm", "yew", "yew")
    assert deck.mixed_with().known() == ()


@pytest.mark.parametrize("layers", [[{}], [{"oak": 0}], [{"oak": 1}, {"elm": -1}]])
def test_decoding_refuses_a_layer_that_holds_nothing(layers: list[dict[str, int]]) -> None:
    with pytest.raises(msgspec.ValidationError, match="layers"):
        msgspec.convert({"layers": layers}, Deck)


@given(BAGS, st.sets(CARDS, max_size=3), st.integers(0, 8))
def test_the_chances_of_a_draw_sum_to_one(contents: Bag, wanted: set[str], draws: int) -> None:
    exactly = [
        at_least(contents, wanted, count, draws) - at_least(contents, wanted, count + 1, draws) for count in range(10)
    ]
    assert sum(exactly) == 1
    assert all(chance >= 0 for chance in exactly)


@given(DECKS, st.sets(CARDS, max_size=3), st.integers(0, 8))
def test_the_chances_of_a_deck_sum_to_one(deck: Deck, wanted: set[str], draws: int) -> None:
    exactly = [deck.at_least(wanted, count, draws) - deck.at_least(wanted, count + 1, draws) for count in range(10)]
    assert sum(exactly) == 1
    assert sum(deck.next_odds().values()) == (1 if deck.size else 0)


@given(BAGS, st.sets(CARDS, max_size=3), st.integers(0, 4), st.integers(0, 8))
def test_a_shuffled_deck_has_the_odds_of_its_bag(contents: Bag, wanted: set[str], count: int, draws: int) -> None:
    assert Deck.shuffled(contents).at_least(wanted, count, draws) == at_least(contents, wanted, count, draws)


def test_the_odds_are_those_of_counting_every_order() -> None:
    deck = Deck(({"oak": 2, "elm": 1}, {"yew": 1, "oak": 1}))
    orders = [(*top, *bottom) for top in permutations(["oak", "oak", "elm"]) for bottom in permutations(["yew", "oak"])]
    lucky = sum(1 for order in orders if order[:4].count("oak") >= 3)
    assert deck.at_least({"oak"}, 3, 4) == Fraction(lucky, len(orders))


@pytest.mark.pitfall("BL-100")
def test_the_odds_of_a_bag_agree_with_seeded_draws() -> None:
    contents, chance = {"gold": 3, "stone": 5, "storm": 2}, Seeded("odds of a bag")
    hits = sum(1 for _ in range(DRAWS) if chance.draw("bag", contents, 4).count("gold") >= 2)
    assert abs(hits / DRAWS - at_least(contents, {"gold"}, 2, 4)) < 0.006


@pytest.mark.pitfall("BL-100")
def test_the_odds_of_a_layered_deck_agree_with_seeded_draws() -> None:
    deck, chance = Deck(({"oak": 2, "elm": 2}, {"yew": 1, "oak": 2})), Seeded("odds of a deck")
    drawn = [chance.draw_from("deck", deck, 5)[0] for _ in range(DRAWS // 10)]
    hits = sum(1 for cards in drawn if cards.count("oak") >= 3)
    assert abs(hits / len(drawn) - deck.at_least({"oak"}, 3, 5)) < 0.02
    firsts = Counter(cards[0] for cards in drawn)
    assert all(abs(firsts[card] / len(drawn) - odds) < 0.02 for card, odds in deck.next_odds().items())
    assert set(firsts) == set(deck.next_odds())
