"""Reading histories: windows, branches, and parts that are not stored."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from projections.catalogue import AdventureLog, Checkpoints
from projections.models import HistoryRow, Projected
from projections.reading import history
from projections.story import contents, story_page
from tests.projections.reads import computed
from tests.tracker.timelines.tables import Table

WINDOWS = [
    {}, {"newest": 1}, {"newest": 5}, {"newest": 500}, {"oldest": 1}, {"oldest": 7}, {"low": 6}, {"high": 9},
    {"low": 5, "high": 16}, {"low": 3, "high": 20, "newest": 4}, {"low": 3, "high": 20, "oldest": 4}, {"newest": 0},
    {"low": 400}, {"high": 0},
]  # fmt: skip


@pytest.fixture
def branch(table: Table) -> Table:
    """A branch of a branch with a few decisions, rewinds and notes on each."""
    for _ in range(2):
        for name in ("Ash", "Birch", "Cedar"):
            table.call(name)
        table.note()
        table.undo()
        table.decide("end_day")
        table = table.fork()
    table.call("Dogwood")
    return table


@pytest.mark.parametrize("stored", ["all", "none", "the branch's", "the ancestors'"])
@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_a_window_is_that_part_of_the_whole(branch: Table, window: dict[str, int], stored: str) -> None:
    own = Projected.objects.filter(timeline_id=branch.timeline.id)
    marks = {"none": Projected.objects.all(), "the branch's": Projected.objects.exclude(pk__in=own)}
    marks["the ancestors'"] = own
    marks.get(stored, Projected.objects.none()).delete()
    for projection in (AdventureLog(), Checkpoints()):
        low, high = window.get("low", 0), window.get("high", 10**6)
        every = [line for line in computed(projection, branch.timeline) if low < line[0] <= high]
        if "newest" in window:
            every = every[len(every) - min(window["newest"], len(every)) :]
        if "oldest" in window:
            every = every[: window["oldest"]]
        assert history(projection, branch.timeline, **window) == every


def test_lines_that_are_not_stored_are_told_from_the_newest_back(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("projections.reading.LIVE_WINDOW", 3)
    for number in range(10):
        table.call(f"Name {number}")
    table.decide("end_day")
    Projected.objects.all().delete()
    for projection in (AdventureLog(), Checkpoints()):
        every = computed(projection, table.timeline)
        assert [history(projection, table.timeline, newest=n) for n in range(1, 9)] == [every[-n:] for n in range(1, 9)]


def test_stored_lines_are_read_and_not_computed(branch: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("projections.reading.moments", lambda *given: pytest.fail("a line was computed"))
    assert history(AdventureLog(), branch.timeline)
    assert history(AdventureLog(), branch.timeline, newest=2)
    assert story_page(branch.timeline).lines


@pytest.mark.pitfall("BL-137", "BL-139")
def test_reading_costs_the_same_however_long_the_story_is(table: Table) -> None:
    def queries() -> list[int]:
        found = []
        for read in (
            lambda: history(AdventureLog(), table.timeline, newest=12),
            lambda: story_page(table.timeline, number=2, per_page=5),
            lambda: contents(table.timeline),
        ):
            with CaptureQueriesContext(connection) as captured:
                read()
            found.append(len(captured))
        return found

    table.call("Ash")
    early = queries()
    for number in range(60):
        table.call(f"Name {number}")
    assert queries() == early == [4, 5, 4]


def test_nested_branches_cost_no_query_each(table: Table) -> None:
    branch = table
    for number in range(12):
        branch.call(f"Name {number}")
        branch = branch.fork()
    branch.call("Last")
    with CaptureQueriesContext(connection) as captured:
        lines = history(AdventureLog(), branch.timeline, newest=12)
    assert (len(captured), len(lines)) == (5, 12)


@pytest.mark.django_db(transaction=True)
def test_lines_are_found_by_index_alone(table: Table) -> None:
    for number in range(40):
        table.call(f"Name {number}")
    with CaptureQueriesContext(connection) as captured:
        history(AdventureLog(), table.timeline, newest=3)
    statement = captured[-1]["sql"]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET enable_seqscan = off")
            cursor.execute(f"EXPLAIN {statement}")
        else:
            cursor.execute(f"EXPLAIN QUERY PLAN {statement}")
        plan = "\n".join(str(row) for row in cursor.fetchall())
        if connection.vendor == "postgresql":
            cursor.execute("RESET enable_seqscan")
    assert "history_row_once" in plan or "sqlite_autoindex_projections_historyrow" in plan, plan
    assert HistoryRow.objects.count() > 40
