"""Chromium for the tests of pages: looks (light or dark, phone or desk), signing in, and the checks that all share.

A page that writes an error to its console, throws, or asks for something that is not there fails its test.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response, expect, sync_playwright

CHROMIUM = Path(os.environ.get("TRACKER_CHROMIUM", "/usr/bin/chromium"))
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
             "--disable-sync"]  # fmt: skip
SIZES = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1280, "height": 900}}
PATIENCE = 30_000
"""How long a test waits for what must come, in milliseconds: a busy machine is no fault of a page."""
WAITING = """
    const waiting = new CSSStyleSheet();
    waiting.replaceSync('body { visibility: hidden !important; }');
    document.adoptedStyleSheets = [waiting];
    document.addEventListener('DOMContentLoaded', () => setTimeout(() => {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter(sheet => sheet !== waiting);
    }));
"""
"""A page that a click has opened shows itself to a test once its scripts listen, however slowly they come."""
GIVEN_UP = ("htmx:sendAbort,", "htmx:afterRequest,")
"""What htmx writes where a request gives way to a newer one, as ``hx-sync`` means it to; a failure has a line more."""
COLOURS = ["color-contrast", "link-in-text-block"]
"""What axe finds otherwise in the dark; all else is the same there."""
PLAIN = """() => {
    const plain = new CSSStyleSheet();
    plain.replaceSync('body, button, .button { background-image: none !important; }');
    document.adoptedStyleSheets = [plain];
}"""
"""Without the faint shade of the paper and the buttons: axe judges no contrast on a gradient."""

# Playwright's synchronous interface runs an event loop in this thread, and Django refuses its database inside one.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The browser. Without Chromium the tests are left out, or fail where all services are required."""
    if not CHROMIUM.exists():
        sentence = f"Chromium is not at {CHROMIUM}; install it, or name its place in TRACKER_CHROMIUM"
        if os.environ.get("TRACKER_REQUIRE_SERVICES") == "1":
            pytest.fail(sentence)
        pytest.skip(sentence)
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield browser
        browser.close()


@dataclass
class Visitor:
    """Somebody at a browser.

    :param troubles: what went wrong in the pages so far; a test that expects an answer of 4xx takes it out
    """

    context: BrowserContext
    page: Page
    address: str
    troubles: list[str] = field(default_factory=list)

    def go(self, path: str) -> Response | None:
        """Open a page of the site and wait until its fonts and scripts are there."""
        response = self.page.goto(self.address + path)
        self.page.evaluate("document.fonts.ready")
        return response

    def sign_in(self, user: User) -> None:
        """Be somebody, without going through the form."""
        client = Client()
        client.force_login(user)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME]
        self.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": self.address}])

    def watch(self) -> None:
        """Note everything that goes wrong in the page."""
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type == "error" and not said.text.startswith(GIVEN_UP):
            self.troubles.append(said.text)

    def overflow(self) -> int:
        """By how many pixels the page is wider than the screen."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))

    def small_targets(self) -> list[str]:
        """Controls below 44 pixels either way; links inside sentences are exempt, as WCAG has it."""
        return list(self.page.evaluate(SMALL_TARGETS))


SMALL_TARGETS = """() => [...document.querySelectorAll(
    'button, .button, summary, select, input:not([type=hidden]):not([type=checkbox]):not([type=radio]), .tile, .switch'
)].filter(it => it.checkVisibility()).map(it => [it, it.getBoundingClientRect()])
  .filter(([it, box]) => box.width && (box.width < 43.5 || box.height < 43.5))
  .map(([it, box]) => `${it.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)"""


@pytest.fixture
def visit(chromium: Browser, live_server: Any) -> Iterator[Callable[..., Visitor]]:
    """Open a browser window of its own: ``visit(scheme="dark", size="phone", user=alice)``."""
    visitors: list[Visitor] = []

    def open_window(scheme: str = "light", size: str = "desk", user: User | None = None, **options: Any) -> Visitor:
        context = chromium.new_context(viewport=SIZES[size], color_scheme=scheme, **options)
        context.set_default_timeout(PATIENCE)
        if options.get("java_script_enabled", True):
            context.add_init_script(WAITING)
        visitor = Visitor(context, context.new_page(), live_server.url)
        visitor.watch()
        if user is not None:
            visitor.sign_in(user)
        visitors.append(visitor)
        return visitor

    yield open_window
    troubles = [trouble for visitor in visitors for trouble in visitor.troubles]
    for visitor in visitors:
        visitor.context.close()
    assert troubles == []


@pytest.fixture(params=SIZES)
def look(request: pytest.FixtureRequest) -> dict[str, str]:
    """Phone and desk in turn, for ``visit(**look)``; ``axe`` looks at each in light and in dark."""
    return {"size": request.param}


def assert_accessible(page: Page) -> None:
    """No serious or critical fault by axe on the page as it stands, neither in light nor in dark colours."""
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    first, second = ("dark", "light") if dark else ("light", "dark")
    faults = _faults(page, first)
    _colour(page, second)
    faults += _faults(page, second, runOnly=COLOURS)
    _colour(page, first)
    assert faults == [], "\n".join(faults)


def _faults(page: Page, scheme: str, **options: Any) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
        page.evaluate(PLAIN)
    # Without "preload": to look into imported stylesheets axe would fetch them by addresses relative to the page.
    options |= {"resultTypes": ["violations"], "preload": False}
    found = page.evaluate("options => axe.run(options).then(results => results.violations)", options)
    return [
        f"{scheme}: {fault['id']} ({fault['impact']}): {node['html'][:200]} {node.get('failureSummary', '')[:300]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


def _colour(page: Page, scheme: Any) -> None:
    """Change the colours, at once."""
    page.emulate_media(color_scheme=scheme)
    page.evaluate("for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();")


@pytest.fixture
def axe() -> Callable[[Page], None]:
    """The check by axe: ``axe(page)``."""
    return assert_accessible
