"""The persistence module for applications of the eventsourcing library.

``PERSISTENCE_MODULE=tracker.eventstore.factory``: applications record under their own names in the project's database.
``APPLICATION_RECORDER_TOPIC=tracker.eventstore.timeline_recorder:TimelineRecorder`` besides: an application's events
are those of the timelines, so that the library's notification log, subscriptions and projections follow the campaigns.
"""

from __future__ import annotations

from typing import TypeVar

from eventsourcing.domain import TAggregateID
from eventsourcing.persistence import (
    AggregateRecorder,
    ApplicationRecorder,
    InfrastructureFactory,
    Mapper,
    ProcessRecorder,
    Transcoder,
)
from eventsourcing.utils import Environment, EnvType, resolve_topic

from tracker.eventstore.mapper import TimelineMapper
from tracker.eventstore.recorder import (
    DjangoAggregateRecorder,
    DjangoApplicationRecorder,
    DjangoProcessRecorder,
    DjangoRecorder,
    DjangoTrackingRecorder,
)

Recorder = TypeVar("Recorder", bound=DjangoRecorder)


class Factory(InfrastructureFactory[DjangoTrackingRecorder]):
    """Makes recorders that carry the application's name."""

    ORIGINATOR_ID_TYPE = "ORIGINATOR_ID_TYPE"

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        self.originator_id_type = self.env.get(self.ORIGINATOR_ID_TYPE, "uuid").lower()
        if self.originator_id_type not in ("uuid", "text"):
            raise OSError(f"{self.ORIGINATOR_ID_TYPE} is {self.originator_id_type!r}: uuid or text was expected")

    def mapper(
        self, transcoder: Transcoder | None = None, mapper_class: type[Mapper[TAggregateID]] | None = None
    ) -> Mapper[TAggregateID]:
        """The mapper: unless another is asked for, one that knows the timelines' events too."""
        if mapper_class is None and not self.env.get(self.MAPPER_TOPIC):
            mapper_class = TimelineMapper
        return super().mapper(transcoder, mapper_class)

    def aggregate_recorder(self, purpose: str = "events") -> AggregateRecorder:
        """A recorder of aggregates alone: of snapshots, where that is the purpose."""
        name = self._name if purpose == "events" else f"{self._name}/{purpose}"
        return DjangoAggregateRecorder(name, originator_id_type=self.originator_id_type)

    def application_recorder(self) -> ApplicationRecorder:
        """The recorder of the application's events."""
        return self._recorder(DjangoApplicationRecorder, self.APPLICATION_RECORDER_TOPIC)

    def tracking_recorder(
        self, tracking_recorder_class: type[DjangoTrackingRecorder] | None = None
    ) -> DjangoTrackingRecorder:
        """The recorder of what a projection has processed."""
        if tracking_recorder_class is None:
            return self._recorder(DjangoTrackingRecorder, self.TRACKING_RECORDER_TOPIC)
        return tracking_recorder_class(self._name, originator_id_type=self.originator_id_type)

    def process_recorder(self) -> ProcessRecorder:
        """The recorder of an application that follows another."""
        return self._recorder(DjangoProcessRecorder, self.PROCESS_RECORDER_TOPIC)

    @property
    def _name(self) -> str:
        return self.env.name or "application"

    def _recorder(self, usual: type[Recorder], topic: str) -> Recorder:
        """A recorder of the usual class, or of the one that the environment names."""
        named = self.env.get(topic)
        kind: type[Recorder] = resolve_topic(named) if named else usual
        return kind(self._name, originator_id_type=self.originator_id_type)
