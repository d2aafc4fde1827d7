"""What a stretch of an Encounter adds up to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.encounters_shattered_wastes import events as e
from rules.kernel import Event


def counts(event: Event) -> Mapping[str, int]:
    """What a fact counts for, by what it is called."""
    counter = _COUNTED.get(type(event))
    return {} if counter is None else counter(event)


_COUNTED: Mapping[type[Event], Callable[[Any], Mapping[str, int]]] = {
    e.AttackRolled: lambda x: {"Attacks": 1},
    e.AttackHit: lambda x: {"Hits": 1},
    e.CriticalScored: lambda x: {"Critical Successes": 1},
    e.DamageDealt: lambda x: {"Damage dealt": len(x.cards)},
    e.ThreatGained: lambda x: {"Threat gained": x.amount},
    e.HpReduced: lambda x: {"HP lost": x.amount},
    e.AfflictionGained: lambda x: {"Afflictions": len(x.cards)},
    e.AbilityUsed: lambda x: {"Abilities used": 1},
    e.ReactionUsed: lambda x: {"Reactions used": 1},
    e.ItemUsed: lambda x: {"Items used": 1},
    e.StrengthRevealed: lambda x: {"Strength cards revealed": 1},
    e.RageRevealed: lambda x: {"Rage cards revealed": 1},
    e.CharacterShattered: lambda x: {"Shattered": 1},
    e.CharacterRemoved: lambda x: {"Characters removed": 1},
    e.CharacterReclaimed: lambda x: {"Reclaimed": 1},
}
