"""The two rows of a cooperative game on a desk."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page

from tests.browser.conftest import Visitor
from tests.cast import COOP, campaign_of
from tests.web.pages.posting import play
from tracker.timelines.access import actor_for
from tracker.timelines.campaigns import main_timeline

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HIDDEN = """board => [...board.querySelectorAll('.fd-gate')].filter(gate =>
    gate.getBoundingClientRect().bottom > board.getBoundingClientRect().bottom + 1).map(gate => gate.innerText)"""


def test_both_rows_are_seen_at_once(
    visit: Callable[..., Visitor], axe: Callable[[Page], None], alice: User, bob: User, sara: User
) -> None:
    campaign = campaign_of(alice, bob, sara, set_up=COOP)
    timeline = main_timeline(campaign)
    play(timeline, actor_for(campaign.memberships.get(user=alice)), 30)
    visitor = visit(user=alice, size="desk")
    visitor.go(f"/t/{timeline.id}/")
    board = visitor.page.locator("#board")
    assert board.locator(".fd-gate").count() == 12
    assert board.evaluate(HIDDEN) == []
    assert visitor.overflow() <= 0
    axe(visitor.page)
