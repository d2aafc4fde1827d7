"""The table page: the game now, or as it was at any version, and what may be decided."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import select_template
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from projections.catalogue import AdventureLog, Checkpoints
from projections.games import views as views_of
from projections.reading import Reading
from projections.story import Line, checkpoints_at, row_of, sentence_of, story_lines
from rules.kernel import LuckNeeded, Refused
from tracker.eventstore import store
from tracker.timelines.deciding import Behind, decide
from tracker.timelines.models import Membership
from tracker.timelines.offering import Offered, offered
from tracker.timelines.positions import Position, at_head, at_version
from tracker.timelines.rewinding import last_decision, redo, redo_target, rewind, rewinds_down_to, set_up_end, undo
from tracker.timelines.stepping import nearest_stop, steps
from tracker.timelines.texts import key_of
from tracker.timelines.visits import Visit, visit_timeline
from tracker.web.alike import with_stacked_choices
from tracker.web.luck_forms import LuckPalette, chance_of
from tracker.web.option_forms import OptionForm, chosen, find_option, offered_to, option_forms
from tracker.web.replay import PARTS, past, shown, timeline_bar
from tracker.web.shell import bad_request, is_part, mark_version

RECENT = 12
"""Lines of the story beside the table."""

OPEN = "Tracker-Open"
"""The header in which a page names the forms that are open on it, so that they stay open in what replaces them."""


@dataclass(frozen=True)
class Answered:
    """What became of a decision that was sent, where it did not go through."""

    refused: Refused | None = None
    needed: LuckNeeded | None = None
    behind: Behind | None = None
    status: int = 200


@require_GET
def table(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """The game at the newest version, at ``?v=``, or at the end of the decision to which ``?at=`` points."""
    visit = visit_timeline(request, timeline_id)
    about = request.GET.get("at")
    wanted = request.GET.get("v", about)
    if wanted is None:
        return render_table(request, visit, at_head(visit.timeline))
    if not wanted.isdecimal() or len(wanted) > 9:
        return bad_request(request, "A version is a whole number.")
    if about is not None:
        return _nearest(visit, int(wanted))
    try:
        return render_table(request, visit, at_version(visit.timeline, int(wanted)))
    except Refused as refused:
        raise Http404(refused.sentence) from None


def _nearest(visit: Visit, version: int) -> HttpResponse:
    """On to the end of the decision to which somebody points on the timeline bar; at its right end, to now."""
    line = store.lineage(visit.timeline.id)
    address = reverse("table", args=[visit.timeline.id])
    stop = nearest_stop(line, min(version, line.version))
    return redirect(address if stop == line.version else f"{address}?v={stop}")


@require_GET
def option_view(request: HttpRequest, timeline_id: UUID, key: str) -> HttpResponse:
    """The inside of a long form, for a page of version ``?v=`` on which somebody opened it: as it was offered there,
    whatever was decided since."""
    visit = visit_timeline(request, timeline_id, may="decide")
    try:
        position = at_version(visit.timeline, _number(request.GET.get("v"), "v"))
        option = offered_to(_offered(visit, position), key)
    except Refused as refused:
        context = {"refused": refused, "game": visit.campaign.game, "timeline": visit.timeline}
        return render(request, "decide/option_gone.html", context, status=422)
    shown = with_stacked_choices(option, position.game.kinds(position.pack))
    form = OptionForm(shown, **_sent_from(visit, _hidden(position)))
    return render(request, "decide/option_inner.html", {"form": form})


@require_POST
def decide_view(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """Take a decision from one of the forms."""
    visit = visit_timeline(request, timeline_id, may="decide")

    def attempt(expected: int, key: str) -> None:
        position = at_version(visit.timeline, expected)  # the form was made from what was offered then
        if _sent_before(visit, key, f"{position.game.key}.{request.POST.get('do', '')}"):
            return  # the rules may well offer it no longer
        option = find_option(position.game.options(visit.sees(position), position.pack), request.POST)
        data = option.arguments(chosen(option, request.POST))
        decide(visit.timeline, visit.actor, data, expected=expected, chance=lambda: chance_of(request.POST), key=key)
        _remember_luck(visit, request.POST.get("luck", ""))

    return answer(request, visit, attempt)


@require_POST
def undo_view(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """Take the last decision back."""
    visit = visit_timeline(request, timeline_id, may="decide")
    return answer(request, visit, lambda at, key: undo(visit.timeline, visit.actor, expected=at, key=key))


@require_POST
def redo_view(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """Bring back what was taken back."""
    visit = visit_timeline(request, timeline_id, may="decide")
    return answer(request, visit, lambda at, key: redo(visit.timeline, visit.actor, expected=at, key=key))


@require_POST
def rewind_view(request: HttpRequest, timeline_id: UUID) -> HttpResponse:
    """Put the game back to a version."""
    visit = visit_timeline(request, timeline_id, may="decide")

    def attempt(expected: int, key: str) -> None:
        to = _number(request.POST.get("to"), "to")
        rewind(visit.timeline, visit.actor, to, expected=expected, key=key, reason=request.POST.get("reason", "")[:200])

    return answer(request, visit, attempt)


def answer(request: HttpRequest, visit: Visit, attempt: Any) -> HttpResponse:
    """Carry something out and show the table as it is then: for HTMX at once, otherwise after a redirect."""
    try:
        attempt(_number(request.POST.get("expected"), "expected"), _key(request))
    except LuckNeeded as needed:
        outcome = Answered(needed=needed)
    except Refused as refused:
        outcome = Answered(refused=refused, status=422)
    except Behind as behind:
        outcome = Answered(behind=behind, status=409)
    else:
        if not is_part(request):
            return redirect("table", visit.timeline.id)
        outcome = Answered()
    return render_table(request, visit, at_head(visit.timeline), outcome)


def render_table(
    request: HttpRequest, visit: Visit, position: Position, outcome: Answered | None = None
) -> HttpResponse:
    """The table page of a position, with what became of the decision that was sent."""
    outcome = outcome or Answered()
    reading = Reading.of(visit.timeline, position.head.version)
    line = reading.line
    walk = steps(line, position.version)
    frame = _frame(visit, position, reading)
    if position.is_past:
        context = past(request, visit, position, line, walk, frame)
    else:
        context = _now(request, visit, position, outcome, reading, frame["first_branch"])
    bar = timeline_bar(visit, position, line, walk, {**frame, **context})
    response = render(request, "table/table.html", {**frame, **context, "bar": bar}, status=outcome.status)
    return response if position.is_past else mark_version(response, visit.timeline.id, position.version)


def _frame(visit: Visit, position: Position, reading: Reading) -> dict[str, Any]:
    """What the page shows at any version."""
    game, timeline, line = position.game, visit.timeline, reading.line
    key = game.key if position.state is not None else "table"
    return {
        "visit": visit,
        "campaign": visit.campaign,
        "timeline": timeline,
        "game": game,
        "reading": reading,
        "past_query": f"v={position.version}" if position.is_past else "",
        **shown(visit, position),
        "first_branch": set_up_end(line),
        "checkpoints": checkpoints_at(reading.history(Checkpoints()), line, line.version),
        "lines": story_lines(
            reading.history(AdventureLog(), high=position.version, newest=RECENT), line, position.version
        )[::-1],
        **{name: _template(key, name) for name in PARTS},
        "about": _template(key, "now"),
    }


def _now(
    request: HttpRequest, visit: Visit, position: Position, outcome: Answered, reading: Reading, first: int
) -> dict[str, Any]:
    """What is to be decided, taken back or brought back at the newest version."""
    line = reading.line
    hidden = _hidden(position)
    last = last_decision(line, position.version)
    undoable = last is not None and last.first_version > first
    target = redo_target(line, position.version)
    lowest = rewinds_down_to(visit.timeline, visit.actor, line)
    may_decide = visit.may_decide and not visit.timeline.archived
    return {
        "hidden": hidden,
        "undo_what": sentence_of(reading, last) if undoable and last else "",
        "undo_blocked": _undo_blocked(visit, lowest, last.first_version - 1 if last else 0),
        "may_redo": target is not None and lowest is not None,
        "taken_back": None if target is None else _taken_back(reading, target),
        "behind": outcome.behind,
        "palette": _palette(request, visit, position, outcome.needed),
        "decisions": _decisions(request, visit, position, outcome, hidden) if may_decide else None,
        "refused": outcome.refused,
    }


def _undo_blocked(visit: Visit, lowest: int | None, before_last: int) -> str:
    """Why this person may not take the last decision back; empty where they may."""
    if lowest is not None and lowest <= before_last:
        return ""
    return f"Decisions are taken back by: {visit.campaign.get_undo_by_display().lower()}."


def _taken_back(reading: Reading, target: int) -> Line | None:
    """The line of the last decision that a redo would bring back."""
    decision = last_decision(reading.line, target)
    row = row_of(reading, decision) if decision else None
    return Line(decision.first_version, in_force=False, data=row) if decision and row else None


def _decisions(
    request: HttpRequest, visit: Visit, position: Position, outcome: Answered, hidden: dict[str, Any]
) -> dict[str, Any]:
    offers, asked = _offered(visit, position), request.GET.getlist("open")[:1]
    return option_forms(
        offers,
        answered=request.POST if outcome.refused or outcome.behind else None,
        refused=outcome.refused or _not_among(offers, asked),
        unfolded=(*asked, *request.headers.get(OPEN, "").split()),
        kinds=position.game.kinds(position.pack),
        page=reverse("table", args=[visit.timeline.id]),
        inside=lambda key: f"{reverse('option', args=[visit.timeline.id, key])}?v={position.version}",
        **_sent_from(visit, hidden),
    )


def _offered(visit: Visit, position: Position) -> list[Offered]:
    """What may be decided, as this person is offered it."""
    return offered(position, visit.actor, position.game.options(visit.sees(position), position.pack))


def _not_among(offers: Sequence[Offered], asked: Sequence[str]) -> Refused | None:
    """Why a form that was asked for is not on the page, if it is not."""
    try:
        for key in asked:
            offered_to(offers, key)
    except Refused as refused:
        return refused
    return None


def _hidden(position: Position) -> dict[str, Any]:
    """What every form carries that goes on from a position."""
    return {"expected": position.version, "key": uuid.uuid4().hex}


def _sent_from(visit: Visit, hidden: dict[str, Any]) -> dict[str, Any]:
    """What the forms of a timeline have in common."""
    return {
        "action": reverse("decide", args=[visit.timeline.id]),
        "hidden": hidden,
        "game": visit.campaign.game,
        "luck_last": visit.member.luck if visit.member else "app",
    }


def _palette(request: HttpRequest, visit: Visit, position: Position, needed: LuckNeeded | None) -> LuckPalette | None:
    if needed is None:
        return None
    labels = position.game.labels(position.pack)
    faces = views_of(position.game.key).faces(position.pack)
    return LuckPalette(needed, request.POST, reverse("decide", args=[visit.timeline.id]), labels, faces)


def _template(game_key: str, name: str) -> str:
    """The game's own piece of the page, or the plain one."""
    template: Any = select_template([f"{game_key}/{name}.html", f"table/plain_{name}.html"])
    return str(template.template.name)


def _sent_before(visit: Visit, key: str, name: str) -> bool:
    """Whether this very form arrived before: sent twice, reloaded, or tried again after no answer came."""
    stored = store.decision_of_key(visit.timeline.campaign_id, key)
    same = (visit.timeline.id, visit.actor.user_id, name)
    return stored is not None and (stored.timeline_id, stored.actor, stored.name) == same


def _remember_luck(visit: Visit, way: str) -> None:
    way = "table" if way in ("table", "rest") else way
    if visit.member and way in ("app", "table") and visit.member.luck != way:
        Membership.objects.filter(id=visit.member.id).update(luck=way)


def _number(value: str | None, name: str) -> int:
    if value is None or not value.isdecimal() or len(value) > 9:
        raise Refused("malformed", f"The form did not say a whole number for “{name}”.")
    return int(value)


def _key(request: HttpRequest) -> str:
    key = request.POST.get("key", "")
    if len(key) < 8 or key_of(key) is None:
        raise Refused("malformed", "The form carried no key of its own, so it might be taken twice.")
    return key
