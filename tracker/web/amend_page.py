"""The amend page: one decision of the past otherwise, and what would become of the later ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from projections.amended import enqueue_preview, look, preview_key
from projections.catalogue import AdventureLog
from projections.reading import lines_at
from rules.kernel import LuckNeeded, Option, Refused
from tracker.eventstore import store
from tracker.jobs.jobs import cancel, unfinished
from tracker.jobs.models import Job
from tracker.packs.versions import pack
from tracker.timelines.amending import before_conflict, ensure_possible, ensure_settled
from tracker.timelines.drafts import (
    carry_out,
    discard,
    draft_of,
    enqueue_make,
    is_long,
    keep,
    made_of,
    make_key,
    new_seed,
    past_of_draft,
    way_of,
)
from tracker.timelines.forking import unsaved_branch
from tracker.timelines.models import Amendment, Timeline
from tracker.timelines.plans import Luck, Plan, Settled, Taken, plan_of
from tracker.timelines.replaying import Past, past_of
from tracker.timelines.rewinding import SET_UP
from tracker.timelines.visits import Visit, visit_timeline
from tracker.web.luck_forms import LuckPalette, seen
from tracker.web.option_forms import OptionForm, chosen, find_option, option_forms, option_key
from tracker.web.prefilled import form_of

HOWS = ("change", "drop", "insert")
RESTS = (
    ("ask", "Ask me of each"), ("skip", "Skip"), ("reroll", "Draw anew, else skip"), ("stop", "Stop at the first"),
)  # fmt: skip
LOST = "Nobody is amending this decision any more."


@dataclass(frozen=True)
class Answered:
    """What became of something that was sent, where it did not go through.

    :param at: the version of the later decision that it was about; 0: the amended one
    """

    refused: Refused | None = None
    needed: LuckNeeded | None = None
    at: int = 0

    @property
    def status(self) -> int:
        """Asking for luck is no refusal."""
        return 200 if self.refused is None else 422


NOTHING = Answered()


@require_GET
def amend_view(request: HttpRequest, timeline_id: UUID, version: int) -> HttpResponse:
    """What would come of the plan that this person has about a decision; without one, what may be otherwise."""
    visit = visit_timeline(request, timeline_id, may="decide")
    draft = _draft(request, visit, version)
    if draft is not None:
        return render_preview(request, visit, draft)
    if request.GET.get("made") and (made := made_of(visit.timeline, request.user, version)):  # type: ignore[arg-type]
        return redirect(_beside(visit, made))
    return render_choice(request, visit, _past(visit, version), None)


@require_GET
def amend_choose_view(request: HttpRequest, timeline_id: UUID, version: int) -> HttpResponse:
    """What may be otherwise, also where there is a plan already."""
    visit = visit_timeline(request, timeline_id, may="decide")
    return render_choice(request, visit, _past(visit, version), _draft(request, visit, version))


@require_POST
def amend_plan_view(request: HttpRequest, timeline_id: UUID, version: int) -> HttpResponse:
    """Say what is to be otherwise."""
    visit = visit_timeline(request, timeline_id, may="decide")
    past = _past(visit, version)
    draft = _draft(request, visit, past.decision.first_version)
    try:
        plan = _planned(request, visit, past, draft)
        ensure_possible(past, visit.actor, plan)
    except LuckNeeded as needed:
        return render_choice(request, visit, past, draft, Answered(needed=needed))
    except Refused as refused:
        return render_choice(request, visit, past, draft, Answered(refused))
    _keep(request, past, plan)
    return redirect("amend", timeline_id, past.decision.first_version)


@require_POST
def amend_settle_view(request: HttpRequest, timeline_id: UUID, version: int) -> HttpResponse:
    """Say what becomes of a later decision that is no longer possible, or of all of which nothing is said."""
    visit, draft = _drafted(request, timeline_id, version)
    plan, past = plan_of(draft.plan), past_of_draft(draft)
    if (rest := request.POST.get("rest")) in dict(RESTS):
        _keep(request, past, msgspec.structs.replace(plan, rest=rest, seed=plan.seed or new_seed()))
        return redirect("amend", timeline_id, version)
    at = _version(request.POST.get("conflict"))
    try:
        settled = _settled(request, visit, past, plan, at)
        if settled is not None:
            ensure_settled(past, visit.actor, plan, at, settled)
    except LuckNeeded as needed:
        return render_preview(request, visit, draft, Answered(needed=needed, at=at))
    except Refused as refused:
        if request.POST.get("way") in ("replace", "precede"):
            return render_replace(request, visit, draft, at, refused)
        return render_preview(request, visit, draft, Answered(refused, at=at))
    _keep(request, past, plan.settle(at, settled))
    return redirect(f"{reverse('amend', args=[timeline_id, version])}#conflict-{at}")


@require_GET
def amend_replace_view(request: HttpRequest, timeline_id: UUID, version: int, at: int) -> HttpResponse:
    """Which decision takes the place of one that is no longer possible."""
    visit, draft = _drafted(request, timeline_id, version)
    return render_replace(request, visit, draft, at)


@require_POST
def amend_make_view(request: HttpRequest, timeline_id: UUID, version: int) -> HttpResponse:
    """Make the new timeline."""
    visit, draft = _drafted(request, timeline_id, version)
    name, description = request.POST.get("name", ""), request.POST.get("description", "")
    try:
        if is_long(past_of_draft(draft)):
            unsaved_branch(visit.timeline, request.user, name=name, description=description)  # type: ignore[arg-type]
            enqueue_make(draft, request.user, name=name, description=description)  # type: ignore[arg-type]
            return redirect("amend", timeline_id, version)
        made = carry_out(draft, visit.actor, request.user, name=name, description=description)  # type: ignore[arg-type]
    except Refused as refused:
        return render_preview(request, visit, draft, Answered(refused))
    messages.success(
        request, f"“{made.name}” is made. Here it stands beside “{visit.timeline.name}”, which stays as it is."
    )
    return redirect(_beside(visit, made))


@require_POST
def amend_discard_view(request: HttpRequest, timeline_id: UUID, version: int) -> HttpResponse:
    """Begin anew, or look at the timeline as it is by now."""
    visit, draft = _drafted(request, timeline_id, version)
    if request.POST.get("newest"):
        _keep(request, _past(visit, version), plan_of(draft.plan))
        return redirect("amend", timeline_id, version)
    discard(draft)
    return redirect("amend", timeline_id, version)


@require_POST
def amend_cancel_view(request: HttpRequest, timeline_id: UUID, version: int) -> HttpResponse:
    """Stop what is being done in the background. Nothing was written."""
    _, draft = _drafted(request, timeline_id, version)
    if making := unfinished(make_key(draft)).first():
        cancel(making.id)
        return redirect("amend", timeline_id, version)
    if looking := unfinished(preview_key(draft)).first():
        cancel(looking.id)
    return redirect(f"{reverse('amend_choose', args=[timeline_id, version])}?how={plan_of(draft.plan).how}")


# ---- pages


def render_choice(
    request: HttpRequest, visit: Visit, past: Past, draft: Amendment | None, answered: Answered = NOTHING
) -> HttpResponse:
    """What may be otherwise: the decision as it was, filled in; the others; leaving it out; one before it."""
    how = _how(request, past)
    plan = plan_of(draft.plan) if draft else None
    options = _options(visit, past.state, past.pack_hash, past)
    hidden = {"how": how}
    action = reverse("amend_plan", args=[visit.timeline.id, past.decision.first_version])
    shared = {"action": action, "hidden": hidden, "game": past.game.key, "luck_last": _luck_last(visit)}
    sent = request.POST if request.method == "POST" else None
    as_it_was = None
    if how != "insert":
        as_it_was, options = _as_it_was(options, _decision_of(past, plan), sent, answered.refused, **shared)
    elsewhere = answered.refused if as_it_was is None or as_it_was.refused is None else None
    context = {
        **_frame(visit, past),
        "how": how,
        "hows": [each for each in HOWS if each == "change" or past.decision.first_version != SET_UP],
        "draft": draft,
        "as_it_was": as_it_was,
        "decisions": option_forms(options, answered=sent if elsewhere else None, refused=elsewhere, **shared),
        "refused": answered.refused if how == "drop" else None,
        "palette": _palette(request, past, answered, action),
        "plan_url": action,
    }
    return render(request, "amend/choose.html", context, status=answered.status)


def render_preview(request: HttpRequest, visit: Visit, draft: Amendment, answered: Answered = NOTHING) -> HttpResponse:
    """What would come of a plan, or how far it is with finding out."""
    try:
        past = past_of_draft(draft)
    except Refused as refused:
        raise Http404(refused.sentence) from None
    context = {**_frame(visit, past), "draft": draft, "answered": answered}
    looked = look(draft, past, visit.actor)
    if looked.job is not None:
        return render(request, "amend/progress.html", {**context, "job": looked.job})
    if looked.found is None:
        return render_choice(request, visit, past, draft, Answered(looked.refused))
    found = looked.found
    failed = Job.objects.filter(key=make_key(draft)).order_by("-created_at").first()
    head = store.head(visit.timeline.id).version
    context |= {
        "found": found,
        "parts": _parts(found),
        "ends": _ends(found),
        **_first_open(found["listed"]),
        "rests": RESTS,
        "palette": _palette(request, past, answered, reverse("amend_settle", args=[visit.timeline.id, draft.version])),
        "behind": head - past.until,
        "name": request.POST.get("name") or _proposed_name(visit, draft, plan_of(draft.plan)),
        "description": request.POST.get("description") or _described(visit, found),
        "rest": plan_of(draft.plan).rest,
        "failed": _failure(failed),
        "refused": answered.refused if not answered.at else None,
    }
    return render(request, "amend/preview.html", context, status=answered.status)


def render_replace(
    request: HttpRequest, visit: Visit, draft: Amendment, at: int, refused: Refused | None = None
) -> HttpResponse:
    """What may be decided in the place of a later decision."""
    past, plan = past_of_draft(draft), plan_of(draft.plan)
    try:
        row, state, pack_hash = before_conflict(past, visit.actor, plan, at)
    except Refused as gone:
        raise Http404(gone.sentence) from None
    options = _options(visit, state, pack_hash, past)
    action = reverse("amend_settle", args=[visit.timeline.id, draft.version])
    way = "precede" if (request.POST.get("way") or request.GET.get("way")) == "precede" else "replace"
    shared = {
        "action": action, "hidden": {"way": way, "conflict": at}, "game": past.game.key,
        "luck_last": _luck_last(visit),
    }  # fmt: skip
    sent = request.POST if refused is not None else None
    decision = msgspec.json.decode(bytes(row.arguments))
    as_it_was = None
    if way == "replace":
        as_it_was, options = _as_it_was(options, decision, sent, refused, **shared)
    elsewhere = refused if as_it_was is None or as_it_was.refused is None else None
    context = {
        **_frame(visit, past),
        "draft": draft,
        "at": at,
        "way": way,
        "line": lines_at(AdventureLog(), visit.timeline, [at])[at],
        "as_it_was": as_it_was,
        "decisions": option_forms(options, answered=sent if elsewhere else None, refused=elsewhere, **shared),
    }
    return render(request, "amend/replace.html", context, status=422 if refused else 200)


def _frame(visit: Visit, past: Past) -> dict[str, Any]:
    version = past.decision.first_version
    return {
        "visit": visit,
        "campaign": visit.campaign,
        "timeline": visit.timeline,
        "version": version,
        "was": lines_at(AdventureLog(), visit.timeline, [version]).get(version, {}),
    }


def _parts(found: dict[str, Any]) -> list[dict[str, Any]]:
    """How the later decisions fare, for the bar: label, count, share and meaning."""
    otherwise = found["conflicts"] - found["open"] - found["skipped"] - (1 if found["stopped"] else 0)
    parts = [
        ("replay as they were", found["replayed"], "good"),
        ("taken otherwise", otherwise, "accent"),
        ("left out", found["skipped"] + found["unreached"], "past"),
        ("in conflict", found["open"], "bad"),
    ]
    total = found["later"] or 1
    shown, start = [], 0.0
    for label, count, kind in parts:
        if count:
            share = round(100 * count / total, 2)
            shown.append({"label": label, "count": count, "start": start, "share": share, "kind": kind})
            start += share
    return shown


def _first_open(conflicts: list[dict[str, Any]]) -> dict[str, Any]:
    """The conflicts up to the first open one; what is open after it is often its consequence."""
    first = next((place for place, each in enumerate(conflicts) if each["open"]), len(conflicts))
    later = [each for each in conflicts[first + 1 :] if each["open"]]
    return {"listed": [each for each in conflicts if each not in later], "consequences": later}


def _ends(found: dict[str, Any]) -> list[dict[str, Any]]:
    """The figures of both ends side by side."""
    was, becomes = (dict(found["end"][side].get("figures", [])) for side in ("was", "becomes"))
    return [{"label": label, "was": was.get(label, ""), "becomes": becomes.get(label, "")} for label in was | becomes]


# ---- what was sent


def _drafted(request: HttpRequest, timeline_id: UUID, version: int) -> tuple[Visit, Amendment]:
    visit = visit_timeline(request, timeline_id, may="decide")
    draft = _draft(request, visit, version)
    if draft is None:
        raise Http404(LOST)
    return visit, draft


def _draft(request: HttpRequest, visit: Visit, version: int) -> Amendment | None:
    if version > store.LATEST:
        raise Http404("There is no such version.")
    return draft_of(visit.timeline, request.user, version)  # type: ignore[arg-type]


def _keep(request: HttpRequest, past: Past, plan: Plan) -> None:
    """Keep a plan; what takes long to find out about it is begun at once."""
    draft = keep(past, request.user, plan)  # type: ignore[arg-type]
    if is_long(past):
        enqueue_preview(draft, request.user)  # type: ignore[arg-type]


def _beside(visit: Visit, made: Timeline) -> str:
    """The page on which a new timeline stands beside the one that it comes from."""
    return f"{reverse('compare', args=[visit.campaign.id])}?a={visit.timeline.id}&b={made.id}"


def _past(visit: Visit, version: int) -> Past:
    try:
        return past_of(visit.timeline, version)
    except Refused as refused:
        raise Http404(refused.sentence) from None


def _how(request: HttpRequest, past: Past) -> str:
    how = request.POST.get("how") or request.GET.get("how") or "change"
    return how if how in HOWS and (how == "change" or past.decision.first_version != SET_UP) else "change"


def _planned(request: HttpRequest, visit: Visit, past: Past, draft: Amendment | None) -> Plan:
    """The plan that a form asks for; what was settled about later decisions before stays."""
    how, version = _how(request, past), past.decision.first_version
    settled = plan_of(draft.plan).settled if draft else {}
    if how == "drop":
        return Plan(version, "drop", settled=settled)
    option = find_option(_options(visit, past.state, past.pack_hash, past), request.POST)
    data = option.arguments(chosen(option, request.POST))
    return Plan(version, how, data, luck_of(request.POST), settled)  # type: ignore[arg-type]


def _settled(request: HttpRequest, visit: Visit, past: Past, plan: Plan, at: int) -> Settled | None:
    """What a form says about a later decision; ``None`` takes back what was said."""
    if not (word := request.POST.get("way", "")):
        return None
    was = plan.settled.get(str(at)) or Settled("keep")
    if word in ("replace", "precede"):
        _, state, pack_hash = before_conflict(past, visit.actor, plan, at)
        option = find_option(_options(visit, state, pack_hash, past), request.POST)
        data, luck = option.arguments(chosen(option, request.POST)), luck_of(request.POST)
        return was.after(Taken(data, luck)) if word == "precede" else Settled("replace", data, luck, was.first)
    if word == "typed":
        return Settled("reroll", luck=luck_of(request.POST, "table"), first=was.first)
    way = way_of(word)
    luck = luck_of(request.POST) if way == "reroll" else Luck()
    return Settled(way, luck=luck, first=was.first)


def luck_of(post: QueryDict, usual: str = "app") -> Luck:
    """The luck that a form asks for.

    :param usual: the way where the form names none
    :raises Refused: ``malformed`` for any other way
    """
    mode = post.get("luck", usual)
    if mode not in ("recorded", "app", "table", "rest"):
        raise Refused("malformed", f"“{mode[:60]}” is no way to ask luck.")
    typed_in = {source: tuple(values) for source, values in seen(post).items()} if mode in ("table", "rest") else {}
    return Luck(mode, new_seed() if mode in ("app", "rest") else 0, typed_in)  # type: ignore[arg-type]


def _version(value: str | None) -> int:
    if value is None or not value.isdecimal() or len(value) > 9:
        raise Http404("There is no such decision.")
    return int(value)


# ---- what is shown


def _options(visit: Visit, state: Any, pack_hash: str, past: Past) -> list[Option]:
    shown = None if state is None else past.game.visible_to(state, visit.seat)
    return list(past.game.options(shown, pack(pack_hash)))


def _as_it_was(
    options: list[Option], decision: Any, sent: QueryDict | None, refused: Refused | None, **shared: Any
) -> tuple[OptionForm | None, list[Option]]:
    """The form by which a decision was taken, filled in, and the other options. What was sent by it stays in it."""
    filled = form_of(options, decision)
    if filled is None:
        return None, options
    option, form = filled
    own = sent if sent is not None and sent.get("option") == option_key(option) else form
    keep_luck = option.luck and bool(option.fields)
    shown = OptionForm(
        option, posted=own, refused=refused if own is sent else None, luck_recorded=keep_luck, whole=True, **shared
    )
    return shown, [each for each in options if each is not option]


def _decision_of(past: Past, plan: Plan | None) -> Any:
    if plan is not None and plan.how == "change" and plan.decision is not None:
        return plan.decision
    return msgspec.json.decode(bytes(past.decision.arguments))


def _luck_last(visit: Visit) -> str:
    return visit.member.luck if visit.member else "app"


def _palette(request: HttpRequest, past: Past, answered: Answered, action: str) -> LuckPalette | None:
    if answered.needed is None:
        return None
    return LuckPalette(answered.needed, request.POST, action, past.game.labels(pack(past.pack_hash)))


def _failure(job: Job | None) -> str:
    """Why the last attempt to make the timeline came to nothing."""
    if job is None or not job.finished:
        return ""
    if job.state == Job.State.FAILED:
        return "The replay broke off. Nothing was written; try again."
    refused = (job.result or {}).get("refused") if job.state == Job.State.DONE else None
    return str(refused["sentence"]) if refused else ""


def _proposed_name(visit: Visit, draft: Amendment, plan: Plan) -> str:
    words = {"change": "Amended at", "drop": "Without", "insert": "Inserted before"}[plan.how]
    base = f"{words} version {draft.version}"
    names = {name.casefold() for name in visit.campaign.timelines.values_list("name", flat=True)}
    name, number = base, 2
    while name.casefold() in names:
        name, number = f"{base} ({number})", number + 1
    return name


def _described(visit: Visit, found: dict[str, Any]) -> str:
    """A description of the new timeline to begin with."""
    was = found["was"].get("sentence", "")
    becomes = (found["becomes"] or {}).get("sentence", "")
    what = {
        "change": f"Instead of “{was}”: “{becomes}”",
        "drop": f"As if it had not happened: “{was}”",
        "insert": f"Before “{was}”: “{becomes}”",
    }[found["how"]]
    return f"{what} From version {found['version']} of “{visit.timeline.name}”."[:2000]
