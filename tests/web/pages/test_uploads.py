"""Bringing a pack: at once for texts, by a job for files of a game's own importers."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.urls import reverse

from rules.kernel import PackInvalid, Problem
from tests.cast import signed_in
from tests.web.pages.posting import HTMX, text
from tracker.jobs.models import Job
from tracker.jobs.work import advance
from tracker.packs import importing, uploads
from tracker.packs.models import PackUpload, PackVersion
from tracker.packs.versions import default_pack, pack

pytestmark = pytest.mark.django_db
UPLOAD = "/packs/fantasy_defense/"
SHIPPED = Path("rules/fantasy_defense/packs/standard.yaml")


def shipped() -> bytes:
    """The content that ships, as a file."""
    return SHIPPED.read_bytes()


def bring(user: User, data: bytes, name: str) -> HttpResponse:
    """Upload a file."""
    answer: HttpResponse = signed_in(user).post(UPLOAD, {"file": SimpleUploadedFile(name, data)})
    return answer


@pytest.fixture
def workbooks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fantasy Defense reads workbooks; one that begins with ``bad`` has two faults."""

    def read(data: bytes) -> Any:
        if data.startswith(b"bad"):
            raise PackInvalid([Problem("Gates!A3", "no bonus"), Problem("Gates!A4", "no such gate", 7)])
        return pack(default_pack("fantasy_defense").hash), ("12 rows read",)

    monkeypatch.setattr(importing, "importers", lambda game_key: {".xlsx": read})
    monkeypatch.setattr("tracker.web.packs_page.importers", lambda game_key: {".xlsx": read})


def test_content_of_ones_own_is_taken_and_offered_for_a_campaign(charlie: User) -> None:
    answer = bring(charlie, shipped().replace(b"name: Standard", b"name: Our own standard", 1), "own.yaml")
    assert answer.status_code == 302
    mine = PackVersion.objects.get(uploaded_by=charlie)
    assert answer["Location"] == f"/campaigns/new/fantasy_defense/?pack={mine.hash}"
    assert mine.name in text(signed_in(charlie).get(answer["Location"]))


def test_content_of_one_person_is_not_offered_to_another(charlie: User, bob: User) -> None:
    bring(charlie, shipped().replace(b"name: Standard", b"name: Our own standard", 1), "own.yaml")
    assert "Our own standard" not in text(signed_in(bob).get("/campaigns/new/fantasy_defense/"))


@pytest.mark.pitfall("BL-080")
def test_each_fault_of_a_file_is_said_with_its_line(charlie: User) -> None:
    answer = bring(charlie, b"game: fantasy_defense\nname: Broken\ndefenders: 7\nhats: 3\n", "own.yaml")
    assert answer.status_code == 422
    assert "This file cannot be used." in text(answer)
    assert "line 3" in text(answer)
    assert not PackVersion.objects.filter(uploaded_by=charlie).exists()


@pytest.mark.pitfall("BL-090")
@pytest.mark.parametrize(
    ("data", "name", "what"),
    [(b"\x89PNG\r\n\x1a\n" + bytes(40), "map.yaml", "PNG"), (b"PK\x03\x04" + bytes(40), "book.xlsx", "file"),
     (b"%PDF-1.7", "rules.pdf", "PDF"), (b"", "empty.yaml", "")],
    ids=["picture", "workbook", "document", "nothing"],
)  # fmt: skip
def test_a_file_of_another_kind_is_named_for_what_it_is(data: bytes, name: str, what: str, charlie: User) -> None:
    answer = bring(charlie, data, name)
    assert answer.status_code == 422
    assert what in text(answer).split("This file cannot be used.")[1].split("</ul>")[0]


def test_an_upload_without_a_file_or_with_too_much_is_refused(charlie: User, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "No file was chosen." in text(signed_in(charlie).post(UPLOAD))
    monkeypatch.setattr("tracker.web.packs_page.MAX_BYTES", 10)
    assert "up to 10 are read" in text(bring(charlie, shipped(), "own.yaml"))


@pytest.mark.usefixtures("workbooks")
def test_a_workbook_is_imported_in_the_background(charlie: User) -> None:
    address = bring(charlie, b"good", "index.xlsx")["Location"]
    client, job = signed_in(charlie), Job.objects.get(kind=uploads.KIND)
    assert address == reverse("job", args=[job.id])
    assert "It waits for its turn." in text(client.get(address))
    assert 'hx-trigger="every 1s"' in text(client.get(address))
    assert advance() == 1
    page = text(client.get(address, headers=HTMX))
    assert f"?pack={default_pack('fantasy_defense').hash}" in page
    assert "12 rows read" in page
    assert "hx-trigger" not in page


@pytest.mark.usefixtures("workbooks")
def test_each_problem_of_a_workbook_is_listed(charlie: User) -> None:
    address = bring(charlie, b"bad", "index.xlsx")["Location"]
    advance()
    page = text(signed_in(charlie).get(address))
    assert "This file cannot be used." in page
    assert "Gates!A3" in page
    assert "no such gate" in page
    assert "Choose another file" in page


@pytest.mark.usefixtures("workbooks")
def test_an_import_that_waits_is_cancelled(charlie: User) -> None:
    address = bring(charlie, b"good", "index.xlsx")["Location"]
    answer = signed_in(charlie).post(f"{address}cancel/", follow=True)
    assert "The import was stopped. Nothing was kept." in text(answer)
    assert advance() == 0


@pytest.mark.usefixtures("workbooks")
def test_an_import_that_breaks_says_so_and_no_more(charlie: User, monkeypatch: pytest.MonkeyPatch) -> None:
    address = bring(charlie, b"good", "index.xlsx")["Location"]
    monkeypatch.setattr(importing, "read_file", lambda *args: 1 / 0)
    advance()
    page = text(signed_in(charlie).get(address))
    assert "The import broke off. Nothing was kept" in page
    assert "ZeroDivisionError" not in page


@pytest.mark.usefixtures("workbooks")
def test_a_job_is_seen_by_whoever_asked_for_it_alone(charlie: User, bob: User) -> None:
    address = bring(charlie, b"good", "index.xlsx")["Location"]
    assert signed_in(bob).get(address).status_code == 404
    assert signed_in(bob).post(f"{address}cancel/").status_code == 404
    assert signed_in(charlie).get(f"{address}cancel/").status_code == 405
    assert signed_in(charlie).get(reverse("job", args=[uuid4()])).status_code == 404


@pytest.mark.usefixtures("workbooks")
def test_the_bytes_of_old_uploads_are_not_kept(charlie: User) -> None:
    bring(charlie, b"good", "first.xlsx")
    PackUpload.objects.update(created_at="2020-01-01T00:00Z")
    bring(charlie, b"good", "second.xlsx")
    assert [upload.name for upload in PackUpload.objects.all()] == ["second.xlsx"]
