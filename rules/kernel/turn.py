"""The working position while one decision is carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from rules.kernel.messages import Event, State
from rules.kernel.refusals import Refused

if TYPE_CHECKING:
    from rules.kernel.chance import Chance
    from rules.kernel.game import Game
    from rules.kernel.packs import Pack

S = TypeVar("S", bound=State)
P = TypeVar("P", bound="Pack")


class Turn(Generic[S, P]):
    """Applies each emitted event at once, so that later steps of the same decision see it.

    :param state: the position before the decision; ``None`` before the set-up
    """

    def __init__(self, game: Game[S, P], state: S | None, pack: P, chance: Chance) -> None:
        self._game = game
        self._state = state
        self.pack = pack
        self.chance = chance
        self.events: list[Event] = []

    @property
    def started(self) -> bool:
        """Whether there is a position: false until the set-up emitted its first event."""
        return self._state is not None

    @property
    def state(self) -> S:
        """The position now.

        :raises Refused: ``not_set_up`` before the set-up emitted its first event
        """
        if self._state is None:
            raise Refused("not_set_up", "The game is not set up yet.")
        return self._state

    def emit(self, *events: Event) -> None:
        """Record facts and apply them."""
        for event in events:
            self._state = self._game.evolve(self._state, event)
            self.events.append(event)
