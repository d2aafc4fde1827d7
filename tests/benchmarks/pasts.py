"""Amending the first of many decisions, and comparing what comes of it with its source."""

from __future__ import annotations

import time
from itertools import count
from uuid import uuid4

from rules.kernel import Rolled
from rules.kernel.differences import told
from tests.benchmarks.harness import QUICK, Report, Side, durations, percentile, ratios, seconds
from tests.benchmarks.tables import Player, prepare
from tests.rules.kernel.tiny import GAME, PACK, NameWalker
from tests.tracker.timelines.tables import Table
from tracker.eventstore import store
from tracker.timelines.amending import amend, preview
from tracker.timelines.committing import Change, arguments, prepared
from tracker.timelines.comparing import compare
from tracker.timelines.models import Timeline
from tracker.timelines.plans import Plan
from tracker.timelines.positions import Position, at_head
from tracker.timelines.replaying import Past, past_of

DECISIONS = 2_000 if QUICK else 10_000
TIMES = 1 if QUICK else 3
_numbers = count(1)


def measure(report: Report) -> None:
    """The rows about other pasts."""
    table = played(DECISIONS)
    player, first = Player.of(table), table.in_force()[1].first_version
    plan = Plan(first, "change", {"do": "name_walker", "player": "p1", "name": "Elm"})
    look = lambda: preview(_past(table, first), table.actor, plan)  # noqa: E731
    many = f"{DECISIONS:,} later decisions"
    assert look().replayed == DECISIONS - 1
    report.row(f"amending, {many}: what would come of it, seconds", [seconds(look) for _ in range(TIMES)])
    report.row(f"amending, {many}: made, seconds", [seconds(lambda: _made(table, plan)) for _ in range(TIMES)])
    replayed: Side = lambda: seconds(lambda: _made(table, plan)) / DECISIONS  # noqa: E731
    decided: Side = lambda: percentile(durations(player.decide, 100), 50)  # noqa: E731
    share = ratios(replayed, decided, TIMES)
    report.row("a decision replayed on an amended timeline / a decision taken", share, most=0.5)
    made = _made(table, plan)
    report.row(f"comparing it with its source, {many}, seconds", [seconds(lambda: _side_by_side(table, made))])


def played(decisions: int) -> Table:
    """A timeline with so many decisions, written at once."""
    table = Table.opened(prepare())
    position, changes, now = at_head(table.timeline), [], time.time_ns() // 1000
    state, version = position.state, position.version
    for number in range(decisions):
        decision = NameWalker(player="p1", name=f"Name {number}")
        here = Position(table.timeline, position.head, version, state, GAME, PACK)
        made = store.NewDecision(uuid4(), "tiny.name_walker", arguments(decision), b"[]", "1", "bench", "p1")
        events = tuple(GAME.decide(state, decision, PACK, Rolled()))
        state, version = GAME.fold(events, state), version + len(events)
        changes.append(Change(here, made, events, state, PACK, now))
    prepared(changes)()
    return table


def _past(table: Table, version: int) -> Past:
    return past_of(table.timeline, version)


def _made(table: Table, plan: Plan) -> Timeline:
    name = f"Amended {next(_numbers)}"
    return amend(_past(table, plan.version), table.actor, table.user, plan, name=name)


def _side_by_side(table: Table, made: Timeline) -> None:
    found = compare(table.timeline, made)
    assert len(found.pairs()) >= DECISIONS
    told(GAME, found.one.position.state, found.other.position.state, PACK)
