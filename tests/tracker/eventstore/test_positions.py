"""Positions go on growing wherever the database is moved."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import psycopg
import pytest
from django.db import connection, connections, transaction

from tests.tracker.eventstore.clusters import connected_to, dump_and_restore, new_cluster
from tests.tracker.eventstore.stories import Story, all_after, named, names_of
from tracker.eventstore import positions, sql, store
from tracker.eventstore.models import PositionOffset, StoredEvent, Tracking

pytestmark = pytest.mark.usefixtures("on_postgres")

AHEAD = 1 << 50
"""How far the positions of another server are ahead."""


def moved_here() -> None:
    """As if everything stored so far had been written on a server with far greater transaction ids."""
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {sql.EVENT} SET position = position + {AHEAD}")
        cursor.execute(f"UPDATE {sql.STREAM} SET position = position + {AHEAD} WHERE position > 0")


@contextmanager
def a_writer() -> Iterator[None]:
    """Somebody who has written an event and not committed."""
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute(f"INSERT INTO {sql.APPLICATION_EVENT} (position, {sql.names(sql.APPLICATION_COLUMNS)}) "
                      "VALUES (1, 'a', 'b', 1, 'c', '')")  # fmt: skip
        yield
        other.rollback()


def test_in_a_database_that_stayed_where_it_was_nothing_is_raised() -> None:
    story = Story.opened()
    story.decide()
    assert not positions.ensure(again=True)
    with transaction.atomic():
        story.decide()
        assert not positions.ensure(again=True)
    assert not PositionOffset.objects.exists()


def test_after_a_move_a_new_timeline_is_read_after_everything_older() -> None:
    Story.opened().decide(named("old"))
    moved_here()
    connection.close()
    Story.opened().decide(named("new"))
    assert names_of(all_after()) == ["old", "new"]


def test_after_a_move_a_reader_does_not_stand_still() -> None:
    Story.opened().decide(named("old"))
    moved_here()
    connection.close()
    assert names_of(all_after()) == ["old"]
    assert names_of(all_after(AHEAD * 2)) == []


def test_a_process_that_lived_through_a_move_notices_at_its_next_append() -> None:
    story = Story.opened()
    story.decide(named("old"))
    moved_here()
    story.decide(named("new"))
    assert names_of(all_after()) == ["old", "new"]


def test_a_second_move_raises_the_offset_again() -> None:
    story = Story.opened()
    for name in "abc":
        story.decide(named(name))
        moved_here()
    story.decide(named("d"))
    assert names_of(all_after()) == ["a", "b", "c", "d"]


def test_while_others_write_the_offset_is_not_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    story = Story.opened()
    story.decide(named("old"))
    moved_here()
    monkeypatch.setattr(positions, "PATIENCE", 0.1)
    with a_writer(), pytest.raises(positions.WritersRunning, match=r"manage.py verify"):
        story.decide(named("new"))
    assert not PositionOffset.objects.exists()
    story.decide(named("new"))
    assert names_of(all_after()) == ["old", "new"]


def test_several_processes_that_notice_at_once_agree() -> None:
    stories = [Story.opened() for _ in range(6)]
    for story in stories:
        story.decide(named("old"))
    moved_here()

    def decide(story: Story) -> None:
        try:
            story.decide(named("new"))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(stories)) as threads:
        list(threads.map(decide, stories))
    assert names_of(all_after()) == ["old"] * 6 + ["new"] * 6


def test_a_transaction_older_than_the_last_event_is_turned_away() -> None:
    story = Story.opened()
    story.decide(named("one"))

    def overtake() -> None:
        try:
            story.decide(named("two"))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as thread, transaction.atomic():
        Tracking.objects.create(follower="f", application="a", position=1)
        thread.submit(overtake).result()
        with pytest.raises(store.OutOfOrder):
            story.decide(named("three"))
    story.decide(named("three"))
    assert names_of(all_after()) == ["one", "two", "three"]


def test_several_appends_in_one_transaction_stand_in_order() -> None:
    one, two = Story.opened(), Story.opened()
    with transaction.atomic():
        for name in "abc":
            one.decide(named(name))
            two.decide(named(name.upper()))
    assert names_of(all_after()) == ["a", "A", "b", "B", "c", "C"]


def test_a_dump_restored_into_another_server_stays_in_order_and_no_reader_misses_anything() -> None:
    story = Story.opened()
    for name in "abcd":
        story.decide(named(name))
    read_so_far = StoredEvent.objects.get(version=2).position
    with new_cluster() as cluster:
        dump_and_restore(cluster)
        with connected_to(cluster):
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_current_xact_id()::text::bigint << %s", [sql.XID_BITS])
                assert cursor.fetchone()[0] < read_so_far, "this server's ids start no lower: nothing is shown"
            story.decide(named("e"))
            Story.opened().decide(named("f"))
            assert names_of(all_after(read_so_far)) == ["c", "d", "e", "f"]
            assert names_of(story.stored()) == ["a", "b", "c", "d", "e"]
