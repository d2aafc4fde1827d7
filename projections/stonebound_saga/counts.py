"""What a stretch of a game of The Stonebound Saga adds up to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.kernel import Event
from rules.stonebound_saga import events as e


def counts(event: Event) -> Mapping[str, int]:
    """What a fact counts for, by what it is called."""
    counter = _COUNTED.get(type(event))
    return {} if counter is None else counter(event)


_COUNTED: Mapping[type[Event], Callable[[Any], Mapping[str, int]]] = {
    e.StandardAttackMade: lambda x: {"Counters" if x.counter else "Standard attacks": 1},
    e.CriticalHit: lambda x: {"Critical attacks": 1},
    e.DamageDealt: lambda x: {"HP lost to attacks": x.amount},
    e.HpLost: lambda x: {"HP lost otherwise": x.amount},
    e.AttackEvaded: lambda x: {"Attacks evaded": 1},
    e.AttackNegated: lambda x: {"Attacks negated": 1},
    e.AttackFailed: lambda x: {"Attacks that failed": 1},
    e.AbilityUsed: lambda x: {"Abilities used": 1},
    e.AbilityFused: lambda x: {"Abilities fused": 1},
    e.CharacterHealed: lambda x: {"HP healed": x.amount},
    e.CharacterIncapacitated: lambda x: {"Characters fallen": 1},
    e.CharacterRaised: lambda x: {"Characters raised": 1},
    e.StatusAdded: lambda x: {"Statuses added": 1},
    e.StonesDrawn: lambda x: {"Stones drawn": len(x.stones)},
    e.StonesDiscarded: lambda x: {"Stones discarded": len(x.stones)},
    e.TerrainPlayed: lambda x: {"Terrain played": 1},
    e.TurnEnded: lambda x: {"Turns": 1},
}
