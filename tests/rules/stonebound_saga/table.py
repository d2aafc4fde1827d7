"""A game of The Stonebound Saga set out in the middle, for tests that need only a corner of it.

What lies there is given in the words of the case files (``tests/golden/stonebound_saga``). Unless a test says otherwise
Ana of player 1 is active on space 3,3 and Zed of player 2 stands before her on 3,4.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.kernel import Event
from rules.stonebound_saga import GAME
from rules.stonebound_saga.cases import ADAPTER
from rules.stonebound_saga.figures import SEATS
from rules.stonebound_saga.pack import StoneboundPack
from rules.stonebound_saga.state import Character, Player, Position
from tests.rules import tables

ANA = {"player": "p1", "pos": [3, 3]}
ZED = {"player": "p2", "pos": [3, 4]}


@cache
def standard() -> StoneboundPack:
    """The stock pack."""
    return tables.stock(GAME)


class Table(tables.CaseTable[Position, StoneboundPack]):
    """A table of The Stonebound Saga. Its position is healthy after every decision."""

    game = GAME
    adapter = ADAPTER

    def decided(self, do: str, rolls: str | Mapping[str, int] = "", **arguments: Any) -> list[Event]:
        """What a decision brings.

        :param rolls: what was rolled, in order: ``blind 20, crt 91 swap``; for the first side, by player
        """
        return super().decided(**_step(do, rolls, arguments))

    def does(self, do: str, *told: Any, **arguments: Any) -> list[str]:
        """Carry a decision out; the names of its events."""
        happened = super().does(do, *told, **arguments)
        assert GAME.check(self.state) == []
        return happened

    def character(self, name: str) -> Character:
        """A character now."""
        return self.state.characters[name]

    def player(self, name: str = "p1") -> Player:
        """A player now."""
        return self.state.players[name]

    def hp(self, name: str) -> int:
        """A character's HP."""
        return self.character(name).hp

    def held(self, name: str, status: str) -> int:
        """How often a character holds a status."""
        return self.character(name).statuses.get(status, 0)


def _step(do: str, rolls: str | Mapping[str, int], arguments: Mapping[str, Any]) -> dict[str, Any]:
    step: dict[str, Any] = {"do": do, **tables.plain(arguments)}
    if not isinstance(rolls, str):
        return {**step, "rolls": rolls}
    listed = []
    for roll in filter(None, (part.strip() for part in rolls.split(","))):
        kind, value, *swap = roll.split()
        listed.append({kind: int(value), **({"swap": True} if swap else {})})
    if listed:
        step["rolls"] = listed
    return step


def scene(
    *,
    active: str | None = "ana",
    hand: str = "",
    terrain: Mapping[str, Any] | None = None,
    abilities: Mapping[str, Any] | None = None,
    cards: Mapping[str, Any] | None = None,
    players: Mapping[str, Any] | None = None,
    stars: Mapping[str, int] | None = None,
    given: Mapping[str, Any] | None = None,
    **characters: Any,
) -> Table:
    """A table.

    :param active: the active character, if one is
    :param hand: stones of player 1, with blanks between
    :param terrain: cards by space; of player 2, unless more is said
    :param abilities: abilities, Ana's own unless they say otherwise
    :param cards: characters to choose from
    :param stars: stars of terrain cards
    :param given: more of the position
    :param characters: what differs from the defaults; others than Ana and Zed say where they stand
    """
    there = {name: {**_PLACES.get(name, {}), **characters.get(name, {})} for name in ("ana", "zed", *characters)}
    laid = {at: {"owner": "p2", **({"card": c} if isinstance(c, str) else c)} for at, c in (terrain or {}).items()}
    written = {name: {"of": "ana", "card": "offense", "element": "fire", "cost": 0, **data}
               for name, data in (abilities or {}).items()}  # fmt: skip
    content = {
        "abilities": written,
        "characters": cards or {},
        "terrain": {card: {"stars": count} for card, count in (stars or {}).items()},
    }
    seated: dict[str, Any] = {name: dict(data) for name, data in (players or {}).items()}
    if hand:
        seated["p1"] = {**seated.get("p1", {}), "hand": hand.split()}
    asked = {"active_character": active} if active else {}
    case = {"characters": there, "terrain": laid, "players": seated, "content": content, **asked, **(given or {})}
    pack = ADAPTER.pack(case)
    return Table(ADAPTER.state(case, pack), pack)


_PLACES: Mapping[str, Mapping[str, Any]] = {"ana": ANA, "zed": ZED}


def bare(phase: str, **given: Any) -> Table:
    """A table on which nobody stands."""
    case = {"phase": phase, **given}
    pack = ADAPTER.pack(case)
    return Table(ADAPTER.state(case, pack), pack)


def four(mode: str = "2v2", **given: Any) -> Table:
    """The beginning of a turn with one character of each player of a mode, all apart."""
    seats = [player for members in SEATS[mode].values() for player in members]
    downs = given.pop("down", ())
    there = {f"c_{p}": {"player": p, "pos": [2 * n + 1, n + 1], "hp": 0 if p in downs else 10}
             for n, p in enumerate(seats)}  # fmt: skip
    return bare("turn_start", mode=mode, characters=there, active_player=None, **given)


def fused(name: str, stones: str, **more: Any) -> dict[str, Any]:
    """A character with one fuse."""
    return {"fuses": {name: stones.split()}, **more}


def evasion(chance: int, against: str = "physical", of: str = "zed", **grant: Any) -> dict[str, Any]:
    """A fuse that gives evasion."""
    return fuse([{"evasion": chance, "against": against, **grant}], of)


def negation(chance: int, against: str = "physical", of: str = "zed") -> dict[str, Any]:
    """A fuse that gives negation."""
    return fuse([{"negation": chance, "against": against}], of)


def fuse(grants: list[dict[str, Any]], of: str = "zed", element: str = "wind", cost: int = 1) -> dict[str, Any]:
    """A fused ability."""
    return {"of": of, "card": "defense", "element": element, "cost": cost, "fuse": True, "grants": grants}


COUNTER = fuse([{"counter": True}])
