"""Two browsers at one table, and everything that may come between a click and its answer."""

from __future__ import annotations

import http.client
import re
import threading
from collections.abc import Callable, Iterator
from urllib.parse import urlencode, urlsplit

import pytest
import uvicorn
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visitor
from tests.browser.playing import click_and_wait, decide, likely, same_luck, streaming_server, version
from tests.web.pages.posting import play, version_of
from tracker.eventstore.models import StoredDecision
from tracker.timelines.access import Actor
from tracker.timelines.models import Timeline
from tracker.timelines.rewinding import undo
from tracker.web import live

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Visit = Callable[..., Visitor]
Streaming = tuple[str, uvicorn.Server]


@pytest.fixture
def streaming(transactional_db: None) -> Iterator[Streaming]:
    """The site with live streams."""
    with streaming_server() as running:
        yield running


@pytest.fixture(autouse=True)
def _same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    same_luck(monkeypatch, 11)


def at_table(visitor: Visitor, timeline: Timeline) -> Page:
    """Open the table."""
    visitor.go(reverse("table", args=[timeline.id]))
    return visitor.page


def live_table(visit: Visit, streaming: Streaming, user: User, timeline: Timeline, **look: str) -> Visitor:
    """Somebody at the table on the server with live streams."""
    visitor = visit(**look)
    visitor.address = streaming[0]
    visitor.sign_in(user)
    expect(at_table(visitor, timeline).locator("[data-live-state]")).to_have_text("Live")
    return visitor


def decisions(timeline: Timeline) -> int:
    """How many were stored."""
    return StoredDecision.objects.filter(timeline_id=timeline.id).count()


@pytest.mark.pitfall("BL-017")
def test_what_one_decides_or_takes_back_the_other_sees_and_goes_on_from(
    visit: Visit, streaming: Streaming, timeline: Timeline, alice: User, bob: User
) -> None:
    hers = live_table(visit, streaming, alice, timeline).page
    his = live_table(visit, streaming, bob, timeline).page
    decide(hers, likely(hers).first)
    expect(his.locator("[data-live]")).to_have_attribute("data-version", str(version(hers)))
    click_and_wait(hers, hers.get_by_role("button", name="Undo"))
    expect(his.locator("[data-live]")).to_have_attribute("data-version", str(version(hers)))
    expect(his.locator("#story")).to_contain_text("alice took back the last decision")
    decide(his, likely(his).first)
    expect(hers.locator("[data-live]")).to_have_attribute("data-version", str(version_of(timeline)))
    expect(hers.locator("[data-live-state]")).to_have_text("Live")


@pytest.mark.pitfall("BL-044")
def test_of_two_who_decide_at_once_one_wins_and_the_other_decides_again_with_one_click(
    visit: Visit, timeline: Timeline, alice: User, bob: User
) -> None:
    hers, slow = at_table(visit(user=alice), timeline), visit(user=bob)
    his = at_table(slow, timeline)
    his.route("**/version/", lambda route: route.fulfill(json={"version": 0}))
    decide(hers, likely(hers).first)
    click_and_wait(his, likely(his).first.get_by_role("button", name="Draw for us"))
    expect(his.get_by_text("The game went on before your decision arrived.")).to_be_visible()
    expect(his.locator(".behind")).to_contain_text("alice")
    before = version_of(timeline)
    click_and_wait(his, likely(his).first.get_by_role("button", name="Draw for us"))
    expect(his.locator(".behind")).to_have_count(0)
    assert version_of(timeline) > before
    assert [trouble for trouble in slow.troubles if "409" not in trouble] == []
    slow.troubles.clear()


@pytest.mark.pitfall("BL-050")
def test_an_answer_that_comes_late_never_replaces_a_newer_page(
    visit: Visit, timeline: Timeline, owner: Actor, alice: User
) -> None:
    page = at_table(visit(user=alice), timeline)
    held: list[Route] = []
    page.route(f"**{reverse('table', args=[timeline.id])}", lambda route: held.append(route), times=1)
    old = page.context.request.get(page.url, headers={"HX-Request": "true"})
    page.evaluate("() => { htmx.ajax('GET', location.pathname, {target: '#main'}); }")
    until(page, held)
    decide(page, likely(page).first)
    shown = version(page)
    with page.expect_request_finished(lambda request: request == held[0].request):
        held[0].fulfill(response=old)
    assert version(page) == shown == version_of(timeline)


def hold(page: Page, address: str, method: str) -> list[Route]:
    """Keep the next such request from the server until it is let go."""
    held: list[Route] = []
    taken = [method]

    def keep(route: Route) -> None:
        if taken and route.request.method == method:
            held.append(route)
            taken.clear()
        else:
            route.fallback()

    page.route(f"**{address}", keep)
    return held


def until(page: Page, held: list[Route]) -> Route:
    """The request that is held, as soon as it is there."""
    for _ in range(500):
        if held:
            return held[0]
        page.wait_for_timeout(20)
    raise AssertionError("nothing was asked for")


@pytest.mark.pitfall("BL-050")
@pytest.mark.parametrize("first", ["news", "answer"])
def test_news_that_come_while_something_is_sent_leave_its_form_in_place(
    visit: Visit, timeline: Timeline, owner: Actor, alice: User, first: str
) -> None:
    """The Undo button stands outside of what news replace: an answer that lost its form left an old one there."""
    visitor = visit(user=alice)
    page = at_table(visitor, timeline)
    decide(page, likely(page).first)
    news = hold(page, reverse("table", args=[timeline.id]), "GET")
    play(timeline, owner, 1)
    until(page, news)
    sent = hold(page, reverse("undo", args=[timeline.id]), "POST")
    button = page.get_by_role("button", name=re.compile("^Undo"))
    button.click()
    until(page, sent)
    for route in (news[0], sent[0]) if first == "news" else (sent[0], news[0]):
        with page.expect_request_finished(lambda request, route=route: request == route.request):  # type: ignore[misc]
            route.continue_()
    expect(page.get_by_text("The game went on before your decision arrived.")).to_be_visible()
    assert version(page) == version_of(timeline)
    click_and_wait(page, button)
    assert version(page) == version_of(timeline)
    assert [trouble for trouble in visitor.troubles if "409" not in trouble] == []
    assert sum("409" in trouble for trouble in visitor.troubles) == 1
    visitor.troubles.clear()


@pytest.mark.pitfall("BL-183", "BL-185")
def test_back_and_forward_give_whole_pages_of_the_present(visit: Visit, timeline: Timeline, alice: User) -> None:
    page = at_table(visit(user=alice), timeline)
    decide(page, likely(page).first)
    now = version(page)
    page.get_by_role("link", name="Story").first.click()
    page.get_by_label("Taken back").select_option("no")
    page.wait_for_url("**undone=no**")
    for _ in range(2):
        page.go_back()
    expect(page.locator("[data-live]")).to_have_attribute("data-version", str(now))
    expect(page.get_by_role("banner")).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("heading", name="The story so far")).to_be_visible()
    expect(page.get_by_role("banner")).to_be_visible()


@pytest.mark.pitfall("BL-056")
def test_a_double_click_sends_one_decision(visit: Visit, timeline: Timeline, alice: User) -> None:
    page = at_table(visit(user=alice), timeline)
    before = decisions(timeline)
    page.evaluate("document.querySelector('#now').dataset.seen = 'yes'")
    likely(page).first.get_by_role("button", name="Draw for us").dblclick()
    page.wait_for_function("() => !document.querySelector('#now').dataset.seen")
    page.wait_for_timeout(300)
    assert decisions(timeline) == before + 1


@pytest.mark.pitfall("BL-056")
def test_where_the_answer_is_lost_nothing_wrong_is_said_and_the_decision_counts_once(
    visit: Visit, timeline: Timeline, alice: User
) -> None:
    visitor = visit(user=alice)
    page = at_table(visitor, timeline)
    before, sent = decisions(timeline), hold(page, reverse("decide", args=[timeline.id]), "POST")
    button = likely(page).first.get_by_role("button", name="Draw for us")
    button.click()
    lost = until(page, sent)
    lost.fetch()
    lost.abort()
    said = page.locator("[data-toast]")
    expect(said).to_contain_text("No connection")
    assert decisions(timeline) == before + 1
    assert "Nothing was changed" not in said.inner_text()
    visitor.troubles.clear()  # the browser tells of the lost answer too
    button.click()
    expect(page.locator(".live")).to_have_attribute("data-version", str(version_of(timeline)))
    assert decisions(timeline) == before + 1


@pytest.mark.pitfall("BL-056")
def test_while_one_decision_is_on_its_way_no_other_is_sent(visit: Visit, timeline: Timeline, alice: User) -> None:
    page = at_table(visit(user=alice), timeline)
    decide(page, likely(page).first)
    before, sent = decisions(timeline), hold(page, reverse("decide", args=[timeline.id]), "POST")
    page.evaluate("document.querySelector('#now').dataset.seen = 'yes'")
    likely(page).first.get_by_role("button", name="Draw for us").click()
    until(page, sent)
    page.get_by_role("button", name=re.compile("^Undo")).click()
    sent[0].continue_()
    page.wait_for_function("() => !document.querySelector('#now').dataset.seen")
    page.wait_for_timeout(300)
    assert decisions(timeline) == before + 1
    assert version(page) == version_of(timeline)


@pytest.mark.pitfall("BL-190")
def test_a_page_whose_server_is_gone_says_that_it_is_not_live(
    visit: Visit, streaming: Streaming, timeline: Timeline, alice: User
) -> None:
    visitor = live_table(visit, streaming, alice, timeline)
    streaming[1].force_exit = True
    streaming[1].should_exit = True
    expect(visitor.page.locator("[data-live-state]")).to_contain_text("Not live since")
    visitor.troubles.clear()


@pytest.mark.pitfall("BL-190")
def test_a_page_that_hears_nothing_any_more_says_that_it_is_not_live(
    visit: Visit, streaming: Streaming, timeline: Timeline, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 60)
    visitor = visit()
    visitor.page.clock.install()
    visitor.address = streaming[0]
    visitor.sign_in(alice)
    page = at_table(visitor, timeline)
    expect(page.locator("[data-live-state]")).to_have_text("Live")
    page.route("**/live/", lambda route: None)
    page.clock.fast_forward(14_000)
    expect(page.locator("[data-live-state]")).to_contain_text("Not live since")


@pytest.mark.pitfall("BL-073")
def test_a_page_without_a_stream_asks_for_news(visit: Visit, timeline: Timeline, owner: Actor, alice: User) -> None:
    page = at_table(visit(user=alice), timeline)
    expect(page.locator("[data-live-state]")).to_have_text("Looks for news every few seconds")
    play(timeline, owner, 1)
    expect(page.locator("[data-live]")).to_have_attribute("data-version", str(version_of(timeline)))


def test_what_is_typed_in_stays_while_others_go_on(
    visit: Visit, streaming: Streaming, timeline: Timeline, owner: Actor, alice: User, bob: User
) -> None:
    his = live_table(visit, streaming, bob, timeline)
    click_and_wait(his.page, likely(his.page).first.get_by_role("button", name="We drew"))
    play(timeline, owner, 1)
    expect(his.page.get_by_text("The game went on meanwhile.")).to_be_visible()
    expect(his.page.locator("[data-luck]")).to_be_visible()
    his.page.get_by_role("link", name="Show it as it is now").click()
    expect(his.page.locator("[data-live]")).to_have_attribute("data-version", str(version_of(timeline)))


def test_a_choice_half_made_is_kept_when_news_come(
    visit: Visit, streaming: Streaming, timeline: Timeline, owner: Actor, bob: User
) -> None:
    page = live_table(visit, streaming, bob, timeline).page
    folded = page.locator("#now details.option:has(input[type=radio]) > summary")
    while not folded.count():
        play(timeline, owner, 1)
        expect(page.locator("[data-live]")).to_have_attribute("data-version", str(version_of(timeline)))
    folded.first.click()
    tiles = page.locator("#now details.option[open] input[type=radio]")
    chosen = tiles.nth(1).get_attribute("value")
    tiles.nth(1).check()
    play(timeline, owner, 1)
    expect(page.locator("[data-live]")).to_have_attribute("data-version", str(version_of(timeline)))
    again = page.locator(f"#now input[type=radio][value={chosen}]")
    if again.count():
        expect(again.first).to_be_checked()
    undo(timeline, owner, expected=version_of(timeline))
    expect(page.locator("[data-live]")).to_have_attribute("data-version", str(version_of(timeline)))


def test_a_decision_is_taken_with_the_keyboard_alone(visit: Visit, timeline: Timeline, alice: User) -> None:
    page = at_table(visit(user=alice), timeline)
    before = version(page)
    page.evaluate("document.querySelector('#now').dataset.seen = 'yes'")
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate(
            "document.activeElement.closest('#now [data-option]') && document.activeElement.type == 'submit'"
        ):
            break
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('#now').dataset.seen")
    assert version(page) > before
    assert page.evaluate("document.activeElement !== document.body")


def test_reading_and_deciding_work_without_script(visit: Visit, timeline: Timeline, alice: User) -> None:
    visitor = visit(user=alice, java_script_enabled=False)
    page, before = visitor.page, version_of(timeline)
    page.goto(visitor.address + reverse("table", args=[timeline.id]))
    likely(page).first.get_by_role("button", name="Draw for us").click()
    assert version(page) == version_of(timeline) > before
    likely(page).first.get_by_role("button", name="We drew").click()
    page.locator(".palette-item:enabled").first.click()
    page.get_by_role("button", name="Undo").click()
    assert version(page) == version_of(timeline)
    page.get_by_role("link", name="One step back").click()
    assert page.get_by_text("Nothing can be decided here.").is_visible()
    page.get_by_role("link", name="Story").first.click()
    assert page.get_by_role("heading", name="The story so far").is_visible()


@pytest.mark.pitfall("BL-142")
def test_scrolling_with_a_finger_on_any_control_sends_nothing(visit: Visit, timeline: Timeline, alice: User) -> None:
    visitor = visit(user=alice, size="phone", has_touch=True, is_mobile=True)
    page, sent = at_table(visitor, timeline), []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    controls = page.locator("#now button:visible, #now label.tile:visible, .bottom-bar a:visible, #undo button:visible")
    touch = page.context.new_cdp_session(page)
    before = version_of(timeline)
    for number in range(min(controls.count(), 12)):
        controls.nth(number).scroll_into_view_if_needed()
        box = controls.nth(number).bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for way in (20, 60, 120):
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y - way}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(400)
    assert (sent, version_of(timeline)) == ([], before)


@pytest.mark.pitfall("BL-066")
def test_two_who_press_at_the_very_same_moment_lose_and_double_nothing(
    visit: Visit, streaming: Streaming, timeline: Timeline, alice: User, bob: User
) -> None:
    visitors = [live_table(visit, streaming, user, timeline) for user in (alice, bob)]
    forms = [
        visitor.page.evaluate("Object.fromEntries(new FormData(document.querySelector('#now [data-option]')))")
        for visitor in visitors
    ]
    before, statuses = decisions(timeline), []
    cookies = [visitor.context.cookies() for visitor in visitors]

    def send(number: int) -> None:
        link = http.client.HTTPConnection(urlsplit(streaming[0]).netloc)
        head = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in cookies[number])
        headers = {"Cookie": head, "Content-Type": "application/x-www-form-urlencoded"}
        link.request(
            "POST", reverse("decide", args=[timeline.id]), urlencode({**forms[number], "luck": "app"}), headers
        )
        statuses.append(link.getresponse().status)

    threads = [threading.Thread(target=send, args=[number]) for number in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [302, 409]
    assert decisions(timeline) == before + 1
