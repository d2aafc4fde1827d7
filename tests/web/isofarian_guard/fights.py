"""Battles within a campaign, from a skull chip of the real map to their end."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User

from rules.kernel import Observed, Option, Seeded
from rules.kernel.players import play_on
from tracker.packs.versions import default_pack
from tracker.timelines.access import Actor, actor_for
from tracker.timelines.campaigns import main_timeline, start
from tracker.timelines.deciding import decide
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head

BAG = {"black_sword_1": 5, "black_shield_1": 5, "black_sword_2": 1, "black_shield_2": 1, "red_fear": 1}
SLOTS = {"I": "guard", "II": "feint", "III": "advance", "IV": "cross_slash"}


def wolves(user: User, hp: int = 20) -> Timeline:
    """A campaign whose party stands on node 1 before a double skull, behind which the pack knows two Timber Wolves."""
    grigory = {
        "hp": hp,
        "weapon": "alloy_short_sword",
        "weapon_stones": ["garnet"],
        "bag": BAG,
        "abilities": SLOTS,
        "known": list(SLOTS.values()),
    }
    alek = {"hp": hp, "weapon": "scaled_dagger", "bag": BAG}
    set_up = {
        "do": "adopt_position",
        "party": ["grigory", "alek"],
        "at": "main/7",
        "guards": {"grigory": grigory, "alek": alek},
    }
    campaign = start(
        user, name="Wolves", game_key="isofarian_guard", pack_hash=default_pack("isofarian_guard").hash, set_up=set_up,
        chance=lambda: Seeded(1),
    )  # fmt: skip
    timeline = main_timeline(campaign)
    does(timeline, "move", to="main/1")
    does(timeline, "draw_event", seen={"event_bag": ["skull_2"]})
    return timeline


def does(timeline: Timeline, name: str, seen: Any = None, seed: int = 1, **arguments: Any) -> None:
    """Take a decision; ``seen`` is the luck of the table, else it is drawn from a seed."""
    position = at_head(timeline)
    data = {"do": name, **arguments}
    luck = Observed(seen) if seen else Seeded(seed)
    decide(timeline, _owner(timeline), data, expected=position.version, chance=lambda: luck)


def fights(timeline: Timeline, seed: int = 5, most: int = 300) -> None:
    """Begin the battle that waits and fight it, by what is offered first, to its end or for so many decisions."""
    does(timeline, "fight")
    does(timeline, "fight_rounds")
    source = random.Random(seed)
    for _ in range(most):
        position = at_head(timeline)
        if position.state is None or position.state.fight is None:  # type: ignore[attr-defined]
            return
        move = play_on(
            position.game, position.state, position.pack, source, policy=_boldly, chance=Seeded(source.getrandbits(30))
        )
        assert move is not None
        seeded = Seeded(source.getrandbits(30))
        decide(timeline, _owner(timeline), move[0], expected=position.version, chance=lambda seeded=seeded: seeded)


def _boldly(source: random.Random, options: Sequence[Option]) -> Option:
    """What the page offers first; cards that nobody has entered do nothing."""
    readings = [option for option in options if option.do == "read_ai_card" and not option.fields]
    likely = [option for option in options if option.likely and option.do != "read_ai_card"]
    return source.choice(readings or likely or list(options))


def _owner(timeline: Timeline) -> Actor:
    return actor_for(timeline.campaign.memberships.get(role="owner"))
