"""Which views belong to which game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from projections.views import PLAIN, GameViews

MODULES: Mapping[str, str] = {
    "artisans_of_splendent_vale": "projections.artisans_of_splendent_vale",
    "encounters_shattered_wastes": "projections.encounters_shattered_wastes",
    "fantasy_defense": "projections.fantasy_defense",
    "isofarian_guard": "projections.isofarian_guard",
    "stonebound_saga": "projections.stonebound_saga",
}


@cache
def views(game_key: str) -> GameViews[Any, Any]:
    """The views of a game: ``VIEWS`` of the package of its name; a game without one is shown plainly."""
    if game_key not in MODULES:
        return PLAIN
    found: GameViews[Any, Any] = import_module(MODULES[game_key]).VIEWS
    return found
