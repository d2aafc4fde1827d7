"""What-if odds over the API."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.cast import signed_in
from tests.web.pages.posting import version_of
from tracker.jobs.work import advance
from tracker.simulations.models import Simulation
from tracker.timelines.models import Timeline


def ask(client: Client, timeline: Timeline, **changes: Any) -> Any:
    body = {
        "version": version_of(timeline),
        "policy": "sensible",
        "until": "round",
        "plays": 20,
        "seed": "x",
        **changes,
    }
    return client.post(f"/api/timelines/{timeline.id}/simulations/", body, content_type="application/json")


def test_a_simulation_is_asked_for_and_read(timeline: Timeline, alice: User) -> None:
    client = signed_in(alice)
    made = ask(client, timeline)
    assert made.status_code == 202, made.content
    assert made.json()["state"] == "queued"
    advance()
    read = client.get(f"/api/simulations/{made.json()['id']}/").json()
    assert (read["state"], read["done"]) == ("done", 20)
    assert read["sentences"][0] == "In 20 plays from here the game goes on in 100 % (84–100 %)."
    assert read["endings"][0]["plays"] == 20
    assert sum(read["distributions"]["Morale"].values()) == 20
    assert [each["id"] for each in client.get(f"/api/timelines/{timeline.id}/simulations/").json()] == [read["id"]]


def test_a_simulation_is_stopped(timeline: Timeline, alice: User) -> None:
    client = signed_in(alice)
    made = ask(client, timeline).json()
    assert client.delete(f"/api/simulations/{made['id']}/").json()["state"] == "cancelled"


@pytest.mark.parametrize(
    ("change", "status"),
    [({"policy": "oracle"}, 422), ({"plays": 10**9}, 400), ({"version": 0}, 400), ({"version": 10**6}, 422)],
)
def test_a_bad_question_is_refused(change: dict[str, Any], status: int, timeline: Timeline, alice: User) -> None:
    assert ask(signed_in(alice), timeline, **change).status_code == status
    assert not Simulation.objects.exists()


def test_outsiders_find_nothing_and_spectators_only_look(
    timeline: Timeline, alice: User, charlie: User, sara: User
) -> None:
    made = ask(signed_in(alice), timeline).json()["id"]
    assert ask(signed_in(charlie), timeline).status_code == 404
    assert signed_in(charlie).get(f"/api/simulations/{made}/").status_code == 404
    assert ask(signed_in(sara), timeline).status_code == 403
    assert signed_in(sara).get(f"/api/simulations/{made}/").status_code == 200
    assert signed_in(sara).delete(f"/api/simulations/{made}/").status_code == 403
    assert signed_in(alice).get(f"/api/simulations/{uuid4()}/").status_code == 404
