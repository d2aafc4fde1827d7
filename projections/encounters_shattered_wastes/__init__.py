"""Encounters: Shattered Wastes for readers."""

from projections.encounters_shattered_wastes.counts import counts
from projections.encounters_shattered_wastes.sheet import sheet, summary
from projections.encounters_shattered_wastes.story import facts, sentence
from projections.views import GameViews

VIEWS = GameViews(sheet, summary, sentence, facts, counts, version=2)
