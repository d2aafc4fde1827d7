"""The two kinds of projections."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec

from projections.views import Moment, Row
from rules.kernel import Game, Pack, State

R = TypeVar("R")

Rows = Mapping[str, bytes]
"""Rows as they are stored: JSON, by key."""


class Projection(ABC):
    """A read model.

    :cvar name: stable name of its rows
    """

    name: str

    @abstractmethod
    def generation(self, game: Game[Any, Any]) -> int:
        """The code version: raised whenever the rows of a game come out differently."""


class StateProjection(Projection):
    """Rows that show a state. After a decision only the differences are written; a past version is computed live."""

    @abstractmethod
    def rows(self, game: Game[Any, Any], state: State, pack: Pack) -> Mapping[str, Row]:
        """The rows of a state, by key."""

    def encoded(self, game: Game[Any, Any], state: State | None, pack: Pack) -> Rows:
        """The rows of a state as they are stored; none before the set-up."""
        rows = {} if state is None else self.rows(game, state, pack)
        return {key: encoded(row) for key, row in rows.items()}


class Index(NamedTuple):
    """What a line of history is found by: a person, a kind, and words (folded)."""

    who: str = ""
    kind: str = ""
    words: str = ""


class Line(NamedTuple):
    """A line of history as it is stored."""

    data: bytes
    found_by: Index


class HistoryProjection(Projection):
    """Lines of history, one for each decision that has something to say. They are never changed: which of them a rewind
    set aside follows from the path at the version that is read."""

    @abstractmethod
    def entry(self, moment: Moment) -> Row | None:
        """The line of a decision, if any."""

    def index(self, entry: Row) -> Index:
        """What the line is found by; nothing unless a projection says so."""
        return Index()

    def line(self, moment: Moment) -> Line | None:
        """The line of a decision as it is stored, if any."""
        entry = self.entry(moment)
        return None if entry is None else Line(encoded(entry), self.index(entry))


def encoded(row: Row) -> bytes:
    """A row as it is stored."""
    return msgspec.json.encode(row)


def decoded(row: bytes | str) -> Any:
    """A stored row."""
    return msgspec.json.decode(row)


def differences(before: Mapping[str, R], after: Mapping[str, R]) -> tuple[dict[str, R], list[str]]:
    """Rows to write and keys to take away so that ``before`` becomes ``after``."""
    changed = {key: row for key, row in after.items() if before.get(key) != row}
    return changed, [key for key in before if key not in after]
