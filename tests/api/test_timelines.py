"""Campaigns, rewinds, forks and reading over the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.api.test_decisions import DRAW, sent
from tests.cast import SOLO, signed_in
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
    from rest_framework.throttling import UserRateThrottle

    monkeypatch.setattr(UserRateThrottle, "THROTTLE_RATES", {"user": "1/min"})
    client = signed_in(alice)
    client.get(f"/api/timelines/{timeline.id}/")
    refused = client.get(f"/api/timelines/{timeline.id}/")
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
