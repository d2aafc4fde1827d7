"""Replay by keys, finger and clock; branching, promoting, and who may undo: in a browser, on two games."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visitor
from tests.browser.playing import click_and_wait, decide, likely, same_luck
from tests.cast import JOURNEY, SOLO, campaign_of
from tests.web.pages.posting import play, version_of
from tracker.eventstore.models import StoredDecision
from tracker.timelines.access import Actor, actor_for
from tracker.timelines.campaigns import change_settings, main_timeline
from tracker.timelines.forking import fork
from tracker.timelines.models import Campaign, Timeline
from tracker.timelines.rewinding import undo
from tracker.timelines.table import name_checkpoint

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Visit = Callable[..., Visitor]
Axe = Callable[[Page], None]


@pytest.fixture(autouse=True)
def _same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    same_luck(monkeypatch, 23)


@pytest.fixture(params=[("fantasy_defense", SOLO), ("isofarian_guard", JOURNEY)], ids=lambda game: str(game[0]))
def played(request: pytest.FixtureRequest, alice: User, bob: User, sara: User) -> Timeline:
    """A campaign of a game under way: a checkpoint in its middle, the last decision taken back."""
    game, set_up = request.param
    campaign = campaign_of(alice, bob, sara, set_up=set_up, game=game)
    timeline, owner = main_timeline(campaign), actor_for(campaign.memberships.get(user=alice))
    play(timeline, owner, 7)
    name_checkpoint(timeline, owner, version_of(timeline), "In the middle")
    play(timeline, owner, 7, seed=6)
    undo(timeline, owner, expected=version_of(timeline))
    return timeline


def ends(timeline: Timeline) -> list[int]:
    """The ends of the decisions in force, oldest first; the last one was taken back."""
    rows = StoredDecision.objects.filter(timeline_id=timeline.id).exclude(name__startswith="table.")
    return list(rows.order_by("first_version").values_list("last_version", flat=True))[:-1]


def at(page: Page) -> int:
    """The version that the bar shows."""
    return int(page.locator("#scrubber-range").input_value())


def wait_for(page: Page, version: int) -> None:
    """Wait until the bar shows a version."""
    expect(page.locator("[data-scrubber-version]")).to_have_text(str(version))
    expect(page.locator("#scrubber-range")).to_have_value(str(version))


def open_at(visitor: Visitor, timeline: Timeline, version: int) -> Page:
    """Open the table at a version."""
    visitor.go(f"{reverse('table', args=[timeline.id])}?v={version}")
    wait_for(visitor.page, version)
    return visitor.page


@pytest.mark.pitfall("BL-040", "BL-147")
def test_a_story_is_replayed_by_keys(visit: Visit, played: Timeline, alice: User) -> None:
    stops = ends(played)
    visitor = visit(user=alice)
    page = open_at(visitor, played, stops[3])
    page.keyboard.press("ArrowRight")
    wait_for(page, stops[4])
    expect(page).to_have_url(re.compile(rf"\?v={stops[4]}$"))
    expect(page.locator("#announcer")).to_contain_text(f"Version {stops[4]} of")
    page.keyboard.press("ArrowLeft")
    wait_for(page, stops[3])
    page.keyboard.press("Home")
    wait_for(page, stops[0])
    page.reload()
    wait_for(page, stops[0])
    page.locator("#scrubber-range").focus()
    page.keyboard.press("PageDown")
    expect(page.locator("[data-scrubber-version]")).not_to_have_text(str(stops[0]))
    expect(page.locator("#scrubber-range")).to_be_focused()
    page.keyboard.press("End")
    expect(page.locator("[data-live]")).to_have_attribute("data-version", str(version_of(played)))


def test_it_plays_by_itself_and_stops_where_nothing_more_counts(visit: Visit, played: Timeline, alice: User) -> None:
    stops = ends(played)
    page = open_at(visit(user=alice), played, stops[-5])
    for _ in range(3):
        page.get_by_role("button", name="Speed").click()
    expect(page.get_by_role("button", name="Speed 8")).to_be_visible()
    page.locator("#scrubber-range").focus()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    wait_for(page, stops[-1])
    expect(page.get_by_role("button", name="Play")).to_be_disabled()
    expect(page.get_by_role("button", name="Speed 8")).to_be_visible()


def test_a_key_stops_what_plays(visit: Visit, played: Timeline, alice: User) -> None:
    stops = ends(played)
    page = open_at(visit(user=alice), played, stops[1])
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000") / 1000)
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(1600)
    wait_for(page, stops[2])
    page.get_by_role("button", name="Pause").click()
    shown = at(page)
    page.clock.run_for(20_000)
    page.evaluate("fetch(location.href).then(answer => answer.text())")  # what was asked for before it is there by then
    assert at(page) == shown


@pytest.mark.parametrize("answer", ["comes", "is lost"])
def test_pause_stops_also_a_step_that_is_on_its_way(visit: Visit, played: Timeline, alice: User, answer: str) -> None:
    stops = ends(played)
    visitor = visit(user=alice)
    page = open_at(visitor, played, stops[1])
    held: list[Route] = []
    page.route(f"**?v={stops[3]}", lambda route: held.append(route), times=1)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000") / 1000)
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(1600)
    wait_for(page, stops[2])
    page.clock.run_for(1600)  # it is time for the next step, which waits for its page
    page.get_by_role("button", name="Pause").click()
    (on_its_way,) = held
    if answer == "comes":
        with page.expect_request_finished(lambda request: request == on_its_way.request):
            on_its_way.continue_()
    else:
        on_its_way.abort()
    page.evaluate("fetch(location.href).then(answer => answer.text())")
    assert (at(page), page.url.endswith(f"?v={stops[2]}")) == (stops[2], True)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert [trouble for trouble in visitor.troubles if "ERR_FAILED" not in trouble] == []
    visitor.troubles.clear()


def test_a_finger_drags_along_the_bar(visit: Visit, played: Timeline, alice: User) -> None:
    page = open_at(visit(size="phone", user=alice, has_touch=True), played, ends(played)[2])
    box = page.locator("#scrubber-range").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] / 2, steps=6)
    page.mouse.move(box["x"] + box["width"] * 0.62, box["y"] + box["height"] / 2, steps=6)
    page.mouse.up()
    expect(page).not_to_have_url(re.compile(rf"\?v={ends(played)[2]}$"))
    expect(page).to_have_url(re.compile(r"\?v=\d+$"))
    expect(page.locator("#now")).to_be_visible()
    expect(page.locator("#scrubber-range")).to_have_value(re.compile("|".join(f"^{end}$" for end in ends(played))))


def test_back_leads_to_where_the_replay_began(visit: Visit, played: Timeline, alice: User) -> None:
    visitor = visit(user=alice)
    visitor.go(reverse("table", args=[played.id]))
    page = visitor.page
    page.get_by_role("link", name="One step back").click()
    expect(page.get_by_text("Nothing can be decided here.")).to_be_visible()
    for _ in range(3):
        before = at(page)
        page.keyboard.press("ArrowLeft")
        expect(page.locator("[data-scrubber-version]")).not_to_have_text(str(before))
    page.go_back()
    expect(page.locator("[data-live]")).to_be_attached()
    expect(page.get_by_text("Nothing can be decided here.")).to_have_count(0)


def test_without_script_steps_are_links(visit: Visit, played: Timeline, alice: User) -> None:
    stops = ends(played)
    visitor = visit(user=alice, java_script_enabled=False)
    visitor.page.goto(f"{visitor.address}{reverse('table', args=[played.id])}?v={stops[3]}")
    page = visitor.page
    expect(page.get_by_role("button", name="Play")).to_be_hidden()
    page.get_by_role("link", name="One step on").click()
    wait_for(page, stops[4])
    page.locator("#scrubber-range").fill(str(stops[2]))
    page.get_by_role("button", name="Go").click()
    wait_for(page, stops[2])


def test_what_changed_is_marked_on_the_board_or_the_sheets(visit: Visit, played: Timeline, alice: User) -> None:
    visitor = visit(user=alice)
    marked = 0
    for stop in ends(played)[1:6]:
        page = open_at(visitor, played, stop)
        marked += page.locator("#board [data-changed], #party [data-changed], .party-strip [data-changed]").count()
        expect(page.locator("#now .then [data-changed]")).to_have_count(0)
    assert marked > 0


def test_a_branch_is_made_played_and_becomes_the_main_timeline(visit: Visit, played: Timeline, alice: User) -> None:
    visitor = visit(user=alice)
    page = open_at(visitor, played, ends(played)[4])
    page.get_by_role("link", name="Branch from here").click()
    page.get_by_label("Name", exact=True).fill("What if we had waited")
    page.get_by_label("What do you want to try?").fill("Patience.")
    page.get_by_role("button", name="Branch").click()
    expect(page.locator("#place")).to_contain_text("What if we had waited")
    decide(page, likely(page).first)
    page.get_by_role("link", name="Timelines").first.click()
    picture = page.get_by_role("navigation", name="The timelines as a picture")
    made = Timeline.objects.get(name="What if we had waited")
    expect(picture.get_by_role("link", name="What if we had waited: branched from Main")).to_be_visible()
    card = page.locator(f"#timeline-{made.id}")
    expect(card).to_contain_text("Patience.")
    card.locator("summary").get_by_text("Make it main").click()
    card.get_by_role("button", name="Make “What if we had waited” the main timeline").click()
    expect(page.get_by_text("is the main timeline now")).to_be_visible()
    assert Campaign.objects.get().main_id == made.id
    picture.get_by_role("link", name=re.compile("^Main: now at version")).click()
    expect(page).to_have_url(f"{visitor.address}{reverse('table', args=[played.id])}")
    page.goto(f"{visitor.address}{reverse('campaign', args=[made.campaign_id])}")
    expect(page.locator("#place")).to_contain_text("What if we had waited")


def test_a_branch_is_archived_and_brought_back(visit: Visit, timeline: Timeline, owner: Actor, alice: User) -> None:
    made = fork(timeline, owner, alice, version_of(timeline), name="Old idea")
    visitor = visit(user=alice)
    visitor.go(reverse("timelines", args=[timeline.campaign_id]))
    page = visitor.page
    page.locator(f"#timeline-{made.id} summary").get_by_text("Archive").click()
    page.get_by_role("button", name="Archive “Old idea”").click()
    expect(page.get_by_text("Nothing of it is lost.")).to_be_visible()
    expect(page.locator(f"#timeline-{made.id}")).to_have_count(0)
    page.goto(f"{visitor.address}{reverse('table', args=[made.id])}")
    expect(page.locator("#now form[data-option]")).to_have_count(0)
    page.get_by_role("button", name="Bring it back").click()
    expect(likely(page).first).to_be_visible()


def test_undo_is_theirs_whom_the_campaign_names(
    visit: Visit, timeline: Timeline, owner: Actor, alice: User, bob: User
) -> None:
    change_settings(timeline.campaign, owner, undo_by="decider")
    play(timeline, owner, 2)
    his, hers = visit(user=bob), visit(user=alice)
    for visitor in (his, hers):
        visitor.go(reverse("table", args=[timeline.id]))
    expect(his.page.get_by_role("button", name="Undo")).to_be_disabled()
    expect(his.page.get_by_role("button", name="Undo")).to_have_attribute(
        "title", "Decisions are taken back by: whoever took the decision, and the owner."
    )
    click_and_wait(hers.page, hers.page.get_by_role("button", name="Undo"))
    expect(hers.page.get_by_text("Set aside:")).to_be_visible()
    his.go(reverse("table", args=[timeline.id]))
    decide(his.page, likely(his.page).first)
    click_and_wait(his.page, his.page.get_by_role("button", name="Undo"))
    expect(his.page.get_by_text("Set aside:")).to_be_visible()


@pytest.mark.pitfall("BL-145")
def test_replay_and_tree_are_accessible_in_every_look(
    visit: Visit, axe: Axe, look: dict[str, str], played: Timeline, alice: User
) -> None:
    owner = actor_for(played.campaign.memberships.get(user=alice))
    stops = ends(played)
    fork(played, owner, alice, stops[4], name="What if", description="Wait.")
    visitor = visit(user=alice, **look)
    table = reverse("table", args=[played.id])
    for path in (
        f"{table}?v={stops[5]}", f"{table}?v={stops[-1] + 2}", reverse("places", args=[played.id]),
        reverse("timelines", args=[played.campaign_id]), reverse("story", args=[played.id]),
    ):  # fmt: skip
        visitor.go(path)
        axe(visitor.page)
        assert visitor.overflow() <= 0, path
        assert visitor.small_targets() == [], path
