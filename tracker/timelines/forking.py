"""Branching: a timeline that goes on from any version of another. One row is written and no event is copied."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError
from django.db.models.functions import Lower

from rules.kernel import Refused
from rules.kernel.table import SettingChanged
from tracker.eventstore import store
from tracker.timelines.access import Actor, ensure_may_decide, ensure_owner
from tracker.timelines.committing import together
from tracker.timelines.deciding import record
from tracker.timelines.models import Campaign, Timeline
from tracker.timelines.positions import Position, at_version, encoded
from tracker.timelines.rewinding import ensure_whole
from tracker.timelines.texts import name_of, optional

MOST_TIMELINES = 500
LONGEST_DESCRIPTION = 2000
COLOURS = 8
"""How many colours mark timelines; colour 0 is kept for the first."""


def fork(
    timeline: Timeline, actor: Actor, user: AbstractBaseUser, version: int, *, name: str, description: str = ""
) -> Timeline:
    """Branch from a version of a timeline. The new one shares everything up to there and has its own story after.

    :raises Refused: ``malformed``, ``no_such_version``, ``before_set_up``, ``inside_decision``, ``name_required``,
        ``name_taken``, ``too_many_timelines``
    """
    campaign = timeline.campaign
    ensure_may_decide(campaign, actor, None)
    name, count = _free_name(campaign, name), campaign.timelines.count()
    if count >= MOST_TIMELINES:
        raise Refused("too_many_timelines", f"A campaign holds {MOST_TIMELINES} timelines; this one has {count}.")
    timeline.refresh_from_db(fields=["packs"])
    position = at_version(timeline, version)
    line = store.lineage(timeline.id, position.version)
    ensure_whole(line, position.version)
    made = Timeline(
        campaign=campaign, name=name, description=optional(description, LONGEST_DESCRIPTION), created_by_id=user.pk,
        parent=timeline, forked_at=position.version, packs=timeline.packs_until(position.version),
        colour=1 + (count - 1) % (COLOURS - 1),
    )  # fmt: skip
    return _stored(made, position, store.hash_at(line, position.version))


def rename(timeline: Timeline, actor: Actor, *, name: str, description: str) -> None:
    """Give a timeline another name and description. Its story tells of the new name.

    :raises Refused: ``name_required``, ``name_taken`` or ``no_effect``
    """
    ensure_may_decide(timeline.campaign, actor, None)
    name = _free_name(timeline.campaign, name, besides=timeline)
    description = optional(description, LONGEST_DESCRIPTION)
    changes = [("timeline_name", timeline.name, name), ("timeline_description", timeline.description, description)]
    events = [SettingChanged(name=field, was=was, now=now) for field, was, now in changes if was != now]
    if not events:
        raise Refused("no_effect", "That would change nothing.")
    rows = Timeline.objects.filter(id=timeline.id)
    try:
        record(timeline, actor, "rename", events, also=lambda: rows.update(name=name, description=description))
    except IntegrityError:
        raise _name_taken(name) from None
    timeline.name, timeline.description = name, description


def promote(timeline: Timeline, actor: Actor) -> None:
    """Make a branch the campaign's main timeline. The old one stays as it is.

    :raises Refused: ``owner_only`` or ``no_effect``
    """
    ensure_owner(actor)
    campaign = timeline.campaign
    campaign.refresh_from_db(fields=["main_id"])
    if timeline.is_main:
        raise Refused("no_effect", "This is the main timeline already.")
    old = campaign.timelines.get(id=campaign.main_id)
    promoted = SettingChanged(name="main_timeline", was=old.name, now=timeline.name)
    rows = Campaign.objects.filter(id=campaign.id)
    record(timeline, actor, "promote", [promoted], also=lambda: rows.update(main_id=timeline.id))
    campaign.main_id = timeline.id


def _stored(made: Timeline, position: Position, hash_there: bytes) -> Timeline:
    try:
        with together():
            made.save(force_insert=True)
            store.open_fork(
                position.head, made.id, position.version, hash_there, encoded(position.state), position.game.version
            )
    except IntegrityError:
        raise _name_taken(made.name) from None
    return made


def _free_name(campaign: Campaign, name: str, besides: Timeline | None = None) -> str:
    name = name_of("A timeline", name)
    others = campaign.timelines.exclude(id=besides.id) if besides else campaign.timelines
    if others.annotate(lower=Lower("name")).filter(lower=name.lower()).exists():
        raise _name_taken(name)
    return name


def _name_taken(name: str) -> Refused:
    return Refused(
        "name_taken", f"Another timeline of this campaign is called “{name}”.", remedy="Choose another name."
    )
