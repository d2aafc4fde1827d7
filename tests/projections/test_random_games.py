"""Whole games played at random, with rewinds and branches: sound, and told the same way by every route."""

from __future__ import annotations

import os
import random

import pytest
from django.contrib.auth.models import User

from projections.rebuilding import rebuild
from tests.projections.reads import ensure_right, told_states
from tests.projections.test_sentences import decisions, random_game
from tracker.eventstore.models import StoredDecision
from tracker.timelines.access import actor_for
from tracker.timelines.forking import fork
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head
from tracker.timelines.rewinding import rewind, undo

SEEDS = range(2000 if os.environ.get("TRACKER_NIGHTLY") == "1" else 6)
MOST = 1500
"""Decisions after which a game of any length is over."""


def ensure_sound(timeline: Timeline) -> None:
    """Nothing is broken; stored, rebuilt and computed rows are the same."""
    position = at_head(timeline)
    assert position.game.check(position.state) == []
    ensure_right(timeline)
    assert rebuild(timeline) == 0
    assert told_states(timeline)


@pytest.mark.pitfall("BL-155", "BL-106")
@pytest.mark.parametrize(
    ("key", "seed"),
    [("fantasy_defense", seed) for seed in SEEDS] + [("encounters_shattered_wastes", seed) for seed in SEEDS[::3]],
)
def test_a_game_to_its_end_and_again_otherwise(alice: User, key: str, seed: int) -> None:
    timeline = random_game(alice, key, seed, MOST)
    assert at_head(timeline).game.outcome(at_head(timeline).state) is not None
    ensure_sound(timeline)
    source, actor = random.Random(seed), actor_for(timeline.campaign.memberships.get())
    ends = [version for version in _ends(timeline) if version < at_head(timeline).version]
    rewind(timeline, actor, source.choice(ends), expected=at_head(timeline).version)
    for number, version in enumerate(decisions(timeline, source, 25)):
        if number % 8 == 7:
            undo(timeline, actor, expected=version)
    branch = fork(timeline, actor, alice, source.choice(ends), name="Otherwise")
    for _ in decisions(branch, source, 15):
        pass
    ensure_sound(timeline)
    ensure_sound(branch)


def _ends(timeline: Timeline) -> list[int]:
    rows = StoredDecision.objects.filter(timeline_id=timeline.id, name__startswith=timeline.campaign.game)
    return list(rows.order_by("first_version").values_list("last_version", flat=True))
