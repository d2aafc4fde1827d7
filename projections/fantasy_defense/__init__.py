"""Fantasy Defense for readers."""

from projections.fantasy_defense.counts import counts
from projections.fantasy_defense.sheet import sheet, summary
from projections.fantasy_defense.story import facts, sentence
from projections.views import GameViews

VIEWS = GameViews(sheet, summary, sentence, facts, counts, version=2)
