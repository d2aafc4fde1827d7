"""Workers that are killed, and Celery on real brokers."""

from __future__ import annotations

import json
import random
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group
from kombu.connection import Connection

from tests.tracker.jobs import kinds  # noqa: F401 (registers the kinds)
from tests.tracker.jobs.processes import Process, until
from tracker.jobs.jobs import enqueue
from tracker.jobs.models import Job, WorkerLease
from tracker.jobs.worker import LEASE_SECONDS, hold_lease, seconds_unseen

pytestmark = pytest.mark.django_db(transaction=True)
STEPS = 8


def unfinished() -> bool:
    return Job.objects.filter(state__in=Job.UNFINISHED).exists()


def steps_of(job: Job) -> list[int]:
    names = Group.objects.filter(name__startswith=str(job.id)).values_list("name", flat=True)
    return sorted(int(name.rpartition(":")[2]) for name in names)


@pytest.fixture
def start() -> Iterator[Callable[..., Process]]:
    """Starts processes that do not outlive the test."""
    started: list[Process] = []

    def begin(*arguments: str, **environment: str) -> Process:
        started.append(Process(arguments, **environment))
        return started[-1]

    yield begin
    for process in started:
        process.end(signal.SIGKILL)


@pytest.mark.pitfall("BL-066", "BL-160")
def test_workers_killed_at_random_moments_lose_no_job(start: Callable[..., Process]) -> None:
    jobs = [enqueue("test.steps", {"count": STEPS, "pause": 0.05}) for _ in range(8)]
    moments = random.Random(160)
    for _ in range(4):
        before = Group.objects.count()
        worker = start("tests.tracker.jobs.processes")
        until(lambda before=before: Group.objects.count() > before)  # type: ignore[misc]
        time.sleep(moments.uniform(0, 0.6))
        worker.end(signal.SIGKILL)
    start("tests.tracker.jobs.processes")
    until(lambda: not unfinished())
    assert {job.state for job in Job.objects.all()} == {Job.State.DONE}
    assert [steps_of(job) for job in jobs] == [list(range(STEPS))] * len(jobs)
    assert any(job.attempts > 1 for job in Job.objects.all())


def test_a_worker_that_is_asked_to_end_puts_its_job_back_and_gives_back_its_lease(
    start: Callable[..., Process],
) -> None:
    job = enqueue("test.steps", {"count": 1000, "pause": 0.05})
    worker = start("tests.tracker.jobs.processes")
    until(lambda: bool(steps_of(job)))
    worker.end(signal.SIGTERM)
    assert Job.objects.filter(state=Job.State.QUEUED, attempts=0).exists()
    assert hold_lease("the next one")


class Broker:
    """A queue of this test's own on a broker."""

    def __init__(self, url: str, start: Callable[..., Process], folder: Path) -> None:
        self.queue = f"tracker-test-{uuid4().hex[:8]}"
        self._environment = {"CELERY_BROKER_URL": url, "CELERY_QUEUE": self.queue}
        self._start = start
        self._schedule = str(folder / "schedule")

    def ask(self, kind: str, arguments: dict[str, Any]) -> None:
        """Ask for a job in a process that sends wake-ups to the broker."""
        asking = self._start("tests.tracker.jobs.processes", kind, json.dumps(arguments), **self._environment)
        assert asking.wait() == 0

    def worker(self, *more: str) -> Process:
        """A Celery worker; with ``-B`` it sweeps by itself every few seconds."""
        arguments = ("celery", "-A", "tracker.jobs.celery", "worker", "-I", "tests.tracker.jobs.kinds")
        options = ("--concurrency", "1", "--loglevel", "ERROR", "--schedule", self._schedule)
        return self._start(*arguments, *options, *more, **self._environment)


@pytest.fixture
def broker(require_broker: str, start: Callable[..., Process], tmp_path: Path) -> Iterator[Broker]:
    """Redis, then RabbitMQ."""
    found = Broker(require_broker, start, tmp_path)
    yield found
    with Connection(require_broker) as connection:
        connection.default_channel.queue_delete(found.queue)


@pytest.mark.broker
def test_a_wake_up_over_a_real_broker_has_the_job_done(broker: Broker) -> None:
    broker.ask("test.steps", {"count": STEPS})
    broker.worker()
    until(lambda: not unfinished())
    assert Job.objects.get().result == {"steps": STEPS}
    assert WorkerLease.objects.get().name == "celery"


@pytest.mark.broker
@pytest.mark.pitfall("BL-160")
def test_a_killed_celery_worker_loses_its_message_and_no_job(broker: Broker) -> None:
    broker.ask("test.steps", {"count": 40, "pause": 0.05})
    worker = broker.worker()
    until(lambda: Group.objects.count() > 3)
    worker.end(signal.SIGKILL)
    assert unfinished()
    broker.worker("-B")
    until(lambda: not unfinished())
    assert (Job.objects.get().state, Job.objects.get().attempts) == (Job.State.DONE, 2)
    assert steps_of(Job.objects.get()) == list(range(40))


@pytest.mark.broker
@pytest.mark.pitfall("BL-190")
def test_a_celery_worker_is_seen_while_it_lives_though_nothing_is_to_be_done(broker: Broker) -> None:
    worker = broker.worker()
    until(lambda: seconds_unseen() is not None)
    first = WorkerLease.objects.get(name="celery").seen_at
    until(lambda: WorkerLease.objects.get(name="celery").seen_at > first)
    worker.end(signal.SIGKILL)
    until(lambda: (seconds_unseen() or 0) > LEASE_SECONDS)
