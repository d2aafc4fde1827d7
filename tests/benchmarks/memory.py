"""In memory: folding events against the library's, and how many decisions a second the rules take."""

from __future__ import annotations

import random
from collections.abc import Mapping

from eventsourcing.domain import Aggregate, event
from eventsourcing.persistence import DatetimeAsISO, DecimalAsStr, JSONTranscoder, Mapper, UUIDAsHex
from eventsourcing.utils import get_topic

from rules.fantasy_defense import GAME as DEFENSE
from rules.kernel import Event, Seeded, State
from rules.kernel.players import play_on
from tests.benchmarks.harness import Report, rate, ratios, seconds
from tracker.eventstore import codec
from tracker.packs.versions import shipped_packs

EVENTS = 10_000
PUBLISHED_MOVES = (11_700, 16_900)
"""Moves a second of boardgame.io's reducer, as published in the performance notes; not measured in this run."""
PUBLISHED_ACTIONS = (2_100, 3_600)
"""Actions a second of 18xx's full rules, likewise."""


class HeroMoved(Event, frozen=True):
    """A hero entered a node."""

    hero: str
    node: str
    supplies: int


class Journey(State, frozen=True):
    """Heroes and the nodes that they visited."""

    places: Mapping[str, str] = {}
    visited: Mapping[str, int] = {}
    supplies: int = 0


class LibraryJourney(Aggregate):
    """The same as an aggregate of the library."""

    def __init__(self) -> None:
        self.places: dict[str, str] = {}
        self.visited: dict[str, int] = {}
        self.supplies = 0

    @event("Moved")
    def move(self, hero: str, node: str, supplies: int) -> None:
        """A hero enters a node."""
        self.places[hero] = node
        self.visited[node] = self.visited.get(node, 0) + 1
        self.supplies = supplies


def evolve(state: Journey, moved: HeroMoved) -> Journey:
    """The journey after a move."""
    return Journey(
        places={**state.places, moved.hero: moved.node},
        visited={**state.visited, moved.node: state.visited.get(moved.node, 0) + 1},
        supplies=moved.supplies,
    )


def measure(report: Report) -> None:
    """The rows about memory."""
    codec.register("bench", [HeroMoved], {})
    aggregate, stored, mapper = _library()
    ours = {nodes: _encoded(nodes) for nodes in (30, 1000)}
    report.row(
        "decode and fold, 30 nodes: ours / the library's decode and mutate",
        ratios(lambda: 1 / seconds(lambda: _fold(ours[30])), lambda: 1 / seconds(lambda: _mutate(mapper, stored))),
        least=3.5,
    )
    report.row(
        "decode and fold, 30 nodes: ours / the library's project_aggregate",
        ratios(
            lambda: 1 / seconds(lambda: _fold(ours[30])),
            lambda: 1 / seconds(lambda: _project(mapper, stored)),
        ),
        least=10,
    )
    report.row(
        "decode and fold: a 1,000-node map / a 30-node map",
        ratios(lambda: 1 / seconds(lambda: _fold(ours[1000])), lambda: 1 / seconds(lambda: _fold(ours[30]))),
        least=0.7,
    )
    del aggregate
    decisions = [_decisions_a_second() for _ in range(5)]
    report.row("Fantasy Defense, decide and evolve, decisions a second (18xx published: 3,600)", decisions, least=3600)
    report.row(
        "the same against boardgame.io's published reducer (not measured in this run)",
        [found / PUBLISHED_MOVES[1] for found in decisions],
        least=1,
    )


def _moves(nodes: int) -> list[tuple[str, str, int]]:
    luck = random.Random(1)
    return [(f"hero_{luck.randrange(4)}", f"node_{luck.randrange(nodes)}", n) for n in range(EVENTS)]


def _encoded(nodes: int) -> list[tuple[str, int, bytes]]:
    return [tuple(codec.encode("bench", HeroMoved(hero=h, node=n, supplies=s))) for h, n, s in _moves(nodes)]


def _fold(rows: list[tuple[str, int, bytes]]) -> Journey:
    state = Journey()
    for kind, shape, payload in rows:
        moved = codec.decode(kind, shape, payload)
        assert isinstance(moved, HeroMoved)
        state = evolve(state, moved)
    return state


def _library() -> tuple[LibraryJourney, list, Mapper]:
    transcoder = JSONTranscoder()
    for transcoding in (UUIDAsHex(), DecimalAsStr(), DatetimeAsISO()):
        transcoder.register(transcoding)
    mapper: Mapper = Mapper(transcoder=transcoder)
    aggregate = LibraryJourney()
    for hero, node, supplies in _moves(30):
        aggregate.move(hero, node, supplies)
    assert get_topic(LibraryJourney)
    return aggregate, [mapper.to_stored_event(each) for each in aggregate.collect_events()], mapper


def _mutate(mapper: Mapper, stored: list) -> object:
    aggregate = None
    for row in stored:
        aggregate = mapper.to_domain_event(row).mutate(aggregate)
    return aggregate


def _project(mapper: Mapper, stored: list) -> object:
    from eventsourcing.application import project_aggregate

    return project_aggregate(None, (mapper.to_domain_event(row) for row in stored))


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
    turn = iter(())

    def decide() -> None:
        nonlocal turn
        found = next(turn, None)
        if found is None:
            turn = iter(played)
            found = next(turn)
        state, decision, seed = found
        DEFENSE.fold(DEFENSE.decide(state, decision, pack, Seeded(seed)), state)

    return rate(decide, 1.0)
