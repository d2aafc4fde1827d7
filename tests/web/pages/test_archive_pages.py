"""A campaign as a file: made, fetched and brought on pages."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.cast import signed_in
from tests.tracker.archive.test_round_trip import erase
from tests.web.pages.posting import play, text
from tracker.archive.models import ArchiveFile
from tracker.jobs.work import advance
from tracker.timelines.access import Actor
from tracker.timelines.models import Campaign, Timeline

pytestmark = pytest.mark.django_db(transaction=True)


def bring(client: Client, data: bytes, name: str = "gates.campaign.gz") -> HttpResponse:
    answer: HttpResponse = client.post(reverse("import_campaign"), {"file": SimpleUploadedFile(name, data)})
    return answer


def test_a_campaign_is_made_a_file_fetched_and_brought(
    campaign: Campaign, timeline: Timeline, owner: Actor, alice: User, bob: User
) -> None:
    play(timeline, owner, 5)
    client, address = signed_in(alice), reverse("record", args=[campaign.id])
    client.post(reverse("export_campaign", args=[campaign.id]))
    assert "Waiting" in text(client.get(address))
    advance()
    file = ArchiveFile.objects.get()
    fetched = client.get(reverse("archive_file", args=[campaign.id, file.id]))
    assert fetched["Content-Disposition"] == 'attachment; filename="the-northern-gates.campaign.gz"'
    assert f"Fetch {file.name}" in text(client.get(address))
    erase(campaign)
    other = signed_in(bob)
    job = bring(other, fetched.content)["Location"]
    assert "It waits for its turn." in text(other.get(job))
    advance()
    assert "The campaign is here." in text(other.get(job))
    assert Campaign.objects.get().created_by == bob
    assert other.get(reverse("table", args=[timeline.id])).status_code == 200
    assert other.get(reverse("story", args=[timeline.id])).status_code == 200


@pytest.mark.pitfall("BL-080")
def test_every_file_has_its_answer(alice: User) -> None:
    client = signed_in(alice)
    assert client.post(reverse("import_campaign")).status_code == 422
    job = bring(client, b"\x89PNG", "../../<b>.png")["Location"]
    advance()
    shown = text(client.get(job))
    assert "a PNG picture" in shown
    assert "&lt;b&gt;.png" in shown
    assert "Nothing was kept" in shown


def test_an_import_is_stopped_and_seen_by_who_asked_alone(alice: User, bob: User) -> None:
    client = signed_in(alice)
    job = bring(client, b"x")["Location"]
    assert signed_in(bob).get(job).status_code == 404
    client.post(f"{job}cancel/")
    assert "The import was stopped." in text(client.get(job))


def test_only_the_owner_takes_a_campaign_along(campaign: Campaign, bob: User, sara: User, charlie: User) -> None:
    for user, status in ((bob, 403), (sara, 403), (charlie, 404)):
        client = signed_in(user)
        assert client.post(reverse("export_campaign", args=[campaign.id])).status_code == status
        assert client.post(reverse("cancel_export", args=[campaign.id])).status_code == status
        assert client.get(reverse("archive_file", args=[campaign.id, uuid4()])).status_code == status
    assert "The whole campaign as a file" not in text(signed_in(bob).get(reverse("record", args=[campaign.id])))
    assert Client().get(reverse("import_campaign")).status_code == 302
