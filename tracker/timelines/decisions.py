"""Stored decisions along a lineage: a timeline's own and its ancestors'."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet

from rules.kernel.table import TABLE
from tracker.eventstore import sql
from tracker.eventstore.lineage import Lineage, Range, in_force
from tracker.eventstore.models import StoredDecision
from tracker.timelines.texts import REPLAYED

REWINDS = tuple(f"{TABLE}.{how}" for how in ("undo", "redo", "rewind"))
OF_THE_GAME = ~Q(name__startswith=f"{TABLE}.")
"""Decisions of the game; the others concern the table."""
MOVES = OF_THE_GAME | Q(name__in=REWINDS)
"""What moves the game: its own decisions, and rewinds."""
PACK_CHANGE = f"{TABLE}.change_pack"
"""The stored name of a change of content."""


class Move(NamedTuple):
    """A stored decision that moved the game.

    :param rewinds_to: the version that it put the game back to; ``None`` where it is a decision of the game
    :param hash_before: the hash of the event before it, where that stands in the same stream
    """

    first_version: int
    actor: str
    rewinds_to: int | None = None
    hash_before: bytes | None = None


def newest_own_move(timeline_id: UUID, version: int) -> Move | None:
    """The newest move in a timeline's own stream up to a version, with the place before it: one look."""
    with connection.cursor() as cursor:
        cursor.execute(_NEWEST_MOVE, [sql.stored_id(timeline_id), version, f"{TABLE}.%", *REWINDS])
        row = cursor.fetchone()
    return None if row is None else Move(row[0], row[1], row[2], None if row[3] is None else bytes(row[3]))


_NEWEST_MOVE = f"""
SELECT d.first_version, d.actor, own.rewind_to, before.hash FROM {sql.DECISION} d
LEFT JOIN {sql.EVENT} own ON own.timeline_id = d.timeline_id AND own.version = d.first_version
LEFT JOIN {sql.EVENT} before ON before.timeline_id = d.timeline_id AND before.version = d.first_version - 1
WHERE d.timeline_id = %s AND d.first_version <= %s AND (d.name NOT LIKE %s OR d.name IN (%s, %s, %s))
ORDER BY d.first_version DESC LIMIT 1"""  # noqa: S608 (made from constants alone)


def newest_in(line: Lineage, ranges: Sequence[Range], which: Q) -> StoredDecision | None:
    """The newest decision of a kind that begins within some ranges."""
    for rows in _by_segment(line, ranges):
        found = rows.filter(which).order_by("-first_version").first()
        if found:
            return found
    return None


def oldest_in(line: Lineage, ranges: Sequence[Range], which: Q) -> StoredDecision | None:
    """The oldest decision of a kind that begins within some ranges."""
    for rows in reversed(_by_segment(line, ranges)):
        found = rows.filter(which).order_by("first_version").first()
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


def replayable(line: Lineage, low: int, high: int) -> list[StoredDecision]:
    """What is to be replayed of a stretch, oldest first: the decisions of the game that are in force at its end, and
    the changes of content, which no rewind takes back."""
    path = line.path(high)
    rows = _oldest_first(line, low, high, OF_THE_GAME | Q(name=PACK_CHANGE))
    return [row for row in rows if row.name == PACK_CHANGE or in_force(path, row.first_version)]


def in_force_since(line: Lineage, low: int) -> list[StoredDecision]:
    """The decisions of the game that begin above a version and are in force at the end of a lineage, oldest first."""
    path = line.path(line.version)
    return [row for row in _oldest_first(line, low, line.version, OF_THE_GAME) if in_force(path, row.first_version)]


def _oldest_first(line: Lineage, low: int, high: int, which: Q) -> list[StoredDecision]:
    found: list[StoredDecision] = []
    for rows in reversed(_by_segment(line, [Range(low, high)])):
        found += rows.filter(which).order_by("first_version")
    return found


def replay_key(timeline_id: UUID, decision: StoredDecision) -> str:
    """The key of a decision that is replayed in a timeline: it says as which decision it was first taken."""
    return f"{REPLAYED}{timeline_id.hex}:{origin_of(decision).hex}"


def origin_of(decision: StoredDecision) -> UUID:
    """The decision as which a decision was first taken: itself, unless it was replayed from another timeline."""
    return replayed_from(decision.key) or decision.id


def replayed_from(key: str | None) -> UUID | None:
    """The decision that the decision of a key was replayed from; ``None`` where it was taken afresh."""
    return UUID(hex=key.rpartition(":")[2]) if key is not None and key.startswith(REPLAYED) else None


def decision_at(line: Lineage, version: int) -> StoredDecision | None:
    """The decision of which an event stands at a version."""
    timeline_id = line.home(version)
    rows = StoredDecision.objects.filter(timeline_id=timeline_id, first_version__lte=version)
    return rows.order_by("-first_version").first()


def end_of(line: Lineage, decision: StoredDecision) -> int:
    """The last version of a decision in a lineage: a branch from its midst has a part of it alone."""
    highs = [segment.high for segment in line.segments if segment.timeline_id == decision.timeline_id]
    return min([decision.last_version, *highs])


def half_decision(line: Lineage, version: int) -> int:
    """The first version of the decision in whose midst a version is; 0 when it is in the midst of none."""
    decision = decision_at(line, version) if version else None
    return decision.first_version if decision is not None and version < decision.last_version else 0


def _by_segment(line: Lineage, ranges: Sequence[Range]) -> list[QuerySet[StoredDecision]]:
    """Decisions within some ranges, one query a stretch of a stream, the newest stretch first."""
    return [
        StoredDecision.objects.filter(
            timeline_id=segment.timeline_id, first_version__gt=segment.low, first_version__lte=segment.high
        )
        for segment in reversed(line.stored(ranges))
    ]
