"""Players that decide by themselves: for property tests, simulations and demonstration campaigns."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from rules.kernel.chance import Chance, Seeded
from rules.kernel.game import Game
from rules.kernel.messages import Decision, Event, State
from rules.kernel.options import Field, Option
from rules.kernel.packs import Pack
from rules.kernel.refusals import Refused

S = TypeVar("S", bound=State)
P = TypeVar("P", bound=Pack)

Move = tuple[Decision, list[Event]]
Picker = Callable[[random.Random, Sequence[Option]], Option]
"""Picks one of the open options."""


@dataclass(frozen=True)
class Policy:
    """A named way of playing. It knows what the players know: luck that is still to come is drawn when it is asked.

    :param label: what people call it: ``Sensible``
    :param about: how it plays, in one sentence
    :param move: one legal decision with its events, or ``None`` where nothing is open; takes the game, the state, the
        pack and the random source of both choice and luck
    """

    label: str
    about: str
    move: Callable[[Game[Any, Any], Any, Any, random.Random], Move | None]


def picking(label: str, about: str, picker: Picker) -> Policy:
    """The policy that picks among the open options, but never says what only people can know."""

    def move(game: Game[Any, Any], state: Any, pack: Any, source: random.Random) -> Move | None:
        return play_on(game, state, pack, source, policy=picker, besides=game.told_by_people)

    return Policy(label, about, move)


def thinking(label: str, about: str, decides: Callable[[Any, Any], Decision]) -> Policy:
    """The policy that decides by a function of state and pack, for as long as the game goes on."""

    def move(game: Game[Any, Any], state: Any, pack: Any, source: random.Random) -> Move | None:
        if game.outcome(state) is not None:
            return None
        decision = decides(state, pack)
        return decision, game.decide(state, decision, pack, Seeded(source.getrandbits(64)))

    return Policy(label, about, move)


def policies(game: Game[Any, Any]) -> Mapping[str, Policy]:
    """The ways in which a game can be played by itself: its own, and those that do for every game."""
    return {**game.policies, **_FOR_EVERY_GAME}


def any_option(source: random.Random, options: Sequence[Option]) -> Option:
    """The policy that takes any open option with equal chance."""
    return source.choice(options)


def likely_first(source: random.Random, options: Sequence[Option]) -> Option:
    """The policy that mostly takes what the table page offers first: it plays on rather than wandering about."""
    likely = [option for option in options if option.likely]
    return source.choice(likely if likely and source.random() < 0.8 else options)


def filled(source: random.Random, option: Option) -> dict[str, Any]:
    """An option with its open fields filled at random, as plain data."""
    chosen = {}
    for field in option.fields:
        if field.required or source.random() < 0.5:
            value = _value(source, field)
            if value is not None:
                chosen[field.name] = value
    return option.arguments(chosen)


def play_on(
    game: Game[S, P],
    state: S | None,
    pack: P,
    source: random.Random,
    *,
    policy: Picker = any_option,
    chance: Chance | None = None,
    tries: int = 200,
    besides: Collection[str] = (),
) -> Move | None:
    """One legal decision taken at random, and its events.

    :param chance: what it holds afterwards are the answers to that decision alone, not to those that were refused
    :param besides: names of decisions that are not taken
    :param tries: how many refused combinations are allowed before the position counts as stuck
    :returns: ``None`` when nothing is open (the game is over)
    :raises RuntimeError: when options are open and none of the tries was legal
    """
    refusals: list[str] = []
    options = [option for option in game.options(state, pack) if not option.blocked]
    if not options:
        return None
    options = [option for option in options if option.do not in besides]
    if not options:
        raise RuntimeError("only people can say how it goes on")
    luck = chance or Seeded(source.getrandbits(64))
    for _ in range(tries):
        option = policy(source, options)
        try:
            decision = game.decision(filled(source, option))
            return decision, game.decide(state, decision, pack, luck)
        except Refused as refusal:
            refusals.append(f"{option.do}: {refusal.code}")
            luck.forget()
    raise RuntimeError(f"no legal decision found in {tries} tries: {sorted(set(refusals))}")


_FOR_EVERY_GAME: Mapping[str, Policy] = {
    "likely": picking("What is offered first", "Mostly takes what the table page offers first.", likely_first),
    "random": picking("At random", "Takes any open decision with equal chance.", any_option),
}


def _value(source: random.Random, field: Field) -> Any:
    values = [choice.value for choice in field.choices if not choice.blocked]
    if field.kind == "choice":
        return source.choice(values) if values else None
    if field.kind == "many":
        most = len(values) if field.maximum is None else min(field.maximum, len(values))
        return source.sample(values, source.randint(min(field.minimum or 0, most), most))
    if field.kind == "counts":
        least = field.minimum or 0
        total = source.randint(least, max(least, field.maximum if field.maximum is not None else least + 2))
        there = {choice.value: total if choice.most is None else choice.most for choice in field.choices}
        drawn: list[str] = []
        while len(drawn) < total and (left := [value for value in values if drawn.count(value) < there[value]]):
            drawn.append(source.choice(left))
        return {value: drawn.count(value) for value in values if value in drawn}
    if field.kind == "number":
        least = field.minimum or 0
        return source.randint(least, field.maximum if field.maximum is not None else least + 5)
    if field.kind == "flag":
        return source.random() < 0.5
    return str(field.initial or "at the table")
