"""What an append writes: rows chained to their predecessors.

On PostgreSQL one statement, on SQLite one IMMEDIATE transaction.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from rules.kernel.messages import Event, event_name
from rules.kernel.table import TABLE, Rewound
from tracker.eventstore import codec, sql
from tracker.eventstore.chain import DecisionContent, decision_digest, event_hash, head_seal
from tracker.eventstore.codec import Encoded
from tracker.eventstore.sqlite import writing

REWOUND = f"{TABLE}.{event_name(Rewound)}"
"""The stored type of a rewind."""


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


@dataclass(frozen=True)
class Rows:
    """An append as the statements take it.

    :param head: parameters of the head's update
    :param last_hash: the head's new hash
    """

    head: tuple[Any, ...]
    last_hash: bytes
    events: Sequence[tuple[Any, ...]]
    decision: tuple[Any, ...] | None = None
    snapshot: tuple[Any, ...] | None = None
    writes: Sequence[sql.Write] = ()


def rows_of(commit: Commit) -> Rows:
    """The rows of a decision and its events.

    :raises ValueError: when there is no event, or more than fit into one transaction
    :raises tracker.eventstore.codec.Unencodable: when an event's values do not fit its fields
    """
    if not 0 < len(commit.events) < sql.WINDOW:
        raise ValueError(f"a decision with {len(commit.events)} events")
    digest = decision_digest(_content(commit))
    encoded = [codec.encode(commit.name_space, event) for event in commit.events]
    where = (commit.campaign_id, commit.timeline_id)
    events, last_hash = event_rows(
        where, commit.expected, commit.previous, encoded, commit.recorded_at, commit.decision.id, digest
    )
    state = (commit.state, commit.rules_version)
    return Rows(
        head_row(commit.timeline_id, commit.expected, len(events), last_hash, commit.recorded_at, *state),
        last_hash,
        events,
        _decision_row(commit, digest),
        _snapshot_row(commit) if commit.keep_snapshot and commit.state is not None else None,
        [write for write in commit.writes if write.rows],
    )


def event_rows(
    where: tuple[UUID, UUID],
    expected: int,
    previous: bytes,
    encoded: Iterable[Encoded],
    recorded_at: int,
    decision_id: UUID | None,
    digest: bytes,
) -> tuple[list[tuple[Any, ...]], bytes]:
    """The rows of events, each hash chained to the one before, and the last hash.

    :param where: campaign and timeline
    :param expected: the version before them, ``previous`` the hash there
    :param digest: of the decision; empty where there is none
    """
    campaign, timeline = (sql.stored_id(part) for part in where)
    decision = None if decision_id is None else sql.stored_id(decision_id)
    rows = []
    for version, (kind, shape, payload) in enumerate(encoded, expected + 1):
        previous = event_hash(previous, version, kind, shape, payload, recorded_at, digest)
        back = rewind_target(kind, shape, payload)
        rows.append((campaign, timeline, version, kind, shape, payload, decision, recorded_at, previous, back))
    return rows, previous


def rewind_target(kind: str, shape: int, payload: bytes) -> int | None:
    """The version to which a stored event rewinds; ``None`` unless it is a rewind."""
    if kind != REWOUND:
        return None
    event = codec.decode(kind, shape, payload)
    return event.to if isinstance(event, Rewound) else None


def head_row(
    timeline_id: UUID,
    expected: int,
    events: int,
    last_hash: bytes,
    recorded_at: int,
    state: bytes | None,
    rules_version: int,
) -> tuple[Any, ...]:
    """The parameters of the update that moves a head on by some events."""
    version = expected + events
    seal = head_seal(timeline_id, version, last_hash, state, rules_version, recorded_at)
    return (version, last_hash, state, rules_version, recorded_at, seal, sql.stored_id(timeline_id), expected)


def _content(commit: Commit) -> DecisionContent:
    d = commit.decision
    return DecisionContent(d.id, d.name, d.arguments, d.chance, d.actor, d.alias, d.seat, d.key, commit.recorded_at)


def _decision_row(commit: Commit, digest: bytes) -> tuple[Any, ...]:
    d, ids = commit.decision, sql.stored_id
    versions = (commit.expected + 1, commit.expected + len(commit.events))
    who = (d.actor, d.alias, d.seat, d.key)
    return (
        ids(commit.campaign_id), ids(d.id), ids(commit.timeline_id), d.name, d.arguments, d.chance, *who,
        commit.recorded_at, *versions, digest,
    )  # fmt: skip


def _snapshot_row(commit: Commit) -> tuple[Any, ...]:
    version = commit.expected + len(commit.events)
    ids = (sql.stored_id(commit.campaign_id), sql.stored_id(commit.timeline_id))
    return (*ids, version, commit.rules_version, commit.state)


def write(rows: Rows) -> bool:
    """Write an append, all or nothing. False when the head was not where it was expected; nothing is written then.

    Inside a transaction this is a savepoint: a failure leaves the transaction usable.
    """
    if not sql.is_postgres():
        return _write_sqlite(rows)
    if not connection.in_atomic_block:
        return _write_postgres(rows)
    with transaction.atomic():
        written = _write_postgres(rows)
        # Who lost the race for the head keeps its row locked until the savepoint is rolled back.
        transaction.set_rollback(not written)
        return written


def _write_postgres(rows: Rows) -> bool:
    parameters = [*rows.head, *sql.columnwise(len(sql.EVENT_COLUMNS), rows.events)]
    parameters += rows.decision or ()
    parameters += rows.snapshot or ()
    for write in rows.writes:
        parameters += sql.columnwise(len(write.columns), write.rows)
    statement = sql.postgres_append(rows.decision is not None, rows.snapshot is not None, rows.writes)
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return bool(cursor.fetchone()[0])


def _write_sqlite(rows: Rows) -> bool:
    with writing(), connection.cursor() as cursor:
        cursor.execute(sql.UPDATE_STREAM, rows.head)
        if cursor.rowcount == 0:
            return False
        cursor.executemany(sql.insert(sql.EVENT, sql.EVENT_COLUMNS), rows.events)
        if rows.decision:
            cursor.execute(sql.insert(sql.DECISION, sql.DECISION_COLUMNS), rows.decision)
        if rows.snapshot:
            statement = sql.insert(sql.SNAPSHOT, sql.SNAPSHOT_COLUMNS) + " ON CONFLICT DO NOTHING"
            cursor.execute(statement, rows.snapshot)
        for write in rows.writes:
            cursor.executemany(sql.sqlite_write(write), write.rows)
    return True
