"""The field of a search and its button stand in one row."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Locator

from tests.browser.conftest import Visitor
from tests.web.isofarian_guard.campaigns import under_way

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BOX = """it => {
    const { top, bottom } = it.getBoundingClientRect(), corners = getComputedStyle(it);
    return [top, bottom, corners.borderTopLeftRadius === corners.borderTopRightRadius];
}"""


def drawn(it: Locator) -> tuple[float, float, bool]:
    """Its upper and lower edge, and whether its corners are alike."""
    top, bottom, alike = it.evaluate(BOX)
    return round(top, 1), round(bottom, 1), alike


@pytest.mark.parametrize("book", ["stash", "map"])
def test_a_search_field_is_as_high_as_its_button_with_corners_alike(
    visit: Callable[..., Visitor], look: dict[str, str], alice: User, book: str
) -> None:
    visitor = visit(user=alice, **look)
    visitor.go(reverse("game_page", args=[under_way(alice).id, book]))
    row = visitor.page.get_by_role("search")
    field, button = drawn(row.get_by_role("searchbox")), drawn(row.get_by_role("button"))
    assert field == button
    assert field[2]
