"""Any story against a naive model: whole copies of every state and every list, no lineage, no snapshots, no events."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from projections.catalogue import HISTORY, STATE, AdventureLog
from projections.reading import Reading, history, live_lines, state_rows
from projections.rebuilding import rebuild
from projections.story import Filter, filtered, story_lines, story_page
from rules.kernel import Refused, Seeded, State
from tests.projections.reads import stored_state_rows
from tests.rules.kernel.tiny import GAME
from tests.tracker.timelines.conftest import forget_all
from tests.tracker.timelines.tables import Table
from tracker.eventstore import store
from tracker.eventstore.verify import verify
from tracker.timelines.committing import Decided
from tracker.timelines.positions import at_head, at_version

NIGHTLY = os.environ.get("TRACKER_NIGHTLY") == "1"
BUSY = settings(
    max_examples=200 if NIGHTLY else 12,
    stateful_step_count=40 if NIGHTLY else 25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
DECISIONS: list[dict[str, Any]] = [
    {"do": "name_walker", "player": "p1", "name": "Ash"},
    {"do": "name_walker", "player": "p2", "name": "Birch"},
    {"do": "take_card", "player": "p1"},
    {"do": "take_card", "player": "p2"},
    {"do": "play_card", "player": "p1", "card": "oak"},
    {"do": "play_card", "player": "p1", "card": "elm"},
    {"do": "draw_chips", "player": "p2", "count": 2},
    {"do": "roll_die", "player": "p1"},
    {"do": "give_coins", "player": "p1", "to": "p2", "coins": 1},
    {"do": "correct_value", "path": ["walkers", "p1", "coins"], "value": 4, "reason": "Miscounted"},
    {"do": "end_day"},
]


@dataclass
class Copy:
    """What the model keeps of one version: all of it.

    :ivar whole: no decision is half through here
    :ivar again: the version that a redo would bring back
    """

    state: State | None
    path: tuple[str, ...]
    whole: bool = True
    again: int | None = None


@dataclass
class Line:
    """A timeline of the model: a copy for every version, and who is to be found where in its story."""

    table: Table
    copies: list[Copy]
    lines: list[tuple[int, bool]] = field(default_factory=list)

    @property
    def version(self) -> int:
        return len(self.copies) - 1

    @property
    def now(self) -> Copy:
        return self.copies[-1]

    def decided(self, name: str, decided: Decided) -> None:
        """A decision of the game: its events, applied one by one."""
        self.lines.append((self.version + 1, True))
        path = (*self.now.path, name)
        for event in decided.events:
            self.copies.append(Copy(GAME.evolve(self.now.state, event), path, event is decided.events[-1]))

    def talked(self) -> None:
        """Table talk: nothing changes."""
        self.lines.append((self.version + 1, False))
        self.copies.append(Copy(self.now.state, self.now.path, again=self.now.again))

    def rewound(self, to: int, again: int | None) -> None:
        """The game is where it was; ``again`` is what a redo would bring back then."""
        self.lines.append((self.version + 1, False))
        there = self.copies[to]
        self.copies.append(Copy(there.state, there.path, again=again))


class Stories(RuleBasedStateMachine):
    """Random decisions, rewinds, branches and talk on several timelines."""

    user: User

    @initialize()
    def begin(self) -> None:
        forget_all()
        table = Table.opened(self.user, walkers=2, key=uuid4().hex)
        started = [Copy(None, ())]
        for row in store.read(store.lineage(table.timeline.id).segments):
            started.append(Copy(GAME.evolve(started[-1].state, row.event()), ("set-up",), row.version == table.version))
        self.lines = [Line(table, started, [(1, True)])]
        self.count = 0
        self.set_up = table.version

    @rule(line=st.integers(0, 99), data=st.sampled_from(DECISIONS), seed=st.integers(0, 9))
    def decide(self, line: int, data: dict[str, Any], seed: int) -> None:
        here = self._line(line)
        self.count += 1
        try:
            decided = here.table.decide(**{**data, "luck": Seeded(seed)})
        except Refused:
            return
        here.decided(f"{data['do']} {self.count}", decided)

    @rule(line=st.integers(0, 99))
    def undo(self, line: int) -> None:
        here = self._line(line)
        if len(here.now.path) == 1:
            with pytest.raises(Refused, match="no decision left"):
                here.table.undo()
            return
        before = here.version
        here.table.undo()
        to = max(v for v in range(before) if here.copies[v].whole and here.copies[v].path == here.now.path[:-1])
        here.rewound(to, again=before)

    @rule(line=st.integers(0, 99))
    def redo(self, line: int) -> None:
        here = self._line(line)
        to = here.now.again
        assert here.table.may_redo() == (to is not None)
        if to is None:
            with pytest.raises(Refused, match="simply be brought back"):
                here.table.redo()
            return
        here.table.redo()
        here.rewound(to, again=here.copies[to].again)

    @rule(line=st.integers(0, 99), version=st.integers(0, 999))
    def rewind(self, line: int, version: int) -> None:
        here = self._line(line)
        to = version % (here.version + 1)
        there, before = here.copies[to], here.version
        allowed = there.whole and there.path and there.path != here.now.path
        if not allowed:
            with pytest.raises(Refused):
                here.table.rewind(to)
            return
        here.table.rewind(to)
        here.rewound(to, again=before)

    @rule(line=st.integers(0, 99), version=st.integers(0, 999))
    def fork(self, line: int, version: int) -> None:
        here = self._line(line)
        at = version % (here.version + 1)
        if len(self.lines) > 6 or at < self.set_up:
            return
        branch = here.table.fork(at)
        lines = [(first, game) for first, game in here.lines if first <= at]
        copies = [*here.copies[:at], replace(here.copies[at], whole=True)]
        self.lines.append(Line(branch, copies, lines))

    @rule(line=st.integers(0, 99))
    def note(self, line: int) -> None:
        here = self._line(line)
        here.table.note()
        here.talked()

    @rule()
    def restart(self) -> None:
        """Nothing that a process has at hand is needed."""
        forget_all()

    @rule(line=st.integers(0, 99), versions=st.lists(st.integers(0, 999), min_size=1, max_size=5))
    def look_back(self, line: int, versions: list[int]) -> None:
        here = self._line(line)
        for version in versions:
            at = version % (here.version + 1)
            assert at_version(here.table.timeline, at).state == here.copies[at].state

    @invariant()
    def every_timeline_is_where_the_model_is(self) -> None:
        for here in getattr(self, "lines", []):
            position = at_head(here.table.timeline)
            assert (position.version, position.state) == (here.version, here.now.state)
            assert [row.name for row in here.table.in_force()] == [
                "tiny.set_up" if name == "set-up" else f"tiny.{name.split()[0]}" for name in here.now.path
            ]

    @invariant()
    def stored_rows_are_the_computed_and_the_rebuilt_ones(self) -> None:
        for here in getattr(self, "lines", []):
            timeline, own = here.table.timeline, store.lineage(here.table.timeline.id).segments[-1]
            for state in STATE:
                assert stored_state_rows(state, timeline) == state_rows(state, at_head(timeline))
            for lines in HISTORY:
                stored = history(lines, timeline, low=timeline.forked_at)
                live = live_lines(lines, timeline, own) if own.timeline_id == timeline.id else []
                assert stored == live
        if getattr(self, "lines", []):
            newest = self.lines[-1]
            first_rows = len(keys_of_states(newest)) if newest.version == newest.table.timeline.forked_at else 0
            assert rebuild(newest.table.timeline) in (0, first_rows)

    @invariant()
    def the_story_says_what_counts(self) -> None:
        for here in getattr(self, "lines", []):
            timeline = here.table.timeline
            line = store.lineage(timeline.id)
            told = story_lines(history(AdventureLog(), timeline), line, line.version)
            assert [(each.version, not each.is_table) for each in told] == here.lines
            assert sum(each.in_force for each in told if not each.is_table) == len(here.now.path)
            for undone in ("yes", "no", ""):
                page = story_page(timeline, Filter(undone=undone), per_page=1000)
                assert page.lines == filtered(told, Filter(undone=undone), Reading.of(timeline))[::-1]

    def teardown(self) -> None:
        if lines := getattr(self, "lines", []):
            assert verify(lines[0].table.campaign.id).breaks == []

    def _line(self, number: int) -> Line:
        return self.lines[number % len(self.lines)]


def keys_of_states(line: Line) -> list[str]:
    """The keys of the rows of states: what a first rebuild of a fresh branch writes."""
    position = at_head(line.table.timeline)
    return [key for state in STATE for key in state_rows(state, position)]


@pytest.mark.pitfall("BL-001", "BL-003", "BL-010", "BL-155", "BL-166")
@pytest.mark.django_db(transaction=True)
def test_every_story_is_what_the_naive_model_says(alice: User) -> None:
    Stories.user = alice
    run_state_machine_as_test(Stories, settings=BUSY)
