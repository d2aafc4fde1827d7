"""Whether what stands beside the events is what they say: where timelines branch off, and the content they are played
with. The chain of hashes does not cover it."""

from __future__ import annotations

import hashlib
from typing import NamedTuple
from uuid import UUID

from rules.kernel import event_name
from rules.kernel.table import TABLE, PackChanged
from tracker.eventstore import codec, store
from tracker.eventstore.models import StoredEvent, Stream
from tracker.eventstore.verify import Break, one_moment
from tracker.packs.models import PackVersion
from tracker.timelines.decisions import half_decision
from tracker.timelines.models import Timeline

Contents = list[tuple[int, str]]
"""From which version on a timeline is played with which content."""


def wrong_beside(campaign_id: UUID) -> list[Break]:
    """The first thing beside each timeline of a campaign that is not what its events say, as of one moment. The chain
    itself holds.

    :raises RuntimeError: inside a transaction
    """
    with one_moment():
        streams = Stream.objects.filter(campaign_id=campaign_id).only("id", "parent_id", "forked_at").in_bulk()
        own = _own_contents(campaign_id)
        timelines = Timeline.objects.filter(campaign_id=campaign_id)
        return [Break(each.id, *wrong) for each in timelines if (wrong := _wrong(each, streams, own)) is not None]


def _own_contents(campaign_id: UUID) -> dict[UUID, Contents]:
    """By timeline, without those of its ancestors."""
    found: dict[UUID, Contents] = {}
    kinds = StoredEvent.objects.filter(campaign_id=campaign_id, type=f"{TABLE}.{event_name(PackChanged)}")
    rows = kinds.order_by("version").values_list("timeline_id", "version", "type", "shape", "payload")
    for timeline_id, version, kind, shape, payload in rows:
        changed = codec.decode(kind, shape, bytes(payload))
        if isinstance(changed, PackChanged):
            found.setdefault(timeline_id, []).append((version, changed.now))
    return found


class _Wrong(NamedTuple):
    version: int
    what: str
    sentence: str


def _wrong(timeline: Timeline, streams: dict[UUID, Stream], own: dict[UUID, Contents]) -> _Wrong | None:
    stream = streams.get(timeline.id)
    if stream is None:
        return _Wrong(0, "timeline", "its facts are gone")
    if (timeline.parent_id, timeline.forked_at, timeline.half) != (stream.parent_id, stream.forked_at, _half(stream)):
        return _Wrong(stream.forked_at, "timeline", "where it branches off is not said as it was")
    contents = _contents(stream, streams, own)
    for kept, said in zip([*map(tuple, timeline.packs), None], [*contents, None], strict=False):
        if kept != said:
            since = (said or kept or (0,))[0]
            return _Wrong(int(since), "content", "which content it is played with is not said as it was")
    for since, pack_hash in contents:
        if not _is_whole(pack_hash):
            return _Wrong(since, "content", "the content that it is played with from there on was changed")
    return None


def _half(stream: Stream) -> int:
    if stream.parent_id is None or not stream.forked_at:
        return 0
    return half_decision(store.lineage(stream.parent_id, stream.forked_at), stream.forked_at)


def _contents(stream: Stream, streams: dict[UUID, Stream], own: dict[UUID, Contents]) -> Contents:
    """What the events say, those that are shared with the ancestors included."""
    found, until = list(own.get(stream.id, ())), stream.forked_at
    while stream.parent_id is not None:
        stream = streams[stream.parent_id]
        found = [*(each for each in own.get(stream.id, ()) if each[0] <= until), *found]
        until = min(until, stream.forked_at)
    return found


def _is_whole(pack_hash: str) -> bool:
    content = PackVersion.objects.filter(hash=pack_hash).values_list("content", flat=True).first()
    return content is not None and hashlib.sha256(bytes(content)).hexdigest() == pack_hash
