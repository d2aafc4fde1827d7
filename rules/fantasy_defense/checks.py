"""What holds in every healthy position, whatever happened: cards are neither lost nor doubled, and the like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rules.fantasy_defense import figures
from rules.fantasy_defense.derived import at_large, invaders_left
from rules.fantasy_defense.state import ROWS, UNSEEN_BOSS, Position, besieged_by, columns, open_gates


def problems(state: Position) -> Iterator[str]:
    """The invariants that a position breaks, in words."""
    yield from _table(state)
    yield from _defenders(state)
    yield from _invaders(state)
    yield from _phase(state)


def _table(state: Position) -> Iterator[str]:
    rows = ROWS[state.mode]
    if set(state.gates) != {gate for row in rows.values() for gate in row}:
        yield f"The gates are not those of a {state.mode} game."
    if set(state.players) != set(rows) or state.starting_player not in rows:
        yield f"The players are not those of a {state.mode} game."
    if state.round < 1:
        yield "Rounds count from 1."
    if not 0 <= state.morale <= figures.START_MORALE:
        yield f"City Morale {state.morale} is off its track."
    if state.drawn_this_round > figures.INVADERS_PER_ROUND[state.mode]:
        yield f"{state.drawn_this_round} Invaders were drawn this round."
    for player, cards in state.players.items():
        if len(cards.spells) > figures.SPELLS_PER_DECK:
            yield f"{player} has more than 2 spells."


def _defenders(state: Position) -> Iterator[str]:
    places = Counter(_defender_places(state))
    yield from _doubled("Defender", places)
    if places.total() != state.defender_cards:
        yield f"{places.total()} Defenders are in play, {state.defender_cards} were set out."
    in_play = {card for cards in state.players.values() for card in cards.hand}
    in_play |= {card for gate in state.gates.values() for card in gate.defenders}
    for card in state.borrowed.keys() - in_play:
        yield f"{card} is on loan but in nobody's hand and at no gate."
    for card in {*state.moved, *state.skirmished} - places.keys():
        yield f"{card} moved but is no Defender of this game."


def _defender_places(state: Position) -> Iterator[str]:
    for cards in state.players.values():
        yield from cards.hand
        yield from cards.discard
        yield from Counter(cards.deck.contents).elements()
    for gate in state.gates.values():
        yield from gate.defenders


def _invaders(state: Position) -> Iterator[str]:
    deck = Counter(state.invader_deck.contents)
    hidden = deck.pop(UNSEEN_BOSS, 0)
    if hidden != len(state.unseen_bosses):
        yield f"{hidden} Bosses lie unseen in the Invaders Deck, {len(state.unseen_bosses)} are known to."
    places = Counter((*deck.elements(), *state.unseen_bosses, *state.invader_discard, *at_large(state)))
    yield from _doubled("Invader", places)
    if places.total() != state.invader_cards:
        yield f"{places.total()} Invaders are in the game, {state.invader_cards} were set out."
    for invader in at_large(state):
        yield from _siege(state, invader)


def _siege(state: Position, invader: str) -> Iterator[str]:
    """FD-INV-006, FD-COOP-007: one gate an Invader; a Boss in cooperative play the two gates of one column."""
    gates = besieged_by(state, invader)
    if len(gates) > 1 and not (invader in state.boss_values and gates in columns(state)):
        yield f"{invader} besieges {' and '.join(gates)}."


def _doubled(kind: str, places: Counter[str]) -> Iterable[str]:
    return (f"{kind} {card} is in {count} places." for card, count in places.items() if count > 1)


def _phase(state: Position) -> Iterator[str]:
    yield from _end(state)
    for name, gate in state.gates.items():
        if gate.fought and not gate.resolved:
            yield f"{name} was fought but is not resolved."
        if gate.resolved and gate.shielded:
            yield f"{name} was resolved behind its shield."
    for player, cards in state.players.items():
        if state.phase == "battle" and len(cards.hand) > figures.HAND_LIMIT:
            yield f"{player} holds {len(cards.hand)} Defenders after the Strategy Phase."
    for player, invader in state.owed.items():
        able = player in state.players and state.players[player].hand
        if state.phase != "invasion" or not able or not besieged_by(state, invader):
            yield f"{player} owes {invader} a Defender and cannot pay."
    if state.phase == "reinforcement" and open_gates(state):
        yield "A besieged gate was left unresolved."


def _end(state: Position) -> Iterator[str]:
    """The end agrees with the position. Between the change that ends a game and the event that says so the position is
    over already, which happens only where Invaders are discarded or morale is lost."""
    if state.morale < 1 and state.phase not in ("battle", "lost"):
        yield "City Morale is below 1 and the game is not lost."
    if state.morale >= 1 and state.phase == "lost":
        yield f"The game is lost with City Morale {state.morale}."
    left = invaders_left(state)
    if left == 0 and state.phase not in ("strategy", "battle", "won"):
        yield "No Invader is left and the game is not won."
    if left and state.phase == "won":
        yield f"The game is won with {left} Invaders left."
