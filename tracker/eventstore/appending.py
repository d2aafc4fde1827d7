"""What an append writes: rows chained to their predecessors.

On PostgreSQL one statement, on SQLite one IMMEDIATE transaction.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple
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


class Link(NamedTuple):
    """An event, chained to the one before it."""

    type: str
    shape: int
    payload: bytes
    hash: bytes
    rewind_to: int | None


@dataclass(frozen=True)
class Rows:
    """Everything that an append writes.

    :param where: campaign and timeline
    :param expected: the version of the head before it
    :param decision: id, name, arguments, chance, actor, alias, seat, key, digest; ``None`` where nobody decided
    """

    where: tuple[UUID, UUID]
    expected: int
    recorded_at: int
    events: Sequence[Link]
    state: bytes | None = None
    rules_version: int = 0
    decision: tuple[Any, ...] | None = None
    keep_snapshot: bool = False
    writes: Sequence[sql.Write] = ()

    @property
    def version(self) -> int:
        """The version of the head after it."""
        return self.expected + len(self.events)

    @property
    def hash(self) -> bytes:
        """The hash of the head after it."""
        return self.events[-1].hash

    @property
    def seal(self) -> bytes:
        """The seal of the head after it."""
        cached = (self.state, self.rules_version, self.recorded_at)
        return head_seal(self.where[1], self.version, self.hash, *cached)

    def event_rows(self) -> list[tuple[Any, ...]]:
        """The events in the order of the columns of their table."""
        campaign, timeline = map(sql.stored_id, self.where)
        decision = sql.stored_id(self.decision[0]) if self.decision else None
        return [
            (campaign, timeline, version, link.type, link.shape, link.payload, decision, self.recorded_at, *link[3:])
            for version, link in enumerate(self.events, self.expected + 1)
        ]

    def decision_row(self) -> tuple[Any, ...]:
        """The decision in the order of the columns of its table."""
        if self.decision is None:
            raise ValueError("nobody decided")
        campaign, timeline = map(sql.stored_id, self.where)
        decision, *content, digest = self.decision
        versions = (self.recorded_at, self.expected + 1, self.version)
        return campaign, sql.stored_id(decision), timeline, *content, *versions, digest

    def snapshot_row(self) -> tuple[Any, ...]:
        """The state after it in the order of the columns of the snapshots' table."""
        return *map(sql.stored_id, self.where), self.version, self.rules_version, self.state


def rows_of(commit: Commit) -> Rows:
    """What a decision and its events write.

    :raises ValueError: when there is no event, or more than fit into one transaction
    :raises tracker.eventstore.codec.Unencodable: when an event's values do not fit its fields
    """
    if not 0 < len(commit.events) < sql.WINDOW:
        raise ValueError(f"a decision with {len(commit.events)} events")
    d, at = commit.decision, commit.recorded_at
    content = DecisionContent(d.id, d.name, d.arguments, d.chance, d.actor, d.alias, d.seat, d.key, at)
    digest = decision_digest(content)
    encoded = [codec.encode(commit.name_space, event) for event in commit.events]
    return Rows(
        where=(commit.campaign_id, commit.timeline_id),
        expected=commit.expected,
        recorded_at=at,
        events=chained(commit.expected, commit.previous, encoded, at, digest),
        state=commit.state,
        rules_version=commit.rules_version,
        decision=(*content[:-1], digest),
        keep_snapshot=commit.keep_snapshot and commit.state is not None,
        writes=[write for write in commit.writes if write.rows],
    )


def rows_of_all(commits: Sequence[Commit]) -> list[Rows]:
    """What decisions write that follow one another: each is chained to the one before; ``previous`` of the first alone
    counts. Raises as :func:`rows_of`."""
    found: list[Rows] = []
    for commit in commits:
        found.append(rows_of(replace(commit, previous=found[-1].hash) if found else commit))
    if sum(len(rows.events) for rows in found) >= sql.WINDOW:
        raise ValueError(f"{len(found)} decisions have more events than fit into one transaction")
    return found


def chained(
    expected: int, previous: bytes, encoded: Iterable[Encoded], recorded_at: int, digest: bytes = b""
) -> list[Link]:
    """Events after a version, each hash chained to the one before.

    :param previous: the hash at the expected version
    :param digest: of the decision; empty where there is none
    """
    links = []
    for version, (kind, shape, payload) in enumerate(encoded, expected + 1):
        previous = event_hash(previous, version, kind, shape, payload, recorded_at, digest)
        links.append(Link(kind, shape, payload, previous, rewind_target(kind, shape, payload)))
    return links


def rewind_target(kind: str, shape: int, payload: bytes) -> int | None:
    """The version to which a stored event rewinds; ``None`` unless it is a rewind."""
    if kind != REWOUND:
        return None
    event = codec.decode(kind, shape, payload)
    return event.to if isinstance(event, Rewound) else None


def write(rows: Rows) -> bool:
    """Write an append, all or nothing. False when the head was not where it was expected; nothing is written then.

    Inside a transaction this is a savepoint: a failure leaves the transaction usable.
    """
    if not sql.is_postgres():
        return _write_sqlite([rows])
    if not connection.in_atomic_block:
        return _write_postgres(rows)
    with transaction.atomic():
        written = _write_postgres(rows)
        # Who lost the race for the head keeps its row locked until the savepoint is rolled back.
        transaction.set_rollback(not written)
        return written


def _write_postgres(rows: Rows) -> bool:
    parameters: list[Any] = [
        *rows.where,
        rows.expected,
        rows.recorded_at,
        rows.hash,
        rows.state,
        rows.rules_version,
        rows.seal,
    ]
    parameters += sql.columnwise(rows.events)
    parameters += [*(rows.decision or _NO_DECISION), rows.keep_snapshot]
    for write in rows.writes:
        parameters += sql.columnwise(write.rows)
    with connection.cursor() as cursor:
        cursor.execute(sql.postgres_append(rows.writes), parameters)
        return bool(cursor.fetchone()[0])


_NO_DECISION = (None,) * 9


def write_all(appends: Sequence[Rows]) -> bool:
    """Write appends that follow one another, all or nothing, with few statements; the rest as :func:`write`.

    The head takes its state from the last of them. Those before it carry a state only where a snapshot is kept.
    """
    if not sql.is_postgres():
        return _write_sqlite(appends)
    with transaction.atomic():
        written = _write_all_postgres(appends)
        transaction.set_rollback(not written)
        return written


def _write_all_postgres(appends: Sequence[Rows]) -> bool:
    last = appends[-1]
    with connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {sql.EVENT} IN ROW EXCLUSIVE MODE")  # before the offset is read, as in an append
        cursor.execute(sql.OWN_POSITIONS)
        own, start = cursor.fetchone()
        head = (last.version, last.hash, last.state, last.rules_version, last.recorded_at, last.seal)
        cursor.execute(sql.UPDATE_STREAM_IN_ORDER, (*head, own + sql.WINDOW - 1, *_place(appends), own + sql.WINDOW))
        if cursor.rowcount == 0:
            return False
        events = [row for rows in appends for row in rows.event_rows()]
        placed = [(position, *row) for position, row in enumerate(events, start + 1)]
        sql.insert_many(cursor, sql.EVENT, (("position", "bigint"), *sql.EVENT_COLUMNS), placed)
        decisions = [rows.decision_row() for rows in appends if rows.decision]
        sql.insert_many(cursor, sql.DECISION, sql.DECISION_COLUMNS, decisions)
        snapshots = [rows.snapshot_row() for rows in appends if rows.keep_snapshot]
        sql.insert_many(cursor, sql.SNAPSHOT, sql.SNAPSHOT_COLUMNS, snapshots)
    for rows in appends:
        for write in rows.writes:
            sql.upsert(write)
    return True


def _place(appends: Sequence[Rows]) -> tuple[Any, int]:
    """The timeline that is written to, and the version at which it is expected."""
    return sql.stored_id(appends[0].where[1]), appends[0].expected


def _write_sqlite(appends: Sequence[Rows]) -> bool:
    last = appends[-1]
    head = (last.version, last.hash, last.state, last.rules_version, last.recorded_at, last.seal)
    with writing(), connection.cursor() as cursor:
        cursor.execute(sql.UPDATE_STREAM, (*head, *_place(appends)))
        if cursor.rowcount == 0:
            return False
        for rows in appends:
            cursor.executemany(sql.insert(sql.EVENT, sql.EVENT_COLUMNS), rows.event_rows())
            if rows.decision:
                cursor.execute(sql.insert(sql.DECISION, sql.DECISION_COLUMNS), rows.decision_row())
            if rows.keep_snapshot:
                statement = sql.insert(sql.SNAPSHOT, sql.SNAPSHOT_COLUMNS) + " ON CONFLICT DO NOTHING"
                cursor.execute(statement, rows.snapshot_row())
            for write in rows.writes:
                cursor.executemany(sql.sqlite_write(write), write.rows)
    return True
