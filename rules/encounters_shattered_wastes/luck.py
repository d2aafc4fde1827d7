"""Where cards and dice come from: luck, or what the table reported."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from rules.encounters_shattered_wastes.book import FACES, WastesTurn, not_in_pile
from rules.kernel import Deck


class Reported:
    """The cards that a decision names as seen at the table, each used once (SW-TRK-004).

    :param cards: by the pile that they come from
    """

    def __init__(self, cards: Mapping[str, tuple[str, ...]]) -> None:
        self._cards = {pile: deque(named) for pile, named in cards.items()}

    def next(self, pile: str) -> str | None:
        """The next card that was reported of a pile."""
        named = self._cards.get(pile)
        return named.popleft() if named else None

    def rest(self) -> Mapping[str, tuple[str, ...]]:
        """What has not been used yet."""
        return {pile: tuple(named) for pile, named in self._cards.items() if named}


def drawn(turn: WastesTurn, pile: str, deck: Deck, count: int, reported: Reported) -> tuple[str, ...]:
    """Cards of a deck: those that were reported, wherever they lie in it, then luck's from the top; fewer where it
    holds fewer.

    :raises Refused: ``card_not_in_pile``
    """
    found: list[str] = []
    while len(found) < count and deck.size:
        named = reported.next(pile)
        if named is None:
            (card,), deck = turn.chance.draw_from(pile, deck)
        else:
            if named not in deck.contents:
                not_in_pile(named, pile)
            card, deck = named, deck.without(named)
        found.append(card)
    return tuple(found)


def rolled(turn: WastesTurn, count: int, source: str = "dice") -> tuple[int, ...]:
    """Dice, each with six faces; a pool may be larger than the three that are in the box (SW-CMP-005)."""
    return tuple(int(face) for face in turn.chance.roll(source, FACES, count))
