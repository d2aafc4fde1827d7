"""Appending: all or nothing, once, on the version that was expected."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction

from rules.kernel.table import Rewound
from tests.tracker.eventstore.stories import Story, named, names_of
from tracker.eventstore import codec, sql, store
from tracker.eventstore.models import Snapshot, StoredDecision, StoredEvent, Stream

pytestmark = pytest.mark.django_db


def everything() -> list[Any]:
    """All rows of the store."""
    return [list(model.objects.order_by("pk").values()) for model in (Stream, StoredEvent, StoredDecision, Snapshot)]


def test_an_append_moves_the_head_and_stores_events_and_decision() -> None:
    story = Story.opened()
    commit = story.decide(named("Fern"), named("Moss"), state=b"after", rules_version=3, key="k")
    assert story.head[2:6] == (2, StoredEvent.objects.get(version=2).hash, b"after", 3)
    assert names_of(story.stored()) == ["Fern", "Moss"]
    decision = store.decision_of_key(story.campaign, "k")
    assert decision is not None
    assert (decision.id, decision.first_version, decision.last_version) == (commit.decision.id, 1, 2)


def test_every_column_of_an_event_comes_back() -> None:
    story = Story.opened()
    commit = story.decide(Rewound(to=0), recorded_at=1_700_000_000_000_001)
    (row,) = story.stored()
    assert row[1:5] == (story.timeline, 1, "table.Rewound", 1)
    assert row[5:8] == (codec.encode("table", Rewound(to=0)).payload, commit.decision.id, 1_700_000_000_000_001)
    assert row.campaign_id == story.campaign
    assert row.event() == Rewound(to=0)


def test_positions_grow_with_the_versions() -> None:
    story = Story.opened()
    story.decide(named(), named())
    story.decide(named())
    positions = [row.position for row in story.stored()]
    assert positions == sorted(set(positions))


@pytest.mark.pitfall("BL-044")
def test_at_one_version_exactly_one_wins() -> None:
    story = Story.opened()
    first, second = story.commit(named("first")), story.commit(named("second"))
    store.append(first)
    with pytest.raises(store.Conflict) as conflict:
        store.append(second)
    assert (conflict.value.expected, type(conflict.value)) == (0, store.Conflict)
    assert names_of(story.stored()) == ["first"]


@pytest.mark.pitfall("BL-056")
def test_a_key_twice_names_the_first_decision_and_adds_nothing() -> None:
    story = Story.opened()
    first = story.decide(key="again")
    before = everything()
    with pytest.raises(store.KeyTaken) as taken:
        story.decide(key="again")
    assert taken.value.decision.id == first.decision.id
    assert everything() == before


@pytest.mark.pitfall("BL-056")
def test_a_key_sent_twice_at_the_same_version_is_no_conflict() -> None:
    story = Story.opened()
    first, second = story.commit(named(), key="again"), story.commit(named(), key="again")
    store.append(first)
    with pytest.raises(store.KeyTaken) as taken:
        store.append(second)
    assert taken.value.decision.id == first.decision.id


def test_keys_of_two_campaigns_do_not_meet() -> None:
    Story.opened().decide(key="k")
    other = Story.opened()
    other.decide(key="k")
    assert other.head.version == 1


def broken_write() -> sql.Write:
    """A row that a read model refuses: its columns may not be null."""
    return sql.Write("eventstore_tracking", (("follower", "text"),), ("follower",), [("a",)])


def test_when_an_inline_row_fails_nothing_at_all_is_written() -> None:
    story = Story.opened()
    story.decide()
    before = everything()
    with pytest.raises(DatabaseError):
        story.decide(writes=[broken_write()], keep_snapshot=True)
    assert everything() == before
    story.decide()
    assert story.head.version == 2


def test_inline_rows_are_inserted_replaced_and_deleted_with_the_append() -> None:
    story = Story.opened()
    columns = (("follower", "text"), ("application", "text"), ("position", "bigint"))
    keys = ("follower", "application")
    rows = [("a", "x", 1), ("b", "x", 1)]
    story.decide(writes=[sql.Write("eventstore_tracking", columns, keys, rows)])
    story.decide(
        writes=[
            sql.Write("eventstore_tracking", columns, keys, [("a", "x", 2)]),
            sql.Write("eventstore_tracking", columns, keys, [("b", "x")], delete=True),
        ]
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT follower, position FROM eventstore_tracking")
        assert cursor.fetchall() == [("a", 2)]


def test_inside_a_transaction_an_append_survives_a_conflict() -> None:
    story = Story.opened()
    with transaction.atomic():
        stale = story.commit(named("stale"))
        story.decide(named("one"))
        with pytest.raises(store.Conflict):
            store.append(stale)
        story.decide(named("two"), key="k")
        with pytest.raises(store.KeyTaken):
            story.decide(key="k")
        story.decide(named("three"))
    assert names_of(story.stored()) == ["one", "two", "three"]


def test_a_rolled_back_transaction_takes_its_appends_along() -> None:
    story = Story.opened()
    before = everything()

    with transaction.atomic():
        story.decide()
        transaction.set_rollback(True)
    assert everything() == before


def test_a_decision_without_events_is_refused() -> None:
    story = Story.opened()
    with pytest.raises(ValueError, match="0 events"):
        store.append(story.commit())


def test_an_event_that_could_not_be_read_again_is_not_stored() -> None:
    story = Story.opened()
    with pytest.raises(codec.Unencodable, match=r"tiny.WalkerNamed: Expected `str`, got `int`"):
        story.decide(named(5))  # type: ignore[arg-type]
    assert story.head.version == 0


def test_an_unknown_timeline_is_named_as_such() -> None:
    story = Story(uuid4(), uuid4())
    lost = Story.opened().commit(named())
    with pytest.raises(Stream.DoesNotExist):
        store.append(store.Commit(**{**vars(lost), "timeline_id": story.timeline}))


@pytest.mark.pitfall("BL-075")
def test_a_database_that_takes_no_more_writes_says_so() -> None:
    story = Story.opened()
    story.decide()
    before = everything()
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA query_only = ON")
        else:
            cursor.execute("SET transaction_read_only = on")
    try:
        with pytest.raises(DatabaseError, match=r"readonly|read-only"):
            story.decide()
    finally:
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA query_only = OFF")
    assert everything() == before
