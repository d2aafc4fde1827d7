"""Playing on the table page with clicks alone, and a server that streams."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import pytest
import uvicorn
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page

from rules.kernel import Seeded
from tests.browser.conftest import Visitor
from tracker.asgi import django_application
from tracker.web import luck_forms

IS_NEW = "() => { const now = document.querySelector('#now'); return now && !now.dataset.seen; }"
FILL = """form => {
    for (const field of form.querySelectorAll('fieldset')) {
        const radios = [...field.querySelectorAll('input[type=radio]:not([disabled])')];
        if (radios.length && !radios.some(radio => radio.checked)) radios[0].click();
    }
    for (const select of form.querySelectorAll('select[required]')) {
        if (!select.value) select.value = [...select.options].find(option => option.value && !option.disabled).value;
    }
}"""


def same_luck(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Let the app draw the same in each run."""
    seeds = count(seed)
    monkeypatch.setattr(luck_forms, "Rolled", lambda: Seeded(next(seeds)))


def begin(visitor: Visitor, user: User, game: str, name: str, words: str) -> Page:
    """Begin a campaign through the form, with the first set-up that has these words on it."""
    visitor.sign_in(user)
    visitor.go(f"/campaigns/new/{game}/")
    visitor.page.get_by_label("Name of the campaign").fill(name)
    visitor.page.locator("form[data-option]").filter(has_text=words).first.locator("button[type=submit]").click()
    return visitor.page


def version(page: Page) -> int:
    """The version that the page shows."""
    return int(page.locator("[data-live]").get_attribute("data-version") or "")


def click_and_wait(page: Page, button: Locator) -> None:
    """Press a button and wait until the page has its answer."""
    page.evaluate("document.querySelector('#now').dataset.seen = 'yes'")
    button.click()
    page.wait_for_function(IS_NEW)


def likely(page: Page, words: str = "") -> Locator:
    """The forms of the decisions that are offered first, or those with these words on them."""
    forms = page.locator("#now .options.likely form[data-option], #now .options-rest form[data-option]")
    return forms.filter(has_text=words) if words else forms


def tap_luck(page: Page) -> None:
    """Type in what came up: whatever the palette still holds, until it is answered."""
    form = page.locator("[data-luck]")
    page.evaluate("document.querySelector('#now').dataset.seen = 'yes'")
    for _ in range(int(form.get_attribute("data-count") or "1")):
        form.locator(".palette-item:enabled").first.click()
    page.wait_for_function(IS_NEW)


def decide(page: Page, form: Locator, *, typed_in: bool = False) -> None:
    """Fill in a form as it comes and send it; luck is drawn by the app or tapped in."""
    opened = form.locator("xpath=ancestor::details[1]")
    if opened.count() and opened.get_attribute("open") is None:
        opened.locator("summary").first.click()
    form.evaluate(FILL)
    drawn, tapped = form.get_by_role("button", name="Draw for us"), form.get_by_role("button", name="We drew")
    if not drawn.count():
        click_and_wait(page, form.locator("button[type=submit]").first)
        return
    click_and_wait(page, tapped if typed_in else drawn)
    while page.locator("[data-luck]").count():
        tap_luck(page)


def play_to_the_end(page: Page, most: int = 200) -> int:
    """Play by what is offered first until the game is over; every third time with luck of the table.

    :returns: how many decisions it took
    """
    for number in range(most):
        if page.locator("[data-outcome]").count():
            return number
        decide(page, likely(page).first, typed_in=number % 3 == 1)
        refused = page.locator(".refusal").all_inner_texts()
        assert refused == [], f"{refused} {page.locator('#now').inner_text()[:900]}"
    raise AssertionError(f"the game was not over after {most} decisions")


@contextmanager
def streaming_server() -> Iterator[tuple[str, uvicorn.Server]]:
    """The site under ASGI on a port of its own, on the database of the tests."""
    free = socket.socket()
    free.bind(("127.0.0.1", 0))
    config = uvicorn.Config(django_application, log_level="error", lifespan="off", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [free]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{free.getsockname()[1]}", server
    finally:
        server.should_exit = True
        thread.join(10)
        free.close()
