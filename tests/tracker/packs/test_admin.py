"""Bringing content from the admin: a job reads it, and its page shows the report."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.rules.isofarian_guard.content.books import DATA, SMALL, book
from tracker.jobs.models import Job
from tracker.jobs.work import advance
from tracker.packs.models import PackUpload, PackVersion
from tracker.packs.versions import store_shipped

pytestmark = pytest.mark.django_db
ADD = "/admin/packs/packversion/add/"
GRAPH = b'{"nodes": [{"id": "1", "name": "1", "x": 1, "y": 2}, {"id": "7", "name": "7", "x": 3, "y": 4}],' \
    b' "edges": [{"a": "1", "b": "7"}]}'  # fmt: skip


def bring(client: Client, data: bytes, name: str = "index.xlsx", game: str = "isofarian_guard", **more: Any) -> Any:
    return client.post(ADD, {"game": game, "file": SimpleUploadedFile(name, data), **more})


def page_of(client: Client, address: str) -> str:
    advance()
    return client.get(address).content.decode()


def test_a_workbook_with_its_map_is_read_by_a_job_and_reported(admin_client: Client) -> None:
    answer = bring(admin_client, book(SMALL), beside=SimpleUploadedFile("map.json", GRAPH))
    page = page_of(admin_client, answer["Location"])
    assert "Start a campaign with it" in page
    assert "Cells understood (" in page
    assert "Map edges: 1" in page
    assert PackVersion.objects.get(shipped=False).game == "isofarian_guard"


def test_the_real_workbook_is_imported_whole(admin_client: Client) -> None:
    if not (DATA / "index_companion.xlsx").exists():
        pytest.skip("the index workbook does not lie beside this repository")
    graph = SimpleUploadedFile("map_graph.json", (DATA / "map_graph.json").read_bytes())
    answer = bring(admin_client, (DATA / "index_companion.xlsx").read_bytes(), beside=graph)
    page = page_of(admin_client, answer["Location"])
    assert "Enemies: 45" in page
    assert "Map nodes: 138" in page
    assert "AE71" in page


@pytest.mark.pitfall("BL-090")
@pytest.mark.parametrize(
    ("data", "name", "beside", "why"),
    [
        (b"PK\x03\x04" + bytes(40), "index.xlsx", None, "cannot be used"),
        (b"%PDF-1.7", "rules.pdf", None, "a PDF document"),
        (None, "index.xlsx", b"[1, 2]", "The file is no map graph"),
        (b"game: isofarian_guard\nname: Ours\n", "ours.yaml", b"{}", "no second file is read beside a file .yaml"),
    ],
    ids=["broken", "document", "no map", "map beside a text"],
)
def test_a_hostile_file_is_refused_by_the_job_and_nothing_is_kept(
    data: bytes | None, name: str, beside: bytes | None, why: str, admin_client: Client
) -> None:
    more = {} if beside is None else {"beside": SimpleUploadedFile("map.json", beside)}
    answer = bring(admin_client, data or book(SMALL), name, **more)
    page = page_of(admin_client, answer["Location"])
    assert "This file cannot be used." in page
    assert why in page
    assert not PackVersion.objects.filter(shipped=False).exists()


def test_too_large_a_file_is_refused_before_it_is_kept(admin_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.packs.admin.MAX_BYTES", 10)
    assert "up to 10 are read" in bring(admin_client, book(SMALL)).content.decode()
    assert not Job.objects.exists()
    assert not PackUpload.objects.exists()


def test_versions_are_listed_and_never_changed(admin_client: Client) -> None:
    version = store_shipped("fantasy_defense")[0]
    assert version.hash in admin_client.get("/admin/packs/packversion/").content.decode()
    address = f"/admin/packs/packversion/{version.hash}"
    assert admin_client.post(f"{address}/change/", {"name": "Other"}).status_code == 403
    assert admin_client.post(f"{address}/delete/", {"post": "yes"}).status_code == 403


def test_only_staff_brings_content_there(client: Client) -> None:
    assert bring(client, book(SMALL)).status_code == 302
    assert not Job.objects.exists()
