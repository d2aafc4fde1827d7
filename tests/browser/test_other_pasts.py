"""Amending a decision with a conflict and comparing what came of it, in a real browser."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from rules.games import game
from rules.kernel import Seeded
from rules.kernel.players import filled, likely_first, play_on
from tests.browser.conftest import Visitor
from tracker.eventstore import store
from tracker.packs.versions import default_pack, pack
from tracker.timelines.access import actor_for
from tracker.timelines.amending import preview
from tracker.timelines.campaigns import main_timeline, start
from tracker.timelines.deciding import decide
from tracker.timelines.decisions import in_force_since
from tracker.timelines.forking import fork
from tracker.timelines.models import Timeline
from tracker.timelines.plans import Plan
from tracker.timelines.positions import at_head
from tracker.timelines.replaying import past_of
from tracker.timelines.rewinding import set_up_end

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Visit = Callable[..., Visitor]
Axe = Callable[[Page], None]


def played(user: User, game_key: str, count: int, seed: int = 3) -> Timeline:
    """A campaign of a game in which somebody took so many decisions."""
    content, source = pack(default_pack(game_key).hash), random.Random(seed)
    set_up = filled(source, game(game_key).set_up_options(content)[0])
    campaign = start(user, name="A long way", game_key=game_key, pack_hash=default_pack(game_key).hash, set_up=set_up,
                     chance=lambda: Seeded(seed))  # fmt: skip
    timeline = main_timeline(campaign)
    go_on(timeline, user, count, source)
    return timeline


def go_on(timeline: Timeline, user: User, count: int, source: random.Random) -> None:
    """Take some more decisions."""
    actor = actor_for(timeline.campaign.memberships.get(user=user))
    for _ in range(count):
        position, luck = at_head(timeline), source.getrandbits(32)
        move = play_on(position.game, position.state, position.pack, source, policy=likely_first, chance=Seeded(luck))
        if move is None:
            return
        decide(timeline, actor, move[0], expected=position.version, chance=lambda seed=luck: Seeded(seed))


def first_decision(timeline: Timeline) -> int:
    """The version of the first decision after the set-up."""
    line = store.lineage(timeline.id)
    return in_force_since(line, set_up_end(line))[0].first_version


def first_needed(timeline: Timeline, user: User) -> int:
    """The version of the first decision without which a later one is not possible."""
    line, actor = store.lineage(timeline.id), actor_for(timeline.campaign.memberships.get(user=user))
    for row in in_force_since(line, set_up_end(line)):
        if preview(past_of(timeline, row.first_version), actor, Plan(row.first_version, "drop")).conflicts:
            return row.first_version
    raise AssertionError("every decision can be done without")


@pytest.mark.pitfall("BL-176")
@pytest.mark.parametrize(("game_key", "count"), [("fantasy_defense", 14), ("isofarian_guard", 14)])
def test_amend_with_a_conflict_and_compare(visit: Visit, axe: Axe, alice: User, game_key: str, count: int) -> None:
    timeline = played(alice, game_key, count)
    version = first_needed(timeline, alice)
    before = store.head(timeline.id)
    visitor = visit(user=alice)
    page = visitor.page
    visitor.go(reverse("story", args=[timeline.id]))
    line = page.locator(f"#v{version}")
    line.get_by_text("From here…").click()
    line.get_by_role("link", name="Amend this decision").click()
    expect(page.get_by_role("heading", name=f"What if version {version} had been otherwise?")).to_be_visible()
    page.get_by_role("link", name="Leave it out").click()
    page.get_by_role("button", name="See what would come of it").click()
    expect(page.locator(".fare")).to_contain_text("in conflict")
    expect(page.locator(".conflict.open .conflict-why").first).not_to_be_empty()
    axe(page)
    expect(page.get_by_role("button", name="Make this timeline")).to_be_disabled()
    page.locator(".conflict.open").first.get_by_role("button", name="Skip it").click()
    expect(page.locator(".conflict:not(.open)").first).to_contain_text("left out")
    if page.locator(".conflict.open").count():
        page.locator(".rest-ways").get_by_role("button", name="Skip", exact=True).click()
    expect(page.locator(".fare")).not_to_contain_text("in conflict")
    page.get_by_label("Name").fill("As if it had not been")
    page.get_by_role("button", name="Make this timeline").click()
    expect(page.get_by_role("heading", name="Side by side")).to_be_visible()
    expect(page.locator(".side").last).to_contain_text("As if it had not been")
    expect(page.locator(".beside li").first).to_be_visible()
    axe(page)
    made = Timeline.objects.get(name="As if it had not been")
    assert made.forked_at == version - 1
    assert store.head(timeline.id) == before


@pytest.fixture
def alice(transactional_db: None) -> User:
    return User.objects.create_user("alice", "alice@example.org", "a-long-pass-phrase")


@pytest.mark.pitfall("BL-145")
def test_the_pages_are_accessible_in_every_look(visit: Visit, axe: Axe, alice: User, look: dict[str, str]) -> None:
    timeline = played(alice, "fantasy_defense", 14)
    actor = actor_for(timeline.campaign.memberships.get())
    branch = fork(timeline, actor, alice, at_head(timeline).version, name="Another way")
    for each, seed in ((timeline, 1), (branch, 2)):
        go_on(each, alice, 8, random.Random(seed))
    version = first_decision(timeline)
    visitor = visit(user=alice, **look)
    addresses = [
        reverse("amend", args=[timeline.id, version]),
        f"{reverse('amend_choose', args=[timeline.id, version])}?how=drop",
        f"{reverse('amend_choose', args=[timeline.id, version])}?how=insert",
        reverse("compare", args=[timeline.campaign_id]),
    ]
    for address in addresses:
        visitor.go(address)
        if "compare/" in address:
            visitor.page.get_by_text("Compare others").click()
        axe(visitor.page)
        assert visitor.overflow() <= 0, address
        assert visitor.small_targets() == [], address
    visitor.go(addresses[1])
    visitor.page.get_by_role("button", name="See what would come of it").click()
    visitor.page.get_by_role("heading", name="What would come of it").wait_for()
    for folded in visitor.page.locator(".consequences summary").all():
        folded.click()
    axe(visitor.page)
    assert visitor.overflow() <= 0
    assert visitor.small_targets() == []
    visitor.page.get_by_role("link", name="Replace it").first.click()
    visitor.page.get_by_text("no longer possible").first.wait_for()
    axe(visitor.page)
    assert visitor.overflow() <= 0


def test_luck_is_typed_in_for_the_amended_decision(visit: Visit, alice: User) -> None:
    timeline = played(alice, "fantasy_defense", 3)
    version = first_decision(timeline)
    visitor = visit(user=alice, size="phone")
    page = visitor.page
    visitor.go(reverse("amend", args=[timeline.id, version]))
    page.locator(".as-it-was").get_by_role("button", name="We drew").click()
    page.locator(".palette-item:enabled").last.click()
    expect(page.locator(".past-decision.becomes")).to_be_visible()
    expect(page.locator(".fare")).to_contain_text("later decision")
    page.reload()
    expect(page.locator(".past-decision.becomes")).to_be_visible()
