"""Positions that are kept for stepping back are held against what their events lead to."""

from __future__ import annotations

import pytest

from tests.tracker.timelines.tables import Table
from tracker.eventstore.models import Snapshot
from tracker.jobs.work import advance
from tracker.timelines import committing
from tracker.timelines.checking import enqueue_verify, faults
from tracker.timelines.kept_states import wrong_states

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def stepped(table: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A branched story with rewinds and a position kept at every third version or so."""
    monkeypatch.setattr(committing, "SNAPSHOT_EVERY", 3)
    for name in ("Ash", "Birch", "Cedar", "Elm"):
        table.call(name)
    table.rewind(6)
    table.call("Fir")
    branch = table.fork()
    for name in ("Hazel", "Ivy", "Juniper", "Larch"):
        branch.call(name)
    branch.undo()
    branch.undo()
    branch.call("Maple")
    return branch


def found(table: Table) -> list[tuple[str, int]]:
    return [(str(each.timeline_id), each.version) for each in wrong_states(table.campaign.id, lambda done, total: None)]


def test_positions_as_they_were_kept_hold(stepped: Table) -> None:
    assert Snapshot.objects.count() >= 4
    assert found(stepped) == []


@pytest.mark.pitfall("BL-032")
@pytest.mark.parametrize("change", [(b"name", b"nome"), (b'"coins":', b'"coins":1'), (b"{", b"")])
def test_every_changed_position_is_located(stepped: Table, change: tuple[bytes, bytes]) -> None:
    for row in Snapshot.objects.all():
        kept = bytes(row.state)
        Snapshot.objects.filter(id=row.id).update(state=kept.replace(*change, 1))
        assert found(stepped) == [(str(row.timeline_id), row.version)]
        Snapshot.objects.filter(id=row.id).update(state=kept)


def test_a_check_of_the_record_says_where(stepped: Table) -> None:
    row = Snapshot.objects.latest("id")
    Snapshot.objects.filter(id=row.id).update(state=bytes(row.state).replace(b'"coins":', b'"coins":1', 1))
    job = enqueue_verify(stepped.campaign, None)
    advance()
    job.refresh_from_db()
    assert job.state == "failed"
    assert [(fault.timeline_id, fault.version) for fault in faults(job)] == [(row.timeline_id, row.version)]
