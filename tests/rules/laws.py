"""What holds in every game, whoever plays it. The property tests of each game call this with games that they played."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar, Union

import msgspec

from rules.kernel import Event, Game, Pack, Refused, Replayed, Seeded, State, seating
from rules.kernel.players import filled
from rules.kernel.refusals import SHARED_REASONS
from tests.rules.steps import Step, events_of

S = TypeVar("S", bound=State)
P = TypeVar("P", bound=Pack)


def events_make_the_positions(game: Game[S, P], steps: Sequence[Step[S]], every: int) -> None:
    """The events alone make the last position, and each rewind to a step: from the beginning, and from there on."""
    last = len(steps) - 1
    for at in {*range(0, last, every), last}:
        assert game.fold(events_of(steps[: at + 1])) == steps[at].after
    middle = last // 2
    assert game.fold(events_of(steps[middle + 1 :]), steps[middle].after) == steps[last].after


def a_stored_position_offers_the_same(game: Game[S, P], steps: Iterable[Step[S]], pack: P) -> None:
    """A position that was stored is the one in memory, and offers what that offers."""
    for step in steps:
        stored = msgspec.json.decode(msgspec.json.encode(step.after), type=game.state_type)
        assert stored == step.after
        assert game.options(stored, pack) == game.options(step.after, pack)


def an_option_tells_whose_it_is(game: Game[S, P], steps: Iterable[Step[S]], pack: P, seed: int) -> None:
    """However an option is filled in, it says beforehand for which seat the decision is taken."""
    source = random.Random(seed)
    for step in steps:
        for option in game.options(step.after, pack):
            found = seating(game, step.after, option)
            for _ in range(3):
                data = filled(source, option)
                chosen = {field.name: data[field.name] for field in option.fields if field.name in data}
                try:
                    decision = game.decision(data)
                except Refused:
                    continue  # a text or number that nobody would fill in
                assert found.seat_for(chosen) == game.seat_of(step.after, decision), data


@cache
def _events(game: Game[Any, Any]) -> msgspec.json.Decoder[Event]:
    return msgspec.json.Decoder(Union[game.event_kinds])  # noqa: UP007 (the members are known at run time only)


def messages_survive_storage(game: Game[S, P], steps: Iterable[Step[S]]) -> None:
    """Every event and every decision is itself after it was stored."""
    for step in steps:
        assert [_events(game).decode(msgspec.json.encode(event)) for event in step.events] == step.events
        assert game.decision(msgspec.json.decode(msgspec.json.encode(step.decision))) == step.decision


def recorded_luck_replays(game: Game[S, P], steps: Iterable[Step[S]], pack: P) -> None:
    """The same decision with the luck recorded then brings the same events."""
    for step in steps:
        assert game.decide(step.before, step.decision, pack, Replayed(step.answers)) == step.events


def is_explained(game: Game[S, P], refusal: Refused) -> None:
    """A refusal carries a declared code, a sentence, and a rule of the catalogue where there is one."""
    assert refusal.code in game.reasons | SHARED_REASONS
    assert refusal.sentence
    assert refusal.rule is None or refusal.rule in game.catalogue


def is_judged(game: Game[S, P], state: S | None, data: Mapping[str, Any], pack: P) -> None:
    """A decision, offered or not, is refused for a known reason, in a sentence and by a known rule if any; or it leads
    to a healthy position. Either way the position that it was taken on is what it was."""
    before = msgspec.json.encode(state)
    answer = _answer(game, state, data, pack)
    if isinstance(answer, Refused):
        is_explained(game, answer)
    else:
        after = game.fold(answer, state)
        assert after is not None
        assert game.check(after) == []
    assert msgspec.json.encode(state) == before


def _answer(game: Game[S, P], state: S | None, data: Mapping[str, Any], pack: P) -> list[Event] | Refused:
    try:
        return game.decide(state, game.decision(data), pack, Seeded(1))
    except Refused as refusal:
        return refusal
