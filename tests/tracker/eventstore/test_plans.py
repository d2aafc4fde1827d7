"""Reading by index alone, in a table far bigger than what is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

from tests.tracker.eventstore.stories import Story, named
from tracker.eventstore import sql, store
from tracker.eventstore.feed import feed
from tracker.eventstore.lineage import Range
from tracker.eventstore.models import StoredEvent

pytestmark = pytest.mark.usefixtures("on_postgres")

FILL = f"""
INSERT INTO {sql.EVENT}
       (position, campaign_id, timeline_id, version, type, shape, payload, recorded_at, hash, rewind_to)
SELECT -n, md5((n / 500)::text)::uuid, md5((n / 500)::text)::uuid, n % 500, 'tiny.WalkerNamed', 1, '{{}}', 0, '',
       CASE WHEN n % 50 = 0 THEN 1 END FROM generate_series(1, 60000) n"""
FILL_SNAPSHOTS = f"""
INSERT INTO {sql.SNAPSHOT} (campaign_id, timeline_id, version, rules_version, state)
SELECT md5(n::text)::uuid, md5(n::text)::uuid, 1, 1, '' FROM generate_series(1, 20000) n"""


@pytest.fixture
def story() -> Story:
    """A fork of a fork, with rewinds, among many other timelines."""
    root = Story.opened()
    for _ in range(4):
        root.decide(named(), named())
    root.rewind(3)
    child = root.fork(7).fork(6)
    child.decide(named())
    with connection.cursor() as cursor:
        cursor.execute(FILL)
        cursor.execute(FILL_SNAPSHOTS)
        cursor.execute(f"ANALYZE {sql.EVENT}; ANALYZE {sql.SNAPSHOT}; ANALYZE {sql.STREAM}")
    return child


class Plans:
    """Notes how the database carries out each statement."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, execute: Callable[..., Any], statement: str, params: Any, many: bool, context: Any) -> Any:
        cursor: CursorWrapper = context["cursor"]
        if statement.lstrip().startswith(("SELECT", "WITH")):
            cursor.cursor.execute(f"EXPLAIN {statement}", params)
            self.lines += [line for (line,) in cursor.cursor.fetchall()]
        return execute(statement, params, many, context)


READS: dict[str, Callable[[Story], object]] = {
    "lineage": lambda story: store.lineage(story.timeline),
    "events": lambda story: story.stored(),
    "payloads": lambda story: store.payloads(store.lineage(story.timeline).segments),
    "payloads of one range": lambda story: store.payloads(store.lineage(story.timeline).segments[-1:]),
    "path": lambda story: story.names(),
    "hash": lambda story: store.hash_at(store.lineage(story.timeline), 2),
    "snapshot": lambda story: store.newest_snapshot(store.lineage(story.timeline), [Range(0, 7)], 1),
    "feed": lambda story: feed(0, 10),
}


@pytest.mark.parametrize("read", READS)
def test_no_read_walks_through_all_events(story: Story, read: str) -> None:
    plans = Plans()
    with connection.execute_wrapper(plans):
        READS[read](story)
    assert any("Index" in line for line in plans.lines)
    assert not [
        line for line in plans.lines if f"Seq Scan on {sql.EVENT}" in line or f"Seq Scan on {sql.SNAPSHOT}" in line
    ]


def scans() -> int:
    """How often this connection has walked through the table of events."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq_scan FROM pg_stat_xact_user_tables WHERE relname = %s", [sql.EVENT])
        return int(cursor.fetchone()[0])


def test_an_append_does_not_walk_through_all_events(story: Story) -> None:
    with transaction.atomic():
        before = scans()
        story.decide(keep_snapshot=True)
        assert scans() == before
        StoredEvent.objects.filter(recorded_at=1).exists()
        assert scans() == before + 1, "a walk through the table is not counted: nothing was shown"
