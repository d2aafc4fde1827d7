"""Reading and rebuilding on PostgreSQL: nested branches, cold loads, read models from nothing.

Garbage is collected beside the clock before each call: a full collection falls on whichever side is due for one.
"""

from __future__ import annotations

import gc
from itertools import count
from uuid import UUID

from django.conf import settings
from django.db import connection
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from projections import inline
from projections.models import HistoryRow, Projected, StateRow
from projections.rebuilding import rebuild
from tests.benchmarks.harness import Report, Side, ratios, seconds
from tests.benchmarks.tables import Player, grow, prepare, table_of
from tests.tracker.timelines.tables import Table
from tracker.eventstore import store
from tracker.eventstore.models import Snapshot, Stream
from tracker.timelines import positions

EVENTS = 10_000
CHAIN = 64
LIVE = 300
"""Decisions of the live path a round."""

_names = count(1)


class Walker(Aggregate):
    """The library's way to keep the same walker."""

    @event("Named")
    def name_it(self, name: str) -> None:
        """Call it something."""
        self.name = name


def measure(report: Report) -> None:
    """The rows about reading."""
    user = prepare()
    flat, double = table_of(user, EVENTS), table_of(user, 2 * EVENTS)
    nested = table_of(user, EVENTS // (CHAIN + 1))
    for _ in range(CHAIN):
        nested = nested.fork()
        grow(nested, EVENTS // (CHAIN + 1))
    sides = [lambda table=table: seconds(lambda: _read(table), 5, gc.collect) for table in (nested, flat)]
    report.row("reading 10,000 events through 64 nested branches / unforked", ratios(*sides), most=1.4)
    _cold_load(report, Player.of(flat))
    _rebuild(report, flat, double)
    _against_live(report, Player.of(Table.opened(user)))


def _read(table: Table) -> int:
    line = store.lineage(table.timeline.id)
    return len(store.payloads(line.stored(line.path(line.version))))


def _cold_load(report: Report, player: Player) -> None:
    """No state is stored nor at hand: all events are read and folded, then a decision is taken and saved."""
    timeline = player.table.timeline

    def forget() -> None:
        Snapshot.objects.filter(timeline_id=timeline.id).delete()
        Stream.objects.filter(id=timeline.id).update(rules_version=0)
        positions.forget()
        inline.forget()
        gc.collect()

    application, walker = _library()

    def command() -> None:
        found: Walker = application.repository.get(walker)
        found.name_it(f"Oak {next(_names)}")
        application.save(found)

    theirs, ours = (lambda: seconds(command, 5, gc.collect)), (lambda: seconds(player.decide, 5, forget))
    report.row("cold load of 10,000 events, command, save: the library / ours", ratios(theirs, ours), least=8)


def _library() -> tuple[Application, UUID]:
    database = settings.DATABASES["default"]
    application = Application(
        {
            "PERSISTENCE_MODULE": "eventsourcing.postgres", "POSTGRES_DBNAME": connection.settings_dict["NAME"],
            "POSTGRES_HOST": database["HOST"] or "127.0.0.1", "POSTGRES_PORT": str(database["PORT"] or 5432),
            "POSTGRES_USER": database["USER"], "POSTGRES_PASSWORD": database["PASSWORD"],
        }
    )  # fmt: skip
    walker = Walker()
    for _ in range(EVENTS - 1):
        walker.name_it(f"Fern {next(_names)}")
    application.save(walker)
    return application, walker.id


def _rebuild(report: Report, flat: Table, double: Table) -> None:
    scan, anew = (lambda: seconds(lambda: _scan(double), 5, gc.collect)), _rebuilds(double)
    report.row("rebuild from nothing, 20,000 events: a bare scan's time / the rebuild's", ratios(scan, anew), least=0.4)
    report.row("rebuild time: 20,000 / 10,000 events", ratios(anew, _rebuilds(flat)), most=2.2)


def _scan(table: Table) -> int:
    line = store.lineage(table.timeline.id)
    return sum(1 for _ in store.read(line.stored(line.path(line.version))))


def _rebuilds(table: Table) -> Side:
    """All read models from nothing."""

    def clear() -> None:
        for model in (StateRow, HistoryRow, Projected):
            model.objects.filter(timeline_id=table.timeline.id).delete()
        gc.collect()

    return lambda: seconds(lambda: rebuild(table.timeline), 5, clear)


def _against_live(report: Report, player: Player) -> None:
    """Both sides on one timeline of decisions with one event each, whose every decision has a line."""

    def live() -> float:
        return LIVE / seconds(lambda: [player.decide() for _ in range(LIVE)])

    def anew() -> float:
        return player.version / _rebuilds(player.table)()

    for _ in range(8):
        live()
    report.row(
        "rebuild from nothing, a line a decision / the live path, decisions a second", ratios(anew, live), least=20
    )
