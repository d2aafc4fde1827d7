"""Artisans of Splendent Vale for readers."""

from projections.artisans_of_splendent_vale.counts import counts
from projections.artisans_of_splendent_vale.recap import recap
from projections.artisans_of_splendent_vale.sheet import faces, sheet, summary
from projections.artisans_of_splendent_vale.story import facts, sentence
from projections.views import GameViews

VIEWS = GameViews(sheet, summary, sentence, facts, counts, faces, version=6)
RECAP = recap

__all__ = ["RECAP", "VIEWS"]
