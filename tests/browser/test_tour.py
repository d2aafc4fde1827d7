"""A newcomer takes the tour through the demo campaign: decides, takes back, looks back, branches."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.playing import click_and_wait, decide, likely
from tracker.timelines.campaigns import main_timeline
from tracker.timelines.models import Campaign
from tracker.timelines.positions import at_head
from tracker.web import demo_road

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def begin(visitor: Visitor) -> Page:
    """Sign in for the first time and begin the tour."""
    visitor.go("/")
    page = visitor.page
    page.get_by_role("link", name="take a tour in seven steps").click()
    page.get_by_role("button", name="Begin the tour").click()
    return at_step(page, 1)


def at_step(page: Page, number: int) -> Page:
    """Wait until the tour stands at a step."""
    expect(page.locator(".tour-at")).to_contain_text(f"step {number} of 7")
    return page


def go_on(page: Page, number: int) -> None:
    """The next step."""
    page.locator(".tour").get_by_role("button", name="Next").click()
    at_step(page, number)


def test_each_step_is_readable_in_every_look(
    visit: Callable[..., Visitor], look: dict[str, str], axe: Callable[[Page], None], charlie: User
) -> None:
    visitor = visit(**look, user=charlie)
    page = begin(visitor)
    for number in range(2, 8):
        assert visitor.overflow() <= 0
        axe(page)
        go_on(page, number)
    axe(page)
    page.locator(".tour").get_by_role("button", name="Done").click()
    expect(page.locator(".tour")).to_have_count(0)


def test_a_newcomer_decides_takes_it_back_and_branches(visit: Callable[..., Visitor], charlie: User) -> None:
    page = begin(visit(user=charlie))
    timeline = main_timeline(Campaign.objects.get(name=demo_road.NAME))
    go_on(page, 2)
    decide(page, likely(page, "Rebuild: Lumbermill").first)
    assert at_head(timeline).state.fort == {"lumbermill": 1}
    go_on(page, 3)
    click_and_wait(page, page.get_by_role("button", name="Undo").first)
    assert at_head(timeline).state.fort == {}
    go_on(page, 4)
    expect(page.get_by_text("The party fell at node 30.").first).to_be_visible()
    go_on(page, 5)
    expect(page.get_by_text("Back to now").first).to_be_visible()
    go_on(page, 6)
    page.get_by_label("Name").first.fill("Past the bear")
    page.get_by_role("button", name="Branch").first.click()
    expect(page.locator("#place")).to_contain_text("Past the bear")
    branch = Campaign.objects.get().timelines.get(name="Past the bear")
    decide(page, page.locator("#now form:has([name=do][value=avoid_battle])").first)
    assert at_head(branch).state.phase == "exploration"
    assert at_head(timeline).state.at == "fort_istra/courtyard"
    go_on(page, 7)
    expect(page.get_by_role("heading", level=1)).to_have_text("Side by side")
    expect(page.locator("#main")).to_contain_text("Past the bear")
