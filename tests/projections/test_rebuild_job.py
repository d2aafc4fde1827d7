"""Rebuilding from the terminal, in the background, and out of the admin."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.urls import reverse

from projections import rebuilding
from projections.jobs import REBUILD, enqueue_rebuild
from projections.models import HistoryRow, Projected
from tests.cast import signed_in
from tests.projections.reads import ensure_right, show_otherwise
from tests.tracker.timelines.races import at_once
from tests.tracker.timelines.tables import Table
from tracker.eventstore.models import StoredEvent
from tracker.jobs.jobs import cancel
from tracker.jobs.models import Job
from tracker.jobs.work import advance
from tracker.timelines import checking
from tracker.timelines.checking import enqueue_verify

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def damaged(table: Table) -> Table:
    """A story of which a line is wrong."""
    table.call("Ash")
    HistoryRow.objects.filter(version=5).update(data={"sentence": "It never was so."})
    return table


def command(*arguments: str) -> str:
    out = StringIO()
    call_command("rebuild", *arguments, stdout=out, stderr=out)
    return out.getvalue()


def test_the_command_rebuilds_and_says_what_it_did(damaged: Table) -> None:
    assert "2 decisions in 1 timelines: 1 rows changed." in command()
    ensure_right(damaged.timeline)


def test_the_command_rebuilds_one_campaign_alone(damaged: Table, bob: User) -> None:
    other = Table.opened(bob)
    assert "0 rows changed" in command("--campaign", str(other.campaign.id))
    assert "1 rows changed" in command("--campaign", str(damaged.campaign.id), "--projection", "log")


def test_the_command_leaves_alone_what_is_whole(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "in 0 timelines" in command("--stale")
    show_otherwise(monkeypatch, 2)
    assert "in 1 timelines" in command("--stale")
    assert "in 0 timelines" in command("--stale")


def test_the_command_says_how_far_it_is(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("projections.management.commands.rebuild.EVERY", -1)
    monkeypatch.setattr(rebuilding, "BATCH", 1)
    table.call("Ash")
    assert " 50 %  1 of 2 decisions  (A walk: Main)" in command()


@pytest.mark.pitfall("BL-153")
def test_the_command_has_nothing_to_do_on_an_empty_database(db: None) -> None:
    assert "0 decisions in 0 timelines" in command()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--campaign", "7"], "invalid UUID value"),
        (["--campaign", str(uuid4())], "There is no campaign"),
        (["--projection", "weather"], "invalid choice"),
    ],
)
def test_the_command_refuses_what_is_not_there(arguments: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        command(*arguments)


@pytest.mark.pitfall("BL-156")
def test_the_command_names_the_event_that_cannot_be_read(table: Table) -> None:
    StoredEvent.objects.filter(version=3).update(payload=b"{}")
    with pytest.raises(CommandError, match=r"version 3: tiny\.GameSetUp .*The read models that pages show are as they"):
        command()


def test_the_job_rebuilds_with_progress(damaged: Table) -> None:
    job = enqueue_rebuild(damaged.campaign, damaged.user)
    assert advance() == 1
    job.refresh_from_db()
    assert (job.state, job.result) == ("done", {"timelines": 1, "decisions": 2, "changed": 1})
    assert (job.total, job.message, job.created_by) == (2, "A walk: Main", damaged.user)
    ensure_right(damaged.timeline)


def test_while_one_waits_there_is_no_second(damaged: Table) -> None:
    first = enqueue_rebuild(damaged.campaign, damaged.user)
    assert enqueue_rebuild(damaged.campaign, None) == first
    assert enqueue_rebuild(None, None) != first
    advance()
    assert enqueue_rebuild(damaged.campaign, None) != first


def test_a_rebuild_of_a_read_model_that_is_not_there_is_not_asked_for(table: Table) -> None:
    with pytest.raises(KeyError):
        enqueue_rebuild(table.campaign, None, name="weather")
    assert Job.objects.count() == 0


def test_the_job_of_no_campaign_rebuilds_all(damaged: Table, bob: User) -> None:
    Table.opened(bob)
    job = enqueue_rebuild(None, None)
    advance()
    job.refresh_from_db()
    assert job.result == {"timelines": 2, "decisions": 3, "changed": 1}


@pytest.mark.pitfall("BL-156")
def test_the_job_that_meets_an_unreadable_event_fails_in_words(table: Table) -> None:
    StoredEvent.objects.filter(version=3).update(payload=b"{}")
    before = (list(HistoryRow.objects.values()), list(Projected.objects.values()))
    job = enqueue_rebuild(table.campaign, None)
    advance()
    job.refresh_from_db()
    assert job.state == "failed"
    assert "Rebuilding sheet, summary, log, checkpoints" in job.error
    assert "version 3: tiny.GameSetUp" in job.error
    assert (list(HistoryRow.objects.values()), list(Projected.objects.values())) == before


def test_a_job_that_is_cancelled_stops_and_leaves_what_pages_read(
    damaged: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebuilding, "BATCH", 1)
    monkeypatch.setattr("tracker.jobs.running.PROGRESS_SECONDS", 0)
    before = list(HistoryRow.objects.values())
    job = enqueue_rebuild(damaged.campaign, None)
    rebuild = rebuilding.rebuild

    def cancelled(*given: Any, **more: Any) -> int:
        cancel(job.id)
        return rebuild(*given, **more)

    monkeypatch.setattr(rebuilding, "rebuild", cancelled)
    advance()
    job.refresh_from_db()
    assert job.state == "cancelled"
    assert list(HistoryRow.objects.values()) == before


def test_a_job_whose_worker_is_killed_is_taken_up_where_it_was(damaged: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    branch = damaged.fork()
    branch.call("Birch")
    job = enqueue_rebuild(damaged.campaign, None)
    rebuild = rebuilding.rebuild

    def dies(timeline: Any, **more: Any) -> int:
        if timeline == branch.timeline:
            os.kill(os.getpid(), signal.SIGKILL)
        return rebuild(timeline, **more)

    def worker() -> None:
        monkeypatch.setattr(rebuilding, "rebuild", dies)
        advance()

    with pytest.raises(EOFError):
        at_once([worker])
    done: list[Any] = []
    monkeypatch.setattr(
        rebuilding, "rebuild", lambda timeline, **more: done.append(timeline) or rebuild(timeline, **more)
    )
    Job.objects.update(lease_until="2020-01-01T00:00Z")
    advance()
    job.refresh_from_db()
    assert (job.state, job.attempts, done) == ("done", 2, [branch.timeline])
    ensure_right(damaged.timeline)
    ensure_right(branch.timeline)


def test_the_record_is_verified_in_the_background(table: Table) -> None:
    job = enqueue_verify(table.campaign, table.user)
    advance()
    job.refresh_from_db()
    assert (job.state, job.result, job.error) == ("done", {"timelines": 1, "events": 4}, "")


def test_verifying_says_how_far_it_is_and_can_be_stopped(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(campaign_id: Any, progress: Callable[[int, int], None]) -> None:
        while True:
            progress(3, 4)
            cancel(job.id)
            time.sleep(0.01)

    monkeypatch.setattr(checking, "verify", endless)
    monkeypatch.setattr(checking, "EVERY", 0.05)
    monkeypatch.setattr("tracker.jobs.running.PROGRESS_SECONDS", 0)
    job = enqueue_verify(table.campaign, None)
    advance()
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == ("cancelled", 3, 4)


@pytest.mark.pitfall("BL-032")
def test_a_broken_record_fails_the_job_and_names_the_link(table: Table) -> None:
    table.call("Ash")
    StoredEvent.objects.filter(version=5).update(payload=b'{"event":"WalkerNamed","player":"p1","name":"Oak"}')
    job = enqueue_verify(table.campaign, None)
    advance()
    job.refresh_from_db()
    assert job.state == "failed"
    assert f"timeline {table.timeline.id}, version 5" in job.error


@pytest.fixture
def keeper(db: None) -> User:
    """Somebody who may do everything in the admin."""
    return User.objects.create_superuser("keeper", password="keeps")


def test_the_admin_has_campaigns_rebuilt_and_verified(table: Table, keeper: User) -> None:
    for action in ("rebuild_read_models", "verify_record"):
        data = {"action": action, "_selected_action": [str(table.campaign.id)]}
        answer = signed_in(keeper).post(reverse("admin:timelines_campaign_changelist"), data, follow=True)
        assert answer.status_code == 200
        assert "see the jobs of background work" in answer.content.decode()
    assert set(Job.objects.values_list("kind", "created_by__username")) == {(REBUILD, "keeper"), ("verify", "keeper")}


@pytest.mark.parametrize("model", ["campaign", "timeline", "membership"])
def test_the_admin_shows_and_finds_what_there_is(table: Table, keeper: User, model: str) -> None:
    client, address = signed_in(keeper), reverse(f"admin:timelines_{model}_changelist")
    for query in ("", "?q=walk", f"?q={table.campaign.id}"):
        assert "A walk" in client.get(address + query).content.decode()
    assert "0 results" in client.get(address + "?q=nothing-of-the-kind").content.decode()


def test_the_admin_changes_nothing(table: Table, keeper: User) -> None:
    client = signed_in(keeper)
    page = client.get(reverse("admin:timelines_campaign_change", args=[table.campaign.id]))
    assert page.status_code == 200
    assert "_save" not in page.content.decode()
    assert table.campaign.watch_token not in page.content.decode()
    for address in (
        reverse("admin:timelines_campaign_add"),
        reverse("admin:timelines_campaign_delete", args=[table.campaign.id]),
        reverse("admin:timelines_timeline_delete", args=[table.timeline.id]),
    ):
        assert client.get(address).status_code == 403


def test_the_admin_shows_what_is_whole(table: Table, keeper: User) -> None:
    page = signed_in(keeper).get(reverse("admin:projections_projected_changelist"))
    assert str(table.timeline.id) in page.content.decode()
