"""Artisans of Splendent Vale for readers."""

from __future__ import annotations

from collections.abc import Mapping

from projections.artisans_of_splendent_vale.counts import counts
from projections.artisans_of_splendent_vale.sheet import faces, sheet, summary
from projections.artisans_of_splendent_vale.story import facts, sentence
from projections.views import Face, Moment, Row
from rules.artisans_of_splendent_vale.pack import ValePack
from rules.artisans_of_splendent_vale.state import Position
from rules.kernel import Event


class SplendentValeViews:
    """What Artisans of Splendent Vale shows of itself."""

    version = 2
    has_battles = False

    def sheet(self, state: Position, pack: ValePack) -> dict[str, Row]:
        """The day or the scene, the board, characters and units in rows."""
        return sheet(state, pack)

    def summary(self, state: Position, pack: ValePack) -> Row:
        """Day and phase, damage, the pool."""
        return summary(state, pack)

    def sentence(self, moment: Moment) -> str:
        """What a decision did."""
        return sentence(moment)

    def facts(self, moment: Moment) -> tuple[str, ...]:
        """Its facts, one line each."""
        return facts(moment)

    def battle(self, moment: Moment) -> None:
        """None: scenes are not counted as battles."""
        return

    def counts(self, event: Event) -> Mapping[str, int]:
        """Entries, damage, injuries, foes, pieces made."""
        return counts(event)

    def faces(self, pack: ValePack) -> Mapping[str, Face]:
        """The faces of a die and the injury cards."""
        return faces(pack)


VIEWS = SplendentValeViews()
