"""The page where people sign in, and where staff do."""

import pytest
from django.contrib.auth.models import User
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


@pytest.mark.django_db
def test_whoever_is_signed_out_may_sign_in_where_nothing_is_shown(client: Client) -> None:
    address = "/t/00000000-0000-0000-0000-000000000000/"
    assert f"/accounts/login/?next={address}%3Fv%3D3" in client.get(f"{address}?v=3").content.decode()
    client.force_login(User.objects.create_user("alice"))
    assert "Sign in and look again" not in client.get(address).content.decode()
