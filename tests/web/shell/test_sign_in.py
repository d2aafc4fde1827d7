"""The page where people sign in, and where staff do."""

import pytest
from django.test import Client


@pytest.mark.django_db
def test_a_name_that_is_far_too_long_is_refused_in_words(client: Client) -> None:
    answer = client.post("/accounts/login/", {"login": "x" * 100_000, "password": "x"})
    assert answer.status_code == 200
    assert "at most 254 characters" in answer.content.decode()


@pytest.mark.django_db
def test_staff_sign_in_where_everybody_does(client: Client) -> None:
    answer = client.post("/admin/login/?next=/admin/", {"username": "alice", "password": "guess"})
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/")
