"""Whole commands on PostgreSQL: what a decision, an undo, a branch and a look back cost in a long history."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.db import connection

from rules.kernel import Seeded
from tests.benchmarks import updating
from tests.benchmarks.harness import QUICK, Report, Side, durations, percentile, ratios, seconds
from tests.benchmarks.tables import Player, prepare, table_of
from tests.rules.kernel.tiny import GAME, PACK, NameWalker
from tests.tracker.timelines.tables import Table
from tracker.eventstore import codec, sql, store
from tracker.eventstore.models import StoredDecision, StoredEvent
from tracker.timelines import positions

SHORT, MIDDLE, LONG, VAST = 100, 1_000, 10_000, 100_000
OF = 20 if QUICK else 60
"""Calls a round and side."""
BOARDGAME_REPLAY = 0.587
"""Seconds of boardgame.io 0.50 for replaying a log of 10,000 moves, at its best, on another machine; not measured
here."""

Deed = Callable[[], Any]


def measure(report: Report) -> None:
    """The rows about commands."""
    user = prepare()
    updating.measure(report)
    short, middle, long = (Player.of(table_of(user, length)) for length in (SHORT, MIDDLE, LONG))
    _latency(report, short, long)
    _undo(report, long)
    sizes = [_state_bytes(player) for player in (long, middle)]
    report.row("bytes of the stored head state: 10,000 / 1,000 events", [sizes[0] / sizes[1]], most=1.1)
    _branches(report, middle, long)
    vast = Player.of(table_of(user, VAST, at_once=1000))
    report.row("branch: 100,000 / 100 events", ratios(_forks(vast), _forks(short)), most=1.5)
    _past(report, long.table)


def _side(deed: Deed, percent: int = 50, before: Deed = lambda: None, of: int = OF) -> Side:
    return lambda: percentile(durations(deed, of, before), percent)


def _latency(report: Report, short: Player, long: Player) -> None:
    for percent, bar in ((50, 1.3), (95, 1.6)):
        sides = _side(long.decide, percent, of=3 * OF), _side(short.decide, percent, of=3 * OF)
        report.row(f"latency of a decision, p{percent}: 10,000 / 100 events", ratios(*sides), most=bar)
    report.row("latency of a decision at 10,000 events, ms", [1000 * seconds(long.decide, OF) for _ in range(5)])


def _undo(report: Report, long: Player) -> None:
    decide = _side(long.decide)
    undo, again = _side(long.undo, before=long.decide_twice), _side(long.undo, before=long.undo_one_of_three)
    report.row("undo at 10,000 events / a decision", ratios(undo, decide), most=1.5)
    report.row("a second undo in a row at 10,000 events / a decision", ratios(again, decide))
    report.row("bytes that an undo stores (one event and who did it; no state)", [_bytes_of_undo(long)])


def _branches(report: Report, middle: Player, long: Player) -> None:
    head = store.head(long.table.timeline.id)
    row = _side(lambda: store.open_fork(head, uuid4(), head.version, head.hash, head.state))
    copy = _side(lambda: _copy(long.table), of=5)
    report.row("branch: 10,000 / 1,000 events", ratios(_forks(long), _forks(middle)), most=1.5)
    report.row("branch at 10,000 events / a decision", ratios(_forks(long), _side(long.decide)), most=1.5)
    report.row("branch at 10,000 events, its row / a copy of the events in the server", ratios(row, copy), most=0.05)
    report.row("the same, all of branching (rights, name, both rows) / that copy", ratios(_forks(long), copy))


def _forks(player: Player) -> Side:
    """Branches of a timeline, cleared away again."""

    def side() -> float:
        taken = _side(player.fork)()
        player.clear_branches()
        return taken

    return side


def _copy(table: Table) -> None:
    columns = sql.names(sql.EVENT_COLUMNS)
    chosen = columns.replace('"timeline_id"', "%s::uuid")
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {sql.EVENT} ({columns}, position) "
            f"SELECT {chosen}, nextval('{sql.EVENT}_position_seq') FROM {sql.EVENT} "
            "WHERE timeline_id = %s AND version <= 10000",
            [uuid4(), table.timeline.id],
        )


def _past(report: Report, table: Table) -> None:
    """A look back at some version, nothing of it at hand."""
    luck = random.Random(1)

    def look() -> None:
        positions.at_version(table.timeline, luck.randrange(5, LONG))

    back, whole = _side(look, before=positions.forget), _side(lambda: _fold_all(table), of=5)
    assert _fold_all(table) == positions.at_version(table.timeline, LONG).state
    report.row("state at a past version, 10,000 events, ms", [1000 * back() for _ in range(5)])
    report.row(
        "the same / replaying a log of 10,000 decisions as boardgame.io does, here by our rules",
        ratios(back, lambda: seconds(_replay_log, 3)), most=0.1,
    )  # fmt: skip
    report.row(
        "the same / 587 ms of boardgame.io's log replay (published, not measured here)",
        [back() / BOARDGAME_REPLAY for _ in range(5)], most=0.1,
    )  # fmt: skip
    report.row("the same / reading and folding all 10,000 events", ratios(back, whole))


def _fold_all(table: Table) -> object:
    line = store.lineage(table.timeline.id, LONG)
    rows = store.payloads(line.stored(line.path(LONG)))
    return GAME.fold(codec.decode(*row) for row in rows)


def _replay_log() -> None:
    """Decide everything again, in memory."""
    state = GAME.fold(GAME.decide(None, GAME.decision({"do": "set_up", "walkers": 1}), PACK, Seeded(1)))
    for number in range(LONG):
        decision = NameWalker(player="p1", name=f"Fern {number}")
        state = GAME.fold(GAME.decide(state, decision, PACK, Seeded(1)), state)


def _state_bytes(player: Player) -> int:
    return len(store.head(player.table.timeline.id).state or b"")


def _bytes_of_undo(player: Player) -> float:
    player.decide_twice()
    player.undo()
    event = StoredEvent.objects.get(timeline_id=player.table.timeline.id, version=player.version)
    decision = StoredDecision.objects.get(id=event.decision_id)
    return float(len(event.payload) + len(event.hash) + len(decision.arguments) + len(decision.chance))
