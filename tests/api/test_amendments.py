"""Amending and comparing over the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from projections import amended
from rules.kernel import Seeded
from tests.cast import signed_in
from tests.tracker.eventstore.test_append import everything
from tracker.jobs.work import advance
from tracker.timelines import drafts
from tracker.timelines.access import Actor
from tracker.timelines.deciding import decide
from tracker.timelines.models import Amendment, Campaign, Timeline
from tracker.timelines.positions import at_head

pytestmark = pytest.mark.django_db(transaction=True)
JSON = {"content_type": "application/json"}


@pytest.fixture
def draws(timeline: Timeline, owner: Actor) -> list[int]:
    """The versions of three draws and of the invasion's end."""
    versions = []
    for number, do in enumerate(("draw_invader", "draw_invader", "draw_invader", "end_invasion")):
        expected = at_head(timeline).version
        made = decide(timeline, owner, {"do": do}, expected=expected, chance=lambda n=number: Seeded(40 + n))
        versions.append(made.first_version)
    return versions


def asked(client: Client, timeline: Timeline, **body: Any) -> Any:
    """Ask what would come of it."""
    return client.post(f"/api/timelines/{timeline.id}/amendments/", body, **JSON)


def test_amend_settle_and_make(timeline: Timeline, alice: User, draws: list[int]) -> None:
    client, before = signed_in(alice), everything()
    made = asked(client, timeline, version=draws[2], how="drop")
    listed = client.get(f"/api/timelines/{timeline.id}/amendments/").json()
    assert [(each["id"], each["version"], each["how"]) for each in listed] == [(made.json()["id"], draws[2], "drop")]
    assert made.status_code == 201, made.content
    preview = made.json()["preview"]
    assert (preview["later"], preview["replayed"], preview["open"]) == (1, 0, 1)
    assert preview["listed"][0]["refused"]["rule"] == "FD-INV-007"
    address = f"/api/amendments/{made.json()['id']}/"
    refused = client.post(f"{address}timeline/", {"name": "Too early"}, **JSON)
    assert (refused.status_code, refused.json()["code"]) == (422, "conflicts_open")
    settled = client.patch(
        address, {"version": draws[3], "way": "replace", "decision": {"do": "draw_invader"}}, **JSON
    ).json()
    assert settled["preview"]["open"] == 0
    assert client.get(address).json() == settled
    assert everything() == before
    stored = client.post(f"{address}timeline/", {"name": "Another third", "description": "Luck"}, **JSON)
    assert (stored.status_code, stored.json()["parent"]) == (201, str(timeline.id))
    assert client.post(f"{address}timeline/", {"name": "Another third"}, **JSON).json()["id"] == stored.json()["id"]
    assert client.get(address).json()["state"] == "made"
    assert client.get(f"/api/timelines/{timeline.id}/amendments/").json() == []
    assert client.patch(address, {"rest": "skip"}, **JSON).status_code == 404
    told = preview_of(settled)["listed"][0]["becomes"]["sentence"]
    feed = client.get(f"/api/timelines/{stored.json()['id']}/decisions/?after={draws[1]}").json()
    assert told in [line["sentence"] for line in feed]


def preview_of(answer: dict[str, Any]) -> dict[str, Any]:
    """What would come of it."""
    preview: dict[str, Any] = answer["preview"]
    return preview


def test_what_is_said_where_there_is_no_conflict_is_refused(timeline: Timeline, alice: User, draws: list[int]) -> None:
    client = signed_in(alice)
    address = f"/api/amendments/{asked(client, timeline, version=draws[1], how='drop').json()['id']}/"
    before = client.get(address).json()
    for body in (
        {"version": draws[2], "way": "skip"},
        {"version": draws[2], "way": "stop"},
        {"version": draws[2], "first": True, "decision": {"do": "draw_invader"}},
    ):
        answer = client.patch(address, body, **JSON)
        assert (answer.status_code, answer.json()["code"]) == (422, "no_conflict")
    amended = client.patch(address, {"version": draws[1], "way": "skip"}, **JSON)
    assert (amended.status_code, amended.json()["code"]) == (422, "no_such_version")
    assert client.get(address).json() == before


def test_the_rest_is_settled_and_taken_back(timeline: Timeline, alice: User, draws: list[int]) -> None:
    client = signed_in(alice)
    address = f"/api/amendments/{asked(client, timeline, version=draws[2], how='drop').json()['id']}/"
    for body, left in (({"rest": "stop"}, 0), ({"rest": "ask"}, 1), ({"version": draws[3], "way": "skip"}, 0),
                       ({"version": draws[3]}, 1)):  # fmt: skip
        assert preview_of(client.patch(address, body, **JSON).json())["open"] == left
    for body in ({}, {"way": "skip"}, {"version": 3, "rest": "skip"}, {"version": 3, "way": "replace"}):
        assert client.patch(address, body, **JSON).status_code == 400
    assert client.patch(address, {"version": 999, "way": "skip"}, **JSON).json()["code"] == "no_such_version"
    assert client.delete(address).status_code == 204
    assert not Amendment.objects.exists()


def test_many_conflicts_are_told_page_by_page(
    timeline: Timeline, owner: Actor, alice: User, draws: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    card = at_head(timeline).state.players["p1"].hand[0]  # type: ignore[union-attr]
    decide(timeline, owner, {"do": "deploy", "player": "p1", "card": card, "gate": "g1"},
           expected=at_head(timeline).version, chance=lambda: Seeded(1))  # fmt: skip
    monkeypatch.setattr(amended, "LISTED", 1)
    client = signed_in(alice)
    made = asked(client, timeline, version=draws[2], how="drop").json()
    address = f"/api/amendments/{made['id']}/"
    first, last = made["preview"], client.get(f"{address}?page=2").json()["preview"]
    assert [(each["page"], each["pages"], len(each["listed"])) for each in (first, last)] == [(1, 2, 1), (2, 2, 1)]
    assert first["listed"] != last["listed"]
    assert client.get(f"{address}?page=0").status_code == 400
    body = {"version": first["listed"][0]["version"], "way": "skip"}
    settled = preview_of(client.patch(address, body, **JSON).json())
    assert (settled["page"], settled["first_open"]) == (2, last["listed"][0]["version"])


def test_another_decision_is_put_before_it(timeline: Timeline, alice: User, draws: list[int]) -> None:
    client = signed_in(alice)
    made = asked(client, timeline, version=draws[2], how="drop").json()
    address, came = f"/api/amendments/{made['id']}/", preview_of(made)["was"]["luck"][0]["values"]
    luck = {"mode": "table", "seen": {"invader_deck": came}}
    body = {"version": draws[3], "first": True, "decision": {"do": "draw_invader"}, "luck": luck}
    preview = preview_of(client.patch(address, body, **JSON).json())
    assert (preview["open"], preview["listed"][0]["way"], len(preview["listed"][0]["first"])) == (0, "keep", 1)
    assert client.patch(address, {**body, "way": "skip"}, **JSON).status_code == 400
    assert client.patch(address, {"version": draws[3], "first": True}, **JSON).status_code == 400


def test_luck_typed_in(timeline: Timeline, alice: User, draws: list[int]) -> None:
    client = signed_in(alice)
    body = {"version": draws[2], "how": "change", "luck": {"mode": "table", "seen": {}}}
    needed = asked(client, timeline, **body).json()
    assert (needed["code"], needed["ask"]["source"]) == ("luck_needed", "invader_deck")
    came = next(iter(needed["ask"]["contents"]))
    body["luck"] = {"mode": "table", "seen": {"invader_deck": [came]}}
    assert preview_of(asked(client, timeline, **body).json())["becomes"]["luck"][0]["values"] == [came]
    kept = asked(client, timeline, version=draws[2], how="change", luck={"mode": "recorded"}).json()
    assert preview_of(kept)["becomes"]["sentence"] == preview_of(kept)["was"]["sentence"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"version": 1, "how": "drop"}, 422),
        ({"version": 999, "how": "drop"}, 422),
        ({"version": 0, "how": "drop"}, 400),
        ({"version": 4, "how": "burn"}, 400),
        ({"version": 6, "how": "insert"}, 422),
        ({"version": 6, "how": "change", "decision": {"do": "dance"}}, 422),
        ({"version": 6, "how": "drop", "until": 3}, 422),
    ],
)
def test_what_cannot_be_amended(
    body: dict[str, Any], status: int, timeline: Timeline, alice: User, draws: list[int]
) -> None:
    assert asked(signed_in(alice), timeline, **body).status_code == status
    assert not Amendment.objects.exists()


def test_whose_it_is(timeline: Timeline, alice: User, bob: User, sara: User, charlie: User, draws: list[int]) -> None:
    body = {"version": draws[2], "how": "drop"}
    assert asked(signed_in(sara), timeline, **body).status_code == 403
    assert asked(signed_in(charlie), timeline, **body).status_code == 404
    made = asked(signed_in(alice), timeline, **body).json()
    for user in (bob, charlie):
        assert signed_in(user).get(f"/api/amendments/{made['id']}/").status_code == 404


def test_long_ones_in_the_background(
    timeline: Timeline, alice: User, draws: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "LONG", 0)
    client = signed_in(alice)
    made = asked(client, timeline, version=draws[2], how="drop").json()
    assert (made["state"], made["preview"]) == ("looking", None)
    address = f"/api/amendments/{made['id']}/"
    advance()
    assert preview_of(client.get(address).json())["open"] == 1
    client.patch(address, {"rest": "skip"}, **JSON)
    advance()
    stored = client.post(f"{address}timeline/", {"name": "Later"}, **JSON)
    assert (stored.status_code, stored.json()["state"]) == (202, "making")
    advance()
    assert client.get(address).json()["made"] == str(Timeline.objects.get(name="Later").id)


def test_two_timelines_side_by_side(timeline: Timeline, campaign: Campaign, alice: User, draws: list[int]) -> None:
    client = signed_in(alice)
    address = f"/api/amendments/{asked(client, timeline, version=draws[2], how='drop').json()['id']}/"
    client.patch(address, {"rest": "skip"}, **JSON)
    branch = client.post(f"{address}timeline/", {"name": "Without"}, **JSON).json()["id"]
    compare = f"/api/campaigns/{campaign.id}/compare/"
    found = client.get(compare, {"a": timeline.id, "b": branch}).json()
    assert (found["ancestor"], found["a"]["decisions"], found["b"]["decisions"]) == (draws[2] - 1, 2, 0)
    assert {"label": "Phase", "was": "Strategy", "now": "Invasion"}.items() <= found["differences"][0].items()
    assert {"label": "Invaders drawn", "one": 1, "other": 0, "unit": ""} in found["totals"]
    assert [row["a"]["sentence"] for row in found["decisions"]][-1] == "The invasion of this round is over."
    then = client.get(compare, {"a": timeline.id, "av": draws[0] - 1, "b": timeline.id}).json()
    assert (then["ancestor"], then["b"]["decisions"]) == (draws[0] - 1, 4)


def test_bad_comparisons(timeline: Timeline, campaign: Campaign, alice: User, charlie: User) -> None:
    client, address = signed_in(alice), f"/api/campaigns/{campaign.id}/compare/"
    both = {"a": timeline.id, "b": timeline.id}
    assert client.get(address).status_code == 404
    assert client.get(address, {**both, "av": "x"}).status_code == 400
    assert client.get(address, {**both, "av": 999}).status_code == 422
    assert client.get(address, {"a": timeline.id, "b": campaign.id}).status_code == 404
    assert signed_in(charlie).get(address, both).status_code == 404
