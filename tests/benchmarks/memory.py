"""In memory: folding events against the library's, and how many decisions a second the rules take."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import cycle

import msgspec
from eventsourcing.application import project_aggregate
from eventsourcing.persistence import DatetimeAsISO, DecimalAsStr, JSONTranscoder, Mapper, StoredEvent, UUIDAsHex

from rules.fantasy_defense import GAME as DEFENSE
from rules.kernel import Event, Seeded
from rules.kernel.players import play_on
from tests.benchmarks.harness import QUICK, ROUNDS, Report, rate, ratios, seconds
from tests.benchmarks.journey import GAME, Journey, LibraryJourney, aggregate_of, happenings
from tracker.eventstore import codec
from tracker.packs.versions import shipped_packs

EVENTS = 10_000
BOARDGAME_MOVES = 16_900
"""Moves a second of boardgame.io 0.50's reducer at its best, on another machine; not measured here."""
FULL_RULES_ACTIONS = 3_600
"""Actions a second of the 18xx engine at its best, on another machine; not measured here."""

Stored = list[tuple[str, int, bytes]]


def measure(report: Report) -> None:
    """The rows about memory."""
    codec.register(GAME.key, GAME.event_kinds, {})
    small = happenings(EVENTS, 30, split=True)
    library = _Library(small)
    assert msgspec.to_builtins(_fold(_stored(small))) == library.state()
    few, many = _stored(small), _stored(happenings(EVENTS, 1000, split=True))
    flat = _stored(happenings(EVENTS, 1000, split=False))
    report.row(
        "replay, 30 nodes: decode and fold / the library's decode and mutate",
        ratios(_folds(few), _speed(library.mutated)), least=3.5,
    )  # fmt: skip
    report.row(
        "replay, 30 nodes: decode and fold / the library's project_aggregate",
        ratios(_folds(few), _speed(library.projected)), least=10,
    )  # fmt: skip
    report.row("replay: a map of 1,000 nodes in regions / 30 nodes", ratios(_folds(many), _folds(few)), least=0.7)
    report.row("replay: a map of 1,000 nodes in one piece / 30 nodes", ratios(_folds(flat), _folds(few)), least=0.7)
    decisions = [_decisions_a_second() for _ in range(ROUNDS)]
    report.row("Fantasy Defense: decide and evolve, thousands of decisions a second", [n / 1000 for n in decisions])
    report.row(
        "the same / 16,900 moves a second of boardgame.io (published, not measured here)",
        [found / BOARDGAME_MOVES for found in decisions], least=1,
    )  # fmt: skip
    report.row(
        "the same / 3,600 actions a second of 18xx (published, not measured here)",
        [found / FULL_RULES_ACTIONS for found in decisions], least=1,
    )  # fmt: skip


def _stored(events: list[Event]) -> Stored:
    return [tuple(codec.encode(GAME.key, happened)) for happened in events]


def _fold(rows: Stored) -> Journey | None:
    return GAME.fold(codec.decode(*row) for row in rows)


def _folds(rows: Stored) -> Callable[[], float]:
    return _speed(lambda: _fold(rows))


def _speed(work: Callable[[], object]) -> Callable[[], float]:
    return lambda: 1 / seconds(work, 3)


class _Library:
    """The same events, as the library stores and reads them."""

    def __init__(self, events: list[Event]) -> None:
        transcoder = JSONTranscoder()
        for transcoding in (UUIDAsHex(), DecimalAsStr(), DatetimeAsISO()):
            transcoder.register(transcoding)
        self.mapper: Mapper = Mapper(transcoder=transcoder)
        collected = aggregate_of(events).collect_events()
        self.stored: list[StoredEvent] = [self.mapper.to_stored_event(each) for each in collected]

    def mutated(self) -> LibraryJourney:
        """Decode and apply, one after the other."""
        aggregate = None
        for row in self.stored:
            aggregate = self.mapper.to_domain_event(row).mutate(aggregate)
        return aggregate

    def projected(self) -> object:
        """As its repository does."""
        return project_aggregate(None, (self.mapper.to_domain_event(row) for row in self.stored))

    def state(self) -> dict[str, object]:
        """What came of it, as plain data."""
        found = self.mutated()
        return {"heroes": found.heroes, "visited": found.visited, "day": found.day}


def _decisions_a_second() -> float:
    """Whole games of a random player, recorded first, then decided and evolved again by the clock."""
    pack = shipped_packs(DEFENSE.key)["standard.yaml"]
    luck, played = random.Random(7), []
    for _ in range(3):
        state = None
        for step in range(300):
            move = play_on(DEFENSE, state, pack, luck, chance=Seeded(step))
            if move is None:
                break
            played.append((state, move[0], step))
            state = DEFENSE.fold(move[1], state)
    turns = cycle(played)

    def decide() -> None:
        state, decision, seed = next(turns)
        DEFENSE.fold(DEFENSE.decide(state, decision, pack, Seeded(seed)), state)

    return rate(decide, 0.2 if QUICK else 1.0)
