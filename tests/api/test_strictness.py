"""What a program sends and nobody asked for: refused by its name, with nothing changed."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import Model

from tests.api.test_decisions import DRAW, sent
from tests.cast import SOLO, signed_in
from tracker.eventstore import store
from tracker.eventstore.models import StoredDecision
from tracker.simulations.models import Simulation
from tracker.timelines.models import Amendment, Campaign, Timeline

KEY = "key-one-and-only"
BODIES: dict[str, dict[str, Any]] = {
    "decisions": {"decision": DRAW, "expected_version": 0, "key": KEY},
    "rewinds": {"how": "undo", "expected_version": 0, "key": KEY},
    "forks": {"version": 3, "name": "Elsewhere"},
    "checkpoints": {"version": 3, "name": "Here"},
    "notes": {"version": 3, "text": "Who spent it?"},
    "signs": {"version": 3, "sign": "👍"},
    "amendments": {"version": 1, "how": "change"},
    "simulations": {"version": 3, "policy": "likely", "plays": 1},
}


def rows() -> list[int]:
    kinds: list[type[Model]] = [StoredDecision, Timeline, Campaign, Amendment, Simulation]
    return [kind._default_manager.count() for kind in kinds]


@pytest.mark.parametrize("what", BODIES)
def test_a_key_that_nobody_asked_for_is_refused(timeline: Timeline, alice: User, what: str) -> None:
    body = dict(BODIES[what])
    if "expected_version" in body:
        body["expected_version"] = store.head(timeline.id).version
    before, path = rows(), f"/api/timelines/{timeline.id}/{what}/"
    answer = signed_in(alice).post(path, {**body, "reasn": "a slip"}, content_type="application/json")
    assert (answer.status_code, list(answer.json())) == (400, ["reasn"])
    assert rows() == before


@pytest.mark.parametrize(("place", "value"), [("campaigns", {"undoby": "owner"}), ("timelines", {"colour": 3})])
def test_a_change_of_what_is_not_there_is_refused(timeline: Timeline, alice: User, place: str, value: Any) -> None:
    which = timeline.campaign_id if place == "campaigns" else timeline.id
    answer = signed_in(alice).patch(f"/api/{place}/{which}/", value, content_type="application/json")
    assert (answer.status_code, list(answer.json())) == (400, list(value))


def test_a_campaign_is_not_started_with_a_key_that_nobody_asked_for(alice: User) -> None:
    body = {"name": "By wire", "game": "fantasy_defense", "set_up": SOLO, "undo_by": "owner"}
    answer = signed_in(alice).post("/api/campaigns/", body, content_type="application/json")
    assert (answer.status_code, list(answer.json())) == (400, ["undo_by"])
    assert not Campaign.objects.exists()


@pytest.mark.pitfall("BL-110")
@pytest.mark.parametrize(
    "luck", [{"seen": {"invader_deck": ["cutpurse"]}}, {"mode": "app", "seen": {"invader_deck": ["cutpurse"]}}]
)
def test_luck_that_was_seen_is_never_drawn_anew_in_silence(timeline: Timeline, alice: User, luck: Any) -> None:
    before = rows()
    answer = sent(signed_in(alice), timeline, DRAW, luck=luck)
    assert (answer.status_code, list(answer.json()["luck"])) == (400, ["mode"])
    assert rows() == before


def test_a_slip_within_luck_is_refused(timeline: Timeline, alice: User) -> None:
    before = rows()
    answer = sent(signed_in(alice), timeline, DRAW, luck={"mode": "rest", "sen": {}})
    assert (answer.status_code, list(answer.json()["luck"])) == (400, ["sen"])
    assert rows() == before
