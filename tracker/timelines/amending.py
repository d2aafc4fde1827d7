"""Amending: one decision of the past otherwise, the later ones replayed, as a timeline of its own. The one that it
comes from stays as it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from uuid import uuid4

import msgspec
from django.contrib.auth.models import AbstractBaseUser

from rules.kernel import Refused, State
from rules.kernel.table import PackChanged
from tracker.eventstore import store
from tracker.eventstore.models import StoredDecision
from tracker.timelines.access import Actor, ensure_may_decide
from tracker.timelines.campaigns import lay_seats
from tracker.timelines.committing import Change, prepared
from tracker.timelines.decisions import PACK_CHANGE, half_decision, replay_key
from tracker.timelines.forking import saved_branch, unsaved_branch
from tracker.timelines.models import Timeline
from tracker.timelines.plans import Plan, Settled
from tracker.timelines.positions import Position, encoded
from tracker.timelines.replaying import Past, Replay, Said, Step, replay

Also = Callable[[Timeline], object]


def preview(past: Past, actor: Actor, plan: Plan, *, said: Said = lambda done, total: None) -> Replay:
    """What would become of a timeline if a plan were carried out. Nothing is written.

    :raises Refused: when the amended decision is not possible, or the actor may not decide
    """
    campaign = past.timeline.campaign
    ensure_may_decide(campaign, actor, None)
    return replay(past, plan, allowed=partial(ensure_may_decide, campaign, actor), said=said)


def ensure_possible(past: Past, actor: Actor, plan: Plan) -> None:
    """Judge the amended decision alone.

    :raises Refused: as :func:`preview`
    """
    _until(past, actor, plan, before=0)


def before_conflict(past: Past, actor: Actor, plan: Plan, version: int) -> tuple[StoredDecision, State | None, str]:
    """A later decision, and where the replay of a plan stands before it, with what is put before it as far as that is
    possible: the position and the hash of the content.

    :raises Refused: ``no_such_version`` when no later decision begins there; as :func:`preview`
    """
    row, told = _reached(past, actor, plan, version)
    if (settled := plan.settled.get(str(version))) is not None:
        with suppress(Refused):  # the conflict tells of it
            told.take_first(row, settled)
    return row, told.state, told.pack_hash


def ensure_settled(past: Past, actor: Actor, plan: Plan, version: int, settled: Settled) -> None:
    """Judge what is to be done about a later decision.

    :raises Refused: ``no_conflict`` when it is possible as it was: nothing would come of what is said; when what is to
        be done does not do there; as :func:`before_conflict`
    """
    row, told = _reached(past, actor, plan, version)
    if _is_possible(told, row):
        raise Refused("no_conflict", f"The decision at version {version} is possible as it was.")
    told.take_first(row, settled)
    if settled.way in ("reroll", "replace"):
        told.take_again(row, settled)


def _reached(past: Past, actor: Actor, plan: Plan, version: int) -> tuple[StoredDecision, Replay]:
    told = _until(past, actor, plan, before=version)
    row = next((each for each in told.later if each.first_version == version and each.name != PACK_CHANGE), None)
    if row is None:
        raise Refused("no_such_version", f"No later decision begins at version {version}.")
    if told.unreached:
        raise Refused("no_conflict", f"The replay ends before version {version}.", remedy="Take that back first.")
    return row, told


def _is_possible(told: Replay, row: StoredDecision) -> bool:
    """Whether a later decision can be taken again as it was; the replay stands before it."""
    try:
        told.take_again(row, Settled("reroll"))
    except Refused:
        return False
    return True


def _until(past: Past, actor: Actor, plan: Plan, before: int) -> Replay:
    campaign = past.timeline.campaign
    ensure_may_decide(campaign, actor, None)
    return Replay(past, plan, partial(ensure_may_decide, campaign, actor)).run(before=before)


def amend(
    past: Past,
    actor: Actor,
    user: AbstractBaseUser,
    plan: Plan,
    *,
    name: str,
    description: str = "",
    said: Said = lambda done, total: None,
    also: Also = lambda made: None,
) -> Timeline:
    """Carry a plan out: a new timeline that branches off before the amended decision, with the later ones replayed.
    Those that are replayed keep who took them, for which seat, and say from which decision they come.

    :param also: writes rows that go with the new timeline, in the same transaction
    :raises Refused: ``conflicts_open`` when it was not said what becomes of a decision that is no longer possible; when
        the amended decision is not possible; as :func:`tracker.timelines.forking.fork`
    """
    made = unsaved_branch(past.timeline, user, name=name, description=description)
    told = preview(past, actor, plan, said=said)
    _ensure_settled(told)
    parent = store.head(past.timeline.id)
    made.forked_at, made.half = past.forked_at, half_decision(past.line, past.forked_at)
    hash_there = store.hash_at(past.line, past.forked_at)
    opening = encoded(past.state)
    head = store.Head(
        parent.campaign_id, made.id, past.forked_at, hash_there, opening, past.game.version, parent.timeline_id,
        past.forked_at, parent.position,
    )  # fmt: skip
    changes = _changes(made, head, actor, told)
    made.packs = [*past.timeline.packs_until(past.forked_at), *_pack_changes(changes)]
    write = prepared(changes) if changes else lambda: None
    with saved_branch(made):
        store.open_fork(parent, made.id, past.forked_at, hash_there, opening, past.game.version)
        write()
        if told.state is not None:
            lay_seats(past.timeline.campaign, past.game.seats(told.state))
        also(made)
    return made


def _ensure_settled(told: Replay) -> None:
    if told.open:
        count = len(told.open)
        sentence = f"{count} later decision{' is' if count == 1 else 's are'} no longer possible as they were."
        raise Refused("conflicts_open", sentence, remedy="Say of each what is to become of it.")


def _changes(made: Timeline, head: store.Head, actor: Actor, told: Replay) -> list[Change]:
    """The steps of a replay as what they change in the new timeline."""
    now, version, changes = time.time_ns() // 1000, head.version, []
    for step in told.steps:
        position = Position(made, head, version, step.before, told.game, step.pack_before)
        changes.append(Change(position, _decision(made, actor, step), step.events, step.after, step.pack, now))
        version += len(step.events)
    return changes


def _decision(made: Timeline, actor: Actor, step: Step) -> store.NewDecision:
    answers = msgspec.json.encode(step.answers)
    if step.anew or step.source is None:
        who, key = (actor.user_id, actor.alias), None
    else:
        who, key = (step.source.actor, step.source.alias), replay_key(made.id, step.source)
    return store.NewDecision(uuid4(), step.name, step.arguments, answers, *who, step.seat, key)


def _pack_changes(changes: list[Change]) -> list[list[object]]:
    """From which version on the new timeline is played with which content, as far as it says so itself."""
    return [
        [version, event.now]
        for change in changes
        for version, event in enumerate(change.events, change.first_version)
        if isinstance(event, PackChanged)
    ]
