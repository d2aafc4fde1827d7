"""Branching: a timeline that goes on from any version of another. One row is written and no event is copied."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.db.models.functions import Lower

from rules.kernel import Refused
from tracker.eventstore import store
from tracker.timelines.access import Actor, ensure_may_decide
from tracker.timelines.models import Campaign, Timeline
from tracker.timelines.positions import at_version, encoded
from tracker.timelines.rewinding import set_up_end

MOST_TIMELINES = 500
COLOURS = 8
"""How many colours mark timelines; colour 0 is kept for the first."""


def fork(
    timeline: Timeline, actor: Actor, user: AbstractBaseUser, version: int, *, name: str, description: str = ""
) -> Timeline:
    """Branch from a version of a timeline. The new one shares everything up to there and has its own story after.

    :raises Refused: ``no_such_version``, ``before_set_up``, ``name_required``, ``name_taken``, ``too_many_timelines``
    """
    campaign = timeline.campaign
    ensure_may_decide(campaign, actor, None)
    name = _free_name(campaign, name)
    position = at_version(timeline, version)
    line = store.lineage(timeline.id, version)
    if position.state is None or version < set_up_end(line):
        raise Refused("before_set_up", "A branch needs a game that is set up.")
    made = Timeline(
        campaign=campaign, name=name, description=description, created_by_id=user.pk, parent=timeline,
        forked_at=version, colour=1 + (campaign.timelines.count() - 1) % (COLOURS - 1),
    )  # fmt: skip
    try:
        with transaction.atomic():
            made.save(force_insert=True)
            store.open_fork(position.head, made.id, version, store.hash_at(line, version), encoded(position.state))
    except IntegrityError:
        raise _name_taken(name) from None
    return made


def rename(timeline: Timeline, actor: Actor, *, name: str, description: str) -> None:
    """Give a timeline another name and description.

    :raises Refused: ``name_required`` or ``name_taken``
    """
    ensure_may_decide(timeline.campaign, actor, None)
    timeline.name = _free_name(timeline.campaign, name, besides=timeline)
    timeline.description = description
    timeline.save(update_fields=["name", "description"])


def promote(timeline: Timeline, actor: Actor) -> None:
    """Make a branch the campaign's main timeline. The old one stays as it is.

    :raises Refused: ``owner_only`` or ``no_effect``
    """
    if not actor.is_owner:
        raise Refused("owner_only", "Only the owner says which timeline is the main one.")
    if timeline.is_main:
        raise Refused("no_effect", "This is the main timeline already.")
    timeline.campaign.main_id = timeline.id
    timeline.campaign.save(update_fields=["main_id"])


def _free_name(campaign: Campaign, name: str, besides: Timeline | None = None) -> str:
    name = " ".join(name.split())
    if not name or len(name) > 100:
        raise Refused("name_required", "A timeline needs a name of 1 to 100 characters.")
    others = campaign.timelines.exclude(id=besides.id) if besides else campaign.timelines
    if others.annotate(lower=Lower("name")).filter(lower=name.lower()).exists():
        raise _name_taken(name)
    if besides is None and (count := campaign.timelines.count()) >= MOST_TIMELINES:
        raise Refused("too_many_timelines", f"A campaign holds {MOST_TIMELINES} timelines; this one has {count}.")
    return name


def _name_taken(name: str) -> Refused:
    return Refused(
        "name_taken", f"Another timeline of this campaign is called “{name}”.", remedy="Choose another name."
    )
