"""Whether the positions that are kept for stepping back are what their events lead to. No hash covers them: they are a
cache, but pages of the past are made from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from uuid import UUID

import msgspec

from rules.games import game as game_of
from rules.kernel import State
from tracker.eventstore import codec, store
from tracker.eventstore.lineage import Range, shared_until
from tracker.eventstore.models import Snapshot
from tracker.eventstore.verify import Break
from tracker.timelines.models import Timeline
from tracker.timelines.positions import after, decoded

SENTENCE = "the position that is kept there is not what its facts lead to"


def wrong_states(campaign_id: UUID, said: Callable[[int, int], None]) -> Iterator[Break]:
    """The first kept position of each timeline that is not what its events lead to.

    :param said: told how many kept positions of how many were looked at
    """
    rows = Snapshot.objects.filter(campaign_id=campaign_id)
    total, done = rows.count(), 0
    for timeline in Timeline.objects.filter(campaign_id=campaign_id).select_related("campaign"):
        for version, holds in _looked_at(timeline):
            done += 1
            said(done, total)
            if not holds:
                yield Break(timeline.id, version, "kept position", SENTENCE)
                break


def _looked_at(timeline: Timeline) -> Iterator[tuple[int, bool]]:
    """The versions of a timeline's kept positions, oldest first, each with whether it holds. One path mostly goes on
    from the one before, so that every event is taken up once."""
    game, line = game_of(timeline.campaign.game), store.lineage(timeline.id)
    path: list[Range] = []
    state: State | None = None
    kept = Snapshot.objects.filter(timeline_id=timeline.id, rules_version=game.version).order_by("version")
    for version, data in kept.values_list("version", "state").iterator(100):
        now = line.path(version)
        reached = path[-1].high if path else 0
        if shared_until(path, now) != reached:
            reached, state = 0, None
        for _, kind, shape, payload in store.versioned(line.stored(after(now, reached))):
            state = game.evolve(state, codec.decode(kind, shape, payload))
        path = now
        try:
            holds = decoded(game, bytes(data)) == state
        except msgspec.MsgspecError:
            holds = False
        yield version, holds
