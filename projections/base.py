"""The two kinds of projections, and all that exist."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from projections.views import Moment, Row
from rules.kernel import Game, Pack, State


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


class HistoryProjection(Projection):
    """Lines of history, one for each decision that has something to say. They are never changed: which of them a rewind
    set aside follows from the path at the version that is read."""

    @abstractmethod
    def entry(self, moment: Moment) -> Row | None:
        """The line of a decision, if any."""


def differences(before: Mapping[str, Row], after: Mapping[str, Row]) -> tuple[dict[str, Row], list[str]]:
    """Rows to write and keys to take away so that ``before`` becomes ``after``."""
    changed = {key: row for key, row in after.items() if before.get(key) != row}
    return changed, [key for key in before if key not in after]
