"""Deciding over the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.cast import signed_in
from tracker.eventstore import store
from tracker.timelines.models import Timeline

DRAW = {"do": "draw_invader"}


def sent(client: Client, timeline: Timeline, decision: Any, key: str = "key-one-and-only", **more: Any) -> Any:
    body = {"decision": decision, "expected_version": store.head(timeline.id).version, "key": key, **more}
    return client.post(f"/api/timelines/{timeline.id}/decisions/", body, content_type="application/json")


def test_a_decision_answers_with_its_events(timeline: Timeline, alice: User) -> None:
    before = store.head(timeline.id).version
    answer = sent(signed_in(alice), timeline, DRAW)
    assert answer.status_code == 201, answer.content
    body = answer.json()
    assert body["first_version"] == before + 1
    assert body["events"][0]["event"] == "InvaderDrawn"


@pytest.mark.pitfall("BL-056")
def test_the_same_key_twice_gives_the_first_answer(timeline: Timeline, alice: User) -> None:
    decision = DRAW
    first = sent(signed_in(alice), timeline, decision).json()
    again = sent(signed_in(alice), timeline, decision)
    assert again.status_code == 200
    assert {**again.json(), "repeated": False} == first
    assert store.head(timeline.id).version == first["last_version"]


def test_a_refusal_is_422_with_code_and_rule(timeline: Timeline, alice: User) -> None:
    before = store.head(timeline.id)
    answer = sent(signed_in(alice), timeline, {"do": "finish_battles"})
    assert answer.status_code == 422
    assert answer.json()["code"] == "wrong_phase"
    assert answer.json()["rule"] == "FD-RND-001"
    assert store.head(timeline.id) == before


@pytest.mark.pitfall("BL-044", "BL-046")
def test_an_old_version_is_409_with_what_changed(timeline: Timeline, alice: User, bob: User) -> None:
    old = store.head(timeline.id).version
    sent(signed_in(alice), timeline, DRAW, key="alice-was-first")
    now = store.head(timeline.id).version
    answer = sent(signed_in(bob), timeline, DRAW, key="bob-was-late", expected_version=old)
    assert answer.status_code == 409
    assert answer.json()["version"] == now
    assert [row["alias"] for row in answer.json()["since"]] == ["alice"]
    assert store.head(timeline.id).version == now


@pytest.mark.pitfall("BL-110")
def test_luck_typed_in_is_recorded_as_seen_at_the_table(timeline: Timeline, alice: User) -> None:
    client = signed_in(alice)
    asked = sent(client, timeline, DRAW, luck={"mode": "table", "seen": {}})
    assert asked.status_code == 422
    assert asked.json()["code"] == "luck_needed"
    ask = asked.json()["ask"]
    value = next(iter(ask["contents"]))
    answer = sent(client, timeline, DRAW, luck={"mode": "table", "seen": {ask["source"]: [value]}})
    assert answer.status_code == 201, answer.content
    feed = client.get(f"/api/timelines/{timeline.id}/decisions/").json()
    assert feed[-1]["luck"] == [{"kind": "draw", "source": ask["source"], "values": [value], "observed": True}]


def test_impossible_luck_is_refused(timeline: Timeline, alice: User) -> None:
    answer = sent(signed_in(alice), timeline, DRAW, luck={"mode": "table", "seen": {"invader_deck": ["me"]}})
    assert answer.status_code == 422
    assert answer.json()["code"] == "luck_impossible"


@pytest.mark.parametrize(
    "decision",
    [{}, {"do": "no_such_thing"}, {"do": 5}, {"do": "draw_invader", "surplus": 1}, {"do": "deploy"}],
)
def test_what_is_no_decision_is_refused_and_changes_nothing(timeline: Timeline, alice: User, decision: Any) -> None:
    before = store.head(timeline.id)
    answer = sent(signed_in(alice), timeline, decision)
    assert answer.status_code == 422
    assert answer.json()["code"] == "malformed"
    assert store.head(timeline.id) == before


@pytest.mark.parametrize(
    "body", ["nonsense", "[]", '{"decision": 5}', '{"decision": {"do": "x"}, "key": "long-enough"}']
)
def test_what_is_no_request_is_400(timeline: Timeline, alice: User, body: str) -> None:
    answer = signed_in(alice).post(f"/api/timelines/{timeline.id}/decisions/", body, content_type="application/json")
    assert answer.status_code == 400


@pytest.mark.pitfall("BL-122")
@pytest.mark.parametrize("forged", [{"actor": "1"}, {"alias": "alice"}, {"recorded_at": 1}, {"seat": "p2"}])
def test_actor_seat_and_time_cannot_be_forged(timeline: Timeline, bob: User, forged: dict[str, Any]) -> None:
    before = store.head(timeline.id)
    assert sent(signed_in(bob), timeline, DRAW, **forged).status_code == 400
    assert store.head(timeline.id) == before
    sent(signed_in(bob), timeline, DRAW)
    newest = signed_in(bob).get(f"/api/timelines/{timeline.id}/decisions/").json()[-1]
    assert newest["alias"] == "bob"
    assert newest["recorded_at"] > "2020"


def test_a_spectator_may_read_and_not_decide(timeline: Timeline, sara: User) -> None:
    assert signed_in(sara).get(f"/api/timelines/{timeline.id}/state/").status_code == 200
    assert sent(signed_in(sara), timeline, DRAW).status_code == 403


def test_an_outsider_finds_nothing(timeline: Timeline, charlie: User) -> None:
    client = signed_in(charlie)
    assert sent(client, timeline, DRAW).status_code == 404
    for part in ("", "options/", "state/", "decisions/", "events/"):
        assert client.get(f"/api/timelines/{timeline.id}/{part}").status_code == 404


def test_nobody_gets_in_without_signing_in(timeline: Timeline) -> None:
    for answer in (sent(Client(), timeline, DRAW), Client().get("/api/campaigns/")):
        assert answer.status_code == 401
        assert answer["WWW-Authenticate"].startswith("Basic")
