"""Artisans of Splendent Vale in a real browser: a campaign set up by form, and the beginning of a scene by clicks."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SIZES, Visitor
from tests.browser.playing import begin, decide, likely, same_luck

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Visit = Callable[..., Visitor]
Axe = Callable[[Page], None]

OPENING = ("Elect the record keeper", "Elect the narrator", "Begin at entry 1", "Ruin Raiders")


def form_named(page: Page, words: str) -> Locator:
    """The form of the decision with these words on it."""
    return page.locator("#now .option").filter(has_text=words).locator("form[data-option]").first


def test_a_scene_is_played_by_clicks(visit: Visit, alice: User, axe: Axe, monkeypatch: pytest.MonkeyPatch) -> None:
    same_luck(monkeypatch, 5)
    visitor = visit()
    page = begin(visitor, alice, "artisans_of_splendent_vale", "The ruin", "Harinya, Soraya")
    expect(page.locator(".av-character")).to_have_count(2)
    expect(page.locator("#board")).to_contain_text("Adventure log")
    for words in OPENING:
        decide(page, form_named(page, words))
    expect(page.locator(".av-hexes")).to_be_visible()
    expect(page.locator(".av-token")).to_have_count(0)
    for number in range(16):
        decide(page, likely(page).first, typed_in=number % 3 == 1)
        assert page.locator(".refusal").all_inner_texts() == []

    expect(page.locator(".av-token.ally")).to_have_count(2)
    expect(page.locator(".av-token.enemy")).to_have_count(3)
    expect(page.locator(".av-order > .here")).to_contain_text("Ruffian")
    expect(page.locator(".av-pool .av-die").first).to_be_visible()
    expect(page.locator(".av-now")).to_be_hidden()

    for size in SIZES.values():
        page.set_viewport_size(size)
        for panel in ("now", "party", "board"):
            page.evaluate("panel => { document.documentElement.dataset.panel = panel; }", panel)
            expect(page.locator(f"#{panel}")).to_be_visible()
            axe(page)
            assert visitor.overflow() <= 0
            assert visitor.small_targets() == []

    plain = visit(user=alice, size="phone", java_script_enabled=False)
    plain.go(urlsplit(page.url).path)
    expect(plain.page.locator(".av-token")).to_have_count(5)
    expect(plain.page.locator(".av-character")).to_have_count(2)
