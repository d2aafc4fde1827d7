"""The Isofarian Guard for readers."""

from collections.abc import Mapping

from projections.isofarian_guard.battle_pieces import chip_faces
from projections.isofarian_guard.battle_record import battle_record
from projections.isofarian_guard.counts import counts
from projections.isofarian_guard.pages import PAGES
from projections.isofarian_guard.recap import recap
from projections.isofarian_guard.sheet import sheet, summary
from projections.isofarian_guard.story import facts, sentence
from projections.views import Face, Moment, Row
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Event


class IsofarianViews:
    """What The Isofarian Guard shows of itself."""

    version = 2
    has_battles = True

    def sheet(self, state: Position, pack: IsofarianPack) -> dict[str, Row]:
        """Party, guards, bags, stash, cities, fort, quests and place in rows; the battle where one is fought."""
        return sheet(state, pack)

    def summary(self, state: Position, pack: IsofarianPack) -> Row:
        """Campaign and chapter, where the party stands, HP, Sil and Lux, and what is due."""
        return summary(state, pack)

    def sentence(self, moment: Moment) -> str:
        """What a decision did."""
        return sentence(moment)

    def facts(self, moment: Moment) -> tuple[str, ...]:
        """Its facts, one line each."""
        return facts(moment)

    def battle(self, moment: Moment) -> Row | None:
        """What a decision of a battle played round by round counted."""
        return battle_record(moment)

    def counts(self, event: Event) -> Mapping[str, int]:
        """Damage, HP, Sil, Lux, chips drawn, steps, battles."""
        return counts(event)

    def faces(self, pack: IsofarianPack) -> dict[str, Face]:
        """Chips as discs, where luck may bring them."""
        return chip_faces()


VIEWS = IsofarianViews()
RECAP = recap

__all__ = ["PAGES", "RECAP", "VIEWS"]
