"""Long forms of the table page: fetched when somebody opens them, by whatever means, and kept like any other."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.conftest import Visitor
from tests.browser.playing import click_and_wait
from tests.web.isofarian_guard.campaigns import go, under_way
from tests.web.pages.posting import options, version_of
from tracker.timelines.models import Timeline
from tracker.web.option_forms import option_key

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Visit = Callable[..., Visitor]
LOOK_ANEW = "() => htmx.ajax('GET', location.pathname, { target: '#main', swap: 'innerHTML show:none' })"
"""What the page does when it hears that the game went on."""


@pytest.fixture
def timeline(alice: User) -> Timeline:
    return under_way(alice)


def box_of(page: Page, timeline: Timeline, do: str = "place_party") -> Locator:
    return page.locator(f"#option-{option_key(options(timeline, do)[0])}")


def at_table(visitor: Visitor, timeline: Timeline) -> Page:
    """The table page, told nothing of what others do."""
    visitor.page.route("**/live/", lambda route: route.fulfill(status=204))
    visitor.page.route("**/version/", lambda route: route.fulfill(json={"version": 0}))
    visitor.go(reverse("table", args=[timeline.id]))
    return visitor.page


def test_a_long_form_comes_once_when_its_name_is_clicked(visit: Visit, timeline: Timeline, alice: User) -> None:
    page = at_table(visit(user=alice), timeline)
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if "/options/" in request.url else None)
    box = box_of(page, timeline)
    expect(box.locator("form")).to_have_count(0)
    box.locator("summary").click()
    expect(box.locator("select")).to_be_visible()
    box.locator("summary").click()
    expect(box.locator("select")).to_be_hidden()
    box.locator("summary").click()
    box.locator("select").select_option("main/67")
    click_and_wait(page, box.locator("button[type=submit]"))
    expect(page.locator("#now h2")).to_have_text("Node 67")
    assert len(asked) == 1


def test_by_key_the_next_stop_after_its_name_is_the_form(visit: Visit, timeline: Timeline, alice: User) -> None:
    page = at_table(visit(user=alice), timeline)
    box = box_of(page, timeline)
    page.get_by_role("searchbox", name="Search the decisions").fill("somewhere else")
    box.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(box.locator("select")).to_be_visible()
    expect(box.locator("summary")).to_be_focused()
    page.keyboard.press("Tab")
    expect(box.locator("select")).to_be_focused()


def test_without_script_its_link_opens_the_page_with_the_form(visit: Visit, timeline: Timeline, alice: User) -> None:
    visitor = visit(user=alice, java_script_enabled=False)
    page = visitor.page
    page.goto(visitor.address + reverse("table", args=[timeline.id]))
    box = box_of(page, timeline)
    box.locator("summary").click()
    box.get_by_role("link", name="Show the form").click()
    expect(box.locator("select")).to_be_visible()
    box.locator("select").select_option("main/67")
    box.locator("button[type=submit]").click()
    expect(page.locator("#now h2")).to_have_text("Node 67")


@pytest.mark.pitfall("BL-044")
def test_on_a_page_that_is_behind_it_comes_as_it_was_and_what_is_sent_is_kept(
    visit: Visit, timeline: Timeline, alice: User
) -> None:
    visitor = visit(user=alice)
    page = at_table(visitor, timeline)
    go(timeline, "move", to="main/75")
    at = version_of(timeline)
    box = box_of(page, timeline)
    box.locator("summary").click()
    box.locator("select").select_option("main/67")
    click_and_wait(page, box.locator("button[type=submit]"))
    expect(page.get_by_text("The game went on before your decision arrived.")).to_be_visible()
    assert version_of(timeline) == at
    expect(box.locator("select")).to_have_value("main/67")
    click_and_wait(page, box.locator("button[type=submit]"))
    expect(page.locator("#now h2")).to_have_text("Node 67")
    assert [trouble for trouble in visitor.troubles if "409" not in trouble] == []
    visitor.troubles.clear()


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_what_is_typed_into_it_stays_when_others_decide(
    visit: Visit, timeline: Timeline, alice: User, size: str
) -> None:
    page = at_table(visit(user=alice, size=size), timeline)
    box, folded = box_of(page, timeline), box_of(page, timeline, "name_respawn")
    for each in (box, folded):
        each.locator("summary").click()
        each.locator("select").select_option("main/67")
    folded.locator("summary").click()
    box.locator("select").focus()
    top = box.bounding_box()
    go(timeline, "correct_value", path=["sil"], value=40, reason="Counted again.")
    page.evaluate(LOOK_ANEW)
    expect(page.locator("[data-live]")).to_have_attribute("data-version", str(version_of(timeline)))
    expect(box.locator("select")).to_have_value("main/67")
    expect(box.locator("select")).to_be_focused()
    assert box.bounding_box() == top
    expect(folded.locator("form")).to_have_count(0)
    folded.locator("summary").click()
    expect(folded.locator("select")).to_have_value("main/67")


def test_a_form_that_does_not_come_says_so_and_is_asked_for_again(
    visit: Visit, timeline: Timeline, alice: User
) -> None:
    visitor = visit(user=alice)
    page = at_table(visitor, timeline)
    page.route("**/options/**", lambda route: route.abort(), times=1)
    box = box_of(page, timeline)
    box.locator("summary").click()
    expect(box.get_by_role("status")).to_contain_text("The form did not come.")
    box.get_by_role("link", name="Try again").focus()
    page.keyboard.press("Enter")
    expect(box.locator("select")).to_be_visible()
    expect(box.locator("summary")).to_be_focused()
    visitor.troubles.clear()


def test_while_it_is_on_its_way_that_is_said(visit: Visit, timeline: Timeline, alice: User) -> None:
    page = at_table(visit(user=alice), timeline)
    held = []
    page.route("**/options/**", lambda route: held.append(route))
    box = box_of(page, timeline)
    with page.expect_request("**/options/**"):
        box.locator("summary").click()
    expect(box.get_by_role("status")).to_contain_text("The form is on its way …")
    box.locator("summary").click()
    box.locator("summary").click()
    assert len(held) == 1
    held[0].continue_()
    expect(box.locator("select")).to_be_visible()


@pytest.mark.pitfall("BL-145")
def test_the_longest_form_is_accessible_in_every_look(
    visit: Visit, axe: Callable[[Page], None], look: dict[str, str], timeline: Timeline, alice: User
) -> None:
    visitor = visit(user=alice, **look)
    page = at_table(visitor, timeline)
    box = box_of(page, timeline, "follow_book")
    box.locator("summary").first.click()
    expect(box.locator("form")).to_be_visible()
    axe(page)
    assert visitor.overflow() <= 0
    assert visitor.small_targets() == []
