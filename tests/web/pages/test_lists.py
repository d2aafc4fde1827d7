"""Home, new campaigns and the list of timelines."""

from __future__ import annotations

import re
import uuid

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from rules.fantasy_defense.game import GAME
from tests.cast import SOLO, campaign_of, signed_in
from tests.web.pages.posting import play, post, text, version_of
from tracker.packs.versions import default_pack, pack
from tracker.timelines.access import Actor
from tracker.timelines.forking import fork
from tracker.timelines.models import Campaign, Timeline
from tracker.web.option_forms import option_key

pytestmark = pytest.mark.django_db
NEW = "/campaigns/new/fantasy_defense/"


def queries(user: User, path: str) -> int:
    """How many queries a page takes once it is warm."""
    client = signed_in(user)
    client.get(path)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code == 200
    return len(asked)


def new_form(**changes: str) -> dict[str, str]:
    """The form of a new solo campaign."""
    option = GAME.options(None, pack(default_pack("fantasy_defense").hash))[0]
    fields = {f"f.{field.name}": field.choices[0].value for field in option.fields}
    sent = {"name": "Nine nights", "do": option.do, "option": option_key(option), "key": uuid.uuid4().hex}
    return {**sent, **fields, "luck": "app", **changes}


def test_home_tells_of_each_campaign_what_happened_last(timeline: Timeline, owner: Actor, alice: User) -> None:
    play(timeline, owner, 3)
    page = text(signed_in(alice).get("/"))
    assert "The northern gates" in page
    assert "Continue" in page
    assert 'class="campaign-last"' in page


def test_home_without_campaigns_says_how_to_begin(charlie: User) -> None:
    assert "No campaign yet" in text(signed_in(charlie).get("/"))


def test_home_for_strangers_says_what_this_is(client: Client) -> None:
    assert "Sign up" in text(client.get("/"))


def test_more_campaigns_cost_home_no_more_queries(alice: User, bob: User, sara: User) -> None:
    campaign_of(alice, bob, sara, set_up=SOLO)
    one = queries(alice, "/")
    for _ in range(4):
        campaign_of(alice, bob, sara, set_up=SOLO)
    assert queries(alice, "/") == one <= 8


def test_more_timelines_cost_their_list_no_more_queries(
    campaign: Campaign, timeline: Timeline, owner: Actor, alice: User
) -> None:
    play(timeline, owner, 4)
    address = reverse("timelines", args=[campaign.id])

    def branch(number: int) -> None:
        made = fork(timeline, owner, alice, version_of(timeline), name=f"What-if {number}")
        play(made, owner, 1)

    branch(1)
    one = queries(alice, address)
    for number in range(2, 7):
        branch(number)
    assert queries(alice, address) == one <= 12


def test_an_untouched_branch_is_listed_with_its_state(
    campaign: Campaign, timeline: Timeline, owner: Actor, alice: User
) -> None:
    play(timeline, owner, 4)
    at = version_of(timeline)
    fork(timeline, owner, alice, at, name="Fresh")
    page = text(signed_in(alice).get(reverse("timelines", args=[campaign.id])))
    assert re.search(rf"Branched from “Main” at <a [^>]*>version {at}</a>; 0 versions since.", page)
    assert page.count('class="timeline-state"') == 2


@pytest.mark.parametrize("name", ["", " ", "Second", "x" * 101])
def test_a_timeline_gets_no_name_that_does_not_do(name: str, timeline: Timeline, owner: Actor, alice: User) -> None:
    fork(timeline, owner, alice, version_of(timeline), name="Second")
    answer = post(signed_in(alice), "rename", timeline, {"name": name})
    assert answer.status_code == 422
    assert 'class="refusal' in text(answer)
    assert Timeline.objects.get(id=timeline.id).name == "Main"


def test_a_timeline_is_renamed_and_made_the_main_one(timeline: Timeline, owner: Actor, alice: User) -> None:
    made = fork(timeline, owner, alice, version_of(timeline), name="Second")
    assert post(signed_in(alice), "rename", made, {"name": "Third"}).status_code == 302
    assert post(signed_in(alice), "promote", made, {}).status_code == 302
    assert Campaign.objects.get().main_id == made.id
    again = post(signed_in(alice), "promote", made, {})
    assert (again.status_code, "main timeline already" in text(again)) == (422, True)


@pytest.mark.pitfall("BL-056")
def test_a_campaign_is_started_once_however_often_its_form_is_sent(charlie: User) -> None:
    client, form = signed_in(charlie), new_form()
    addresses = {client.post(NEW, form)["Location"] for _ in range(2)}
    assert len(addresses) == 1
    assert Campaign.objects.get().name == "Nine nights"


@pytest.mark.parametrize("changes", [{"option": ""}, {"option": "set_up-0000000000"}, {"name": " "}, {"luck": "mine"},
                                     {"name": "x" * 101}, {"f.factions.p1": "orc"}, {"f.gold": "9"}])  # fmt: skip
def test_a_campaign_that_cannot_be_is_refused_in_words(changes: dict[str, str], charlie: User) -> None:
    answer = signed_in(charlie).post(NEW, new_form(**changes))
    assert answer.status_code == 422
    assert 'class="refusal' in text(answer)
    assert not Campaign.objects.exists()


@pytest.mark.pitfall("BL-110")
def test_the_set_up_may_be_typed_in_as_it_came_up_at_the_table(charlie: User) -> None:
    answer = signed_in(charlie).post(NEW, new_form(luck="table", name="Typed in"))
    assert answer.status_code == 200
    assert "data-luck" in text(answer)
    assert 'value="Typed in"' in text(answer)
    assert not Campaign.objects.exists()
