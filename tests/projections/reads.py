"""What pages read of a timeline, and what they ought to read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from projections import catalogue, inline
from projections.base import HistoryProjection, StateProjection
from projections.games import views
from projections.halves import halved
from projections.models import StateRow
from projections.moments import moments
from projections.reading import history, live_lines, state_rows, whole
from projections.views import Row
from rules.games import game as game_of
from rules.kernel import Game, Pack
from tests.rules.kernel.tiny import Wood
from tests.tracker.timelines.conftest import forget_all
from tracker.eventstore import store
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head, at_version


def ensure_right(timeline: Timeline) -> None:
    """What is stored, where it is whole, and what is computed are the same."""
    position = at_head(timeline)
    for state in catalogue.STATE:
        assert stored_state_rows(state, timeline) == state_rows(state, position)
    for lines in catalogue.HISTORY:
        assert history(lines, timeline) == computed(lines, timeline)


def stored_state_rows(projection: StateProjection, timeline: Timeline) -> Mapping[str, Row]:
    """The stored rows of a timeline's newest version; computed where none are stored (a fresh fork, new code)."""
    generation = projection.generation(game_of(timeline.campaign.game))
    if not whole(projection, generation, {timeline.id: store.head(timeline.id).version}):
        return state_rows(projection, at_head(timeline))
    rows = StateRow.objects.filter(timeline_id=timeline.id, projection=projection.name, generation=generation)
    return dict(rows.values_list("key", "data"))


def computed(projection: HistoryProjection, timeline: Timeline) -> list[tuple[int, Row]]:
    """All lines of a timeline, told from its events."""
    line = store.lineage(timeline.id)
    found: list[tuple[int, Row]] = []
    for segment in line.segments:
        home = Timeline.objects.select_related("campaign").get(id=segment.timeline_id)
        found += live_lines(projection, home, segment)
    return halved(projection, timeline, line, found)


def told_states(timeline: Timeline) -> bool:
    """Whether the states around every decision are those of its versions."""
    return all(
        moment.before == at_version(timeline, moment.version - 1).state
        and moment.after == at_version(timeline, moment.last_version).state
        for moment in moments(timeline)
    )


def show_otherwise(monkeypatch: pytest.MonkeyPatch, version: int) -> None:
    """The tiny game's views are of another code version from here on."""
    monkeypatch.setattr(views("tiny"), "version", version, raising=False)
    forget_all()


class Hands(StateProjection):
    """A row for each card in the first walker's hand: rows come and go."""

    name = "hands"

    def generation(self, game: Game[Any, Any]) -> int:
        return 1

    def rows(self, game: Game[Any, Any], state: Any, pack: Pack) -> Mapping[str, Row]:
        hand = state.walkers["p1"].hand if isinstance(state, Wood) else ()
        return {card: {"count": hand.count(card)} for card in hand}


def show_hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    """There is one more read model."""
    hands = Hands()
    every = (*catalogue.STATE, hands)
    for module in (catalogue, inline):
        monkeypatch.setattr(module, "STATE", every)
    forget_all()
    return hands
