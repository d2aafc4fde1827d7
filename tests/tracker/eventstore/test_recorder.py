"""The contract that the eventsourcing library ships for recorders, on ours.

Adapted where our positions are not 1, 2, 3: the cases that name such ids run on PostgreSQL with positions mapped to
their rank (:func:`tests.tracker.eventstore.library.ranked`); the subscription case runs unmapped as well, told that ids
are not contiguous. On SQLite the ids start at 1 after a reset of the sequences.
"""

from __future__ import annotations

import threading
from uuid import UUID, uuid4

import pytest
from django.db import connection, connections, transaction
from eventsourcing import persistence
from eventsourcing.persistence import (
    AggregateRecorder,
    ApplicationRecorder,
    ProcessRecorder,
    StoredEvent,
    Tracking,
    TrackingRecorder,
)
from eventsourcing.tests.persistence import (
    AggregateRecorderTestCase,
    ApplicationRecorderTestCase,
    NonInterleavingNotificationIDsBaseCase,
    ProcessRecorderTestCase,
    TrackingRecorderTestCase,
)

from tests.tracker.eventstore.library import Case, others, ranked, settled
from tests.tracker.eventstore.stories import settle
from tracker.eventstore import sql
from tracker.eventstore.recorder import (
    DjangoAggregateRecorder,
    DjangoApplicationRecorder,
    DjangoProcessRecorder,
    DjangoTrackingRecorder,
)


class TestAggregateRecorder(AggregateRecorderTestCase, Case):
    def create_recorder(self) -> AggregateRecorder:
        return DjangoAggregateRecorder("app")


class TestApplicationRecorder(ApplicationRecorderTestCase[ApplicationRecorder], Case):
    reset_sequences = True
    EXPECT_CONTIGUOUS_NOTIFICATION_IDS = False
    kind: type[ApplicationRecorder] = DjangoApplicationRecorder

    def create_recorder(self) -> ApplicationRecorder:
        return self.kind("app")  # type: ignore[call-arg]

    def test_insert_select(self) -> None:
        if connection.vendor == "postgresql":
            self.kind = ranked(DjangoApplicationRecorder, sql.APPLICATION_EVENT)
        super().test_insert_select()

    def test_subscribe(self) -> None:
        super().optional_test_insert_subscribe()

    def test_subscribe_with_positions_as_ranks(self) -> None:
        self.EXPECT_CONTIGUOUS_NOTIFICATION_IDS = True
        self.kind = ranked(DjangoApplicationRecorder, sql.APPLICATION_EVENT)
        super().optional_test_insert_subscribe()


class TestNonInterleaving(NonInterleavingNotificationIDsBaseCase, Case):
    def create_recorder(self) -> ApplicationRecorder:
        return settled(DjangoApplicationRecorder)("app")  # type: ignore[call-arg]


class TestTrackingRecorder(TrackingRecorderTestCase, Case):
    def create_recorder(self) -> TrackingRecorder:
        return DjangoTrackingRecorder("follower")


class TestProcessRecorder(ProcessRecorderTestCase, Case):
    def create_recorder(self) -> ProcessRecorder:
        return DjangoProcessRecorder("follower")


# ---- beyond the shipped cases


def event(originator: UUID | str, version: int = 1, topic: str = "t") -> StoredEvent:
    """An event to be recorded."""
    return StoredEvent(originator, version, topic, b"\x00\xff")


@pytest.mark.django_db(transaction=True)
def test_applications_do_not_read_one_another() -> None:
    one, two = DjangoApplicationRecorder("one"), DjangoApplicationRecorder("two")
    snapshots = DjangoAggregateRecorder("one/snapshots")
    same = uuid4()
    for recorder in (one, two, snapshots):
        recorder.insert_events([event(same)])
    settle()
    assert len(one.select_notifications(None, 10)) == len(two.select_notifications(None, 10)) == 1
    assert one.select_events(same) == two.select_events(same) == [event(same)]
    assert two.max_notification_id() != one.max_notification_id()


@pytest.mark.django_db
def test_ids_may_be_any_text() -> None:
    recorder = DjangoApplicationRecorder("app", originator_id_type="text")
    recorder.insert_events([event("a walk — in the wood")])
    assert recorder.select_events("a walk — in the wood") == [event("a walk — in the wood")]


@pytest.mark.django_db
def test_a_failed_insert_leaves_the_transaction_around_it_usable() -> None:
    recorder, same = DjangoProcessRecorder("app"), uuid4()
    with transaction.atomic():
        recorder.insert_events([event(same)], tracking=Tracking("up", 1))
        with pytest.raises(persistence.IntegrityError):
            recorder.insert_events([event(same)])
        with pytest.raises(persistence.IntegrityError):
            recorder.insert_events([event(same, 2)], tracking=Tracking("up", 1))
        recorder.insert_events([event(same, 2)], tracking=Tracking("up", 2))
    assert [row.originator_version for row in recorder.select_events(same)] == [1, 2]


@pytest.mark.django_db
def test_errors_of_the_database_become_those_of_the_library() -> None:
    recorder = DjangoApplicationRecorder("app")
    with pytest.raises(persistence.DatabaseError) as failed, transaction.atomic():
        recorder.insert_events([StoredEvent(uuid4(), 1, None, b"")])  # type: ignore[arg-type]
    assert type(failed.value) is persistence.IntegrityError
    with pytest.raises(persistence.ProgrammingError, match="more than 100 characters"):
        DjangoApplicationRecorder("a" * 101)


@pytest.mark.usefixtures("on_postgres")
def test_what_is_recorded_while_an_older_transaction_is_open_is_followed_once_that_ends() -> None:
    recorder = DjangoApplicationRecorder("app")
    opened, close = threading.Event(), threading.Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                recorder.insert_events([event(uuid4(), topic="older")])
                opened.set()
                close.wait(60)
        finally:
            connections.close_all()

    holder = threading.Thread(target=hold)
    holder.start()
    opened.wait(60)
    recorder.insert_events([event(uuid4(), topic="younger")])
    assert recorder.max_notification_id() is None
    with recorder.subscribe() as subscription:
        close.set()
        assert [next(subscription).topic for _ in range(2)] == ["older", "younger"]
    holder.join()


@pytest.mark.usefixtures("on_postgres")
def test_a_thread_that_ends_takes_its_connection_along() -> None:
    recorder = DjangoApplicationRecorder("app")
    opened: list[object] = []

    def work() -> None:
        recorder.insert_events([event(uuid4())])
        opened.append(connections["default"].connection)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert opened
    assert others() == 0


@pytest.mark.django_db(transaction=True)
def test_a_subscription_that_fails_tells_its_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = DjangoApplicationRecorder("app")
    with recorder.subscribe() as subscription:
        monkeypatch.setattr(recorder, "select_notifications", lambda **other: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            next(subscription)
