"""Several processes that write at once: nothing lost, nothing doubled, nobody turned away."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest
from django.db import OperationalError, connection, connections, transaction

from tests.tracker.eventstore.stories import Story, all_after, named, names_of
from tracker.eventstore import sqlite, store
from tracker.eventstore.verify import verify

pytestmark = pytest.mark.django_db(transaction=True)
PROCESSES = 4
APPENDS = 150


def race(*timelines: Sequence[Story]) -> list[tuple[int, int]]:
    """Let one process write to each list of timelines, all at once; its id and how many conflicts it met."""
    connections.close_all()  # a connection must not be shared with the processes that come
    context = multiprocessing.get_context("fork")
    start, said = context.Barrier(len(timelines)), context.SimpleQueue()
    processes = [context.Process(target=write, args=(stories, start, said)) for stories in timelines]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * len(processes)
    return [said.get() for _ in processes]


def write(stories: Sequence[Story], start: Any, said: Any) -> None:
    """Append to each timeline in turn, again and again, deciding anew after a conflict."""
    connection.ensure_connection()
    start.wait()
    done = conflicts = 0
    while done < APPENDS:
        try:
            stories[done % len(stories)].decide(named(f"{os.getpid()}-{done}"))
        except store.Conflict:
            conflicts += 1
        else:
            done += 1
    connections.close_all()
    said.put((os.getpid(), conflicts))


@pytest.mark.pitfall("BL-044")
def test_processes_that_decide_on_the_same_timelines_lose_and_double_nothing() -> None:
    shared = [Story.opened() for _ in range(2)]
    said = race(*[shared] * PROCESSES)
    names = [name for story in shared for name in story.names()]
    wanted = {f"{process}-{number}" for process, _ in said for number in range(APPENDS)}
    assert (len(names), set(names)) == (len(wanted), wanted)
    assert sum(conflicts for _, conflicts in said) > 0, "they never met: nothing was shown"
    assert verify().breaks == []


def test_no_process_waits_until_the_others_are_done() -> None:
    race(*([Story.opened()] for _ in range(PROCESSES)))
    done: Counter[UUID] = Counter()
    for row in all_after():
        done[row.timeline_id] += 1
        if done[row.timeline_id] == APPENDS:
            break
    assert len(done) == PROCESSES
    assert min(done.values()) > APPENDS / 4, "when the first was done, another had hardly begun"


def in_thread(work: Any) -> Any:
    """Work on a connection of its own, which ends with it."""
    try:
        return work()
    finally:
        connections.close_all()


@pytest.mark.pitfall("BL-044")
@pytest.mark.pitfall("BL-061")
def test_of_deciders_at_one_version_exactly_one_wins() -> None:
    story = Story.opened()
    for version in range(5):
        start = threading.Barrier(4)
        commits = [story.commit(named(f"{version}-{number}")) for number in range(4)]

        def append(commit: store.Commit, start: threading.Barrier = start) -> str:
            start.wait()
            try:
                store.append(commit)
            except store.Conflict as conflict:
                return f"conflict at {conflict.expected}"
            return "won"

        with ThreadPoolExecutor(4) as threads:
            jobs = [threads.submit(in_thread, lambda commit=commit, run=append: run(commit)) for commit in commits]
            assert sorted(job.result() for job in jobs) == [f"conflict at {version}"] * 3 + ["won"]
    assert len(story.names()) == 5


@pytest.mark.pitfall("BL-056")
def test_a_key_sent_by_several_at_once_is_decided_once_and_all_get_the_first_answer() -> None:
    story = Story.opened()
    start = threading.Barrier(4)

    def append() -> str:
        start.wait()
        while True:
            try:
                return str(story.decide(key="once").decision.id)
            except store.KeyTaken as taken:
                return str(taken.decision.id)
            except store.Conflict:
                continue

    with ThreadPoolExecutor(4) as threads:
        answers = {job.result() for job in [threads.submit(in_thread, append) for _ in range(4)]}
    assert len(answers) == 1
    assert story.head.version == 1


@pytest.mark.usefixtures("on_postgres")
def test_who_lost_and_stays_in_its_transaction_holds_nobody_up() -> None:
    story = Story.opened()
    lost, leave = threading.Event(), threading.Event()
    waiting = story.commit(named("second"))

    def lose_and_stay() -> None:
        with transaction.atomic():
            with pytest.raises(store.Conflict):
                store.append(waiting)
            lost.set()
            leave.wait(60)

    with ThreadPoolExecutor(1) as thread:
        with transaction.atomic():
            story.decide(named("first"))
            loser = thread.submit(in_thread, lose_and_stay)
            assert not lost.wait(0.3), "it did not wait for the head: nothing was shown"
        assert lost.wait(60)
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '5s'")
                story.decide(named("third"))
        finally:
            leave.set()
        loser.result()
    assert names_of(story.stored()) == ["first", "third"]


@pytest.mark.usefixtures("on_sqlite")
class TestSQLite:
    """What the file as one shared lock asks for."""

    def test_the_file_is_in_wal_mode_and_flushes_each_commit(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode")
            assert cursor.fetchone() == ("wal",)
            cursor.execute("PRAGMA synchronous")
            assert cursor.fetchone() == (2,)

    def test_a_transaction_takes_the_write_lock_when_it_begins(self) -> None:
        with transaction.atomic():
            assert in_other_thread(lambda: locked_for(0)) is True
        assert in_other_thread(lambda: locked_for(0)) is False

    def test_a_writer_waits_for_the_one_before_and_keeps_its_own_patience(self) -> None:
        story = Story.opened()
        with ThreadPoolExecutor(1) as thread:
            with transaction.atomic():
                story.decide(named("first"))
                waiting = thread.submit(in_thread, lambda: story.decide(named("second"), expected=1))
                assert not waiting.done()
            waiting.result()
        assert names_of(story.stored()) == ["first", "second"]

    def test_a_writer_that_never_gets_its_turn_says_so(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sqlite, "PATIENCE", 0.05)
        story = Story.opened()
        with transaction.atomic():
            story.decide()
            with pytest.raises(OperationalError, match="locked"):
                in_other_thread(lambda: story.decide(expected=1))
        assert story.head.version == 1

    def test_the_usual_patience_of_the_connection_is_put_back(self) -> None:
        before = busy_timeout()
        Story.opened().decide()
        assert busy_timeout() == before > 0

    @pytest.mark.pitfall("BL-075")
    def test_a_full_disk_is_said_and_nothing_is_half_written(self) -> None:
        story = Story.opened()
        story.decide(named("small"))
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA freelist_count")
            free = cursor.fetchone()[0] * 4096  # what earlier tests left behind can be written again
            cursor.execute("PRAGMA page_count")
            cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")
        try:
            with pytest.raises(OperationalError, match="full"):
                story.decide(named("x" * (free + 1_000_000)))
        finally:
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA max_page_count = 1073741823")
        assert names_of(story.stored()) == ["small"]
        assert verify().breaks == []


def in_other_thread(work: Any) -> Any:
    """Work done by somebody else, who is waited for."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(in_thread, work).result()


def locked_for(milliseconds: int) -> bool:
    """Whether a writer finds the file locked for so long."""
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {milliseconds}")
        try:
            cursor.execute("BEGIN IMMEDIATE")
        except OperationalError:
            return True
        cursor.execute("ROLLBACK")
    return False


def busy_timeout() -> int:
    """The connection's own patience."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        return int(cursor.fetchone()[0])
