"""The audit: filters, a decision with all about it, what people said, files to take along, checking the record."""

from __future__ import annotations

import csv
import datetime
import io
import json

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from projections.story import story_page
from tests.cast import signed_in
from tests.web.pages.posting import ODD, SHOWN, play, post, text, version_of
from tracker.eventstore.models import StoredEvent
from tracker.jobs.work import advance
from tracker.timelines.access import Actor
from tracker.timelines.models import Campaign, Timeline
from tracker.timelines.rewinding import undo
from tracker.timelines.table import open_session, react, write_note

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(timeline: Timeline, owner: Actor) -> Timeline:
    """Two sessions, the last decision taken back, a note and a sign."""
    play(timeline, owner, 4)
    open_session(timeline, owner, 1, datetime.date(2026, 11, 30), "Rain")
    play(timeline, owner, 6)
    undo(timeline, owner, expected=version_of(timeline))
    write_note(timeline, owner, 6, ODD)
    react(timeline, owner, 6, "🎲")
    return timeline


def story(client: Client, timeline: Timeline, **query: object) -> str:
    return text(client.get(reverse("story", args=[timeline.id]), query))


def lines(page: str) -> int:
    return page.count('<li class="story-line')


def export(client: Client, timeline: Timeline, kind: str, **query: object) -> str:
    answer = client.get(reverse("story_export", args=[timeline.id, kind]), query)
    assert answer.status_code == 200
    return text(answer)


def test_the_story_is_filtered_by_seat_area_and_session(played: Timeline, alice: User) -> None:
    client = signed_in(alice)
    every = lines(story(client, played))
    session = story_page(played, per_page=500).lines[-6].version
    for query in ({"seat": "p1"}, {"area": "invasion"}, {"session": str(session)}):
        shown = story(client, played, **query)
        assert shown.count("Rain") >= 1
    assert 0 < lines(story(client, played, area="invasion")) < every
    assert lines(story(client, played, seat="p9")) == 0
    assert lines(story(client, played, session="99999999999999999")) == every


def test_a_decision_is_shown_with_all_about_it(played: Timeline, alice: User) -> None:
    shown = text(signed_in(alice).get(reverse("decision", args=[played.id, 6])))
    for words in ("What it changed", "Facts", "Luck", "As it is recorded", SHOWN, "fantasy_defense.InvaderDrawn"):
        assert words in shown
    assert ODD not in shown


@pytest.mark.parametrize("version", [0, 99999])
def test_a_version_that_never_was_has_no_page(version: int, played: Timeline, alice: User) -> None:
    assert signed_in(alice).get(reverse("decision", args=[played.id, version])).status_code == 404


def test_every_version_has_a_page_and_some_say_what_changed(played: Timeline, alice: User) -> None:
    client = signed_in(alice)
    pages = [client.get(reverse("decision", args=[played.id, at])) for at in range(1, version_of(played) + 1)]
    assert {page.status_code for page in pages} == {200}
    assert any("What it changed" in text(page) for page in pages)


def test_signs_are_given_and_taken_back(played: Timeline, bob: User) -> None:
    client, address = signed_in(bob), reverse("decision", args=[played.id, 6])
    form = {"version": "6", "sign": "👍", "back": "6"}
    assert post(client, "react", played, form)["Location"] == address
    assert "given by bob" in text(client.get(address))
    post(client, "react", played, {**form, "given": "1"})
    assert "given by bob" not in text(client.get(address))
    assert post(client, "react", played, {**form, "sign": "💣"}).status_code == 400


def test_a_note_is_taken_off_by_its_writer_alone(played: Timeline, alice: User, bob: User) -> None:
    note = version_of(played) - 1
    assert post(signed_in(bob), "remove_note", played, {"version": str(note)}).status_code == 422
    assert post(signed_in(alice), "remove_note", played, {"version": str(note), "back": "6"}).status_code == 302
    assert SHOWN not in text(signed_in(alice).get(reverse("decision", args=[played.id, 6]))).split("What was said")[1]


def test_the_table_holds_every_line_with_its_luck_and_what_was_said(played: Timeline, alice: User) -> None:
    rows = list(csv.DictReader(io.StringIO(export(signed_in(alice), played, "csv").removeprefix("\ufeff"))))
    assert len(rows) == story_page(played).total
    assert [int(row["version"]) for row in rows] == sorted(int(row["version"]) for row in rows)
    noted = next(row for row in rows if row["notes"])
    assert (noted["version"], noted["notes"], noted["signs"]) == ("6", f"alice: {ODD}", "🎲 1")
    assert {row["in_force"] for row in rows} == {"yes", "no"}
    assert any(row["luck"] for row in rows)
    assert {row["session"] for row in rows} == {"", "Session 1 “Rain”"}


def test_a_cell_is_never_a_formula(timeline: Timeline, owner: Actor, alice: User) -> None:
    open_session(timeline, owner, 1, datetime.date(2026, 11, 30))
    write_note(timeline, owner, 1, "=1+1")
    Timeline.objects.filter(id=timeline.id).update(name="=cmd")
    found = export(signed_in(alice), timeline, "csv")
    cells = [cell for row in csv.reader(io.StringIO(found.removeprefix("\ufeff"))) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]


def test_lines_of_json_hold_the_same_and_keep_to_the_filter(played: Timeline, alice: User) -> None:
    client = signed_in(alice)
    every = [json.loads(line) for line in export(client, played, "jsonl").splitlines()]
    aside = [json.loads(line) for line in export(client, played, "jsonl", undone="yes").splitlines()]
    assert aside == [record for record in every if not record["in_force"]]
    drawn = next(record for record in every if record["decision"] == "fantasy_defense.draw_invader")
    assert (drawn["arguments"]["do"], drawn["area"]) == ("draw_invader", "invasion")


def test_the_documents_are_readable_and_escape_what_people_wrote(played: Timeline, alice: User) -> None:
    document, markdown = (export(signed_in(alice), played, kind) for kind in ("html", "md"))
    assert SHOWN in document
    assert ODD not in document
    assert "<s>" in document
    assert "~~" in markdown
    assert "\\<b\\>" in markdown


def test_what_is_no_kind_of_file_is_not_found(played: Timeline, alice: User) -> None:
    assert signed_in(alice).get(reverse("story_export", args=[played.id, "exe"])).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_the_record_is_checked_from_its_page(campaign: Campaign, played: Timeline, alice: User) -> None:
    client, address = signed_in(alice), reverse("record", args=[campaign.id])
    assert "It was not checked yet." in text(client.get(address))
    client.post(reverse("check_record", args=[campaign.id]))
    assert "It waits for its turn." in text(client.get(address))
    advance()
    shown = text(client.get(address))
    assert "Everything is as it was written." in shown
    assert f"{version_of(played)} facts in 1 timeline," in shown


@pytest.mark.pitfall("BL-032")
@pytest.mark.django_db(transaction=True)
def test_a_changed_byte_is_located_on_the_page(campaign: Campaign, played: Timeline, alice: User) -> None:
    event = StoredEvent.objects.get(timeline_id=played.id, version=7)
    StoredEvent.objects.filter(position=event.position).update(
        payload=bytes(event.payload).replace(b"1", b"2", 1) + b" "
    )
    client = signed_in(alice)
    client.post(reverse("check_record", args=[campaign.id]))
    advance()
    shown = text(client.get(reverse("record", args=[campaign.id])))
    assert "“Main”, version 7" in shown
    assert reverse("decision", args=[played.id, 7]) in shown


def test_a_check_is_stopped(campaign: Campaign, alice: User) -> None:
    client = signed_in(alice)
    client.post(reverse("check_record", args=[campaign.id]))
    client.post(reverse("cancel_check", args=[campaign.id]))
    assert "The check was stopped." in text(client.get(reverse("record", args=[campaign.id])))


def test_outsiders_find_nothing_and_spectators_change_nothing(
    campaign: Campaign, played: Timeline, charlie: User, sara: User
) -> None:
    for name, args in (("decision", [played.id, 6]), ("story_export", [played.id, "csv"]), ("record", [campaign.id])):
        assert signed_in(charlie).get(reverse(name, args=args)).status_code == 404
        assert signed_in(sara).get(reverse(name, args=args)).status_code == 200
    for name in ("react", "remove_note"):
        assert post(signed_in(sara), name, played, {"version": "6", "sign": "👍"}).status_code == 403
    assert signed_in(sara).post(reverse("check_record", args=[campaign.id])).status_code == 403


def test_the_pages_cost_few_queries(
    played: Timeline, alice: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = signed_in(alice)
    for address, most in ((reverse("story", args=[played.id]), 34), (reverse("decision", args=[played.id, 6]), 34),
                          (reverse("story_export", args=[played.id, "csv"]), 24)):  # fmt: skip
        client.get(address)
        with django_assert_max_num_queries(most):
            client.get(address)
