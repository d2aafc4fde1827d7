"""The record as it is read: a Strength card that came to lie face down is told by its back (SW-TRK-003)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import asdict, replace

from rules.encounters_shattered_wastes import strength
from rules.encounters_shattered_wastes.events import (
    AreaInspected,
    EncounterOpened,
    RevealedPutAway,
    StrengthRevealed,
)
from rules.kernel import Answer, Deck, Event, bag

_SEEN = (EncounterOpened, AreaInspected, StrengthRevealed, RevealedPutAway)
"""Facts of cards that everybody sees at that moment: all of them in the box, turned up, or looked at together."""


def in_record(event: Event) -> Event:
    """A fact without the faces that nobody saw."""
    return event if isinstance(event, _SEEN) else replace(event, **{k: _backs(v) for k, v in asdict(event).items()})


def luck_in_record(answer: Answer) -> Answer:
    """An answer without faces; of a shuffled pile no order either."""
    values = tuple(map(_back, answer.values))
    return replace(answer, values=tuple(sorted(values)) if answer.kind == "shuffle" else values)


def hidden(deck: Deck) -> Deck:
    """A pile as it is seen: the backs that it holds, in no order."""
    return Deck.shuffled(bag(_back(card) for card, count in deck.contents.items() for _ in range(count)))


def _backs(value: Any) -> Any:
    if isinstance(value, str):
        return _back(value)
    if isinstance(value, Deck):
        return hidden(value)
    if isinstance(value, tuple | list):
        return type(value)(map(_backs, value))
    if isinstance(value, Mapping):
        return {key: _backs(item) for key, item in value.items()}
    return value


def _back(card: str) -> str:
    return strength.back(card) if strength.is_strength(card) else card
