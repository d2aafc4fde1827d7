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

BROKEN = """cards => cards.flatMap(card => {
    const found = [], texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT), range = document.createRange();
    while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/\\S+/g)) {
        range.setStart(texts.currentNode, word.index);
        range.setEnd(texts.currentNode, word.index + word[0].length);
        if (range.getClientRects().length > 1) found.push(word[0]);
    }
    return found;
})"""
"""The words that are broken over two lines."""


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


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_no_word_on_a_card_is_broken(
    visit: Callable[..., Visitor], timeline: Timeline, owner: Actor, alice: User, size: str
) -> None:
    play(timeline, owner, 12)
    visitor = visit(user=alice, size=size)
    visitor.go(f"/t/{timeline.id}/")
    if size == "phone":
        visitor.page.evaluate("document.documentElement.dataset.panel = 'board'")
    cards = visitor.page.locator(".fd-defenders .fd-card")
    assert cards.count() > 0
    cards.evaluate_all("""cards => cards.forEach(card => {
        card.querySelector('.fd-name').textContent = 'Archivist';
        const icon = card.querySelector('.fd-icon');
        if (icon) icon.textContent = 'Arcane Renewal · on deployment';
    })""")
    assert cards.evaluate_all(BROKEN) == []
