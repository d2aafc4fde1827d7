"""The timelines through the library's interfaces, and the contract that it ships for recorders.

The shipped cases take random ids, so each opens its timeline first; some count versions from 0 where timelines begin
with 1, so they run on a recorder that counts one lower. Positions are mapped to their rank as in ``test_recorder``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from eventsourcing.application import Application
from eventsourcing.persistence import (
    ApplicationRecorder,
    IntegrityError,
    MapperDeserialisationError,
    Notification,
    StoredEvent,
)
from eventsourcing.tests.persistence import ApplicationRecorderTestCase, NonInterleavingNotificationIDsBaseCase

from rules.kernel.table import NoteWritten, Rewound
from tests.rules.kernel.tiny import GAME
from tests.tracker.eventstore.library import MODULE, Case, ranked, settled
from tests.tracker.eventstore.stories import Story, named, register, settle
from tracker.eventstore import codec, sql, store
from tracker.eventstore.mapper import TimelineEvent
from tracker.eventstore.timeline_recorder import TimelineRecorder
from tracker.eventstore.verify import verify


class FromZero(TimelineRecorder):
    """Counts versions from 0."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        return super().insert_events([_moved(event, 1) for event in stored_events], **kwargs)

    def select_events(self, originator_id: UUID | str, **other: Any) -> Sequence[StoredEvent]:
        return [_moved(event, -1) for event in super().select_events(originator_id, **other)]

    def select_notifications(self, *arguments: Any, **other: Any) -> Sequence[Notification]:
        return [
            Notification(n.originator_id, n.originator_version - 1, n.topic, n.state, n.id)
            for n in super().select_notifications(*arguments, **other)
        ]


def _moved(event: StoredEvent, by: int) -> StoredEvent:
    return StoredEvent(event.originator_id, event.originator_version + by, event.topic, event.state)


class OpenedTimelines:
    """Each id that a case asks for is that of an open timeline."""

    INITIAL_VERSION = 0

    def new_originator_id(self) -> UUID:
        timeline = uuid4()
        store.open_stream(uuid4(), timeline)
        return timeline


class TestApplicationRecorder(OpenedTimelines, ApplicationRecorderTestCase[ApplicationRecorder], Case):
    reset_sequences = True
    EXPECT_CONTIGUOUS_NOTIFICATION_IDS = False
    kind: type[ApplicationRecorder] = FromZero

    def create_recorder(self) -> ApplicationRecorder:
        return self.kind("timelines")  # type: ignore[call-arg]

    def test_insert_select(self) -> None:
        if connection.vendor == "postgresql":
            self.kind = ranked(FromZero, sql.EVENT)
        super().test_insert_select()

    def test_subscribe(self) -> None:
        super().optional_test_insert_subscribe()

    def test_concurrent_throughput(self) -> None:
        super().test_concurrent_throughput()
        assert verify() == (14, 700, [])


class TestNonInterleaving(OpenedTimelines, NonInterleavingNotificationIDsBaseCase, Case):
    def create_recorder(self) -> ApplicationRecorder:
        return settled(FromZero)("timelines")  # type: ignore[call-arg]


# ---- beyond the shipped cases

pytestmark = pytest.mark.django_db(transaction=True)


class Timelines(Application[UUID]):
    """A library application whose events are those of the timelines."""

    env = {
        "PERSISTENCE_MODULE": MODULE,
        "APPLICATION_RECORDER_TOPIC": "tracker.eventstore.timeline_recorder:TimelineRecorder",
    }


def test_an_application_of_the_library_reads_what_was_decided() -> None:
    story = Story.opened()
    story.decide(named("a"), named("b"))
    story.decide(NoteWritten(version=1, text="Well met"))
    settle()
    app = Timelines()
    events = [app.mapper.to_domain_event(notification) for notification in app.notification_log.select(1, 10)]
    assert events == list(app.events.get(story.timeline))
    assert events[2] == TimelineEvent(story.timeline, 3, NoteWritten(version=1, text="Well met"))


def test_an_application_of_the_library_appends_to_a_timeline_and_its_chain_holds() -> None:
    register()
    story = Story.opened()
    story.decide(named("a"), state=b"known")
    app = Timelines()
    app.events.put([TimelineEvent(story.timeline, 2, named("b")), TimelineEvent(story.timeline, 3, Rewound(to=1))])
    story.decide(named("c"))
    assert story.names() == ["a", "c"]
    assert verify() == (1, 4, [])


def test_nobody_takes_a_state_for_that_of_events_it_does_not_hold() -> None:
    story = Story.opened()
    story.decide(named("a"), state=b"known")
    Timelines().events.put([TimelineEvent(story.timeline, 2, named("b"))])
    assert (story.head.version, story.head.state) == (2, None)


@pytest.mark.parametrize("versions", [(1,), (3,), (2, 2), (2, 4)])
def test_a_version_that_is_not_the_next_one_is_refused(versions: tuple[int, ...]) -> None:
    story, other = Story.opened(), Story.opened()
    story.decide(named("a"))
    events = [TimelineEvent(story.timeline, version, named("b")) for version in versions]
    with pytest.raises(IntegrityError, match="is at version 1"):
        Timelines().events.put([TimelineEvent(other.timeline, 1, named("c")), *events])
    assert (story.head.version, other.head.version) == (1, 0)


def test_a_timeline_that_was_never_opened_takes_no_events() -> None:
    with pytest.raises(IntegrityError, match="does not exist"):
        Timelines().events.put([TimelineEvent(uuid4(), 1, named())])


def test_a_fork_is_read_with_its_parents_events() -> None:
    root = Story.opened()
    for name in "abc":
        root.decide(named(name))
    fork = root.fork(2)
    fork.decide(named("x"))
    events = Timelines().events

    def names(**where: Any) -> str:
        return "".join(event.event.name for event in events.get(fork.timeline, **where))  # type: ignore[attr-defined]

    assert (names(), names(gt=1), names(lte=2), names(gt=1, lte=2)) == ("abx", "bx", "ab", "b")
    assert (names(desc=True), names(desc=True, limit=2), names(limit=2), names(lte=2, desc=True, limit=1)) == (
        "xba", "xb", "ab", "b",
    )  # fmt: skip


def test_one_kind_of_event_is_followed_in_all_its_shapes() -> None:
    story = Story.opened()
    story.decide(named("old"), NoteWritten(version=1, text="Well met"))
    codec.register(GAME.key, GAME.event_kinds, {"WalkerNamed": (lambda data: data,)})
    story.decide(named("new"))
    settle()
    app = Timelines()
    found = app.recorder.select_notifications(None, 10, topics=["tiny.WalkerNamed"])
    assert [notification.topic for notification in found] == ["tiny.WalkerNamed", "tiny.WalkerNamed#2"]
    assert [app.mapper.to_domain_event(notification).originator_version for notification in found] == [1, 3]


def test_an_event_that_cannot_be_read_is_named() -> None:
    stored = StoredEvent(uuid4(), 7, "tiny.WalkerNamed", b"{}")
    with pytest.raises(MapperDeserialisationError, match=r"version 7: tiny.WalkerNamed \(shape 1\)"):
        Timelines().mapper.to_domain_event(stored)


def test_a_subscription_follows_what_is_decided() -> None:
    story = Story.opened()
    story.decide(named("a"))
    with Timelines().recorder.subscribe() as subscription:
        assert next(subscription).originator_version == 1
        story.decide(named("b"))
        assert next(subscription).originator_version == 2
