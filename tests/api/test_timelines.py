"""Campaigns, rewinds, forks and reading over the API."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.api.test_decisions import DRAW, sent
from tests.cast import SOLO, signed_in
from tracker.api.throttling import CountingThrottle
from tracker.eventstore import store
from tracker.timelines.models import Campaign, Timeline


def post(client: Client, path: str, body: Any) -> Any:
    return client.post(f"/api/{path}", body, content_type="application/json")


def rewound(client: Client, timeline: Timeline, how: str, key: str, **more: Any) -> Any:
    body = {"how": how, "expected_version": store.head(timeline.id).version, "key": key, **more}
    return post(client, f"timelines/{timeline.id}/rewinds/", body)


def state(client: Client, timeline: Timeline, query: str = "") -> Any:
    return client.get(f"/api/timelines/{timeline.id}/state/{query}").json()


def test_a_campaign_is_started_from_a_set_up_option(alice: User) -> None:
    client = signed_in(alice)
    games = {game["key"]: game for game in client.get("/api/games/").json()}
    assert games["fantasy_defense"]["set_up"][0]["do"] == "set_up"
    made = post(client, "campaigns/", {"name": "By wire", "game": "fantasy_defense", "set_up": SOLO})
    assert made.status_code == 201, made.content
    assert [row["name"] for row in client.get("/api/campaigns/").json()] == ["By wire"]
    assert client.get(f"/api/campaigns/{made.json()['id']}/timelines/").json()[0]["is_main"] is True


@pytest.mark.parametrize(
    ("change", "status"),
    [({"game": "chess"}, 404), ({"name": " "}, 400), ({"pack": "0" * 64}, 404), ({"set_up": {"do": "set_up"}}, 422)],
)
def test_a_bad_campaign_is_refused_whole(alice: User, change: dict[str, Any], status: int) -> None:
    body = {"name": "By wire", "game": "fantasy_defense", "set_up": SOLO, **change}
    assert post(signed_in(alice), "campaigns/", body).status_code == status
    assert not Campaign.objects.exists()


def test_undo_and_redo_move_the_state_there_and_back(timeline: Timeline, alice: User) -> None:
    client = signed_in(alice)
    before = state(client, timeline)["state"]
    sent(client, timeline, DRAW)
    after = state(client, timeline)["state"]
    assert rewound(client, timeline, "undo", "first-undo").status_code == 201
    assert state(client, timeline)["state"] == before
    assert rewound(client, timeline, "redo", "first-redo").status_code == 201
    assert state(client, timeline)["state"] == after


@pytest.mark.pitfall("BL-025")
@pytest.mark.parametrize(("to", "code"), [(0, "before_set_up"), (999, "no_such_version")])
def test_a_rewind_to_nowhere_is_refused(timeline: Timeline, alice: User, to: int, code: str) -> None:
    answer = rewound(signed_in(alice), timeline, "rewind", "to-nowhere", to=to)
    assert answer.status_code == 422
    assert answer.json()["code"] == code


def test_a_rewind_names_its_version_and_undo_names_none(timeline: Timeline, alice: User) -> None:
    assert rewound(signed_in(alice), timeline, "rewind", "without-a-target").status_code == 400
    assert rewound(signed_in(alice), timeline, "undo", "with-a-target", to=3).status_code == 400


def test_a_fork_has_the_state_of_its_version(timeline: Timeline, alice: User) -> None:
    client = signed_in(alice)
    at = store.head(timeline.id).version
    sent(client, timeline, DRAW)
    made = post(client, f"timelines/{timeline.id}/forks/", {"version": at, "name": "What if"})
    assert made.status_code == 201, made.content
    fork = Timeline.objects.get(id=made.json()["id"])
    assert state(client, fork)["state"] == state(client, timeline, f"?version={at}")["state"]
    taken = post(client, f"timelines/{timeline.id}/forks/", {"version": at, "name": "what IF"})
    assert taken.json()["code"] == "name_taken"


def test_a_checkpoint_is_named(timeline: Timeline, alice: User) -> None:
    at = store.head(timeline.id).version
    answer = post(signed_in(alice), f"timelines/{timeline.id}/checkpoints/", {"version": at, "name": "Dawn"})
    assert answer.status_code == 201
    assert answer.json()["events"] == [{"event": "CheckpointNamed", "version": at, "name": "Dawn"}]


def test_feeds_say_what_is_in_force(timeline: Timeline, alice: User) -> None:
    client = signed_in(alice)
    drawn = sent(client, timeline, DRAW).json()
    rewound(client, timeline, "undo", "taken-back")
    feed = client.get(f"/api/timelines/{timeline.id}/decisions/?after={drawn['first_version'] - 1}").json()
    assert [(row["name"], row["in_force"]) for row in feed] == [
        ("fantasy_defense.draw_invader", False),
        ("table.undo", True),
    ]
    events = client.get(f"/api/timelines/{timeline.id}/events/?after={drawn['first_version'] - 1}&limit=1").json()
    assert [(row["type"], row["in_force"]) for row in events] == [("fantasy_defense.InvaderDrawn", False)]


@pytest.mark.pitfall("BL-013")
def test_the_feed_says_what_set_a_decision_aside_and_that_luck_was_seen(timeline: Timeline, alice: User) -> None:
    client = signed_in(alice)
    drawn = sent(client, timeline, DRAW).json()
    undone = rewound(client, timeline, "undo", "taken-back").json()
    feed = client.get(f"/api/timelines/{timeline.id}/decisions/?after={drawn['first_version'] - 1}").json()
    assert feed[0]["luck_was_seen"] is True
    assert (feed[0]["set_aside"]["version"], feed[0]["set_aside"]["alias"]) == (undone["first_version"], "alice")
    assert (feed[1]["luck_was_seen"], feed[1]["set_aside"]) == (False, None)


def test_named_versions_are_listed(timeline: Timeline, alice: User) -> None:
    client, at = signed_in(alice), store.head(timeline.id).version
    post(client, f"timelines/{timeline.id}/checkpoints/", {"version": at, "name": "Dawn"})
    found = client.get(f"/api/timelines/{timeline.id}/checkpoints/").json()
    assert [(row["name"], row["kind"], row["by"]) for row in found] == [
        ("Round 1", "round", ""),
        ("Dawn", "named", "alice"),
    ]
    assert all(row["in_force"] for row in found)


def patch(client: Client, path: str, body: Any) -> Any:
    return client.patch(f"/api/{path}", body, content_type="application/json")


def test_a_timeline_is_renamed_archived_and_made_the_main_one(timeline: Timeline, alice: User, bob: User) -> None:
    client, at = signed_in(alice), store.head(timeline.id).version
    made = post(client, f"timelines/{timeline.id}/forks/", {"version": at, "name": "What if"}).json()
    path = f"timelines/{made['id']}/"
    changed = patch(client, path, {"description": "Patience.", "archived": True})
    assert changed.status_code == 200, changed.content
    assert {"name": "What if", "description": "Patience.", "archived": True}.items() <= changed.json().items()
    refused = sent(client, Timeline.objects.get(id=made["id"]), DRAW)
    assert refused.json()["code"] == "timeline_archived"
    assert patch(signed_in(bob), path, {"is_main": True}).json()["code"] == "owner_only"
    main = patch(client, path, {"is_main": True}).json()
    assert (main["is_main"], main["archived"]) == (True, False)
    assert Campaign.objects.get().main_id == Timeline.objects.get(name="What if").id


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [({"is_main": False}, 400, None), ({"archived": True}, 422, "main_stays"), ({"name": "Main"}, 422, "no_effect"),
     ({"name": "Other", "archived": True}, 422, "main_stays"), ({"name": ""}, 400, None)],
)  # fmt: skip
def test_a_change_of_a_timeline_that_cannot_be_changes_nothing(
    timeline: Timeline, alice: User, body: dict[str, Any], status: int, code: str | None
) -> None:
    answer = patch(signed_in(alice), f"timelines/{timeline.id}/", body)
    assert (answer.status_code, answer.json().get("code")) == (status, code)
    assert Timeline.objects.get().name == "Main"


@pytest.mark.parametrize(("undo_by", "status"), [("anyone", 201), ("decider", 422), ("owner", 422)])
def test_who_may_undo_is_a_setting_of_the_campaign(
    timeline: Timeline, alice: User, bob: User, undo_by: str, status: int
) -> None:
    client, path = signed_in(alice), f"campaigns/{timeline.campaign_id}/"
    if undo_by != "anyone":
        assert patch(client, path, {"undo_by": undo_by}).json()["undo_by"] == undo_by
    sent(client, timeline, DRAW)
    answer = rewound(signed_in(bob), timeline, "undo", "his-undo")
    assert answer.status_code == status
    if status == 422:
        assert answer.json()["code"] == "undo_not_allowed"
        assert rewound(client, timeline, "undo", "her-undo").status_code == 201


def test_settings_are_the_owners(timeline: Timeline, alice: User, bob: User) -> None:
    path = f"campaigns/{timeline.campaign_id}/"
    assert patch(signed_in(bob), path, {"undo_by": "owner"}).status_code == 403
    assert patch(signed_in(alice), path, {"undo_by": "nobody"}).status_code == 400


@pytest.mark.pitfall("BL-139")
def test_more_timelines_cost_their_list_no_more_queries(campaign: Campaign, timeline: Timeline, alice: User) -> None:
    client, address = signed_in(alice), f"/api/campaigns/{campaign.id}/timelines/"

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address).status_code == 200
        return len(asked)

    one = queries()
    for number in range(3):
        body = {"version": store.head(timeline.id).version, "name": f"What-if {number}"}
        client.post(f"/api/timelines/{timeline.id}/forks/", body, content_type="application/json")
    listed = client.get(address).json()
    assert len(listed) == 4
    assert all(each["version"] == store.head(UUID(each["id"])).version for each in listed)
    assert queries() == one


@pytest.mark.parametrize("query", ["?version=one", "?version=-1", "?version=9999999999", "?version=%D9%A3"])
def test_a_version_that_is_no_number_is_400(timeline: Timeline, alice: User, query: str) -> None:
    answer = signed_in(alice).get(f"/api/timelines/{timeline.id}/state/{query}")
    assert answer.status_code == 400
    assert "“version” is a whole number" in answer.json()["detail"]


@pytest.mark.parametrize("feed", ["decisions", "events"])
@pytest.mark.parametrize("query", ["limit=0", "limit=-1", "limit=501", "limit=many", "limit=", "after=-1", "after=x"])
def test_a_page_of_a_feed_that_cannot_be_is_400_and_names_the_parameter(
    timeline: Timeline, alice: User, feed: str, query: str
) -> None:
    answer = signed_in(alice).get(f"/api/timelines/{timeline.id}/{feed}/?{query}")
    assert answer.status_code == 400
    assert f"“{query.partition('=')[0]}” is a whole number from" in answer.json()["detail"]


@pytest.mark.parametrize("path", ["nowhere/", "nowhere", "campaigns/7/", "timelines/not-an-id/state/", "timelines/"])
@pytest.mark.parametrize("verb", ["get", "post"])
def test_an_address_that_is_none_is_404_in_json(client: Client, alice: User, path: str, verb: str) -> None:
    for browser in (client, signed_in(alice)):
        answer = getattr(browser, verb)(f"/api/{path}")
        assert (answer.status_code, answer["Content-Type"]) == (404, "application/json")
        assert answer.json()["code"] == "not_found"


def test_a_fault_of_ours_is_500_in_json(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.api.views.games", lambda: 1 / 0)
    client = signed_in(alice)
    client.raise_request_exception = False
    answer = client.get("/api/games/")
    assert (answer.status_code, answer.json()["code"]) == (500, "fault")


def test_a_version_that_never_was_is_refused(timeline: Timeline, alice: User) -> None:
    assert state(signed_in(alice), timeline, "?version=999")["code"] == "no_such_version"


def test_the_schema_describes_every_endpoint(alice: User) -> None:
    schema = signed_in(alice).get("/api/schema/", headers={"accept": "application/json"}).json()
    assert "/api/timelines/{timeline_id}/decisions/" in schema["paths"]
    assert "422" in schema["paths"]["/api/timelines/{timeline_id}/decisions/"]["post"]["responses"]


@pytest.mark.pitfall("BL-085")
def test_too_many_requests_are_told_how_long_to_wait(timeline: Timeline, alice: User, monkeypatch: Any) -> None:
    monkeypatch.setattr(CountingThrottle, "THROTTLE_RATES", {"user": "1/min"})
    monkeypatch.setattr(CountingThrottle, "timer", lambda self: 1_000_000_040.0)
    client = signed_in(alice)
    client.get(f"/api/timelines/{timeline.id}/")
    refused = client.get(f"/api/timelines/{timeline.id}/")
    assert refused.status_code == 429
    assert refused.headers["Retry-After"] == "40"


@pytest.mark.parametrize(("path", "body"), [("rewinds", {"how": "\ud800"}), ("decisions", {"decision": {"\udfff": 1}})])
def test_half_a_character_is_refused(timeline: Timeline, alice: User, path: str, body: dict[str, Any]) -> None:
    answer = post(signed_in(alice), f"timelines/{timeline.id}/{path}/", json.dumps(body))
    assert (answer.status_code, "half of a character" in answer.json()["detail"]) == (400, True)
