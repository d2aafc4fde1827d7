"""Long forms: folded on the table page, fetched when they are opened."""

from __future__ import annotations

import re
import uuid

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.urls import reverse

from tests.cast import signed_in
from tests.web.isofarian_guard.campaigns import go, under_way
from tests.web.pages.posting import HTMX, options, post, text, version_of
from tracker.timelines.access import actor_for
from tracker.timelines.campaigns import invite, join
from tracker.timelines.models import Membership, Timeline
from tracker.web.option_forms import option_key

pytestmark = pytest.mark.django_db

KILOBYTES_AT_MOST = 200
"""What a browser is sent after each decision."""


def key_of(timeline: Timeline, do: str) -> str:
    return option_key(options(timeline, do)[0])


def inside(timeline: Timeline, user: User, key: str, version: object, **headers: str) -> HttpResponse:
    address = f"{reverse('option', args=[timeline.id, key])}?v={version}"
    answer: HttpResponse = signed_in(user).get(address, headers={**HTMX, **headers})
    return answer


def table(timeline: Timeline, user: User, query: str = "", **headers: str) -> str:
    return text(signed_in(user).get(reverse("table", args=[timeline.id]) + query, headers=headers))


def box(page: str, key: str) -> str:
    """A folded decision on the page."""
    found = re.search(rf'<details class="option"[^>]* id="option-{key}".*?</details>', page, re.DOTALL)
    assert found, key
    return found[0]


def test_the_table_has_the_name_of_a_long_form_and_where_it_is_fetched_from(alice: User) -> None:
    timeline = under_way(alice)
    key = key_of(timeline, "place_party")
    folded = box(table(timeline, alice), key)
    assert "The party is somewhere else" in folded
    assert "<form" not in folded
    assert f'data-waits="{reverse("option", args=[timeline.id, key])}?v={version_of(timeline)}"' in folded


def test_a_short_form_is_on_the_table_whole(alice: User) -> None:
    timeline = under_way(alice)
    folded = box(table(timeline, alice), key_of(timeline, "drop"))
    assert "<form" in folded
    assert "data-waits" not in folded


def test_the_part_of_the_page_that_follows_a_decision_is_light(alice: User) -> None:
    timeline = under_way(alice)
    part = signed_in(alice).get(reverse("table", args=[timeline.id]), headers=HTMX).content
    assert len(part) <= KILOBYTES_AT_MOST * 1000


def test_what_is_fetched_is_the_form_by_which_the_decision_is_taken(alice: User) -> None:
    timeline = under_way(alice)
    key, at = key_of(timeline, "place_party"), version_of(timeline)
    fetched = text(inside(timeline, alice, key, at))
    sent = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', fetched))
    assert sent["expected"] == str(at)
    answer = post(signed_in(alice), "decide", timeline, {**sent, "f.at": "main/67"}, headers=HTMX)
    assert answer.status_code == 200
    assert version_of(timeline) > at


def test_for_a_page_of_before_the_form_of_before_is_fetched_and_its_decision_is_held_back(alice: User) -> None:
    timeline = under_way(alice)
    key, seen = key_of(timeline, "place_party"), version_of(timeline)
    go(timeline, "move", to="main/75")
    fetched = inside(timeline, alice, key, seen)
    assert f'name="expected" value="{seen}"' in text(fetched)
    sent = {"do": "place_party", "option": key, "expected": seen, "key": uuid.uuid4().hex, "f.at": "main/67"}
    answer = post(signed_in(alice), "decide", timeline, sent, headers={**HTMX, "Tracker-Open": key})
    assert answer.status_code == 409
    kept = box(text(answer), key)
    assert '<option value="main/67" selected>' in kept
    assert f'name="expected" value="{version_of(timeline)}"' in kept


def test_what_is_open_on_the_page_stays_open_and_whole_in_what_replaces_it(alice: User) -> None:
    timeline = under_way(alice)
    party, quest = key_of(timeline, "place_party"), key_of(timeline, "start_quest")
    page = table(timeline, alice, **HTMX, **{"Tracker-Open": f"{party} gone-0123456789"})
    assert " open>" in box(page, party)
    assert "<form" in box(page, party)
    assert "<form" not in box(page, quest)
    assert 'class="refusal"' not in page


def test_without_script_the_link_opens_the_page_with_the_form_unfolded(alice: User) -> None:
    timeline = under_way(alice)
    key = key_of(timeline, "place_party")
    link = re.search(r'<a href="([^"]+)">Show the form</a>', box(table(timeline, alice), key))
    assert link
    assert link[1].endswith(f"#option-{key}")
    page = text(signed_in(alice).get(link[1]))
    assert " open>" in box(page, key)
    assert "<form" in box(page, key)


def test_the_link_to_a_form_that_is_open_no_more_says_so(alice: User) -> None:
    page = table(under_way(alice), alice, "?open=sail-0123456789")
    assert "This decision is not open any more." in page


def test_a_form_that_is_not_offered_at_that_version_is_refused_with_a_way_on(alice: User) -> None:
    timeline = under_way(alice)
    answer = inside(timeline, alice, "sail-0123456789", version_of(timeline))
    assert answer.status_code == 422
    assert "This decision is not open any more." in text(answer)
    assert f'href="{reverse("table", args=[timeline.id])}"' in text(answer)


@pytest.mark.parametrize("version", ["", "-1", "x", "9" * 30, "999"])
def test_a_version_that_is_none_is_refused(alice: User, version: str) -> None:
    timeline = under_way(alice)
    assert inside(timeline, alice, key_of(timeline, "place_party"), version).status_code == 422


def test_forms_are_for_those_who_decide(alice: User, sara: User, charlie: User) -> None:
    timeline = under_way(alice)
    owner = actor_for(timeline.campaign.memberships.get(user=alice))
    join(invite(timeline.campaign, owner, alice, Membership.Role.SPECTATOR), sara)
    key, at = key_of(timeline, "place_party"), version_of(timeline)
    assert [inside(timeline, who, key, at).status_code for who in (sara, charlie)] == [403, 404]
    assert signed_in(alice).post(reverse("option", args=[timeline.id, key])).status_code == 405
