"""The timelines as the events of an application of the eventsourcing library.

An aggregate is a timeline: reading it follows its forks, recording for it moves its head and goes on its chain. What is
recorded here belongs to no decision, and nobody has folded it: the head's state has to be computed anew.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import groupby
from typing import Any, NoReturn
from uuid import UUID

from eventsourcing.persistence import (
    ApplicationRecorder,
    IntegrityError,
    Notification,
    StoredEvent,
    Subscription,
)

from tracker.eventstore import codec, sql, store
from tracker.eventstore.appending import Rows, chained
from tracker.eventstore.codec import Encoded
from tracker.eventstore.lineage import Range
from tracker.eventstore.mapper import kind_of, topic_of
from tracker.eventstore.models import StoredEvent as EventRow
from tracker.eventstore.models import Stream
from tracker.eventstore.recorder import DjangoRecorder, Page, database, library_errors, writes
from tracker.eventstore.subscription import FollowingSubscription
from tracker.eventstore.threads import close_with_thread

_COLUMNS = "timeline_id, version, type, shape, payload"


class TimelineRecorder(DjangoRecorder, ApplicationRecorder):
    """Records and follows the events of all timelines. A timeline has to be opened before."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Append to timelines, all or nothing; the positions.

        :raises eventsourcing.persistence.IntegrityError: when a version is recorded already, would leave a gap, or
            belongs to no open timeline
        """
        if not stored_events:
            return []
        ids: dict[tuple[UUID, int], int] = {}
        with writes(whole=True):
            for timeline, events in groupby(sorted(stored_events, key=_place), key=lambda event: _place(event)[0]):
                for version, position in _append(timeline, list(events)):
                    ids[timeline, version] = position
        return [ids[_place(event)] for event in stored_events]

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """The events of a timeline and its ancestors, in the order of their versions or (``desc``) against it."""
        close_with_thread()
        with library_errors():
            line = store.lineage(_uuid(originator_id), store.LATEST if lte is None else lte)
            low, high = max(gt or 0, 0), line.version
            if limit is not None:
                low, high = (max(low, high - limit), high) if desc else (low, min(high, low + limit))
            rows = list(store.read(line.stored([Range(low, high)])))
        return [
            StoredEvent(_uuid(originator_id), row.version, topic_of(row.type, row.shape), row.payload)
            for row in (reversed(rows) if desc else rows)
        ]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """The events of all timelines from a position on, as far as nothing can appear before them any more.

        :param topics: stored types; every shape of them is meant
        """
        page = Page(start, limit, stop, inclusive_of_start)
        wanted = [sql.one_of("type", [kind_of(topic)[0] for topic in topics])] if topics else []
        return [
            Notification(sql.loaded_id(timeline), version, topic_of(kind, shape), bytes(payload), id=position)
            for position, timeline, version, kind, shape, payload in page.of(sql.EVENT, _COLUMNS, *wanted)
        ]

    def max_notification_id(self) -> int | None:
        """The last position up to which a reader can have read. Following from there on misses nothing."""
        with database() as cursor:
            cursor.execute(sql.last_position(sql.EVENT))
            last: int | None = cursor.fetchone()[0]
        return last

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """The events of all timelines after a position, and those to come as they come."""
        return FollowingSubscription(self, gt, topics)


def _append(timeline_id: UUID, events: Sequence[StoredEvent]) -> list[tuple[int, int]]:
    """Append to one timeline; versions and positions."""
    try:
        head = store.head(timeline_id)
        versions = [event.originator_version for event in events]
        if versions != list(range(head.version + 1, head.version + 1 + len(events))):
            _refuse(f"timeline {timeline_id} is at version {head.version}; {versions[0]} to {versions[-1]} came")
        encoded = [Encoded(*kind_of(event.topic), event.state) for event in events]
        now = time.time_ns() // 1000
        links = chained(head.version, head.hash, encoded, now)
        store.write_rows(Rows((head.campaign_id, timeline_id), head.version, now, links))
    except (Stream.DoesNotExist, store.Conflict, codec.Undecodable) as error:
        _refuse(str(error))
    stored = EventRow.objects.filter(timeline_id=timeline_id, version__in=versions).order_by("version")
    return list(stored.values_list("version", "position"))


def _refuse(sentence: str) -> NoReturn:
    raise IntegrityError(sentence) from None


def _place(event: StoredEvent) -> tuple[UUID, int]:
    return _uuid(event.originator_id), event.originator_version


def _uuid(originator_id: UUID | str) -> UUID:
    return originator_id if isinstance(originator_id, UUID) else UUID(originator_id)
