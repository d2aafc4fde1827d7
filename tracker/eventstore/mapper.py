"""Events of the timelines as domain events of the eventsourcing library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast
from uuid import UUID

from eventsourcing.domain import DomainEventProtocol, TAggregateID
from eventsourcing.persistence import Mapper, MapperDeserialisationError, StoredEvent

from rules.kernel.messages import Event
from tracker.eventstore import codec

_SHAPE = "#"


@dataclass(frozen=True)
class TimelineEvent:
    """An event of a game or of the table, and where it stands: the library asks every event for that."""

    originator_id: UUID
    originator_version: int
    event: Event


def topic_of(kind: str, shape: int) -> str:
    """The library's topic of a stored type: the type itself, with the shape behind it where that is not the first."""
    return kind if shape == 1 else f"{kind}{_SHAPE}{shape}"


def kind_of(topic: str) -> tuple[str, int]:
    """Stored type and shape of a topic."""
    kind, marked, shape = topic.rpartition(_SHAPE)
    return (kind, int(shape)) if marked and shape.isdecimal() else (topic, 1)


class TimelineMapper(Mapper[TAggregateID]):
    """Stores :class:`TimelineEvent` under stable names, reads old shapes, and leaves the library's own classes to the
    library."""

    def to_stored_event(self, domain_event: DomainEventProtocol[TAggregateID]) -> StoredEvent:
        """An event as it is recorded."""
        given: object = domain_event
        if not isinstance(given, TimelineEvent):
            return super().to_stored_event(domain_event)
        kind, shape, state = codec.encode(codec.home(given.event), given.event)
        if self.compressor:
            state = self.compressor.compress(state)
        if self.cipher:
            state = self.cipher.encrypt(state)
        return StoredEvent(given.originator_id, given.originator_version, topic_of(kind, shape), state)

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[TAggregateID]:
        """A recorded event.

        :raises MapperDeserialisationError: when it cannot be read
        """
        kind, shape = kind_of(stored_event.topic)
        if not codec.knows(kind):
            return super().to_domain_event(stored_event)
        where = (cast(UUID, stored_event.originator_id), stored_event.originator_version)
        try:
            event: Any = TimelineEvent(*where, codec.decode(kind, shape, self._opened(stored_event.state)))
        except Exception as error:
            message = f"timeline {where[0]} version {where[1]}: {error}"
            raise MapperDeserialisationError(message) from error
        return cast(DomainEventProtocol[TAggregateID], event)

    def _opened(self, state: bytes) -> bytes:
        if self.cipher:
            state = self.cipher.decrypt(state)
        return self.compressor.decompress(state) if self.compressor else state
