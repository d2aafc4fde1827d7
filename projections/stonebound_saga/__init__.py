"""The Stonebound Saga for readers."""

from projections.stonebound_saga.counts import counts
from projections.stonebound_saga.recap import recap
from projections.stonebound_saga.sheet import faces, sheet, summary
from projections.stonebound_saga.story import facts, sentence
from projections.views import GameViews

VIEWS = GameViews(sheet, summary, sentence, facts, counts, faces, version=3)
RECAP = recap

__all__ = ["RECAP", "VIEWS"]
