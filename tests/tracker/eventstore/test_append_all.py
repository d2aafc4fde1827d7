"""Appending many decisions at once: the same record as one by one, all or nothing."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import IntegrityError

from projections.models import Projected
from rules.kernel.table import Rewound
from tests.tracker.eventstore.stories import Story, all_after, named, names_of
from tests.tracker.eventstore.test_append import everything
from tracker.eventstore import sql, store
from tracker.eventstore.models import Snapshot, StoredDecision
from tracker.eventstore.verify import verify

pytestmark = pytest.mark.django_db(transaction=True)

MARKS = (("campaign_id", "uuid"), ("timeline_id", "uuid"), ("version", "int"), ("generations", "jsonb"))
TABLE = "projections_projected"


def several(story: Story, count: int) -> list[store.Commit]:
    """Decisions of two events each, the second with a state worth a snapshot."""
    start = story.head.version
    commits = [
        story.commit(
            named(f"a{n}"), named(f"b{n}"), expected=start + 2 * n, key=f"key-{n}-{story.timeline}", state=None
        )
        for n in range(count)
    ]
    commits[1] = replace(commits[1], state=b"midway", keep_snapshot=True)
    commits[-1] = replace(commits[-1], state=b"after", rules_version=2)
    return commits


def test_many_decisions_are_the_record_that_one_by_one_makes() -> None:
    story, other = Story.opened(), Story.opened()
    commits = several(story, 5)
    last = store.append_all(commits)
    for commit in commits:
        place = {"timeline_id": other.timeline, "campaign_id": other.campaign, "previous": other.head.hash}
        decision = replace(commit.decision, id=uuid4(), key=None)
        store.append(replace(commit, **place, decision=decision))
    assert story.names() == other.names() == [f"{ab}{n}" for n in range(5) for ab in "ab"]
    assert story.head[2:6] == (10, last, b"after", 2)
    assert [(d.first_version, d.last_version) for d in StoredDecision.objects.filter(timeline_id=story.timeline)] == [
        (2 * n + 1, 2 * n + 2) for n in range(5)
    ]
    assert list(Snapshot.objects.filter(timeline_id=story.timeline).values_list("version", "state")) == [(4, b"midway")]
    assert verify().breaks == []


def test_the_story_goes_on_and_readers_across_timelines_miss_nothing() -> None:
    story = Story.opened()
    story.decide(named("first"))
    store.append_all(several(story, 3))
    story.rewind(1)
    other = story.fork(3)
    store.append_all(several(other, 2))
    assert [row.version for row in all_after() if row.timeline_id == story.timeline] == list(range(1, 9))
    assert other.names() == ["first", "a0", "b0", "a0", "b0", "a1", "b1"]
    assert verify().breaks == []


def test_a_rewind_among_them_counts() -> None:
    story = Story.opened()
    commits = [story.commit(named("one"), expected=0), story.commit(named("two"), expected=1)]
    store.append_all([*commits, story.commit(Rewound(to=1), expected=2)])
    assert story.names() == ["one"]


def test_more_rows_than_one_statement_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql, "ROWS_AT_ONCE", 3)
    story = Story.opened()
    store.append_all(several(story, 7))
    assert len(names_of(story.stored())) == 14


@pytest.mark.pitfall("BL-044")
def test_whoever_comes_second_writes_nothing() -> None:
    story = Story.opened()
    commits = several(story, 3)
    story.decide(named("first"))
    before = everything()
    with pytest.raises(store.Conflict):
        store.append_all(commits)
    assert everything() == before


def test_a_key_that_was_used_spoils_all_of_them() -> None:
    story = Story.opened()
    story.decide(named("first"), key="taken")
    commits = several(story, 3)
    commits[1] = replace(commits[1], decision=replace(commits[1].decision, key="taken"))
    before = everything()
    with pytest.raises(IntegrityError):
        store.append_all(commits)
    assert everything() == before


def test_inline_rows_are_written_and_taken_away_with_them() -> None:
    story = Story.opened()
    ids = (sql.stored_id(story.campaign), sql.stored_id(story.timeline))
    written = sql.Write(TABLE, MARKS, ("timeline_id",), [(*ids, 4, "{}")])
    gone = sql.Write(TABLE, MARKS[1:2], ("timeline_id",), [ids[1:]], delete=True)
    commits = several(story, 3)
    store.append_all([commits[0], commits[1], replace(commits[2], writes=[written])])
    assert marks(story) == 1
    later = [replace(commit, decision=replace(commit.decision, id=uuid4(), key=None)) for commit in several(story, 2)]
    store.append_all([later[0], replace(later[1], writes=[gone])])
    assert marks(story) == 0


def marks(story: Story) -> int:
    """How many inline rows the timeline has."""
    return Projected.objects.filter(timeline_id=story.timeline).count()
