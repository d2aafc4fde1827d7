"""Snapshots are a cache: they make looking back quicker and change nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.kernel import Event, State
from rules.kernel.players import likely_first, play_on
from rules.kernel.table import Rewound
from tests.rules.kernel.tiny import GAME, PACK, Wood
from tests.tracker.eventstore.stories import Story
from tracker.eventstore import codec, store
from tracker.eventstore.lineage import Range
from tracker.eventstore.models import Snapshot

pytestmark = pytest.mark.django_db
RULES = 1
"""Version of the rules in these tests."""


def state_at(story: Story, version: int) -> State | None:
    """The state at a version: from the newest snapshot on its path, then folding what follows."""
    line = store.lineage(story.timeline, version)
    path = line.path(version)
    kept = store.newest_snapshot(line, path, RULES)
    start, state = (kept[0], msgspec.json.decode(kept[1], type=Wood)) if kept else (0, None)
    rest = [Range(max(low, start), high) for low, high in path if high > start]
    return GAME.fold((codec.decode(*row) for row in store.payloads(line.stored(rest))), state)


class Game:
    """A timeline of the tiny game, and a copy of every state that it went through."""

    def __init__(self, story: Story, states: Sequence[Wood | None] = (None,)) -> None:
        self.story = story
        self.states = list(states)

    def append(self, events: Sequence[Event], after: Wood | None) -> None:
        """Append a decision's events, with a snapshot."""
        for event in events:
            self.states.append(after if isinstance(event, Rewound) else GAME.evolve(self.states[-1], event))
        state = None if after is None else msgspec.json.encode(after)
        self.story.decide(*events, state=state, rules_version=RULES, keep_snapshot=True)

    def play(self, chance: random.Random) -> None:
        """Take a decision at random, or put the game back when it is over."""
        move = play_on(GAME, self.states[-1], PACK, chance, policy=likely_first)
        if move is None:
            return self.rewind(chance)
        return self.append(move[1], GAME.fold(move[1], self.states[-1]))

    def rewind(self, chance: random.Random) -> None:
        """Put the game back to any version."""
        to = chance.randrange(len(self.states))
        self.append([Rewound(to=to)], self.states[to])

    def fork(self, chance: random.Random) -> Game:
        """Branch at any version."""
        at = chance.randrange(len(self.states))
        return Game(self.story.fork(at), self.states[: at + 1])


def played(seed: int) -> list[Game]:
    """Timelines with decisions, rewinds and forks."""
    chance = random.Random(seed)
    games = [Game(Story.opened())]
    for _ in range(60):
        game = chance.choice(games)
        match chance.choices(("play", "rewind", "fork"), (8, 2, 1))[0]:
            case "play":
                game.play(chance)
            case "rewind":
                game.rewind(chance)
            case "fork":
                games.append(game.fork(chance))
    return games


@pytest.mark.pitfall("BL-010")
@pytest.mark.pitfall("BL-166")
@pytest.mark.parametrize("seed", range(3))
def test_with_all_snapshots_with_some_and_with_none_every_version_is_the_same(seed: int) -> None:
    games = played(seed)
    assert Snapshot.objects.count() > 20
    for kept in (1.0, 0.5, 0.0):
        chance = random.Random(seed)
        Snapshot.objects.filter(pk__in=[row.pk for row in Snapshot.objects.all() if chance.random() >= kept]).delete()
        for game in games:
            assert [state_at(game.story, version) for version in range(len(game.states))] == game.states
    assert not Snapshot.objects.exists()


def snapshot(story: Story, version: int = store.LATEST) -> tuple[int, bytes] | None:
    """The newest snapshot of a timeline at a version."""
    line = store.lineage(story.timeline, version)
    return store.newest_snapshot(line, line.path(line.version), RULES)


def test_a_snapshot_of_other_rules_is_not_taken() -> None:
    story = Story.opened()
    story.decide(state=b"1", rules_version=RULES, keep_snapshot=True)
    story.decide(state=b"2", rules_version=RULES + 1, keep_snapshot=True)
    story.decide(state=b"3", rules_version=RULES - 1, keep_snapshot=True)
    assert snapshot(story) == (1, b"1")


def test_a_snapshot_that_a_rewind_set_aside_is_not_taken() -> None:
    story = Story.opened()
    for state in (b"1", b"2", b"3"):
        story.decide(state=state, rules_version=RULES, keep_snapshot=True)
    story.rewind(2)
    story.decide()
    assert snapshot(story) == (2, b"2")
    assert snapshot(story, 3) == (3, b"3")


def test_a_fork_takes_its_parents_snapshots_up_to_the_fork() -> None:
    story = Story.opened()
    for state in (b"1", b"2"):
        story.decide(state=state, rules_version=RULES, keep_snapshot=True)
    fork = story.fork(1)
    fork.decide()
    assert snapshot(fork) == (1, b"1")


def test_one_that_is_kept_already_stays() -> None:
    story = Story.opened()
    store.keep_snapshot(story.campaign, story.timeline, 1, RULES, b"first")
    store.keep_snapshot(story.campaign, story.timeline, 1, RULES, b"second")
    story.decide(state=b"third", rules_version=RULES, keep_snapshot=True)
    assert snapshot(story) == (1, b"first")


def test_five_hundred_rewinds_are_looked_through_by_one_query() -> None:
    story = Story.opened()
    story.decide()
    story.decide(*[Rewound(to=1)] * 500)
    line = store.lineage(story.timeline)
    path = [Range(version, version + 1) for version in range(line.version)]
    with CaptureQueriesContext(connection) as queries:
        assert store.newest_snapshot(line, path, RULES) is None
    assert len(queries) == 1
