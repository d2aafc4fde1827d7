"""What a stretch of a campaign of The Isofarian Guard adds up to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.isofarian_guard.battle import events as e
from rules.isofarian_guard.battle.state import is_enemy
from rules.isofarian_guard.campaign.events import battles, cards, journey
from rules.kernel import Event


def counts(event: Event) -> Mapping[str, int]:
    """What a fact counts for, by what it is called."""
    counter = _COUNTED.get(type(event))
    return {} if counter is None else counter(event)


def _hp_lost(event: e.HpLost) -> Mapping[str, int]:
    return {"Damage to enemies" if is_enemy(event.who) else "HP lost": event.n}


def _chip_drawn(event: e.ChipDrawn) -> Mapping[str, int]:
    return {} if is_enemy(event.who) else {"Chips drawn": 1}


_COUNTED: Mapping[type[Event], Callable[[Any], Mapping[str, int]]] = {
    e.HpLost: _hp_lost,
    e.HpHealed: lambda x: {} if is_enemy(x.who) else {"HP healed": x.n},
    e.ChipDrawn: _chip_drawn,
    battles.BattleWon: lambda x: {"Battles won": 1},
    battles.BattleRetreated: lambda x: {"Battles left": 1},
    battles.GuardsFell: lambda x: {"Times fallen": 1},
    cards.GuardHealed: lambda x: {"HP healed": x.amount},
    cards.GuardHurt: lambda x: {"HP lost": x.amount},
    cards.SilGained: lambda x: {"Sil gained": x.amount},
    cards.SilSpent: lambda x: {"Sil spent": x.amount},
    cards.LuxGained: lambda x: {"Lux gained": x.amount},
    cards.LuxSpent: lambda x: {"Lux spent": x.amount},
    journey.EventChipDrawn: lambda x: {"Event chips drawn": 1},
    journey.GuardChipsDrawn: lambda x: {"Chips drawn": len(x.chips)},
    journey.NodeEntered: lambda x: {"Steps on the map": 1},
}
