"""Stored decisions along a lineage: a timeline's own and its ancestors'."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q, QuerySet

from rules.kernel.table import TABLE
from tracker.eventstore.lineage import Lineage, Range, in_force
from tracker.eventstore.models import StoredDecision

REWINDS = tuple(f"{TABLE}.{how}" for how in ("undo", "redo", "rewind"))
OF_THE_GAME = ~Q(name__startswith=f"{TABLE}.")
"""Decisions of the game; the others concern the table."""
MOVES = OF_THE_GAME | Q(name__in=REWINDS)
"""What moves the game: its own decisions, and rewinds."""


def newest_in(line: Lineage, ranges: Sequence[Range], which: Q) -> StoredDecision | None:
    """The newest decision of a kind that begins within some ranges."""
    for rows in _by_segment(line, ranges):
        found = rows.filter(which).order_by("-first_version").first()
        if found:
            return found
    return None


def actors_in(line: Lineage, ranges: Sequence[Range]) -> set[str]:
    """Who took the decisions of the game that begin within some ranges, as ids of accounts."""
    if not ranges:
        return set()
    around = Range(ranges[0].low, ranges[-1].high)  # of many ranges one query, and the rest here
    pairs = [
        pair
        for rows in _by_segment(line, [around])
        for pair in rows.filter(OF_THE_GAME).values_list("first_version", "actor")
    ]
    return {actor for version, actor in pairs if in_force(ranges, version)}


def decisions_in(line: Lineage, low: int, high: int, *, newest: int) -> list[StoredDecision]:
    """The newest decisions that begin above one version and up to another, oldest first."""
    found: list[StoredDecision] = []
    for rows in _by_segment(line, [Range(low, high)]):
        found += rows.order_by("-first_version")[: newest - len(found)]
        if len(found) >= newest:
            break
    return found[::-1]


def decision_at(line: Lineage, version: int) -> StoredDecision | None:
    """The decision of which an event stands at a version."""
    timeline_id = line.home(version)
    rows = StoredDecision.objects.filter(timeline_id=timeline_id, first_version__lte=version)
    return rows.order_by("-first_version").first()


def _by_segment(line: Lineage, ranges: Sequence[Range]) -> list[QuerySet[StoredDecision]]:
    """Decisions within some ranges, one query a stretch of a stream, the newest stretch first."""
    return [
        StoredDecision.objects.filter(
            timeline_id=segment.timeline_id, first_version__gt=segment.low, first_version__lte=segment.high
        )
        for segment in reversed(line.stored(ranges))
    ]
