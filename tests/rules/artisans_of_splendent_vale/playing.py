"""Campaigns played by taking options, with everything that happened in them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

from rules.artisans_of_splendent_vale.game import GAME
from rules.artisans_of_splendent_vale.pack import ValePack
from rules.artisans_of_splendent_vale.state import Position
from rules.kernel import Chance, Observed, Option
from rules.kernel.players import Move, any_option, likely_first, play_on
from tests.rules.steps import Step, played
from tests.rules.tables import stock

LONGEST = 160


@cache
def standard() -> ValePack:
    """The stock content."""
    return stock(GAME)


def fighting(source: random.Random, options: Sequence[Option]) -> Option:
    """Open and play scenes: attacks first, then what is likely."""
    attacks = [option for option in options if option.do in ("perform", "mob_act", "resolve_attack") and option.luck]
    scenes = [option for option in options if option.do == "begin_scene" and option.likely]
    if scenes:
        return source.choice(scenes)
    if attacks and source.random() < 0.7:
        return source.choice(attacks)
    return likely_first(source, [option for option in options if option.do != "end_scene"] or options)


POLICIES = (likely_first, any_option, fighting)


@cache
def random_game(seed: int) -> tuple[Step[Position], ...]:
    """The first part of a campaign, by a way of playing that hangs on the seed."""
    source, policy = random.Random(seed), POLICIES[seed % 3]

    def move(state: Position | None, luck: Chance) -> Move | None:
        return play_on(GAME, state, standard(), source, policy=policy, chance=luck)

    steps = tuple(played(GAME, str(seed), LONGEST, move))
    assert len(steps) == LONGEST, "the campaign ends early"
    return steps


def decide(state: Position | None, luck: Chance | None = None, pack: ValePack | None = None, **data: Any) -> Position:
    """The position after a decision."""
    chance = luck or Observed({})
    after = GAME.fold(GAME.decide(state, GAME.decision(data), pack or standard(), chance), state)
    assert after is not None
    return after


def begun(*characters: str) -> Position:
    """A campaign that has just begun."""
    state = decide(None, do="choose_characters", picks={f"p{n}": each for n, each in enumerate(characters, 1)})
    state = decide(state, do="elect", role="record_keeper", character=characters[0])
    state = decide(state, do="elect", role="narrator", character=characters[1])
    return decide(state, do="begin_campaign")
