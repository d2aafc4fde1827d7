"""Appending and reading.

The write: read the head and decide outside any transaction, then :func:`append`: on PostgreSQL one statement, on SQLite
the same writes in one IMMEDIATE transaction. Nothing but the timeline's own head is locked.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import UUID

from django.db import IntegrityError, connection

from rules.kernel.messages import Event
from rules.kernel.table import Rewound
from tracker.eventstore import codec, sql
from tracker.eventstore.chain import DecisionContent, decision_digest, event_hash
from tracker.eventstore.lineage import Lineage, Range, Segment
from tracker.eventstore.models import Snapshot, StoredDecision, Stream
from tracker.eventstore.sqlite import writing

LATEST = (1 << 31) - 1
"""Stands for "as far as it goes" where a version is asked."""


class Conflict(Exception):
    """Somebody else appended first.

    :param expected: the version on which the decision was based
    """

    def __init__(self, timeline_id: UUID, expected: int) -> None:
        super().__init__(f"timeline {timeline_id} is no longer at version {expected}")
        self.timeline_id = timeline_id
        self.expected = expected


class KeyTaken(Exception):
    """A decision with this idempotency key is stored already: ``decision``."""

    def __init__(self, decision: StoredDecision) -> None:
        super().__init__(f"the key {decision.key!r} belongs to decision {decision.id}")
        self.decision = decision


class Head(NamedTuple):
    """Where a timeline stands.

    :param state: the encoded state at ``version``, or ``None`` before the set-up
    :param rules_version: of the rules that wrote ``state``
    """

    campaign_id: UUID
    timeline_id: UUID
    version: int
    hash: bytes
    state: bytes | None
    rules_version: int
    parent_id: UUID | None
    forked_at: int


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

    def event(self) -> Event:
        """The event itself.

        :raises tracker.eventstore.codec.Undecodable: when it cannot be read any more
        """
        try:
            return codec.decode(self.type, self.shape, self.payload)
        except codec.Undecodable as error:
            raise codec.Undecodable(f"timeline {self.timeline_id} version {self.version}: {error}") from error


@dataclass(frozen=True)
class NewDecision:
    """A decision to be stored. Arguments and chance are encoded JSON."""

    id: UUID
    name: str
    arguments: bytes
    chance: bytes = b"[]"
    actor: str = ""
    alias: str = ""
    seat: str = ""
    key: str | None = None


@dataclass(frozen=True)
class Commit:
    """Everything that one decision writes.

    :param expected: the version at which it was decided
    :param previous: the hash at that version
    :param name_space: where the game's events stand
    :param state: the encoded state afterwards
    :param keep_snapshot: store the state as a snapshot too
    :param writes: rows of inline read models
    :param recorded_at: microseconds since 1970
    """

    campaign_id: UUID
    timeline_id: UUID
    expected: int
    previous: bytes
    name_space: str
    decision: NewDecision
    events: Sequence[Event]
    state: bytes | None
    rules_version: int = 0
    keep_snapshot: bool = False
    writes: Sequence[sql.Write] = ()
    recorded_at: int = field(default_factory=lambda: time.time_ns() // 1000)


def open_stream(campaign_id: UUID, timeline_id: UUID) -> None:
    """Make an empty timeline."""
    Stream.objects.create(campaign_id=campaign_id, id=timeline_id)


def open_fork(parent: Head, timeline_id: UUID, version: int, hash_there: bytes, state: bytes | None) -> None:
    """Make a timeline that goes on from a version of its parent: one row, no event is copied.

    :param hash_there: the parent's hash at ``version``
    :param state: the encoded state at ``version``
    """
    Stream.objects.create(
        campaign_id=parent.campaign_id,
        id=timeline_id,
        parent_id=parent.timeline_id,
        forked_at=version,
        version=version,
        hash=hash_there,
        state=state,
        rules_version=parent.rules_version,
    )


def append(commit: Commit) -> bytes:
    """Store a decision with its events, the new head and the inline rows, all or nothing.

    :returns: the new head's hash
    :raises Conflict: when the timeline is no longer at the expected version
    :raises KeyTaken: when the decision's key was used before in this campaign
    """
    rows, last_hash = _event_rows(commit)
    try:
        written = (
            _append_postgres(commit, rows, last_hash) if sql.is_postgres() else _append_sqlite(commit, rows, last_hash)
        )
    except IntegrityError:
        taken = decision_of_key(commit.campaign_id, commit.decision.key)
        if taken is None:
            raise
        raise KeyTaken(taken) from None
    if not written:
        raise Conflict(commit.timeline_id, commit.expected)
    return last_hash


def _event_rows(commit: Commit) -> tuple[list[tuple[Any, ...]], bytes]:
    digest = decision_digest(_content(commit))
    campaign, timeline = sql.stored_id(commit.campaign_id), sql.stored_id(commit.timeline_id)
    decision = sql.stored_id(commit.decision.id)
    previous, rows = commit.previous, []
    for version, event in enumerate(commit.events, commit.expected + 1):
        kind, shape, payload = codec.encode(commit.name_space, event)
        previous = event_hash(previous, version, kind, shape, payload, digest)
        rewind_to = event.to if isinstance(event, Rewound) else None
        rows.append(
            (campaign, timeline, version, kind, shape, payload, decision, commit.recorded_at, previous, rewind_to)
        )
    return rows, previous


def _content(commit: Commit) -> DecisionContent:
    d = commit.decision
    return DecisionContent(d.id, d.name, d.arguments, d.chance, d.actor, d.alias, d.seat, d.key, commit.recorded_at)


def _decision_row(commit: Commit) -> tuple[Any, ...]:
    d, ids = commit.decision, sql.stored_id
    versions = (commit.expected + 1, commit.expected + len(commit.events))
    who = (d.actor, d.alias, d.seat, d.key)
    return (
        ids(commit.campaign_id), ids(d.id), ids(commit.timeline_id), d.name, d.arguments, d.chance, *who,
        commit.recorded_at, *versions,
    )  # fmt: skip


def _head_parameters(commit: Commit, last_hash: bytes) -> tuple[Any, ...]:
    version = commit.expected + len(commit.events)
    head = (version, last_hash, commit.state, commit.rules_version, commit.recorded_at)
    return (*head, sql.stored_id(commit.timeline_id), commit.expected)


def _snapshot_row(commit: Commit) -> tuple[Any, ...]:
    version = commit.expected + len(commit.events)
    ids = (sql.stored_id(commit.campaign_id), sql.stored_id(commit.timeline_id))
    return (*ids, version, commit.rules_version, commit.state)


def _keeps_snapshot(commit: Commit) -> bool:
    return commit.keep_snapshot and commit.state is not None


def _append_postgres(commit: Commit, rows: list[tuple[Any, ...]], last_hash: bytes) -> bool:
    writes = [write for write in commit.writes if write.rows]
    parameters = [*_head_parameters(commit, last_hash), *_decision_row(commit)]
    parameters += sql.columnwise(len(sql.EVENT_COLUMNS), rows)
    if _keeps_snapshot(commit):
        parameters += _snapshot_row(commit)
    for write in writes:
        parameters += sql.columnwise(len(write.columns), write.rows)
    with connection.cursor() as cursor:
        cursor.execute(sql.postgres_append(_keeps_snapshot(commit), writes), parameters)
        return bool(cursor.fetchone()[0])


def _append_sqlite(commit: Commit, rows: list[tuple[Any, ...]], last_hash: bytes) -> bool:
    with writing(), connection.cursor() as cursor:
        cursor.execute(sql.UPDATE_STREAM, _head_parameters(commit, last_hash))
        if cursor.rowcount == 0:
            return False
        cursor.execute(sql.insert(sql.DECISION, sql.DECISION_COLUMNS), _decision_row(commit))
        cursor.executemany(sql.insert(sql.EVENT, sql.EVENT_COLUMNS), rows)
        if _keeps_snapshot(commit):
            statement = sql.insert(sql.SNAPSHOT, sql.SNAPSHOT_COLUMNS) + " ON CONFLICT DO NOTHING"
            cursor.execute(statement, _snapshot_row(commit))
        for write in commit.writes:
            cursor.executemany(sql.sqlite_write(write), write.rows)
    return True


def head(timeline_id: UUID) -> Head:
    """Where a timeline stands now.

    :raises tracker.eventstore.models.Stream.DoesNotExist: when there is no such timeline
    """
    row = Stream.objects.values_list(
        "campaign_id", "id", "version", "hash", "state", "rules_version", "parent_id", "forked_at"
    ).get(id=timeline_id)
    campaign_id, stream_id, version, last_hash, state, rules_version, parent_id, forked_at = row
    encoded = None if state is None else bytes(state)
    return Head(campaign_id, stream_id, version, bytes(last_hash), encoded, rules_version, parent_id, forked_at)


def lineage(timeline_id: UUID, version: int = LATEST) -> Lineage:
    """A timeline up to a version, its ancestors and all rewinds included: two small queries."""
    with connection.cursor() as cursor:
        least = "LEAST" if sql.is_postgres() else "MIN"
        cursor.execute(sql.LINEAGE.format(least=least), [version, sql.stored_id(timeline_id)])
        segments = tuple(Segment(sql.loaded_id(row[0]), row[1], row[2]) for row in cursor.fetchall())
        if not segments:
            return Lineage((), ())
        statement = sql.ranges_join("e.version, e.rewind_to", "AND e.rewind_to IS NOT NULL")
        cursor.execute(statement, _ranges(segments))
        return Lineage(segments, tuple((row[0], row[1]) for row in cursor.fetchall()))


def read(segments: Sequence[Segment]) -> Iterator[Recorded]:
    """The events of some segments, in the order of their versions."""
    columns = "e.position, e.timeline_id, e.version, e.type, e.shape, e.payload, e.decision_id, e.recorded_at, e.hash"
    if not segments:
        return
    with connection.cursor() as cursor:
        cursor.execute(sql.ranges_join(columns, ""), _ranges(segments))
        for row in cursor.fetchall():
            decision = None if row[6] is None else sql.loaded_id(row[6])
            yield Recorded(
                row[0], sql.loaded_id(row[1]), row[2], row[3], row[4], bytes(row[5]), decision, row[7], bytes(row[8])
            )


def payloads(segments: Sequence[Segment]) -> list[tuple[str, int, bytes]]:
    """Type, shape and payload alone of the events of some segments: what folding needs."""
    if not segments:
        return []
    with connection.cursor() as cursor:
        cursor.execute(sql.ranges_join("e.version, e.type, e.shape, e.payload", ""), _ranges(segments))
        return [(kind, shape, bytes(payload)) for _, kind, shape, payload in cursor.fetchall()]


def hash_at(line: Lineage, version: int) -> bytes:
    """The hash of the event at a version; empty at version 0."""
    if version == 0:
        return b""
    segment = Segment(line.home(version), version - 1, version)
    return next(read([segment])).hash


def newest_snapshot(line: Lineage, path: Sequence[Range], rules_version: int) -> tuple[int, bytes] | None:
    """The latest snapshot on a path that the present rules can read: its version and the encoded state.

    A snapshot that a rewind set aside is never taken: only ranges in force are searched, the newest first.
    """
    for timeline_id, low, high in reversed(line.stored(path)):
        found = (
            Snapshot.objects.filter(timeline_id=timeline_id, rules_version=rules_version)
            .filter(version__gt=low, version__lte=high)
            .order_by("-version")
            .values_list("version", "state")
            .first()
        )
        if found:
            return found[0], bytes(found[1])
    return None


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
