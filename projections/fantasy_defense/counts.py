"""What a stretch of a game of Fantasy Defense adds up to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.fantasy_defense import events as e
from rules.kernel import Event


def counts(event: Event) -> Mapping[str, int]:
    """What a fact counts for, by what it is called."""
    counter = _COUNTED.get(type(event))
    return {} if counter is None else counter(event)


_COUNTED: Mapping[type[Event], Callable[[Any], Mapping[str, int]]] = {
    e.InvaderDrawn: lambda x: {"Invaders drawn": 1},
    e.InvaderDiscarded: lambda x: {"Invaders beaten": 1},
    e.BattleWon: lambda x: {"Battles won": 1},
    e.BattleLost: lambda x: {"Battles lost": 1},
    e.GatePillaged: lambda x: {"Gates pillaged": 1},
    e.MoraleLost: lambda x: {"Morale lost": x.amount},
    e.DefenderDeployed: lambda x: {"Defenders deployed": 1},
    e.DefenderLost: lambda x: {"Defenders lost": 1},
    e.SpellCast: lambda x: {"Spells cast": 1},
    e.CardsDrawn: lambda x: {"Cards drawn": len(x.cards)},
    e.CardDrawn: lambda x: {"Cards drawn": 1},
}
