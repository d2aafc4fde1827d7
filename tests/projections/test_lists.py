"""Lists of campaigns and timelines."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from projections.catalogue import AdventureLog, Summary
from projections.lists import standings
from projections.models import Projected
from projections.reading import history, state_rows
from tests.projections.test_sentences import random_game
from tests.tracker.timelines.tables import Table
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head


def many(user: User) -> list[Timeline]:
    """Timelines of two games: played, rewound, just branched off, branched in the midst of a decision."""
    table = Table.opened(user)
    table.call("Ash")
    table.undo()
    branch = table.fork()
    branch.call("Birch")
    fresh = branch.fork()
    return [table.timeline, branch.timeline, fresh.timeline, random_game(user, "fantasy_defense", 1, 10)]


@pytest.mark.pitfall("BL-003")
@pytest.mark.parametrize("stored", [True, False], ids=["stored", "computed"])
def test_each_timeline_stands_where_it_is(alice: User, stored: bool) -> None:
    timelines = many(alice)
    if not stored:
        Projected.objects.all().delete()
    found = standings(timelines)
    for timeline in timelines:
        position, standing = at_head(timeline), found[timeline.id]
        assert standing.version == position.version
        assert standing.summary == state_rows(Summary(), position)["now"]
        assert standing.last == history(AdventureLog(), timeline)[-1][1]


@pytest.mark.pitfall("BL-137", "BL-139")
def test_a_long_list_of_long_stories_costs_no_query_each(table: Table) -> None:
    def queries(timelines: list[Timeline]) -> int:
        with CaptureQueriesContext(connection) as captured:
            standings(timelines)
        return len(captured)

    timelines = [table.timeline]
    early = queries(timelines)
    for number in range(5):
        branch = table.fork()
        for name in ("Ash", "Birch", "Cedar"):
            branch.call(f"{name} {number}")
        timelines.append(branch.timeline)
    assert queries(timelines) == early == 4


def test_an_empty_list_is_empty(db: None) -> None:
    assert standings([]) == {}
