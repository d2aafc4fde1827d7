"""Further pages of a game beside its table: books, sheets, maps. A game declares them as ``PAGES`` of its package here;
each can be looked at in any version."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from projections.games import MODULES

Query = Mapping[str, str]
"""What the address asks for behind its question mark."""


@dataclass(frozen=True)
class Page:
    """A page of a game.

    :param name: its place in the address; the same for as long as the game is there
    :param title: what people call it
    :param icon: as in ``icons.txt``
    :param template: what draws it, with what ``context`` gives
    :param context: from the position that the visitor may see, the pack and the query to what the template shows
    """

    name: str
    title: str
    icon: str
    template: str
    context: Callable[[Any, Any, Query], Mapping[str, Any]]


@cache
def pages(game_key: str) -> tuple[Page, ...]:
    """The further pages of a game in their order; none where it declares none."""
    if game_key not in MODULES:
        return ()
    found: tuple[Page, ...] = getattr(import_module(MODULES[game_key]), "PAGES", ())
    return found


def page(game_key: str, name: str) -> Page | None:
    """A page of a game by its name."""
    return next((each for each in pages(game_key) if each.name == name), None)
