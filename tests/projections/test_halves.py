"""The story of a branch from the midst of a decision tells of the half that happened there."""

from __future__ import annotations

import pytest

from projections.catalogue import AdventureLog, Checkpoints
from projections.models import Projected
from projections.reading import history
from projections.story import story_page
from tests.projections.reads import ensure_right
from tests.tracker.timelines.tables import Table


@pytest.fixture
def half(table: Table) -> Table:
    """A branch from the midst of a day's end."""
    table.decide("take_card")
    table.decide("play_card", card=table.state.walkers["p1"].hand[0])
    return table.fork(table.decide("end_day").first_version)


@pytest.mark.parametrize("stored", [True, False], ids=["stored", "computed"])
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_the_line_tells_the_half(half: Table, stored: bool, depth: int) -> None:
    at = half.version
    for number in range(depth):
        half.call(f"Name {number}")
        half = half.fork()
    if not stored:
        Projected.objects.all().delete()
    whole = dict(history(AdventureLog(), half.timeline))[at]
    assert (whole["facts"], whole["last"]) == (["Day ended: day 1"], at)
    page = story_page(half.timeline)
    assert [line.data for line in page.lines if line.version == at] == [whole]


def test_the_games_checkpoint_stands_where_the_half_ends(half: Table) -> None:
    at = half.version
    half.call("Ash")
    assert history(Checkpoints(), half.timeline, low=4)[0][1]["checkpoints"] == [
        {"version": at, "name": "Day 2", "by": "", "kind": "day", "told": "End day."}
    ]


def test_the_parent_still_tells_the_whole(half: Table, table: Table) -> None:
    line = dict(history(AdventureLog(), table.timeline))[half.version]
    assert (len(line["facts"]), line["last"]) == (2, half.version + 1)
    ensure_right(table.timeline)
    ensure_right(half.timeline)
