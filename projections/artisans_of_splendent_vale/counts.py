"""What a stretch of a campaign in Splendent Vale adds up to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.artisans_of_splendent_vale import events as e
from rules.kernel import Event


def counts(event: Event) -> Mapping[str, int]:
    """What a fact counts for, by what it is called."""
    counter = _COUNTED.get(type(event))
    return {} if counter is None else counter(event)


def _damage(event: e.DamageSuffered) -> Mapping[str, int]:
    return {"Damage dealt to mobs" if event.group is not None else "Damage suffered": event.amount}


_COUNTED: Mapping[type[Event], Callable[[Any], Mapping[str, int]]] = {
    e.EntryRead: lambda x: {"Entries read": 1},
    e.DamageSuffered: _damage,
    e.DamageHealed: lambda x: {"Damage healed": x.amount},
    e.InjuryGained: lambda x: {"Injuries gained": 1},
    e.MobDefeated: lambda x: {"Mobs defeated": 1},
    e.ExperienceGained: lambda x: {"Experience gained": x.amount},
    e.NodeFilled: lambda x: {"Nodes filled": 1},
    e.CardGained: lambda x: {"Cards gained": 1},
    e.GarmentCrafted: lambda x: {"Pieces made": 1},
    e.ItemEnhanced: lambda x: {"Items enhanced": 1},
    e.PotionBrewed: lambda x: {"Potions brewed": x.count},
    e.PotionDrunk: lambda x: {"Potions drunk": 1},
    e.PotionThrown: lambda x: {"Potions thrown": 1},
}
