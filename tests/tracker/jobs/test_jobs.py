"""Jobs: asked for once, run once, and every end recorded."""

from __future__ import annotations

import threading
import time
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group, User
from django.db import connections, transaction
from django.utils import timezone

from tests.tracker.jobs import kinds
from tracker.jobs.jobs import UnknownKind, cancel, enqueue, job_kind
from tracker.jobs.models import Job
from tracker.jobs.running import Cancelled, LeaseLost, Running, plain
from tracker.jobs.waking import nudged
from tracker.jobs.work import MAX_ATTEMPTS, advance, claim, run, waiting

pytestmark = pytest.mark.django_db


def fresh(job: Job) -> Job:
    return Job.objects.get(id=job.id)


def expire(job: Job) -> None:
    Job.objects.filter(id=job.id).update(lease_until=timezone.now() - timedelta(seconds=1))


def test_a_job_is_done_and_its_result_recorded() -> None:
    alice = User.objects.create_user("alice")
    job = enqueue("test.steps", {"count": 3}, user=alice)
    assert (job.state, job.created_by, waiting()) == (Job.State.QUEUED, alice, True)
    assert advance() == 1
    job = fresh(job)
    assert (job.state, job.result, job.done, job.total, job.message) == (Job.State.DONE, {"steps": 3}, 3, 3, "step 3")
    assert job.started_at is not None
    assert job.finished_at is not None
    assert (job.finished, job.percent, waiting()) == (True, 100, False)


def test_jobs_are_taken_up_in_the_order_of_asking_and_no_more_than_wanted() -> None:
    jobs = [enqueue("test.echo", {"value": value}) for value in range(3)]
    assert advance(max_jobs=2) == 2
    assert [fresh(job).state for job in jobs] == [Job.State.DONE, Job.State.DONE, Job.State.QUEUED]


def test_work_of_one_key_is_not_asked_for_twice_while_it_waits() -> None:
    first = enqueue("test.echo", {"value": 1}, key="rebuild feed")
    assert enqueue("test.echo", {"value": 2}, key="rebuild feed") == first
    assert enqueue("test.echo", {"value": 3}, key="rebuild map") != first
    advance()
    assert enqueue("test.echo", {"value": 4}, key="rebuild feed") != first


def test_jobs_without_a_key_are_any_number() -> None:
    assert enqueue("test.echo", {"value": 1}) != enqueue("test.echo", {"value": 1})


def test_what_nobody_can_do_is_refused_at_once() -> None:
    with pytest.raises(UnknownKind, match=r"test\.fly"):
        enqueue("test.fly", {})
    with pytest.raises(ValueError, match="name: text without NUL"):
        enqueue("test.echo", {"name": "\0"})
    assert not Job.objects.exists()


def test_a_kind_has_one_handler() -> None:
    assert job_kind("test.echo")(kinds.echo) is kinds.echo
    with pytest.raises(TypeError, match=r"test\.echo has a handler already"):
        job_kind("test.echo")(kinds.fail)


def test_a_job_whose_handler_is_gone_waits_for_a_worker_that_knows_it() -> None:
    Job(kind="test.retired").save(force_insert=True)
    assert advance() == 0
    assert Job.objects.get().state == Job.State.QUEUED


def test_a_failing_handler_fails_its_job_and_not_the_worker() -> None:
    failing, next_one = enqueue("test.fail", {}), enqueue("test.echo", {"value": 1})
    assert advance() == 2
    assert (fresh(failing).state, fresh(failing).error) == (Job.State.FAILED, "ValueError: no such \ufffd wood")
    assert fresh(next_one).state == Job.State.DONE


def test_words_are_made_fit_to_be_stored() -> None:
    assert plain("a \0 and half \ud800") == "a \ufffd and half ?"


@pytest.mark.parametrize(("what", "word"), [("nan", "finite number"), ("object", "JSON serializable")])
def test_a_result_that_cannot_be_stored_fails_the_job(what: str, word: str) -> None:
    job = enqueue("test.unstorable", {"what": what})
    advance()
    assert fresh(job).state == Job.State.FAILED
    assert word in fresh(job).error


def test_a_database_error_has_the_job_begun_again() -> None:
    job = enqueue("test.locked", {"works_at": 2})
    assert advance() == 2
    assert (fresh(job).state, fresh(job).result) == (Job.State.DONE, "attempt 2")


def test_a_database_error_that_stays_fails_the_job() -> None:
    job = enqueue("test.locked", {"works_at": 99})
    assert advance() == MAX_ATTEMPTS
    assert (fresh(job).state, fresh(job).error) == (Job.State.FAILED, "OperationalError: database is locked")


def test_a_waiting_job_that_is_cancelled_never_begins() -> None:
    job = enqueue("test.once", {})
    assert cancel(job.id)
    assert advance() == 0
    assert fresh(job).state == Job.State.CANCELLED
    assert not cancel(job.id)
    assert not cancel(uuid4())


def test_a_running_job_that_is_cancelled_stops_at_its_next_step() -> None:
    job = enqueue("test.steps", {"count": 1000, "pause": 0.1})
    claimed = claim("w1")
    assert claimed is not None
    assert cancel(job.id)
    run(claimed, "w1")
    assert fresh(job).state == Job.State.CANCELLED
    assert Group.objects.count() < 10


def test_progress_is_seen_while_the_job_runs_and_its_last_word_at_the_end() -> None:
    enqueue("test.steps", {"count": 1})
    claimed = claim("w1")
    assert claimed is not None
    job = Running(claimed, "w1")
    job.progress(1, 8, "reading \0")
    job.progress(2, 8, "writing")
    assert (fresh(claimed).done, fresh(claimed).message, fresh(claimed).percent) == (1, "reading \ufffd", 12)
    job.flush()
    assert (fresh(claimed).done, fresh(claimed).message) == (2, "writing")


@pytest.mark.pitfall("BL-160")
def test_a_job_whose_worker_died_is_taken_up_when_its_lease_ran_out() -> None:
    job = enqueue("test.echo", {"value": 7})
    assert claim("w1") is not None
    assert claim("w2") is None
    expire(job)
    assert waiting()
    assert advance(worker="w2") == 1
    assert (fresh(job).result, fresh(job).attempts) == (7, 2)


def test_a_job_that_kills_its_workers_is_given_up_with_a_clear_word() -> None:
    job = enqueue("test.echo", {"value": 7})
    for _ in range(MAX_ATTEMPTS):
        assert claim("w1") is not None
        expire(job)
    assert waiting()
    assert advance() == 0
    assert (fresh(job).state, fresh(job).finished) == (Job.State.FAILED, True)
    assert fresh(job).error == "Given up: its worker stopped without a word in each of 3 attempts."
    assert not waiting()


def test_a_cancelled_job_whose_worker_died_is_not_taken_up_again() -> None:
    job = enqueue("test.once", {})
    claim("w1")
    cancel(job.id)
    expire(job)
    assert advance() == 0
    assert fresh(job).state == Job.State.CANCELLED


def test_what_a_worker_does_after_it_lost_its_lease_does_not_count() -> None:
    job = enqueue("test.echo", {"value": 7})
    slow = claim("w1")
    expire(job)
    quick = claim("w2")
    assert slow is not None
    assert quick is not None
    run(slow, "w1")
    assert (fresh(job).state, fresh(job).lease_owner) == (Job.State.RUNNING, "w2")
    with pytest.raises(LeaseLost):
        Running(slow, "w1").check_cancelled()
    run(quick, "w2")
    assert fresh(job).state == Job.State.DONE


def test_a_lease_is_renewed_only_by_whoever_holds_it() -> None:
    job = enqueue("test.echo", {"value": 7})
    claimed = claim("w1")
    assert claimed is not None
    expire(job)
    assert Running(claimed, "w1").renew()
    assert fresh(job).lease_until > timezone.now() + timedelta(seconds=20)  # type: ignore[operator]
    assert not Running(claimed, "w2").renew()


def test_a_worker_that_stops_puts_its_job_back_uncounted() -> None:
    job = enqueue("test.steps", {"count": 1000, "pause": 0.05})
    stopping = threading.Event()
    claimed = claim("w1")
    assert claimed is not None
    threading.Timer(0.3, stopping.set).start()
    run(claimed, "w1", stopping)
    assert (fresh(job).state, fresh(job).attempts) == (Job.State.QUEUED, 0)
    assert advance(stopping=stopping) == 0


def test_a_handler_may_tidy_up_when_it_is_cancelled() -> None:
    enqueue("test.echo", {"value": 7})
    claimed = claim("w1")
    assert claimed is not None
    cancel(claimed.id)
    with pytest.raises(Cancelled):
        Running(claimed, "w1").check_cancelled()


@pytest.mark.django_db(transaction=True)
def test_a_job_begins_once_the_transaction_that_asked_for_it_is_committed() -> None:
    nudged.clear()
    with transaction.atomic():
        enqueue("test.echo", {"value": 1})
        assert not nudged.is_set()
    assert nudged.is_set()


@pytest.mark.django_db(transaction=True)
def test_a_job_asked_for_in_a_transaction_that_fails_is_no_job() -> None:
    nudged.clear()
    with transaction.atomic():
        enqueue("test.echo", {"value": 1})
        transaction.set_rollback(True)
    assert not Job.objects.exists()
    assert not nudged.is_set()


def in_threads(count: int, work: Any) -> None:
    """Do something in several threads at once; what fails in one fails the test."""
    errors: list[BaseException] = []
    start = threading.Barrier(count)

    def one() -> None:
        try:
            start.wait()
            work()
        except BaseException as error:
            errors.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=one) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


@pytest.mark.django_db(transaction=True)
def test_two_workers_never_run_one_job_twice() -> None:
    jobs = [enqueue("test.once", {"pause": 0.005}) for _ in range(30)]
    in_threads(4, lambda: advance(max_jobs=100))
    assert {fresh(job).state for job in jobs} == {Job.State.DONE}
    assert Group.objects.count() == len(jobs)


@pytest.mark.django_db(transaction=True)
@pytest.mark.pitfall("BL-056")
def test_work_of_one_key_asked_for_by_several_at_once_is_one_job() -> None:
    in_threads(4, lambda: enqueue("test.echo", {"value": 1}, key="rebuild"))
    assert Job.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_heartbeat_keeps_a_lease_that_is_shorter_than_the_work(settings: Any) -> None:
    settings.TRACKER_JOB_LEASE = 0.6
    job = enqueue("test.once", {"pause": 1.5})
    taken: list[Job | None] = []

    def try_to_take() -> None:
        time.sleep(1)
        taken.append(claim("w2"))

    thread = threading.Thread(target=lambda: in_threads(1, try_to_take))
    thread.start()
    advance(worker="w1")
    thread.join()
    assert taken == [None]
    assert (fresh(job).state, fresh(job).attempts) == (Job.State.DONE, 1)
