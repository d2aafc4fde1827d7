"""Undo, redo, rewind: appended facts that say "the game is again where it was". Nothing is ever deleted."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel import Refused
from rules.kernel.table import TABLE, Rewound
from tracker.eventstore import store
from tracker.eventstore.lineage import Lineage, Range, in_force
from tracker.eventstore.models import StoredDecision
from tracker.timelines.access import Actor, ensure_may_rewind
from tracker.timelines.deciding import Decided, again_while_free, commit
from tracker.timelines.models import Timeline
from tracker.timelines.positions import Position, no_such_version, state_on


def undo(timeline: Timeline, actor: Actor, *, expected: int, key: str | None = None, reason: str = "") -> Decided:
    """Take back the last decision in force, whole.

    :raises Refused: ``nothing_to_undo`` when only the set-up is left
    """

    def attempt(position: Position) -> Decided:
        line = store.lineage(timeline.id, position.version)
        last = last_decision(line, position.version)
        if last is None or last.first_version == set_up_version(line):
            raise Refused("nothing_to_undo", "There is no decision left to take back.")
        return _rewind(position, actor, line, last.first_version - 1, "undo", reason, key)

    return again_while_free(timeline, expected, key, attempt)


def redo(timeline: Timeline, actor: Actor, *, expected: int, key: str | None = None, reason: str = "") -> Decided:
    """Bring back what the last undo set aside.

    :raises Refused: ``nothing_to_redo`` when a decision was taken since, or nothing was undone
    """

    def attempt(position: Position) -> Decided:
        line = store.lineage(timeline.id, position.version)
        target = redo_target(line, position.version)
        if target is None:
            raise Refused("nothing_to_redo", "Nothing is set aside that could simply be brought back.")
        return _rewind(position, actor, line, target, "redo", reason, key)

    return again_while_free(timeline, expected, key, attempt)


def rewind(
    timeline: Timeline, actor: Actor, to: int, *, expected: int, key: str | None = None, reason: str = ""
) -> Decided:
    """Put the game back to any version of this timeline, also to one that is set aside.

    :raises Refused: ``no_such_version``, ``before_set_up``, or ``no_effect`` when the game is there already
    """

    def attempt(position: Position) -> Decided:
        line = store.lineage(timeline.id, position.version)
        if not 0 <= to <= position.version:
            raise no_such_version(to, position.version)
        if to < set_up_end(line):
            raise Refused(
                "before_set_up", "The game cannot be put back to before its set-up.", remedy="Start a campaign."
            )
        return _rewind(position, actor, line, to, "rewind", reason, key)

    return again_while_free(timeline, expected, key, attempt)


def last_decision(line: Lineage, version: int) -> StoredDecision | None:
    """The last decision of the game that is in force at a version."""
    for timeline_id, low, high in reversed(line.stored(line.path(version))):
        found = (
            StoredDecision.objects.filter(timeline_id=timeline_id, first_version__gt=low, first_version__lte=high)
            .exclude(name__startswith=f"{TABLE}.")
            .order_by("-first_version")
            .first()
        )
        if found:
            return found
    return None


def redo_target(line: Lineage, version: int) -> int | None:
    """The version that a redo would bring back, or ``None``.

    A redo undoes the undo before it; after several undos each redo brings back one more. Any decision of the game ends
    this: what was set aside stays listed and can be restored by a rewind.
    """
    while True:
        at, to = next((rewind for rewind in reversed(line.rewinds) if rewind[0] <= version), (0, 0))
        if at == 0 or _decisions(line, [Range(at, version)]):
            return None
        if _how(line, at) != "redo":
            return at - 1
        version = to


def set_up_version(line: Lineage) -> int:
    """The first version of the set-up, which cannot be undone."""
    return _set_up(line).first_version


def set_up_end(line: Lineage) -> int:
    """The last version of the set-up."""
    return _set_up(line).last_version


def _set_up(line: Lineage) -> StoredDecision:
    return StoredDecision.objects.filter(timeline_id=line.segments[0].timeline_id).order_by("first_version")[0]


def set_aside_by(line: Lineage, version: int, to: int) -> list[StoredDecision]:
    """The decisions of the game in force at a version that a rewind to another would set aside, oldest first."""
    kept = line.path(to)
    return [row for row in _decisions(line, line.path(version)) if not in_force(kept, row.first_version)]


def _rewind(
    position: Position, actor: Actor, line: Lineage, to: int, how: str, reason: str, key: str | None
) -> Decided:
    if last_decision(line, to) == last_decision(line, position.version):
        raise Refused("no_effect", "The game is there already.")
    taken_back = set_aside_by(line, position.version, to)
    ensure_may_rewind(position.timeline.campaign, actor, {decision.actor for decision in taken_back})
    before = state_on(line, to, position.game)
    event = Rewound(to=to, how=how, reason=reason)  # type: ignore[arg-type]
    return commit(position, actor, f"{TABLE}.{how}", None, [event], after=before, key=key)


def _decisions(line: Lineage, ranges: Sequence[Range]) -> list[StoredDecision]:
    """The decisions of the game within some ranges, oldest first."""
    found: list[StoredDecision] = []
    for timeline_id, low, high in line.stored(ranges):
        rows = StoredDecision.objects.filter(timeline_id=timeline_id, first_version__gt=low, first_version__lte=high)
        found += rows.exclude(name__startswith=f"{TABLE}.").order_by("first_version")
    return found


def _how(line: Lineage, version: int) -> str:
    """Which kind of rewind stands at a version: ``undo``, ``redo`` or ``rewind``."""
    row = StoredDecision.objects.get(timeline_id=line.home(version), first_version=version)
    return row.name.removeprefix(f"{TABLE}.")
