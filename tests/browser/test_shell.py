"""The shell in a real browser: accounts, the style guide in every look, colours, keyboard, swaps."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Visit = Callable[..., Visitor]
Axe = Callable[[Page], None]
STYLE = "/accounts/login/?next=/style/"
FOCUS_IS_SEEN = """() => document.activeElement === document.body ||
    [document.activeElement, document.activeElement.closest('.tile')].filter(Boolean).map(it => getComputedStyle(it))
    .some(look => parseFloat(look.outlineWidth) >= 2 && look.outlineStyle !== 'none')"""


@pytest.fixture
def alice(transactional_db: None) -> User:
    return User.objects.create_user("alice", "alice@example.org", "a-long-pass-phrase", is_staff=True)


@pytest.mark.pitfall("BL-145")
@pytest.mark.parametrize("path", ["/style/", "/style/table/", "/credits/", "/accounts/password/change/"])
def test_every_page_of_the_shell_is_accessible_in_every_look(
    visit: Visit, axe: Axe, alice: User, look: dict[str, str], path: str
) -> None:
    visitor = visit(user=alice, **look)
    visitor.go(path)
    axe(visitor.page)
    assert visitor.overflow() <= 0
    assert visitor.small_targets() == []


@pytest.mark.pitfall("BL-145")
@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"])
def test_the_entrance_is_accessible_in_every_look(visit: Visit, axe: Axe, look: dict[str, str], path: str) -> None:
    visitor = visit(**look)
    visitor.go(path)
    axe(visitor.page)
    assert visitor.overflow() <= 0
    assert visitor.small_targets() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("colour", "where"), [("light-dark(#eee, #fff)", "light"), ("light-dark(#000, #222)", "dark")])
def test_what_cannot_be_read_in_one_of_the_schemes_is_found(
    visit: Visit, axe: Axe, scheme: str, colour: str, where: str
) -> None:
    visitor = visit(scheme=scheme)
    visitor.go("/credits/")
    visitor.page.locator("h1").evaluate("(it, colour) => { it.style.color = colour; }", colour)
    with pytest.raises(AssertionError, match=rf"^{where}: color-contrast") as found:
        axe(visitor.page)
    assert ("light: " in str(found.value)) is (where == "light")


def test_signing_in_with_the_keyboard_alone(visit: Visit, alice: User) -> None:
    visitor = visit()
    visitor.go(STYLE)
    visitor.page.get_by_label("Name or e-mail").focus()
    visitor.page.keyboard.type("alice")
    visitor.page.keyboard.press("Tab")
    visitor.page.keyboard.type("a-long-pass-phrase")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_role("heading", name="Style guide")).to_be_visible()


def test_a_wrong_password_keeps_the_name_and_says_what_to_do(visit: Visit, axe: Axe, alice: User) -> None:
    visitor = visit(size="phone")
    visitor.go("/accounts/login/")
    visitor.page.get_by_label("Name or e-mail").fill("alice")
    visitor.page.get_by_label("Password").fill("wrong")
    visitor.page.get_by_role("button", name="Sign in").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("do not fit together")
    expect(visitor.page.get_by_label("Name or e-mail")).to_have_value("alice")
    axe(visitor.page)


def test_making_an_account_and_signing_out_again(visit: Visit) -> None:
    visitor = visit(size="phone")
    visitor.go("/accounts/signup/?next=/credits/")
    visitor.page.get_by_label("Name", exact=True).fill("mira")
    visitor.page.get_by_label("Password", exact=True).fill("tale-of-nine-gates")
    visitor.page.get_by_label("Password, once more").fill("tale-of-nine-gates")
    visitor.page.get_by_role("button", name="Make the account").click()
    expect(visitor.page.get_by_role("heading", name="Credits")).to_be_visible()
    visitor.page.get_by_label("Account of mira").click()
    visitor.page.get_by_role("button", name="Sign out").click()
    expect(visitor.page.get_by_role("link", name="Sign in").first).to_be_visible()
    assert User.objects.filter(username="mira").exists()


def test_the_chosen_colours_hold_for_this_browser_before_anything_is_drawn(visit: Visit) -> None:
    visitor = visit(scheme="light")
    visitor.go("/credits/")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = visitor.page.evaluate(paper)
    for _ in range(2):
        visitor.page.get_by_role("button", name="Colours").click()
    assert visitor.page.evaluate(paper) != light
    visitor.page.goto(visitor.address + "/credits/", wait_until="commit")
    visitor.page.wait_for_selector("body", state="attached")
    assert visitor.page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_the_first_stop_of_the_keyboard_skips_to_the_content(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/credits/")
    visitor.page.keyboard.press("Tab")
    expect(visitor.page.get_by_role("link", name="Skip to the content")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    assert visitor.page.evaluate("document.activeElement.id") == "main"


def test_the_focus_is_seen_wherever_it_goes(visit: Visit, alice: User) -> None:
    visitor = visit(user=alice)
    visitor.go("/style/")
    unseen = []
    for _ in range(60):
        visitor.page.keyboard.press("Tab")
        if not visitor.page.evaluate(FOCUS_IS_SEEN):
            unseen.append(visitor.page.evaluate("document.activeElement.outerHTML.slice(0, 90)"))
    assert unseen == []


def test_a_menu_closes_with_escape_and_gives_the_focus_back(visit: Visit, alice: User) -> None:
    visitor = visit(user=alice)
    visitor.go("/credits/")
    visitor.page.get_by_label("Account of alice").press("Enter")
    expect(visitor.page.get_by_role("link", name="Password")).to_be_visible()
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_role("link", name="Password")).to_be_hidden()
    expect(visitor.page.get_by_label("Account of alice")).to_be_focused()


def test_the_bottom_bar_of_a_phone_chooses_one_panel(visit: Visit, alice: User) -> None:
    visitor = visit(size="phone", user=alice)
    visitor.go("/style/table/")
    panels = {name: visitor.page.locator(f"#{name}") for name in ("now", "party", "board", "story")}
    expect(panels["now"]).to_be_visible()
    visitor.page.get_by_role("link", name="Story").click()
    expect(panels["story"]).to_be_visible()
    expect(panels["now"]).to_be_hidden()


def test_without_script_every_panel_is_there_and_no_control_that_needs_it(visit: Visit, alice: User) -> None:
    visitor = visit(size="phone", user=alice, java_script_enabled=False)
    visitor.page.goto(visitor.address + "/style/table/")
    for name in ("now", "party", "board", "story"):
        expect(visitor.page.locator(f"#{name}")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Colours")).to_be_hidden()
    assert visitor.page.locator("[data-step]:visible").count() == 0


def test_steppers_stay_within_their_bounds_and_totals_are_counted(visit: Visit, alice: User) -> None:
    visitor = visit(user=alice)
    visitor.go("/style/")
    visitor.page.get_by_text("Trade at the market").first.click()
    more = visitor.page.get_by_role("button", name="One more: Iron")
    for _ in range(4):
        more.click()
    expect(visitor.page.get_by_text("4 of 4 chosen")).to_be_visible()
    expect(more).to_be_disabled()
    visitor.page.get_by_role("button", name="One less: Iron").click()
    expect(visitor.page.get_by_text("3 of 4 chosen")).to_be_visible()


def test_decisions_are_found_by_their_words(visit: Visit, alice: User) -> None:
    visitor = visit(user=alice)
    visitor.go("/style/")
    visitor.page.get_by_label("Search the decisions").fill("rest")
    expect(visitor.page.get_by_role("button", name="Rest at the inn")).to_be_visible()
    expect(visitor.page.get_by_text("Walk to a node").first).to_be_hidden()


def test_several_chips_are_tapped_in_and_sent_together(visit: Visit, alice: User) -> None:
    visitor = visit(user=alice)
    visitor.go("/style/")
    sent: list[str] = []
    visitor.page.route("**/style/", lambda route: (sent.append(route.request.post_data or ""), route.fulfill(body="")))
    form = visitor.page.locator("[data-luck]").first
    form.get_by_role("button", name="Compass").click()
    expect(form.get_by_text("1 to go.")).to_be_visible()
    form.get_by_role("button", name="Take back").click()
    expect(form.get_by_text("2 to go.")).to_be_visible()
    form.get_by_role("button", name="Single skull").click()
    expect(form.get_by_role("button", name="Single skull")).to_be_disabled()
    with visitor.page.expect_request_finished():
        form.get_by_role("button", name="Compass").click()
    assert len(sent) == 1
    assert "luck.event_bag=skull_3&luck.event_bag=skull_1&luck.event_bag=compass" in sent[0]
    assert sent[0].count("luck.event_bag=") == 3


@pytest.mark.pitfall("BL-183")
def test_back_after_a_swap_shows_the_whole_page_again(visit: Visit, alice: User) -> None:
    visitor = visit(user=alice)
    visitor.go("/style/table/")
    visitor.page.evaluate(
        """() => {
            main.insertAdjacentHTML('beforeend', '<a href="/credits/" hx-get="/credits/" hx-push-url="true">swap</a>');
            htmx.process(main);
        }"""
    )
    visitor.page.get_by_role("link", name="swap").click()
    expect(visitor.page.get_by_role("heading", name="Credits")).to_be_visible()
    visitor.page.go_back()
    expect(visitor.page.get_by_role("heading", name="Node 29, yellow")).to_be_visible()
    expect(visitor.page.get_by_role("link", name="Campaign tracker").first).to_be_visible()


def swap(visitor: Visitor, body: str, version: str) -> None:
    """Answer the next request of the page with this part and put it in."""
    headers = {"Tracker-Version": version, "Content-Type": "text/html"}
    visitor.page.route("**/swap-test", lambda route: route.fulfill(body=body, headers=headers))
    visitor.page.evaluate("htmx.ajax('GET', '/swap-test', {target: '#main', source: '#main'})")  # waits for its answer
    visitor.page.unroute("**/swap-test")


@pytest.mark.pitfall("BL-050")
def test_an_answer_that_comes_late_does_not_replace_a_newer_one(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/credits/")
    swap(visitor, "<p id=x>eight</p>", "t1:8")
    swap(visitor, "<p id=x>seven</p>", "t1:7")
    expect(visitor.page.locator("#x")).to_have_text("eight")
    swap(visitor, "<p id=x>another timeline</p>", "t2:3")
    expect(visitor.page.locator("#x")).to_have_text("another timeline")


def test_a_changed_value_is_marked_and_announced_and_the_focus_stays(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/credits/")
    part = (
        '<b data-watch="hp" data-watch-label="Alek HP">{}</b><div data-option><input id="say" aria-label="say"></div>'
    )
    swap(visitor, part.format(7), "t1:8")
    visitor.page.locator("#say").fill("half a word")
    swap(visitor, part.format(5), "t1:9")
    expect(visitor.page.locator("#announcer")).to_have_text("Alek HP 5, was 7")
    expect(visitor.page.locator("[data-watch=hp]")).to_have_text("5")
    expect(visitor.page.locator("#say")).to_be_focused()
    expect(visitor.page.locator("#say")).to_have_value("half a word")


LIVE = """<div data-live="/stream-test" data-live-page="/credits/" data-live-version="/version-test"
data-version="8">eight {}
<span data-live-state></span><p data-live-news hidden>The game went on meanwhile.</p></div>"""


def hear(visitor: Visitor, status: int, version: int, more: str = "") -> None:
    """A page at version 8 hears of this version: by the stream or, where that is not to be had, by asking."""
    visitor.go("/credits/")
    body = f"retry: 60000\n\nevent: advanced\ndata: {version}\n\n"
    headers = {"Content-Type": "text/event-stream"}
    visitor.page.route("**/stream-test", lambda route: route.fulfill(status=status, body=body, headers=headers))
    visitor.page.route("**/version-test", lambda route: route.fulfill(json={"version": version}))
    visitor.page.add_script_tag(url="/static/web/js/live.js")
    swap(visitor, LIVE.format(more), "t1:8")


@pytest.mark.parametrize("status", [200, 501], ids=["streamed", "asked"])
def test_a_page_catches_up_with_what_others_decided(visit: Visit, status: int) -> None:
    visitor = visit()
    hear(visitor, status, 9)
    expect(visitor.page.get_by_role("heading", name="Credits")).to_be_visible()
    visitor.troubles.clear()


def test_nothing_is_replaced_while_luck_is_typed_in(visit: Visit) -> None:
    visitor = visit()
    hear(visitor, 200, 9, "<form data-luck></form>")
    expect(visitor.page.get_by_text("The game went on meanwhile.")).to_be_visible()
    expect(visitor.page.locator("[data-luck]")).to_have_count(1)


def test_a_page_that_shows_the_newest_version_stays_as_it_is(visit: Visit) -> None:
    visitor = visit()
    with visitor.page.expect_request_finished(lambda request: request.url.endswith("/stream-test")):
        hear(visitor, 200, 8)
    expect(visitor.page.locator("[data-live-state]")).to_have_text("Live")
    expect(visitor.page.get_by_text("eight")).to_be_visible()


def test_a_failing_answer_is_said_and_changes_nothing(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/credits/")
    visitor.page.route("**/swap-test", lambda route: route.fulfill(status=500, body="oh"))
    visitor.page.evaluate("htmx.ajax('GET', '/swap-test', {target: '#main', source: '#main'})")
    expect(visitor.page.locator(".toast")).to_contain_text("Nothing was changed")
    expect(visitor.page.get_by_role("heading", name="Credits")).to_be_visible()
    assert [trouble for trouble in visitor.troubles if "500" in trouble]
    visitor.troubles.clear()


def test_motion_is_left_out_for_those_who_ask(visit: Visit, alice: User) -> None:
    visitor = visit(user=alice, reduced_motion="reduce")
    visitor.go("/style/")
    lasting = "getComputedStyle(it).transitionDuration"
    moving = f"[...document.querySelectorAll('*')].filter(it => parseFloat({lasting}) > 0).length"
    assert visitor.page.evaluate(moving) == 0
