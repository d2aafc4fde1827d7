"""The Isofarian Guard for readers."""

from projections.isofarian_guard.battle_pieces import chip_faces
from projections.isofarian_guard.battle_record import battle_record
from projections.isofarian_guard.counts import counts
from projections.isofarian_guard.pages import PAGES
from projections.isofarian_guard.recap import recap
from projections.isofarian_guard.sheet import sheet, summary
from projections.isofarian_guard.story import facts, sentence
from projections.views import GameViews

VIEWS = GameViews(sheet, summary, sentence, facts, counts, chip_faces, battle_record, version=5)
RECAP = recap

__all__ = ["PAGES", "RECAP", "VIEWS"]
