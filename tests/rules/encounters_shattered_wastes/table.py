"""An Encounter set out in the middle, for tests that need only a corner of it.

Characters, cards and places are given in the words of the case files (``tests/golden/encounters_shattered_wastes``).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

from rules.encounters_shattered_wastes import GAME
from rules.encounters_shattered_wastes.cases import ADAPTER
from rules.encounters_shattered_wastes.pack import WastesPack
from rules.encounters_shattered_wastes.state import Character, Position
from rules.kernel import Event, Observed, Option, Refused, event_name, read_pack


class Table:
    """A position, the pack it is played with, and everything that happened since."""

    def __init__(self, state: Position, pack: WastesPack) -> None:
        self.state = state
        self.pack = pack
        self.events: list[Event] = []

    def does(self, do: str, **arguments: Any) -> list[str]:
        """Carry a decision out, dice told in ``rolls`` or ``roll``; the names of its events."""
        decision, seen = ADAPTER.step({"do": do, **arguments}, self.state, self.pack)
        events = ADAPTER.game.decide(self.state, decision, self.pack, Observed(seen))
        after = GAME.fold(events, self.state)
        assert after is not None
        self.state = after
        self.events += events
        return [event_name(type(event)) for event in events]

    def refusal(self, do: str, **arguments: Any) -> Refused:
        """Have a decision refused; the refusal. The position is the same afterwards."""
        before = self.state
        with pytest.raises(Refused) as caught:
            self.does(do, **arguments)
        assert self.state is before
        assert caught.value.rule in {*GAME.catalogue, None}
        return caught.value

    def refuses(self, do: str, **arguments: Any) -> str:
        """Have a decision refused; the reason code."""
        return self.refusal(do, **arguments).code

    def who(self, name: str) -> Character:
        """A Character now."""
        return self.state.characters[name]

    def shown(self) -> Any:
        """The position in the words of the cases."""
        return ADAPTER.view(self.state, self.pack)

    def options(self, do: str) -> list[Option]:
        """The options of one kind."""
        return [option for option in GAME.options(self.state, self.pack) if option.do == do]

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
    text = files("rules.encounters_shattered_wastes").joinpath("packs/standard.yaml").read_text(encoding="utf-8")
    return read_pack(text, WastesPack, GAME.key)
