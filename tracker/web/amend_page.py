"""The amend page: one decision of the past otherwise, and what would become of the later ones."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from projections.amended import enqueue_preview, preview_key
from rules.kernel import LuckNeeded, Refused
from tracker.eventstore import store
from tracker.jobs.jobs import cancel, unfinished
from tracker.timelines.amending import ensure_possible, ensure_settled
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
)
from tracker.timelines.forking import unsaved_branch
from tracker.timelines.models import Amendment, Timeline
from tracker.timelines.plans import Plan, plan_of
from tracker.timelines.replaying import Past, past_of
from tracker.timelines.visits import Visit, signed_in, visit_timeline
from tracker.web.amend_form import page_of, planned, settled_by
from tracker.web.amend_view import RESTS, Answered, render_choice, render_preview, render_replace

LOST = "Nobody is amending this decision any more."


@require_GET
def amend_view(request: HttpRequest, timeline_id: UUID, version: int) -> HttpResponse:
    """What would come of the plan that this person has about a decision; without one, what may be otherwise."""
    visit = visit_timeline(request, timeline_id, may="decide")
    draft = _draft(request, visit, version)
    if draft is not None:
        return render_preview(request, visit, draft)
    if request.GET.get("made") and (made := made_of(visit.timeline, signed_in(request), version)):
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
        plan = planned(request, visit, past, draft)
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
        settled = settled_by(request, visit, past, plan, at)
        if settled is not None:
            ensure_settled(past, visit.actor, plan, at, settled)
    except LuckNeeded as needed:
        return render_preview(request, visit, draft, Answered(needed=needed, at=at))
    except Refused as refused:
        if request.POST.get("way") in ("replace", "precede"):
            return render_replace(request, visit, draft, at, refused)
        return render_preview(request, visit, draft, Answered(refused, at=at))
    _keep(request, past, plan.settle(at, settled))
    page = page_of(request)
    query = f"?page={page}" if page else ""
    return redirect(f"{reverse('amend', args=[timeline_id, version])}{query}#conflict-{at}")


@require_GET
def amend_replace_view(request: HttpRequest, timeline_id: UUID, version: int, at: int) -> HttpResponse:
    """Which decision takes the place of one that is no longer possible."""
    visit, draft = _drafted(request, timeline_id, version)
    return render_replace(request, visit, draft, at)


@require_POST
def amend_make_view(request: HttpRequest, timeline_id: UUID, version: int) -> HttpResponse:
    """Make the new timeline. The form sent twice makes one."""
    name, description = request.POST.get("name", ""), request.POST.get("description", "")
    try:
        visit, draft = _drafted(request, timeline_id, version)
    except Http404:
        return _made_before(request, timeline_id, version, name)
    try:
        if is_long(past_of_draft(draft)):
            unsaved_branch(visit.timeline, signed_in(request), name=name, description=description)
            enqueue_make(draft, signed_in(request), name=name, description=description)
            return redirect("amend", timeline_id, version)
        made = carry_out(draft, visit.actor, signed_in(request), name=name, description=description)
    except Refused as refused:
        if _draft(request, visit, version) is None:  # the same form arrived twice, and the other was quicker
            return _made_before(request, timeline_id, version, name)
        return render_preview(request, visit, draft, Answered(refused))
    messages.success(
        request, f"“{made.name}” is made. Here it stands beside “{visit.timeline.name}”, which stays as it is."
    )
    return redirect(_beside(visit, made))


@require_POST
def amend_discard_view(request: HttpRequest, timeline_id: UUID, version: int) -> HttpResponse:
    """Begin anew, or look at the timeline as it is by now. From the list of what is thought over, back to it."""
    visit, draft = _drafted(request, timeline_id, version)
    if request.POST.get("newest"):
        _keep(request, _past(visit, version), plan_of(draft.plan))
        return redirect("amend", timeline_id, version)
    discard(draft)
    if request.POST.get("back") == "timelines":
        messages.success(request, f"What you thought over about version {version} is thrown away.")
        return redirect("timelines", visit.campaign.id)
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


def _drafted(request: HttpRequest, timeline_id: UUID, version: int) -> tuple[Visit, Amendment]:
    visit = visit_timeline(request, timeline_id, may="decide")
    draft = _draft(request, visit, version)
    if draft is None:
        raise Http404(LOST)
    return visit, draft


def _draft(request: HttpRequest, visit: Visit, version: int) -> Amendment | None:
    if version > store.LATEST:
        raise Http404("There is no such version.")
    return draft_of(visit.timeline, signed_in(request), version)


def _keep(request: HttpRequest, past: Past, plan: Plan) -> None:
    """Keep a plan; what takes long to find out about it is begun at once."""
    draft = keep(past, signed_in(request), plan)
    if is_long(past):
        enqueue_preview(draft, signed_in(request), page_of(request))


def _made_before(request: HttpRequest, timeline_id: UUID, version: int, name: str) -> HttpResponse:
    """Where a form leads that was sent before: to the timeline that came of it.

    :raises Http404: when none of that name did
    """
    visit = visit_timeline(request, timeline_id, may="decide")
    made = made_of(visit.timeline, signed_in(request), version) if version <= store.LATEST else None
    if made is None or made.name != " ".join(name.split()):
        raise Http404(LOST)
    return redirect(_beside(visit, made))


def _beside(visit: Visit, made: Timeline) -> str:
    """The page on which a new timeline stands beside the one that it comes from."""
    return f"{reverse('compare', args=[visit.campaign.id])}?a={visit.timeline.id}&b={made.id}"


def _past(visit: Visit, version: int) -> Past:
    try:
        return past_of(visit.timeline, version)
    except Refused as refused:
        raise Http404(refused.sentence) from None


def _version(value: str | None) -> int:
    if value is None or not value.isdecimal() or len(value) > 9:
        raise Http404("There is no such decision.")
    return int(value)
