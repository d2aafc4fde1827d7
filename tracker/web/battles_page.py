"""Battles that were fought out: all of them with what they add up to, and each round by round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from projections.catalogue import AdventureLog, Battles
from projections.games import views as views_of
from projections.isofarian_guard.battle_charts import bars, hp_chart
from projections.isofarian_guard.battle_pieces import chip_rows
from projections.isofarian_guard.battle_record import FIGURES
from projections.isofarian_guard.battle_totals import Battle, battles, row_of, totals
from projections.reading import history
from projections.story import Line, story_lines
from rules.kernel import Bag
from tracker.eventstore import store
from tracker.eventstore.lineage import in_force
from tracker.timelines.positions import at_head
from tracker.timelines.rewinding import set_up_end
from tracker.timelines.visits import Visit, visit_timeline
from tracker.web.game_page import frame


@require_GET
def battles_view(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """Every battle of a timeline, newest first, and what they add up to."""
    visit = visit_timeline(request, timeline_id)
    found = _battles(visit)
    sums = totals(found)
    context = {
        **frame(visit, at_head(visit.timeline)),
        "battles": [{"battle": battle, "dealt": _dealt(battle)} for battle in reversed(found)],
        "totals": sums,
        "outcomes": list(sums.outcomes.items()),
        "figures": FIGURES,
        "guards": [(guard, row_of(guard.figures)) for guard in sums.guards.values()],
        "enemies": sorted(sums.enemies.values(), key=lambda enemy: enemy.name),
        "dealt": bars((guard.name, guard.figures["dealt"]) for guard in sums.guards.values()),
        "taken": bars((guard.name, guard.figures["taken"]) for guard in sums.guards.values()),
        "chips": [(guard.name, chip_rows(guard.chips)) for guard in sums.guards.values()],
    }
    return render(request, "battles/battles.html", context)


@require_GET
def battle_view(request: HttpRequest, timeline_id: UUID, version: int) -> HttpResponse:
    """One battle, named by the version at which it began: who did what, round by round."""
    visit = visit_timeline(request, timeline_id)
    found = {battle.first: battle for battle in _battles(visit)}
    battle = found.get(version)
    if battle is None:
        raise Http404("No battle began at that version.")
    firsts = list(found)
    place = firsts.index(version)
    line = store.lineage(visit.timeline.id)
    told = story_lines(
        history(AdventureLog(), visit.timeline, low=battle.first - 1, high=battle.last), line, line.version
    )
    context = {
        **frame(visit, at_head(visit.timeline)),
        "battle": battle,
        "before": firsts[place - 1] if place else None,
        "after": firsts[place + 1] if place + 1 < len(firsts) else None,
        "chart": hp_chart(battle),
        "figures": FIGURES,
        "whole": _rows(battle, battle.figures),
        "dealt": _dealt(battle),
        "chips": _drawn(battle, battle.chips),
        "rounds": [_round(battle, number, told) for number in range(len(battle.rounds))],
        "first_branch": set_up_end(line),
    }
    return render(request, "battles/battle.html", context)


def _battles(visit: Visit) -> list[Battle]:
    if views_of(visit.campaign.game).battle is None:
        raise Http404("This game keeps no record of battles.")
    line = store.lineage(visit.timeline.id)
    path = line.path(line.version)
    return battles((at, row) for at, row in history(Battles(), visit.timeline) if in_force(path, at))


def _rows(battle: Battle, figures: Any) -> list[tuple[str, list[int]]]:
    return [(battle.name(who), row_of(figures.get(who, {}))) for who in (*battle.guards, *battle.enemies)]


def _dealt(battle: Battle) -> list[dict[str, Any]]:
    counted = battle.figures
    return bars(
        (battle.name(who), counted[who]["dealt"] if who in counted else 0) for who in (*battle.guards, *battle.enemies)
    )


def _drawn(battle: Battle, chips: Mapping[str, Bag]) -> list[tuple[str, list[Any]]]:
    return [(battle.name(who), chip_rows(chips[who])) for who in battle.guards if who in chips]


def _round(battle: Battle, place: int, told: list[Line]) -> dict[str, Any]:
    """A round with its figures, its story, and the version of the position in which it began."""
    shown = battle.rounds[place]
    return {
        "round": shown,
        "begins_at": shown.first - 1,
        "rows": [(name, row) for name, row in _rows(battle, shown.figures) if any(row)],
        "chips": _drawn(battle, shown.chips),
        "lines": [line for line in told if shown.first <= line.version <= shown.last and line.in_force],
    }
