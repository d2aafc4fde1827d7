"""Programs that send name and password with each request, and bodies that nobody can read."""

from __future__ import annotations

import base64
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from asgiref.local import Local
from django.contrib.auth.models import User
from django.core.cache import caches
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from pytest_django import Settings

from tests.cast import signed_in
from tracker.api.throttling import CountingThrottle
from tracker.timelines.models import Timeline

pytestmark = pytest.mark.django_db
RIGHT = "alice-opens-the-gate"


def asked(name: str, password: str) -> Any:
    sent = base64.b64encode(f"{name}:{password}".encode()).decode()
    return Client().get("/api/campaigns/", headers={"Authorization": f"Basic {sent}"})


def test_a_program_signs_in_with_name_and_password(alice: User) -> None:
    assert asked("alice", RIGHT).status_code == 200
    assert asked("alice", "wrong").status_code == 401


def test_passwords_cannot_be_guessed_over_the_api(alice: User) -> None:
    answers = {asked("alice", f"guess number {number}").status_code for number in range(12)}
    assert answers == {401, 429}
    assert asked("alice", RIGHT).status_code == 429


@pytest.fixture
def shared_cache(settings: Settings) -> None:
    """The cache of production, in the database."""
    backend = "django.core.cache.backends.db.DatabaseCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": "tracker_cache"}}


@pytest.mark.usefixtures("shared_cache")
def test_a_limit_holds_for_all_processes_of_a_site(alice: User) -> None:
    """Each guess meets a cache object of its own, as in a process of its own."""
    answers = []
    for number in range(12):
        caches._connections = Local()  # type: ignore[attr-defined]
        answers.append(asked("alice", f"guess number {number}").status_code)
    assert set(answers) == {401, 429}


@pytest.mark.usefixtures("shared_cache")
def test_the_limit_of_requests_holds_for_all_processes_too(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CountingThrottle, "THROTTLE_RATES", {"user": "3/min"})
    monkeypatch.setattr(CountingThrottle, "timer", lambda self: 1_000_000_040.0)
    client, answers = signed_in(alice), []
    for _ in range(5):
        caches._connections = Local()  # type: ignore[attr-defined]
        answers.append(client.get("/api/games/"))
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert answers[-1]["Retry-After"] == "40"


def test_production_counts_in_the_database_unless_it_is_told_otherwise() -> None:
    production = {"TRACKER_PRODUCTION": "1", "TRACKER_SECRET_KEY": "x" * 50}
    assert backend_of(**production).endswith("db.DatabaseCache")
    assert backend_of(**production, TRACKER_CACHE_URL="redis://127.0.0.1/1").endswith("redis.RedisCache")
    assert backend_of().endswith("locmem.LocMemCache")


def backend_of(**environment: str) -> str:
    """The cache that the settings choose."""
    words = "from tracker import settings; print(settings.CACHES['default']['BACKEND'])"
    done = subprocess.run([sys.executable, "-c", words], env={**os.environ, **environment}, capture_output=True,
                          text=True, check=True, cwd=Path(__file__).parents[2])  # fmt: skip
    return done.stdout.strip()


def test_right_passwords_are_never_too_many(alice: User) -> None:
    assert {asked("alice", RIGHT).status_code for _ in range(15)} == {200}


@pytest.mark.parametrize("name", ["a\0b", "x" * 100_000, ""])
def test_a_name_that_nobody_can_have_is_no_name(name: str, alice: User) -> None:
    assert asked(name, RIGHT).status_code == 401


def test_an_account_that_is_switched_off_stays_outside(alice: User) -> None:
    User.objects.update(is_active=False)
    assert asked("alice", RIGHT).status_code == 401


def test_json_that_is_nested_too_deeply_is_the_senders_mistake(timeline: Timeline, alice: User) -> None:
    address = f"/api/timelines/{timeline.id}/decisions/"
    answer = signed_in(alice).post(address, "[" * 100_000, content_type="application/json")
    assert answer.status_code == 400
    assert "nested too deeply" in answer.json()["detail"]


def test_the_schema_says_how_to_sign_in() -> None:
    schema = SchemaGenerator().get_schema(public=True)
    assert schema["components"]["securitySchemes"]["basicAuth"] == {"type": "http", "scheme": "basic"}
    assert {"basicAuth": []} in schema["paths"]["/api/campaigns/"]["get"]["security"]
