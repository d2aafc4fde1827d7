"""Stylesheets and scripts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from pytest_django import Settings


@pytest.fixture
def folder(tmp_path: Path, settings: Settings) -> Iterator[Path]:
    """A folder of static files."""
    settings.STATICFILES_DIRS = [tmp_path]
    finders.get_finder.cache_clear()
    yield tmp_path
    finders.get_finder.cache_clear()


def served(client: Client, name: str) -> tuple[int, bytes, str]:
    """The status, the whole content of a file, and the length that was promised."""
    answer = client.get(f"/static/{name}")
    return answer.status_code, b"".join(answer), answer.get("Content-Length", "")  # type: ignore[arg-type]


def test_a_file_that_changes_under_a_running_server_is_served_whole(folder: Path, client: Client) -> None:
    sheet = folder / "a-sheet-of-its-own.css"
    sheet.write_text("body {}")
    assert served(client, sheet.name) == (200, b"body {}", "7")
    sheet.write_text("body { color: black }")
    assert served(client, sheet.name) == (200, b"body { color: black }", "21")


def test_a_file_that_goes_is_not_there(folder: Path, client: Client) -> None:
    sheet = folder / "another-sheet.css"
    sheet.write_text("p {}")
    assert served(client, sheet.name)[0] == 200
    sheet.unlink()
    assert client.get(f"/static/{sheet.name}").status_code == 404
