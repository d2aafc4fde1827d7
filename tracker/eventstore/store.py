"""Appending and reading: what the rest of the project calls.

The write: read the head and decide outside any transaction, then :func:`append`: on PostgreSQL one statement, on SQLite
the same writes in one IMMEDIATE transaction. Nothing but the timeline's own head is locked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db import IntegrityError

from tracker.eventstore import codec, positions
from tracker.eventstore.appending import Commit, NewDecision, Rows, rows_of, rows_of_all, write, write_all
from tracker.eventstore.chain import GENESIS, head_seal
from tracker.eventstore.models import StoredDecision, Stream
from tracker.eventstore.reading import (
    LATEST,
    Recorded,
    decision_of_key,
    hash_at,
    hashed,
    keep_snapshot,
    lineage,
    newest_snapshot,
    payloads,
    read,
    versioned,
)

__all__ = [
    "LATEST", "Commit", "Conflict", "Head", "KeyTaken", "NewDecision", "OutOfOrder", "Recorded", "append", "append_all",
    "codec", "decision_of_key", "hash_at", "hashed", "head", "heads", "keep_snapshot", "lineage", "newest_snapshot",
    "open_fork", "open_stream", "payloads", "read", "rows_of_all", "versioned", "write_all_rows", "write_rows",
]  # fmt: skip


class Conflict(Exception):
    """Somebody else appended first. Leave the transaction, if any, and decide again.

    :param expected: the version on which the decision was based
    """

    def __init__(self, timeline_id: UUID, expected: int) -> None:
        super().__init__(f"timeline {timeline_id} is no longer at version {expected}")
        self.timeline_id = timeline_id
        self.expected = expected


class OutOfOrder(Conflict):
    """The transaction had begun to write before the timeline's last event was written (PostgreSQL). Those who follow
    positions would read what it appends before that event. In a new transaction it succeeds."""


class KeyTaken(Exception):
    """A decision with this idempotency key is stored already: ``decision``."""

    def __init__(self, decision: StoredDecision) -> None:
        super().__init__(f"the key {decision.key!r} belongs to decision {decision.id}")
        self.decision = decision


class Head(NamedTuple):
    """Where a timeline stands.

    :param state: the encoded state at ``version``; ``None`` before the set-up, or when nobody knows it without folding
    :param rules_version: of the rules that wrote ``state``
    :param position: no event of the timeline has a greater one
    """

    campaign_id: UUID
    timeline_id: UUID
    version: int
    hash: bytes
    state: bytes | None
    rules_version: int
    parent_id: UUID | None
    forked_at: int
    position: int = 0


def open_stream(campaign_id: UUID, timeline_id: UUID) -> None:
    """Make an empty timeline."""
    seal = head_seal(timeline_id, 0, GENESIS, None, 0, 0)
    Stream.objects.create(campaign_id=campaign_id, id=timeline_id, seal=seal)


def open_fork(
    parent: Head,
    timeline_id: UUID,
    version: int,
    hash_there: bytes,
    state: bytes | None,
    rules_version: int | None = None,
) -> None:
    """Make a timeline that goes on from a version of its parent: one row, no event is copied.

    :param hash_there: the parent's hash at ``version``
    :param state: the encoded state at ``version``
    :param rules_version: of the rules that wrote ``state``; the parent's unless given
    """
    rules_version = parent.rules_version if rules_version is None else rules_version
    Stream.objects.create(
        campaign_id=parent.campaign_id,
        id=timeline_id,
        parent_id=parent.timeline_id,
        forked_at=version,
        version=version,
        hash=hash_there,
        state=state,
        rules_version=rules_version,
        seal=head_seal(timeline_id, version, hash_there, state, rules_version, 0),
        position=parent.position,
    )


def append(commit: Commit) -> bytes:
    """Store a decision with its events, the new head and the inline rows, all or nothing.

    Inside a transaction it is a savepoint: after an error the transaction can go on.

    :returns: the new head's hash
    :raises Conflict: when the timeline is no longer at the expected version
    :raises KeyTaken: when the decision's key was used before in this campaign
    :raises ValueError: when there is no event
    :raises tracker.eventstore.codec.Unencodable: when an event's values do not fit its fields
    :raises tracker.eventstore.positions.WritersRunning: after a restore, while others still write
    :raises tracker.eventstore.models.Stream.DoesNotExist: when there is no such timeline
    """
    try:
        return write_rows(rows_of(commit))
    except (IntegrityError, Conflict):
        if taken := decision_of_key(commit.campaign_id, commit.decision.key):
            raise KeyTaken(taken) from None
        raise


def append_all(commits: Sequence[Commit]) -> bytes:
    """Store decisions that follow one another in one timeline, all or nothing, with few statements.

    Each is chained to the one before: only the first says what it follows. The last carries the head's state and all
    inline rows; those before it a state only where a snapshot is kept.

    :returns: the new head's hash
    :raises Conflict: when the timeline is no longer at the version that the first one expects
    :raises django.db.IntegrityError: when a key was used before in this campaign
    :raises ValueError: when there are more events than fit into one transaction
    """
    return write_all_rows(rows_of_all(commits))


def write_all_rows(appends: Sequence[Rows]) -> bytes:
    """Write appends that follow one another; the rest as :func:`append_all`."""
    return _written(appends[0], appends[-1], lambda: write_all(appends))


def write_rows(rows: Rows) -> bytes:
    """Write an append; the rest as :func:`append`."""
    return _written(rows, rows, lambda: write(rows))


def _written(first: Rows, last: Rows, written: Callable[[], bool]) -> bytes:
    positions.ensure()
    if written():
        return last.hash
    timeline_id = first.where[1]
    if Stream.objects.values_list("version", flat=True).get(id=timeline_id) != first.expected:
        raise Conflict(timeline_id, first.expected)
    if positions.ensure(again=True) and written():
        return last.hash
    raise OutOfOrder(timeline_id, first.expected)


def head(timeline_id: UUID) -> Head:
    """Where a timeline stands now.

    :raises tracker.eventstore.models.Stream.DoesNotExist: when there is no such timeline
    """
    return _head(Stream.objects.values_list(*_HEAD).get(id=timeline_id))


def heads(timeline_ids: Sequence[UUID]) -> list[Head]:
    """Where some timelines stand now, in one look."""
    return [_head(row) for row in Stream.objects.filter(id__in=timeline_ids).values_list(*_HEAD)]


_HEAD = ("campaign_id", "id", "version", "hash", "state", "rules_version", "parent_id", "forked_at", "position")


def _head(row: Any) -> Head:
    campaign_id, stream_id, version, last_hash, state, rules_version, parent_id, forked_at, position = row
    encoded = None if state is None else bytes(state)
    return Head(
        campaign_id, stream_id, version, bytes(last_hash), encoded, rules_version, parent_id, forked_at, position
    )
