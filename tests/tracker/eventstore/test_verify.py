"""``verify`` finds whatever was altered behind the program's back, and says where."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import StringIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections, models, transaction

from tests.tracker.eventstore.stories import Story, named
from tracker.eventstore import walk
from tracker.eventstore.models import StoredDecision, StoredEvent, Stream
from tracker.eventstore.verify import Break, verify
from tracker.timelines.management.commands import verify as command

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass(frozen=True)
class Tree:
    """A timeline of nine events and a fork of it at 5 with two more."""

    root: Story
    fork: Story


@pytest.fixture
def tree() -> Tree:
    """Versions 1-2, 3-5, 6 (a rewind), 7, 8-9 of the root are a decision each; of the fork 6-7."""
    root = Story.opened()
    root.decide(named("a"), named("b"))
    root.decide(named("c"), named("d"), named("e"))
    root.rewind(2)
    root.decide(named("f"))
    fork = root.fork(5)
    fork.decide(named("x"), named("y"), key="k")
    root.decide(named("g"), named("h"))
    return Tree(root, fork)


def first_of(found: list[Break], timeline: UUID) -> tuple[int, str]:
    """Where and what the first broken link of a timeline is."""
    return next((broken.version, broken.what) for broken in found if broken.timeline_id == timeline)


def test_what_was_not_touched_holds(tree: Tree) -> None:
    Story.opened()
    assert verify() == (3, 11, [])
    assert verify(tree.root.campaign) == (2, 11, [])


OTHER = uuid4()
EVENT: dict[str, tuple[Any, tuple[int, str]]] = {
    "position": (-1, (4, "order")),
    "campaign_id": (OTHER, (4, "content")),
    "timeline_id": (OTHER, (4, "missing row")),
    "version": (40, (4, "missing row")),
    "type": ("tiny.DayEnded", (4, "content")),
    "shape": (2, (4, "content")),
    "payload": (b'{"event":"WalkerNamed","player":"p1","name":"z"}', (4, "content")),
    "decision_id": (None, (4, "decision")),
    "recorded_at": (1, (4, "content")),
    "hash": (b"x" * 32, (4, "content")),
    "rewind_to": (1, (4, "content")),
}
DECISION: dict[str, tuple[Any, tuple[int, str]]] = {
    "campaign_id": (OTHER, (3, "decision")),
    "id": (OTHER, (3, "decision")),
    "timeline_id": (OTHER, (3, "decision")),
    "name": ("tiny.other", (3, "decision")),
    "arguments": (b'{"do":"other"}', (3, "decision")),
    "chance": (b'[{"face":"6"}]', (3, "decision")),
    "actor": ("8", (3, "decision")),
    "alias": ("Bob", (3, "decision")),
    "seat": ("p2", (3, "decision")),
    "key": ("other", (3, "decision")),
    "recorded_at": (1, (3, "decision")),
    "first_version": (4, (3, "decision")),
    "last_version": (4, (5, "decision")),
    "digest": (b"x" * 32, (3, "decision")),
}
HEAD: dict[str, tuple[Any, tuple[int, str]]] = {
    "campaign_id": (OTHER, (5, "head")),
    "id": (OTHER, (6, "head")),
    "parent_id": (None, (5, "head")),
    "forked_at": (4, (5, "missing row")),
    "version": (6, (6, "head")),
    "hash": (b"x" * 32, (7, "head")),
    "state": (b'{"coins":99}', (7, "head")),
    "rules_version": (9, (7, "head")),
    "advanced_at": (1, (7, "head")),
    "seal": (b"x" * 32, (7, "head")),
    "position": (5, (7, "head")),
}


@pytest.mark.parametrize(("model", "tampering"), [(StoredEvent, EVENT), (StoredDecision, DECISION), (Stream, HEAD)])
def test_no_column_is_left_out_of_what_follows(model: type[models.Model], tampering: dict[str, Any]) -> None:
    assert {field.name for field in model._meta.fields} == set(tampering)


@pytest.mark.pitfall("BL-032")
@pytest.mark.parametrize("column", EVENT)
def test_a_changed_column_of_an_event_is_found(tree: Tree, column: str) -> None:
    value, expected = EVENT[column]
    StoredEvent.objects.filter(timeline_id=tree.root.timeline, version=4).update(**{column: value})
    assert first_of(verify().breaks, tree.root.timeline) == expected


@pytest.mark.pitfall("BL-032")
@pytest.mark.parametrize("column", DECISION)
def test_a_changed_column_of_a_decision_is_found(tree: Tree, column: str) -> None:
    value, expected = DECISION[column]
    StoredDecision.objects.filter(timeline_id=tree.root.timeline, first_version=3).update(**{column: value})
    assert first_of(verify().breaks, tree.root.timeline) == expected


@pytest.mark.parametrize("column", HEAD)
def test_a_changed_column_of_a_head_is_found(tree: Tree, column: str) -> None:
    value, expected = HEAD[column]
    Stream.objects.filter(id=tree.fork.timeline).update(**{column: value})
    assert first_of(verify().breaks, tree.fork.timeline) == expected


def test_the_target_of_a_rewind_is_held_against_the_event(tree: Tree) -> None:
    StoredEvent.objects.filter(version=6, rewind_to=2).update(rewind_to=1)
    assert first_of(verify().breaks, tree.root.timeline) == (6, "content")


def test_an_event_given_to_another_decision_is_found(tree: Tree) -> None:
    other = StoredDecision.objects.get(timeline_id=tree.root.timeline, first_version=7)
    StoredEvent.objects.filter(timeline_id=tree.root.timeline, version=5).update(decision_id=other.id)
    assert first_of(verify().breaks, tree.root.timeline) == (5, "decision")


@pytest.mark.pitfall("BL-032")
def test_a_deleted_decision_is_found(tree: Tree) -> None:
    StoredDecision.objects.filter(timeline_id=tree.root.timeline, first_version=3).delete()
    assert first_of(verify().breaks, tree.root.timeline) == (3, "decision")


@pytest.mark.pitfall("BL-032")
def test_a_deleted_event_is_found_by_its_timeline_and_by_the_fork_that_goes_on_from_it(tree: Tree) -> None:
    StoredEvent.objects.filter(timeline_id=tree.root.timeline, version=5).delete()
    found = verify().breaks
    assert first_of(found, tree.root.timeline) == (5, "missing row")
    assert first_of(found, tree.fork.timeline) == (5, "missing row")


def test_a_cut_tail_is_found(tree: Tree) -> None:
    StoredEvent.objects.filter(timeline_id=tree.root.timeline, version__gt=7).delete()
    StoredDecision.objects.filter(timeline_id=tree.root.timeline, first_version__gt=7).delete()
    assert verify().breaks == [
        Break(tree.root.timeline, 8, "cut tail", "the head is at version 9, the last event is 7")
    ]


def test_a_cut_tail_with_an_older_head_put_back_is_found_by_the_decision_that_is_left(tree: Tree) -> None:
    root = Stream.objects.get(id=tree.root.timeline)
    tree.root.decide(named("i"))
    StoredEvent.objects.filter(timeline_id=root.id, version=10).delete()
    root.save(force_update=True)
    assert first_of(verify().breaks, root.id) == (10, "cut tail")


def test_a_row_slipped_in_behind_the_head_is_found(tree: Tree) -> None:
    last = StoredEvent.objects.get(timeline_id=tree.root.timeline, version=9)
    last.position, last.version = last.position + 100, 10
    last.save(force_insert=True)
    assert first_of(verify().breaks, tree.root.timeline) == (10, "decision")


def test_a_row_slipped_in_below_the_fork_point_is_found(tree: Tree) -> None:
    row = StoredEvent.objects.get(timeline_id=tree.fork.timeline, version=6)
    row.position, row.version = row.position + 100, 2
    row.save(force_insert=True)
    assert first_of(verify().breaks, tree.fork.timeline) == (2, "surplus row")


def test_a_head_behind_its_events_is_found(tree: Tree) -> None:
    head = Stream.objects.get(id=tree.root.timeline)
    tree.root.decide(named("i"))
    head.save(force_update=True)
    assert first_of(verify().breaks, head.id) == (9, "head")


def test_a_deleted_head_is_found(tree: Tree) -> None:
    Stream.objects.filter(id=tree.root.timeline).delete()
    found = verify().breaks
    assert first_of(found, tree.root.timeline) == (1, "head")
    assert first_of(found, tree.fork.timeline) == (0, "head")


def test_timelines_that_are_each_others_parents_end_no_walk(tree: Tree) -> None:
    Stream.objects.filter(id=tree.root.timeline).update(parent_id=tree.fork.timeline)
    assert {broken.what for broken in verify().breaks} == {"head"}


def test_the_same_history_under_a_fork_of_another_campaign_is_found(tree: Tree) -> None:
    stranger = Story.opened()
    stranger.decide(named())
    Stream.objects.filter(id=tree.fork.timeline).update(parent_id=stranger.timeline)
    assert first_of(verify().breaks, tree.fork.timeline) == (5, "head")


def test_a_walk_sees_one_moment_and_holds_no_writer_up(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "PAGE", 2)
    told: list[tuple[int, int]] = []

    def write_on() -> None:
        try:
            tree.root.decide(named("meanwhile"))
        finally:
            connections.close_all()

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        with ThreadPoolExecutor(1) as thread:
            thread.submit(write_on).result()

    assert verify(progress=progress) == (2, 11, [])
    assert told[0] == (2, 11)
    assert told[-1] == (11, 11)
    assert verify() == (2, 11 + len(told), [])


def test_inside_a_transaction_there_is_no_walk() -> None:
    with transaction.atomic(), pytest.raises(RuntimeError, match="transaction is open"):
        verify()


def test_the_command_says_that_all_is_well(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "EVERY", -1.0)
    out, err = StringIO(), StringIO()
    call_command("verify", str(tree.root.campaign), stdout=out, stderr=err)
    assert out.getvalue() == "11 events in 2 timelines: every link holds.\n"
    assert err.getvalue() == "9 of 11 events\n11 of 11 events\n"


def test_the_command_names_each_broken_link_and_fails(tree: Tree) -> None:
    StoredEvent.objects.filter(timeline_id=tree.root.timeline, version=4).update(payload=b"{}")
    out = StringIO()
    with pytest.raises(CommandError, match=r"in 2 timelines: 1 broken") as failed:
        call_command("verify", stdout=out)
    assert failed.value.returncode == 1
    assert f"timeline {tree.root.timeline}, version 4: content: its hash does not fit" in out.getvalue()


def test_the_command_knows_no_campaign_that_is_not_there() -> None:
    with pytest.raises(CommandError, match="There is no campaign"):
        call_command("verify", str(uuid4()))


@pytest.mark.usefixtures("on_postgres")
def test_the_command_raises_positions_after_a_move(tree: Tree) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE eventstore_storedevent SET position = position + (1::bigint << 50)")
        cursor.execute("UPDATE eventstore_stream SET position = position + (1::bigint << 50)")
    out = StringIO()
    call_command("verify", stdout=out)
    assert "The positions were behind" in out.getvalue()
