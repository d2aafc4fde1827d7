"""Decisions with long names on a narrow screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from tests.browser.conftest import Visitor
from tests.web.pages.posting import play
from tracker.timelines.access import Actor
from tracker.timelines.models import Timeline

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LENGTHEN = """buttons => buttons.forEach(button => {
    button.textContent = 'Deploy the Keeper of the Bridge (5) with You Shall Not Pass';
    for (let it = button.closest('details'); it; it = it.parentElement.closest('details')) it.open = true;
})"""


def test_a_button_with_a_long_name_stays_on_a_phone(
    visit: Callable[..., Visitor], timeline: Timeline, owner: Actor, alice: User
) -> None:
    play(timeline, owner, 4)
    visitor = visit(user=alice, size="phone")
    visitor.go(f"/t/{timeline.id}/")
    buttons = visitor.page.locator("#now .option form > button")
    assert buttons.count() > 0
    buttons.evaluate_all(LENGTHEN)
    assert visitor.overflow() <= 0
