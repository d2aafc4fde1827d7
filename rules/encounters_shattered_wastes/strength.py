"""Strength cards: a card is its code, so that everything printed on it can be read off wherever it lies.

``P3.d2`` is a Physical card with 3 Threat symbols on its back and 2 Damage on its face; ``M2.t1.a1`` a Magical one with
1 Threat and 1 Affliction. An ending ``_x`` tells copies apart where somebody cares. The part before the first dot is
the back: intent and Threat are public, the face is hidden until the card is revealed (SW-ENM-015, SW-TRK-003).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, Literal

Intent = Literal["physical", "magical"]
Kind = Literal["damage", "affliction", "threat", "corruption"]

INTENTS: Final[tuple[Intent, ...]] = ("physical", "magical")
KINDS: Final[tuple[Kind, ...]] = ("damage", "affliction", "threat", "corruption")
"""The symbols of revealed cards, in the order in which they are resolved when nobody chooses another."""

PRINTED_ON: Final[Mapping[Kind, tuple[Intent, ...]]] = {
    "damage": ("physical",),
    "affliction": INTENTS,
    "threat": ("magical",),
    "corruption": INTENTS,
}
"""On which cards each symbol stands (SW-REV-010)."""

_LETTERS: Final[Mapping[str, Kind]] = {"d": "damage", "a": "affliction", "t": "threat", "c": "corruption"}
_CODE = re.compile(r"(?P<intent>[PM])(?P<threat>[1-5])(?P<face>(?:\.[datc]\d+)*)(?:_\w+)?")
_RAGE = re.compile(r"R(?P<face>(?:\.[datc]\d+)*)(?:_\w+)?")


def is_strength(card: str) -> bool:
    """Whether a text is the code of a Strength card."""
    return _CODE.fullmatch(card) is not None


@cache
def intent(card: str) -> Intent:
    """Physical or Magical, as the back shows it."""
    return "physical" if card.startswith("P") else "magical"


@cache
def back_threat(card: str) -> int:
    """The Threat symbols on the back."""
    return int(card[1])


@cache
def symbols(card: str) -> Mapping[Kind, int]:
    """What the face does to those whom the revealed card affects."""
    match = _CODE.fullmatch(card)
    return _face(match["face"]) if match else {}


@cache
def rage_symbols(card: str) -> Mapping[Kind, int] | None:
    """The symbols of a Rage card that is written as a code, ``R.d3.t1``; ``None`` for a card with a name."""
    match = _RAGE.fullmatch(card)
    return _face(match["face"]) if match else None


def back(card: str) -> str:
    """What everybody sees of a card that lies face down: ``P3``."""
    return card[:2]


def total_threat(cards: Iterable[str]) -> int:
    """The Threat symbols on the backs of some cards together (SW-BRD-007)."""
    return sum(back_threat(card) for card in cards)


def _face(text: str) -> Mapping[Kind, int]:
    found: dict[Kind, int] = {}
    for part in filter(None, text.split(".")):
        found[_LETTERS[part[0]]] = int(part[1:])
    return found
