"""Decisions and events in the admin are found and read, and never changed; what can be done from there."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from tests.cast import signed_in
from tests.tracker.timelines.tables import Table
from tracker.archive.models import ArchiveFile
from tracker.archive.packing import pack_campaign
from tracker.eventstore.models import StoredDecision, StoredEvent
from tracker.jobs.work import advance
from tracker.timelines.models import Timeline

pytestmark = pytest.mark.django_db


@pytest.fixture
def keeper(db: None) -> Client:
    """Somebody who may do everything in the admin."""
    return signed_in(User.objects.create_superuser("keeper", password="keeps"))


def text(client: Client, name: str, *args: object, q: str = "") -> str:
    answer = client.get(reverse(f"admin:{name}", args=args), {"q": q} if q else {})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize(
    ("model", "word"), [("storedevent", "tiny.WalkerNamed"), ("storeddecision", "tiny.name_walker")]
)
def test_the_record_is_listed_and_found(table: Table, keeper: Client, model: str, word: str) -> None:
    decision = StoredDecision.objects.get(id=table.call("<b>Ash</b>").decision_id)
    name = f"eventstore_{model}_changelist"
    for query in ("", "walker", str(table.timeline.id), str(table.campaign.id), str(decision.id)):
        assert word in text(keeper, name, q=query), query
    for query in ("nothing-of-the-kind", "00000000-0000-0000-0000-000000000000"):
        assert word not in text(keeper, name, q=query)


def test_a_row_is_read_with_all_that_is_stored(table: Table, keeper: Client) -> None:
    table.call("<b>Ash</b>")
    event, decision = StoredEvent.objects.latest("position"), StoredDecision.objects.latest("recorded_at")
    shown = text(keeper, "eventstore_storedevent_change", event.pk)
    assert "&lt;b&gt;Ash&lt;/b&gt;" in shown
    assert bytes(event.hash).hex() in shown
    shown = text(keeper, "eventstore_storeddecision_change", decision.pk)
    assert bytes(decision.digest).hex() in shown
    assert "A walk: Main" in shown
    assert "_save" not in shown


def test_nothing_of_the_record_is_changed_in_the_admin(table: Table, keeper: Client) -> None:
    event, decision = StoredEvent.objects.latest("position"), StoredDecision.objects.latest("recorded_at")
    for name, args in (
        ("eventstore_storedevent_add", []), ("eventstore_storedevent_delete", [event.pk]),
        ("eventstore_storeddecision_add", []), ("eventstore_storeddecision_delete", [decision.pk]),
    ):  # fmt: skip
        assert keeper.get(reverse(f"admin:{name}", args=args)).status_code == 403
        assert keeper.post(reverse(f"admin:{name}", args=args)).status_code == 403
    assert (
        keeper.post(reverse("admin:eventstore_storedevent_change", args=[event.pk]), {"type": "x"}).status_code == 403
    )


def branch(client: Client, table: Table, **given: str) -> str:
    data = {"action": "branch", "_selected_action": [str(table.timeline.id)], **given}
    answer = client.post(reverse("admin:timelines_timeline_changelist"), data, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_timeline_is_branched_from_a_version(table: Table, keeper: Client) -> None:
    assert "Version (up to 4)" in branch(keeper, table)
    assert "There is no version 99" in branch(keeper, table, apply="1", version="99", name="Twig")
    assert "A version is a whole number" in branch(keeper, table, apply="1", version="", name="Twig")
    assert "goes on from version 4" in branch(keeper, table, apply="1", version="4", name="Twig")
    made = Timeline.objects.get(name="Twig")
    assert (made.parent_id, made.forked_at, made.created_by.get_username()) == (table.timeline.id, 4, "keeper")


def test_who_may_only_look_branches_nothing(table: Table) -> None:
    viewer = User.objects.create_user("viewer", is_staff=True)
    viewer.user_permissions.add(*Permission.objects.filter(codename__startswith="view_"))
    branch(signed_in(viewer), table, apply="1", version="4", name="Twig")
    assert not Timeline.objects.filter(name="Twig").exists()


def test_a_campaign_is_exported_and_its_file_fetched(table: Table, keeper: Client, bob: User) -> None:
    data = {"action": "export_campaigns", "_selected_action": [str(table.campaign.id)]}
    keeper.post(reverse("admin:timelines_campaign_changelist"), data)
    advance()
    file = ArchiveFile.objects.get()
    assert "a-walk.campaign.gz" in text(keeper, "archive_archivefile_changelist")
    address = reverse("admin:archive_archivefile_fetch", args=[file.id])
    assert keeper.get(address).content == pack_campaign(table.campaign)
    assert signed_in(bob).get(address).status_code == 302
    plain = User.objects.create_user("plain", is_staff=True)
    assert signed_in(plain).get(address).status_code == 403
