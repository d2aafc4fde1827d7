"""Taking decisions: judged on the newest version, stored once, whatever is sent twice or at the same time."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from rules.games import game as game_of
from rules.kernel import Chance, Decision, Refused, Rolled, TableEvent, decision_name, event_name
from rules.kernel.table import TABLE, TABLE_EVENTS, PackChanged, Rewound
from tracker.eventstore import store
from tracker.eventstore.models import StoredDecision, StoredEvent
from tracker.timelines.access import Actor, ensure_may_decide
from tracker.timelines.committing import Decided, arguments, commit, together
from tracker.timelines.decisions import decisions_in
from tracker.timelines.models import Timeline
from tracker.timelines.positions import Position, at_head, ensure_version
from tracker.timelines.texts import key_of

ATTEMPTS = 30
"""How often something is tried again when notes and the like came between."""
LISTED = 50
"""How many of the decisions that came between are told at most."""

Attempt = Callable[[Position], Decided]


class Behind(Exception):
    """The timeline went on since the version that somebody decided on.

    :ivar expected: that version
    :ivar version: where the timeline is now
    :ivar since: the decisions taken in between, oldest first; of many the newest :data:`LISTED`
    """

    def __init__(self, expected: int, version: int, since: Sequence[StoredDecision]) -> None:
        super().__init__(f"version {expected} was expected, the timeline is at {version}")
        self.expected = expected
        self.version = version
        self.since = tuple(since)


@dataclass(frozen=True)
class Submission:
    """Something that somebody sent, once or several times.

    :param expected: the version that the sender saw
    :param name: what it is: ``fantasy_defense.deploy``, ``table.undo``
    :param key: the same for the same submission; ``None``: each is one of its own
    :param arguments: what was decided, where the key alone does not tell
    """

    timeline: Timeline
    actor: Actor
    expected: int
    name: str
    key: str | None
    arguments: bytes | None = None

    def first_answer(self) -> Decided | None:
        """What was answered when it was sent before, if it was."""
        stored = store.decision_of_key(self.timeline.campaign_id, self.key)
        return Decided.before(stored) if stored and self._is(stored) else None

    def answer_to(self, stored: StoredDecision) -> Decided:
        """What was answered when it was sent before.

        :param stored: the decision stored under its key
        :raises Refused: ``key_used`` when that is another one
        """
        if not self._is(stored):
            raise Refused("key_used", "Another decision was sent with the same key.", remedy="Load the page anew.")
        return Decided.before(stored)

    def _is(self, stored: StoredDecision) -> bool:
        same = (self.timeline.id, self.actor.user_id, self.name)
        if (stored.timeline_id, stored.actor, stored.name) != same:
            return False
        return self.arguments is None or bytes(stored.arguments) == self.arguments


def decide(
    timeline: Timeline,
    actor: Actor,
    data: Mapping[str, Any] | Decision,
    *,
    expected: int,
    chance: Callable[[], Chance] = Rolled,
    key: str | None = None,
) -> Decided:
    """Take a decision of the game.

    :param data: the decision, or its plain data with ``do``
    :param expected: the version that the decider saw
    :param chance: makes what answers luck; asked again when the decision has to be tried again
    :param key: makes a repeated submission the same decision
    :raises Refused: when the rules, the seat or the role do not allow it
    :raises Behind: when the game went on in the meantime
    """
    game = game_of(timeline.campaign.game)
    decision = data if isinstance(data, Decision) else game.decision(data)
    name = f"{game.key}.{decision_name(type(decision))}"

    def attempt(position: Position) -> Decided:
        seat = game.seat_of(position.state, decision)
        ensure_may_decide(timeline.campaign, actor, seat)
        luck = chance()
        events = game.decide(position.state, decision, position.pack, luck)
        return commit(position, actor, name, decision, events, answers=luck.answers, seat=seat or "", key=key)

    return again_while_free(Submission(timeline, actor, expected, name, key, arguments(decision)), attempt)


def record(
    timeline: Timeline,
    actor: Actor,
    name: str,
    events: Sequence[TableEvent],
    *,
    key: str | None = None,
    also: Callable[[], object] | None = None,
) -> Decided:
    """Record what happened around the table: it commutes with the game, so nobody is ever behind.

    :param name: what was done, ``name_checkpoint``
    :param also: writes rows that go with it, in the same transaction; what it raises undoes both
    :raises Refused: ``busy`` when the timeline goes on faster than it can be written to
    """
    stored_name = f"{TABLE}.{name}"
    submission = Submission(timeline, actor, 0, stored_name, key_of(key))
    for _ in _attempts():
        try:
            with together() if also else nullcontext():
                position = at_head(timeline)
                timeline.refresh_from_db(fields=["packs"])
                decided = commit(position, actor, stored_name, None, events, key=key)
                if also:
                    also()
                return decided
        except store.Conflict:
            continue
        except store.KeyTaken as taken:
            return submission.answer_to(taken.decision)
    raise _busy()


def again_while_free(submission: Submission, attempt: Attempt) -> Decided:
    """Try something on the newest version, as long as the game has not gone on since the one that its sender saw.
    Sent again it gets its first answer, also when the game went on or would refuse it by now.

    :raises Refused: ``timeline_archived``, what ``attempt`` refuses with, when there is no such version, when the key
        belongs to something else
    :raises Behind: when the game went on
    """
    key_of(submission.key)
    try:
        return _tried(submission, attempt)
    except (Refused, Behind):
        first = submission.first_answer()
        if first is None:
            raise
        return first
    except store.KeyTaken as taken:
        return submission.answer_to(taken.decision)


def _tried(submission: Submission, attempt: Attempt) -> Decided:
    if submission.timeline.archived:
        raise Refused(
            "timeline_archived",
            f"“{submission.timeline.name}” is archived: it is looked at, not played on.",
            remedy="Bring it back on the page of the timelines.",
        )
    for _ in _attempts():
        position = at_head(submission.timeline)
        _ensure_free(submission, position.version)
        try:
            return attempt(position)
        except store.Conflict:
            continue
    raise _busy()


def _ensure_free(submission: Submission, version: int) -> None:
    """Check that nothing but table talk came after the version that the sender saw."""
    expected = ensure_version(submission.expected, version)
    timeline = submission.timeline
    if expected == version:
        return
    if expected < timeline.forked_at or _game_went_on(timeline, expected):
        line = store.lineage(timeline.id, version)
        raise Behind(expected, version, decisions_in(line, expected, version, newest=LISTED))


def _game_went_on(timeline: Timeline, since: int) -> bool:
    events = StoredEvent.objects.filter(timeline_id=timeline.id, version__gt=since)
    return events.exclude(type__in=_TABLE_TALK).exists()


_TABLE_TALK = [
    f"{TABLE}.{event_name(kind)}"
    for kind in TABLE_EVENTS
    if issubclass(kind, TableEvent) and kind not in (Rewound, PackChanged)
]
"""Events that do not touch the game: whoever decides need not know of them."""


def _attempts() -> Iterator[int]:
    """Tries, with growing pauses of random length between them."""
    for number in range(ATTEMPTS):
        if number:
            time.sleep(random.uniform(0, 0.001 * min(number, 10)))  # noqa: S311 (jitter)
        yield number


def _busy() -> Refused:
    return Refused("busy", "The timeline is very busy just now.", remedy="Try again.")
