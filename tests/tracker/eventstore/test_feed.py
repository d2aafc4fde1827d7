"""Following all timelines: nothing missed, nothing twice, each timeline in its order."""

from __future__ import annotations

import random
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, connections, transaction

from tests.tracker.eventstore.stories import Story, all_after, named, names_of
from tracker.eventstore import store
from tracker.eventstore.feed import feed
from tracker.eventstore.models import StoredEvent

WRITERS = 8
TRANSACTIONS = 100


@pytest.mark.django_db(transaction=True)
def test_a_reader_gets_all_timelines_page_by_page_in_the_order_of_writing() -> None:
    one, two = Story.opened(), Story.opened()
    one.decide(named("a"), named("b"))
    two.decide(named("c"))
    one.decide(named("d"))
    rows = all_after(limit=3)
    assert names_of(rows) == ["a", "b", "c", "d"]
    assert [row.campaign_id for row in rows] == [one.campaign, one.campaign, two.campaign, one.campaign]
    assert names_of(feed(rows[1].position, 1)) == ["c"]
    assert feed(rows[-1].position, 10) == []


def in_thread(work: Callable[..., Any], *arguments: Any) -> Any:
    """Work on a connection of its own, which ends with it."""
    try:
        return work(*arguments)
    finally:
        connections.close_all()


def write(seed: int, own: Story, shared: Sequence[Story]) -> None:
    """Append 1 to 3 events a transaction, to an own or a contended timeline; commit late, sometimes not at all."""
    chance = random.Random(seed)
    for _ in range(TRANSACTIONS):
        story = own if chance.random() < 0.5 else chance.choice(shared)
        try:
            with transaction.atomic():
                story.decide(*(named(),) * chance.randint(1, 3))
                time.sleep(chance.uniform(0, 0.08 if chance.random() < 0.05 else 0.01))
                transaction.set_rollback(chance.random() < 0.05)
        except store.Conflict:
            continue


class Readers:
    """One that reads below the horizon, and a naive one that takes whatever is greater than the last it saw."""

    def __init__(self) -> None:
        self.careful: list[store.Recorded] = []
        self.naive: list[int] = []

    def advance(self) -> None:
        """Both read on."""
        self.careful += feed(self.careful[-1].position if self.careful else 0, 500)
        last = self.naive[-1] if self.naive else 0
        self.naive += (
            StoredEvent.objects.filter(position__gt=last).order_by("position").values_list("position", flat=True)[:500]
        )


def follow(readers: Readers, writers: Sequence[Future[Any]]) -> None:
    """Read until every writer is done, and once more after the last transaction ended."""
    while not all(writer.done() for writer in writers):
        readers.advance()
    for writer in writers:
        writer.result()
    readers.careful += all_after(readers.careful[-1].position)


@pytest.mark.usefixtures("on_postgres")
@pytest.mark.pitfall("BL-150")
@pytest.mark.parametrize("seed", range(3))
def test_eight_writers_that_commit_late_hide_nothing_from_a_reader(seed: int) -> None:
    shared = [Story.opened() for _ in range(4)]
    own = [Story.opened() for _ in range(WRITERS)]
    readers = Readers()
    with ThreadPoolExecutor(WRITERS) as threads:
        jobs = ((seed * 100 + number, story, shared) for number, story in enumerate(own))
        follow(readers, [threads.submit(in_thread, write, *job) for job in jobs])
    committed = set(StoredEvent.objects.values_list("position", flat=True))
    seen = [row.position for row in readers.careful]
    assert (committed - set(seen), len(seen) - len(set(seen))) == (set(), 0)
    assert committed - set(readers.naive), "the naive reader missed nothing either: nothing was shown"
    in_order: dict[Any, list[int]] = defaultdict(list)
    for row in readers.careful:
        in_order[row.timeline_id].append(row.version)
    assert all(versions == list(range(1, len(versions) + 1)) for versions in in_order.values())


@contextmanager
def an_open_append(story: Story) -> Iterator[None]:
    """Somebody who has appended and does not commit yet."""
    written, release = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            story.decide(named("late"))
            written.set()
            release.wait(60)

    with ThreadPoolExecutor(1) as thread:
        held = thread.submit(in_thread, hold)
        written.wait(60)
        try:
            yield
        finally:
            release.set()
        held.result()


@pytest.mark.usefixtures("on_postgres")
@pytest.mark.pitfall("BL-150")
def test_a_reader_waits_at_a_transaction_that_is_still_open() -> None:
    slow, quick = Story.opened(), Story.opened()
    quick.decide(named("before"))
    before = all_after()
    with an_open_append(slow):
        for number in range(1000):
            if number % 50 == 0:
                quick.decide(named("after"))
            assert feed(before[-1].position, 10) == []
    assert names_of(all_after(before[-1].position)) == ["late"] + ["after"] * 20


@pytest.mark.usefixtures("on_postgres")
def test_a_reader_inside_a_writing_transaction_does_not_pass_its_own_events() -> None:
    story = Story.opened()
    with transaction.atomic():
        story.decide(named("mine"))
        assert feed(0, 10) == []
    assert names_of(all_after()) == ["mine"]
    assert not connection.in_atomic_block
