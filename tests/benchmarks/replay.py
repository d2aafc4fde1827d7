"""Replaying a campaign of The Isofarian Guard of 10,000 events on PostgreSQL: whole pages, as a browser asks for them.

Real decisions alternate with corrections of a value, each a decision of its own, all of them in force.
"""

from __future__ import annotations

import gc
import itertools
import random
import re
import time
from collections.abc import Iterator
from typing import NamedTuple
from uuid import uuid4

import msgspec
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from projections.rebuilding import rebuild
from rules.games import game as game_of
from rules.kernel import CorrectValue, Seeded
from rules.kernel.players import likely_first, play_on
from rules.kernel.table import ValueCorrected
from tests.benchmarks.harness import QUICK, ROUNDS, Report, percentile, ratios
from tracker.eventstore import store
from tracker.packs.versions import default_pack
from tracker.timelines import positions
from tracker.timelines.access import Actor, actor_for
from tracker.timelines.campaigns import main_timeline, start
from tracker.timelines.deciding import decide
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head, encoded
from tracker.web import replay

GAME = "isofarian_guard"
SHORT, LONG = 1_000, 10_000
DECIDED = 250
"""Decisions that are really taken; corrections follow up to the length."""
STEPS = 40 if QUICK else 120
JUMPS = 10 if QUICK else 30
STEP_AT_MOST = 100
"""Milliseconds that a step may take."""


class Taken(NamedTuple):
    """How long a page took, in seconds: by the clock on the wall, and of the processor in this process."""

    clock: float
    processor: float


def measure(report: Report) -> None:
    """The rows about replaying."""
    user = User.objects.get_or_create(username="bench")[0]
    browser = Client(headers={"host": "localhost"})
    browser.force_login(user)
    short, long = (_campaign(user, length) for length in (SHORT, LONG))
    for way, begin in (("on", 20), ("back", 20 + DECIDED)):
        rounds = [_steps(browser, long, way, begin) for _ in range(ROUNDS)]
        for percent in (50, 95):
            name = f"a step {way} at 10,000 events, the whole page, p{percent}, ms"
            found = [1000 * percentile([step.clock for step in each], percent) for each in rounds]
            report.row(name, found, most=STEP_AT_MOST)
            found = [1000 * percentile([step.processor for step in each], percent) for each in rounds]
            report.row(f"{name}: of it the pages' own processor time", found)
    report.row(
        "a step on: 10,000 / 1,000 events",
        ratios(lambda: _newest_steps(browser, long), lambda: _newest_steps(browser, short), ROUNDS), most=1.3,
    )  # fmt: skip
    jumps = [1000 * percentile(_jumps(browser, long), 50) for _ in range(ROUNDS)]
    report.row("a jump to anywhere at 10,000 events, nothing at hand, p50, ms", jumps)


def _campaign(user: User, events: int) -> Timeline:
    """A campaign with so many events, its read models whole."""
    game, content = game_of(GAME), default_pack(GAME)
    pack = positions.pack_of(content.hash)
    source = random.Random(5)
    first = play_on(game, None, pack, source, policy=likely_first, chance=Seeded(1))
    assert first is not None
    campaign = start(
        user, name=f"{events} events", game_key=GAME, pack_hash=content.hash, set_up=msgspec.to_builtins(first[0]),
        chance=lambda: Seeded(1),
    )  # fmt: skip
    timeline, actor = main_timeline(campaign), actor_for(campaign.memberships.get(user=user))
    for _ in range(DECIDED):
        position, seed = at_head(timeline), source.getrandbits(32)
        move = play_on(game, position.state, pack, source, policy=likely_first, chance=Seeded(seed))
        if move is None or position.version >= events:
            break
        decide(timeline, actor, move[0], expected=position.version, chance=lambda seed=seed: Seeded(seed))
    _correct(timeline, actor, events)
    rebuild(timeline)
    return timeline


def _correct(timeline: Timeline, actor: Actor, events: int) -> None:
    """Corrections up to a length, stored as any decision is, many of them at once."""
    while (position := at_head(timeline)).version < events:
        commits, state, at = [], position.state, position.version
        for _ in range(min(200, events - at)):
            was = state.sil  # type: ignore[union-attr]
            fact = ValueCorrected(path=("sil",), was=was, now=(was + 1) % 90, reason="Counted again.")
            decision = CorrectValue(path=fact.path, value=fact.now, reason=fact.reason)
            state = position.game.evolve(state, fact)
            keep = (at + 1) % positions.SNAPSHOT_EVERY == 0
            commits.append(
                store.Commit(
                    campaign_id=timeline.campaign_id, timeline_id=timeline.id, expected=at,
                    previous=position.head.hash, name_space=GAME,
                    decision=store.NewDecision(uuid4(), f"{GAME}.correct_value", msgspec.json.encode(decision), b"[]",
                                               actor.user_id, actor.alias, "", None),
                    events=[fact], state=encoded(state), rules_version=position.game.version, keep_snapshot=keep,
                )
            )  # fmt: skip
            at += 1
        store.append_all(commits)


def _page(browser: Client, timeline: Timeline, version: int) -> tuple[Taken, str]:
    """How long a page takes, and the page."""
    address = f"{reverse('table', args=[timeline.id])}?v={version}"
    begun = time.perf_counter(), time.process_time()
    answer = browser.get(address, headers={"HX-Request": "true"})
    taken = Taken(time.perf_counter() - begun[0], time.process_time() - begun[1])
    assert answer.status_code == 200, answer.status_code
    return taken, answer.content.decode()


def _steps(browser: Client, timeline: Timeline, way: str, start: int) -> list[Taken]:
    """The times of steps from a version; the look at that version itself is not counted."""
    positions.forget()
    replay.forget()
    gc.collect()
    return list(itertools.islice(_walk(browser, timeline, way, start), STEPS))


def _newest_steps(browser: Client, timeline: Timeline) -> float:
    """The median of steps among the newest versions."""
    newest = _steps(browser, timeline, "on", at_head(timeline).version - STEPS - 5)
    return percentile([step.clock for step in newest], 50)


def _walk(browser: Client, timeline: Timeline, way: str, version: int) -> Iterator[Taken]:
    _, page = _page(browser, timeline, version)
    while found := re.search(rf'v=(\d+)" id="step-{way}"', page):
        taken, page = _page(browser, timeline, int(found[1]))
        yield taken


def _jumps(browser: Client, timeline: Timeline) -> list[float]:
    source = random.Random(3)
    times = []
    for _ in range(JUMPS):
        positions.forget()
        replay.forget()
        times.append(_page(browser, timeline, source.randrange(20, LONG - 1))[0].clock)
    return times
