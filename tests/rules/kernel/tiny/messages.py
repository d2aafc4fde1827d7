"""What the tiny game is made of: its content, its position, its decisions and its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

import msgspec

from rules.kernel import Bag, Decision, Deck, Event, Pack, Problem, State

Count = Annotated[int, msgspec.Meta(ge=0)]
HIDDEN = "hidden"
"""What stands for a card of another seat's hand."""


class TinyPack(Pack, frozen=True):
    """The content: how many of each card and chip, what they are worth, the faces of the die, days, coins to win."""

    cards: Mapping[str, Count]
    worth: Mapping[str, int]
    chips: Mapping[str, Count]
    faces: tuple[str, ...] = ("1", "1", "2", "3")
    days: int = 3
    goal: int = 8

    def problems(self) -> Iterable[Problem]:
        """Every card and chip has a worth."""
        for name in (*self.cards, *self.chips):
            if name not in self.worth:
                part = "cards" if name in self.cards else "chips"
                yield Problem(f"{part}.{name}", "its worth was expected under worth")


PACK = TinyPack(
    game="tiny",
    name="A wood",
    cards={"oak": 3, "elm": 2, "yew": 1},
    worth={"oak": 1, "elm": 2, "yew": 5, "gold": 2, "stone": 0},
    chips={"gold": 2, "stone": 3},
)


class Walker(msgspec.Struct, frozen=True):
    """One seat: hand in alphabetical order, coins, the defence braced for, the name that its player gave it."""

    hand: tuple[str, ...] = ()
    coins: int = 0
    braced: int = 0
    name: str = ""


class Wood(State, frozen=True):
    """The whole position."""

    walkers: Mapping[str, Walker]
    deck: Deck
    bag: Bag
    cards: Bag
    chips: Bag
    days: int
    goal: int
    discard: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    day: int = 1
    over: str | None = None


class SetUp(Decision, frozen=True):
    """Begin with one walker or two."""

    walkers: Literal[1, 2] = 1


class TakeCard(Decision, frozen=True):
    """Take the next card into the hand."""

    player: str


class PlayCard(Decision, frozen=True):
    """Play a card from the hand for its worth."""

    player: str
    card: str


class DrawChips(Decision, frozen=True):
    """Draw chips; they stay out of the bag until the day ends."""

    player: str
    count: int = 1


class RollDie(Decision, frozen=True):
    """Roll for coins; only who has none may."""

    player: str


class GiveCoins(Decision, frozen=True):
    """Give coins to the other walker."""

    player: str
    to: str
    coins: int


class Brace(Decision, frozen=True):
    """Pay coins for defence."""

    player: str
    def_: int


class NameWalker(Decision, frozen=True):
    """Give the walker a name."""

    player: str
    name: str


class EndDay(Decision, frozen=True):
    """End the day: chips go back, discards are mixed into the deck."""


class GameSetUp(Event, frozen=True):
    """The game began, with these cards and chips."""

    walkers: tuple[str, ...]
    cards: Bag
    chips: Bag
    days: int
    goal: int


class CardTaken(Event, frozen=True):
    player: str
    card: str


class CardPlayed(Event, frozen=True):
    player: str
    card: str
    coins: int


class ChipsDrawn(Event, frozen=True):
    player: str
    chips: tuple[str, ...]
    coins: int


class DieRolled(Event, frozen=True):
    player: str
    face: str
    coins: int


class CoinsGiven(Event, frozen=True):
    player: str
    to: str
    coins: int


class Braced(Event, frozen=True):
    player: str
    def_: int
    coins: int


class WalkerNamed(Event, frozen=True):
    player: str
    name: str


class DeckShuffled(Event, frozen=True):
    """The deck after the shuffle: usually of unknown order, known where the players typed it in."""

    deck: Deck


class DayEnded(Event, frozen=True):
    day: int


class GameEnded(Event, frozen=True):
    outcome: str
