"""Reinforcement Phase: new Defenders, and the next round."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.fantasy_defense import figures
from rules.fantasy_defense.book import FantasyTurn, book, in_phase
from rules.fantasy_defense.decisions import Reinforce
from rules.fantasy_defense.events import CardsDrawn, RoundEnded, StartingPlayerSwapped
from rules.fantasy_defense.pack import FantasyPack
from rules.fantasy_defense.state import Position, into_hand, with_player
from rules.kernel import Option


@book.decides(Reinforce)
def reinforce(turn: FantasyTurn, decision: Reinforce) -> None:
    """Each player draws 5 cards, or what the deck holds (FD-REI-001 to FD-REI-003, FD-COOP-020); discards are not
    shuffled back (FD-REI-004). Then the starting player changes (FD-COOP-019) and the next round begins (FD-RND-002).

    Luck: ``deck.p1``, ``deck.p2``.
    """
    in_phase(turn, "reinforcement")
    for player, cards in turn.state.players.items():
        drawn, _ = turn.chance.draw_from(f"deck.{player}", cards.deck, figures.REINFORCEMENTS)
        if drawn:
            turn.emit(CardsDrawn(player=player, cards=drawn))
    if turn.state.mode == "coop":
        other = next(player for player in turn.state.players if player != turn.state.starting_player)
        turn.emit(StartingPlayerSwapped(player=other))
    turn.emit(RoundEnded(round=turn.state.round))


@book.evolves(CardsDrawn)
def _cards_drawn(state: Position, event: CardsDrawn) -> Position:
    deck = state.players[event.player].deck
    for card in event.cards:
        deck = deck.without_top(card)
    return into_hand(with_player(state, event.player, deck=deck), event.player, *event.cards)


@book.evolves(StartingPlayerSwapped)
def _starting_player_swapped(state: Position, event: StartingPlayerSwapped) -> Position:
    return replace(state, starting_player=event.player)


@book.evolves(RoundEnded)
def _round_ended(state: Position, event: RoundEnded) -> Position:
    """What held for the round ends with it (FD-MOV-008, FD-ELF-014, FD-HUM-015); everybody stays in place
    (FD-RND-003)."""
    return replace(
        state,
        phase="invasion",
        round=event.round + 1,
        drawn_this_round=0,
        gates={name: replace(gate, fought=False, resolved=False, shielded=False) for name, gate in state.gates.items()},
        players={name: replace(player, gave=False) for name, player in state.players.items()},
        moved=(),
        skirmished=(),
        halved={},
    )


@book.offers_options
def options(state: Position, pack: FantasyPack) -> Iterable[Option]:
    """Drawing the reinforcements."""
    if state.phase != "reinforcement":
        return
    decks = [cards.deck for cards in state.players.values()]
    counts = [min(figures.REINFORCEMENTS, deck.size) for deck in decks]
    yield Option(
        "reinforce",
        "Draw reinforcements and begin the next round",
        group="Reinforcement",
        likely=True,
        luck=any(len(deck.next_odds()) > 1 for deck in decks),
        note=" and ".join(f"{count} cards" for count in counts),
    )
