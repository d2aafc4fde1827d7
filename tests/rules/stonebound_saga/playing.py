"""Whole games, played by random players and by the sensible one, with everything that happened in them."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from rules.kernel import Chance, Seeded
from rules.kernel.players import Move, any_option, likely_first, play_on
from rules.stonebound_saga.decisions import PickTeam
from rules.stonebound_saga.figures import SEATS, TERRAIN_DECK_STARS
from rules.stonebound_saga.state import Position
from rules.stonebound_saga.steward import sensible
from rules.stonebound_saga.terrain_cards import CARDS
from tests.rules.steps import Step, played
from tests.rules.stonebound_saga.table import GAME, standard

FORMATS = ("constructed", "draft", "free")
MODES = tuple(SEATS)
LONGEST = 500
"""A random game is followed so far; the sensible player comes to an end."""


def begun(mode: str, format_: str) -> Move:
    """The choice of a format."""
    decision = GAME.decision({"do": "choose_format", "mode": mode, "format": format_})
    return decision, GAME.decide(None, decision, standard(), Seeded(0))


@cache
def random_game(mode: str, seed: int) -> tuple[Step[Position], ...]:
    """The first part of a game: a sensible player leads it into the fight, then any open option is taken, or with odd
    seeds mostly a likely one."""
    source = random.Random(f"{mode} {seed}")
    policy = likely_first if seed % 2 else any_option

    def play(state: Position, luck: Chance) -> Move | None:
        bare = next((p for p, holder in state.players.items() if holder.characters and not holder.terrain_deck), None)
        if state.phase == "team_building" and bare is not None:
            decision = PickTeam(player=bare, characters=state.players[bare].characters, terrain=_deck(source))
            return decision, GAME.decide(state, decision, standard(), luck)
        led = state.round < 3 and source.random() < 0.9
        if led and GAME.outcome(state) is None:
            return _sensibly(state, luck)
        return play_on(GAME, state, standard(), source, policy=policy, chance=luck)

    return _game(mode, seed, play, LONGEST)


@cache
def sensible_game(mode: str, seed: int) -> tuple[Step[Position], ...]:
    """A whole game by the sensible player."""
    return _game(mode, seed, _sensibly, 5_000)


def _deck(source: random.Random) -> tuple[str, ...]:
    """Terrain cards of 10 stars at most."""
    cards = source.sample([card for card in CARDS if card != "heroes_hall"], 4)
    while sum(map(standard().terrain_stars, cards)) > TERRAIN_DECK_STARS:
        cards.pop()
    return tuple(cards)


def _sensibly(state: Position, luck: Chance) -> Move | None:
    if GAME.outcome(state) is not None:
        return None
    decision = sensible(state, standard())
    return decision, GAME.decide(state, decision, standard(), luck)


def _game(
    mode: str, seed: int, play: Callable[[Position, Chance], Move | None], longest: int
) -> tuple[Step[Position], ...]:
    def move(state: Position | None, luck: Chance) -> Move | None:
        return begun(mode, FORMATS[seed % len(FORMATS)]) if state is None else play(state, luck)

    return tuple(played(GAME, f"{mode} {seed}", longest, move))
