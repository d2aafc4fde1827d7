"""Undo, redo, rewind: appended facts that say "the game is again where it was". Nothing is ever deleted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from django.db.models import Q

from rules.kernel import Refused
from rules.kernel.table import TABLE, Rewound
from tracker.eventstore import store
from tracker.eventstore.lineage import Lineage, Range, shared_until
from tracker.eventstore.models import StoredDecision
from tracker.timelines.access import Actor, ensure_may_decide, ensure_may_rewind
from tracker.timelines.committing import Decided, commit
from tracker.timelines.deciding import Attempt, Submission, again_while_free
from tracker.timelines.decisions import (
    MOVES,
    OF_THE_GAME,
    REWINDS,
    Move,
    actors_in,
    decision_at,
    end_of,
    newest_in,
    newest_own_move,
)
from tracker.timelines.models import Campaign, Membership, Timeline
from tracker.timelines.positions import Position, after, ensure_version, state_at
from tracker.timelines.texts import optional, version_of

How = Literal["undo", "redo", "rewind"]
LONGEST_REASON = 200
HOPS = 4
"""How many rewinds in a row are followed one by one before all of them are read."""
SET_UP = 1
"""The first version of every campaign's set-up."""


def undo(timeline: Timeline, actor: Actor, *, expected: int, key: str | None = None, reason: str = "") -> Decided:
    """Take back the last decision in force, whole.

    :raises Refused: ``nothing_to_undo`` when only the set-up is left
    :raises tracker.timelines.deciding.Behind: when the game went on in the meantime
    """

    def attempt(position: Position) -> Decided:
        last, line = _last_move(position)
        if last is None or last.first_version == SET_UP:
            raise Refused("nothing_to_undo", "There is no decision left to take back.")
        ensure_may_rewind(timeline.campaign, actor, lambda: {last.actor})
        return _commit(position, actor, last.first_version - 1, "undo", reason, key, line, last.hash_before)

    return _submitted(Submission(timeline, actor, expected, f"{TABLE}.undo", key), attempt)


def redo(timeline: Timeline, actor: Actor, *, expected: int, key: str | None = None, reason: str = "") -> Decided:
    """Bring back what the last undo set aside.

    :raises Refused: ``nothing_to_redo`` when a decision was taken since, or nothing was undone
    :raises tracker.timelines.deciding.Behind: when the game went on in the meantime
    """

    def attempt(position: Position) -> Decided:
        line = store.lineage(timeline.id, position.version)
        target = redo_target(line, position.version)
        if target is None:
            raise Refused("nothing_to_redo", "Nothing is set aside that could simply be brought back.")
        ensure_may_rewind(timeline.campaign, actor, _deciders(line, position.version, target))
        return _commit(position, actor, target, "redo", reason, key, line)

    return _submitted(Submission(timeline, actor, expected, f"{TABLE}.redo", key), attempt)


def rewind(
    timeline: Timeline, actor: Actor, to: int, *, expected: int, key: str | None = None, reason: str = ""
) -> Decided:
    """Put the game back to any version of this timeline, also to one that is set aside.

    :raises Refused: ``malformed`` when it is no version, ``no_such_version``, ``before_set_up``, ``inside_decision``,
        or ``no_effect`` when the game is there already
    :raises tracker.timelines.deciding.Behind: when the game went on in the meantime
    """
    to = version_of(to)

    def attempt(position: Position) -> Decided:
        ensure_version(to, position.version)
        line = store.lineage(timeline.id, position.version)
        ensure_whole(line, to)
        if last_decision(line, to) == last_decision(line, position.version):
            raise Refused("no_effect", "The game is there already.")
        ensure_may_rewind(timeline.campaign, actor, _deciders(line, position.version, to))
        return _commit(position, actor, to, "rewind", reason, key, line)

    return _submitted(Submission(timeline, actor, expected, f"{TABLE}.rewind", key), attempt)


def last_decision(line: Lineage, version: int) -> StoredDecision | None:
    """The last decision of the game that is in force at a version."""
    return newest_in(line, line.path(version), OF_THE_GAME)


def redo_target(line: Lineage, version: int) -> int | None:
    """The version that a redo would bring back, or ``None``.

    A redo undoes the undo before it; after several undos each redo brings back one more. Any decision of the game ends
    this: what was set aside stays listed and can be restored by a rewind.
    """
    targets = dict(line.rewinds)
    while targets:
        move = newest_in(line, [Range(0, version)], MOVES)
        if move is None or move.name not in REWINDS:
            return None
        if move.name != f"{TABLE}.redo":
            return move.first_version - 1
        version = targets[move.first_version]
    return None


def rewinds_down_to(timeline: Timeline, actor: Actor, line: Lineage) -> int | None:
    """The earliest version on the path to which somebody may put the game back by the campaign's settings; ``None``
    where they may take nothing back at all, or the timeline is archived. Pages offer by it; the deed itself is judged
    anew."""
    if actor.role == Membership.Role.SPECTATOR or timeline.archived:
        return None
    try:
        ensure_may_rewind(timeline.campaign, actor, lambda: {""})  # somebody else's decision
    except Refused:
        if timeline.campaign.undo_by != Campaign.UndoBy.DECIDER:
            return None
        others = OF_THE_GAME & ~Q(actor=actor.user_id)
        newest = newest_in(line, line.path(line.version), others)
        return end_of(line, newest) if newest else 0
    return 0


def set_up_end(line: Lineage) -> int:
    """The last version of the set-up."""
    set_up = decision_at(line, SET_UP)
    return set_up.last_version if set_up else 0


def ensure_whole(line: Lineage, version: int) -> None:
    """Check that a version is a place to go on from: the set-up is done and no decision is half through.

    :raises Refused: ``before_set_up`` or ``inside_decision``
    """
    decision = decision_at(line, version) if version >= SET_UP else None
    if decision is None or (decision.first_version == SET_UP and version < decision.last_version):
        raise before_set_up()
    if version < (end := end_of(line, decision)):
        raise Refused(
            "inside_decision",
            f"Version {version} is in the midst of a decision.",
            remedy=f"Choose version {decision.first_version - 1} before it or {end} after it.",
        )


def before_set_up() -> Refused:
    """The refusal to go on from a version at which the set-up is not done."""
    return Refused("before_set_up", "The game is not set up at that version.", remedy="Choose a later version.")


def _submitted(submission: Submission, attempt: Attempt) -> Decided:
    ensure_may_decide(submission.timeline.campaign, submission.actor, None)
    return again_while_free(submission, attempt)


def _last_move(position: Position) -> tuple[Move | None, Lineage | None]:
    """The last decision of the game in force; with the lineage, where that had to be read to find it."""
    timeline, version = position.timeline, position.version
    for _ in range(HOPS):
        move = newest_own_move(timeline.id, version)
        if move is None:
            break  # what is in force stands with an ancestor
        if move.rewinds_to is None:
            return move, None  # nothing was rewound since, so it is in force
        version = move.rewinds_to
    line = store.lineage(timeline.id, position.version)
    last = last_decision(line, version)
    return None if last is None else Move(last.first_version, last.actor), line


def _deciders(line: Lineage, version: int, to: int) -> Callable[[], set[str]]:
    """Whose decisions, in force at a version, a rewind to another one would set aside."""
    now, then = line.path(version), line.path(to)
    return lambda: actors_in(line, after(now, shared_until(now, then)))


def _commit(
    position: Position,
    actor: Actor,
    to: int,
    how: How,
    reason: str,
    key: str | None,
    line: Lineage | None,
    hash_there: bytes | None = None,
) -> Decided:
    event = Rewound(to=to, how=how, reason=optional(reason, LONGEST_REASON))
    state = state_at(position.timeline, to, position.game, hash_there, line)
    return commit(position, actor, f"{TABLE}.{how}", None, [event], after=state, key=key)
