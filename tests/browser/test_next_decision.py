"""After a decision the next one is in sight; where nothing led elsewhere, nothing moves."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visitor
from tests.browser.playing import click_and_wait
from tests.web.isofarian_guard.fights import wolves

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Visit = Callable[..., Visitor]


def card(page: Page, label: str) -> Locator:
    """The card of a decision."""
    return page.locator("#now [data-filter-item]").filter(has_text=label).first


def rolled(page: Page) -> float:
    """How far the decisions are scrolled, by panel or by page."""
    return float(page.evaluate("document.querySelector('#now').scrollTop + scrollY"))


@pytest.fixture
def visitor(visit: Visit, look: dict[str, str], alice: User) -> Visitor:
    timeline = wolves(alice)
    window = visit(user=alice, **look)
    window.go(reverse("table", args=[timeline.id]))
    return window


def test_where_a_decision_led_elsewhere_the_page_shows_what_comes_next(visitor: Visitor) -> None:
    page = visitor.page
    click_and_wait(page, card(page, "Fight: double skull").get_by_role("button"))
    fell = card(page, "We fell").get_by_role("button").first
    fell.scroll_into_view_if_needed()
    assert rolled(page) > 100
    click_and_wait(page, fell)
    expect(page.locator("#now h2")).to_be_in_viewport()
    expect(page.locator("#now .options.likely button").first).to_be_in_viewport()


def test_while_the_place_is_the_same_the_page_stays_where_the_finger_is(visitor: Visitor) -> None:
    page = visitor.page
    click_and_wait(page, card(page, "Skip the battle").get_by_role("button"))
    off = card(page, "Alek takes off Scaled Dagger").get_by_role("button").first
    off.evaluate("button => button.scrollIntoView({ block: 'center' })")
    before = rolled(page)
    assert before > 100
    click_and_wait(page, off)
    assert rolled(page) == before
