"""A campaign of The Isofarian Guard under way: chapter 2, on the road beside Mir."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from rules.kernel import Seeded
from tracker.packs.versions import default_pack
from tracker.timelines.access import actor_for
from tracker.timelines.campaigns import main_timeline, start
from tracker.timelines.deciding import decide
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head

BAG = {"black_sword_1": 4, "black_shield_1": 4, "green_heart": 1, "red_fear": 1}
ADOPTED: dict[str, Any] = {
    "do": "adopt_position", "campaign": 1, "chapter": 2, "party": ["grigory", "alek"], "at": "main/70",
    "players": ["p1", "p2"], "sil": 41, "lux": 12, "stash": {"sil": 20, "cards": {"pine": 3, "iron_ore": 4}},
    "fort": {"barracks": 1}, "prestige": {"mir": 2}, "checkpoint": "fort_istra/barracks", "boat_at": "main/85",
    "guards": {
        "grigory": {
            "bag": BAG, "weapon": "alloy_short_sword", "accessory": "aegis_shield", "item": "bottled_courage",
            "satchel": {"pine": 2, "wood_axe": 1, "rough_leather": 3}, "abilities": {"I": "guard", "II": "feint"},
            "hp": 17,
        },
        "alek": {"bag": BAG, "satchel": {"tent": 1, "pickaxe": 1, "iron_ore": 2}},
    },
}  # fmt: skip


def under_way(user: User, **changes: Any) -> Timeline:
    """A campaign that was taken over, with what is different."""
    campaign = start(
        user, name="The road to Mir", game_key="isofarian_guard", pack_hash=default_pack("isofarian_guard").hash,
        set_up={**ADOPTED, **changes}, chance=lambda: Seeded(1),
    )  # fmt: skip
    return main_timeline(campaign)


def go(timeline: Timeline, do: str, seed: int = 1, **arguments: Any) -> None:
    """Take a decision."""
    actor = actor_for(timeline.campaign.memberships.get())
    decision = {"do": do, **arguments}
    decide(timeline, actor, decision, expected=at_head(timeline).version, chance=lambda: Seeded(seed))
