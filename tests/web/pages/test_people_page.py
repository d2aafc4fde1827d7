"""The people of a campaign: invitations, seats, settings, and watching by a link."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.cast import SOLO, campaign_of, signed_in
from tests.web.pages.posting import ODD, SHOWN, play, steps, text, version_of
from tracker.eventstore.models import Stream
from tracker.jobs.models import Job
from tracker.timelines.access import Actor
from tracker.timelines.campaigns import change_settings, invite
from tracker.timelines.forking import fork
from tracker.timelines.models import Campaign, Membership, Timeline
from tracker.timelines.table import name_checkpoint, write_note
from tracker.web.urls import urlpatterns

pytestmark = pytest.mark.django_db
SIGN_IN = "/accounts/login/"
SETTINGS = {"name": "Renamed", "undo_by": Campaign.UndoBy.values[0], "spectators": "link"}


@pytest.mark.pitfall("BL-062")
def test_an_invitation_that_is_opened_again_changes_nothing(
    campaign: Campaign, owner: Actor, alice: User, charlie: User
) -> None:
    address = reverse("join", args=[invite(campaign, owner, alice, "player").token])
    browsers = [signed_in(charlie), signed_in(charlie)]
    assert [browser.get(address).status_code for browser in browsers] == [200, 200]
    assert [browser.post(address).status_code for browser in [*browsers, browsers[0]]] == [302, 302, 302]
    assert browsers[1].get(address)["Location"] == reverse("campaign", args=[campaign.id])
    assert campaign.memberships.filter(user=charlie).count() == 1


@pytest.mark.pitfall("BL-062")
def test_whoever_left_may_come_back_by_the_same_link(
    campaign: Campaign, owner: Actor, alice: User, charlie: User
) -> None:
    address = reverse("join", args=[invite(campaign, owner, alice, "player").token])
    client, seats = signed_in(charlie), campaign.seats.count()
    client.post(address)
    client.post(reverse("leave", args=[campaign.id]))
    assert not campaign.memberships.filter(user=charlie).exists()
    client.post(address)
    assert (campaign.memberships.filter(user=charlie).count(), campaign.seats.count()) == (1, seats)


def test_an_invitation_is_made_and_withdrawn(campaign: Campaign, alice: User, charlie: User) -> None:
    client = signed_in(alice)
    client.post(reverse("invite", args=[campaign.id]), {"role": "player"})
    made = campaign.invitations.order_by("-id").first()
    assert made is not None
    assert made.token in text(client.get(reverse("people", args=[campaign.id])))
    client.post(reverse("revoke", args=[campaign.id, made.token]))
    answer = signed_in(charlie).post(reverse("join", args=[made.token]))
    assert (answer.status_code, "was withdrawn" in text(answer)) == (422, True)


def test_only_the_owner_sees_the_links(campaign: Campaign, alice: User, bob: User) -> None:
    tokens = list(campaign.invitations.values_list("token", flat=True))
    assert tokens
    page = text(signed_in(bob).get(reverse("people", args=[campaign.id])))
    assert not [token for token in [*tokens, campaign.watch_token] if token in page]


@pytest.mark.parametrize("role", ["", "owner", "king"])
def test_nobody_is_invited_into_a_role_that_is_not_given(role: str, campaign: Campaign, alice: User) -> None:
    before = campaign.invitations.count()
    answer = signed_in(alice).post(reverse("invite", args=[campaign.id]), {"role": role})
    assert (answer.status_code, campaign.invitations.count()) == (422, before)
    assert "People join as players or as spectators." in text(answer)


def test_a_seat_is_taken_and_given_up(campaign: Campaign, bob: User) -> None:
    client, address = signed_in(bob), reverse("seat", args=[campaign.id])
    client.post(address, {"seat": "p1"})
    assert campaign.seats.get(name="p1").member == campaign.memberships.get(user=bob)
    client.post(address, {"seat": "p1", "give_up": "1"})
    assert campaign.seats.get(name="p1").member is None


@pytest.mark.parametrize("form", [{}, {"seat": "p9"}, {"seat": "p1", "give_up": "1"}])
def test_a_seat_that_is_not_there_is_refused(form: dict[str, str], campaign: Campaign, bob: User) -> None:
    answer = signed_in(bob).post(reverse("seat", args=[campaign.id]), form)
    assert answer.status_code == 422
    assert 'class="refusal' in text(answer)


def test_whoever_watches_takes_no_seat(campaign: Campaign, sara: User) -> None:
    answer = signed_in(sara).post(reverse("seat", args=[campaign.id]), {"seat": "p1"})
    assert (answer.status_code, "Spectators take no seat." in text(answer)) == (422, True)


def test_the_owner_does_not_leave(campaign: Campaign, alice: User) -> None:
    answer = signed_in(alice).post(reverse("leave", args=[campaign.id]))
    assert (answer.status_code, "The owner cannot leave" in text(answer)) == (422, True)
    assert Membership.objects.filter(user=alice).exists()


@pytest.mark.parametrize(
    "changes", [{"undo_by": "nobody at all"}, {"spectators": ""}, {"spectators": "everyone and their dog"}]
)
def test_a_setting_that_does_not_exist_is_refused(changes: dict[str, str], campaign: Campaign, alice: User) -> None:
    answer = signed_in(alice).post(reverse("campaign_settings", args=[campaign.id]), {**SETTINGS, **changes})
    assert answer.status_code == 422
    assert Campaign.objects.get().name == campaign.name


@pytest.mark.pitfall("BL-115")
def test_a_watch_link_works_while_it_is_on(campaign: Campaign, timeline: Timeline, alice: User, client: Client) -> None:
    owner, watch, table = (
        signed_in(alice),
        reverse("watch", args=[campaign.watch_token]),
        reverse("table", args=[timeline.id]),
    )
    assert (client.get(watch).status_code, client.get(table).status_code) == (404, 404)
    owner.post(reverse("campaign_settings", args=[campaign.id]), SETTINGS)
    assert (client.get(watch).status_code, client.get(table).status_code) == (302, 200)
    assert "You are watching." in text(client.get(table))
    assert client.post(reverse("undo", args=[timeline.id])).status_code == 403
    owner.post(reverse("campaign_settings", args=[campaign.id]), {**SETTINGS, "spectators": "nobody"})
    assert [
        client.get(reverse(name, args=[timeline.id])).status_code for name in ("table", "story", "version", "live")
    ] == [404] * 4


@pytest.mark.pitfall("BL-115")
def test_a_campaign_that_is_open_to_everyone_is_read_without_an_account_and_changed_by_nobody(
    campaign: Campaign, timeline: Timeline, alice: User, client: Client, charlie: User
) -> None:
    settings = reverse("campaign_settings", args=[campaign.id])
    pages = [reverse(name, args=[timeline.id]) for name in ("table", "story", "places", "version")]
    pages += [reverse(name, args=[campaign.id]) for name in ("timelines", "people")]
    assert [client.get(address).status_code for address in pages] == [404] * len(pages)
    signed_in(alice).post(settings, {**SETTINGS, "spectators": "everyone"})
    address, before = reverse("campaign", args=[campaign.id]), version_of(timeline)
    assert f"http://testserver{address}" in text(signed_in(alice).get(reverse("people", args=[campaign.id])))
    for browser in (client, signed_in(charlie)):
        assert "You are watching." in text(browser.get(address, follow=True))
        assert [browser.get(each).status_code for each in pages] == [200] * len(pages)
        for name in ("decide", "undo", "redo", "rewind", "checkpoint", "note", "branch", "rename", "promote"):
            answer = browser.post(reverse(name, args=[timeline.id]), steps(timeline, version=1, to=1))
            assert answer.status_code == 403, name
        assert browser.post(settings, SETTINGS).status_code == 403
        assert browser.post(reverse("invite", args=[campaign.id]), {"role": "player"}).status_code == 403
    assert version_of(timeline) == before
    assert "/join/" not in text(client.get(reverse("people", args=[campaign.id])))
    signed_in(alice).post(settings, {**SETTINGS, "spectators": "nobody"})
    assert [client.get(each).status_code for each in pages] == [404] * len(pages)


def addresses(timeline: Timeline) -> Iterator[str]:
    """Every page about a timeline or a campaign, with whatever stands for its other parts."""
    known = {"timeline_id": timeline.id, "campaign_id": timeline.campaign_id}
    others = {"uuid": uuid4(), "int": 1, "string": "x", "slug": "x"}
    for page in urlpatterns:
        names = page.pattern.converters
        if names.keys() & known.keys():
            kinds = {name: str(type(kind).__name__).removesuffix("Converter").lower() for name, kind in names.items()}
            yield reverse(str(page.name), kwargs={name: known.get(name, others[kinds[name]]) for name in names})


@pytest.mark.pitfall("BL-115", "BL-122")
def test_no_page_of_a_campaign_lets_a_passer_by_change_anything(
    campaign: Campaign, timeline: Timeline, owner: Actor, charlie: User, client: Client
) -> None:
    change_settings(campaign, owner, spectators="everyone")
    before = Stream.objects.get().version
    sent = {**steps(timeline), "version": 3, "to": 3, "name": "Mine", "text": "Here", "sign": "🎲", "role": "player"}
    found = list(addresses(timeline))
    assert len(found) > 25
    for browser in (client, signed_in(charlie)):
        browser.raise_request_exception = False
        answers = {address: browser.post(address, sent) for address in found}
        done = {each: answer for each, answer in answers.items() if answer.status_code not in (403, 404, 405)}
        assert [each for each, answer in done.items() if not answer.get("Location", "").startswith(SIGN_IN)] == []
    assert (Stream.objects.get().version, Timeline.objects.count(), Job.objects.count()) == (before, 1, 0)


@pytest.mark.pitfall("BL-115")
def test_nobody_watches_unless_the_owner_says_so(campaign: Campaign) -> None:
    assert campaign.spectators == Campaign.Spectators.NOBODY


@pytest.mark.pitfall("BL-115")
def test_a_watch_link_shows_no_other_campaign(
    campaign: Campaign, alice: User, bob: User, sara: User, owner: Actor, client: Client
) -> None:
    other = campaign_of(alice, bob, sara, set_up=SOLO)
    change_settings(campaign, owner, spectators="link")
    client.get(reverse("watch", args=[campaign.watch_token]))
    assert client.get(reverse("table", args=[other.main_id])).status_code == 404


@pytest.mark.pitfall("BL-133")
def test_names_are_shown_as_they_were_written_everywhere(
    campaign: Campaign, timeline: Timeline, owner: Actor, alice: User
) -> None:
    change_settings(campaign, owner, name=ODD)
    play(timeline, owner, 2)
    version = version_of(timeline)
    name_checkpoint(timeline, owner, version, ODD)
    write_note(timeline, owner, version, ODD)
    branch = fork(timeline, owner, alice, version, name=ODD, description=ODD)
    Membership.objects.filter(user=alice).update(alias=ODD)
    client = signed_in(alice)
    pages = [
        "/", reverse("table", args=[timeline.id]), f"{reverse('table', args=[timeline.id])}?v={version}",
        reverse("story", args=[timeline.id]), f"{reverse('branch', args=[branch.id])}?version={version}",
        reverse("timelines", args=[campaign.id]), reverse("people", args=[campaign.id]),
        reverse("table", args=[branch.id]), reverse("story", args=[branch.id]),
    ]  # fmt: skip
    for path in pages:
        page = text(client.get(path))
        assert SHOWN in page, path
        assert "<b>&quot;Tom" not in page and ODD not in page, path  # noqa: PT018
        assert "&amp;lt;" not in page and "&amp;#x27;" not in page and "&amp;amp;" not in page, path  # noqa: PT018
