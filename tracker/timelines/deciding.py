"""Taking decisions: the one way in which anything is written to a timeline."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import msgspec

from rules.kernel import (
    Answer,
    Chance,
    Decision,
    Event,
    Game,
    Pack,
    Refused,
    Rolled,
    State,
    TableEvent,
    decision_name,
    event_name,
)
from rules.kernel.table import TABLE, TABLE_EVENTS, PackChanged, Rewound
from tracker.eventstore import store
from tracker.eventstore.models import StoredDecision, StoredEvent
from tracker.eventstore.sql import Write
from tracker.timelines.access import Actor, ensure_may_decide
from tracker.timelines.models import Timeline
from tracker.timelines.positions import SNAPSHOT_EVERY, Position, at_head, encoded

ATTEMPTS = 8
"""How often a decision is tried again when only notes and the like came between."""


@dataclass(frozen=True)
class Change:
    """What a decision changed, for the read models that are written with it.

    :param first_version: version of the first event
    :param fresh: it is the first change in this timeline's own stream
    :param recorded_at: microseconds since 1970 in UTC
    """

    campaign_id: UUID
    timeline_id: UUID
    game: Game[Any, Any]
    pack: Pack
    decision: store.NewDecision
    events: tuple[Event, ...]
    first_version: int
    before: State | None
    after: State | None
    recorded_at: int
    fresh: bool


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


class Behind(Exception):
    """The timeline went on since the version that somebody decided on.

    :ivar expected: that version
    :ivar version: where the timeline is now
    :ivar since: the decisions taken in between, oldest first
    """

    def __init__(self, expected: int, version: int, since: Sequence[StoredDecision]) -> None:
        super().__init__(f"version {expected} was expected, the timeline is at {version}")
        self.expected = expected
        self.version = version
        self.since = tuple(since)


_inline: list[Callable[[Change], Sequence[Write]]] = []
_listeners: list[Callable[[UUID, int], None]] = []


def write_inline(writer: Callable[[Change], Sequence[Write]]) -> None:
    """Register read models that are written in the same transaction as the events."""
    if writer not in _inline:
        _inline.append(writer)


def when_advanced(listener: Callable[[UUID, int], None]) -> None:
    """Register who is told, after the commit, that a timeline reached a version."""
    if listener not in _listeners:
        _listeners.append(listener)


def decide(
    timeline: Timeline,
    actor: Actor,
    data: Mapping[str, Any] | Decision,
    *,
    expected: int,
    chance: Callable[[], Chance] = Rolled,
    key: str | None = None,
) -> Decided:
    """Take a decision of the game.

    :param data: the decision, or its plain data with ``do``
    :param expected: the version that the decider saw
    :param chance: makes what answers luck; asked again when the decision has to be tried again
    :param key: makes a repeated submission the same decision
    :raises Refused: when the rules, the seat or the role do not allow it
    :raises Behind: when the game went on in the meantime
    """

    def attempt(position: Position) -> Decided:
        game = position.game
        decision = data if isinstance(data, Decision) else game.decision(data)
        seat = game.seat_of(position.state, decision)
        ensure_may_decide(timeline.campaign, actor, seat)
        luck = chance()
        events = game.decide(position.state, decision, position.pack, luck)
        name = f"{game.key}.{decision_name(type(decision))}"
        return commit(position, actor, name, decision, events, answers=luck.answers, seat=seat or "", key=key)

    return again_while_free(timeline, expected, key, attempt)


def record(
    timeline: Timeline, actor: Actor, name: str, events: Sequence[TableEvent], *, key: str | None = None
) -> Decided:
    """Record what happened around the table: it commutes with the game, so nobody is ever behind.

    :param name: what was done, ``name_checkpoint``
    """
    for _ in range(ATTEMPTS * 4):
        try:
            return commit(at_head(timeline), actor, f"{TABLE}.{name}", None, events, key=key)
        except store.Conflict:
            continue
        except store.KeyTaken as taken:
            return _first_answer(taken.decision)
    raise Refused("busy", "The timeline is very busy just now.", remedy="Try again.")


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

    :param after: the state afterwards where the events do not say it (a rewind)
    :raises store.Conflict: when somebody was first
    :raises store.KeyTaken: when the key was used before
    """
    game, timeline = position.game, position.timeline
    if after is None:
        after = game.fold(events, position.state)
    arguments = msgspec.json.encode(events if decision is None else decision)
    luck = msgspec.json.encode(answers)
    made = store.NewDecision(uuid4(), name, arguments, luck, actor.user_id, actor.alias, seat, key)
    recorded_at = time.time_ns() // 1000
    first, last = position.version + 1, position.version + len(events)
    where = (timeline.campaign_id, timeline.id, game, position.pack)
    change = Change(
        *where, made, tuple(events), first, position.state, after, recorded_at, position.version == timeline.forked_at
    )
    store.append(
        store.Commit(
            campaign_id=timeline.campaign_id,
            timeline_id=timeline.id,
            expected=position.version,
            previous=position.head.hash,
            name_space=game.key,
            decision=made,
            events=events,
            state=encoded(after),
            rules_version=game.version,
            keep_snapshot=last // SNAPSHOT_EVERY > position.version // SNAPSHOT_EVERY,
            writes=[write for writer in _inline for write in writer(change)],
            recorded_at=recorded_at,
        )
    )
    for listener in _listeners:
        listener(timeline.id, last)
    return Decided(made.id, first, last, tuple(events))


def decisions_since(timeline: Timeline, version: int) -> list[StoredDecision]:
    """The decisions of a timeline's own stream after a version, oldest first."""
    return list(
        StoredDecision.objects.filter(timeline_id=timeline.id, last_version__gt=version).order_by("first_version")
    )


def again_while_free(
    timeline: Timeline, expected: int, key: str | None, attempt: Callable[[Position], Decided]
) -> Decided:
    """Try something on the newest version, as long as the game has not gone on since ``expected``."""
    try:
        for _ in range(ATTEMPTS):
            position = at_head(timeline)
            if position.version != expected and not _only_table_talk(timeline, expected, position.version):
                raise Behind(expected, position.version, decisions_since(timeline, expected))
            try:
                return attempt(position)
            except store.Conflict:
                continue
    except (Refused, Behind):
        first = store.decision_of_key(timeline.campaign_id, key)
        if first is None:
            raise
        return _first_answer(first)
    except store.KeyTaken as taken:
        return _first_answer(taken.decision)
    raise Behind(expected, at_head(timeline).version, decisions_since(timeline, expected))


def _only_table_talk(timeline: Timeline, expected: int, version: int) -> bool:
    """Whether nothing but notes, names and the like came between: they do not touch the game."""
    if expected > version or expected < timeline.forked_at:
        return False
    between = StoredEvent.objects.filter(timeline_id=timeline.id, version__gt=expected).values_list("type", flat=True)
    return set(between) <= _TABLE_TALK


_TABLE_TALK = {
    f"{TABLE}.{event_name(kind)}"
    for kind in TABLE_EVENTS
    if issubclass(kind, TableEvent) and kind not in (Rewound, PackChanged)
}


def _first_answer(decision: StoredDecision) -> Decided:
    """What was answered when the decision was first stored."""
    rows = StoredEvent.objects.filter(decision_id=decision.id).order_by("version")
    events = tuple(store.codec.decode(row.type, row.shape, bytes(row.payload)) for row in rows)
    return Decided(decision.id, decision.first_version, decision.last_version, events, repeated=True)
