"""Speaking Stones: drawing, paying, discarding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from msgspec.structs import replace

from rules.kernel import Refused
from rules.stonebound_saga.book import StoneTurn, book
from rules.stonebound_saga.derived import element_of, value_of
from rules.stonebound_saga.events import DeckReshuffled, StonesDiscarded, StonesDrawn
from rules.stonebound_saga.state import Position, printed, with_character, with_player, without


def draw(turn: StoneTurn, player: str, count: int) -> None:
    """Draw stones for a player. When the deck runs out the discard pile is shuffled into a new one; when both are empty
    the draw stops short (SS-STN-004, SS-STN-011)."""
    left = count
    while left:
        if not turn.state.stone_deck.layers:
            if not turn.state.discard:
                return
            turn.emit(DeckReshuffled(deck=turn.chance.shuffle("discard_pile", turn.state.discard)))
        drawn, deck = turn.chance.draw_from("stones", turn.state.stone_deck, left)
        turn.emit(StonesDrawn(player=player, stones=drawn, deck=deck))
        left -= len(drawn)


@book.evolves(StonesDrawn)
def _stones_drawn(state: Position, event: StonesDrawn) -> Position:
    hand = state.players[event.player].hand + event.stones
    return replace(with_player(state, event.player, hand=hand), stone_deck=event.deck)


@book.evolves(DeckReshuffled)
def _deck_reshuffled(state: Position, event: DeckReshuffled) -> Position:
    return replace(state, stone_deck=event.deck, discard=())


@book.evolves(StonesDiscarded)
def _stones_discarded(state: Position, event: StonesDiscarded) -> Position:
    state = replace(state, discard=state.discard + tuple(map(printed, event.stones)))
    if event.fuse is None:
        return with_player(state, event.player, hand=without(state.players[event.player].hand, event.stones))
    bearer, ability = event.fuse
    fuses = {name: stones for name, stones in state.characters[bearer].fuses.items() if name != ability}
    return with_character(state, bearer, fuses=fuses)


def in_hand(state: Position, player: str, stones: Sequence[str], rule: str = "SS-STN-010") -> None:
    """Judge that a player holds stones, all of them together.

    :raises Refused: ``stone_not_in_hand``
    """
    missing = Counter(stones) - Counter(state.players[player].hand)
    if missing:
        stone = next(iter(missing))
        raise Refused("stone_not_in_hand", f"{stone_name(stone)} is not in that hand.", rule=rule)


def judge_payment(state: Position, player: str, stones: Sequence[str], element: str, cost: int) -> None:
    """Judge that stones pay a cost (SS-STN-005 to SS-STN-010): each in hand and of the element, together at least the
    cost; what is too much is lost.

    :raises Refused: ``stone_not_in_hand``, ``wrong_element`` or ``cost_not_met``
    """
    in_hand(state, player, stones)
    for stone in stones:
        if element_of(stone) != element:
            raise Refused("wrong_element", f"Only stones of {element} pay for that.", rule="SS-STN-007")
    if not pays(stones, cost):
        raise Refused("cost_not_met", f"That costs {cost} {element}.", rule="SS-STN-008", remedy="Add stones.")


def pays(stones: Sequence[str], cost: int) -> bool:
    """Whether stones of the right element are worth a cost."""
    values = [value_of(stone) for stone in stones]
    return (cost > 0 and None in values) or sum(value or 0 for value in values) >= cost


def payments(state: Position, player: str, element: str, cost: int) -> tuple[tuple[str, ...], ...]:
    """Ways to pay a cost in which no stone could be kept, the cheapest first; empty where it cannot be paid."""
    if cost <= 0:
        return ((),)
    held = sorted((s for s in state.players[player].hand if element_of(s) == element), key=_dearness)
    found: dict[tuple[str, ...], None] = {}
    for count in range(1, min(len(held), cost) + 1):
        for way in combinations(held, count):
            spare = any(pays(way[:n] + way[n + 1 :], cost) for n in range(count))
            if pays(way, cost) and not spare:
                found.setdefault(way)
    return tuple(sorted(found, key=lambda way: (sum(map(_dearness, way)), len(way))))


def _dearness(stone: str) -> int:
    value = value_of(stone)
    return 100 if value is None else value


def stone_name(stone: str) -> str:
    """A stone in words: ``Fire 2``, ``Light infinite``, ``Wind 3 raised to 4``."""
    element, value, *up = stone.split("_")
    shown = "infinite" if value == "inf" else value
    raised = f" raised to {int(value) + 1}" if up else ""
    return f"{element.capitalize()} {shown}{raised}"


def stones_name(stones: Sequence[str]) -> str:
    """Stones in words: ``Fire 1 + Fire 2``."""
    return " + ".join(map(stone_name, stones)) or "nothing"
