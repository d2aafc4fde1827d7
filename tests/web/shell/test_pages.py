"""What every page and every part of a page has: headers, bases, error pages, the pages of accounts."""

import re

import pytest
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.views import defaults
from django_htmx.middleware import HtmxDetails
from pytest_django import Settings

from tracker.web.shell import is_part, mark_version, page_headers

HTMX = {"HX-Request": "true"}


def inline(html: str) -> list[str]:
    """What a strict content security policy would not run or apply."""
    scripts = re.findall(r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")[^>]*>", html)
    return scripts + re.findall(r"<style\b|\sstyle=\"|\son\w+=\"", html)


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("alice", "alice@example.org", "a-long-pass-phrase", is_staff=True)


@pytest.mark.django_db
def test_a_page_carries_the_security_policy_and_nothing_inline(client: Client) -> None:
    response = client.get("/accounts/login/")
    assert "default-src 'self'" in response["Content-Security-Policy"]
    assert inline(response.content.decode()) == []


@pytest.mark.django_db
def test_the_style_guide_has_nothing_inline(client: Client, alice: User) -> None:
    client.force_login(alice)
    for name in ("style", "style_table"):
        assert inline(client.get(reverse(name)).content.decode()) == []


@pytest.mark.django_db
@pytest.mark.pitfall("BL-183")
def test_a_part_is_a_part_and_never_stored(client: Client) -> None:
    response = client.get("/credits/", headers=HTMX)
    assert "<html" not in response.content.decode()
    assert "<title>Credits" in response.content.decode()
    assert "no-store" in response["Cache-Control"]
    assert "HX-Request" in response["Vary"]


@pytest.mark.django_db
@pytest.mark.pitfall("BL-183")
@pytest.mark.parametrize("more", [{"HX-History-Restore-Request": "true"}, {"HX-Boosted": "true"}])
def test_history_and_boosted_links_get_the_whole_page(client: Client, more: dict[str, str]) -> None:
    response = client.get("/credits/", headers=HTMX | more)
    assert "<html" in response.content.decode()


@pytest.mark.django_db
@pytest.mark.pitfall("BL-185")
def test_a_page_is_asked_for_again_before_it_is_shown_again(client: Client) -> None:
    response = client.get("/credits/")
    assert "no-cache" in response["Cache-Control"]
    assert '"historyCacheSize": 0' in response.content.decode()


def test_a_request_without_the_middleware_wants_the_whole_page() -> None:
    assert not is_part(RequestFactory().get("/"))


def test_answers_that_are_no_pages_keep_their_headers() -> None:
    request = RequestFactory().get("/")
    response = page_headers(lambda _: HttpResponse("{}", content_type="application/json"))(request)
    assert "Content-Security-Policy" not in response.headers
    assert "Vary" not in response.headers


@pytest.mark.django_db
def test_a_swap_that_leads_to_another_page_becomes_a_visit(client: Client) -> None:
    response = client.get("/accounts/email/", headers=HTMX | {"HX-Current-URL": "http://testserver/credits/"})
    assert response.status_code == 200
    assert response["HX-Redirect"].startswith("/accounts/login/")


@pytest.mark.django_db
def test_a_swap_that_leads_back_to_its_page_goes_on_as_a_swap(client: Client) -> None:
    current = {"HX-Current-URL": "http://testserver/accounts/login/"}
    response = client.get("/accounts/email/", headers=HTMX | current)
    assert response.status_code == 302


def test_the_version_of_a_page_is_named_for_the_script() -> None:
    assert mark_version(HttpResponse(), "abc", 214)["Tracker-Version"] == "abc:214"


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["style", "style_table"])
def test_the_style_guide_is_for_staff(client: Client, alice: User, name: str) -> None:
    assert client.get(reverse(name)).status_code == 404
    client.force_login(User.objects.create_user("bob"))
    assert client.get(reverse(name)).status_code == 404
    client.force_login(alice)
    assert client.get(reverse(name)).status_code == 200


@pytest.mark.django_db
def test_the_credits_name_every_source(client: Client) -> None:
    page = client.get("/credits/").content.decode()
    assert all(source in page for source in ("game-icons", "CC BY 3.0", "Lucide", "Alegreya", "Pico", "htmx"))


@pytest.mark.django_db
def test_an_unknown_address_is_answered_in_the_words_of_the_site(client: Client) -> None:
    response = client.get("/nowhere/")
    assert response.status_code == 404
    assert "Nothing at this place" in response.content.decode()


def plain_request() -> HttpRequest:
    request = RequestFactory().get("/")
    request.htmx = HtmxDetails(request)  # type: ignore[attr-defined]
    return request


@pytest.mark.parametrize(
    ("view", "status", "words"),
    [
        (lambda r: defaults.bad_request(r, Exception()), 400, "could not be read"),
        (lambda r: defaults.server_error(r), 500, "Something broke"),
    ],
)
def test_errors_stand_without_database_or_session(view: object, status: int, words: str) -> None:
    response = view(plain_request())  # type: ignore[operator]
    assert response.status_code == status
    assert words in response.content.decode()
    assert inline(response.content.decode()) == []


@pytest.mark.django_db
def test_a_form_without_its_token_is_refused_with_a_way_on() -> None:
    response = Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "a", "password": "b"})
    assert response.status_code == 403
    assert "The form was too old" in response.content.decode()


@pytest.mark.django_db
def test_a_wrong_password_says_what_to_do(client: Client, alice: User) -> None:
    page = client.post("/accounts/login/", {"login": "alice", "password": "wrong"}).content.decode()
    assert "do not fit together" in page
    assert "alice" in page


@pytest.mark.django_db
def test_a_taken_name_says_so_beside_the_field(client: Client, alice: User) -> None:
    sent = {"username": "alice", "password1": "tale-of-nine-gates", "password2": "tale-of-nine-gates"}
    page = client.post("/accounts/signup/", sent).content.decode()
    assert "This name is taken" in page
    assert 'aria-invalid="true"' in page


@pytest.mark.django_db
def test_the_demo_login_is_shown_where_it_is_set(client: Client, settings: Settings) -> None:
    assert "To look around" not in client.get("/accounts/login/").content.decode()
    settings.TRACKER_DEMO_LOGIN = "demo:tell-a-tale"
    page = client.get("/accounts/login/").content.decode()
    assert "<code data-demo-name>demo</code>" in page
    assert "<code data-demo-password>tell-a-tale</code>" in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name",
    ["account_change_password", "account_email", "account_logout", "account_reset_password",
     "account_reset_password_done", "account_reset_password_from_key_done"],
)  # fmt: skip
def test_every_account_page_wears_the_shell(client: Client, alice: User, name: str) -> None:
    if "reset" not in name:
        client.force_login(alice)
    page = client.get(reverse(name)).content.decode()
    assert 'class="card account"' in page
    assert inline(page) == []


@pytest.mark.django_db
def test_too_many_tries_are_answered_in_the_words_of_the_site(client: Client) -> None:
    from django.template.loader import render_to_string

    page = render_to_string("429.html", {}, request=plain_request())
    assert "Wait a few minutes" in page
