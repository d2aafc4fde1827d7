"""Positions of campaigns under way, for tests of what readers see of them."""

from __future__ import annotations

from typing import Any

from rules.games import game
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack, standard
from rules.kernel import Seeded

PACK: IsofarianPack = standard()
GAME = game("isofarian_guard")


def adopted(**told: Any) -> Position:
    """A campaign that was taken over: Grigory and Alek in chapter 2, with what is different."""
    data = {"do": "adopt_position", "campaign": 1, "chapter": 2, "party": ["grigory", "alek"], "at": "main/70", **told}
    return after(None, data)


def after(state: Position | None, data: dict[str, Any], seed: int = 1) -> Position:
    """A position after one more decision."""
    for event in GAME.decide(state, GAME.decision(data), PACK, Seeded(seed)):
        state = GAME.evolve(state, event)
    assert isinstance(state, Position)
    return state
