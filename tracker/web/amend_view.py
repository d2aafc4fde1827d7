"""What the amend page shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse

from projections.amended import look
from projections.catalogue import AdventureLog
from projections.reading import lines_at
from rules.kernel import LuckNeeded, Option, Refused
from tracker.eventstore import store
from tracker.jobs.models import Job
from tracker.packs.versions import pack
from tracker.timelines.amending import before_conflict
from tracker.timelines.drafts import make_key, past_of_draft
from tracker.timelines.models import Amendment
from tracker.timelines.plans import Plan, plan_of
from tracker.timelines.replaying import Past
from tracker.timelines.rewinding import SET_UP
from tracker.timelines.visits import Visit
from tracker.web.amend_form import HOWS, how_of, options_at, page_of
from tracker.web.luck_forms import LuckPalette
from tracker.web.option_forms import OptionForm, option_forms, option_key
from tracker.web.prefilled import form_of

RESTS = (
    ("ask", "Ask me of each"), ("skip", "Skip"), ("reroll", "Draw anew, else skip"), ("stop", "Stop at the first"),
)  # fmt: skip


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


def render_choice(
    request: HttpRequest, visit: Visit, past: Past, draft: Amendment | None, answered: Answered = NOTHING
) -> HttpResponse:
    """What may be otherwise: the decision as it was, filled in; the others; leaving it out; one before it."""
    how = how_of(request, past)
    plan = plan_of(draft.plan) if draft else None
    options = options_at(visit, past.state, past.pack_hash, past)
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
        "decisions": option_forms(
            options,
            answered=sent if elsewhere else None,
            refused=elsewhere,
            kinds=past.game.kinds(pack(past.pack_hash)),
            **shared,
        ),
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
    looked = look(draft, past, visit.actor, page_of(request))
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
        **_first_open(found["listed"], found["first_open"]),
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
    options = options_at(visit, state, pack_hash, past)
    action = reverse("amend_settle", args=[visit.timeline.id, draft.version])
    page = page_of(request)
    way = "precede" if (request.POST.get("way") or request.GET.get("way")) == "precede" else "replace"
    hidden = {"way": way, "conflict": at, **({"page": page} if page else {})}
    shared = {
        "action": action, "hidden": hidden, "game": past.game.key,
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
        "page": page,
        "line": lines_at(AdventureLog(), visit.timeline, [at])[at],
        "as_it_was": as_it_was,
        "decisions": option_forms(
            options,
            answered=sent if elsewhere else None,
            refused=elsewhere,
            kinds=past.game.kinds(pack(pack_hash)),
            **shared,
        ),
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


def _first_open(conflicts: list[dict[str, Any]], version: int | None) -> dict[str, Any]:
    """The conflicts of a page, those after the first open one of all apart: what is open there is often its
    consequence."""
    versions = [each["version"] for each in conflicts]
    first = versions.index(version) if version in versions else len(conflicts)
    later = [each for each in conflicts[first + 1 :] if each["open"]]
    return {"listed": [each for each in conflicts if each not in later], "consequences": later}


def _ends(found: dict[str, Any]) -> list[dict[str, Any]]:
    """The figures of both ends side by side."""
    was, becomes = (dict(found["end"][side].get("figures", [])) for side in ("was", "becomes"))
    return [{"label": label, "was": was.get(label, ""), "becomes": becomes.get(label, "")} for label in was | becomes]


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
