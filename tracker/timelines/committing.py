"""Storing a decision: its events, the new head and the read models that are kept with it, all or nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import msgspec
from django.db import connection, transaction

from rules.kernel import Answer, Decision, Event, Game, Pack, State
from rules.kernel.table import PackChanged
from tracker.eventstore import store
from tracker.eventstore.models import StoredDecision, StoredEvent
from tracker.eventstore.sql import Write
from tracker.eventstore.sqlite import writing
from tracker.packs.versions import pack as pack_of
from tracker.timelines.access import Actor
from tracker.timelines.positions import SNAPSHOT_EVERY, Position, encoded


@dataclass(frozen=True)
class Change:
    """What a decision changes, for the read models that are written with it.

    :param position: the timeline before it
    :param after: the state afterwards
    :param pack: the content afterwards
    :param recorded_at: microseconds since 1970 in UTC
    """

    position: Position
    decision: store.NewDecision
    events: tuple[Event, ...]
    after: State | None
    pack: Pack
    recorded_at: int

    @property
    def game(self) -> Game[Any, Any]:
        """The game that is played."""
        return self.position.game

    @property
    def timeline_id(self) -> UUID:
        """The timeline that it happens in."""
        return self.position.timeline.id

    @property
    def campaign_id(self) -> UUID:
        """The campaign of the timeline."""
        return self.position.timeline.campaign_id

    @property
    def first_version(self) -> int:
        """The version of the first event."""
        return self.position.version + 1

    @property
    def last_version(self) -> int:
        """The version of the last event."""
        return self.position.version + len(self.events)

    @property
    def is_first(self) -> bool:
        """Whether the timeline had nothing of its own before: it is empty, or just branched off."""
        return self.position.version == self.position.timeline.forked_at


class Inline(NamedTuple):
    """What a keeper of read models has written with a decision.

    :param writes: rows that go into the same transaction
    :param stored: called with the new head's hash once they are stored
    """

    writes: Sequence[Write]
    stored: Callable[[bytes], None]


Keeper = Callable[[Sequence[Change]], Inline]
"""Is told what decisions change that follow one another in one timeline, the oldest first."""
_keepers: list[Keeper] = []


def keep_inline(keeper: Keeper) -> None:
    """Register who keeps read models in the same transaction as the events."""
    if keeper not in _keepers:
        _keepers.append(keeper)


@dataclass(frozen=True)
class Decided:
    """A stored decision.

    :param repeated: it had been stored before under the same key; nothing was added now
    """

    decision_id: UUID
    first_version: int
    last_version: int
    events: tuple[Event, ...]
    repeated: bool = False

    @classmethod
    def before(cls, decision: StoredDecision) -> Decided:
        """What was answered when a decision was first stored."""
        rows = StoredEvent.objects.filter(timeline_id=decision.timeline_id, decision_id=decision.id)
        rows = rows.filter(version__gte=decision.first_version, version__lte=decision.last_version).order_by("version")
        events = tuple(store.codec.decode(row.type, row.shape, bytes(row.payload)) for row in rows)
        return cls(decision.id, decision.first_version, decision.last_version, events, repeated=True)


def commit(
    position: Position,
    actor: Actor,
    name: str,
    decision: Decision | None,
    events: Sequence[Event],
    *,
    after: State | None = None,
    answers: Sequence[Answer] = (),
    seat: str = "",
    key: str | None = None,
) -> Decided:
    """Store a decision with its events, the new head and the inline read models.

    :param decision: ``None`` for what is no decision of the game: its events stand for it
    :param after: the state afterwards where the events do not say it (a rewind)
    :raises store.Conflict: when somebody was first
    :raises store.KeyTaken: when the key was used before
    """
    made = store.NewDecision(
        uuid4(), name, arguments(events if decision is None else decision), msgspec.json.encode(answers),
        actor.user_id, actor.alias, seat, key,
    )  # fmt: skip
    change = Change(
        position, made, tuple(events), position.game.fold(events, position.state) if after is None else after,
        _pack_after(position, events), time.time_ns() // 1000,
    )  # fmt: skip
    inline = _kept([change])
    inline.stored(store.append(_commit_of(change, inline.writes, is_head=True)))
    return Decided(made.id, change.first_version, change.last_version, change.events)


def prepared(changes: Sequence[Change]) -> Callable[[], None]:
    """Everything that decisions write which follow one another in one timeline, computed beforehand: chained events,
    the last state as the head's, inline read models. What is returned writes it, all or nothing.

    It raises :class:`store.Conflict` when somebody was first.
    """
    inline = _kept(changes)
    commits = [_commit_of(change, ()) for change in changes[:-1]]
    appends = store.rows_of_all([*commits, _commit_of(changes[-1], inline.writes, is_head=True)])
    return lambda: inline.stored(store.write_all_rows(appends))


def arguments(decision: Decision | Sequence[Event]) -> bytes:
    """A decision's arguments as they are stored."""
    return msgspec.json.encode(decision)


def together() -> AbstractContextManager[None]:
    """A transaction for a decision and rows that go with it. The decision comes first in it: one that has written
    already may be too late to append. On SQLite it waits its turn fairly."""
    return writing() if connection.vendor == "sqlite" else transaction.atomic()


def _pack_after(position: Position, events: Sequence[Event]) -> Pack:
    changed = [event for event in events if isinstance(event, PackChanged)]
    return pack_of(changed[-1].now) if changed else position.pack


def _kept(changes: Sequence[Change]) -> Inline:
    """What all keepers of read models write with some decisions."""
    kept = [keeper(changes) for keeper in _keepers]

    def stored(head_hash: bytes) -> None:
        for inline in kept:
            inline.stored(head_hash)

    return Inline([write for inline in kept for write in inline.writes], stored)


def _commit_of(change: Change, writes: Sequence[Write], *, is_head: bool = False) -> store.Commit:
    """:param is_head: nothing follows it in the same transaction, so that its state becomes the head's"""
    version, last = change.position.version, change.last_version
    keep_snapshot = last // SNAPSHOT_EVERY > version // SNAPSHOT_EVERY
    return store.Commit(
        campaign_id=change.campaign_id,
        timeline_id=change.timeline_id,
        expected=version,
        previous=change.position.head.hash,
        name_space=change.game.key,
        decision=change.decision,
        events=change.events,
        state=encoded(change.after) if is_head or keep_snapshot else None,
        rules_version=change.game.version,
        keep_snapshot=keep_snapshot,
        writes=writes,
        recorded_at=change.recorded_at,
    )
