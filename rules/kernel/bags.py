"""Bags and layered decks: nothing is shuffled in advance.

A bag is a multiset, ``{"timber_wolf": 3}``. A deck is a tuple of layers, top first, each a bag: the order between
layers is known, the order inside a layer is not. A known card is a layer of one. A draw picks from the top layer when
it happens, which has the same odds as shuffling first and leaves no hidden order to peek at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb
from typing import Annotated

import msgspec

Bag = Mapping[str, Annotated[int, msgspec.Meta(ge=0)]]
"""A multiset: an item and how often it is there. Decoding refuses a negative count."""

Layer = Annotated[Mapping[str, Annotated[int, msgspec.Meta(ge=1)]], msgspec.Meta(min_length=1)]
"""A bag that holds something, and nothing zero times: what decoding demands of a layer of a deck."""


def bag(items: Iterable[str] = ()) -> Bag:
    """The multiset of some items, in the order of their first appearance."""
    return dict(Counter(items))


def size(contents: Bag) -> int:
    """How many items a bag holds."""
    return sum(contents.values())


def plus(contents: Bag, items: Iterable[str] | Bag) -> Bag:
    """A bag with items added. A mapping adds counts, any other iterable one of each."""
    added = dict(contents)
    for item, count in _counts(items):
        added[item] = added.get(item, 0) + count
    return {item: count for item, count in added.items() if count}


def minus(contents: Bag, items: Iterable[str] | Bag) -> Bag:
    """A bag with items taken out; an item that reaches zero is absent.

    :raises ValueError: when the bag does not hold one of them
    """
    left = dict(contents)
    for item, count in _counts(items):
        have = left.get(item, 0)
        if have < count:
            raise ValueError(f"{item!r} is not in the bag {count} times")
        left[item] = have - count
    return {item: count for item, count in left.items() if count}


def holds(contents: Bag, items: Iterable[str] | Bag) -> bool:
    """Whether all items can be taken out together."""
    wanted: Counter[str] = Counter()
    for item, count in _counts(items):
        wanted[item] += count
    return all(contents.get(item, 0) >= count for item, count in wanted.items())


def at_least(contents: Bag, wanted: Iterable[str], count: int, draws: int) -> Fraction:
    """The exact chance that a draw without replacement holds at least so many of the wanted items.

    :param wanted: the items that count
    :param count: how many of them, at the least
    :param draws: items drawn; more than the bag holds draws the whole bag
    """
    total = size(contents)
    good = sum(contents.get(item, 0) for item in set(wanted))
    draws = min(draws, total)
    ways = sum(comb(good, k) * comb(total - good, draws - k) for k in range(max(count, 0), min(good, draws) + 1))
    return Fraction(ways, comb(total, draws))


def _counts(items: Iterable[str] | Bag) -> Iterable[tuple[str, int]]:
    return items.items() if isinstance(items, Mapping) else ((item, 1) for item in items)


class Deck(msgspec.Struct, frozen=True):
    """A pile to draw from.

    :param layers: bags, the top layer first; never an empty layer
    """

    layers: tuple[Layer, ...] = ()

    @classmethod
    def shuffled(cls, cards: Iterable[str] | Bag) -> Deck:
        """A deck whose order nobody knows."""
        contents = plus({}, cards)
        return cls((contents,) if contents else ())

    @classmethod
    def ordered(cls, cards: Iterable[str]) -> Deck:
        """A deck whose order is known, the top card first."""
        return cls(tuple({card: 1} for card in cards))

    @property
    def size(self) -> int:
        """How many cards the deck holds."""
        return sum(size(layer) for layer in self.layers)

    @property
    def contents(self) -> Bag:
        """All cards of the deck as one bag."""
        total: Bag = {}
        for layer in self.layers:
            total = plus(total, layer)
        return total

    def known(self) -> tuple[str, ...]:
        """The cards in order, top first, as far down as the order is known."""
        cards: list[str] = []
        for layer in self.layers:
            if len(layer) > 1:
                break
            cards += [card for card, count in layer.items() for _ in range(count)]
        return tuple(cards)

    def without_top(self, card: str) -> Deck:
        """The deck after a card was taken from its top layer.

        :raises ValueError: when the top layer does not hold the card
        """
        if not self.layers:
            raise ValueError("the deck is empty")
        rest = minus(self.layers[0], (card,))
        return Deck(((rest,) if rest else ()) + self.layers[1:])

    def without(self, card: str) -> Deck:
        """The deck after a card was searched out of it, from the highest layer that holds it.

        :raises ValueError: when no layer holds the card
        """
        for index, layer in enumerate(self.layers):
            if card in layer:
                rest = minus(layer, (card,))
                return Deck(self.layers[:index] + ((rest,) if rest else ()) + self.layers[index + 1 :])
        raise ValueError(f"{card!r} is not in the deck")

    def on_top(self, *cards: str) -> Deck:
        """The deck with cards put on top, the first of them uppermost."""
        return Deck(Deck.ordered(cards).layers + self.layers)

    def underneath(self, *cards: str) -> Deck:
        """The deck with cards put under it, the last of them lowest."""
        return Deck(self.layers + Deck.ordered(cards).layers)

    def mixed_with(self, cards: Iterable[str] | Bag = ()) -> Deck:
        """The deck after cards were shuffled into it: one layer, no order known."""
        return Deck.shuffled(plus(self.contents, cards))

    def over(self, other: Deck) -> Deck:
        """This deck laid on another one."""
        return Deck(self.layers + other.layers)

    def next_odds(self) -> Mapping[str, Fraction]:
        """The exact chance of each card to be drawn next; empty for an empty deck."""
        if not self.layers:
            return {}
        total = size(self.layers[0])
        return {card: Fraction(count, total) for card, count in self.layers[0].items()}

    def at_least(self, wanted: Iterable[str], count: int, draws: int) -> Fraction:
        """The exact chance that the next draws hold at least so many of the wanted cards; see :func:`at_least`."""
        chosen = frozenset(wanted)
        reached: dict[int, Fraction] = {0: Fraction(1)}
        left = draws
        for layer in self.layers:
            taken = min(left, size(layer))
            reached = _after_layer(reached, layer, chosen, taken)
            left -= taken
        return sum((chance for found, chance in reached.items() if found >= count), Fraction(0))


def _after_layer(
    reached: Mapping[int, Fraction], layer: Bag, chosen: frozenset[str], taken: int
) -> dict[int, Fraction]:
    total = size(layer)
    good = sum(count for card, count in layer.items() if card in chosen)
    after: dict[int, Fraction] = {}
    for found, chance in reached.items():
        for k in range(max(0, taken - (total - good)), min(good, taken) + 1):
            ways = Fraction(comb(good, k) * comb(total - good, taken - k), comb(total, taken))
            after[found + k] = after.get(found + k, Fraction(0)) + chance * ways
    return after
