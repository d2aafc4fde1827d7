"""Real Strength cards: what the table sees of a card that the app laid for it (SW-TRK-003, SW-TRK-004).

A card in an Area lies face down, so that the table knows its back alone; the app has it lie there with a face that it
drew. What the table says wins: the card that lies there changes places with one of that back which nobody has seen.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.encounters_shattered_wastes import events as e
from rules.encounters_shattered_wastes import strength
from rules.encounters_shattered_wastes.book import WastesTurn, book, in_phase, not_in_pile
from rules.encounters_shattered_wastes.decisions import TellCard
from rules.encounters_shattered_wastes.state import AREAS, Position, with_area
from rules.kernel import Bag, Deck, Refused, minus, plus


@book.decides(TellCard)
def tell_card(turn: WastesTurn, decision: TellCard) -> None:
    """Say what the back of the card on top of an Area shows, and its face where it is known (SW-BRD-005).

    Luck: ``cards_with_that_back``.
    """
    state = in_phase(turn, "setup", "refresh", "action", "defend")
    area = str(decision.area)
    if area not in AREAS:
        raise Refused("area_not_targetable", f"There is no Area {area}.", rule="SW-BRD-001")
    if not state.areas[area]:
        raise Refused("no_strength_in_area", "No Strength card lies in that Area.", rule="SW-BRD-005")
    unseen = with_back(state, area, decision.back)
    if not unseen:
        not_in_pile(decision.back, "the cards that nobody has seen")
    was, (now,) = state.areas[area][0], turn.chance.draw("cards_with_that_back", unseen)
    turn.emit(e.CardTold(area=area, was=was, now=now, from_=_place(state, was, now)))


def with_back(state: Position, area: str, back: str) -> Bag:
    """The cards of a back that may lie on top of an Area: the one that is thought to, those in STAMINA and in the
    supply."""
    there: Bag = {}
    for pile in (state.areas[area][:1], state.stamina.contents, *(deck.contents for deck in state.reserve.values())):
        there = plus(there, pile)
    return {card: count for card, count in there.items() if strength.back(card) == back}


def _place(state: Position, was: str, now: str) -> e.ToldFrom:
    if now == was:
        return "area"
    return "stamina" if now in state.stamina.contents else strength.intent(now)


@book.evolves(e.CardTold)
def _card_told(state: Position, event: e.CardTold) -> Position:
    state = with_area(state, event.area, (event.now, *state.areas[event.area][1:]))
    if event.from_ == "area":
        return state
    if event.from_ == "stamina":
        return replace(state, stamina=_exchanged(state.stamina, event.now, event.was))
    reserve = {**state.reserve, event.from_: state.reserve[event.from_].without(event.now)}
    intent = strength.intent(event.was)
    return replace(state, reserve={**reserve, intent: reserve[intent].mixed_with((event.was,))})


def _exchanged(deck: Deck, gone: str, come: str) -> Deck:
    """A deck with one card in the place of another."""
    at = next(number for number, layer in enumerate(deck.layers) if gone in layer)
    layer = plus(minus(deck.layers[at], (gone,)), (come,))
    return Deck((*deck.layers[:at], layer, *deck.layers[at + 1 :]))
