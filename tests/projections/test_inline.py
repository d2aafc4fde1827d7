"""Read models that are written with the decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from projections import inline
from projections.catalogue import AdventureLog, Sheet, Summary
from projections.models import HistoryRow, Projected, StateRow
from projections.reading import history, state_rows
from rules.kernel import Observed
from tests.projections.reads import ensure_right, show_hands, show_otherwise, stored_state_rows, told_states
from tests.tracker.timelines.conftest import forget_all
from tests.tracker.timelines.tables import Table, other_pack
from tracker.timelines.campaigns import change_pack
from tracker.timelines.positions import at_head, at_version


def taken(table: Table, card: str) -> None:
    table.decide("take_card", luck=Observed({"deck": [card]}))


def test_after_each_decision_the_rows_are_the_states(table: Table) -> None:
    for do in ("take_card", "roll_die", "draw_chips", "end_day"):
        table.decide(do)
        ensure_right(table.timeline)
    assert told_states(table.timeline)


def test_only_what_differs_is_written(table: Table) -> None:
    before = dict(StateRow.objects.filter(projection="sheet").values_list("key", "id"))
    StateRow.objects.filter(key="deck").update(data={"left": "alone"})
    table.call("Ash")
    assert StateRow.objects.get(key="deck").data == {"left": "alone"}
    assert dict(StateRow.objects.filter(projection="sheet").values_list("key", "id")) == before


@pytest.mark.pitfall("BL-003")
@pytest.mark.parametrize("how", ["undo", "rewind", "redo"])
def test_after_a_rewind_every_row_is_that_of_the_target(table: Table, how: str) -> None:
    for do in ("take_card", "end_day", "roll_die"):
        table.decide(do)
    at = table.version
    if how == "redo":
        table.undo()
    {"undo": table.undo, "redo": table.redo, "rewind": lambda: table.rewind(5)}[how]()
    target = {"undo": at - 1, "redo": at, "rewind": 5}[how]
    for projection in (Sheet(), Summary()):
        assert stored_state_rows(projection, table.timeline) == state_rows(
            projection, at_version(table.timeline, target)
        )
    ensure_right(table.timeline)


@pytest.mark.pitfall("BL-155")
def test_rows_come_and_go(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = show_hands(monkeypatch)
    taken(table, "oak")
    taken(table, "elm")
    assert stored_state_rows(hands, table.timeline) == {"oak": {"count": 1}, "elm": {"count": 1}}
    table.decide("play_card", card="oak")
    assert set(StateRow.objects.filter(projection="hands").values_list("key", flat=True)) == {"elm"}
    table.undo()
    assert set(StateRow.objects.filter(projection="hands").values_list("key", flat=True)) == {"elm", "oak"}


@pytest.mark.pitfall("BL-052")
def test_zero_and_absent_read_alike_everywhere(table: Table) -> None:
    table.decide("roll_die", luck=Observed({"die": ["3"]}))
    table.decide("brace", **{"def": 3})
    table.decide("draw_chips", count=5)
    stored = stored_state_rows(Sheet(), table.timeline)
    assert stored["walkers"]["value"]["p1"]["braced"] == 3
    assert stored["bag"]["value"] == {}
    assert stored == state_rows(Sheet(), at_head(table.timeline))
    table.decide("end_day")
    ensure_right(table.timeline)


def test_a_line_for_each_decision_in_the_order_of_versions(table: Table) -> None:
    table.decide("end_day")
    table.note()
    table.undo()
    lines = history(AdventureLog(), table.timeline)
    assert [data["decision"] for _, data in lines] == ["tiny.set_up", "tiny.end_day", "table.write_note", "table.undo"]
    assert [version for version, _ in lines] == [1, 5, 6, 7]


def test_a_branch_shows_its_own_state_and_the_shared_lines(table: Table) -> None:
    table.call("Ash")
    branch = table.fork()
    ensure_right(branch.timeline)
    branch.call("Birch")
    ensure_right(branch.timeline)
    ensure_right(table.timeline)
    assert HistoryRow.objects.filter(timeline_id=branch.timeline.id, projection="log").count() == 1


def test_after_a_restart_the_differences_are_still_right(table: Table) -> None:
    for do in ("take_card", "roll_die", "end_day"):
        forget_all()
        table.decide(do)
        ensure_right(table.timeline)


def test_other_content_shows_in_the_rows_from_there_on(table: Table) -> None:
    change_pack(table.timeline, table.actor, other_pack(), expected=table.version)
    assert stored_state_rows(Summary(), table.timeline)["now"]["headline"] == "Another wood"
    ensure_right(table.timeline)
    forget_all()
    table.call("Ash")
    ensure_right(table.timeline)


def test_new_code_shows_right_rows_before_anything_is_rebuilt(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.call("Ash")
    show_otherwise(monkeypatch, 2)
    ensure_right(table.timeline)
    table.call("Birch")
    ensure_right(table.timeline)
    generations = Projected.objects.get().generations
    assert generations == {"sheet": 2, "summary": 2, "remarks": 1}


def test_old_and_new_code_side_by_side_show_right_rows(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the seconds of a deployment in which processes of both are up."""
    hands = show_hands(monkeypatch)
    deeds: list[tuple[int, Callable[[], Any]]] = [
        (1, lambda: taken(table, "oak")),
        (2, lambda: table.call("Ash")),
        (1, lambda: table.decide("play_card", card="oak")),
        (2, lambda: taken(table, "elm")),
        (2, lambda: table.call("Birch")),
        (1, lambda: table.undo()),
        (2, lambda: table.decide("end_day")),
    ]
    for version, deed in deeds:
        monkeypatch.setattr(type(hands), "generation", lambda self, game, version=version: version)
        show_otherwise(monkeypatch, version)
        deed()
        ensure_right(table.timeline)


def test_rows_that_fell_behind_are_not_taken_for_whole(table: Table) -> None:
    for name in ("Ash", "Birch"):
        table.call(name)
    HistoryRow.objects.filter(version=table.version).delete()
    StateRow.objects.filter(key="walkers").update(data={"label": "Walkers", "value": "as before"})
    Projected.objects.update(version=table.version - 1)
    ensure_right(table.timeline)
    forget_all()
    table.decide("take_card")
    ensure_right(table.timeline)


def test_a_process_of_old_code_that_remembers_is_not_fooled(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.call("Ash")
    remembered = inline._known
    show_otherwise(monkeypatch, 2)
    table.call("Birch")
    show_otherwise(monkeypatch, 1)
    monkeypatch.setattr(inline, "_known", remembered)
    table.call("Cedar")
    ensure_right(table.timeline)
    show_otherwise(monkeypatch, 2)
    ensure_right(table.timeline)
