"""Where many timelines stand, for lists of campaigns and of timelines: a few queries, however many there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import OuterRef, Subquery

from projections.catalogue import AdventureLog, Summary
from projections.models import HistoryRow, StateRow
from projections.reading import history, stored_state_rows, whole
from projections.views import Row
from rules.games import game as game_of
from tracker.eventstore.models import Stream
from tracker.timelines.models import Timeline


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
    summaries: dict[UUID, Row] = {}
    lines: dict[UUID, Row] = {}
    for game_key in sorted({each.campaign.game for each in timelines}):
        of_game = {each.id: versions[each.id] for each in timelines if each.campaign.game == game_key}
        summaries |= _stored_summaries(game_key, of_game)
        lines |= _stored_lines(game_key, of_game)
    return {
        each.id: Standing(
            versions[each.id],
            summaries[each.id] if each.id in summaries else stored_state_rows(Summary(), each).get("now", {}),
            lines[each.id] if each.id in lines else history(AdventureLog(), each, newest=1)[-1][1],
        )
        for each in timelines
    }


def _stored_summaries(game_key: str, versions: Mapping[UUID, int]) -> dict[UUID, Row]:
    summary = Summary()
    generation = summary.generation(game_of(game_key))
    ids = whole(summary, generation, versions)
    rows = StateRow.objects.filter(timeline_id__in=ids, projection=summary.name, generation=generation, key="now")
    return dict(rows.values_list("timeline_id", "data"))


def _stored_lines(game_key: str, versions: Mapping[UUID, int]) -> dict[UUID, Row]:
    log = AdventureLog()
    generation = log.generation(game_of(game_key))
    own = HistoryRow.objects.filter(timeline_id=OuterRef("id"), projection=log.name, generation=generation)
    newest = Subquery(own.order_by("-version").values("data")[:1])
    found = Timeline.objects.filter(id__in=whole(log, generation, versions)).annotate(newest=newest)
    return {timeline_id: row for timeline_id, row in found.values_list("id", "newest") if row is not None}
