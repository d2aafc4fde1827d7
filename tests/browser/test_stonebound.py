"""The Stonebound Saga in a real browser: teams, deployment and a stretch of fighting by clicks alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visitor
from tests.browser.playing import click_and_wait, decide, likely, same_luck, version
from tests.cast import campaign_of
from tests.web.stonebound_saga.test_table import DUEL, played
from tracker.timelines.campaigns import main_timeline
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Visit = Callable[..., Visitor]
Axe = Callable[[Page], None]


@pytest.fixture
def duel(alice: User, bob: User, sara: User) -> Timeline:
    """A 1v1 game in which nothing is chosen yet."""
    return main_timeline(campaign_of(alice, bob, sara, set_up=DUEL, game="stonebound_saga"))


def form_named(page: Page, words: str) -> Locator:
    """The form of the decision with these words on it."""
    return page.locator("#now .option").filter(has_text=words).locator("form[data-option]").first


def pick(page: Page, player: str, *names: str) -> None:
    """Choose a team by hand; its form is folded away below the ready-made ones."""
    page.locator("summary").filter(has_text=f"{player}: choose the team").click()
    form = form_named(page, f"{player}: choose the team")
    form.wait_for()
    for name in names:
        form.locator("label.tile").filter(has_text=name).first.click()
    click_and_wait(page, form.locator("button[type=submit]").first)


def advance(page: Page) -> None:
    """Move the active character: as far as the last way on offer leads towards the other end."""
    form = form_named(page, "Move ")
    select = form.locator("select")
    if not select.count():
        decide(page, form)
        return
    ways = select.locator("option").evaluate_all("all => all.map(o => o.value).filter(Boolean)")
    rows = [int(way.split()[-1].split(",")[1]) for way in ways]
    forward = max if version(page) % 2 else min
    select.select_option(ways[rows.index(forward(rows))])
    drawn = form.get_by_role("button", name="Draw for us")
    click_and_wait(page, drawn if drawn.count() else form.locator("button[type=submit]").first)


def test_a_duel_is_played_by_clicks(visit: Visit, monkeypatch: pytest.MonkeyPatch, duel: Timeline, alice: User) -> None:
    same_luck(monkeypatch, 3)
    visitor = visit(user=alice)
    page = visitor.page
    visitor.go(reverse("table", args=[duel.id]))
    pick(page, "Player 1", "Marauder I", "Watchman I", "Vanguard IV")
    pick(page, "Player 2", "Prophet I", "Sentinel I", "Remnant IV")
    for words in ("Confirm the teams", "Roll for the first side", "names who goes first"):
        decide(page, likely(page, words).first) if likely(page, words).count() else decide(
            page, form_named(page, words)
        )
    for _ in range(6):
        decide(page, likely(page).first)
    expect(page.locator(".sb-grid .sb-pawn")).to_have_count(6)
    moves = 0
    for number in range(70):
        if likely(page, "begin the turn").count():
            decide(page, likely(page, "begin the turn").first, typed_in=number == 0)
        elif page.locator("#now .option").filter(has_text="Move ").locator("form[data-option]").count() and moves < 24:
            advance(page)
            moves += 1
        else:
            decide(page, likely(page).first)
        assert page.locator(".refusal").all_inner_texts() == []
    assert moves > 5
    assert at_head(duel).state.round > 1
    assert version(page) == at_head(duel).version


def test_the_table_is_accessible_in_every_look(
    visit: Visit, axe: Axe, look: dict[str, str], duel: Timeline, alice: User
) -> None:
    played(duel, 95)
    visitor = visit(user=alice, **look)
    visitor.go(reverse("table", args=[duel.id]))
    axe(visitor.page)
    assert visitor.overflow() <= 0
    assert visitor.small_targets() == []
