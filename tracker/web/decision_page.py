"""One decision with all that is known about it: what was chosen, what luck answered, what it changed, what was said."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from projections.catalogue import AdventureLog
from projections.reading import Reading
from projections.remarks import Said, remarks_on
from projections.story import story_lines, with_asides
from rules.kernel import Event, words
from rules.kernel.differences import told
from tracker.eventstore import store
from tracker.eventstore.lineage import Lineage, Range
from tracker.timelines.decisions import decision_at, end_of
from tracker.timelines.positions import Position, at_version
from tracker.timelines.rewinding import rewinds_down_to, set_up_end
from tracker.timelines.table import SIGNS
from tracker.timelines.visits import Visit, visit_timeline


@require_GET
def decision(request: HttpRequest, timeline_id: UUID, version: int) -> HttpResponse:
    """The decision to which a version belongs."""
    visit = visit_timeline(request, timeline_id)
    timeline, line = visit.timeline, store.lineage(visit.timeline.id)
    if not 1 <= version <= line.version:
        raise Http404(f"The timeline is at version {line.version}.")
    stored = decision_at(line, version)
    reading = Reading(timeline, line)
    rows = reading.lines_at(AdventureLog(), [stored.first_version]) if stored else {}
    if stored is None or not rows:
        raise Http404("Nothing is told of that version.")
    shown = with_asides(story_lines(rows.items(), line, line.version), line, line.version)[0]
    last = end_of(line, stored)
    before, after = (at_version(timeline, at) for at in (shown.version - 1, last))
    context: dict[str, Any] = {
        "visit": visit,
        "campaign": visit.campaign,
        "timeline": timeline,
        "position": after,
        "line": shown,
        "last": last,
        "stored": stored,
        "arguments": _arguments(msgspec.json.decode(bytes(stored.arguments))),
        "differences": _differences(visit, before, after),
        "events": [
            (row.version, row.type, _pretty(after.game.in_record(row.event())))
            for row in _events(line, shown.version, last)
        ],
        "said": remarks_on(reading, [shown]).get(shown.version, Said()),
        "signs": SIGNS,
        "first_branch": set_up_end(line),
        "rewinds_to": rewinds_down_to(timeline, visit.actor, line),
        "earlier": shown.version - 1,
        "later": last + 1 if last < line.version else 0,
    }
    return render(request, "story/decision.html", context)


def _arguments(data: Any) -> list[tuple[str, str]]:
    """The arguments of a decision in words; those of what concerns the table are its facts themselves."""
    if not isinstance(data, dict):
        return []
    return [(words(name), _plainly(value)) for name, value in data.items() if name != "do"]


def _plainly(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{words(str(key))}: {_plainly(item)}" for key, item in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(map(_plainly, value)) or "none"
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    return words(value) if isinstance(value, str) else str(value)


def _differences(visit: Visit, before: Position, after: Position) -> list[Any]:
    """What it changed, as far as this person may see it."""
    was, now = visit.sees(before), visit.sees(after)
    return [] if was is None or now is None else told(after.game, was, now, after.pack)


def _events(line: Lineage, first: int, last: int) -> list[store.Recorded]:
    return list(store.read(line.stored([Range(first - 1, last)])))


def _pretty(event: Event) -> str:
    return msgspec.json.format(msgspec.json.encode(event), indent=2).decode()
