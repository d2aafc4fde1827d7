"""A newcomer in a real browser: an account, a whole game, undo, the past, a branch."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.playing import click_and_wait, decide, likely, play_to_the_end, same_luck, version
from tests.web.pages.posting import play, version_of
from tracker.timelines.access import Actor
from tracker.timelines.forking import fork
from tracker.timelines.models import Campaign, Timeline
from tracker.timelines.table import name_checkpoint

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Visit = Callable[..., Visitor]
Axe = Callable[[Page], None]


def start_a_game(visitor: Visitor) -> None:
    """Sign up and start a solo game by the pages."""
    page = visitor.page
    visitor.go("/accounts/signup/")
    page.get_by_label("Name", exact=True).fill("mira")
    page.get_by_label("Password", exact=True).fill("tale-of-nine-gates")
    page.get_by_label("Password, once more").fill("tale-of-nine-gates")
    page.get_by_role("button", name="Make the account").click()
    page.get_by_role("link", name="New campaign").first.click()
    page.locator('[data-game="fantasy_defense"]').get_by_role("link", name="Play it").click()
    page.get_by_label("Name of the campaign").fill("Mira's gates")
    solo = page.locator("form[data-option]").filter(has_text="Your Defenders Deck")
    solo.get_by_text("Humans").click()
    solo.get_by_role("button", name="Draw for us").click()
    expect(page.get_by_role("heading", name="Round 1, Invasion Phase")).to_be_visible()


def test_a_newcomer_plays_a_game_to_its_end_and_beyond(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    same_luck(monkeypatch, 7)
    visitor = visit()
    page = visitor.page
    start_a_game(visitor)
    assert play_to_the_end(page) > 10
    expect(page.locator("[data-outcome]")).to_contain_text("The game is over")
    over, main = version(page), Timeline.objects.get()

    click_and_wait(page, page.get_by_role("button", name="Undo"))
    expect(page.locator("[data-outcome]")).to_have_count(0)
    expect(likely(page).first).to_be_visible()
    click_and_wait(page, page.get_by_role("button", name="Redo"))
    expect(page.locator("[data-outcome]")).to_be_visible()
    ended = version_of(main)
    assert ended > over

    page.get_by_role("link", name="One step back").click()
    expect(page.get_by_text("Nothing can be decided here.")).to_be_visible()
    expect(page.locator("#now form[data-option], #undo form")).to_have_count(0)
    page.goto(f"{visitor.address}/t/{main.id}/story/")
    ways = page.locator(".story-line").filter(has_text="invasion").last.locator(".ways")
    ways.locator("summary").click()
    ways.get_by_label("Checkpoint").fill("The first night")
    ways.get_by_role("button", name="Name it").click()
    expect(page.get_by_text("is called “The first night”")).to_be_visible()
    main_is = version_of(main)

    page.goto(f"{visitor.address}/t/{main.id}/")
    page.get_by_label("Checkpoints").click()
    page.locator(".menu.up").get_by_role("link", name="The first night").click()
    page.get_by_role("link", name="Branch from here").click()
    page.get_by_label("Name", exact=True).fill("What if we had waited")
    page.get_by_role("button", name="Branch").click()
    expect(page.locator("#place")).to_contain_text("What if we had waited")
    for _ in range(3):
        decide(page, likely(page).first)
    branch = Timeline.objects.get(name="What if we had waited")
    assert version(page) == version_of(branch) > branch.forked_at + 2

    page.get_by_role("link", name="Timelines").first.click()
    expect(page.locator(".timeline-card")).to_have_count(2)
    expect(page.locator(".timeline-card").nth(1)).to_contain_text(f"Branched from “Main” at version {branch.forked_at}")
    assert version_of(main) == main_is
    page.goto(f"{visitor.address}/t/{main.id}/")
    expect(page.locator("[data-outcome]")).to_be_visible()


def addresses(campaign: Campaign, timeline: Timeline) -> list[str]:
    """The pages that people see most."""
    at = version_of(timeline)
    return [
        reverse("table", args=[timeline.id]), f"{reverse('table', args=[timeline.id])}?v={at - 2}",
        f"{reverse('table', args=[timeline.id])}?v=0", reverse("story", args=[timeline.id]),
        f"{reverse('branch', args=[timeline.id])}?version={at}", reverse("timelines", args=[campaign.id]),
        reverse("people", args=[campaign.id]), "/", "/campaigns/new/", "/campaigns/new/fantasy_defense/",
        "/packs/fantasy_defense/",
    ]  # fmt: skip


@pytest.mark.pitfall("BL-145")
def test_every_page_is_accessible_in_every_look(
    visit: Visit, axe: Axe, look: dict[str, str], campaign: Campaign, timeline: Timeline, owner: Actor, alice: User
) -> None:
    play(timeline, owner, 14)
    name_checkpoint(timeline, owner, version_of(timeline), "Before the storm")
    fork(timeline, owner, alice, version_of(timeline), name="What if", description="Wait.")
    visitor = visit(user=alice, **look)
    for path in addresses(campaign, timeline):
        visitor.go(path)
        axe(visitor.page)
        assert visitor.overflow() <= 0, path
        assert visitor.small_targets() == [], path


@pytest.mark.pitfall("BL-145")
def test_the_parts_of_the_table_on_a_phone_are_accessible(
    visit: Visit, axe: Axe, timeline: Timeline, owner: Actor, alice: User
) -> None:
    play(timeline, owner, 14)
    visitor = visit(user=alice, size="phone", scheme="dark")
    visitor.go(reverse("table", args=[timeline.id]))
    for part in ("Sheets", "Board", "Story"):
        visitor.page.locator(".bottom-bar").get_by_role("link", name=part).click()
        axe(visitor.page)
        assert visitor.overflow() <= 0, part


@pytest.mark.pitfall("BL-145")
def test_palette_refusal_and_outcome_are_accessible(
    visit: Visit, axe: Axe, look: dict[str, str], timeline: Timeline, owner: Actor, alice: User
) -> None:
    visitor = visit(user=alice, **look)
    page, table = visitor.page, reverse("table", args=[timeline.id])
    visitor.go(table)
    form = likely(page).first
    click_and_wait(page, form.get_by_role("button", name="We drew"))
    expect(page.locator("[data-luck]")).to_be_visible()
    axe(page)
    visitor.go(table)
    page.evaluate("document.querySelector('[name=option]').value = 'draw_invader-0000000000'")
    click_and_wait(page, likely(page).first.get_by_role("button", name="Draw for us"))
    expect(page.locator(".refusal")).to_be_in_viewport()
    axe(page)
    assert play(timeline, owner, 400)
    visitor.go(table)
    expect(page.locator("[data-outcome]")).to_be_visible()
    axe(page)
    assert [trouble for trouble in visitor.troubles if "422" not in trouble] == []
    visitor.troubles.clear()
