"""Is everything still as it was written? Walking the hash chain of every timeline.

Every event's hash covers its content, its decision's digest and the hash before it; what no hash covers is held against
what it must equal. The chain does not see a tail that was cut off together with a head that was replaced to match;
the decisions that then lack their events do. Hashes have no secret: who may write to the database and knows this
program can forge a whole new chain, but cannot make it agree with a hash that was noted elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Exists, F, Min, OuterRef, QuerySet, Sum

from tracker.eventstore import sql
from tracker.eventstore.models import StoredDecision, StoredEvent, Stream
from tracker.eventstore.walk import PAGE, Broken, Walk

Progress = Callable[[int, int], None]


class Break(NamedTuple):
    """The first broken link of a timeline; ``what`` and ``sentence`` as in :class:`tracker.eventstore.walk.Broken`."""

    timeline_id: UUID
    version: int
    what: str
    sentence: str

    def __str__(self) -> str:
        return f"timeline {self.timeline_id}, version {self.version}: {self.what}: {self.sentence}"


class Verified(NamedTuple):
    """What a walk came to: how many timelines and events it saw, and the first broken link of each timeline."""

    timelines: int
    events: int
    breaks: list[Break]


def _silent(done: int, total: int) -> None:
    """For who does not want to be told."""


def _further(progress: Progress, before: int, total: int, own: int) -> None:
    progress(before + own, total)


def verify(campaign_id: UUID | None = None, progress: Progress = _silent) -> Verified:
    """Walk every timeline, parents before their forks, as of one moment; writers go on meanwhile.

    :param campaign_id: this campaign alone
    :param progress: told how many events of how many are done, after each page
    :raises RuntimeError: inside a transaction
    """
    breaks: dict[UUID, Break] = {}
    timelines = events = 0
    with one_moment():
        streams = Stream.objects.all() if campaign_id is None else Stream.objects.filter(campaign_id=campaign_id)
        total = streams.aggregate(events=Sum(F("version") - F("forked_at")))["events"] or 0
        for timeline_id in _parents_first(streams, breaks):
            walk = Walk(timeline_id, partial(_further, progress, events, total))
            try:
                walk.whole()
            except Broken as broken:
                breaks[timeline_id] = Break(timeline_id, broken.version, broken.what, broken.sentence)
            timelines, events = timelines + 1, events + walk.events
        for left_over in _left_over(campaign_id):
            breaks.setdefault(left_over.timeline_id, left_over)
    return Verified(timelines, events, list(breaks.values()))


@contextmanager
def one_moment() -> Iterator[None]:
    """All reads see the database as of the first one; nobody is locked out."""
    if connection.in_atomic_block:
        raise RuntimeError("a transaction is open: its moment would be an older one")
    with connection.cursor() as cursor:
        if sql.is_postgres():
            with transaction.atomic():
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                yield
            return
        cursor.execute("BEGIN DEFERRED")  # atomic() would hold SQLite's write lock for the length of the walk
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _parents_first(streams: QuerySet[Stream], breaks: dict[UUID, Break]) -> Iterator[UUID]:
    """The timelines, each after its parent. Those that no root leads to are noted as broken."""
    forks: dict[UUID | None, list[UUID]] = {}
    pairs = streams.order_by("-campaign_id", "-id").values_list("id", "parent_id")
    for timeline_id, parent_id in pairs.iterator(PAGE):
        forks.setdefault(parent_id, []).append(timeline_id)
    ready = forks.pop(None, [])
    while ready:
        timeline_id = ready.pop()
        yield timeline_id
        ready += forks.pop(timeline_id, [])
    for lost in (timeline_id for left in forks.values() for timeline_id in left):
        breaks[lost] = Break(lost, 0, "head", "its parent is missing, or one of its own forks")


def _left_over(campaign_id: UUID | None) -> Iterator[Break]:
    """Decisions without their events, events and decisions without their timeline."""
    decisions, events = StoredDecision.objects.order_by("first_version"), StoredEvent.objects.order_by()
    if campaign_id is not None:
        decisions, events = decisions.filter(campaign_id=campaign_id), events.filter(campaign_id=campaign_id)
    first = StoredEvent.objects.filter(
        timeline_id=OuterRef("timeline_id"), version=OuterRef("first_version"), decision_id=OuterRef("id")
    )
    for decision in decisions.filter(~Exists(first)):
        sentence = f"the events of decision {decision.id} are missing"
        yield Break(decision.timeline_id, decision.first_version, "cut tail", sentence)
    headless = events.filter(~Exists(Stream.objects.filter(id=OuterRef("timeline_id"))))
    for timeline_id, version in headless.values_list("timeline_id").annotate(first=Min("version")):
        yield Break(timeline_id, version, "head", "there are events, but no head")
