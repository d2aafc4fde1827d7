"""What-if odds in the browser: asked for from the past, watched, read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from tests.browser.conftest import Visitor
from tests.web.pages.posting import play, version_of
from tracker.jobs.work import advance
from tracker.simulations.asking import Question, ask
from tracker.timelines.access import Actor
from tracker.timelines.models import Timeline

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Visit = Callable[..., Visitor]


def test_odds_are_asked_for_from_a_past_version_and_appear_by_themselves(
    visit: Visit, timeline: Timeline, owner: Actor, alice: User
) -> None:
    play(timeline, owner, 6)
    visitor = visit(user=alice, size="phone")
    visitor.go(reverse("table", args=[timeline.id]) + "?v=11")
    page = visitor.page
    page.get_by_role("link", name="What-if odds from here").first.click()
    page.get_by_label("How many rounds have passed").fill("2")
    page.get_by_label("rounds have passed", exact=True).check()
    page.get_by_label("How often").fill("30")
    page.get_by_role("button", name="Play on from version 11").click()
    page.get_by_text("It waits for its turn.").wait_for()
    advance()
    page.get_by_role("heading", name="In 30 plays from here").wait_for()
    page.get_by_text("The same as a table").first.click()
    assert page.get_by_role("row", name="The game goes on").first.is_visible()
    assert page.get_by_text("2 rounds have passed").is_visible()


def test_the_what_if_pages_are_accessible_in_every_look(
    visit: Visit, look: dict[str, str], axe: Callable[[Any], None], timeline: Timeline, owner: Actor, alice: User
) -> None:
    simulation = ask(timeline, owner, alice, version_of(timeline), Question("random", plays=40, seed="axe"))
    visitor = visit(user=alice, **look)
    addresses = [reverse("what_if", args=[timeline.id]), reverse("simulation", args=[timeline.id, simulation.id])]
    visitor.go(addresses[1])
    axe(visitor.page)
    advance()
    for address in addresses:
        visitor.go(address)
        axe(visitor.page)
        assert visitor.overflow() <= 0
        assert visitor.small_targets() == []
