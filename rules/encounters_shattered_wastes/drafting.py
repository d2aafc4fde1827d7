"""Drafting: each Character draws its cards and keeps 3 of them (SW-DRF-001 to SW-DRF-008)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules.encounters_shattered_wastes import events as e
from rules.encounters_shattered_wastes.book import WastesTurn, a_character, book, in_phase
from rules.encounters_shattered_wastes.decisions import DraftCards, KeepCards
from rules.encounters_shattered_wastes.luck import Reported, drawn
from rules.encounters_shattered_wastes.state import KEPT_CARDS, Position, with_character, without
from rules.encounters_shattered_wastes.state import drawn as taken
from rules.kernel import Bag, Deck, Refused, plus


@book.decides(DraftCards)
def draft_cards(turn: WastesTurn, decision: DraftCards) -> None:
    """Draw exactly the cards that the Character card says (SW-DRF-001).

    Luck: ``deck.martial`` and the like, where no cards are named.
    """
    state = in_phase(turn, "setup")
    name = decision.character
    draft = {deck: count for deck, count in a_character(state, name).draft.items() if count}
    said = decision.cards
    counts = draft if said is None else {deck: len(cards) for deck, cards in said.items() if cards}
    if counts != draft or name in state.setup.drafted or not draft:
        what = ", ".join(f"{count} {deck}" for deck, count in draft.items()) or "nothing"
        raise Refused("wrong_draw_count", f"This Character draws {what}, once.", rule="SW-DRF-001")
    cards = {}
    for deck, count in draft.items():
        pile = f"deck.{deck}"
        reported = Reported({} if said is None else {pile: tuple(said[deck])})
        cards[deck] = drawn(turn, pile, state.decks.get(deck, Deck()), count, reported)
    turn.emit(e.CardsDrafted(character=name, cards=cards))


@book.decides(KeepCards)
def keep_cards(turn: WastesTurn, decision: KeepCards) -> None:
    """Keep and equip 3 of the drawn cards, Abilities and Items in any mix; when everybody has, the rest is shuffled
    back (SW-DRF-002 to SW-DRF-005)."""
    state = in_phase(turn, "setup")
    name, keep = decision.character, decision.keep
    a_character(state, name)
    if len(keep) != KEPT_CARDS or len(set(keep)) != KEPT_CARDS or name in state.setup.kept:
        raise Refused("must_keep_three", "Exactly 3 different cards are kept, once.", rule="SW-DRF-002")
    drafted = state.setup.drafted.get(name, {})
    everything = [card for cards in drafted.values() for card in cards]
    if not set(keep) <= set(everything):
        raise Refused("not_drafted", "This Character did not draw all of these cards.", rule="SW-DRF-003")
    items = tuple(card for card in keep if card in drafted.get("item", ()))
    abilities = tuple(card for card in keep if card not in items)
    turn.emit(e.CardsKept(character=name, abilities=abilities, items=items))
    if all(name in turn.state.setup.kept for name, each in state.characters.items() if each.draft):
        turn.emit(e.UnkeptCardsReturned(decks=_shuffled_back(turn.state)))


def _shuffled_back(state: Position) -> Mapping[str, Deck]:
    """The decks into which what nobody kept was shuffled (SW-DRF-004)."""
    decks: dict[str, Bag] = {}
    for name, drafted in state.setup.drafted.items():
        for deck, cards in drafted.items():
            left = without(cards, *(card for card in state.setup.kept[name] if card in cards))
            if left:
                decks[deck] = plus(decks.get(deck, state.decks[deck].contents), left)
    return {deck: Deck.shuffled(cards) for deck, cards in decks.items()}


@book.evolves(e.CardsDrafted)
def _cards_drafted(state: Position, event: e.CardsDrafted) -> Position:
    drafted = {**state.setup.drafted, event.character: event.cards}
    return replace(state, decks=taken(state.decks, event.cards), setup=replace(state.setup, drafted=drafted))


@book.evolves(e.CardsKept)
def _cards_kept(state: Position, event: e.CardsKept) -> Position:
    kept = {**state.setup.kept, event.character: (*event.abilities, *event.items)}
    state = replace(state, setup=replace(state.setup, kept=kept))
    items = {**state.characters[event.character].items, **dict.fromkeys(event.items, "ready")}
    abilities = (*state.characters[event.character].abilities, *event.abilities)
    return with_character(state, event.character, abilities=abilities, items=items)


@book.evolves(e.UnkeptCardsReturned)
def _unkept_cards_returned(state: Position, event: e.UnkeptCardsReturned) -> Position:
    """What was drawn and kept is with the Characters now, so nothing is left beside the decks."""
    drafted: dict[str, dict[str, tuple[str, ...]]] = {name: {} for name in state.setup.drafted}
    setup = replace(state.setup, drafted=drafted)
    return replace(state, decks={**state.decks, **event.decks}, setup=setup)
