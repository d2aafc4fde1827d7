"""The table as it was: what led to a version, what changed there, and where to step from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from projections.catalogue import Sheet
from projections.games import views as views_of
from projections.reading import Reading
from projections.story import Line, row_of, set_aside, story_lines, with_asides
from projections.table_story import session_name
from projections.views import Row
from tracker.eventstore.lineage import Lineage
from tracker.packs.versions import pack as pack_of
from tracker.timelines.positions import Position, state_at
from tracker.timelines.recent import Recent
from tracker.timelines.rewinding import rewinds_down_to
from tracker.timelines.sittings import sittings
from tracker.timelines.stepping import Steps
from tracker.timelines.visits import Visit
from tracker.web.changes import Rendering, marked
from tracker.web.timeline_bar import TimelineBar

NOT_SET_UP: Mapping[str, Any] = {"headline": "Before the set-up", "figures": []}
PARTS = ("board", "party", "strip")
"""The pieces of the table page that each game draws itself."""


def shown(visit: Visit, position: Position) -> dict[str, Any]:
    """What the pieces of the page show of a position."""
    game, state = position.game, visit.sees(position)
    return {
        "position": position,
        "rows": {} if state is None else Sheet().rows(game, state, position.pack),
        "summary": NOT_SET_UP if state is None else views_of(game.key).summary(state, position.pack),
        "outcome": None if state is None else game.outcome(state),
    }


def timeline_bar(visit: Visit, position: Position, line: Lineage, walk: Steps, page: Mapping[str, Any]) -> TimelineBar:
    """The bar under the table at a position.

    :param page: the context of the page
    """
    url = reverse("table", args=[visit.timeline.id])
    then = page.get("then")
    return TimelineBar(
        version=position.version, head=position.head.version, url=url, now_url=url, places=page["checkpoints"],
        first=page["first_branch"], back=walk.back, on=walk.on, aside=set_aside(line, position.head.version),
        places_url=reverse("places", args=[visit.timeline.id]), said=then.data["sentence"] if then else "",
    )  # fmt: skip


def past(
    request: HttpRequest, visit: Visit, position: Position, line: Lineage, walk: Steps, frame: Mapping[str, Any]
) -> dict[str, Any]:
    """What a page of the past shows beside the game.

    :param frame: the context of the page so far
    """
    reading = frame["reading"]
    then = _decision_there(reading, walk, frame["lines"])
    branch_url = f"{reverse('branch', args=[visit.timeline.id])}?version={position.version}"
    return {
        "then": then,
        "next": _decided_next(reading, walk),
        "rewinds_to": rewinds_down_to(visit.timeline, visit.actor, line),
        "branch_url": branch_url if visit.may_decide and position.version >= frame["first_branch"] else "",
        "session": _session(line, position.version),
        "parts": _parts(request, visit, position, line, walk.back, frame),
    }


def _decision_there(reading: Reading, walk: Steps, lines: Sequence[Line]) -> Line | None:
    """The line of the decision that led to a version, told as it counts now."""
    if walk.here is None:
        return None
    at = walk.here.first_version
    row = next((each.data for each in lines if each.version == at), None) or row_of(reading, walk.here)
    if row is None:
        return None
    line = reading.line
    return with_asides(story_lines([(at, row)], line, line.version), line, line.version)[0]


def _decided_next(reading: Reading, walk: Steps) -> tuple[int, Row] | None:
    """The version that the next step leads to, and the row of the decision that leads there."""
    row = row_of(reading, walk.following) if walk.following else None
    return (walk.on, row) if row and walk.on else None


def _session(line: Lineage, version: int) -> str:
    """The session that a version was played in; empty between sessions."""
    during = [each for each in sittings(line) if each.low <= version and (each.going_on or version <= each.high)]
    return session_name(during[-1]) if during else ""


def _parts(
    request: HttpRequest, visit: Visit, position: Position, line: Lineage, back: int | None, frame: Mapping[str, Any]
) -> dict[str, SafeString]:
    """The pieces of the page with what changed since the step before marked in them."""
    now = before = _drawn(request, visit, position, frame)
    if back is not None:
        state = state_at(position.timeline, back, position.game, line=line)
        pack = pack_of(position.timeline.pack_hash_at(back))
        before = _drawn(request, visit, replace(position, version=back, state=state, pack=pack), frame)
    return {name: mark_safe(marked(now[name], before[name])) for name in PARTS}  # noqa: S308 (rendered by templates)


def _drawn(request: HttpRequest, visit: Visit, position: Position, frame: Mapping[str, Any]) -> Mapping[str, Rendering]:
    """The pieces as a viewer sees them at a past version. Whatever could make them look otherwise is in the key, or is
    told by an event and so raises the newest version."""
    viewer = (visit.member.id if visit.member else None, visit.actor.role, visit.seat)
    key = (visit.timeline.id, position.version, position.head.version, viewer)
    kept = _pieces.get(key)
    if kept is None:
        is_shown = position.version == frame["position"].version
        context = {**frame, **({} if is_shown else shown(visit, position))}
        kept = {name: Rendering(render_to_string(frame[name], context, request)) for name in PARTS}
        if not any("csrfmiddlewaretoken" in piece.html for piece in kept.values()):
            _pieces.put(key, kept)
    return kept


def forget() -> None:
    """Keep nothing at hand any more: each version is drawn anew."""
    _pieces.clear()


_pieces: Recent[tuple[UUID, int, int, object], Mapping[str, Rendering]] = Recent(20)
"""What was drawn last: whoever steps on or back has one version to draw, and not two."""
