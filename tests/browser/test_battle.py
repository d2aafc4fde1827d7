"""A newcomer fights battles in the browser: from the demo campaign to victory, to defeat, with a draw undone and a
branch."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visitor
from tests.browser.playing import click_and_wait, same_luck, tap_luck, version
from tests.web.isofarian_guard.fights import does, fights, wolves
from tracker.timelines.campaigns import main_timeline
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head
from tracker.web.demo_road import road

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Visit = Callable[..., Visitor]
Axe = Callable[[Page], None]
MOST = 250


@pytest.fixture(autouse=True)
def _same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    same_luck(monkeypatch, 3)


@pytest.fixture
def sight(alice: User) -> Timeline:
    """A battle that has just begun, on node 1 before two Timber Wolves."""
    timeline = wolves(alice)
    does(timeline, "fight")
    does(timeline, "fight_rounds")
    return timeline


CUT = """labels => labels.filter(label => {
    const box = label.getBBox();
    return box.x < 0 || box.x + box.width > label.ownerSVGElement.viewBox.baseVal.width;
}).map(label => label.textContent)"""
"""The labels of a chart that stand out of its picture."""


def at_table(visitor: Visitor, timeline: Timeline) -> Page:
    visitor.go(reverse("table", args=[timeline.id]))
    return visitor.page


def press(page: Page, name: str) -> None:
    """Press a button of the Now panel by its words and wait for the answer."""
    click_and_wait(page, page.locator("#now").get_by_role("button", name=name).first)


def fighting(page: Page) -> bool:
    return page.locator("#board .bt-grid").count() > 0


def fight_on(page: Page, wanted: Callable[[Page], Locator | None]) -> None:
    """Press on until the battle is over: first whatever ``wanted`` finds, else what moves the round along."""
    for _ in range(MOST):
        if not fighting(page):
            return
        click_and_wait(page, wanted(page) or along(page))
        assert page.locator(".refusal").all_inner_texts() == []
        if page.locator("[data-luck]").count():
            tap_luck(page)
    raise AssertionError(f"the battle goes on for ever: {page.locator('#now').inner_text()[:500]}")


def along(page: Page) -> Locator:
    """The button that moves the round along, whatever the step is."""
    now = page.locator("#now")
    for name in ("the card does nothing more", "Start round", "Activate", "Draw for us", "is done", "End the", "acts",
                 "carries out", "Clean up", "Take the rewards"):  # fmt: skip
        button = now.get_by_role("button", name=name).locator("visible=true")
        if button.count() and button.first.is_enabled():
            return button.first
    raise AssertionError(f"nothing moves the battle along: {now.inner_text()[:600]}")


def an_attack(page: Page) -> Locator | None:
    """A target to attack, with whatever card can."""
    target = page.locator("#now .likely .tap:enabled").locator("visible=true")
    group = page.locator("#now .likely .option-button", has_text="this attack").locator("visible=true")
    for found in (group, target):
        if found.count():
            return found.first
    return None


def nothing(page: Page) -> Locator | None:
    return None


def read_as_a_blow(page: Page) -> Locator | None:
    """Read an AI card at the table as a heavy blow on both guards, where one lies open."""
    form = page.locator("#now form", has=page.locator("input[name='f.deed.damage']")).locator("visible=true")
    heading = page.locator("#now .likely .option-label", has_text="its card, and it did this")
    if not (form.count() and heading.count()):
        return None
    for box in form.first.locator("input[name='f.deed.who']").all():
        if box.get_attribute("value") in ("grigory", "alek") and not box.is_checked():
            box.check()
    form.first.locator("input[name='f.deed.damage']").fill("9")
    return form.first.locator("button[type=submit]").last


def test_a_newcomer_fights_from_a_chip_of_the_demo_campaign_to_victory(visit: Visit, alice: User) -> None:
    timeline = main_timeline(road(alice))
    page = at_table(visit(size="phone", user=alice), timeline)
    press(page, "Go to Node 102")
    press(page, "Go to Node 99")
    press(page, "We drew")
    click_and_wait(page, page.locator(".palette-item", has_text="skull").first)
    press(page, "Fight")
    page.locator("#now select").first.select_option("timber_wolf/1")
    press(page, "Fight it here, round by round")
    expect(page.locator("#now h2").first).to_have_text("Round 1: the round begins")
    expect(page.locator("#board-word")).to_have_text("Battle")
    fight_on(page, an_attack)
    expect(page.locator("#board-word")).to_have_text("Map")
    state = at_head(timeline).state
    assert state is not None
    assert state.phase == "exploration"  # type: ignore[attr-defined]
    assert "beaten" in page.locator("#story").inner_text() or "won" in page.locator("#story").inner_text().lower()


def test_a_battle_can_be_lost_by_cards_that_were_read_at_the_table(visit: Visit, alice: User, sight: Timeline) -> None:
    page = at_table(visit(user=alice), sight)
    fight_on(page, read_as_a_blow)
    state = at_head(sight).state
    assert state is not None
    assert state.fight is None  # type: ignore[attr-defined]
    assert "lost" in page.locator("#story").inner_text()


def test_one_draw_is_undone_and_the_battle_branches(visit: Visit, alice: User, sight: Timeline) -> None:
    page = at_table(visit(user=alice), sight)
    press(page, "Start round 1")
    press(page, "Activate Grigory")
    before = version(page)
    press(page, "Draw for us")
    expect(page.locator("#now h2").first).to_have_text("Round 1: Grigory acts")
    click_and_wait(page, page.locator("#undo .undo-button"))
    expect(page.locator("#now h2").first).to_have_text("Round 1: Grigory draws")
    page.goto(page.url.split("?")[0] + f"?v={before}")
    page.get_by_role("link", name="Branch from here").click()
    page.get_by_role("button", name="Branch").click()
    expect(page.locator("#now h2").first).to_have_text("Round 1: Grigory draws")
    press(page, "Draw for us")
    expect(page.locator("#now h2").first).to_have_text("Round 1: Grigory acts")


def test_a_hand_is_tapped_in_chip_by_chip_from_what_is_in_the_bag(visit: Visit, alice: User, sight: Timeline) -> None:
    page = at_table(visit(size="phone", user=alice), sight)
    press(page, "Start round 1")
    press(page, "Activate Alek")
    press(page, "We drew")
    for _ in range(2):
        click_and_wait(page, page.locator(".palette-item", has_text="Black sword 1"))
    expect(page.locator("#now .bt-area-name")).to_contain_text("2 Swords")


def test_the_battle_is_accessible_and_fits_in_every_look(
    visit: Visit, alice: User, sight: Timeline, look: dict[str, str], axe: Axe
) -> None:
    visitor = visit(user=alice, **look)
    page = at_table(visitor, sight)
    axe(page)
    press(page, "Start round 1")
    press(page, "Activate Grigory")
    axe(page)
    press(page, "Draw for us")
    axe(page)
    assert visitor.overflow() == 0
    assert visitor.small_targets() == []
    if look["size"] == "phone":
        for panel in ("party", "board"):
            page.evaluate(f"document.documentElement.dataset.panel = '{panel}'")
            axe(page)
            assert visitor.overflow() == 0


def test_the_record_of_battles_is_accessible_and_fits_in_every_look(
    visit: Visit, alice: User, look: dict[str, str], axe: Axe
) -> None:
    timeline = wolves(alice)
    fights(timeline)
    visitor = visit(user=alice, **look)
    visitor.go(reverse("battles", args=[timeline.id]))
    axe(visitor.page)
    assert visitor.overflow() == 0
    visitor.page.get_by_role("link", name="Battle 1, node 1").click()
    expect(visitor.page.get_by_role("heading", name="Round by round")).to_be_visible()
    axe(visitor.page)
    assert visitor.overflow() == 0
    assert visitor.page.locator(".bs-chart text").evaluate_all(CUT) == []
    visitor.page.get_by_role("link", name="See it begin").nth(1).click()
    expect(visitor.page.locator("#now h2").first).to_contain_text("Round")
    expect(visitor.page.get_by_text("Nothing can be decided here")).to_be_visible()


def test_a_card_is_entered_by_hand_and_carried_out(visit: Visit, alice: User, sight: Timeline) -> None:
    visitor = visit(size="phone", user=alice)
    page = visitor.page
    visitor.go(reverse("cards", args=[sight.id]))
    page.locator(".cd-list li", has_text="Timber Wolf: 6 of 8 AI cards").get_by_role("link").click()
    page.fill("[name=name]", "Claw")
    page.locator("fieldset.cd-blocks", has_text="Actions").locator(".cd-add > summary").first.click()
    page.locator(".menu-sheet:visible").get_by_role("button", name="Lose hp").click()
    page.select_option("select[name='c.actions.0.who']", "all_enemies")
    page.fill("[name='c.actions.0.n']", "2")
    page.locator("[name='c.actions.0.n']").blur()
    expect(page.locator("#card-said")).to_contain_text("2 HP")
    page.get_by_role("button", name="Enter the card").click()
    expect(page.get_by_role("heading", name="Entered by this group")).to_be_visible()
    expect(page.locator(".cd-list b", has_text="5 of 8 AI cards")).to_be_visible()


def test_the_form_for_cards_is_accessible_and_fits_in_every_look(
    visit: Visit, alice: User, sight: Timeline, look: dict[str, str], axe: Axe
) -> None:
    visitor = visit(user=alice, **look)
    for part, query in (("abilities", "?card=guard"), ("ai_cards", "?card=bite&under=timber_wolf")):
        visitor.go(reverse("card", args=[sight.id, part]) + query)
        axe(visitor.page)
        assert visitor.overflow() == 0
