"""A game of Fantasy Defense set out in the middle, for tests that need only a corner of it.

Cards and places are given in the words of the case files (``tests/golden/fantasy_defense``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from rules.fantasy_defense import GAME
from rules.fantasy_defense.cases import ADAPTER
from rules.fantasy_defense.pack import FantasyPack
from rules.fantasy_defense.state import Gate, Player, Position
from tests.rules import tables


def unit(cv: int = 3, icon: str | None = None, **more: Any) -> dict[str, Any]:
    """A Defender."""
    return {"cv": cv, "icon": icon, **more}


def foe(cv: int = 10, pillage: int = 4, tier: str = "elite", arrow: str = "left", **more: Any) -> dict[str, Any]:
    """An Invader."""
    return {"tier": tier, "cv": cv, "pillage": pillage, "arrow": arrow, **more}


class Table(tables.Table[Position, FantasyPack]):
    """A table of Fantasy Defense."""

    game = GAME

    def gate(self, name: str) -> Gate:
        """A gate now."""
        return self.state.gates[name]

    def player(self, name: str = "p1") -> Player:
        """A player's cards now."""
        return self.state.players[name]

    def deck(self, name: str = "p1") -> tuple[str, ...]:
        """A Defenders Deck of known order, from the top."""
        return self.player(name).deck.known()


def table(
    phase: str = "strategy",
    units: Mapping[str, Any] | None = None,
    foes: Mapping[str, Any] | None = None,
    p1: Mapping[str, Any] | None = None,
    p2: Mapping[str, Any] | None = None,
    **given: Any,
) -> Table:
    """Set a table out.

    :param units: the Defenders: a Combat Value, or what :func:`unit` gives
    :param foes: the Invaders: a Combat Value, or what :func:`foe` gives
    """
    defenders = {name: unit(card) if isinstance(card, int) else card for name, card in (units or {}).items()}
    invaders = {name: foe(card) if isinstance(card, int) else card for name, card in (foes or {}).items()}
    players = {name: cards for name, cards in (("p1", p1), ("p2", p2)) if cards is not None}
    content = {"defenders": defenders, "invaders": invaders, "gates": given.pop("tiles", {})}
    whole = {"phase": phase, "players": players, "content": content, **given}
    pack = ADAPTER.pack(whole)
    return Table(ADAPTER.state(whole, pack), pack)


def elves(**cards: Any) -> dict[str, Any]:
    """The cards of a player with the Elf deck."""
    return {"faction": "elf", **cards}


@cache
def standard() -> FantasyPack:
    """The pack that comes with the game."""
    return tables.stock(GAME)


def new_game(mode: str = "solo", luck: Mapping[str, Sequence[str]] | None = None, **arguments: Any) -> Table:
    """A game with the standard pack, just set up."""
    decks = {"p1": "human"} if mode == "solo" else {"p1": "human", "p2": "elf"}
    begun = Table(None, standard())
    begun.does("set_up", luck=luck, **{"mode": mode, "factions": decks, **arguments})
    return begun
