"""An Encounter set out in the middle, for tests that need only a corner of it.

Characters, cards and places are given in the words of the case files (``tests/golden/encounters_shattered_wastes``).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.encounters_shattered_wastes import GAME
from rules.encounters_shattered_wastes.cases import ADAPTER
from rules.encounters_shattered_wastes.pack import WastesPack
from rules.encounters_shattered_wastes.state import Character, Position
from rules.kernel import event_name
from tests.rules import tables


class Table(tables.CaseTable[Position, WastesPack]):
    """A table of an Encounter; dice are told in ``rolls`` or ``roll``."""

    game = ADAPTER.game
    adapter = ADAPTER

    def who(self, name: str) -> Character:
        """A Character now."""
        return self.state.characters[name]

    def names(self) -> list[str]:
        """The names of everything that happened."""
        return [event_name(type(event)) for event in self.events]


def table(phase: str = "action", **given: Any) -> Table:
    """A table of the given position over the defaults of the case files; the ronin and the siren where nobody is
    named."""
    given.setdefault("characters", {"ronin": {"space": "1F"}, "siren": {"space": "5B"}})
    data: Mapping[str, Any] = {"phase": phase, **given}
    pack = ADAPTER.pack(data)
    return Table(ADAPTER.state(data, pack), pack)


def acting(name: str = "ronin", others: Mapping[str, Any] | None = None, board: Any = None, **facts: Any) -> Table:
    """The Action Phase with one Character active.

    :param others: the other Characters; the siren far away where none are named
    :param board: what else is given
    :param facts: the active Character, in Area 1's Front Line where nothing else is said
    """
    characters = {name: {"space": "1F", **facts}, **(others or {"siren": {"space": "5B"}})}
    return table(active=name, characters=characters, **(board or {}))


@cache
def standard() -> WastesPack:
    """The stock pack."""
    return tables.stock(GAME)
