"""A campaign of The Isofarian Guard in a real browser: the map, the books, and a walk through everything that a day on
the road may bring."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from projections.pages import pages
from tests.browser.conftest import Visitor
from tests.browser.playing import click_and_wait, decide, likely, version
from tests.web.isofarian_guard.campaigns import go, under_way
from tests.web.pages.posting import version_of
from tracker.timelines.models import Timeline

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Visit = Callable[..., Visitor]
Axe = Callable[[Page], None]

BOOKS = [page.name for page in pages("isofarian_guard")]
ON_THE_ROAD: dict[str, Any] = {
    "at": "fort_istra/courtyard",
    "lux": 9,
    "fort": {},
    "stash": {"sil": 5, "cards": {"pine": 4}},
    "prestige": {},
    "checkpoint": "",
}


def node(page: Page, ref: str) -> Locator:
    return page.locator(f"#node-{ref.replace('/', '-')}")


def walk(page: Page, *refs: str) -> None:
    """Go from node to node by the map."""
    for ref in refs:
        click_and_wait(page, node(page, ref))
        expect(node(page, ref)).to_have_class(re.compile(r"\bhere\b"))


def draw(page: Page, chip: str) -> None:
    """Draw an event chip at the table and say which it was."""
    click_and_wait(page, likely(page, "We drew").first.get_by_role("button", name="We drew"))
    click_and_wait(page, page.locator(f'.palette-item[value="{chip}"]'))


def option(page: Page, label: str) -> Locator:
    """The form of a decision by what stands on it, opened where it is folded."""
    wanted = page.locator("#now [data-filter-item]").filter(has_text=re.compile(rf"^\s*{re.escape(label)}"))
    box = wanted.first
    if box.evaluate("box => box.tagName === 'DETAILS' && !box.open"):
        box.locator("summary").first.click()
    return box.locator("form[data-option]")


def take(page: Page, label: str) -> None:
    """Take a decision as its form comes."""
    decide(page, option(page, label))


@pytest.mark.pitfall("BL-145")
def test_table_and_books_are_accessible_in_every_look(
    visit: Visit, axe: Axe, look: dict[str, str], alice: User
) -> None:
    timeline = under_way(alice)
    visitor = visit(user=alice, **look)
    table = reverse("table", args=[timeline.id])
    sessions = reverse("sessions", args=[timeline.id])
    for path in (table, sessions, *(reverse("game_page", args=[timeline.id, name]) for name in BOOKS)):
        visitor.go(path)
        axe(visitor.page)
        assert visitor.overflow() <= 0, path
        assert visitor.small_targets() == [], path


def test_the_map_is_walked_by_click_and_by_key(visit: Visit, alice: User) -> None:
    timeline = under_way(alice)
    visitor = visit(user=alice)
    page = visitor.page
    visitor.go(reverse("table", args=[timeline.id]))
    walk(page, "main/75")
    node(page, "main/75").focus()
    page.keyboard.press("ArrowRight")
    expect(node(page, "main/76")).to_be_focused()
    page.evaluate("document.querySelector('#now').dataset.seen = 'yes'")
    page.keyboard.press("Enter")
    expect(page.locator("#now h2")).to_have_text("Node 76")
    assert version(page) == version_of(timeline)


def test_the_map_zooms_and_is_dragged_without_going_anywhere(visit: Visit, alice: User) -> None:
    timeline = under_way(alice)
    visitor = visit(user=alice)
    page = visitor.page
    visitor.go(reverse("table", args=[timeline.id]))
    picture = page.locator("[data-map-picture]")
    before, at = picture.get_attribute("viewBox"), version(page)
    page.get_by_role("button", name="Closer").click()
    closer = picture.get_attribute("viewBox")
    assert float((closer or "").split()[2]) < float((before or "").split()[2])
    box = node(page, "main/75").locator(".shape").bounding_box()
    assert box
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + 90, box["y"] + 60, steps=4)
    page.mouse.up()
    assert picture.get_attribute("viewBox") != closer
    page.get_by_role("button", name="The whole map").click()
    page.get_by_role("button", name="To the party").click()
    assert version(page) == at == version_of(timeline)


@pytest.mark.pitfall("BL-147")
def test_on_a_phone_the_map_lets_the_page_scroll(visit: Visit, alice: User) -> None:
    timeline = under_way(alice)
    visitor = visit(user=alice, size="phone", has_touch=True)
    page = visitor.page
    visitor.go(reverse("table", args=[timeline.id]) + "#board")
    assert page.locator("[data-map-picture]").evaluate("it => getComputedStyle(it).touchAction") == "pan-x pan-y"
    click_and_wait(page, node(page, "main/75"))
    expect(node(page, "main/75")).to_be_visible()
    assert page.evaluate("document.documentElement.dataset.panel") == "board"


def fingers(visitor: Visitor) -> Callable[[str, list[tuple[int, int]]], None]:
    """What touches the glass: ``touchStart``, ``touchMove`` or ``touchEnd``, and where."""
    session = visitor.context.new_cdp_session(visitor.page)

    def touch(kind: str, points: list[tuple[int, int]]) -> None:
        places = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    return touch


@pytest.mark.pitfall("BL-147")
def test_two_fingers_zoom_the_map_and_one_scrolls_the_page(visit: Visit, alice: User) -> None:
    visitor = visit(user=alice, size="phone", has_touch=True, is_mobile=True)
    page, touch = visitor.page, fingers(visitor)
    visitor.go(reverse("game_page", args=[under_way(alice).id, "map"]))
    picture = page.locator("[data-map-picture]")
    before = picture.get_attribute("viewBox") or ""
    touch("touchStart", [(150, 500), (250, 500)])
    for step in range(1, 6):
        touch("touchMove", [(150 - 4 * step, 500), (250 + 4 * step, 500)])
    touch("touchEnd", [])
    closer = picture.get_attribute("viewBox") or ""
    assert float(closer.split()[2]) < float(before.split()[2])
    assert page.evaluate("scrollY") == 0
    touch("touchStart", [(200, 600)])
    for step in range(1, 10):
        touch("touchMove", [(200, 600 - 20 * step)])
    touch("touchEnd", [])
    page.wait_for_function("scrollY > 100")
    assert picture.get_attribute("viewBox") == closer


def test_without_script_the_map_leads_to_the_decisions(visit: Visit, alice: User) -> None:
    timeline = under_way(alice)
    visitor = visit(user=alice, java_script_enabled=False)
    page = visitor.page
    page.goto(visitor.address + reverse("table", args=[timeline.id]))
    address = node(page, "main/75").get_attribute("href") or ""
    form = page.locator(address).locator("form")
    form.locator("button").click()
    expect(page.locator("#now h2")).to_have_text("Node 75")


def test_a_day_on_the_road(visit: Visit, alice: User) -> None:
    """Rebuild, learn, walk, draw, fight, rest, buy, craft, fall, recover, undo the fall, branch from the inn."""
    timeline = under_way(alice, **ON_THE_ROAD)
    upgrade = {"level": 2, "chapter": 1, "cost": 4, "links": ["start"], "bonus": {"stat": "hp", "add": 1}}
    go(timeline, "record_card", part="skill_trees", under="grigory", card="stout", facts=upgrade)
    go(timeline, "learn_inn_fee", city="mir", fee=3)
    visitor = visit(user=alice)
    page = visitor.page
    visitor.go(reverse("table", args=[timeline.id]))

    take(page, "Rebuild: Lumbermill")
    expect(page.locator("#story")).to_contain_text("The Lumbermill of Fort Istra was rebuilt with 4 Pine.")
    take(page, "Grigory unlocks an upgrade")
    expect(page.locator("#story")).to_contain_text("Grigory learned Stout")
    form = option(page, "The party is somewhere else")
    form.locator("select").select_option("main/70")
    decide(page, form)

    walk(page, "main/67")
    draw(page, "skull_1")
    take(page, "Fight: single skull")
    take(page, "We won")
    expect(page.locator("#story")).to_contain_text("The party won the battle.")

    walk(page, "main/70", "mir/streets", "mir/inn")
    take(page, "Rest")
    expect(page.locator("#story")).to_contain_text("The party rested at the inn of Mir for 3 Sil")
    rested = version(page)
    walk(page, "mir/streets", "mir/market")
    click_and_wait(page, option(page, "Buy").get_by_role("button", name="Health Potion"))
    expect(page.locator("#story")).to_contain_text("The party bought Health Potion for 5 Sil.")
    walk(page, "mir/streets", "mir/blacksmith")
    form = option(page, "Have a card made")
    form.get_by_text("Traveling Boots").click()
    decide(page, form)
    expect(page.locator("#story")).to_contain_text("Traveling Boots was crafted from")

    walk(page, "mir/streets", "main/70", "main/67")
    draw(page, "skull_2")
    take(page, "Fight: double skull")
    fighting = version(page)
    take(page, "We fell")
    expect(page.locator("#story")).to_contain_text("The party fell at node 67.")
    expect(page.locator("#now h2")).to_have_text("The inn of Mir")
    walk(page, "mir/streets", "main/70", "main/67")
    form = option(page, "Collect the pile")
    form.get_by_role("spinbutton", name="Health Potion").first.fill("1")
    decide(page, form)
    expect(page.locator("#story")).to_contain_text("The party collected its pile at node 67")

    for _ in range(5):
        click_and_wait(page, page.get_by_role("button", name=re.compile("^Undo")))
    expect(page.locator("#now h2")).to_have_text("Battle at node 67")
    assert version(page) > fighting

    page.goto(f"{visitor.address}{reverse('table', args=[timeline.id])}?v={rested}")
    expect(page.locator("#board")).to_contain_text("The inn of Mir")
    page.get_by_role("link", name="Branch from here").click()
    page.get_by_label("Name", exact=True).fill("What if we had stayed")
    page.get_by_role("button", name="Branch").click()
    expect(page.locator("#place")).to_contain_text("What if we had stayed")
    walk(page, "mir/streets")
    assert version(page) == version_of(Timeline.objects.get(name="What if we had stayed"))
