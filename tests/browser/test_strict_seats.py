"""Two browsers at one table where only whoever plays a seat decides for it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.playing import decide
from tests.web.pages.posting import strict_gates
from tracker.timelines.models import Timeline

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Visit = Callable[..., Visitor]


def at_table(visitor: Visitor, timeline: Timeline) -> Page:
    visitor.go(reverse("table", args=[timeline.id]))
    return visitor.page


def test_each_is_offered_their_own_and_reads_whom_the_rest_is_left_to(
    visit: Visit, alice: User, bob: User, sara: User, look: dict[str, str], axe: Callable[[Page], None]
) -> None:
    timeline = strict_gates(alice, bob, sara)
    visitor = visit(user=bob, **look)
    his = at_table(visitor, timeline)
    left = his.locator("#now .left-to")
    expect(left.locator(".left-to-whom")).to_have_text(re.compile("^(Waiting for|Left to) alice, who is Player 1.$"))
    left.locator("summary").click()
    expect(left.locator("li").first).to_be_visible()
    expect(left.locator("button, form")).to_have_count(0)
    axe(his)
    assert visitor.overflow() == 0
    assert [target for target in visitor.small_targets() if "decision" in target] == []
    for form in his.locator("#now form[data-option]").all():
        assert "Player 1" not in form.inner_text()


def test_whatever_is_offered_is_taken(visit: Visit, alice: User, bob: User, sara: User) -> None:
    timeline = strict_gates(alice, bob, sara)
    for user in (bob, alice):
        page = at_table(visit(user=user), timeline)
        form = page.locator("#now form[data-option]").filter(has=page.locator("[name=do][value=deploy]")).first
        decide(page, form)
        expect(page.locator("#story")).to_contain_text(f"{user.username}")
        assert page.locator(".refusal").all_inner_texts() == []
