"""Encounters: Shattered Wastes for readers."""

from collections.abc import Mapping

from projections.encounters_shattered_wastes.counts import counts
from projections.encounters_shattered_wastes.sheet import sheet, summary
from projections.encounters_shattered_wastes.story import facts, sentence
from projections.views import Face, Moment, Row
from rules.encounters_shattered_wastes.pack import WastesPack
from rules.encounters_shattered_wastes.state import Position
from rules.kernel import Event


class ShatteredWastesViews:
    """What Encounters: Shattered Wastes shows of itself."""

    version = 1
    has_battles = False

    def sheet(self, state: Position, pack: WastesPack) -> dict[str, Row]:
        """Enemy, piles, Areas and Characters in rows."""
        return sheet(state, pack)

    def summary(self, state: Position, pack: WastesPack) -> Row:
        """Round, phase, who is left, what the enemy has left."""
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
        """Attacks, damage, Threat, wounds, Shattered and removed Characters."""
        return counts(event)

    def faces(self, pack: WastesPack) -> Mapping[str, Face]:
        """None: cards are called by their names."""
        return {}


VIEWS = ShatteredWastesViews()
