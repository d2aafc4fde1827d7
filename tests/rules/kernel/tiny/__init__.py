"""A tiny complete game for the tests of the kernel, the store, the timelines and the projections.

One or two walkers (seats ``p1`` and ``p2``) spend a few days in a wood. They take cards from a deck into hands that
only they see, play them for coins, draw chips from a bag, roll a die, give coins away and brace with them. Cards and
chips are conserved; the deck is shuffled anew at each day's end; after the last day the richer table wins.
"""

from tests.rules.kernel.tiny.game import GAME, Tiny
from tests.rules.kernel.tiny.messages import (
    HIDDEN,
    PACK,
    Brace,
    Braced,
    CardPlayed,
    CardTaken,
    ChipsDrawn,
    CoinsGiven,
    DayEnded,
    DeckShuffled,
    DieRolled,
    DrawChips,
    EndDay,
    GameEnded,
    GameSetUp,
    GiveCoins,
    NameWalker,
    PlayCard,
    RollDie,
    SetUp,
    TakeCard,
    TinyPack,
    Walker,
    WalkerNamed,
    Wood,
)

__all__ = [
    "GAME",
    "HIDDEN",
    "PACK",
    "Brace",
    "Braced",
    "CardPlayed",
    "CardTaken",
    "ChipsDrawn",
    "CoinsGiven",
    "DayEnded",
    "DeckShuffled",
    "DieRolled",
    "DrawChips",
    "EndDay",
    "GameEnded",
    "GameSetUp",
    "GiveCoins",
    "NameWalker",
    "PlayCard",
    "RollDie",
    "SetUp",
    "TakeCard",
    "Tiny",
    "TinyPack",
    "Walker",
    "WalkerNamed",
    "Wood",
]
