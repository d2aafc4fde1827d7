"""Applications and projections of the eventsourcing library, whole, on our persistence module: its shipped cases."""

from __future__ import annotations

import os
from typing import Any
from unittest import mock
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate
from eventsourcing.persistence import InfrastructureFactory, StoredEvent, Tracking
from eventsourcing.projection import EventSourcedProjectionRunner
from eventsourcing.tests import application as application_cases
from eventsourcing.tests import persistence as persistence_cases
from eventsourcing.tests import projection as projection_cases
from eventsourcing.tests.domain import BankAccount
from eventsourcing.utils import Environment, get_topic

from tests.tracker.eventstore.library import MODULE, Case
from tests.tracker.eventstore.stories import named, settle
from tracker.eventstore.factory import Factory
from tracker.eventstore.mapper import TimelineEvent, TimelineMapper
from tracker.eventstore.models import ApplicationEvent
from tracker.eventstore.recorder import (
    DjangoAggregateRecorder,
    DjangoApplicationRecorder,
    DjangoProcessRecorder,
    DjangoTrackingRecorder,
)


class Counts(DjangoTrackingRecorder, projection_cases.EventCountersView):
    """Counts kept in the table of trackings, under names that no application has: the cases bring no table along."""

    def get_created_event_counter(self) -> int:
        return self._count("created")

    def get_subsequent_event_counter(self) -> int:
        return self._count("subsequent")

    def incr_created_event_counter(self, tracking: Tracking) -> None:
        self._increment("created", tracking)

    def incr_subsequent_event_counter(self, tracking: Tracking) -> None:
        self._increment("subsequent", tracking)

    def _count(self, name: str) -> int:
        return self.max_tracking_id(f"/count/{name}") or 0

    def _increment(self, name: str, tracking: Tracking) -> None:
        with transaction.atomic():
            self.insert_tracking(tracking)
            self.insert_tracking(Tracking(f"/count/{name}", self._count(name) + 1))


class TestFactory(persistence_cases.InfrastructureFactoryTestCase[Factory], Case):
    def setUp(self) -> None:
        self.env = Environment("App", {"PERSISTENCE_MODULE": MODULE})
        super().setUp()

    def expected_factory_class(self) -> type[Factory]:
        return Factory

    def expected_aggregate_recorder_class(self) -> type[DjangoAggregateRecorder]:
        return DjangoAggregateRecorder

    def expected_application_recorder_class(self) -> type[DjangoApplicationRecorder]:
        return DjangoApplicationRecorder

    def expected_tracking_recorder_class(self) -> type[DjangoTrackingRecorder]:
        return DjangoTrackingRecorder

    def tracking_recorder_subclass(self) -> type[DjangoTrackingRecorder]:
        return Counts

    def expected_process_recorder_class(self) -> type[DjangoProcessRecorder]:
        return DjangoProcessRecorder


class TestExampleApplication(application_cases.ExampleApplicationTestCase, Case):
    expected_factory_topic = get_topic(Factory)

    def test_example_application(self) -> None:
        settled_log(super().test_example_application)


def settled_log(case: Any) -> None:
    """Run a case whose notification log waits for other transactions on the server."""
    select = DjangoApplicationRecorder.select_notifications

    def settled(*arguments: Any, **other: Any) -> Any:
        settle()
        return select(*arguments, **other)

    with mock.patch.object(DjangoApplicationRecorder, "select_notifications", settled):
        case()


class TestEventCountersView(projection_cases.EventCountersViewTestCase, Case):
    def construct_event_counters_view(self) -> projection_cases.EventCountersView:
        return Counts("counts")


class TestAggregateEventCountersProjection(projection_cases.AggregateEventCountersProjectionTestCase, Case):
    view_class = Counts
    env = {"PERSISTENCE_MODULE": MODULE}


class TestEventSourcedProjection(projection_cases.EventSourcedProjectionTestCase, Case):
    env = {"PERSISTENCE_MODULE": MODULE}

    def test_event_sourced_projection(self) -> None:
        super().test_event_sourced_projection()
        assert ApplicationEvent.objects.filter(application="Application").count() == 5

    def test_a_projection_that_records_events_does_not_read_them_itself(self) -> None:
        with EventSourcedProjectionRunner(
            application_class=Application, projection_class=projection_cases.Counters, env=self.env
        ) as runner:
            recordings = runner.app.save(*(Aggregate() for _ in range(5)))
            runner.wait(recordings[-1].notification.id, timeout=30)
        assert ApplicationEvent.objects.filter(application="Counters").count() == 6  # one counter made, five counts


# ---- beyond the shipped cases


def test_the_factory_takes_no_unknown_type_of_ids() -> None:
    with pytest.raises(OSError, match="uuid or text was expected"):
        Factory({"ORIGINATOR_ID_TYPE": "number"})


@pytest.mark.django_db
def test_aggregates_with_text_ids_are_recorded_where_the_factory_is_told_so() -> None:
    recorder = Factory({"ORIGINATOR_ID_TYPE": "text"}).application_recorder()
    recorder.insert_events([StoredEvent("a-name", 1, "t", b"")])
    assert recorder.select_events("a-name") == [StoredEvent("a-name", 1, "t", b"")]


def test_the_usual_mapper_takes_timeline_events_and_the_librarys_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERSISTENCE_MODULE", MODULE)
    monkeypatch.setenv("COMPRESSOR_TOPIC", "zlib")
    mapper = application_cases.BankAccounts().mapper
    assert isinstance(mapper, TimelineMapper)
    opened = BankAccount.open("Alice", "alice@example.com").collect_events()[0]
    assert mapper.to_domain_event(mapper.to_stored_event(opened)) == opened
    ours: Any = TimelineEvent(uuid4(), 1, named("Zoë"))
    assert mapper.to_domain_event(mapper.to_stored_event(ours)) == ours


def test_another_mapper_may_be_named() -> None:
    factory = InfrastructureFactory.construct(
        Environment("App", {"PERSISTENCE_MODULE": MODULE, "MAPPER_TOPIC": "eventsourcing.persistence:Mapper"})
    )
    assert type(factory.mapper()) is not TimelineMapper


@pytest.mark.django_db
def test_an_application_saves_many_events_by_one_statement(
    monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
) -> None:
    monkeypatch.setenv("PERSISTENCE_MODULE", MODULE)
    app = Application[UUID]()
    app.save(Aggregate())
    aggregates = [Aggregate() for _ in range(200)]
    several = 3 if connection.vendor == "postgresql" else 4  # a savepoint and its release, on SQLite the last id too
    with django_assert_max_num_queries(several):
        app.save(*aggregates)
    assert os.environ["PERSISTENCE_MODULE"] == MODULE
