"""The embedded worker: one of all processes works, sweeps go on beside jobs, troubles end nothing."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from tests.tracker.jobs import kinds  # noqa: F401 (registers the kinds)
from tracker.jobs import sweeps
from tracker.jobs.jobs import enqueue
from tracker.jobs.models import Job, WorkerLease
from tracker.jobs.sweeps import register_sweep, run_sweeps
from tracker.jobs.work import claim
from tracker.jobs.worker import (
    Worker,
    give_back_lease,
    hold_lease,
    note_alive,
    seconds_unseen,
    start_in_background,
    stop_in_background,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _no_other_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeps, "_sweeps", {})
    monkeypatch.setattr(sweeps, "_troubles", {})


@pytest.fixture
def start() -> Iterator[Callable[[Worker], Worker]]:
    """Runs workers in threads until the test ends."""
    running: list[tuple[Worker, threading.Thread]] = []

    def begin(one: Worker) -> Worker:
        thread = threading.Thread(target=one.run)
        thread.start()
        running.append((one, thread))
        return one

    yield begin
    for one, thread in running:
        one.stop(patience=5)
        thread.join()


def until(holds: Callable[[], bool], seconds: float = 10) -> None:
    """Wait for something to become true."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not become true in time"
        time.sleep(0.02)


def test_the_lease_has_one_holder_until_it_runs_out() -> None:
    assert hold_lease("w1")
    assert hold_lease("w1")
    assert not hold_lease("w2")
    WorkerLease.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert hold_lease("w2")
    assert not hold_lease("w1")


def test_a_lease_that_is_given_back_is_free_at_once() -> None:
    hold_lease("w1")
    give_back_lease("w2")
    assert not hold_lease("w2")
    give_back_lease("w1")
    assert hold_lease("w2")


def test_holding_the_lease_mostly_writes_nothing(django_assert_num_queries: Any) -> None:
    hold_lease("w1")
    with django_assert_num_queries(1):
        assert hold_lease("w1")
    WorkerLease.objects.update(until=timezone.now() + timedelta(seconds=1))
    hold_lease("w1")
    assert WorkerLease.objects.get().until > timezone.now() + timedelta(seconds=4)


@pytest.mark.pitfall("BL-190")
def test_it_is_known_when_a_worker_was_last_seen() -> None:
    WorkerLease.objects.create(name="health check", owner="", until=timezone.now(), seen_at=timezone.now())
    assert seconds_unseen() is None
    note_alive()
    assert 0 <= (seconds_unseen() or 0) < 5
    WorkerLease.objects.update(seen_at=timezone.now() - timedelta(minutes=5))
    assert 299 < (seconds_unseen() or 0) < 310


@pytest.mark.pitfall("BL-190")
def test_a_worker_that_does_a_long_job_is_seen_by_its_lease() -> None:
    hold_lease("w1")
    WorkerLease.objects.update(seen_at=timezone.now() - timedelta(minutes=5))
    job = enqueue("test.echo", {"value": 1})
    assert claim("w1") is not None
    assert 0 <= (seconds_unseen() or 0) < 5
    lost = timezone.now() + timedelta(seconds=settings.TRACKER_JOB_LEASE - 200)
    Job.objects.filter(id=job.id).update(lease_until=lost)
    assert 199 < (seconds_unseen() or 0) < 210


def test_a_worker_does_jobs_and_sweeps(start: Callable[[Worker], Worker]) -> None:
    passes: list[int] = []
    register_sweep("count", lambda: passes.append(1))
    start(Worker(poll=0.05))
    job = enqueue("test.echo", {"value": 1})
    until(lambda: Job.objects.get(id=job.id).state == Job.State.DONE)
    until(lambda: len(passes) > 3)


def test_a_long_job_does_not_hold_up_the_sweeps(start: Callable[[Worker], Worker]) -> None:
    passes: list[int] = []
    register_sweep("count", lambda: passes.append(1))
    job = enqueue("test.steps", {"count": 1000, "pause": 0.05})
    one = start(Worker(poll=0.02))
    until(lambda: Job.objects.get(id=job.id).state == Job.State.RUNNING)
    before = len(passes)
    until(lambda: len(passes) > before + 5)
    one.stop(patience=5)
    assert Job.objects.get(id=job.id).state == Job.State.QUEUED


def test_a_second_worker_stands_by_and_takes_over(start: Callable[[Worker], Worker]) -> None:
    first, second = start(Worker(poll=0.02)), Worker(poll=0.02)
    until(lambda: WorkerLease.objects.filter(owner=first.name).exists())
    start(second)
    time.sleep(0.2)
    assert WorkerLease.objects.get().owner == first.name
    first.stop()
    until(lambda: WorkerLease.objects.get().owner == second.name)


def test_a_sweep_that_has_more_to_do_is_run_again_at_once() -> None:
    left = [3]

    def count_down() -> bool:
        left[0] -= 1
        return left[0] > 0

    register_sweep("count down", count_down)
    assert Worker().once() == 0
    assert left == [0]


def test_a_sweep_has_one_name() -> None:
    register_sweep("one", len)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a sweep one already"):
        register_sweep("one", sum)  # type: ignore[arg-type]


@pytest.mark.pitfall("BL-156")
def test_a_failing_sweep_is_logged_once_and_holds_up_nobody(caplog: pytest.LogCaptureFixture) -> None:
    ill, passes = [True], []

    def moody() -> None:
        if ill[0]:
            raise LookupError("a page is missing")

    register_sweep("moody", moody)
    register_sweep("steady", lambda: passes.append(1))
    with caplog.at_level(logging.INFO, logger="tracker.jobs.sweeps"):
        run_sweeps()
        run_sweeps()
        ill[0] = False
        run_sweeps()
    assert [record.getMessage() for record in caplog.records] == [
        "The sweep moody failed.",
        "The sweep moody works again.",
    ]
    assert len(passes) == 3


def test_the_command_does_what_waits_and_ends(capsys: pytest.CaptureFixture[str]) -> None:
    for value in range(12):
        enqueue("test.echo", {"value": value})
    hold_lease("somebody else")
    call_command("work", once=True)
    assert capsys.readouterr().out == "12 jobs done\n"


def worker_threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name == "tracker worker"]


def test_the_thread_starts_once_and_only_where_it_is_wanted(settings: Any) -> None:
    settings.TRACKER_EMBEDDED_WORKER = False
    assert not start_in_background()
    settings.TRACKER_EMBEDDED_WORKER = True
    assert start_in_background()
    assert not start_in_background()
    until(lambda: WorkerLease.objects.exists())
    assert len(worker_threads()) == 1
    stop_in_background()
    assert worker_threads() == []
    assert hold_lease("the next process")


def test_a_servers_lifespan_starts_and_stops_the_thread(settings: Any) -> None:
    settings.TRACKER_EMBEDDED_WORKER = True
    from tracker.asgi import application

    assert worker_threads() == []
    said: list[str] = []

    async def serve() -> None:
        heard = iter(["lifespan.startup", "lifespan.shutdown"])

        async def receive() -> dict[str, Any]:
            return {"type": next(heard)}

        async def send(message: dict[str, Any]) -> None:
            said.append(f"{message['type']} {len(worker_threads())}")

        await application({"type": "lifespan"}, receive, send)

    asyncio.run(serve())
    assert said == ["lifespan.startup.complete 1", "lifespan.shutdown.complete 0"]


def test_a_broker_that_is_away_costs_a_moment_and_nothing_else(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    from tracker.jobs.celery import wake

    def refuse(**_: object) -> None:
        raise ConnectionError("refused")

    monkeypatch.setattr(wake, "apply_async", refuse)
    job = enqueue("test.echo", {"value": 1})
    assert Job.objects.get().id == job.id
