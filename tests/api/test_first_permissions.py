"""Who may do what at a table whose owner touched no setting."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.cast import signed_in
from tracker.eventstore import store
from tracker.timelines.models import Timeline

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def note(timeline: Timeline, bob: User) -> int:
    """Bob's note, by the version at which it was written."""
    return int(write(signed_in(bob), timeline).json()["first_version"])


def write(client: Client, timeline: Timeline) -> Any:
    path = f"/api/timelines/{timeline.id}/notes/"
    return client.post(path, {"version": 3, "text": "The moat is dry."}, content_type="application/json")


@pytest.mark.pitfall("BL-119")
def test_notes_are_written_and_taken_off_by_those_who_may(
    timeline: Timeline, note: int, alice: User, bob: User, sara: User, charlie: User
) -> None:
    head, address = store.head(timeline.id), f"/api/timelines/{timeline.id}/notes/{note}/"
    for who, status in ((sara, 403), (charlie, 404)):
        assert write(signed_in(who), timeline).status_code == status
        assert signed_in(who).delete(address).status_code == status
    assert signed_in(charlie).get(f"/api/timelines/{timeline.id}/decisions/").status_code == 404
    assert Client().get(f"/api/timelines/{timeline.id}/decisions/").status_code == 401
    assert store.head(timeline.id) == head
    hers = write(signed_in(alice), timeline).json()["first_version"]
    refused = signed_in(bob).delete(f"/api/timelines/{timeline.id}/notes/{hers}/")
    assert (refused.status_code, refused.json()["code"]) == (422, "not_your_note")
    assert signed_in(alice).delete(address).status_code == 204


@pytest.mark.pitfall("BL-115", "BL-119")
def test_nobody_watches_and_only_the_owner_changes_settings(
    timeline: Timeline, bob: User, sara: User, charlie: User
) -> None:
    address = f"/api/campaigns/{timeline.campaign_id}/"
    for who, status in ((bob, 403), (sara, 403), (charlie, 404)):
        answer = signed_in(who).patch(address, {"spectators": "everyone"}, content_type="application/json")
        assert answer.status_code == status
    assert signed_in(charlie).get(f"/t/{timeline.id}/").status_code == 404


@pytest.mark.pitfall("BL-175", "BL-169")
def test_what_was_tried_on_a_branch_becomes_the_story_and_nothing_of_the_old_one_is_lost(
    timeline: Timeline, alice: User, bob: User
) -> None:
    client, line = signed_in(alice), f"/api/timelines/{timeline.id}/"
    made = client.post(f"{line}forks/", {"version": 3, "name": "A try"}, content_type="application/json").json()
    for number, each in enumerate((made["id"], timeline.id)):  # main moves on meanwhile
        body = {"decision": {"do": "draw_invader"}, "expected_version": store.head(each).version,
                "key": f"try-number-{number}"}  # fmt: skip
        answer = client.post(f"/api/timelines/{each}/decisions/", body, content_type="application/json")
        assert answer.status_code == 201
    old = [row["id"] for row in client.get(f"{line}decisions/").json()]
    tried = client.get(f"/api/timelines/{made['id']}/decisions/").json()
    address, main = f"/api/timelines/{made['id']}/", {"is_main": True}
    assert signed_in(bob).patch(address, main, content_type="application/json").json()["code"] == "owner_only"
    assert client.patch(address, main, content_type="application/json").json()["is_main"] is True
    assert client.get(f"/c/{timeline.campaign_id}/").headers["Location"] == f"/t/{made['id']}/"
    assert [row["id"] for row in client.get(f"{line}decisions/").json()] == old
    assert client.get(f"/api/timelines/{made['id']}/decisions/").json()[: len(tried)] == tried
    compared = client.get(f"/api/campaigns/{timeline.campaign_id}/compare/?a={timeline.id}&b={made['id']}").json()
    assert (compared["ancestor"], compared["a"]["decisions"], compared["b"]["decisions"]) == (3, 1, 1)
