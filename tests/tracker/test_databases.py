"""A database that cannot be used is said in a sentence, on pages, to programs and by commands."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection
from django.test import Client
from django.urls import reverse

from tests.cast import signed_in
from tests.web.pages.posting import form_of, post, text, version_of
from tracker.eventstore.troubles import trouble
from tracker.timelines.models import Timeline

ROOT = Path(__file__).parents[2]
KEPT_OUT = "what you just sent was not carried out"


def command(database: str, *words: str) -> subprocess.CompletedProcess[str]:
    """What a command does with a database."""
    environment = {**os.environ, "DATABASE_URL": database}
    return subprocess.run(
        [sys.executable, "manage.py", *words], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60
    )


@contextmanager
def forbidding_writes() -> Iterator[None]:
    """The database takes nothing that is written."""
    postgres = "SET SESSION CHARACTERISTICS AS TRANSACTION READ {}"
    ways = ("PRAGMA query_only = 1", "PRAGMA query_only = 0")
    on, off = ways if connection.vendor == "sqlite" else (postgres.format("ONLY"), postgres.format("WRITE"))
    with connection.cursor() as cursor:
        cursor.execute(on)
        try:
            yield
        finally:
            cursor.execute(off)


def browser(user: User) -> Client:
    client = signed_in(user)
    client.raise_request_exception = False
    return client


@pytest.mark.pitfall("BL-075")
@pytest.mark.django_db(transaction=True)
def test_with_a_database_that_can_only_be_read_pages_are_read_and_decisions_say_why_not(
    timeline: Timeline, alice: User
) -> None:
    client, form, before = browser(alice), form_of(timeline), version_of(timeline)
    with forbidding_writes():
        assert [client.get(reverse(name, args=[timeline.id])).status_code for name in ("table", "story")] == [200, 200]
        assert client.get("/").status_code == 200
        answer = post(client, "decide", timeline, form)
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert KEPT_OUT in text(answer)
    assert "can only be read" in text(answer)
    assert version_of(timeline) == before


@pytest.mark.django_db(transaction=True)
def test_programs_are_told_in_json(timeline: Timeline, alice: User) -> None:
    client, before = browser(alice), version_of(timeline)
    body = {"decision": {"do": "draw_invader"}, "expected_version": before, "key": "a-key-of-its-own"}
    with forbidding_writes():
        answer = client.post(f"/api/timelines/{timeline.id}/decisions/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (503, "database_unavailable")
    assert KEPT_OUT in answer.json()["detail"]


@pytest.mark.django_db(transaction=True)
def test_without_its_tables_every_page_says_what_to_do(client: Client, alice: User) -> None:
    def none(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        return execute("SELECT 1 FROM a_table_that_is_not_there", None, False, context)

    client.raise_request_exception = False
    client.force_login(alice)
    with connection.execute_wrapper(none):
        answers = [client.get(address) for address in ("/", "/accounts/login/", "/api/games/")]
    assert [answer.status_code for answer in answers] == [503] * 3
    assert all("manage.py migrate" in text(answer) for answer in answers)


def test_a_fault_of_ours_is_not_blamed_on_the_database() -> None:
    assert trouble(DatabaseError("a statement that is wrong")) is None
    assert trouble(ZeroDivisionError()) is None


NO_FOLDER = "sqlite:////no/such/folder/file.sqlite3"


@pytest.mark.parametrize(
    ("database", "said"),
    [
        (NO_FOLDER, "whose folder does not exist"),
        ("postgres://tracker:hush@127.0.0.1:9/tracker", "The database cannot be reached. (database tracker at 127"),
        ("a database", "DATABASE_URL is no address of a PostgreSQL or SQLite database."),
        ("mysql://tracker:hush@localhost/tracker", "DATABASE_URL is no address of a PostgreSQL or SQLite database."),
        ("postgres://tracker:hu/sh@localhost/tracker", "DATABASE_URL is no address"),
        ("sqlite://", "DATABASE_URL names no database, or no file."),
    ],
)
def test_commands_say_in_one_line_what_is_wrong_with_the_database(database: str, said: str) -> None:
    done = command(database, "verify")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert said in done.stderr
    assert "hu" not in done.stderr.replace("such", "")


@pytest.mark.parametrize("words", [("rebuild",), ("run_local", "--port", "8739"), ("migrate",)])
def test_every_command_says_it(words: tuple[str, ...]) -> None:
    done = command(NO_FOLDER, *words)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "whose folder does not exist" in done.stderr


def test_a_database_without_tables_is_told_to_be_migrated(tmp_path: Path) -> None:
    done = command(f"sqlite:///{tmp_path / 'new.sqlite3'}", "verify")
    assert (done.returncode, "run manage.py migrate" in done.stderr) == (1, True)


def test_a_file_that_is_no_database_is_called_so(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear gate keeper, " * 100)
    done = command(f"sqlite:///{tmp_path / 'letter.txt'}", "verify")
    assert "no database, or damaged" in done.stderr


def test_where_an_error_came_from_is_shown_to_those_who_ask() -> None:
    assert "Traceback" in command(NO_FOLDER, "verify", "--traceback").stderr
