"""The table page of The Isofarian Guard as it comes after each decision: what it weighs, and what it costs."""

from __future__ import annotations

import time
import uuid
from collections.abc import Mapping
from itertools import cycle
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.benchmarks.harness import QUICK, ROUNDS, Report, percentile, ratios
from tests.web.isofarian_guard.campaigns import under_way
from tests.web.pages.posting import options, steps
from tracker.timelines.campaigns import main_timeline
from tracker.timelines.models import Timeline
from tracker.web.demo import demo_campaigns, demo_user
from tracker.web.option_forms import option_key
from tracker.web.table_page import OPEN

GAME = "isofarian_guard"
PART = {"HX-Request": "true"}
TIMES = 6 if QUICK else 20
KILOBYTES = 200
TO_AND_FRO = ("main/75", "main/70")


def measure(report: Report) -> None:
    """The rows about the table page."""
    ours, theirs = User.objects.create(username="bench"), demo_user()
    demo = next(main_timeline(campaign) for campaign in demo_campaigns() if campaign.game == GAME)
    on_the_road = under_way(ours)
    for name, user, timeline in (("of the demo", theirs, demo), ("on the road to Mir", ours, on_the_road)):
        weight = len(_part(_browser(user), timeline)) / 1000
        report.row(f"the part of the page after a decision, kilobytes: the campaign {name}", [weight], most=KILOBYTES)
    browser = _browser(ours)
    every = {OPEN: " ".join(option_key(option) for option in options(on_the_road))}
    report.row(
        "the part of the page, its long forms folded / open, by the processor's clock",
        ratios(lambda: _cost(browser, on_the_road), lambda: _cost(browser, on_the_road, every), ROUNDS), most=0.7,
    )  # fmt: skip
    decided = [1000 * _decisions(browser, on_the_road) for _ in range(ROUNDS)]
    report.row("a decision from its form to the page that follows, by the processor's clock, p50, ms", decided)


def _browser(user: Any) -> Client:
    browser = Client(headers={"host": "localhost"})
    browser.force_login(user)
    return browser


def _part(browser: Client, timeline: Timeline, headers: Mapping[str, str] = {}) -> bytes:
    answer = browser.get(reverse("table", args=[timeline.id]), headers={**PART, **headers})
    assert answer.status_code == 200, answer.status_code
    return bytes(answer.content)


def _cost(browser: Client, timeline: Timeline, headers: Mapping[str, str] = {}) -> float:
    """What the part of the page takes of the processor, in seconds: the median of several."""
    taken = []
    for _ in range(TIMES):
        begun = time.process_time()
        _part(browser, timeline, headers)
        taken.append(time.process_time() - begun)
    return percentile(taken, 50)


def _decisions(browser: Client, timeline: Timeline) -> float:
    """What a step to the next node and the page that follows take of the processor, in seconds: the median."""
    taken = []
    for _, to in zip(range(TIMES), cycle(TO_AND_FRO), strict=False):
        option = next(each for each in options(timeline, "move") if each.fixed["to"] == to)
        form = steps(timeline, do="move", option=option_key(option), key=uuid.uuid4().hex)
        begun = time.process_time()
        answer = browser.post(reverse("decide", args=[timeline.id]), form, headers=PART)
        taken.append(time.process_time() - begun)
        assert answer.status_code == 200, answer.status_code
    return percentile(taken, 50)
