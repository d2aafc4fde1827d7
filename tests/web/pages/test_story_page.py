"""The story page: lines, filters, checkpoints, notes, branching."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.cast import signed_in
from tests.web.pages.posting import HTMX, play, post, steps, text, version_of
from tracker.timelines.access import Actor
from tracker.timelines.models import Timeline
from tracker.timelines.rewinding import undo
from tracker.timelines.table import write_note

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(timeline: Timeline, owner: Actor) -> Timeline:
    """The game after some decisions, the last of them taken back."""
    play(timeline, owner, 12)
    undo(timeline, owner, expected=version_of(timeline))
    return timeline


def lines(page: str) -> int:
    """How many lines the story shows."""
    return page.count('<li class="story-line')


def test_the_story_strikes_through_what_was_set_aside(played: Timeline, alice: User) -> None:
    page = text(signed_in(alice).get(reverse("story", args=[played.id])))
    assert len(re.findall(r"<s>[^<]+</s>", page)) == 1
    assert "alice took back the last decision" in page


@pytest.mark.pitfall("BL-019")
def test_every_line_of_the_story_is_a_sentence(played: Timeline, alice: User) -> None:
    page = text(signed_in(alice).get(reverse("story", args=[played.id])))
    sentences = re.findall(r'<span class="version">v\d+</span>\s*(?:<s>)?([^<]*)', page)
    assert len(sentences) == lines(page)
    assert all(len(sentence.strip()) > 5 for sentence in sentences)


@pytest.mark.parametrize(
    ("query", "some"), [({"undone": "yes"}, True), ({"undone": "no"}, True), ({"person": "nobody"}, False),
                        ({"text": "no such words"}, False), ({"kind": "nonsense"}, False)],
)  # fmt: skip
def test_the_story_is_filtered(query: dict[str, str], some: bool, played: Timeline, alice: User) -> None:
    client, address = signed_in(alice), reverse("story", args=[played.id])
    shown, every = lines(text(client.get(address, query))), lines(text(client.get(address)))
    assert (0 < shown < every) if some else shown == 0


def test_a_filter_that_finds_nothing_says_so(played: Timeline, alice: User) -> None:
    page = text(signed_in(alice).get(reverse("story", args=[played.id]), {"text": "dragon"}))
    assert "No decision of this story fits the filter." in page


@pytest.mark.parametrize("page", ["0", "-1", "abc", "99999999999999999999"])
def test_any_page_number_shows_lines(page: str, played: Timeline, alice: User) -> None:
    answer = signed_in(alice).get(reverse("story", args=[played.id]), {"page": page})
    assert answer.status_code == 200
    assert lines(text(answer)) > 0


@pytest.mark.pitfall("BL-137")
def test_a_long_story_is_paged_and_costs_no_more_queries(
    timeline: Timeline, owner: Actor, alice: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(60):
        write_note(timeline, owner, version_of(timeline), f"note {number}")
    client, address = signed_in(alice), reverse("story", args=[timeline.id])
    client.get(address)
    with django_assert_max_num_queries(16):
        page = text(client.get(address))
    assert lines(page) == 40
    assert "note 59" in page
    assert "note 3<" in text(client.get(address, {"page": 2}))


def test_a_checkpoint_is_named_shown_and_taken_off(played: Timeline, bob: User) -> None:
    client, version = signed_in(bob), version_of(played) - 1
    answer = post(client, "checkpoint", played, {"version": version, "name": "  Before   the boss "})
    assert answer["Location"].startswith(reverse("story", args=[played.id]))
    assert "Before the boss" in text(client.get(reverse("table", args=[played.id])))
    post(client, "checkpoint", played, {"version": version, "name": ""})
    ticks = text(client.get(reverse("table", args=[played.id]))).split('class="timeline-bar"')[1]
    assert "Before the boss" not in ticks


def test_a_note_stands_in_the_story(played: Timeline, bob: User) -> None:
    client = signed_in(bob)
    post(client, "note", played, {"version": 5, "text": "Who drew this?"})
    assert "Who drew this?" in text(client.get(reverse("story", args=[played.id])))


def test_a_form_of_the_story_goes_back_to_where_it_came_from(played: Timeline, bob: User) -> None:
    client = signed_in(bob)
    answer = post(client, "checkpoint", played, {"version": 5, "name": "Here", "back": "table"})
    assert answer["Location"] == reverse("table", args=[played.id])
    there = client.post(
        reverse("note", args=[played.id]),
        {"version": 5, "text": "Yes"},
        headers={**HTMX, "HX-Current-URL": f"http://testserver{reverse('story', args=[played.id])}"},
    )
    assert there.status_code == 302


@pytest.mark.parametrize("name", ["checkpoint", "note", "branch"])
@pytest.mark.parametrize("version", [None, "", "abc", "-1", "1.5", "9" * 40])
def test_a_version_that_is_none_is_a_bad_request(name: str, version: str | None, played: Timeline, alice: User) -> None:
    before, form = version_of(played), {"name": "X", "text": "X"}
    answer = post(signed_in(alice), name, played, form if version is None else {**form, "version": version})
    assert answer.status_code == 400
    assert "a whole number" in text(answer)
    assert version_of(played) == before


@pytest.mark.parametrize(
    ("name", "form"),
    [("checkpoint", {"version": "999", "name": "X"}), ("checkpoint", {"version": "5", "name": "x" * 101}),
     ("note", {"version": "999", "text": "X"}), ("note", {"version": "5", "text": " "}),
     ("note", {"version": "5", "text": "x" * 5000})],
)  # fmt: skip
def test_what_cannot_be_noted_is_refused_and_changes_nothing(
    name: str, form: dict[str, str], played: Timeline, alice: User
) -> None:
    before = version_of(played)
    answer = post(signed_in(alice), name, played, form)
    assert answer.status_code == 422
    assert "refusal" in text(answer)
    assert version_of(played) == before


def test_a_branch_is_proposed_made_and_entered(played: Timeline, bob: User) -> None:
    client = signed_in(bob)
    version = version_of(played)
    form = text(client.get(reverse("branch", args=[played.id]), {"version": version}))
    assert 'value="What-if 1"' in form
    answer = post(client, "branch", played, {"version": version, "name": "Patience", "description": "Wait."})
    made = Timeline.objects.get(name="Patience")
    assert answer["Location"] == reverse("table", args=[made.id])
    assert (made.parent_id, made.forked_at) == (played.id, version)


@pytest.mark.parametrize("form", [{"version": "1", "name": "X"}, {"version": "6", "name": ""},
                                  {"version": "6", "name": "main"}, {"version": "6", "name": "x" * 101}])  # fmt: skip
def test_a_branch_that_cannot_be_is_refused(form: dict[str, str], played: Timeline, alice: User) -> None:
    answer = post(signed_in(alice), "branch", played, form)
    assert answer.status_code == 422
    assert 'class="refusal' in text(answer)
    assert Timeline.objects.count() == 1


def test_a_branch_from_a_version_to_come_is_not_found(played: Timeline, alice: User) -> None:
    assert signed_in(alice).get(reverse("branch", args=[played.id]), {"version": 999}).status_code == 404


def test_the_game_is_put_back_from_the_story(played: Timeline, alice: User) -> None:
    page = text(signed_in(alice).get(reverse("story", args=[played.id])))
    to = re.findall(r'name="to" value="(\d+)"', page)[3]
    answer = post(signed_in(alice), "rewind", played, steps(played, to=to))
    assert answer.status_code == 302
    assert f"at version {to}." in text(signed_in(alice).get(reverse("story", args=[played.id])))
