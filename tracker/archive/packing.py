"""A campaign as an archive: everything that is kept for ever, and nothing that is a cache or a secret."""

from __future__ import annotations

import gzip
import hashlib
import io
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from uuid import UUID

import msgspec

from rules.games import game as game_of
from rules.kernel import Game, State
from tracker.archive import lines
from tracker.eventstore import store
from tracker.eventstore.models import StoredDecision, StoredEvent
from tracker.packs.models import PackVersion
from tracker.timelines.models import Campaign, Membership, Timeline
from tracker.timelines.positions import head_state

Said = Callable[[int, int], None]
"""Told how many facts of how many are done."""
PAGE = 500
"""Decisions that are read at once."""


class TooLarge(Exception):
    """The campaign is larger than archives may be."""


def pack_campaign(campaign: Campaign, said: Said = lambda done, total: None) -> bytes:
    """A campaign as the bytes of an archive. What is written meanwhile is not in it.

    The same campaign gives the same bytes.

    :raises TooLarge: when it is larger than archives may be
    """
    out, digest = io.BytesIO(), hashlib.sha256()
    timelines = _parents_first(list(campaign.timelines.order_by("created_at", "id")))
    heads = {timeline.id: store.head(timeline.id) for timeline in timelines}
    total = sum(head.version - head.forked_at for head in heads.values())
    if total > lines.MOST_EVENTS:
        raise TooLarge(f"An archive holds {lines.MOST_EVENTS:,} facts; this campaign has {total:,}.")
    decisions = events = 0
    with gzip.GzipFile(fileobj=out, mode="wb", mtime=0, compresslevel=6) as packed:
        for line in _lines(campaign, timelines, heads):
            text = msgspec.json.encode(line) + b"\n"
            digest.update(text)
            packed.write(text)
            if isinstance(line, lines.Decision):
                decisions, events = decisions + 1, events + len(line.events)
                said(events, total)
        end = lines.End(timelines=len(timelines), decisions=decisions, events=events, sha256=digest.hexdigest())
        packed.write(msgspec.json.encode(end) + b"\n")
    return out.getvalue()


def state_digest(state: State | None) -> str:
    """SHA-256 of a position as deterministic JSON."""
    return hashlib.sha256(msgspec.json.encode(state, order="deterministic")).hexdigest()


def _lines(campaign: Campaign, timelines: Sequence[Timeline], heads: dict[UUID, store.Head]) -> Iterator[lines.Line]:
    game = game_of(campaign.game)
    yield _campaign(campaign, game)
    hashes = {campaign.pack_hash, *(pack_hash for each in timelines for _, pack_hash in each.packs)}
    for row in PackVersion.objects.filter(hash__in=hashes).order_by("hash"):
        yield lines.Pack(hash=row.hash, content=bytes(row.content).decode())
    for timeline in timelines:
        yield _timeline(timeline, heads[timeline.id], game)
    for timeline in timelines:
        yield from _decisions(timeline, heads[timeline.id].version)


def _campaign(campaign: Campaign, game: Game[Any, Any]) -> lines.Campaign:
    owner = campaign.memberships.filter(role=Membership.Role.OWNER).order_by("joined_at").first()
    people = StoredDecision.objects.filter(campaign_id=campaign.id).exclude(alias="")
    return lines.Campaign(
        format=lines.FORMAT, game=campaign.game, rules=game.version, id=campaign.id, name=campaign.name,
        main=campaign.main_id, pack=campaign.pack_hash, created_at=campaign.created_at,
        strict_seats=campaign.strict_seats, undo_by=campaign.undo_by, spectators=campaign.spectators,
        owner=owner.alias if owner else "Owner", people=sorted(set(people.values_list("alias", flat=True))),
        seats=list(campaign.seats.order_by("name").values_list("name", flat=True)),
    )  # fmt: skip


def _timeline(timeline: Timeline, head: store.Head, game: Game[Any, Any]) -> lines.Timeline:
    return lines.Timeline(
        id=timeline.id, name=timeline.name, description=timeline.description, colour=timeline.colour,
        archived=timeline.archived, created_at=timeline.created_at, parent=timeline.parent_id,
        forked_at=timeline.forked_at, half=timeline.half, packs=[(since, each) for since, each in timeline.packs],
        version=head.version, hash=head.hash.hex(), state=state_digest(head_state(head, game)),
    )  # fmt: skip


def _decisions(timeline: Timeline, version: int) -> Iterator[lines.Decision]:
    """The decisions of a timeline's own stream up to a version, oldest first."""
    rows = StoredDecision.objects.filter(timeline_id=timeline.id, last_version__lte=version).order_by("first_version")
    last = 0
    while page := list(rows.filter(first_version__gt=last)[:PAGE]):
        low, last = page[0].first_version, page[-1].first_version
        events = StoredEvent.objects.filter(
            timeline_id=timeline.id, version__gte=low, version__lte=page[-1].last_version
        )
        facts: dict[UUID | None, list[lines.Fact]] = {}
        for event in events.order_by("version"):
            fact = lines.Fact(event.type, event.shape, bytes(event.payload).decode(), bytes(event.hash).hex())
            facts.setdefault(event.decision_id, []).append(fact)
        for row in page:
            yield lines.Decision(
                timeline=timeline.id, first=row.first_version, id=row.id, name=row.name,
                arguments=bytes(row.arguments).decode(), chance=bytes(row.chance).decode(), actor=row.actor,
                alias=row.alias, seat=row.seat, key=row.key, at=row.recorded_at, digest=bytes(row.digest).hex(),
                events=facts.get(row.id, []),
            )  # fmt: skip


def _parents_first(timelines: list[Timeline]) -> list[Timeline]:
    """The same timelines, each after its parent."""
    below: dict[UUID | None, list[Timeline]] = {}
    for timeline in timelines:
        below.setdefault(timeline.parent_id, []).append(timeline)
    found: list[Timeline] = []
    ready = list(below.get(None, []))
    while ready:
        timeline = ready.pop(0)
        found.append(timeline)
        ready += below.get(timeline.id, [])
    return found
