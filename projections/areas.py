"""The areas of a game's rulebook, each with the decisions that belong to it: one module of the rules each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.games import game as game_of
from rules.kernel import CorrectValue, Game, decision_name

CORRECTIONS = "corrections"


def areas(game: Game[Any, Any]) -> Mapping[str, frozenset[str]]:
    """The names of decisions by area, in the order of the rulebook."""
    found: dict[str, set[str]] = {}
    for kind, decider in game.rulebook.deciders.items():
        found.setdefault(decider.__module__.rpartition(".")[2], set()).add(decision_name(kind))
    found.setdefault(CORRECTIONS, set()).add(decision_name(CorrectValue))
    return {area: frozenset(names) for area, names in found.items()}


@cache
def decisions_of(game_key: str, area: str) -> frozenset[str]:
    """The names of an area's decisions; none where there is no such area."""
    return areas(game_of(game_key)).get(area, frozenset())
