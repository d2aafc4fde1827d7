"""Appending on PostgreSQL: against the library's own recorder, against bare psycopg, and without a global lock."""

from __future__ import annotations

import time
from collections.abc import Callable
from uuid import uuid4

import psycopg
from django.conf import settings
from django.db import connection, transaction
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresFactory
from eventsourcing.utils import Environment

from tests.benchmarks import following
from tests.benchmarks.harness import Report, Side, ratios
from tests.benchmarks.writers import Work, throughput, timed
from tests.tracker.eventstore.stories import Story, named, register
from tracker.eventstore import store
from tracker.eventstore.recorder import DjangoApplicationRecorder

PAYLOAD = b"y" * 248


def measure(report: Report) -> None:
    """The rows about appending."""
    register()
    _library(time.monotonic(), create="y")
    for writers, library_bar, bare_bar in ((1, 1.8, 0.5), (8, 2.0, 0.36)):
        at = f"{writers} writer{'s' if writers > 1 else ''}"
        for name, other, bar in (("the library's default", _library, library_bar), ("bare psycopg", _bare, bare_bar)):
            sides = _rate(_recorder, writers), _rate(other, writers)
            report.row(f"append of 3 events by the recorder, {at} / {name}", ratios(*sides), least=bar)
        sides = _rate(_decision, writers), _rate(_library, writers)
        report.row(f"decision with 3 events, head, hash chain, {at} / the library's append", ratios(*sides))
    report.row(
        "no global lock, 5 ms of work in the transaction: 8 writers / 1 writer",
        ratios(_rate(_slow, 8), _rate(_slow, 1)), least=6,
    )  # fmt: skip
    following.measure(report)


def _rate(work: Work, writers: int) -> Side:
    return lambda: throughput(work, writers)


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
    head = story.head
    previous, version = head.hash, head.version

    def write() -> None:
        nonlocal previous, version
        with transaction.atomic():
            previous = store.append(_commit(story, previous, version))
            version += 3
            time.sleep(0.005)

    return timed(write, until)
