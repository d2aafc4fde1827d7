"""The first game of Encounters: Shattered Wastes in a real browser: set up and played for a round by clicks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SIZES, Visitor
from tests.browser.playing import begin, click_and_wait, decide, same_luck

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Visit = Callable[..., Visitor]
Axe = Callable[[Page], None]

SET_UP = (
    "Choose the enemy", "takes a Character", "takes a Character", "Place", "Place", "Build STAMINA",
    "Put a card in each Area", "Begin the first round",
)  # fmt: skip
WANTED = (
    "Reduce Threat", "Use no Reaction", "attacks", "recovers", "Fill the empty Areas", "dice for", "die for",
    "Activate", "End the activation", "Resolve Area", "End the round",
)  # fmt: skip
"""What is done first, of what may be done."""


def forms_of(page: Page, words: str) -> Locator:
    """The forms of the decisions with these words on them."""
    return page.locator(f'#now .option[data-filter-item*="{words}"] form[data-option]')


def next_form(page: Page) -> Locator:
    """The form of the decision that comes first among those that may be taken."""
    for words in WANTED:
        forms = forms_of(page, words)
        if forms.count():
            return forms.first
    raise AssertionError(f"nothing to do: {page.locator('#now').inner_text()[:900]}")


@pytest.mark.rule("SW-RND-001", "SW-DRF-007", "SW-ENM-011")
def test_a_round_of_the_first_game_by_clicks(
    visit: Visit, alice: User, axe: Axe, monkeypatch: pytest.MonkeyPatch
) -> None:
    same_luck(monkeypatch, 7)
    visitor = visit()
    page = begin(visitor, alice, "encounters_shattered_wastes", "The first game", "Play the first game")
    expect(page.get_by_role("heading", name="Set-up")).to_be_visible()
    for words in SET_UP:
        decide(page, forms_of(page, words).first)
        assert page.locator(".refusal").all_inner_texts() == []
    expect(page.get_by_role("heading", name="Round 1, Refresh Phase")).to_be_visible()

    for _ in range(40):
        if page.get_by_role("heading", name="Round 2, Refresh Phase").count():
            break
        decide(page, next_form(page))
        assert page.locator(".refusal").all_inner_texts() == []
    expect(page.get_by_role("heading", name="Round 2, Refresh Phase")).to_be_visible()
    expect(page.locator(".sw-area")).to_have_count(5)
    expect(page.locator("#story")).to_contain_text("Round 1 is over.")

    click_and_wait(page, page.get_by_role("button", name="Undo"))
    expect(page.get_by_role("heading", name="Round 1, Defend Phase")).to_be_visible()
    click_and_wait(page, page.get_by_role("button", name="Redo"))
    expect(page.get_by_role("heading", name="Round 2, Refresh Phase")).to_be_visible()
    axe(page)
    for size in SIZES.values():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert visitor.overflow() == 0
        assert visitor.small_targets() == []
    assert visitor.troubles == []
