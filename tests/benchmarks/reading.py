"""Reading and rebuilding on PostgreSQL: nested branches, cold loads, read models from nothing."""

from __future__ import annotations

import time
from uuid import UUID, uuid4

from django.conf import settings
from django.db import connection
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from projections.rebuilding import rebuild
from tests.benchmarks.harness import Report, ratios, seconds
from tests.benchmarks.tables import grow, prepare, table_of
from tests.tracker.timelines.tables import Table
from tracker.eventstore import codec, store
from tracker.timelines import positions

EVENTS = 10_000
CHAIN = 64


class Walker(Aggregate):
    """The library's way to keep the same walker."""

    @event("Named")
    def name_it(self, name: str) -> None:
        """Call it something."""
        self.name = name


def measure(report: Report) -> None:
    """The rows about reading."""
    user = prepare()
    flat = table_of(user, EVENTS)
    nested = table_of(user, EVENTS // (CHAIN + 1))
    for _ in range(CHAIN):
        nested = nested.fork()
        grow(nested, EVENTS // (CHAIN + 1))
    report.row(
        "reading through 64 nested branches / an unforked timeline of that length",
        ratios(lambda: seconds(lambda: _read(nested), 3), lambda: seconds(lambda: _read(flat), 3)),
        most=1.4,
    )
    application, walker = _library()
    report.row(
        "cold load of 10,000 events, command, save: the library / ours without any stored state",
        ratios(lambda: seconds(lambda: _library_command(application, walker)), lambda: seconds(lambda: _cold(flat))),
        least=8,
    )
    report.row(
        "rebuild of the read models / a bare scan and decode of the same events, events a second",
        ratios(lambda: 1 / seconds(lambda: rebuild(flat.timeline)), lambda: 1 / seconds(lambda: _decode(flat))),
        least=0.4,
    )
    played = Table.opened(user)
    report.row("rebuild / the live path, decisions a second", _against_live(played), least=20)
    double = table_of(user, 2 * EVENTS)
    report.row(
        "rebuild time, 20,000 / 10,000 events",
        ratios(lambda: seconds(lambda: rebuild(double.timeline)), lambda: seconds(lambda: rebuild(flat.timeline))),
        most=2.2,
    )


def _read(table: Table) -> int:
    line = store.lineage(table.timeline.id)
    return len(store.payloads(line.stored(line.path(line.version))))


def _decode(table: Table) -> None:
    line = store.lineage(table.timeline.id)
    for recorded in store.read(line.stored(line.path(line.version))):
        codec.decode(recorded.type, recorded.shape, recorded.payload)


def _cold(table: Table) -> None:
    """Fold the whole history as if no state were stored, then decide and save."""
    positions.forget()
    line = store.lineage(table.timeline.id)
    rows = store.payloads(line.stored(line.path(line.version)))
    positions.at_head(table.timeline).game.fold(codec.decode(*row) for row in rows)
    table.call(f"Oak {uuid4().hex[:8]}")


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
    for number in range(EVENTS - 1):
        walker.name_it(f"Fern {number}")
    application.save(walker)
    return application, walker.id


def _library_command(application: Application, walker: UUID) -> None:
    found: Walker = application.repository.get(walker)
    found.name_it(f"Oak {uuid4()}")
    application.save(found)


def _against_live(table: Table) -> list[float]:
    """Both sides on one timeline: it grows by the live path, then all of it is rebuilt."""

    def live() -> float:
        start, before = time.perf_counter(), table.version
        for number in range(400):
            table.call(f"Fern {number} {before}")
        return (table.version - before) / (time.perf_counter() - start)

    def anew() -> float:
        return table.version / seconds(lambda: rebuild(table.timeline), 3)

    live_rate = live()
    found = []
    for _ in range(5):
        found.append(anew() / live_rate)
        live_rate = live()
    return found
