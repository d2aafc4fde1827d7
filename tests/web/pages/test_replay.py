"""The table at past versions: what is shown, marked and offered there."""

from __future__ import annotations

import datetime
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.cast import signed_in
from tests.web.pages.posting import play, post, steps, text, version_of
from tracker.eventstore import store
from tracker.eventstore.models import StoredDecision
from tracker.timelines.access import Actor
from tracker.timelines.campaigns import change_settings
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head, at_version
from tracker.timelines.rewinding import undo
from tracker.timelines.table import close_session, name_checkpoint, open_session

pytestmark = pytest.mark.django_db


def page(client: Client, timeline: Timeline, **query: object) -> str:
    """The table page."""
    answer = client.get(reverse("table", args=[timeline.id]), query)
    assert answer.status_code == 200
    return text(answer)


def step(html: str, name: str) -> int | None:
    """The version that a step of the bar leads to."""
    found = re.search(rf'href="[^"]*\?v=(\d+)" id="step-{name}"', html)
    return int(found[1]) if found else None


def moves(timeline: Timeline) -> list[StoredDecision]:
    """The decisions of the game, oldest first."""
    rows = StoredDecision.objects.filter(timeline_id=timeline.id, name__startswith="fantasy_defense.")
    return list(rows.order_by("first_version"))


@pytest.fixture
def played(timeline: Timeline, owner: Actor) -> Timeline:
    """The game after some decisions, the last of them taken back."""
    play(timeline, owner, 14)
    undo(timeline, owner, expected=version_of(timeline))
    return timeline


@pytest.mark.pitfall("BL-040")
def test_stepping_from_the_beginning_comes_past_every_decision(played: Timeline, alice: User) -> None:
    client, ends = signed_in(alice), [row.last_version for row in moves(played)][:-1]
    at, seen = ends[0], [ends[0]]
    while (on := step(page(client, played, v=at), "on")) is not None:
        at = on
        seen.append(at)
    assert seen == ends
    assert step(page(client, played, v=at), "back") == ends[-2]


def test_what_was_decided_there_and_next_is_told(played: Timeline, alice: User) -> None:
    client, (first, second) = signed_in(alice), moves(played)[3:5]
    then, later = (page(client, played, v=row.last_version) for row in (first, second))
    sentence = re.search(r'<h3 id="then">(.*?)</h3>', later)
    assert sentence is not None
    assert f'data-walk="next">{sentence[1]}</a>' in then
    assert f'data-said="{sentence[1]}"' in later


def test_in_the_midst_of_a_decision_the_rest_of_it_comes_next(played: Timeline, alice: User) -> None:
    long = next(row for row in moves(played) if row.last_version - row.first_version > 1)
    html = page(signed_in(alice), played, v=long.first_version + 1)
    assert f"To the end of this decision, version {long.last_version}" in html
    assert "In the midst of" in html


def test_what_changed_is_marked_and_nothing_else(played: Timeline, alice: User) -> None:
    client = signed_in(alice)
    drawn = next(row for row in moves(played)[2:] if row.name == "fantasy_defense.draw_invader")
    html = page(client, played, v=drawn.last_version)
    board = html.split('id="board"')[1].split("</section>")[0]
    marked = [gate for gate in board.split('<article class="fd-gate')[1:] if "data-changed" in gate]
    assert 1 <= len(marked) <= 2  # an invader stands at one gate, a boss at two
    assert "data-changed" not in page(client, played)
    assert "data-changed" not in html.split('id="now"')[1].split("</section>")[0]


def test_the_first_version_has_nothing_to_compare_with(played: Timeline, alice: User) -> None:
    assert "data-changed" not in page(signed_in(alice), played, v=moves(played)[0].last_version)


@pytest.mark.pitfall("BL-013", "BL-015")
def test_a_version_that_is_set_aside_says_since_when_and_by_whom(
    played: Timeline, owner: Actor, alice: User, bob: User
) -> None:
    html = page(signed_in(bob), played, v=moves(played)[-1].last_version)
    assert "<s>" in html.split('id="then">')[1].split("</h3>")[0]
    assert "Set aside by alice on" in html
    assert ", set aside since" in html


def test_somebody_who_points_at_the_midst_of_a_decision_lands_at_its_end(played: Timeline, alice: User) -> None:
    long = next(row for row in moves(played) if row.last_version - row.first_version > 1)
    answer = signed_in(alice).get(reverse("table", args=[played.id]), {"at": long.first_version})
    assert answer["Location"].endswith(f"?v={long.last_version}")


@pytest.mark.parametrize(("at", "status"), [("abc", 400), ("9" * 12, 400), ("99999", 302), ("0", 302)])
def test_whatever_is_pointed_at_leads_somewhere(at: str, status: int, played: Timeline, alice: User) -> None:
    answer = signed_in(alice).get(reverse("table", args=[played.id]), {"at": at}, follow=False)
    assert answer.status_code == status
    if at == "99999":
        assert answer["Location"] == reverse("table", args=[played.id])


def test_spectators_look_and_are_offered_nothing(played: Timeline, sara: User) -> None:
    html = page(signed_in(sara), played, v=moves(played)[4].last_version)
    assert "Put the game back" not in html
    assert reverse("branch", args=[played.id]) not in html


def test_a_long_story_costs_a_step_no_further_queries(
    timeline: Timeline, owner: Actor, alice: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    play(timeline, owner, 60)
    client, end = signed_in(alice), moves(timeline)[40]
    page(client, timeline, v=end.last_version)
    with django_assert_max_num_queries(20):
        page(client, timeline, v=moves(timeline)[41].last_version)


def test_places_are_listed_by_kind(played: Timeline, owner: Actor, alice: User, sara: User) -> None:
    name_checkpoint(played, owner, moves(played)[2].last_version, "Before the storm")
    address = reverse("places", args=[played.id])
    html = text(signed_in(alice).get(address))
    assert "Before the storm" in html
    assert "Round 1" in html
    only = text(signed_in(alice).get(address, {"kind": "named"}))
    assert "Round 1" not in only
    assert "Before the storm" in only
    assert reverse("branch", args=[played.id]) in only
    assert reverse("branch", args=[played.id]) not in text(signed_in(sara).get(address))


def test_the_game_is_put_back_to_a_checkpoint(played: Timeline, owner: Actor, alice: User, bob: User) -> None:
    at = moves(played)[3].last_version
    name_checkpoint(played, owner, at, "Before the storm")
    address = reverse("places", args=[played.id])
    html = text(signed_in(alice).get(address))
    form = html.split(f'name="key" value="rewind-{played.id}-{version_of(played)}-{at}"')[0].rsplit("<form", 1)[1]
    assert reverse("rewind", args=[played.id]) in form
    answer = post(signed_in(alice), "rewind", played, steps(played, to=str(at)))
    assert answer.status_code == 302
    assert at_head(played).state == at_version(played, at).state
    change_settings(played.campaign, owner, undo_by="owner")
    assert reverse("rewind", args=[played.id]) not in text(signed_in(bob).get(address))


def test_a_place_of_an_unknown_kind_is_none(played: Timeline, alice: User) -> None:
    assert "No places yet" in text(signed_in(alice).get(reverse("places", args=[played.id]), {"kind": "dragon"}))


UNDO = ("anyone", True), ("decider", False), ("owner", False)


@pytest.mark.parametrize(("undo_by", "allowed"), UNDO)
def test_undo_is_offered_to_whom_the_campaign_lets(
    undo_by: str, allowed: bool, timeline: Timeline, owner: Actor, alice: User, bob: User
) -> None:
    play(timeline, owner, 5)
    if undo_by != "anyone":
        change_settings(timeline.campaign, owner, undo_by=undo_by)
    hers, his = (page(signed_in(user), timeline) for user in (alice, bob))
    address = reverse("undo", args=[timeline.id])
    assert f'action="{address}"' in hers
    assert (f'action="{address}"' in his) is allowed
    assert ("Decisions are taken back by:" in his) is not allowed
    then = moves(timeline)[2].last_version
    assert ("Put the game back to here" in page(signed_in(bob), timeline, v=then)) is allowed
    before = version_of(timeline)
    answer = post(signed_in(bob), "undo", timeline, steps(timeline))
    assert (answer.status_code == 302, version_of(timeline) > before) == (allowed, allowed)
    if not allowed:
        assert "In this campaign decisions are taken back by:" in text(answer)


def test_whoever_decides_last_may_take_back_as_far_as_their_own_decisions_go(
    timeline: Timeline, owner: Actor, bob: User
) -> None:
    from tracker.timelines.access import actor_for

    change_settings(timeline.campaign, owner, undo_by="decider")
    play(timeline, owner, 3)
    his = actor_for(timeline.campaign.memberships.get(user=bob))
    at = version_of(timeline)
    play(timeline, his, 2, seed=9)
    client = signed_in(bob)
    assert f'action="{reverse("undo", args=[timeline.id])}"' in page(client, timeline)
    assert "Put the game back to here" in page(client, timeline, v=at)
    assert "Put the game back to here" not in page(client, timeline, v=moves(timeline)[1].last_version)


@pytest.mark.pitfall("BL-001")
def test_after_an_undo_the_page_says_what_was_set_aside_and_what_luck_was_seen(
    timeline: Timeline, owner: Actor, alice: User
) -> None:
    client = signed_in(alice)
    while moves(timeline)[-1].name != "fantasy_defense.draw_invader":
        play(timeline, owner, 1)
    undo(timeline, owner, expected=version_of(timeline))
    html = page(client, timeline)
    assert "Set aside:" in html
    assert "luck was seen" in html
    play(timeline, owner, 1)
    assert "Set aside:" not in page(client, timeline)
    assert "luck was seen" in text(client.get(reverse("story", args=[timeline.id])))
    assert store.lineage(timeline.id).rewinds


def test_the_past_says_in_which_session_it_was(timeline: Timeline, owner: Actor, bob: User) -> None:
    open_session(timeline, owner, 1, datetime.date(2026, 11, 29), "First light")
    play(timeline, owner, 3)
    assert ", Session 1 “First light”." in page(signed_in(bob), timeline, v=version_of(timeline) - 1)
    close_session(timeline, owner, 1)
    played = version_of(timeline)
    play(timeline, owner, 3)
    assert "First light”." in page(signed_in(bob), timeline, v=played - 1)
    assert "Session 1" not in page(signed_in(bob), timeline, v=version_of(timeline) - 1).split("Nothing can be")[0]
    assert "First light" in text(signed_in(bob).get(reverse("places", args=[timeline.id]), {"kind": "session"}))
