"""Every page: it works for whom it is for, is not there for others, and takes only what it takes."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.cast import signed_in
from tests.web.pages.posting import HTMX, form_of, steps, text, version_of
from tracker.timelines.models import Campaign, Timeline

pytestmark = pytest.mark.django_db

READ_TIMELINE = ["table", "story", "places", "live", "version"]
READ_CAMPAIGN = ["campaign", "timelines", "people"]
DECIDE = [
    "decide", "undo", "redo", "rewind", "checkpoint", "note", "branch", "rename", "archive_timeline",
    "unarchive_timeline",
]  # fmt: skip
OWN_CAMPAIGN = ["invite", "campaign_settings"]
POST_CAMPAIGN = ["seat", "leave", *OWN_CAMPAIGN]
PLAIN = ["/", "/campaigns/new/", "/campaigns/new/fantasy_defense/", "/packs/fantasy_defense/"]


@pytest.mark.parametrize("name", ["table", "story", "places", "version"])
@pytest.mark.parametrize("who", ["alice", "bob", "sara"])
def test_every_member_reads_the_pages_of_a_timeline(
    name: str, who: str, timeline: Timeline, request: pytest.FixtureRequest
) -> None:
    client = signed_in(request.getfixturevalue(who))
    assert client.get(reverse(name, args=[timeline.id])).status_code == 200


@pytest.mark.parametrize("name", ["timelines", "people"])
@pytest.mark.parametrize("who", ["alice", "bob", "sara"])
def test_every_member_reads_the_pages_of_a_campaign(
    name: str, who: str, campaign: Campaign, request: pytest.FixtureRequest
) -> None:
    client = signed_in(request.getfixturevalue(who))
    assert client.get(reverse(name, args=[campaign.id])).status_code == 200


@pytest.mark.parametrize("path", PLAIN)
def test_the_pages_outside_of_campaigns_work(path: str, charlie: User) -> None:
    assert signed_in(charlie).get(path).status_code == 200


def test_the_address_of_a_campaign_leads_to_its_main_timeline(campaign: Campaign, alice: User) -> None:
    answer = signed_in(alice).get(reverse("campaign", args=[campaign.id]))
    assert answer["Location"] == reverse("table", args=[campaign.main_id])


@pytest.mark.parametrize("name", READ_TIMELINE + DECIDE + ["promote"])
def test_an_outsider_finds_no_page_of_a_timeline(name: str, timeline: Timeline, charlie: User) -> None:
    client, address = signed_in(charlie), reverse(name, args=[timeline.id])
    before = version_of(timeline)
    answer = client.get(address) if name in READ_TIMELINE else client.post(address, steps(timeline, version=1, to=1))
    assert answer.status_code == 404
    assert "Nothing at this place" in text(answer)
    assert version_of(timeline) == before


@pytest.mark.parametrize("name", READ_CAMPAIGN + POST_CAMPAIGN)
def test_an_outsider_finds_no_page_of_a_campaign(name: str, campaign: Campaign, charlie: User) -> None:
    client, address = signed_in(charlie), reverse(name, args=[campaign.id])
    answer = client.get(address) if name in READ_CAMPAIGN else client.post(address)
    assert answer.status_code == 404


@pytest.mark.parametrize("name", READ_TIMELINE)
def test_nobody_without_an_account_finds_a_timeline(name: str, timeline: Timeline, client: Client) -> None:
    assert client.get(reverse(name, args=[timeline.id])).status_code == 404


@pytest.mark.parametrize("name", DECIDE)
def test_whoever_watches_decides_nothing(name: str, timeline: Timeline, sara: User) -> None:
    before = version_of(timeline)
    answer = signed_in(sara).post(reverse(name, args=[timeline.id]), steps(timeline, version=1, to=1))
    assert answer.status_code == 403
    assert "Not yours to do" in text(answer)
    assert version_of(timeline) == before


@pytest.mark.parametrize("name", OWN_CAMPAIGN)
def test_only_the_owner_invites_and_settles(name: str, campaign: Campaign, bob: User) -> None:
    assert signed_in(bob).post(reverse(name, args=[campaign.id]), {"role": "player"}).status_code == 403


def test_only_the_owner_makes_a_timeline_the_main_one(timeline: Timeline, bob: User) -> None:
    assert signed_in(bob).post(reverse("promote", args=[timeline.id])).status_code == 403


def test_whoever_watches_sees_no_way_to_decide(timeline: Timeline, sara: User) -> None:
    page = text(signed_in(sara).get(reverse("table", args=[timeline.id])))
    assert "You are watching." in page
    assert reverse("decide", args=[timeline.id]) not in page
    assert reverse("undo", args=[timeline.id]) not in page


@pytest.mark.parametrize("name", READ_TIMELINE + DECIDE + ["promote"])
def test_a_timeline_that_does_not_exist_is_not_found(name: str, alice: User) -> None:
    client, address = signed_in(alice), reverse(name, args=[uuid4()])
    answer = client.get(address) if name in READ_TIMELINE else client.post(address, {"version": 1})
    assert answer.status_code == 404


@pytest.mark.parametrize("name", READ_CAMPAIGN + POST_CAMPAIGN)
def test_a_campaign_that_does_not_exist_is_not_found(name: str, alice: User) -> None:
    client, address = signed_in(alice), reverse(name, args=[uuid4()])
    answer = client.get(address) if name in READ_CAMPAIGN else client.post(address)
    assert answer.status_code == 404


@pytest.mark.parametrize(
    "path", ["/t/1/", "/t/not-an-id/", "/c/7/people/", "/join/nothing/", "/watch/nothing/", "/campaigns/new/chess/",
             "/packs/chess/", "/campaigns/new/fantasy_defense/?pack=none"],
)  # fmt: skip
def test_a_bad_address_is_not_found(path: str, alice: User) -> None:
    answer = signed_in(alice).get(path)
    assert answer.status_code == 404
    assert "Nothing at this place" in text(answer)


@pytest.mark.parametrize("name", ["table", "story", "version", "live"])
def test_pages_that_are_read_take_no_post(name: str, timeline: Timeline, alice: User) -> None:
    assert signed_in(alice).post(reverse(name, args=[timeline.id])).status_code == 405


@pytest.mark.parametrize("name", ["decide", "undo", "redo", "rewind", "checkpoint", "note", "rename", "promote"])
def test_what_changes_a_timeline_is_posted(name: str, timeline: Timeline, alice: User) -> None:
    assert signed_in(alice).get(reverse(name, args=[timeline.id])).status_code == 405


@pytest.mark.parametrize("name", POST_CAMPAIGN)
def test_what_changes_a_campaign_is_posted(name: str, campaign: Campaign, alice: User) -> None:
    assert signed_in(alice).get(reverse(name, args=[campaign.id])).status_code == 405


@pytest.mark.parametrize("path", [*PLAIN[1:], "/join/x/"])
def test_no_page_is_deleted_or_put(path: str, alice: User) -> None:
    client = signed_in(alice)
    assert {client.delete(path).status_code, client.put(path).status_code} == {405}


def test_branching_is_read_and_posted_and_nothing_else(timeline: Timeline, alice: User) -> None:
    assert signed_in(alice).delete(reverse("branch", args=[timeline.id])).status_code == 405


@pytest.mark.parametrize("path", PLAIN[1:])
def test_whoever_is_not_signed_in_is_asked_to(path: str, client: Client) -> None:
    answer = client.get(path)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/")


@pytest.mark.pitfall("BL-183")
@pytest.mark.parametrize("name", ["table", "story"])
def test_a_part_of_a_page_is_asked_for_by_htmx_alone(name: str, timeline: Timeline, alice: User) -> None:
    client, address = signed_in(alice), reverse(name, args=[timeline.id])
    assert "<html" not in text(client.get(address, headers=HTMX))
    assert "<html" in text(client.get(address))
    assert "<html" in text(client.get(address, headers={**HTMX, "HX-History-Restore-Request": "true"}))


@pytest.mark.parametrize("path", ["/join/a%00b/", "/watch/%00/", "/?page=%00", "/api/campaigns/?x=a%00"])
def test_an_address_that_no_database_can_be_asked_for_is_refused(path: str, alice: User) -> None:
    for client in (signed_in(alice), Client()):
        answer = client.get(path)
        assert (answer.status_code, "a character that no text has" in text(answer)) == (400, True)


def test_forms_with_a_character_that_no_database_takes_change_nothing(
    campaign: Campaign, timeline: Timeline, alice: User
) -> None:
    client, before = signed_in(alice), version_of(timeline)
    new = reverse("new_campaign", args=[campaign.game])
    for address, form, status in (
        (reverse("decide", args=[timeline.id]), form_of(timeline, key="12345678\0"), 422),
        (reverse("seat", args=[campaign.id]), {"seat": "p1\0"}, 422),
        (reverse("seat", args=[campaign.id]), {"seat": "p1\0", "give_up": "yes"}, 422),
        (new, {"key": "\0", "do": "set_up", "name": "Another"}, 422),
        (new, {"pack": "\0", "do": "set_up", "name": "Another"}, 404),
    ):
        assert client.post(address, form).status_code == status, address
    assert (version_of(timeline), Campaign.objects.count()) == (before, 1)
