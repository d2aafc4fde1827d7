"""Drawing from bags and AI decks through chance, with the refusals that the rulebook has for what cannot be.

Sources: ``bag.<guard>`` for chips, ``ai.<slot>`` for AI cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rules.isofarian_guard.battle.book import BattleTurn
from rules.kernel import Bag, LuckImpossible, LuckUnused, Refused


def drawn_chip(turn: BattleTurn, guard: str, contents: Bag) -> str:
    """One chip out of a bag, blind.

    :raises LuckImpossible: ``chip_not_in_bag`` for a reported chip that is not in it (ISO-DRAW-009)
    """
    with _named("chip_not_in_bag", "ISO-DRAW-009"):
        return turn.chance.draw(f"bag.{guard}", contents)[0]


def drawn_chips(turn: BattleTurn, guard: str, contents: Bag, count: int) -> tuple[str, ...]:
    """Several chips out of a bag at once, blind; see :func:`drawn_chip`."""
    with _named("chip_not_in_bag", "ISO-DRAW-009"):
        return turn.chance.draw(f"bag.{guard}", contents, count)


def drawn_ai_card(turn: BattleTurn, slot: str, deck: Bag) -> str:
    """The top card of an AI deck of which nobody knows the order.

    :raises LuckImpossible: ``ai_card_not_in_deck`` for a reported card that does not lie face-down (ISO-AI-003)
    """
    with _named("ai_card_not_in_deck", "ISO-AI-003"):
        return turn.chance.draw(f"ai.{slot}", deck)[0]


def all_luck_used(turn: BattleTurn) -> None:
    """Judge that no more was reported than the decision drew.

    :raises Refused: ``draw_exceeds_limit`` (ISO-DRAW-001) or ``ai_cards_left_over`` (ISO-AI-007)
    """
    try:
        turn.chance.finish()
    except LuckUnused as unused:
        if unused.source.startswith("ai"):
            sentence = "More AI cards were reported than the enemy turns over."
            raise Refused("ai_cards_left_over", sentence, rule="ISO-AI-007") from None
        raise Refused("draw_exceeds_limit", "More chips were reported than are drawn.", rule="ISO-DRAW-001") from None


@contextmanager
def _named(code: str, rule: str) -> Iterator[None]:
    try:
        yield
    except LuckImpossible as impossible:
        impossible.code, impossible.rule = code, rule
        raise
