"""The health check, the pages of errors, and the stream of an open page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, OperationalError, connection
from django.test import AsyncClient, Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from tests.cast import signed_in
from tests.web.pages.posting import text, version_of
from tracker.jobs.models import WorkerLease
from tracker.timelines.access import Actor
from tracker.timelines.models import Timeline
from tracker.timelines.table import write_note
from tracker.web import live

pytestmark = pytest.mark.django_db


def seen(seconds: float) -> None:
    """A worker said so long ago that it is alive."""
    now = timezone.now()
    WorkerLease.objects.create(name="worker", owner="one", until=now, seen_at=now - timedelta(seconds=seconds))


def test_all_is_well_while_database_and_worker_are(client: Client) -> None:
    seen(3)
    answers = [client.get("/healthz") for _ in range(2)]
    for answer in answers:
        told = answer.json()
        ago = told.pop("worker_seen_seconds_ago")
        assert (answer.status_code, told) == (200, {"database": "ok", "worker": "ok"})
        assert 3 <= ago < 15
    assert "no-store" in answers[0]["Cache-Control"]


def test_a_worker_that_was_never_seen_is_not_known_to_be_missing(client: Client) -> None:
    assert [client.get("/healthz").json()["worker"] for _ in range(2)] == ["unknown"] * 2


def test_a_worker_that_is_gone_turns_it_red(client: Client) -> None:
    seen(20)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["worker"]) == (503, "gone")
    assert answer.json()["worker_seen_seconds_ago"] >= 20


@pytest.mark.pitfall("BL-075")
def test_a_database_that_takes_nothing_turns_it_red(client: Client) -> None:
    def read_only(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE")):
            raise OperationalError("database or disk is full")
        return execute(sql, *rest)

    with connection.execute_wrapper(read_only):
        answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["database"]) == (503, "not writable")


def test_the_health_check_is_only_read(client: Client) -> None:
    assert client.post("/healthz").status_code == 405


def test_an_error_of_ours_shows_our_page_and_no_details(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DEBUG = False
    monkeypatch.setattr("tracker.web.home_page.games", lambda: 1 / 0)
    client.raise_request_exception = False
    answer = client.get("/")
    assert (answer.status_code, "Something broke on our side" in text(answer)) == (500, True)
    assert "ZeroDivisionError" not in text(answer)


def test_a_path_that_is_none_shows_our_page(client: Client) -> None:
    answer = client.get("/no/such/page/")
    assert (answer.status_code, "Nothing at this place" in text(answer)) == (404, True)


def test_a_form_without_its_token_shows_our_page(timeline: Timeline, alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    answer = client.post(reverse("undo", args=[timeline.id]), {})
    assert answer.status_code == 403
    assert "<h1>" in text(answer)


def test_the_version_is_told_to_pages_that_cannot_stream(timeline: Timeline, alice: User) -> None:
    answer = signed_in(alice).get(reverse("version", args=[timeline.id]))
    assert answer.json() == {"version": version_of(timeline)}


def test_a_server_without_streams_says_so(timeline: Timeline, alice: User) -> None:
    assert signed_in(alice).get(reverse("live", args=[timeline.id])).status_code == 204


async def _heard(user: User, timeline: Timeline, many: int, then: Callable[[], object] = lambda: None) -> str:
    """The first words of a stream; after the first of them something happens."""
    client = AsyncClient()
    await client.aforce_login(user)
    answer = await client.get(reverse("live", args=[timeline.id]))
    said = ""
    async with asyncio.timeout(10):
        async for part in answer:  # type: ignore[attr-defined]
            said += part.decode()
            if said.count("event:") == 1 and then:
                await asyncio.to_thread(then)
            if said.count("event:") >= many:
                break
    return said


@pytest.mark.django_db(transaction=True)
def test_a_stream_tells_the_version_at_once_and_each_that_comes(timeline: Timeline, owner: Actor, alice: User) -> None:
    at = version_of(timeline)
    said = asyncio.run(_heard(alice, timeline, 2, lambda: write_note(timeline, owner, at, "news")))
    assert f"data: {at}\n" in said
    assert f"data: {at + 1}\n" in said


@pytest.mark.pitfall("BL-190")
@pytest.mark.django_db(transaction=True)
def test_a_stream_beats_only_while_the_versions_can_be_read(
    timeline: Timeline, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 0.1)
    assert "event: beat" in asyncio.run(_heard(alice, timeline, 3))

    def trouble(self: live.Watch, *args: Any) -> None:
        raise DatabaseError("gone")

    monkeypatch.setattr(live.Watch, "_look", trouble)
    monkeypatch.setattr(live, "RECHECK_SECONDS", 1.5)
    assert "event: beat" not in asyncio.run(_heard(alice, timeline, 3)).split(": trouble")[-1]
