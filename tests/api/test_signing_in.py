"""Programs that send name and password with each request, and bodies that nobody can read."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from tests.cast import signed_in
from tracker.timelines.models import Timeline

pytestmark = pytest.mark.django_db
RIGHT = "alice-opens-the-gate"


def asked(name: str, password: str) -> Any:
    sent = base64.b64encode(f"{name}:{password}".encode()).decode()
    return Client().get("/api/campaigns/", headers={"Authorization": f"Basic {sent}"})


def test_a_program_signs_in_with_name_and_password(alice: User) -> None:
    assert asked("alice", RIGHT).status_code == 200
    assert asked("alice", "wrong").status_code == 401


def test_passwords_cannot_be_guessed_over_the_api(alice: User) -> None:
    answers = {asked("alice", f"guess number {number}").status_code for number in range(12)}
    assert answers == {401, 429}
    assert asked("alice", RIGHT).status_code == 429


def test_right_passwords_are_never_too_many(alice: User) -> None:
    assert {asked("alice", RIGHT).status_code for _ in range(15)} == {200}


@pytest.mark.parametrize("name", ["a\0b", "x" * 100_000, ""])
def test_a_name_that_nobody_can_have_is_no_name(name: str, alice: User) -> None:
    assert asked(name, RIGHT).status_code == 401


def test_an_account_that_is_switched_off_stays_outside(alice: User) -> None:
    User.objects.update(is_active=False)
    assert asked("alice", RIGHT).status_code == 401


def test_json_that_is_nested_too_deeply_is_the_senders_mistake(timeline: Timeline, alice: User) -> None:
    address = f"/api/timelines/{timeline.id}/decisions/"
    answer = signed_in(alice).post(address, "[" * 100_000, content_type="application/json")
    assert answer.status_code == 400
    assert "nested too deeply" in answer.json()["detail"]


def test_the_schema_says_how_to_sign_in() -> None:
    schema = SchemaGenerator().get_schema(public=True)
    assert schema["components"]["securitySchemes"]["basicAuth"] == {"type": "http", "scheme": "basic"}
    assert {"basicAuth": []} in schema["paths"]["/api/campaigns/"]["get"]["security"]
