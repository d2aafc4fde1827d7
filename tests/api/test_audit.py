"""The audit over the API: filters of the feed, notes and signs, the story as a file."""

from __future__ import annotations

import csv
import datetime
import io
import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from projections.models import Projected
from tests.cast import signed_in
from tests.web.pages.posting import ODD, play, version_of
from tracker.timelines.access import Actor
from tracker.timelines.models import Timeline
from tracker.timelines.rewinding import undo
from tracker.timelines.table import open_session

pytestmark = pytest.mark.django_db
JSON = {"content_type": "application/json"}


@pytest.fixture(params=["stored", "computed"])
def played(timeline: Timeline, owner: Actor, request: pytest.FixtureRequest) -> Timeline:
    """Some decisions, a session, the last one taken back; the read models stored, or to be computed."""
    play(timeline, owner, 4)
    open_session(timeline, owner, 1, datetime.date(2026, 11, 30), "Rain")
    play(timeline, owner, 6)
    undo(timeline, owner, expected=version_of(timeline))
    if request.param == "computed":
        Projected.objects.all().delete()
    return timeline


def feed(client: Client, timeline: Timeline, **query: object) -> list[dict[str, Any]]:
    """The feed."""
    answer = client.get(f"/api/timelines/{timeline.id}/decisions/", {"limit": 500, **query})
    assert answer.status_code == 200, answer.content
    found: list[dict[str, Any]] = answer.json()
    return found


def test_the_feed_has_the_filters_of_the_page(played: Timeline, alice: User) -> None:
    client = signed_in(alice)
    every = feed(client, played)
    session = next(row["version"] for row in every if row["name"] == "table.open_session")
    for query, fits in (
        ({"undone": "yes"}, lambda row: not row["in_force"]),
        ({"undone": "no"}, lambda row: row["in_force"]),
        ({"seat": "p1"}, lambda row: row["seat"] == "p1"),
        ({"kind": "draw_invader"}, lambda row: row["name"] == "fantasy_defense.draw_invader"),
        ({"kind": "table"}, lambda row: row["name"].startswith("table.")),
        ({"session": session}, lambda row: row["version"] >= session),
        ({"text": "gate"}, lambda row: "gate" in json.dumps([row["sentence"], row["facts"]]).lower()),
        ({"person": "nobody"}, lambda row: False),
    ):  # fmt: skip
        assert feed(client, played, **query) == [row for row in every if fits(row)], query
    area = feed(client, played, area="invasion")
    assert 0 < len(area) < len(every)


def test_a_filtered_feed_goes_on_after_a_version(played: Timeline, alice: User) -> None:
    client, found, after = signed_in(alice), [], 0
    while page := feed(client, played, undone="no", after=after, limit=2):
        assert len(page) <= 2
        found += page
        after = page[-1]["version"]
    assert found == feed(client, played, undone="no")


def test_each_line_has_its_arguments(played: Timeline, alice: User) -> None:
    drawn = feed(signed_in(alice), played, kind="draw_invader")[0]
    assert drawn["arguments"] == {"do": "draw_invader", "discards": {}}


@pytest.mark.parametrize("query", [{"undone": "maybe"}, {"session": "x"}, {"session": "0"}, {"session": "9" * 30}])
def test_a_filter_that_is_none_is_refused(timeline: Timeline, alice: User, query: dict[str, str]) -> None:
    assert signed_in(alice).get(f"/api/timelines/{timeline.id}/decisions/", query).status_code == 400


def test_notes_are_written_read_and_taken_off(timeline: Timeline, alice: User, bob: User) -> None:
    client, address = signed_in(bob), f"/api/timelines/{timeline.id}/notes/"
    body = {"version": 1, "text": ODD, "key": "the-same-note"}
    written = client.post(address, body, **JSON)
    assert written.status_code == 201, written.content
    again = client.post(address, body, **JSON)
    assert (again.status_code, again.json()["decision_id"]) == (200, written.json()["decision_id"])
    note = feed(client, timeline)[0]["notes"]
    assert [(each["version"], each["text"], each["alias"]) for each in note] == [
        (written.json()["first_version"], ODD, "bob")
    ]
    mine = f"{address}{note[0]['version']}/"
    assert client.delete(f"{address}1/").json()["code"] == "no_such_note"
    assert client.delete(mine).status_code == 204
    assert feed(client, timeline)[0]["notes"] == []
    assert client.delete(mine).json()["code"] == "no_effect"


@pytest.mark.parametrize(
    "body",
    [{"version": 0, "text": "x"}, {"version": 1, "text": " "}, {"version": 1}, {"text": "x"},
     {"version": 1, "text": "x" * 4001}],
)  # fmt: skip
def test_a_note_that_is_none_is_refused(timeline: Timeline, alice: User, body: dict[str, Any]) -> None:
    assert signed_in(alice).post(f"/api/timelines/{timeline.id}/notes/", body, **JSON).status_code == 400


@pytest.mark.parametrize("version", [999, 10**30])
def test_nothing_is_said_about_a_version_that_never_was(timeline: Timeline, alice: User, version: int) -> None:
    client, before = signed_in(alice), version_of(timeline)
    for path, body in (("notes", {"text": "x"}), ("signs", {"sign": "🎲"})):
        answer = client.post(f"/api/timelines/{timeline.id}/{path}/", {"version": version, **body}, **JSON)
        assert answer.status_code == 422, answer.content
    assert version_of(timeline) == before


def test_signs_are_given_and_taken_back(timeline: Timeline, alice: User, bob: User) -> None:
    client, address = signed_in(bob), f"/api/timelines/{timeline.id}/signs/"
    assert client.post(address, {"version": 1, "sign": "🎲"}, **JSON).status_code == 201
    assert client.post(address, {"version": 1, "sign": "🎲"}, **JSON).json()["code"] == "no_effect"
    assert feed(client, timeline)[0]["signs"] == {"🎲": ["bob"]}
    assert client.post(address, {"version": 1, "sign": "🎲", "take_back": True}, **JSON).status_code == 201
    assert feed(client, timeline)[0]["signs"] == {}
    assert client.post(address, {"version": 1, "sign": "💣"}, **JSON).status_code == 400


@pytest.mark.parametrize("kind", ["csv", "jsonl", "md", "html"])
def test_the_files_are_those_of_the_page(played: Timeline, alice: User, kind: str) -> None:
    client, query = signed_in(alice), {"undone": "no", "area": "invasion"}
    answer = client.get(f"/api/timelines/{played.id}/story/{kind}/", query, headers={"accept": "text/plain"})
    shown = client.get(reverse("story_export", args=[played.id, kind]), query)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, shown.headers["Content-Type"])
    assert answer.content == shown.content
    if kind == "csv":
        rows = list(csv.DictReader(io.StringIO(answer.content.decode().removeprefix("\ufeff"))))
        assert [int(row["version"]) for row in rows] == [row["version"] for row in feed(client, played, **query)]


def test_no_such_file(timeline: Timeline, alice: User) -> None:
    client = signed_in(alice)
    assert client.get(f"/api/timelines/{timeline.id}/story/exe/").status_code == 404
    assert client.get(f"/api/timelines/{timeline.id}/story/csv/", {"undone": "perhaps"}).status_code == 400


def test_outsiders_and_spectators(timeline: Timeline, sara: User, charlie: User) -> None:
    bodies = {"notes": {"version": 1, "text": "x"}, "signs": {"version": 1, "sign": "🎲"}}
    for user, status in ((charlie, 404), (sara, 403)):
        client = signed_in(user)
        for path, body in bodies.items():
            assert client.post(f"/api/timelines/{timeline.id}/{path}/", body, **JSON).status_code == status
        assert client.delete(f"/api/timelines/{timeline.id}/notes/1/").status_code == status
    for path in ("decisions/", "story/csv/"):
        assert signed_in(charlie).get(f"/api/timelines/{timeline.id}/{path}").status_code == 404
        assert signed_in(sara).get(f"/api/timelines/{timeline.id}/{path}").status_code == 200
        assert Client().get(f"/api/timelines/{timeline.id}/{path}").status_code == 401
