"""The table page where only whoever plays a seat decides for it: what another decides is said, not offered."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from tests.cast import signed_in
from tests.web.isofarian_guard.campaigns import under_way
from tests.web.pages.posting import deployments, form_of, options, post, strict_gates, text, version_of
from tracker.timelines.access import actor_for
from tracker.timelines.campaigns import change_settings, invite, join, take_seat
from tracker.timelines.models import Timeline
from tracker.web.option_forms import option_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def gates(alice: User, bob: User, sara: User) -> Timeline:
    """Alice and Bob before the gates, each with a seat of their own."""
    return strict_gates(alice, bob, sara)


def page(timeline: Timeline, user: User, query: str = "") -> str:
    return text(signed_in(user).get(reverse("table", args=[timeline.id]) + query))


def keys(shown: str) -> set[str]:
    """The options that have a form on a page."""
    return set(re.findall(r'name="option" value="([^"]+)"', shown))


def test_each_has_their_own_forms_and_reads_whom_the_rest_is_left_to(gates: Timeline, alice: User, bob: User) -> None:
    of = {seat: {option_key(o) for o in deployments(gates) if o.fixed["player"] == seat} for seat in ("p1", "p2")}
    hers, his = page(gates, alice), page(gates, bob)
    assert (of["p1"] <= keys(hers), of["p2"] & keys(hers)) == (True, set())
    assert (of["p2"] <= keys(his), of["p1"] & keys(his)) == (True, set())
    assert re.search("(Waiting for|Left to) bob, who is Player 2[.]", hers)
    assert re.search("(Waiting for|Left to) alice, who is Player 1[.]", his)


def test_around_one_table_nothing_is_left_to_others(gates: Timeline, alice: User, bob: User) -> None:
    change_settings(gates.campaign, actor_for(gates.campaign.memberships.get(user=alice)), strict_seats=False)
    shown = page(gates, bob)
    assert {option_key(option) for option in deployments(gates)} <= keys(shown)
    assert "left-to" not in shown


def test_who_watches_reads_that_they_watch(gates: Timeline, sara: User) -> None:
    shown = page(gates, sara)
    assert "You are watching." in shown
    assert "left-to" not in shown
    assert keys(shown) == set()


def test_what_is_left_to_others_is_refused_when_it_is_sent_all_the_same(gates: Timeline, bob: User) -> None:
    (first, *_), before = (o for o in deployments(gates) if o.fixed["player"] == "p1"), version_of(gates)
    form = form_of(gates, "deploy", option=option_key(first))
    answer = post(signed_in(bob), "decide", gates, form)
    assert (answer.status_code, version_of(gates)) == (422, before)
    assert text(answer).count('class="refusal"') == 1


def test_the_inside_of_a_form_that_is_left_to_others_is_not_given_out(gates: Timeline, alice: User, bob: User) -> None:
    key = next(option_key(o) for o in deployments(gates) if o.fixed["player"] == "p1")
    address = reverse("option", args=[gates.id, key]) + f"?v={version_of(gates)}"
    assert signed_in(alice).get(address).status_code == 200
    answer = signed_in(bob).get(address)
    assert answer.status_code == 422
    assert "<form" not in text(answer)
    assert 'class="refusal"' in page(gates, bob, f"?open={key}")


def test_what_the_party_decides_stays_on_map_and_page_for_everybody(alice: User, bob: User) -> None:
    timeline = under_way(alice)
    campaign, owner = timeline.campaign, actor_for(timeline.campaign.memberships.get())
    take_seat(join(invite(campaign, owner, alice, "player"), bob), "p2")
    change_settings(campaign, owner, strict_seats=True)
    moves = {option_key(option) for option in options(timeline, "move") if not option.blocked}
    assert moves
    shown = page(timeline, bob)
    assert moves <= keys(shown)
    assert "data-move" in shown
    assert "Left to whoever takes the seat of Grigory." in shown
    own = {option_key(option) for option in options(timeline) if option.fixed.get("guard") == "grigory"}
    assert own
    assert own & keys(shown) == set()
