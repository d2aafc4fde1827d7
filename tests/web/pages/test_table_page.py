"""The table page: deciding, undoing and looking back, and whatever may be sent to it."""

from __future__ import annotations

import time

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rules.kernel import Option
from tests.cast import signed_in
from tests.web.pages.posting import HTMX, form_of, options, play, post, steps, text, version_of
from tracker.eventstore.models import StoredDecision
from tracker.timelines.access import Actor
from tracker.timelines.models import Membership, Timeline
from tracker.timelines.positions import at_head
from tracker.timelines.rewinding import undo
from tracker.web.option_forms import option_key

pytestmark = pytest.mark.django_db


def test_a_decision_without_script_is_followed_by_a_redirect(timeline: Timeline, alice: User) -> None:
    before = version_of(timeline)
    answer = post(signed_in(alice), "decide", timeline, form_of(timeline))
    assert (answer.status_code, answer["Location"]) == (302, reverse("table", args=[timeline.id]))
    assert version_of(timeline) > before


def test_a_decision_by_htmx_is_answered_with_the_table_as_it_is_then(timeline: Timeline, alice: User) -> None:
    answer = post(signed_in(alice), "decide", timeline, form_of(timeline), headers=HTMX)
    assert answer.status_code == 200
    assert answer["Tracker-Version"] == f"{timeline.id}:{version_of(timeline)}"
    assert "<html" not in text(answer)


@pytest.mark.pitfall("BL-056")
def test_the_same_form_twice_is_one_decision(timeline: Timeline, alice: User) -> None:
    client, form = signed_in(alice), form_of(timeline)
    answers = [post(client, "decide", timeline, form).status_code for _ in range(2)]
    assert answers == [302, 302]
    assert StoredDecision.objects.filter(timeline_id=timeline.id, key=form["key"]).count() == 1


@pytest.mark.pitfall("BL-044")
def test_whoever_decides_on_an_old_version_is_told_and_may_send_it_again(
    timeline: Timeline, alice: User, bob: User
) -> None:
    late = form_of(timeline)
    post(signed_in(alice), "decide", timeline, form_of(timeline))
    at = version_of(timeline)
    answer = post(signed_in(bob), "decide", timeline, late)
    assert answer.status_code == 409
    assert f"You saw version {late['expected']}; it is at {at} now." in text(answer)
    assert f'name="expected" value="{at}"' in text(answer)
    assert version_of(timeline) == at


def test_a_decision_that_is_blocked_is_refused_where_it_stands(timeline: Timeline, alice: User) -> None:
    answer = post(signed_in(alice), "decide", timeline, form_of(timeline, "end_invasion"))
    assert answer.status_code == 422
    assert text(answer).count('class="refusal"') == 1


MALFORMED = {
    "without a key": {"key": None},
    "with a key that is too short": {"key": "x"},
    "without a version": {"expected": None},
    "with a version that is no number": {"expected": "abc"},
    "with a version below zero": {"expected": "-1"},
    "with a version of a thousand digits": {"expected": "9" * 1000},
    "with a version that is still to come": {"expected": "999"},
    "without an option": {"option": None},
    "with an unknown option": {"option": "draw_invader-0000000000"},
    "with an option of another kind": {"do": "end_invasion"},
    "with a field that nobody asked for": {"f.morale": "20"},
    "with luck of its own making": {"luck": "mine"},
}


@pytest.mark.pitfall("BL-122")
@pytest.mark.parametrize("changes", MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_decision_is_refused_in_words_and_changes_nothing(
    changes: dict[str, str | None], timeline: Timeline, alice: User
) -> None:
    before = version_of(timeline)
    answer = post(signed_in(alice), "decide", timeline, form_of(timeline, **changes))
    assert answer.status_code == 422
    assert 'class="refusal' in text(answer)
    assert version_of(timeline) == before


def test_copies_of_a_card_are_one_form_that_takes_any_of_them(timeline: Timeline, owner: Actor, alice: User) -> None:
    while not (alike := _alike(timeline)):
        play(timeline, owner, 1)
    (first, *others), client = alike, signed_in(alice)
    page = text(client.get(reverse("table", args=[timeline.id])))
    assert f">×{len(alike)}</span>" in page
    assert page.count(f'name="option" value="{option_key(first)}"') == 1
    assert not any(option_key(other) in page for other in others)
    form = form_of(timeline, "deploy", option=option_key(first))
    assert post(client, "decide", timeline, form).status_code == 302
    assert _alike(timeline) != alike


def _alike(timeline: Timeline) -> list[Option]:
    """The deployments of copies of one card, where there are several."""
    found = options(timeline, "deploy")
    several = ([o for o in found if (o.label, o.note) == (one.label, one.note)] for one in found)
    return next((alike for alike in several if len(alike) > 1), [])


def test_a_choice_from_nowhere_is_refused(timeline: Timeline, owner: Actor, alice: User) -> None:
    while not options(timeline, "deploy"):
        play(timeline, owner, 1)
    before = version_of(timeline)
    answer = post(signed_in(alice), "decide", timeline, form_of(timeline, "deploy", **{"f.gate": "the_moon"}))
    assert answer.status_code == 422
    assert 'class="refusal' in text(answer)
    assert version_of(timeline) == before


@pytest.mark.pitfall("BL-122")
def test_a_forged_actor_seat_or_time_counts_for_nothing(timeline: Timeline, bob: User) -> None:
    forged = {"actor": "1", "user": "alice", "seat": "p2", "recorded_at": "1999-01-01", "version": "1", "role": "owner"}
    form = form_of(timeline, **forged)
    post(signed_in(bob), "decide", timeline, form)
    stored = StoredDecision.objects.get(timeline_id=timeline.id, key=form["key"])
    assert (stored.actor, stored.seat) == (str(bob.pk), "")
    assert stored.first_version == int(form["expected"]) + 1
    assert abs(stored.recorded_at / 1_000_000 - time.time()) < 60


@pytest.mark.parametrize("name", ["undo", "redo", "rewind"])
@pytest.mark.parametrize("changes", [{"expected": ""}, {"key": ""}, {"expected": "999"}])
def test_malformed_ways_back_are_refused(name: str, changes: dict[str, str], timeline: Timeline, alice: User) -> None:
    before = version_of(timeline)
    answer = post(signed_in(alice), name, timeline, {**steps(timeline, to="1"), **changes})
    assert answer.status_code == 422
    assert version_of(timeline) == before


@pytest.mark.pitfall("BL-025")
@pytest.mark.parametrize("to", ["", "abc", "-3", "0", "999"])
def test_a_rewind_to_nowhere_is_refused(to: str, timeline: Timeline, alice: User) -> None:
    answer = post(signed_in(alice), "rewind", timeline, steps(timeline, to=to))
    assert answer.status_code == 422
    assert 'class="refusal' in text(answer)


def test_undo_says_what_it_takes_back_and_redo_brings_it_back(timeline: Timeline, alice: User) -> None:
    client = signed_in(alice)
    page = post(client, "decide", timeline, form_of(timeline), follow=True)
    state = at_head(timeline).state
    assert "Undo<span" in text(page)
    back = post(client, "undo", timeline, steps(timeline), follow=True)
    assert reverse("redo", args=[timeline.id]) in text(back)
    assert at_head(timeline).state != state
    post(client, "redo", timeline, steps(timeline))
    assert at_head(timeline).state == state


@pytest.mark.pitfall("BL-110")
def test_luck_of_the_table_is_asked_for_kept_and_remembered(timeline: Timeline, alice: User) -> None:
    client = signed_in(alice)
    asked = post(client, "decide", timeline, form_of(timeline, luck="table"))
    assert asked.status_code == 200
    assert "data-luck" in text(asked)
    source = text(asked).split('class="palette-item" name="')[1].split('"')[0]
    value = text(asked).split('class="palette-item"')[1].split('value="')[1].split('"')[0]
    answer = post(client, "decide", timeline, form_of(timeline, luck="table", **{source: value}))
    assert answer.status_code == 302
    assert Membership.objects.get(user=alice, campaign=timeline.campaign).luck == "table"


@pytest.mark.parametrize(("v", "status"), [("abc", 400), ("-1", 400), ("", 400), ("1.5", 400), ("9" * 50, 400),
                                           ("999", 404), ("1", 200), ("0", 200)])  # fmt: skip
def test_a_version_in_the_address(v: str, status: int, timeline: Timeline, alice: User) -> None:
    answer = signed_in(alice).get(reverse("table", args=[timeline.id]), {"v": v})
    assert answer.status_code == status
    if status == 400:
        assert "A version is a whole number." in text(answer)


def test_the_past_offers_nothing_to_decide(timeline: Timeline, owner: Actor, alice: User) -> None:
    then = version_of(timeline)
    play(timeline, owner, 3)
    page = text(signed_in(alice).get(reverse("table", args=[timeline.id]), {"v": then}))
    assert "Nothing can be decided here." in page
    assert "Decided next" in page
    assert '<li class="story-line' in page
    assert all(reverse(name, args=[timeline.id]) not in page for name in ("decide", "undo", "redo"))


def test_no_branch_is_offered_where_none_may_begin(timeline: Timeline, owner: Actor, alice: User) -> None:
    play(timeline, owner, 2)
    client, address = signed_in(alice), reverse("table", args=[timeline.id])
    pages = [text(client.get(address, {"v": version})) for version in (0, 1, version_of(timeline) - 1)]
    assert ["Branch from here" in page for page in pages] == [False, False, True]


@pytest.mark.pitfall("BL-040")
def test_every_version_of_a_finished_game_is_a_page_with_content(timeline: Timeline, owner: Actor, alice: User) -> None:
    assert play(timeline, owner, 400)
    client, address = signed_in(alice), reverse("table", args=[timeline.id])
    bare = []
    for version in range(version_of(timeline) + 1):
        answer = client.get(address, {"v": version})
        if answer.status_code != 200 or (version > 3 and "fd-gate" not in text(answer)):
            bare.append(version)
    assert bare == []
    assert "data-outcome" in text(client.get(address))


@pytest.mark.pitfall("BL-021")
def test_after_an_undo_the_same_decisions_are_offered(timeline: Timeline, owner: Actor) -> None:
    before = [option_key(each) for each in options(timeline)]
    play(timeline, owner, 1)
    undo(timeline, owner, expected=version_of(timeline))
    assert [option_key(each) for each in options(timeline)] == before


def test_a_long_story_costs_the_table_page_no_further_queries(
    timeline: Timeline, owner: Actor, alice: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client, address = signed_in(alice), reverse("table", args=[timeline.id])
    play(timeline, owner, 60)
    client.get(address)
    with django_assert_max_num_queries(16):
        client.get(address)


def test_a_database_that_takes_nothing_is_said_and_nothing_is_acknowledged(timeline: Timeline, alice: User) -> None:
    def read_only(execute, sql, params, many, context):  # type: ignore[no-untyped-def]
        if sql.startswith(("INSERT", "UPDATE")) or "append" in sql:
            raise OperationalError("attempt to write a readonly database")
        return execute(sql, params, many, context)

    client, form, before = signed_in(alice), form_of(timeline), version_of(timeline)
    client.raise_request_exception = False
    with connection.execute_wrapper(read_only):
        answer = post(client, "decide", timeline, form)
    assert answer.status_code == 503
    assert "what you just sent was not carried out" in text(answer)
    assert version_of(timeline) == before
