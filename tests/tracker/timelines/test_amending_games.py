"""Any decision of any game can be left out: what no longer fits is refused in words, and the game still adds up."""

from __future__ import annotations

import random

import pytest
from django.contrib.auth.models import User

from rules.games import game
from rules.kernel import Seeded
from rules.kernel.players import filled, likely_first, play_on
from tests.tracker.eventstore.test_append import everything
from tracker.eventstore import store
from tracker.packs.versions import default_pack, pack
from tracker.timelines.access import actor_for
from tracker.timelines.amending import preview
from tracker.timelines.campaigns import main_timeline, start
from tracker.timelines.deciding import decide
from tracker.timelines.decisions import in_force_since
from tracker.timelines.models import Timeline
from tracker.timelines.plans import Plan
from tracker.timelines.positions import at_head
from tracker.timelines.replaying import past_of

pytestmark = pytest.mark.django_db


def played(user: User, key: str, seed: int, count: int) -> Timeline:
    """A campaign of a game, played at random for so many decisions."""
    content, source = default_pack(key), random.Random(seed)
    set_up = filled(source, game(key).set_up_options(pack(content.hash))[seed % 2])
    campaign = start(user, name="By chance", game_key=key, pack_hash=content.hash, set_up=set_up,
                     chance=lambda: Seeded(seed))  # fmt: skip
    timeline, actor = main_timeline(campaign), actor_for(campaign.memberships.get())
    for _ in range(count):
        position, luck = at_head(timeline), source.getrandbits(32)
        move = play_on(position.game, position.state, position.pack, source, policy=likely_first, chance=Seeded(luck))
        if move is None:
            break
        decide(timeline, actor, move[0], expected=position.version, chance=lambda seed=luck: Seeded(seed))
    return timeline


@pytest.mark.parametrize("key", ["encounters_shattered_wastes", "fantasy_defense", "isofarian_guard"])
@pytest.mark.parametrize("seed", [1, 4])
def test_each_decision_can_be_left_out(alice: User, key: str, seed: int) -> None:
    timeline = played(alice, key, seed, 40)
    actor = actor_for(timeline.campaign.memberships.get())
    rows = in_force_since(store.lineage(timeline.id), 0)
    before, conflicts = everything(), 0
    for number, row in enumerate(rows[1:], 1):
        version = row.first_version
        for rest in ("skip", "reroll"):
            told = preview(past_of(timeline, version), actor, Plan(version, "drop", rest=rest, seed=number))  # type: ignore[arg-type]
            assert told.game.check(told.state) == []
            assert told.counted == len(rows) - number - 1
            assert all(conflict.refused.code and conflict.refused.sentence for conflict in told.conflicts)
            conflicts += len(told.conflicts)
    assert conflicts
    assert everything() == before


@pytest.mark.parametrize("key", ["encounters_shattered_wastes", "fantasy_defense", "isofarian_guard"])
def test_each_decision_by_itself_comes_out_the_same(alice: User, key: str) -> None:
    timeline = played(alice, key, 6, 30)
    actor = actor_for(timeline.campaign.memberships.get())
    for row in in_force_since(store.lineage(timeline.id), 0):
        told = preview(past_of(timeline, row.first_version), actor, Plan(row.first_version, "change"))
        assert (told.state, told.conflicts) == (at_head(timeline).state, [])
