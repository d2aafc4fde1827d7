"""The audit and the archive in the browser: filter, look at a decision, answer it, check the record, take all along."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from tests.browser.conftest import Visitor
from tests.tracker.archive.test_round_trip import erase
from tests.web.pages.posting import play
from tracker.jobs.work import advance
from tracker.timelines.access import Actor
from tracker.timelines.models import Campaign, Timeline

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Visit = Callable[..., Visitor]


def test_a_decision_is_found_answered_and_taken_along(
    visit: Visit, timeline: Timeline, owner: Actor, alice: User, tmp_path: Path
) -> None:
    play(timeline, owner, 6)
    visitor = visit(user=alice, size="phone")
    visitor.go(reverse("story", args=[timeline.id]))
    page = visitor.page
    page.get_by_text("More filters").click()
    page.get_by_label("Part of the game").select_option("invasion")
    page.wait_for_url("**area=invasion**")
    page.get_by_text("fit.").wait_for()
    page.get_by_role("link", name="All about it").last.click()
    page.get_by_role("heading", name="What it changed").wait_for()
    page.get_by_role("button", name="👍").click()
    page.get_by_role("button", name="👍, given by alice").wait_for()
    page.get_by_label("Note").fill("Remember this.")
    page.get_by_role("button", name="Write it").click()
    page.locator(".said-notes").get_by_text("Remember this.").wait_for()
    page.get_by_role("link", name="The story", exact=True).click()
    page.get_by_role("link", name="1 note").wait_for()
    page.get_by_text("Take it along…").click()
    with page.expect_download() as coming:
        page.get_by_role("link", name="Table (CSV)").click()
    coming.value.save_as(tmp_path / "story.csv")
    assert "Remember this." in (tmp_path / "story.csv").read_text(encoding="utf-8")


def test_the_record_is_checked_and_the_campaign_goes_out_and_comes_in(
    visit: Visit, campaign: Campaign, timeline: Timeline, owner: Actor, alice: User, tmp_path: Path
) -> None:
    play(timeline, owner, 4)
    visitor = visit(user=alice)
    visitor.go(reverse("record", args=[campaign.id]))
    page = visitor.page
    page.get_by_role("button", name="Check the record").click()
    page.get_by_text("It waits for its turn.").wait_for()
    advance()
    page.get_by_text("Everything is as it was written.").wait_for()
    page.get_by_role("button", name="Make the file").click()
    page.get_by_text("Waiting").wait_for()
    advance()
    with page.expect_download() as coming:
        page.get_by_role("link", name="Fetch the-northern-gates.campaign.gz").click()
    file = tmp_path / "gates.campaign.gz"
    coming.value.save_as(file)
    erase(campaign)
    visitor.go(reverse("import_campaign"))
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Bring it").click()
    page.get_by_text("It waits for its turn.").wait_for()
    advance()
    page.get_by_role("link", name="Open it").click()
    page.wait_for_url(f"**{reverse('table', args=[timeline.id])}")


def test_the_pages_are_accessible_in_every_look(
    visit: Visit, look: dict[str, str], axe: Callable[[Any], None], campaign: Campaign, timeline: Timeline,
    owner: Actor, alice: User,
) -> None:  # fmt: skip
    play(timeline, owner, 4)
    visitor = visit(user=alice, **look)
    for address in (
        reverse("story", args=[timeline.id]), reverse("decision", args=[timeline.id, 6]),
        reverse("record", args=[campaign.id]), reverse("import_campaign"),
        reverse("story_export", args=[timeline.id, "html"]),
    ):  # fmt: skip
        visitor.go(address)
        axe(visitor.page)
        assert visitor.overflow() <= 0
        assert visitor.small_targets() == []
