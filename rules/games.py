"""The games that this tracker plays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from rules.kernel import Game

_MODULES = (
    "isofarian_guard",
    "fantasy_defense",
    "stonebound_saga",
    "encounters_shattered_wastes",
    "artisans_of_splendent_vale",
)


@cache
def games() -> Mapping[str, Game[Any, Any]]:
    """All games by key, in the order in which they are offered. A game's package holds it as ``GAME``."""
    found = [import_module(f"rules.{module}").GAME for module in _MODULES]
    return {game.key: game for game in found}


def game(key: str) -> Game[Any, Any]:
    """The game of a key.

    :raises KeyError: when there is no such game
    """
    return games()[key]
