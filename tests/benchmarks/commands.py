"""Whole commands on PostgreSQL: what a decision, an undo and a branch cost, however long the history is."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any
from uuid import uuid4

from django.db import connection, transaction

from projections.models import StateRow
from tests.benchmarks.harness import Report, ratios, seconds
from tests.benchmarks.tables import prepare, table_of
from tests.benchmarks.writers import throughput, timed
from tests.tracker.eventstore.stories import Story, named
from tests.tracker.timelines.tables import Table
from tracker.eventstore import codec, sql, store
from tracker.eventstore.models import StoredDecision, StoredEvent, Stream
from tracker.timelines.positions import at_version

SHORT, LONG = 100, 10_000
_names = count()


def measure(report: Report) -> None:
    """The rows about commands."""
    user = prepare()
    report.row(
        "3 events + 5 read-model rows / the same with ORM and 5 update_or_create",
        ratios(lambda: throughput(_one_statement, 1), lambda: throughput(_by_orm, 1)),
        least=3.5,
    )
    short, long = table_of(user, SHORT), table_of(user, LONG)
    report.row("decision, p50: 10,000 / 100 events in history", _compare(_decides(long), _decides(short)), most=1.3)
    report.row("decision, p95: 10,000 / 100 events in history", _compare(_decides(long), _decides(short), 95), most=1.6)
    report.row("undo at 10,000 events / a decision there", _compare(_undoes(long), _decides(long)), most=1.5)
    report.row("stored bytes of an undo (one event and its decision; no state is copied)", [_bytes_of_undo(long)])
    report.row("stored head state, 10,000 / 100 events, bytes", [_state_bytes(long) / _state_bytes(short)], most=1.1)
    report.row("branch: 10,000 / 100 events in history", _compare(_forks(long), _forks(short)), most=1.5)
    report.row("branch at 10,000 events / one decision", _compare(_forks(long), _decides(long)), most=1.5)
    report.row(
        "branch by pointer / copy of the events in the server", _compare(_forks(long), _copies(long), of=5), most=0.05
    )
    whole = at_version(long.timeline, LONG // 2)
    report.row(
        "state at a past point, 10,000 events / folding its whole history",
        _compare(lambda: at_version(long.timeline, LONG // 2), lambda: _fold_all(long, LONG // 2), of=5),
        most=0.1,
    )
    assert _fold_all(long, LONG // 2) == whole.state


def _compare(one: Callable[[], Any], other: Callable[[], Any], percentile: int = 50, of: int = 60) -> list[float]:
    def side(work: Callable[[], Any]) -> float:
        taken = sorted(seconds(work) for _ in range(of))
        return taken[len(taken) * percentile // 100]

    return ratios(lambda: side(one), lambda: side(other))


def _decides(table: Table) -> Callable[[], Any]:
    return lambda: table.call(f"Fern {next(_names)}", expected=table.version)


def _undoes(table: Table) -> Callable[[], Any]:
    """Each undo takes back a decision; there are thousands."""
    return lambda: table.undo()


def _forks(table: Table) -> Callable[[], Any]:
    def branch() -> None:
        with transaction.atomic():
            table.fork()
            transaction.set_rollback(table.campaign.timelines.count() > 400)

    return branch


def _copies(table: Table) -> Callable[[], Any]:
    columns = sql.names(sql.EVENT_COLUMNS)
    chosen = columns.replace('"timeline_id"', "%s::uuid")

    def copy() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                f"INSERT INTO {sql.EVENT} ({columns}) SELECT {chosen} FROM {sql.EVENT} WHERE timeline_id = %s",
                [uuid4(), table.timeline.id],
            )
            transaction.set_rollback(True)

    return copy


def _fold_all(table: Table, version: int) -> object:
    line = store.lineage(table.timeline.id, version)
    rows = store.payloads(line.stored(line.path(version)))
    events = (codec.decode(kind, shape, payload) for kind, shape, payload in rows)
    return at_version(table.timeline, version).game.fold(events)


def _state_bytes(table: Table) -> int:
    return len(store.head(table.timeline.id).state or b"")


def _bytes_of_undo(table: Table) -> float:
    table.undo()
    event = StoredEvent.objects.filter(timeline_id=table.timeline.id).order_by("-version")[0]
    decision = StoredDecision.objects.get(id=event.decision_id)
    return float(len(event.payload) + len(event.hash) + len(decision.arguments) + len(decision.chance))


# ---- three events and five rows, in two ways


def _one_statement(until: float) -> list[float]:
    story = Story.opened()
    columns = (
        ("campaign_id", "uuid"), ("timeline_id", "uuid"), ("projection", "text"), ("generation", "int"),
        ("key", "text"), ("data", "jsonb"),
    )  # fmt: skip
    keys = ("timeline_id", "projection", "generation", "key")

    def write() -> None:
        number = next(_names)
        rows = [(story.campaign, story.timeline, "bench", 1, f"row {n}", _data(number)) for n in range(5)]
        write = sql.Write("projections_staterow", columns, keys, rows)
        store.append(story.commit(named("Fern"), named("Oak"), named("Elm"), writes=[write], state=b"x" * 1200))

    return timed(write, until)


def _by_orm(until: float) -> list[float]:
    story = Story.opened()

    def write() -> None:
        number = next(_names)
        with transaction.atomic():
            head = Stream.objects.get(id=story.timeline)
            changed = {"version": head.version + 3, "state": b"x" * 1200}
            Stream.objects.filter(id=story.timeline, version=head.version).update(**changed)
            _orm_rows(story, head.version)
            for n in range(5):
                StateRow.objects.update_or_create(
                    timeline_id=story.timeline, projection="bench", generation=1, key=f"row {n}",
                    defaults={"campaign_id": story.campaign, "data": {"text": _data(number)}},
                )  # fmt: skip

    return timed(write, until)


def _orm_rows(story: Story, version: int) -> None:
    decision, top = uuid4(), StoredEvent.objects.order_by("-position").values_list("position", flat=True).first() or 0
    StoredDecision.objects.create(
        campaign_id=story.campaign, id=decision, timeline_id=story.timeline, name="tiny.test", arguments=b"{}",
        chance=b"[]", recorded_at=0, first_version=version + 1, last_version=version + 3, digest=b"",
    )  # fmt: skip
    StoredEvent.objects.bulk_create(
        StoredEvent(
            position=top + n, campaign_id=story.campaign, timeline_id=story.timeline, version=version + n,
            type="tiny.WalkerNamed", payload=b"{}", decision_id=decision, recorded_at=0, hash=b"h" * 32,
        )
        for n in (1, 2, 3)
    )  # fmt: skip


def _data(number: int) -> str:
    return '{"text": "' + f"{number} " + "x" * 220 + '"}'
