"""A game set out in the middle, as the tests of every game use it; each game's own table stands beside its tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, ClassVar, Generic, TypeVar

import pytest

from rules.kernel import Event, Game, Observed, Option, Pack, Refused, Seeded, State, event_name, read_pack
from rules.kernel.cases import CaseAdapter
from rules.kernel.messages import without_underscore

S = TypeVar("S", bound=State)
P = TypeVar("P", bound=Pack)


def stock(game: Game[Any, P]) -> P:
    """The pack that comes with a game."""
    text = files(f"rules.{game.key}").joinpath("packs/standard.yaml").read_text(encoding="utf-8")
    return read_pack(text, game.pack_type, game.key)


class Table(Generic[S, P]):
    """A position, the pack it is played with, and everything that happened since.

    :param state: ``None`` where nothing has been decided yet
    """

    game: ClassVar[Game[Any, Any]]

    def __init__(self, state: S | None, pack: P) -> None:
        self._state = state
        self.pack = pack
        self.events: list[Event] = []
        self._chance = Seeded("a table in a test")

    @property
    def state(self) -> S:
        """The position now."""
        assert self._state is not None
        return self._state

    @state.setter
    def state(self, state: S) -> None:
        self._state = state

    def decided(self, do: str, luck: Mapping[str, Sequence[str]] | None = None, **arguments: Any) -> list[Event]:
        """What a decision brings; the table stays as it is. ``from_`` is ``from``.

        :param luck: what came up, by source; what is not given comes from a seed
        """
        decision = self.game.decision({"do": do, **plain(arguments)})
        return self.game.decide(self._state, decision, self.pack, Observed(luck or {}, self._chance))

    def does(self, do: str, *told: Any, **arguments: Any) -> list[str]:
        """Carry a decision out, told as :meth:`decided` takes it; the names of its events."""
        events = self.decided(do, *told, **arguments)
        self._state = self.game.fold(events, self._state)
        self.events += events
        return [event_name(type(event)) for event in events]

    def refusal(self, do: str, *told: Any, **arguments: Any) -> Refused:
        """Have a decision refused, in a sentence and by a known rule if any; the refusal."""
        with pytest.raises(Refused) as caught:
            self.decided(do, *told, **arguments)
        assert caught.value.sentence
        assert caught.value.rule in {*self.game.catalogue, None}
        return caught.value

    def refuses(self, do: str, *told: Any, **arguments: Any) -> str:
        """Have a decision refused; the reason code."""
        return self.refusal(do, *told, **arguments).code

    def options(self, do: str | None = None) -> list[Option]:
        """What may be decided now, all of it or one decision."""
        return [option for option in self.game.options(self._state, self.pack) if do in (None, option.do)]


class CaseTable(Table[S, P]):
    """A table whose decisions, luck and positions are told in the words of the game's case files."""

    adapter: ClassVar[CaseAdapter[Any, Any]]

    def decided(self, do: str, *told: Any, **arguments: Any) -> list[Event]:
        """What a decision brings; the table stays as it is."""
        decision, seen = self.adapter.step({"do": do, **arguments}, self._state, self.pack)
        return self.game.decide(self._state, decision, self.pack, Observed(seen))

    def shown(self) -> Any:
        """The position in the words of the case files."""
        return self.adapter.view(self._state, self.pack)


def plain(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments as data name them: ``from_`` is ``from``."""
    return {without_underscore(name): value for name, value in arguments.items()}
