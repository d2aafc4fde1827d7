"""Two timelines, or two versions, side by side; nothing is changed by it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from hypothesis import given
from hypothesis import strategies as st

from projections.compared import decisions, state_differences, totals
from rules.kernel import Observed, Refused
from rules.kernel.differences import Told
from tests.tracker.eventstore.test_append import everything
from tests.tracker.timelines.amendments import amended, plan
from tests.tracker.timelines.tables import Table
from tests.tracker.timelines.test_amending_properties import BUSY, STORY, played
from tracker.timelines import comparing
from tracker.timelines.comparing import Comparison, compare, time_played

pytestmark = pytest.mark.django_db(transaction=True)


def names(found: Comparison) -> list[tuple[str, str]]:
    """The decisions side by side, without the game's name."""
    return [
        tuple(row.name.removeprefix("tiny.") if row else "" for row in (pair.one, pair.other))  # type: ignore[misc]
        for pair in found.pairs()
    ]


def told(found: Comparison) -> list[Told]:
    """What differs, as everybody may see it."""
    return state_differences(found, lambda position: position.state)


def test_a_branch_beside_what_it_left(table: Table) -> None:
    table.call("Ash")
    branch = table.fork()
    shared = table.version
    table.decide("draw_chips", count=1, luck=Observed({"bag": ["gold"]}))
    branch.call("Birch")
    found = compare(table.timeline, branch.timeline)
    assert found.ancestor == shared
    assert names(found) == [("draw_chips", "name_walker")]
    assert ("P1", "Coins", "2", "0") in [(each.group, each.label, each.was, each.now) for each in told(found)]
    assert ("P1", "Name", "Ash", "Birch") in [(each.group, each.label, each.was, each.now) for each in told(found)]


def test_two_versions_of_one_timeline(table: Table) -> None:
    first = table.call("Ash").last_version
    table.call("Birch")
    found = compare(table.timeline, table.timeline, version=first)
    assert (found.ancestor, names(found)) == (first, [("", "name_walker")])
    other_way = compare(table.timeline, table.timeline, other_version=first)
    assert (other_way.ancestor, names(other_way)) == (first, [("name_walker", "")])


def test_what_was_taken_back_does_not_count(table: Table) -> None:
    kept = table.call("Ash").last_version
    undone = table.call("Birch").last_version
    table.undo()
    table.call("Cedar")
    found = compare(table.timeline, table.timeline, version=undone)
    assert found.ancestor == kept
    assert names(found) == [("name_walker", "name_walker")]
    assert told(found) == [Told("P1", "Name", "Birch", "Cedar")]


@pytest.mark.pitfall("BL-176")
def test_an_amended_timeline_stands_beside_its_source_decision_by_decision(table: Table) -> None:
    table.decide("draw_chips", count=1, luck=Observed({"bag": ["stone"]}))
    changed = table.call("Ash")
    table.decide("draw_chips", count=1, luck=Observed({"bag": ["gold"]}))
    table.decide("end_day")
    made = amended(table, plan(changed.first_version, decision={"do": "name_walker", "player": "p1", "name": "Elm"}))
    found = compare(table.timeline, made.timeline)
    assert names(found) == [("name_walker", "name_walker"), ("draw_chips", "draw_chips"), ("end_day", "end_day")]
    assert [pair.is_same for pair in found.pairs()] == [False, True, True]
    assert [(row.same, row.differs) for row in decisions(found).rows] == [(0, "decision"), (2, "")]


def test_the_same_decision_with_other_luck_and_with_another_outcome(table: Table) -> None:
    table.call("Ash")
    branch = table.fork()
    for each, chip in ((table, "gold"), (branch, "stone")):
        each.decide("draw_chips", count=1, luck=Observed({"bag": [chip]}))
    assert [row.differs for row in decisions(compare(table.timeline, branch.timeline)).rows] == ["luck"]


def test_dropped_and_inserted_decisions_leave_the_others_side_by_side(table: Table) -> None:
    for name in ("Ash", "Birch", "Cedar"):
        table.call(name)
    rows = table.in_force()
    made = amended(table, plan(rows[2].first_version, "drop"))
    assert names(compare(table.timeline, made.timeline)) == [("name_walker", ""), ("name_walker", "name_walker")]
    again = amended(made, plan(made.in_force()[1].first_version, "insert", {"do": "end_day"}))
    pairs = compare(table.timeline, again.timeline).pairs()
    assert [pair.is_same for pair in pairs] == [False, True, False, True]


def test_branches_that_decided_alike_are_aligned_too(table: Table) -> None:
    table.call("Ash")
    branch = table.fork()
    branch.decide("end_day")
    for each in (table, branch):
        each.call("Birch")
        each.call("Cedar")
    assert names(compare(table.timeline, branch.timeline)) == [
        ("", "end_day"), ("name_walker", "name_walker"), ("name_walker", "name_walker"),
    ]  # fmt: skip


def test_very_long_stretches_are_laid_side_by_side_as_they_come(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparing, "MOST_MATCHED", 2)
    table.call("Ash")
    branch = table.fork()
    branch.decide("end_day")
    for each in (table, branch):
        each.call("Birch")
        each.call("Cedar")
    assert names(compare(table.timeline, branch.timeline)) == [
        ("name_walker", "end_day"), ("name_walker", "name_walker"), ("", "name_walker"),
    ]  # fmt: skip


def test_an_amended_set_up_shares_nothing(table: Table) -> None:
    table.call("Ash")
    made = amended(table, plan(1, decision={"do": "set_up", "walkers": 2}))
    found = compare(table.timeline, made.timeline)
    assert (found.ancestor, names(found)[0]) == (0, ("set_up", "set_up"))
    assert told(found)[0] == Told("Walkers", "P2", "none", "there")


def test_pages_of_decisions_and_long_ones_without_outcomes(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.call("Ash")
    branch = table.fork()
    for number in range(6):
        table.call(f"A{number}")
        branch.call(f"B{number}")
    found = compare(table.timeline, branch.timeline)
    page = decisions(found, 2, per_page=4)
    assert ([row.one[1]["sentence"] != "" for row in page.rows if row.one], page.pages) == ([True, True], 2)
    assert decisions(found, 99, per_page=4) == page
    monkeypatch.setattr("projections.compared.MOST_TOLD", 3)
    assert decisions(found, 2, per_page=4) == page


def test_time_at_the_table_counts_no_long_pauses(table: Table) -> None:
    for _ in range(4):
        table.decide("end_day") if table.state.day < 3 else table.call(f"N{table.version}")
    rows = table.in_force()
    for row, minutes in zip(rows, (0, 10, 20, 90, 95), strict=True):
        row.recorded_at = minutes * 60 * 1_000_000
    assert time_played(rows) == 25 * 60
    assert time_played([]) == 0


def test_totals_add_up_both_sides(table: Table) -> None:
    table.call("Ash")
    branch = table.fork()
    table.decide("draw_chips", count=1)
    branch.call("Birch")
    branch.call("Cedar")
    found = {total.label: (total.one, total.other) for total in totals(compare(table.timeline, branch.timeline))}
    assert (found["Decisions"], found["Luck asked"]) == ((1, 2), (1, 0))


def test_only_timelines_of_one_campaign_and_versions_that_there_are(table: Table, bob: User) -> None:
    other = Table.opened(bob)
    with pytest.raises(Refused) as refused:
        compare(table.timeline, other.timeline)
    assert refused.value.code == "other_campaign"
    with pytest.raises(Refused) as refused:
        compare(table.timeline, table.timeline, version=999)
    assert refused.value.code == "no_such_version"


def test_comparing_never_alters_anything_and_a_timeline_equals_itself(alice: User) -> None:
    @BUSY
    @given(story=STORY, version=st.integers(0, 99), which=st.integers(0, 99))
    def holds(story: list[object], version: int, which: int) -> None:
        table = played(alice, story)  # type: ignore[arg-type]
        rows = table.in_force()
        made = amended(table, plan(rows[which % len(rows)].first_version, rest="skip"))
        before = everything()
        at = 1 + version % table.version
        found = compare(table.timeline, table.timeline, version=at, other_version=at)
        assert (told(found), found.pairs(), totals(found)) == ([], [], [])
        beside = compare(table.timeline, made.timeline)
        assert told(beside) == []
        assert all(pair.is_same for pair in beside.pairs())
        there = compare(table.timeline, table.timeline, version=at)
        back = compare(table.timeline, table.timeline, other_version=at)
        assert {(each.group, each.label, each.was, each.now) for each in told(there)} == {
            (each.group, each.label, each.now, each.was) for each in told(back)
        }
        assert sum(row.same or 1 for row in decisions(there, per_page=999).rows) == len(there.pairs())
        assert everything() == before

    holds()
