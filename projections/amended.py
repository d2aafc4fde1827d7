"""What would become of a timeline if one decision had been another, told in the game's words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.contrib.auth.base_user import AbstractBaseUser

from projections.base import decoded
from projections.catalogue import AdventureLog, Summary
from projections.reading import lines_at
from projections.views import Moment, Row
from rules.kernel import Game, Pack, Refused, State
from tracker.jobs.jobs import enqueue, job_kind, unfinished
from tracker.jobs.models import Job
from tracker.jobs.running import Running
from tracker.packs.versions import pack as pack_of
from tracker.timelines.access import Actor, actor_for
from tracker.timelines.amending import preview
from tracker.timelines.drafts import is_long, make_key, past_of_draft
from tracker.timelines.models import Amendment
from tracker.timelines.plans import Plan, plan_of
from tracker.timelines.positions import state_at
from tracker.timelines.replaying import Conflict, Past, Replay, Said, Step

PREVIEW = "preview_amendment"
"""The kind of job that looks what would come of a plan."""
LISTED = 40
"""Conflicts that are told one by one on a page."""


def told(
    past: Past, actor: Actor, plan: Plan, *, page: int | None = None, said: Said = lambda done, total: None
) -> dict[str, Any]:
    """The preview of a plan as plain data, for pages and API.

    :param page: which page of the conflicts, from 1; by default the one with the first open conflict, and the last one
        where it lies beyond
    :raises Refused: as :func:`tracker.timelines.amending.preview`
    """
    replay = preview(past, actor, plan, said=said)
    seat = min(actor.seats, default=None)
    amended = next((step for step in replay.steps if step.anew), None)
    becomes = {step.source.first_version: step for step in replay.steps if step.source is not None}
    pages = max(1, -(-len(replay.conflicts) // LISTED))
    first_open = next(iter(replay.open), None)
    number = _page_of(replay.conflicts, first_open) if page is None else min(page, pages)
    listed = replay.conflicts[(number - 1) * LISTED : number * LISTED]
    lines = lines_at(
        AdventureLog(), past.timeline, [past.decision.first_version, *(each.source.first_version for each in listed)]
    )
    return {
        "version": past.decision.first_version,
        "until": past.until,
        "how": plan.how,
        "was": lines[past.decision.first_version],
        "becomes": _line(replay, amended, past.decision.first_version) if amended and plan.how != "drop" else None,
        "later": replay.counted,
        "replayed": replay.replayed,
        "conflicts": len(replay.conflicts),
        "open": len(replay.open),
        "skipped": sum(_is(each, "skip") for each in replay.conflicts),
        "stopped": any(_is(each, "stop") for each in replay.conflicts),
        "unreached": replay.unreached,
        "listed": [_conflict(replay, each, lines, becomes) for each in listed],
        "first_open": first_open and first_open.source.first_version,
        "page": number,
        "pages": pages,
        "end": {"was": _end(past, seat), "becomes": _summary(past.game, replay.state, seat, replay.pack)},
    }


def _page_of(conflicts: Sequence[Conflict], wanted: Conflict | None) -> int:
    return 1 if wanted is None else conflicts.index(wanted) // LISTED + 1


def _is(conflict: Conflict, way: str) -> bool:
    return not conflict.is_open and conflict.settled is not None and conflict.settled.way == way


def _conflict(replay: Replay, conflict: Conflict, lines: dict[int, Row], becomes: dict[int, Step]) -> dict[str, Any]:
    version = conflict.source.first_version
    step = becomes.get(version)
    return {
        "version": version,
        "was": lines[version],
        "refused": dict(conflict.refused.as_data()),
        "way": conflict.settled.way if conflict.settled else "",
        "first": [_line(replay, each, version) for each in conflict.first],
        "again": dict(conflict.again.as_data()) if conflict.again else None,
        "open": conflict.is_open,
        "by_rest": str(version) not in replay.plan.settled,
        "luck": bool(msgspec.json.decode(bytes(conflict.source.chance))),
        "becomes": _line(replay, step, version) if step else None,
    }


def _line(replay: Replay, step: Step, version: int) -> Row:
    """A decision of the amended timeline as its story would tell it."""
    source = step.source
    moment = Moment(
        replay.game, step.pack, "", step.name, msgspec.json.decode(step.arguments), step.answers,
        "" if step.anew or source is None else source.alias, step.seat, 0,
        tuple(enumerate(step.events, version)), step.before, step.after,
    )  # fmt: skip
    line = AdventureLog().line(moment)
    return {} if line is None else dict(decoded(line.data))


def _end(past: Past, seat: str | None) -> Row:
    """Where the timeline stands as it is."""
    state = state_at(past.timeline, past.until, past.game, line=past.line)
    return _summary(past.game, state, seat, pack_of(past.timeline.pack_hash_at(past.until)))


def _summary(game: Game[Any, Any], state: State | None, seat: str | None, pack: Pack) -> Row:
    return {} if state is None else Summary().rows(game, game.visible_to(state, seat), pack)["now"]


class Looked(NamedTuple):
    """What is known of a plan: what would come of it, or the job that finds it out or carries it out, or why it cannot
    be carried out."""

    found: dict[str, Any] | None = None
    job: Job | None = None
    refused: Refused | None = None


def look(draft: Amendment, past: Past, actor: Actor, page: int | None = None) -> Looked:
    """Look what would come of a plan; what takes long is done in the background.

    :param past: the timeline as :func:`tracker.timelines.drafts.past_of_draft` has it
    :param page: of the conflicts, as :func:`told` has it
    """
    if making := unfinished(make_key(draft)).first():
        return Looked(job=making)
    if is_long(past):
        return _look_later(draft, page)
    try:
        return Looked(told(past, actor, plan_of(draft.plan), page=page))
    except Refused as refused:
        return Looked(refused=refused)


def _look_later(draft: Amendment, page: int | None) -> Looked:
    found: dict[str, Any] | None = draft.preview
    if found is not None and "refused" in found:
        return Looked(refused=Refused(**found["refused"]))
    if found is not None and (page is None or found.get("page") == min(page, found.get("pages", page))):
        return Looked(found)
    last = Job.objects.filter(key=preview_key(draft)).order_by("-created_at").first()
    if last is not None and last.state == Job.State.FAILED:
        return Looked(refused=Refused("busy", "It could not be found out what would come of it.", remedy="Try again."))
    return Looked(job=enqueue_preview(draft, draft.created_by, page))


def enqueue_preview(draft: Amendment, user: AbstractBaseUser, page: int | None = None) -> Job:
    """Have it found out in the background what would come of a plan. While that waits or runs, it is the same job.

    :param page: of the conflicts, as :func:`told` has it
    """
    return enqueue(PREVIEW, {"draft": str(draft.id), "page": page}, user=user, key=preview_key(draft))


def preview_key(draft: Amendment) -> str:
    """Names the job that looks what would come of a plan."""
    return f"{PREVIEW}:{draft.id}"


@job_kind(PREVIEW)
def preview_job(job: Running) -> dict[str, Any]:
    """Look what would come of a plan, and keep it with the plan unless that is another one by now."""
    draft = Amendment.objects.select_related("timeline__campaign", "created_by").get(id=UUID(job.arguments["draft"]))
    member = draft.timeline.campaign.memberships.get(user=draft.created_by)
    plan = plan_of(draft.plan)
    try:
        found = told(
            past_of_draft(draft), actor_for(member), plan, page=job.arguments["page"],
            said=lambda done, total: job.progress(done, total, "Looking what would come of it"),
        )  # fmt: skip
    except Refused as refused:
        found = {"refused": dict(refused.as_data())}
    kept = Amendment.objects.filter(id=draft.id, plan=draft.plan, until=draft.until)
    return {"kept": kept.update(preview=found)}
