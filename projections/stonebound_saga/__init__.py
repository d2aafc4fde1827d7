"""The Stonebound Saga for readers."""

from collections.abc import Mapping

from projections.stonebound_saga.counts import counts
from projections.stonebound_saga.sheet import faces, sheet, summary
from projections.stonebound_saga.story import facts, sentence
from projections.views import Face, Moment, Row
from rules.kernel import Event
from rules.stonebound_saga.pack import StoneboundPack
from rules.stonebound_saga.state import Position


class StoneboundSagaViews:
    """What The Stonebound Saga shows of itself."""

    version = 1
    has_battles = False

    def sheet(self, state: Position, pack: StoneboundPack) -> dict[str, Row]:
        """Board, players, characters, stones in rows."""
        return sheet(state, pack)

    def summary(self, state: Position, pack: StoneboundPack) -> Row:
        """Round, whose turn it is, how the sides stand."""
        return summary(state, pack)

    def sentence(self, moment: Moment) -> str:
        """What a decision did."""
        return sentence(moment)

    def facts(self, moment: Moment) -> tuple[str, ...]:
        """Its facts, one line each."""
        return facts(moment)

    def battle(self, moment: Moment) -> None:
        """None: the whole game is one battle."""
        return

    def counts(self, event: Event) -> Mapping[str, int]:
        """Attacks, damage, falls, stones."""
        return counts(event)

    def faces(self, pack: StoneboundPack) -> Mapping[str, Face]:
        """Stones in their elements."""
        return faces(pack)


VIEWS = StoneboundSagaViews()
