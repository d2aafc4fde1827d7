"""The form of a card in Chromium: what is chosen brings its fields, and the card is told back in words."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.web.isofarian_guard.fights import wolves

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def opened(visitor: Visitor, user: User, part: str) -> Page:
    """The form of a new card."""
    visitor.go(reverse("card", args=[wolves(user).id, part]))
    return visitor.page


def choose(page: Page, name: str, value: str) -> None:
    """Choose what decides which other fields there are; without script they come when somebody asks."""
    page.select_option(f"select[name='{name}']", value)
    if not page.evaluate("typeof htmx !== 'undefined'"):
        page.get_by_role("button", name="Show what it says").click()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_condition_is_filled_in_by_fields_and_told_back(
    visit: Callable[..., Visitor], alice: User, scripts: bool
) -> None:
    page = opened(visit(size="phone", user=alice, java_script_enabled=scripts), alice, "items")
    page.get_by_label("Name", exact=True).fill("Owl Feather")
    page.locator(".cd-add summary").click()
    page.get_by_role("button", name="If", exact=True).click()
    place = "c.effects.0.cond"
    choose(page, f"{place}.kind", "compare")
    choose(page, f"{place}.compare.0.kind", "stat")
    page.select_option(f"select[name='{place}.compare.0.stat.stat']", "hp")
    page.select_option(f"select[name='{place}.compare.1']", "<=")
    page.fill(f"input[name='{place}.compare.2.number']", "5")
    page.locator("[name='c.effects.0.then.#'] ~ .cd-add summary").click()
    page.locator("[name='c.effects.0.then.#'] ~ .cd-add").get_by_role("button", name="Heal").click()
    choose(page, "c.effects.0.then.0.who", "self")
    expect(page.locator("#card-said")).to_contain_text("If your HP is at most 5: you heal 1 HP.")


def test_a_keyword_that_is_chosen_brings_its_fields(visit: Callable[..., Visitor], alice: User) -> None:
    page = opened(visit(user=alice), alice, "abilities")
    choose(page, "c.P.keyword.name", "burst")
    expect(page.locator("[name='c.P.keyword.cubes']")).to_be_visible()


def test_what_is_told_back_while_more_is_chosen_does_not_stop_the_choice(
    visit: Callable[..., Visitor], alice: User
) -> None:
    page = opened(visit(user=alice), alice, "accessories")
    page.fill("[name='c.limit']", "2")
    page.select_option("[name='c.cost_chip']", index=1)  # told back a moment later
    blocks = page.locator(".cd-blocks", has_text="What answers something")
    blocks.locator(".cd-add summary").click()
    blocks.get_by_role("button", name="Reaction").click()
    page.select_option("[name='c.reactive.0.trigger']", "hit")
    choose(page, "c.reactive.0.if.kind", "has_aggro")
    expect(page.locator("[name='c.reactive.0.if.has_aggro']")).to_be_visible()


def test_a_field_answers_from_the_moment_it_appears(visit: Callable[..., Visitor], alice: User) -> None:
    page = opened(visit(user=alice), alice, "items")
    page.get_by_label("Name", exact=True).fill("Owl Feather")
    page.evaluate(
        """() => new MutationObserver((_, watching) => {
            const who = document.querySelector("[name='c.effects.0.who']");
            if (!who) return;
            watching.disconnect();
            who.value = "self";
            who.dispatchEvent(new Event("change", { bubbles: true }));
        }).observe(document.getElementById("main"), { childList: true, subtree: true })"""
    )
    page.locator(".cd-add summary").click()
    page.get_by_role("button", name="Heal", exact=True).click()
    expect(page.locator("#card-said")).to_contain_text("You heal 1 HP.")
