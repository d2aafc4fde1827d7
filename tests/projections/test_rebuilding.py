"""Rebuilding: beside what pages read, whole or not at all, as often as one likes."""

from __future__ import annotations

import os
import signal
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core import mail

from projections import rebuilding
from projections.catalogue import AdventureLog, Sheet
from projections.models import HistoryRow, Projected, StateRow
from projections.reading import history
from projections.rebuilding import CannotRebuild, is_stale, rebuild, rebuild_all
from rules.kernel import Observed
from tests.projections.reads import ensure_right, show_hands, show_otherwise, stored_state_rows
from tests.rules.kernel.tiny import GAME, CardTaken
from tests.tracker.timelines.races import at_once
from tests.tracker.timelines.tables import Table
from tracker.eventstore import codec, store
from tracker.eventstore.models import StoredDecision, StoredEvent
from tracker.jobs.models import Job
from tracker.packs.versions import default_pack
from tracker.timelines.models import Campaign, Timeline


@pytest.fixture
def played(table: Table) -> Table:
    """A story with rewinds and table talk."""
    for name in ("Ash", "Birch", "Cedar"):
        table.call(name)
    table.undo()
    table.decide("take_card", luck=Observed({"deck": ["oak"]}))
    table.note()
    table.decide("end_day")
    table.rewind(6)
    return table


def rows(*, without: tuple[str, ...] = ("id",)) -> list[Any]:
    """All rows of read models, by what tells them apart."""
    found: list[Any] = []
    for kind in (StateRow, HistoryRow):
        values = kind.objects.order_by("timeline_id", "projection", "generation", "pk").values()
        found += [{name: value for name, value in row.items() if name not in without} for row in values]
    return sorted(found, key=str)


@pytest.mark.pitfall("BL-155")
def test_a_rebuild_of_right_rows_changes_nothing(played: Table) -> None:
    before = rows(without=())
    assert [rebuild(played.timeline), rebuild(played.timeline)] == [0, 0]
    assert rows(without=()) == before


@pytest.mark.pitfall("BL-155")
def test_a_rebuild_from_nothing_gives_the_same_rows(played: Table) -> None:
    before = rows()
    for table in (StateRow, HistoryRow, Projected):
        table.objects.all().delete()
    assert rebuild(played.timeline) == len(before)
    assert rows() == before
    assert Projected.objects.get().version == played.version


@pytest.mark.parametrize("damage", ["changed", "missing", "surplus", "misfiled"])
def test_a_rebuild_sets_damaged_rows_right(played: Table, damage: str) -> None:
    before = rows()
    line = HistoryRow.objects.filter(projection="log").order_by("version")[2]
    if damage == "changed":
        HistoryRow.objects.filter(id=line.id).update(data={"sentence": "It never was so."})
        StateRow.objects.filter(key="day").update(data={"label": "Day", "value": 77})
    elif damage == "missing":
        line.delete()
        StateRow.objects.filter(key="day").delete()
    elif damage == "surplus":
        HistoryRow.objects.create(**{**_values(line), "version": 2})
        HistoryRow.objects.create(**{**_values(line), "version": 999})
        StateRow.objects.create(**{**_values(StateRow.objects.get(key="day")), "key": "night"})
    else:
        HistoryRow.objects.filter(id=line.id).update(who="nobody", kind="nothing", words="")
    assert rebuild(played.timeline) > 0
    assert rows() == before


def _values(row: Any) -> dict[str, Any]:
    return {field.name: getattr(row, field.name) for field in row._meta.fields if field.name != "id"}


@pytest.mark.pitfall("BL-155")
def test_rows_that_went_stay_gone(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = show_hands(monkeypatch)
    table.decide("take_card", luck=Observed({"deck": ["oak"]}))
    table.decide("play_card", card="oak")
    rebuild(table.timeline)
    assert stored_state_rows(hands, table.timeline) == {}
    assert not StateRow.objects.filter(projection="hands").exists()


@pytest.mark.pitfall("BL-153")
def test_a_rebuild_on_an_empty_database_ends(db: None) -> None:
    assert rebuild_all([]) == (0, 0, 0)


@pytest.mark.pitfall("BL-153")
def test_a_rebuild_of_a_campaign_without_events_ends(alice: User) -> None:
    campaign = Campaign.objects.create(
        name="Empty", game="tiny", pack_hash=default_pack("tiny").hash, main_id=uuid4(), created_by=alice
    )
    packs = [[1, campaign.pack_hash]]
    empty = Timeline.objects.create(id=campaign.main_id, campaign=campaign, name="Main", created_by=alice, packs=packs)
    store.open_stream(campaign.id, empty.id)
    assert rebuild_all([empty]) == (1, 0, 0)
    assert rows() == []


@pytest.mark.pitfall("BL-153")
def test_a_rebuild_of_a_campaign_with_its_set_up_alone_ends(table: Table) -> None:
    assert rebuild_all([table.timeline]) == (1, 1, 0)
    ensure_right(table.timeline)


def test_a_rebuild_of_a_branch_without_decisions_ends(played: Table) -> None:
    branch = played.fork()
    ensure_right(branch.timeline)
    assert rebuild(branch.timeline) == 0
    assert StateRow.objects.filter(timeline_id=branch.timeline.id).exists()
    ensure_right(branch.timeline)
    StateRow.objects.filter(timeline_id=branch.timeline.id).first().delete()
    assert rebuild(branch.timeline) == 1
    branch.call("Dogwood")
    ensure_right(branch.timeline)


def test_new_code_gets_rows_of_its_own_beside_the_old_ones(played: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    before = rows()
    show_otherwise(monkeypatch, 2)
    assert is_stale(played.timeline)
    rebuild(played.timeline)
    assert not is_stale(played.timeline)
    ensure_right(played.timeline)
    assert [row for row in rows() if row["generation"] in (1, 1002, 1003)] == before


def test_the_rows_before_last_are_cleared_away(played: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    for version in (2, 3):
        show_otherwise(monkeypatch, version)
        rebuild(played.timeline)
    assert set(StateRow.objects.values_list("generation", flat=True)) == {2, 3}


def test_once_rebuilt_the_lines_stay_whole_as_the_story_goes_on(played: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    show_otherwise(monkeypatch, 2)
    played.call("Dogwood")
    rebuild(played.timeline)
    played.call("Elder")
    assert not is_stale(played.timeline)
    ensure_right(played.timeline)


def test_one_projection_alone(played: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    show_otherwise(monkeypatch, 2)
    rebuild(played.timeline, name="log")
    assert Projected.objects.get().generations["log"] // 1000 == 2
    assert is_stale(played.timeline)
    ensure_right(played.timeline)
    with pytest.raises(KeyError):
        rebuild(played.timeline, name="weather")


def test_rows_that_fell_behind_are_not_taken_for_whole(played: Table) -> None:
    Projected.objects.update(version=played.version - 1)
    assert is_stale(played.timeline)
    rebuild(played.timeline, name="log")
    assert set(Projected.objects.get().generations) == {"log"}
    ensure_right(played.timeline)


def unreadable(table: Table) -> int:
    """An event that nobody can read any more. Its version."""
    event = StoredEvent.objects.get(type="tiny.CardTaken", timeline_id=table.timeline.id)
    StoredEvent.objects.filter(position=event.position).update(payload=b'{"event":"CardTaken","gone":true}')
    return event.version


@pytest.mark.pitfall("BL-156")
@pytest.mark.parametrize("new_code", [False, True])
def test_an_event_that_cannot_be_read_stops_it(played: Table, monkeypatch: pytest.MonkeyPatch, new_code: bool) -> None:
    before, marks = rows(), list(Projected.objects.values())
    version = unreadable(played)
    show_otherwise(monkeypatch, 2 if new_code else 1)
    with pytest.raises(CannotRebuild) as stopped:
        rebuild(played.timeline)
    said = str(stopped.value)
    assert f"timeline {played.timeline.id} version {version}: tiny.CardTaken" in said
    assert "sheet, summary, log, checkpoints" in said
    assert (rows(), list(Projected.objects.values())) == (before, marks)


@pytest.mark.pitfall("BL-156")
def test_a_kind_of_event_that_nobody_knows_stops_it(played: Table) -> None:
    codec.register(GAME.key, [kind for kind in GAME.event_kinds if kind is not CardTaken], {})
    with pytest.raises(CannotRebuild, match=r"version 9: tiny\.CardTaken"):
        rebuild(played.timeline, name="log")


@pytest.mark.pitfall("BL-156")
def test_an_event_that_the_rules_cannot_take_up_stops_it(played: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(GAME.rulebook.evolvers, CardTaken)
    with pytest.raises(CannotRebuild, match=r"version 9 \(tiny\.CardTaken\): KeyError"):
        rebuild(played.timeline)


@pytest.mark.pitfall("BL-156")
def test_a_line_that_cannot_be_told_names_its_projection(played: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def entry(self: AdventureLog, moment: Any) -> Any:
        raise LookupError("yew")

    monkeypatch.setattr(AdventureLog, "entry", entry)
    with pytest.raises(CannotRebuild, match=r"Rebuilding log: timeline .* version 1 \(tiny\.set_up\): LookupError"):
        rebuild(played.timeline)


@pytest.mark.pitfall("BL-156")
def test_a_missing_event_stops_it(played: Table) -> None:
    StoredEvent.objects.filter(version=5).delete()
    with pytest.raises(CannotRebuild, match="version 5: its event is missing"):
        rebuild(played.timeline)


class Stop(Exception):
    """Somebody has had enough."""


@pytest.mark.parametrize("new_code", [False, True])
def test_a_rebuild_that_is_stopped_leaves_what_pages_read(
    played: Table, monkeypatch: pytest.MonkeyPatch, new_code: bool
) -> None:
    monkeypatch.setattr(rebuilding, "BATCH", 2)
    HistoryRow.objects.filter(version=5).update(data={"sentence": "Damaged."})
    before, marks = rows(), list(Projected.objects.values())
    show_otherwise(monkeypatch, 2 if new_code else 1)

    def said(done: int) -> None:
        if done == 4:
            raise Stop

    with pytest.raises(Stop):
        rebuild(played.timeline, said=said)
    assert [row for row in rows() if row["generation"] in (1, 1002, 1003)] == before
    assert list(Projected.objects.values()) == marks
    rebuild(played.timeline)
    ensure_right(played.timeline)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("moment", ["between batches", "in the switch"])
def test_a_rebuild_that_is_killed_leaves_what_pages_read(
    played: Table, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    monkeypatch.setattr(rebuilding, "BATCH", 2)
    show_otherwise(monkeypatch, 2)
    marks = list(Projected.objects.values())

    def kill(*given: Any) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def deed() -> None:
        if moment == "in the switch":
            monkeypatch.setattr("projections.rebuilding._Rebuild._mark", kill)
        rebuild(played.timeline, said=kill if moment == "between batches" else lambda done: None)

    with pytest.raises(EOFError):
        at_once([deed])
    assert list(Projected.objects.values()) == marks
    ensure_right(played.timeline)
    rebuild(played.timeline)
    assert not is_stale(played.timeline)
    ensure_right(played.timeline)


@pytest.mark.django_db(transaction=True)
def test_decisions_go_on_while_it_runs(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuilding, "BATCH", 5)
    show_otherwise(monkeypatch, 2)
    for number in range(20):
        table.call(f"Name {number}")

    def decisions() -> int:
        for number in range(30):
            table.call(f"Later {number}")
        return table.version

    def rebuilds() -> bool:
        return all(rebuild(table.timeline) >= 0 for _ in range(3))

    assert at_once([decisions, rebuilds]) == [table.version, True]
    rebuild(table.timeline)
    assert rebuild(table.timeline) == 0
    ensure_right(table.timeline)


def test_what_came_while_it_ran_is_there(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuilding, "BATCH", 3)
    show_otherwise(monkeypatch, 2)
    left = iter(range(8))

    def said(done: int) -> None:
        for _ in left:
            table.call(f"Later {done}")
            table.decide("take_card") if done == 1 else None
            break

    rebuild(table.timeline, said=said)
    assert not is_stale(table.timeline)
    ensure_right(table.timeline)


def test_a_build_that_is_taken_up_again_passes_what_is_done(played: Table) -> None:
    build, told = uuid4(), []
    branch = played.fork()
    branch.call("Dogwood")
    rebuild(played.timeline, build=build)
    every = [played.timeline, branch.timeline]
    StateRow.objects.filter(key="day").update(data={"label": "Day", "value": 77})
    done = rebuild_all(every, build=build, said=lambda done, total, timeline: told.append((done, total)))
    assert done == (2, 10, 1)
    assert told == [(0, 10), (9, 10), (10, 10)]


@pytest.mark.pitfall("BL-158", "BL-164")
def test_a_rebuild_decides_nothing_and_tells_nobody(played: Table) -> None:
    before = (StoredDecision.objects.count(), StoredEvent.objects.count(), Job.objects.count())
    Projected.objects.all().delete()
    rebuild(played.timeline)
    assert (StoredDecision.objects.count(), StoredEvent.objects.count(), Job.objects.count()) == before
    assert mail.outbox == []


def test_pages_read_the_old_rows_until_the_switch(played: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    HistoryRow.objects.filter(version=5).update(data={"sentence": "Old."})
    StateRow.objects.filter(key="day").update(data={"label": "Day", "value": 77})
    seen: list[Any] = []

    def said(done: int) -> None:
        old = dict(history(AdventureLog(), played.timeline))[5]
        seen.append((old, stored_state_rows(Sheet(), played.timeline)["day"]["value"]))

    rebuild(played.timeline, said=said)
    assert seen == [({"sentence": "Old."}, 77)]
    ensure_right(played.timeline)
