"""Amendments that somebody thinks over: kept, looked at, carried out once."""

from __future__ import annotations

import secrets
from typing import Any, cast, get_args

from django.contrib.auth.base_user import AbstractBaseUser

from rules.kernel import Refused
from tracker.jobs.jobs import cancel, enqueue, job_kind, unfinished
from tracker.jobs.models import Job
from tracker.jobs.running import Running
from tracker.timelines.access import Actor, actor_for
from tracker.timelines.amending import amend
from tracker.timelines.models import Amendment, Campaign, Timeline
from tracker.timelines.plans import Plan, Way, plan_data, plan_of
from tracker.timelines.replaying import Past, Said, past_of

MAKE = "amend"
"""The kind of job that carries a plan out."""
WAYS = tuple(way for way in get_args(Way) if way != "keep")
"""The ways out of a conflict that can be asked for; ``keep`` follows from putting another decision before it."""
LONG = 2000
"""Later decisions from which on a replay is done in the background."""


def new_seed() -> int:
    """A seed for luck that is drawn; it stays on this side, so that nobody chooses it."""
    return secrets.randbits(53)


def draft_of(timeline: Timeline, user: AbstractBaseUser, version: int) -> Amendment | None:
    """What somebody thinks over about a decision, if anything."""
    drafts = Amendment.objects.select_related("timeline__campaign")
    return drafts.filter(timeline=timeline, created_by_id=user.pk, version=version, made=None).first()


def drafts_of(campaign: Campaign, user: AbstractBaseUser) -> list[Amendment]:
    """What somebody thinks over in a campaign, the newest first."""
    drafts = Amendment.objects.filter(timeline__campaign=campaign, created_by_id=user.pk, made=None)
    return list(drafts.select_related("timeline__campaign").defer("preview").order_by("-created_at"))


def keep(past: Past, user: AbstractBaseUser, plan: Plan) -> Amendment:
    """Keep a plan, in the place of the one that its owner had about the same decision."""
    draft, _ = Amendment.objects.update_or_create(
        timeline=past.timeline, created_by_id=user.pk, version=past.decision.first_version, made=None,
        defaults={"plan": plan_data(plan), "until": past.until, "preview": None},
    )  # fmt: skip
    return draft


def discard(draft: Amendment) -> None:
    """Think no more of it, also where it is being carried out."""
    if making := unfinished(make_key(draft)).first():
        cancel(making.id)
    Amendment.objects.filter(id=draft.id, made=None).delete()


def past_of_draft(draft: Amendment) -> Past:
    """The timeline as the owner of a plan saw it.

    :raises Refused: as :func:`tracker.timelines.replaying.past_of`
    """
    return past_of(draft.timeline, draft.version, draft.until)


def is_long(past: Past) -> bool:
    """Whether a replay takes so long that it is done in the background."""
    return len(past.later) > LONG


def carry_out(
    draft: Amendment, actor: Actor, user: AbstractBaseUser, *, name: str, description: str,
    said: Said = lambda done, total: None,
) -> Timeline:  # fmt: skip
    """Carry a plan out, once: sent again it answers the timeline that came of it.

    :raises Refused: as :func:`tracker.timelines.amending.amend`
    """
    if draft.made is not None:
        return draft.made
    past, plan = past_of_draft(draft), plan_of(draft.plan)
    rows = Amendment.objects.filter(id=draft.id)
    return amend(
        past, actor, user, plan, name=name, description=description, said=said,
        also=lambda made: rows.update(made=made, preview=None),
    )  # fmt: skip


def enqueue_make(draft: Amendment, user: AbstractBaseUser, *, name: str, description: str) -> Job:
    """Have a plan carried out in the background. While that waits or runs, it is the same job."""
    given = {"draft": str(draft.id), "name": name, "description": description}
    return enqueue(MAKE, given, user=user, key=make_key(draft))


def make_key(draft: Amendment) -> str:
    """Names the job that carries a plan out."""
    return f"{MAKE}:{draft.id}"


@job_kind(MAKE)
def make_job(job: Running) -> dict[str, Any]:
    """Carry a plan out, all or nothing. Begun again after it was done, it answers the same timeline.

    :returns: the id of the timeline, or the refusal as plain data
    """
    draft = Amendment.objects.select_related("timeline__campaign", "created_by", "made").get(id=job.arguments["draft"])
    member = draft.timeline.campaign.memberships.get(user=draft.created_by)
    try:
        made = carry_out(
            draft, actor_for(member), draft.created_by, name=job.arguments["name"],
            description=job.arguments["description"], said=lambda done, total: job.progress(done, total, "Replaying"),
        )  # fmt: skip
    except Refused as refused:
        return {"refused": dict(refused.as_data())}
    return {"timeline": str(made.id)}


def way_of(word: str) -> Way:
    """A way out of a conflict.

    :raises Refused: ``malformed`` when there is no such way
    """
    if word in WAYS:
        return cast("Way", word)
    raise Refused("malformed", f"“{word[:60]}” is no way out of a conflict.")


def made_of(timeline: Timeline, user: AbstractBaseUser, version: int) -> Timeline | None:
    """The newest timeline that somebody made by amending a decision, if any."""
    drafts = Amendment.objects.filter(timeline=timeline, created_by_id=user.pk, version=version, made__isnull=False)
    draft = drafts.select_related("made__campaign").order_by("-created_at").first()
    return draft.made if draft else None
