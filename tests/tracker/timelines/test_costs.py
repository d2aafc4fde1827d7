"""What a decision costs: queries and bytes, however long the story is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Sum
from django.db.models.functions import Length
from django.test.utils import CaptureQueriesContext

from projections.models import HistoryRow, StateRow
from tests.tracker.timelines.conftest import forget_all
from tests.tracker.timelines.tables import Table
from tracker.eventstore.models import Snapshot, StoredDecision, StoredEvent, Stream
from tracker.timelines.positions import at_head

pytestmark = pytest.mark.django_db(transaction=True)


class Statements(list[str]):
    """The statements of a block that read or write rows."""


@contextmanager
def statements() -> Iterator[Statements]:
    """Collects statements; what begins and ends transactions does not count, nor what steers the connection."""
    found = Statements()
    with CaptureQueriesContext(connection) as captured:
        yield found
    steering = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "PRAGMA", "SET ")
    texts = [re.sub(r"^\d+ times: ", "", query["sql"]) for query in captured]
    found += [text for text in texts if not text.startswith(steering)]


def most(deed: Callable[[], Any]) -> tuple[int, int]:
    """Statements that read and statements that write."""
    with statements() as found:
        deed()
    changing = ("INSERT", "UPDATE", "DELETE")
    writing = [sql for sql in found if sql.startswith(changing) or "eventstore_append(" in sql]
    return len(found) - len(writing), len(writing)


def test_a_decision_reads_the_head_and_writes_once(table: Table) -> None:
    table.call("Ash")
    at = table.version
    reads, writes = most(lambda: table.call("Birch", expected=at))
    assert reads == 1
    # One statement on PostgreSQL; on SQLite head, events, decision, two rows that changed, log, mark.
    assert writes <= (1 if connection.vendor == "postgresql" else 7)


@pytest.mark.pitfall("BL-137")
def test_it_does_so_after_many_decisions(table: Table) -> None:
    table.call("Ash")
    early = most(lambda: table.call("Birch", expected=table.version))
    for number in range(150):
        table.call(f"Name {number}")
    assert most(lambda: table.call("Cedar", expected=table.version)) == early


def test_in_another_process_it_looks_once_which_rows_are_whole(table: Table) -> None:
    at = table.call("Ash").last_version
    at_head(table.timeline)
    forget_all()
    at_head(table.timeline)
    assert most(lambda: table.call("Birch", expected=at))[0] == 2


def test_an_undo_costs_little_more(table: Table) -> None:
    for number in range(150):
        table.call(f"Name {number}")
    at = table.version
    assert most(lambda: table.undo(expected=at))[0] == 2
    forget_all()
    table.call("Ash")
    at = table.version
    forget_all()
    assert most(lambda: table.undo(expected=at))[0] <= 8  # of which one reads the content


def test_a_rewind_and_a_redo_do_not_grow_with_the_story(table: Table) -> None:
    for number in range(60):
        table.call(f"Name {number}")
    deeds: list[Callable[[], Any]] = [lambda: table.rewind(20, expected=table.version), table.redo]
    early = [most(deed) for deed in deeds]
    for number in range(150):
        table.call(f"Another {number}")
    assert [most(deed) for deed in deeds] == early
    assert max(reads for reads, _ in early) <= 13


def test_reading_the_head_is_one_query(table: Table) -> None:
    forget_all()
    at_head(table.timeline)
    assert most(lambda: at_head(table.timeline)) == (1, 0)


@pytest.mark.pitfall("BL-137")
def test_looking_back_folds_from_a_snapshot_near_by(table: Table) -> None:
    for number in range(250):
        table.call(f"Name {number}")
    forget_all()
    with statements() as found:
        table.state_at(230)
    assert len(found) == 7
    assert Snapshot.objects.count() == 2


def test_a_fork_costs_the_same_anywhere(table: Table) -> None:
    for number in range(120):
        table.call(f"Name {number}")
    for at in (10, 110):
        forget_all()
        at_head(table.timeline)
        reads, writes = most(lambda at=at: table.fork(at))  # type: ignore[misc]
        assert (reads, writes) == (8, 2)
    at = table.version
    assert most(lambda: table.fork(at)) == (2, 2)


@pytest.mark.pitfall("BL-064")
def test_what_a_decision_adds_is_bounded(table: Table) -> None:
    for number in range(100):
        table.call(f"Name {number:04}")
    before = stored_bytes()
    for number in range(100, 300):
        table.call(f"Name {number:04}")
    each = (stored_bytes() - before) / 200
    assert each < 1200, f"{each:.0f} bytes a decision"


@pytest.mark.pitfall("BL-064")
def test_a_rewind_adds_an_event_and_no_copy_of_a_state(table: Table) -> None:
    for number in range(20):
        table.call(f"Name {number:04}")
    before = stored_bytes()
    table.rewind(6)
    assert stored_bytes() - before < 1200
    assert Snapshot.objects.count() == 0


@pytest.mark.pitfall("BL-064")
def test_heads_do_not_grow_with_the_story(alice: User) -> None:
    table = Table.opened(alice)
    table.call("Name 0000")
    early = len(bytes(Stream.objects.get().state or b""))
    for number in range(1, 120):
        table.call(f"Name {number:04}")
    assert len(bytes(Stream.objects.get().state or b"")) == early


def stored_bytes() -> int:
    """Bytes of everything that is stored of stories: events, decisions, heads, snapshots, read models."""
    columns: list[tuple[Any, list[str]]] = [
        (StoredEvent, ["payload", "hash", "type"]),
        (StoredDecision, ["arguments", "chance", "digest", "name", "alias", "actor"]),
        (Stream, ["state", "hash", "seal"]),
        (Snapshot, ["state"]),
        (StateRow, ["data", "key"]),
        (HistoryRow, ["data", "words"]),
    ]
    return sum(_bytes(table, column) for table, names in columns for column in names)


def _bytes(table: Any, column: str) -> int:
    if column == "data":
        return sum(len(str(data)) for data in table.objects.values_list("data", flat=True))
    return int(table.objects.aggregate(total=Sum(Length(column)))["total"] or 0)
