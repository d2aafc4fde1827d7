"""Fantasy Defense for readers."""

from collections.abc import Mapping

from projections.fantasy_defense.counts import counts
from projections.fantasy_defense.sheet import sheet, summary
from projections.fantasy_defense.story import facts, sentence
from projections.views import Face, Moment, Row
from rules.fantasy_defense.pack import FantasyPack
from rules.fantasy_defense.state import Position
from rules.kernel import Event


class FantasyDefenseViews:
    """What Fantasy Defense shows of itself."""

    version = 1
    has_battles = False

    def sheet(self, state: Position, pack: FantasyPack) -> dict[str, Row]:
        """Gates, players, city and Invaders in rows."""
        return sheet(state, pack)

    def summary(self, state: Position, pack: FantasyPack) -> Row:
        """Round, phase, morale, Invaders left."""
        return summary(state, pack)

    def sentence(self, moment: Moment) -> str:
        """What a decision did."""
        return sentence(moment)

    def facts(self, moment: Moment) -> tuple[str, ...]:
        """Its facts, one line each."""
        return facts(moment)

    def battle(self, moment: Moment) -> None:
        """None: its battles are decided at one blow."""
        return

    def counts(self, event: Event) -> Mapping[str, int]:
        """Invaders, battles, morale, Defenders, spells, cards."""
        return counts(event)

    def faces(self, pack: FantasyPack) -> Mapping[str, Face]:
        """None: cards are called by their names."""
        return {}


VIEWS = FantasyDefenseViews()
