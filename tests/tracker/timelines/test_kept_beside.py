"""What stands beside the events is held against them: where timelines branch off, with which content they go on."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from tests.tracker.timelines.amendments import Luck, amended, plan
from tests.tracker.timelines.tables import Table, other_pack
from tests.tracker.timelines.test_whole_decisions import with_a_discard
from tracker.eventstore.models import Stream
from tracker.jobs.work import advance
from tracker.packs.models import PackVersion
from tracker.timelines.campaigns import change_pack
from tracker.timelines.checking import enqueue_verify, faults
from tracker.timelines.kept_beside import wrong_beside
from tracker.timelines.models import Timeline

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def grown(table: Table) -> tuple[Table, Table]:
    """A story with all ways to branch, and a twig on a branch from the midst of a decision; the content changed."""
    with_a_discard(table)
    day = table.decide("end_day")
    branch = table.fork(day.first_version)
    change_pack(branch.timeline, branch.actor, other_pack(), expected=branch.version)
    branch.call("Ash")
    twig = branch.fork()
    called = twig.call("Birch")
    amended(twig, plan(called.first_version, "drop"))
    amended(table, plan(1, luck=Luck("app", 7), rest="skip"))
    return branch, twig


def found(table: Table) -> list[tuple[str, str]]:
    return [(str(each.timeline_id), each.what) for each in wrong_beside(table.campaign.id)]


def test_what_stands_beside_as_it_was_written_holds(grown: tuple[Table, Table]) -> None:
    assert Timeline.objects.count() == 5
    assert found(grown[0]) == []


@pytest.mark.pitfall("BL-032")
@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda line: {"forked_at": line.forked_at - 1}, "timeline"),
        (lambda line: {"half": line.half + 1}, "timeline"),
        (lambda line: {"parent": None}, "timeline"),
        (lambda line: {"packs": line.packs[:-1]}, "content"),
        (lambda line: {"packs": [*line.packs, [99, "0" * 64]]}, "content"),
        (lambda line: {"packs": [[1, "0" * 64], *line.packs[1:]]}, "content"),
        (lambda line: {"packs": [[since + 1, each] for since, each in line.packs]}, "content"),
    ],
)
def test_every_change_is_located(
    grown: tuple[Table, Table], change: Callable[[Timeline], dict[str, Any]], what: str
) -> None:
    for table in grown:
        row = Timeline.objects.get(id=table.timeline.id)
        was = {name: getattr(row, name) for name in change(row)}
        Timeline.objects.filter(id=row.id).update(**change(row))
        assert found(table) == [(str(row.id), what)]
        Timeline.objects.filter(id=row.id).update(**was)
    assert found(grown[0]) == []


def test_changed_content_is_located_where_it_is_played_with(grown: tuple[Table, Table]) -> None:
    branch, twig = grown
    pack = PackVersion.objects.get(hash=other_pack())
    PackVersion.objects.filter(hash=pack.hash).update(content=bytes(pack.content) + b" ")
    job = enqueue_verify(branch.campaign, None)
    advance()
    job.refresh_from_db()
    since = branch.timeline.packs[-1][0]
    told = {(fault.timeline_id, fault.version) for fault in faults(job)}
    assert (job.state, {(branch.timeline.id, since), (twig.timeline.id, since)} <= told) == ("failed", True)
    assert {fault.sentence for fault in faults(job)} == {"the content that it is played with from there on was changed"}


def test_the_command_locates_changed_content_too(grown: tuple[Table, Table]) -> None:
    branch, _ = grown
    out = StringIO()
    call_command("verify", stdout=out)
    assert "every link holds" in out.getvalue()
    PackVersion.objects.filter(hash=other_pack()).update(content=b"{}")
    with pytest.raises(CommandError, match="broken"):
        call_command("verify", str(branch.campaign.id), stdout=out)
    since = branch.timeline.packs[-1][0]
    assert f"timeline {branch.timeline.id}, version {since}: content: the content" in out.getvalue()


def test_a_timeline_without_its_facts_is_named(grown: tuple[Table, Table]) -> None:
    lost = Timeline.objects.create(
        campaign=grown[0].campaign, name="Lost", created_by=grown[0].user, id=uuid4(), packs=[]
    )
    assert not Stream.objects.filter(id=lost.id).exists()
    assert found(grown[0]) == [(str(lost.id), "timeline")]
