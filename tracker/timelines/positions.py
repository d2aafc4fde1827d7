"""Where a timeline stands, now or at any version."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from rules.games import game as game_of
from rules.kernel import Game, Pack, Refused, State
from tracker.eventstore import codec, store
from tracker.eventstore.lineage import Lineage, Range, Segment
from tracker.packs.versions import pack as pack_of
from tracker.timelines.models import Timeline
from tracker.timelines.recent import Recent
from tracker.timelines.texts import version_of

SNAPSHOT_EVERY = 100
"""Versions between two stored states: stepping back folds at most about so many events."""

_states: Recent[tuple[str, int, bytes], State] = Recent(300)
"""States by game, version of its rules and the hash of their last event, which stands for all that came before it.
Whoever replays a timeline leaves a row of them here; they share what did not change from one to the next."""


@dataclass(frozen=True)
class Position:
    """A timeline at one version.

    :param head: the stream's head, as it was read; its version is the newest, not always this one
    :param state: the game's position, ``None`` before the set-up
    :param pack: the content that the timeline was played with at this version
    """

    timeline: Timeline
    head: store.Head
    version: int
    state: State | None
    game: Game[Any, Any]
    pack: Pack

    @property
    def is_past(self) -> bool:
        """Whether the timeline has gone on since."""
        return self.version < self.head.version


def at_head(timeline: Timeline) -> Position:
    """A timeline as it is now."""
    head, game = store.head(timeline.id), game_of(timeline.campaign.game)
    return _position(timeline, head, head.version, head_state(head, game), game)


def at_heads(timelines: Sequence[Timeline]) -> list[Position]:
    """Some timelines as they are now, their heads read in one look."""
    heads = {head.timeline_id: head for head in store.heads([timeline.id for timeline in timelines])}
    found = []
    for timeline in timelines:
        head, game = heads[timeline.id], game_of(timeline.campaign.game)
        found.append(_position(timeline, head, head.version, head_state(head, game), game))
    return found


def at_version(timeline: Timeline, version: int) -> Position:
    """A timeline as it was at a version.

    :raises Refused: ``no_such_version`` when the timeline never was there, ``malformed`` when it is no version at all
    """
    head, game = store.head(timeline.id), game_of(timeline.campaign.game)
    version = ensure_version(version, head.version)
    if version == head.version:
        return _position(timeline, head, version, head_state(head, game), game)
    return _position(timeline, head, version, state_at(timeline, version, game), game)


def ensure_version(version: object, newest: int, *, first: int = 0) -> int:
    """A version that a timeline has.

    :param newest: its newest version
    :raises Refused: ``no_such_version``, or ``malformed`` when it is no version at all
    """
    version = version_of(version)
    if first <= version <= newest:
        return version
    remedy = f"Choose one from 1 to {newest}."
    raise Refused("no_such_version", f"There is no version {version} in this timeline.", remedy=remedy)


def head_state(head: store.Head, game: Game[Any, Any]) -> State | None:
    """The state at a timeline's newest version: as it is stored, or folded where other rules wrote it."""
    if head.version == 0:
        return None
    key = (game.key, game.version, head.hash)
    state = _states.get(key)
    if state is None and head.state is not None and head.rules_version == game.version:
        state = decoded(game, head.state)
    if state is None:
        state = state_on(store.lineage(head.timeline_id), head.version, game)
    return _remembered(key, state)


def state_at(
    timeline: Timeline,
    version: int,
    game: Game[Any, Any],
    last_hash: bytes | None = None,
    line: Lineage | None = None,
) -> State | None:
    """The state at a version of a timeline, if possible the one that this process met there before.

    :param last_hash: the hash of the event at that version, where it is known already
    :param line: the timeline up to that version or later, where it was read already
    """
    if version == 0:
        return None
    if last_hash is None:
        last_hash = _hash_at(timeline, version) if line is None else store.hash_at(line, version)
    return state_after(last_hash, game, lambda: state_on(line or store.lineage(timeline.id, version), version, game))


def state_after(last_hash: bytes, game: Game[Any, Any], folded: Callable[[], State | None]) -> State | None:
    """The state after the event of a hash, if it is at hand; otherwise it is folded."""
    key = (game.key, game.version, last_hash)
    kept = _states.get(key)
    return _remembered(key, folded()) if kept is None else kept


def state_on(line: Lineage, version: int, game: Game[Any, Any]) -> State | None:
    """The state at a version of a lineage: from the newest state on its path that is at hand or in a snapshot, then
    folding what follows. What is passed on the last stretch stays at hand, for whoever steps on or back from there."""
    path = line.path(version)
    kept = store.newest_snapshot(line, path, game.version)
    rows = store.hashed(line.stored(after(path, kept[0] if kept else 0)))
    passed, state = _at_hand(rows, game)
    if state is None and kept is not None:
        state = decoded(game, kept[1])
    for index in range(passed, len(rows)):
        _, kind, shape, payload, event_hash = rows[index]
        state = game.evolve(state, codec.decode(kind, shape, payload))
        if index >= len(rows) - SNAPSHOT_EVERY:
            _remembered((game.key, game.version, event_hash), state)
    return state


def _at_hand(rows: Sequence[tuple[int, str, int, bytes, bytes]], game: Game[Any, Any]) -> tuple[int, State | None]:
    """How many of some events are passed by the newest state at hand, and that state; of those that are looked at."""
    for index in range(len(rows), max(len(rows) - SNAPSHOT_EVERY, 0), -1):
        state = _states.get((game.key, game.version, rows[index - 1][4]))
        if state is not None:
            return index, state
    return 0, None


def forget() -> None:
    """Keep no state at hand any more: each is read or folded anew."""
    _states.clear()


def encoded(state: State | None) -> bytes | None:
    """A state as it is stored."""
    return None if state is None else msgspec.json.encode(state)


def decoded(game: Game[Any, Any], state: bytes) -> State:
    """A stored state."""
    kind: type[State] = game.state_type
    decoded_state: State = _decoder(kind).decode(state)
    return decoded_state


def after(path: Sequence[Range], version: int) -> list[Range]:
    """What of some ranges lies above a version."""
    return [Range(max(low, version), high) for low, high in path if high > version]


def _position(
    timeline: Timeline, head: store.Head, version: int, state: State | None, game: Game[Any, Any]
) -> Position:
    return Position(timeline, head, version, state, game, pack_of(timeline.pack_hash_at(version)))


def _hash_at(timeline: Timeline, version: int) -> bytes:
    if version > timeline.forked_at:
        own = Segment(timeline.id, timeline.forked_at, version)
        return store.hash_at(Lineage((own,), ()), version)
    return store.hash_at(store.lineage(timeline.id, version), version)


def _remembered(key: tuple[str, int, bytes], state: State | None) -> State | None:
    if state is not None:
        _states.put(key, state)
    return state


@cache
def _decoder(kind: type[State]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
