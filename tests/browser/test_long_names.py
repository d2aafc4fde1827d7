"""Names without a space, as long as they may be, on a narrow screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from tests.browser.conftest import Visitor
from tests.web.isofarian_guard.campaigns import go, under_way

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LONG = "W" * 100


def test_a_long_name_stays_on_the_screen(visit: Callable[..., Visitor], alice: User) -> None:
    timeline = under_way(alice)
    timeline.campaign.name = LONG
    timeline.campaign.save(update_fields=["name"])
    go(timeline, "start_quest", quest=LONG, kind="side", at="main/75")
    visitor = visit(user=alice, size="phone")
    campaign = [timeline.campaign_id]
    for path in (
        reverse("home"),
        reverse("table", args=[timeline.id]),
        reverse("story", args=[timeline.id]),
        reverse("game_page", args=[timeline.id, "quests"]),
        reverse("timelines", args=campaign),
        reverse("people", args=campaign),
    ):
        visitor.go(path)
        assert visitor.page.get_by_text(LONG).count() > 0, path
        assert visitor.overflow() <= 0, path
