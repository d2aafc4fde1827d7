"""Reading streams: lineages, events of ranges, snapshots."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from rules.kernel.messages import Event
from tracker.eventstore import codec, sql
from tracker.eventstore.chain import GENESIS
from tracker.eventstore.lineage import Lineage, Range, Segment
from tracker.eventstore.models import Snapshot, StoredDecision, StoredEvent

LATEST = (1 << 31) - 1
"""Stands for "as far as it goes" where a version is asked."""


class Recorded(NamedTuple):
    """A stored event. ``recorded_at`` counts microseconds since 1970 in UTC."""

    position: int
    timeline_id: UUID
    version: int
    type: str
    shape: int
    payload: bytes
    decision_id: UUID | None
    recorded_at: int
    hash: bytes
    campaign_id: UUID

    def event(self) -> Event:
        """The event itself.

        :raises tracker.eventstore.codec.Undecodable: with timeline and version
        """
        try:
            return codec.decode(self.type, self.shape, self.payload)
        except codec.Undecodable as error:
            raise codec.Undecodable(f"timeline {self.timeline_id} version {self.version}: {error}") from error


RECORDED_COLUMNS = (
    "position", "timeline_id", "version", "type", "shape", "payload", "decision_id", "recorded_at", "hash",
    "campaign_id",
)  # fmt: skip


def recorded(row: Sequence[Any]) -> Recorded:
    """A stored event from its :data:`RECORDED_COLUMNS`."""
    position, timeline, version, kind, shape, payload, decision, recorded_at, event_hash, campaign = row
    loaded, decision_id = sql.loaded_id, None if decision is None else sql.loaded_id(decision)
    return Recorded(
        position, loaded(timeline), version, kind, shape, bytes(payload), decision_id, recorded_at, bytes(event_hash),
        loaded(campaign),
    )  # fmt: skip


def lineage(timeline_id: UUID, version: int = LATEST) -> Lineage:
    """A timeline up to a version, its ancestors and all rewinds included: two small queries."""
    with connection.cursor() as cursor:
        least = "LEAST" if sql.is_postgres() else "MIN"
        cursor.execute(sql.LINEAGE.format(least=least), [version, sql.stored_id(timeline_id)])
        segments = tuple(Segment(sql.loaded_id(row[0]), row[1], row[2]) for row in cursor.fetchall())
        if not segments:
            return Lineage((), ())
        cursor.execute(sql.events_in("x.version, x.rewind_to", "AND x.rewind_to IS NOT NULL"), _ranges(segments))
        return Lineage(segments, tuple((row[0], row[1]) for row in cursor.fetchall()))


def read(segments: Sequence[Segment]) -> Iterator[Recorded]:
    """The events of some segments, in the order of their versions."""
    if not segments:
        return
    columns = ", ".join(f"x.{name}" for name in RECORDED_COLUMNS)
    with connection.cursor() as cursor:
        cursor.execute(sql.events_in(columns), _ranges(segments))
        yield from map(recorded, cursor.fetchall())


def payloads(segments: Sequence[Segment]) -> list[tuple[str, int, bytes]]:
    """Type, shape and payload alone of the events of some segments: what folding needs."""
    return [row[1:] for row in versioned(segments)]


def versioned(segments: Sequence[Segment]) -> list[tuple[int, str, int, bytes]]:
    """Version, type, shape and payload alone of the events of some segments."""
    return _columns("x.version, x.type, x.shape, x.payload", segments)


def hashed(segments: Sequence[Segment]) -> list[tuple[int, str, int, bytes, bytes]]:
    """The same with the hash of each event, by which the state after it is known again."""
    return _columns("x.version, x.type, x.shape, x.payload, x.hash", segments)


def _columns(columns: str, segments: Sequence[Segment]) -> list[Any]:
    """Some columns of the events of some segments, the version first among them, in its order."""
    if not segments:
        return []
    with connection.cursor() as cursor:
        sql.answer_in_binary(cursor)
        if len(segments) == 1:  # most histories are one range, which the index has in order
            timeline_id, low, high = segments[0]
            cursor.execute(sql.events_of(columns), [sql.stored_id(timeline_id), low, high])
        else:
            cursor.execute(sql.events_in(columns, sort=False), _ranges(segments))
        rows: list[Any] = cursor.fetchall()
    rows.sort(key=itemgetter(0))  # they come range by range, sorted as good as always: far quicker than in the server
    return rows


def hash_at(line: Lineage, version: int) -> bytes:
    """The hash of the event at a version; what the chain begins with at version 0.

    :raises ValueError: when the lineage has no such version
    :raises tracker.eventstore.models.StoredEvent.DoesNotExist: when its row is missing
    """
    if version == 0:
        return GENESIS
    stored = StoredEvent.objects.values_list("hash", flat=True).get(timeline_id=line.home(version), version=version)
    return bytes(stored)


def newest_snapshot(line: Lineage, path: Sequence[Range], rules_version: int) -> tuple[int, bytes] | None:
    """The latest snapshot on a path that the present rules can read: its version and the encoded state.

    A snapshot that a rewind set aside is never taken: only ranges in force are searched.
    """
    segments = line.stored(path)
    if not segments:
        return None
    with connection.cursor() as cursor:
        cursor.execute(sql.newest_snapshot(), [*_ranges(segments), rules_version])
        row = cursor.fetchone()
    return None if row is None else (row[0], bytes(row[1]))


def keep_snapshot(campaign_id: UUID, timeline_id: UUID, version: int, rules_version: int, state: bytes) -> None:
    """Keep a state for stepping back; one that is there already stays."""
    row = Snapshot(
        campaign_id=campaign_id, timeline_id=timeline_id, version=version, rules_version=rules_version, state=state
    )
    Snapshot.objects.bulk_create([row], ignore_conflicts=True)


def decision_of_key(campaign_id: UUID, key: str | None) -> StoredDecision | None:
    """The decision stored under an idempotency key, if any."""
    return None if key is None else StoredDecision.objects.filter(campaign_id=campaign_id, key=key).first()


def _ranges(segments: Sequence[Segment]) -> list[Any]:
    if sql.is_postgres():
        return [[s.timeline_id for s in segments], [s.low for s in segments], [s.high for s in segments]]
    return [json.dumps([(s.timeline_id.hex, s.low, s.high) for s in segments])]
