"""Names of accounts that look alike cannot stand side by side."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client

from tests.web.pages.posting import text
from tracker.web import account_forms
from tracker.web.models import AccountName
from tracker.web.names import LOOKS_TAKEN, likeness, readable

pytestmark = pytest.mark.django_db
PASSWORD = "tale-of-nine-gates"


def sign_up(client: Client, name: str) -> str:
    """What the page answers, empty where the account was made."""
    answer = client.post("/accounts/signup/", {"username": name, "password1": PASSWORD, "password2": PASSWORD})
    return "" if answer.status_code == 302 else text(answer)


@pytest.mark.pitfall("BL-135")
@pytest.mark.parametrize("name", ["Alice", "ALICE", "aIice", "a1ice", "ａｌｉｃｅ", "𝐚𝐥𝐢𝐜𝐞", "аӏісе", "ALlCE"])
def test_a_name_that_looks_like_a_taken_one_is_refused(client: Client, alice: User, name: str) -> None:
    said = sign_up(client, name)
    assert "This name is taken" in said or LOOKS_TAKEN in said
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["аlice", "alicе", "αlice", "ali二", "Änne_я"])
def test_letters_of_several_scripts_are_refused_in_words(client: Client, name: str) -> None:
    assert "A name has letters of one script; this one mixes" in sign_up(client, name)
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["ɑlice", "ɡrigory", "ꜱara"])
def test_a_phonetic_sign_that_passes_for_a_letter_is_refused(client: Client, name: str) -> None:
    assert "too easily taken for another" in sign_up(client, name)


@pytest.mark.parametrize(
    "name", ["Änne", "Łukasz", "Nguyễn", "Григорий", "Ελένη", "さくら花子", "ملك", "o.brien+2", "Þór", "דוד"]
)
def test_names_of_all_the_world_are_welcome(client: Client, name: str) -> None:
    assert sign_up(client, name) == ""
    assert AccountName.objects.get().likeness == likeness(name)


def test_names_that_only_share_letters_stand_side_by_side(client: Client, alice: User) -> None:
    assert sign_up(client, "älice") == ""
    assert sign_up(Client(), "alice.b") == ""


def test_a_name_is_kept_with_its_plain_letters(client: Client) -> None:
    assert sign_up(client, "Ｇｒｉｇｏｒｙ") == ""
    assert User.objects.get().username == "Grigory"


@pytest.mark.pitfall("BL-061")
def test_of_two_who_take_a_name_at_the_same_moment_one_gets_it(
    client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(account_forms, "looks_taken", lambda name: False)
    answer = client.post(
        "/accounts/signup/", {"username": "a1ice", "password1": PASSWORD, "password2": PASSWORD}, follow=True
    )
    assert LOOKS_TAKEN in text(answer)
    assert list(User.objects.all()) == [alice]


def test_whoever_runs_the_site_may_make_any_name_and_the_first_stays_guarded(alice: User, client: Client) -> None:
    twin = User.objects.create_user("Alice")
    assert AccountName.objects.get().user == alice
    twin.username = "Alina"
    twin.save()
    assert LOOKS_TAKEN in sign_up(client, "a1ina")


def test_accounts_from_before_are_noted_the_oldest_of_those_that_look_alike(alice: User) -> None:
    User.objects.create_user("A1ice")
    AccountName.objects.all().delete()
    import_module("tracker.web.migrations.0001_names_that_look_alike").note_names(apps, None)
    assert [(each.user, each.likeness) for each in AccountName.objects.all()] == [(alice, "allce")]


def test_a_name_without_a_script_is_plain() -> None:
    assert readable("2026") == "2026"
    with pytest.raises(ValidationError):
        readable("a٣")
