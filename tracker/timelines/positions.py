"""Where a timeline stands, now or at any version."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from rules.games import game as game_of
from rules.kernel import Game, Pack, Refused, State
from tracker.eventstore import codec, store
from tracker.eventstore.lineage import Lineage, Range
from tracker.packs.versions import pack as pack_of
from tracker.timelines.models import Timeline

SNAPSHOT_EVERY = 100
"""Versions between two stored states: stepping back folds at most about so many events."""


@dataclass(frozen=True)
class Position:
    """A timeline at one version.

    :param head: the stream's head, as it was read; its version is the newest, not always this one
    :param state: the game's position, ``None`` before the set-up
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
    campaign = timeline.campaign
    game, head = game_of(campaign.game), store.head(timeline.id)
    if head.state is not None and head.rules_version == game.version:
        state = decoded(game, head.state)
    else:
        state = state_on(store.lineage(timeline.id), head.version, game)
    return Position(timeline, head, head.version, state, game, pack_of(campaign.pack_hash))


def at_version(timeline: Timeline, version: int) -> Position:
    """A timeline as it was at a version.

    :raises Refused: ``no_such_version`` when the timeline never was there
    """
    head = store.head(timeline.id)
    if not 0 <= version <= head.version:
        raise no_such_version(version, head.version)
    if version == head.version:
        return at_head(timeline)
    game = game_of(timeline.campaign.game)
    state = state_on(store.lineage(timeline.id, version), version, game)
    return Position(timeline, head, version, state, game, pack_of(timeline.campaign.pack_hash))


def state_on(line: Lineage, version: int, game: Game[Any, Any]) -> State | None:
    """The state at a version of a lineage: from the newest snapshot on its path, then folding what follows."""
    path = line.path(version)
    kept = store.newest_snapshot(line, path, game.version)
    start, state = (kept[0], decoded(game, kept[1])) if kept else (0, None)
    for kind, shape, payload in store.payloads(line.stored(_after(path, start))):
        state = game.evolve(state, codec.decode(kind, shape, payload))
    return state


def encoded(state: State | None) -> bytes | None:
    """A state as it is stored."""
    return None if state is None else msgspec.json.encode(state)


def decoded(game: Game[Any, Any], state: bytes) -> State:
    """A stored state."""
    decoded_state: State = _decoder(game.state_type).decode(state)
    return decoded_state


def no_such_version(version: int, newest: int) -> Refused:
    """The refusal of a version that a timeline does not have."""
    return Refused(
        "no_such_version", f"There is no version {version} in this timeline.", remedy=f"Choose one from 1 to {newest}."
    )


@cache
def _decoder(kind: type[State]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _after(path: Sequence[Range], version: int) -> list[Range]:
    return [Range(max(low, version), high) for low, high in path if high > version]
