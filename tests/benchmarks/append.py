"""Appending on PostgreSQL: against the library's own recorder, against bare psycopg, and without a global lock."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import psycopg
from django.conf import settings
from django.db import connection, transaction
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresFactory
from eventsourcing.utils import Environment

from tests.benchmarks.harness import Report, ratios
from tests.benchmarks.writers import throughput, timed, together
from tests.tracker.eventstore.stories import Story, named, register
from tracker.eventstore import store
from tracker.eventstore.feed import feed
from tracker.eventstore.models import StoredEvent as Row
from tracker.eventstore.recorder import DjangoApplicationRecorder

PAYLOAD = b"y" * 248


def measure(report: Report) -> None:
    """The rows about appending."""
    register()
    _library(time.monotonic(), create="y")
    for writers, library_bar, bare_bar in ((1, 1.8, 0.5), (8, 2.0, 0.36)):
        report.row(
            f"recorder, 3 events, {writers} writers: ours / the library's default",
            ratios(lambda w=writers: throughput(_recorder, w), lambda w=writers: throughput(_library, w)),
            least=library_bar,
        )
        report.row(
            f"recorder, 3 events, {writers} writers: ours / bare psycopg into the same table",
            ratios(lambda w=writers: throughput(_recorder, w), lambda w=writers: throughput(_bare, w)),
            least=bare_bar,
        )
        report.row(
            f"a whole decision (head, hash chain, 1.2 kB state), {writers} writers / the library's append",
            ratios(lambda w=writers: throughput(_decision, w), lambda w=writers: throughput(_library, w)),
        )
    report.row(
        "5 ms of work in the transaction, own streams: 8 writers / 1 writer",
        ratios(lambda: throughput(_slow, 8), lambda: throughput(_slow, 1)),
        least=6,
    )
    _gap_safety(report)


def _library(until: float, create: str = "n") -> list[float]:
    database = settings.DATABASES["default"]
    factory = PostgresFactory(
        Environment(
            "library",
            {
                "POSTGRES_DBNAME": connection.settings_dict["NAME"], "POSTGRES_HOST": database["HOST"] or "127.0.0.1",
                "POSTGRES_PORT": str(database["PORT"] or 5432), "POSTGRES_USER": database["USER"],
                "POSTGRES_PASSWORD": database["PASSWORD"], "CREATE_TABLE": create,
            },
        )
    )  # fmt: skip
    recorder = factory.application_recorder()
    taken = _batches(recorder.insert_events, until)
    factory.close()
    return taken


def _recorder(until: float) -> list[float]:
    return _batches(DjangoApplicationRecorder("bench").insert_events, until)


def _batches(insert: Callable[[list[StoredEvent]], object], until: float) -> list[float]:
    stream, version = uuid4(), 0

    def write() -> None:
        nonlocal stream, version
        insert([StoredEvent(stream, version + n, "bench:Fact", PAYLOAD) for n in range(3)])
        version += 3
        if version >= 600:
            stream, version = uuid4(), 0

    return timed(write, until)


def _bare(until: float) -> list[float]:
    """The same rows by psycopg alone: one prepared statement, nothing around it."""
    parameters = connection.get_connection_params()
    wanted = {key: parameters[key] for key in ("dbname", "user", "password", "host", "port") if parameters.get(key)}
    statement = (
        "INSERT INTO eventstore_applicationevent "
        "(position, application, originator_id, originator_version, topic, state) "
        "SELECT (pg_current_xact_id()::text::bigint << 20) + n, 'bare', %s, v, t, s "
        "FROM unnest(%s::int[], %s::text[], %s::bytea[]) WITH ORDINALITY AS e(v, t, s, n)"
    )
    with psycopg.connect(**wanted, autocommit=True) as bare:
        return _batches(
            lambda events: bare.execute(
                statement,
                (
                    events[0].originator_id.hex, [e.originator_version for e in events],
                    [e.topic for e in events], [e.state for e in events],
                ),
                prepare=True,
            ),
            until,
        )  # fmt: skip


def _decision(until: float) -> list[float]:
    story = Story.opened()
    head = story.head
    previous, version = head.hash, head.version

    def write() -> None:
        nonlocal previous, version
        previous = store.append(_commit(story, previous, version))
        version += 3

    return timed(write, until)


def _commit(story: Story, previous: bytes, version: int) -> store.Commit:
    made = store.NewDecision(uuid4(), "tiny.test", b'{"do":"test"}', b"[]", "7", "Ada", "p1", None)
    return store.Commit(
        campaign_id=story.campaign, timeline_id=story.timeline, expected=version, previous=previous,
        name_space="tiny", decision=made, events=(named("Fern"),) * 3, state=b"x" * 1200,
    )  # fmt: skip


def _slow(until: float) -> list[float]:
    """Appends inside a transaction that works on for 5 ms."""
    story = Story.opened()

    def write() -> None:
        with transaction.atomic():
            story.decide(named("Fern"))
            time.sleep(0.005)

    return timed(write, until)


def _gap_safety(report: Report) -> None:
    missed, twice, disorder, naive, lags = 0, 0, 0, 0, []
    for seed in (1, 2, 3):
        found = _follow(seed)
        missed, twice, disorder = missed + found["missed"], twice + found["twice"], disorder + found["disorder"]
        naive += found["naive"]
        lags += found["lags"]
    report.row("gap safety, 8 writers with delays and rollbacks, 3 seeds: events missed", [missed], most=0)
    report.row("gap safety: events seen twice", [twice], most=0)
    report.row("gap safety: events out of stream order", [disorder], most=0)
    report.row("gap safety: events that a naive reader missed (it must miss some)", [naive], least=1)
    lags.sort()
    report.row(
        "lag of the reader behind the commit, p95, ms (writers hold back up to 10 ms)", [lags[len(lags) * 95 // 100]]
    )


class Reader:
    """Follows the log while writers write, and beside it naively by "position above the last one seen"."""

    def __init__(self) -> None:
        self.before = Row.objects.order_by("-position").values_list("position", flat=True).first() or 0
        self.seen: list[tuple[int, UUID, int]] = []
        self.naive: set[int] = set()
        self.lags: list[float] = []
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Reader:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _run(self) -> None:
        at = last = self.before
        while True:
            stopped = self._done.is_set()
            rows = feed(at, 500)
            now = time.time() * 1_000_000
            self.seen += [(row.position, row.timeline_id, row.version) for row in rows]
            self.lags += [(now - row.recorded_at) / 1000 for row in rows]
            at = rows[-1].position if rows else at
            later = Row.objects.filter(position__gt=last).order_by("position").values_list("position", flat=True)
            for last in later:
                self.naive.add(last)
            if stopped and not rows:
                connection.close()
                return
            time.sleep(0.002)


def _follow(seed: int) -> dict[str, Any]:
    """One run of writers with a reader beside them: what it missed, saw twice, saw out of order."""

    def write(until: float) -> list[float]:
        luck, story = random.Random(f"{seed}-{uuid4()}"), Story.opened()

        def one() -> None:
            with transaction.atomic():
                story.decide(*[named("Fern")] * luck.randint(1, 3))
                time.sleep(luck.uniform(0, 0.01))
                transaction.set_rollback(luck.random() < 0.05)

        return timed(one, until)

    reader = Reader()
    writers = threading.Thread(target=lambda: together(write, 8, 3.0))
    writers.start()  # forks before the reader has a connection
    time.sleep(0.2)
    with reader:
        writers.join()
    stored = set(Row.objects.filter(position__gt=reader.before).values_list("position", flat=True))
    positions = [position for position, _, _ in reader.seen]
    newest: dict[UUID, int] = {}
    disorder = 0
    for _, timeline, version in reader.seen:
        disorder += version <= newest.get(timeline, 0)
        newest[timeline] = version
    return {
        "missed": len(stored - set(positions)), "twice": len(positions) - len(set(positions)), "disorder": disorder,
        "naive": len(stored - reader.naive), "lags": reader.lags,
    }  # fmt: skip
