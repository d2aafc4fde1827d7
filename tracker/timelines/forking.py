"""Branching: a timeline that goes on from any version of another. One row is written and no event is copied."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError
from django.db.models import Count, Q
from django.db.models.functions import Lower

from rules.games import game as game_of
from rules.kernel import Game, Refused, State
from rules.kernel.table import SettingChanged
from tracker.eventstore import store
from tracker.timelines.access import Actor, ensure_may_decide, ensure_owner
from tracker.timelines.committing import together
from tracker.timelines.deciding import record
from tracker.timelines.decisions import half_decision
from tracker.timelines.models import Campaign, Timeline
from tracker.timelines.positions import encoded, ensure_version, head_state, state_after, state_on
from tracker.timelines.rewinding import SET_UP, before_set_up
from tracker.timelines.texts import name_of, optional

MOST_TIMELINES = 500
LONGEST_DESCRIPTION = 2000
_YES_NO = {True: "yes", False: "no"}
COLOURS = 8
"""How many colours mark timelines; colour 0 is kept for the first."""


def fork(
    timeline: Timeline, actor: Actor, user: AbstractBaseUser, version: int, *, name: str, description: str = ""
) -> Timeline:
    """Branch from any version of a timeline, in the midst of a decision too: what only half happened stays so there.
    The new one shares everything up to there and has its own story after.

    :raises Refused: ``malformed``, ``no_such_version``, ``before_set_up``, ``name_required``, ``name_taken``,
        ``too_many_timelines``
    """
    ensure_may_decide(timeline.campaign, actor, None)
    made = unsaved_branch(timeline, user, name=name, description=description)
    head, game = store.head(timeline.id), game_of(timeline.campaign.game)
    made.forked_at = version = ensure_version(version, head.version)
    last_hash, state, made.half = _point(timeline, head, version, game)
    made.packs = timeline.packs_until(version)
    with saved_branch(made):
        store.open_fork(head, made.id, version, last_hash, encoded(state), game.version)
    return made


def unsaved_branch(timeline: Timeline, user: AbstractBaseUser, *, name: str, description: str) -> Timeline:
    """A timeline that may branch from another. Where it does, whoever saves it says.

    :raises Refused: ``name_required``, ``name_taken``, ``too_many_timelines``, ``malformed``, ``text_required``
    """
    campaign = timeline.campaign
    name, count = _free_name(campaign, name)
    if count >= MOST_TIMELINES:
        raise Refused("too_many_timelines", f"A campaign holds {MOST_TIMELINES} timelines; this one has {count}.")
    return Timeline(
        campaign=campaign, name=name, description=optional(description, LONGEST_DESCRIPTION), created_by_id=user.pk,
        parent=timeline, colour=1 + (count - 1) % (COLOURS - 1),
    )  # fmt: skip


@contextmanager
def saved_branch(made: Timeline) -> Iterator[None]:
    """A transaction in which a branch is saved, and what goes with it.

    :raises Refused: ``name_taken`` when somebody else took its name meanwhile
    """
    with together():
        try:
            made.save(force_insert=True)
        except IntegrityError:
            raise _name_taken(made.name) from None
        yield


def rename(timeline: Timeline, actor: Actor, *, name: str, description: str) -> None:
    """Give a timeline another name and description. Its story tells of the new name.

    :raises Refused: ``name_required``, ``name_taken`` or ``no_effect``
    """
    ensure_may_decide(timeline.campaign, actor, None)
    name, _ = _free_name(timeline.campaign, name, besides=timeline)
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


def archive(timeline: Timeline, actor: Actor) -> None:
    """Put a branch away: lists fold it up, its pages stay, and nothing is decided on it until it is brought back.

    :raises Refused: ``main_stays`` or ``no_effect``
    """
    ensure_may_decide(timeline.campaign, actor, None)
    timeline.campaign.refresh_from_db(fields=["main_id"])
    if timeline.is_main:
        raise Refused(
            "main_stays", "The main timeline is not archived.", remedy="Make another timeline the main one first."
        )
    _archived(timeline, actor, "archive", now=True)


def unarchive(timeline: Timeline, actor: Actor) -> None:
    """Bring a branch back that was put away.

    :raises Refused: ``no_effect``
    """
    ensure_may_decide(timeline.campaign, actor, None)
    _archived(timeline, actor, "unarchive", now=False)


def promote(timeline: Timeline, actor: Actor) -> None:
    """Make a branch the campaign's main timeline, and bring it back if it was put away. The old one stays as it is.

    :raises Refused: ``owner_only`` or ``no_effect``
    """
    ensure_owner(actor)
    campaign = timeline.campaign
    campaign.refresh_from_db(fields=["main_id"])
    if timeline.is_main:
        raise Refused("no_effect", "This is the main timeline already.")
    old = campaign.timelines.get(id=campaign.main_id)
    promoted = SettingChanged(name="main_timeline", was=old.name, now=timeline.name)

    def become_main() -> None:
        Timeline.objects.filter(id=timeline.id).update(archived=False)
        Campaign.objects.filter(id=campaign.id).update(main_id=timeline.id)

    record(timeline, actor, "promote", [promoted], also=become_main)
    campaign.main_id, timeline.archived = timeline.id, False


def _archived(timeline: Timeline, actor: Actor, name: str, *, now: bool) -> None:
    timeline.refresh_from_db(fields=["archived"])
    if timeline.archived == now:
        raise Refused("no_effect", "That would change nothing.")
    event = SettingChanged(name="timeline_archived", was=_YES_NO[not now], now=_YES_NO[now])
    rows = Timeline.objects.filter(id=timeline.id, archived=not now)

    def change() -> None:
        if not rows.update(archived=now):
            raise Refused("no_effect", "That would change nothing.")

    record(timeline, actor, name, [event], also=change)
    timeline.archived = now


def _point(timeline: Timeline, head: store.Head, version: int, game: Game[Any, Any]) -> tuple[bytes, State | None, int]:
    """The hash and the state at a version from which the story may go on, and where the decision began in whose midst
    it is (0: in none)."""
    if version == head.version:
        if version < SET_UP:
            raise before_set_up()
        return head.hash, head_state(head, game), timeline.half if version == timeline.forked_at else 0
    line = store.lineage(timeline.id, version)
    half = half_decision(line, version)
    if version < SET_UP or half == SET_UP:
        raise before_set_up()
    last_hash = store.hash_at(line, version)
    return last_hash, state_after(last_hash, game, lambda: state_on(line, version, game)), half


def _free_name(campaign: Campaign, name: str, besides: Timeline | None = None) -> tuple[str, int]:
    """The name, and how many timelines there are."""
    name = name_of("A timeline", name)
    taken = Q(lower=name.lower()) if besides is None else Q(lower=name.lower()) & ~Q(id=besides.id)
    named = campaign.timelines.annotate(lower=Lower("name"))
    found = named.aggregate(taken=Count("id", filter=taken), every=Count("id"))
    if found["taken"]:
        raise _name_taken(name)
    return name, int(found["every"])


def _name_taken(name: str) -> Refused:
    return Refused(
        "name_taken", f"Another timeline of this campaign is called “{name}”.", remedy="Choose another name."
    )
