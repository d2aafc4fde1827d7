"""Where many timelines stand, for lists of campaigns and of timelines: a few queries, however many there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import OuterRef, Subquery

from projections.catalogue import AdventureLog, Summary
from projections.models import HistoryRow, StateRow
from projections.reading import Mark, history, marks_of, state_rows, whole
from projections.views import Row
from rules.games import game as game_of
from tracker.eventstore.models import Stream
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_heads


@dataclass(frozen=True)
class Standing:
    """Where a timeline stands.

    :param version: its newest version
    :param summary: the game in a few words
    :param last: the newest line of its story
    """

    version: int
    summary: Row
    last: Row


def standings(timelines: Sequence[Timeline]) -> Mapping[UUID, Standing]:
    """Where timelines stand, by their ids; their campaigns are loaded with them. What is not stored is computed."""
    versions = dict(Stream.objects.filter(id__in=[each.id for each in timelines]).values_list("id", "version"))
    marks = marks_of(versions)
    stands = summaries(timelines, versions, marks)
    lines: dict[UUID, Row] = {}
    for game_key, of_game in _by_game(timelines):
        lines |= _stored_lines(game_key, {each.id: versions[each.id] for each in of_game}, marks)
    return {
        each.id: Standing(
            versions[each.id],
            stands[each.id],
            lines[each.id] if each.id in lines else history(AdventureLog(), each, newest=1)[-1][1],
        )
        for each in timelines
    }


def summaries(
    timelines: Sequence[Timeline], versions: Mapping[UUID, int], marks: Mapping[UUID, Mark] | None = None
) -> Mapping[UUID, Row]:
    """How the game stands on timelines, by their ids; their campaigns are loaded with them. What is not stored (a fresh
    fork, new code) is computed.

    :param versions: their newest versions
    :param marks: as in :func:`projections.reading.whole`
    """
    marks = marks_of(versions) if marks is None else marks
    found: dict[UUID, Row] = {}
    for game_key, of_game in _by_game(timelines):
        found |= _stored_summaries(game_key, {each.id: versions[each.id] for each in of_game}, marks)
    for position in at_heads([each for each in timelines if each.id not in found]):
        found[position.timeline.id] = state_rows(Summary(), position).get("now", {})
    return found


def _by_game(timelines: Sequence[Timeline]) -> list[tuple[str, list[Timeline]]]:
    keys = sorted({each.campaign.game for each in timelines})
    return [(key, [each for each in timelines if each.campaign.game == key]) for key in keys]


def _stored_summaries(game_key: str, versions: Mapping[UUID, int], marks: Mapping[UUID, Mark]) -> dict[UUID, Row]:
    summary = Summary()
    generation = summary.generation(game_of(game_key))
    ids = whole(summary, generation, versions, marks)
    rows = StateRow.objects.filter(timeline_id__in=ids, projection=summary.name, generation=generation, key="now")
    return dict(rows.values_list("timeline_id", "data"))


def _stored_lines(game_key: str, versions: Mapping[UUID, int], marks: Mapping[UUID, Mark]) -> dict[UUID, Row]:
    log = AdventureLog()
    generation = log.generation(game_of(game_key))
    own = HistoryRow.objects.filter(timeline_id=OuterRef("id"), projection=log.name, generation=generation)
    newest = Subquery(own.order_by("-version").values("data")[:1])
    found = Timeline.objects.filter(id__in=whole(log, generation, versions, marks)).annotate(newest=newest)
    return {timeline_id: row for timeline_id, row in found.values_list("id", "newest") if row is not None}
