"""What happens around the table: checkpoints, notes, sessions. Kept in the same feed, never taken back by a rewind."""

from __future__ import annotations

import datetime

from django.db.models import Q

from rules import games as shelf
from rules.kernel import Refused, TableEvent, event_name
from rules.kernel.table import (
    TABLE,
    CheckpointNamed,
    CheckpointRemoved,
    NoteRemoved,
    NoteWritten,
    ReactionGiven,
    ReactionRemoved,
    SessionClosed,
    SessionOpened,
)
from tracker.eventstore import store
from tracker.eventstore.lineage import Lineage, Range
from tracker.eventstore.models import StoredDecision, StoredEvent
from tracker.timelines.access import Actor, ensure_may_decide
from tracker.timelines.committing import Decided, arguments
from tracker.timelines.deciding import record
from tracker.timelines.decisions import decision_at, newest_in
from tracker.timelines.models import Timeline
from tracker.timelines.positions import ensure_version
from tracker.timelines.rewinding import ensure_whole
from tracker.timelines.texts import name_of, optional, passage, version_of

LONGEST_NOTE = 4000
LONGEST_SIGN = 16
SIGNS = ("👍", "❤️", "😂", "😮", "😢", "🎲")
"""What a decision can be answered with."""
SIGNING = (f"{TABLE}.react", f"{TABLE}.take_sign_back")


def name_checkpoint(timeline: Timeline, actor: Actor, version: int, name: str, *, key: str | None = None) -> Decided:
    """Give a version a name, or another one. The game can be put back to it, so it is not in the midst of a decision.

    :raises Refused: ``no_such_version``, ``before_set_up``, ``inside_decision``, ``name_required``, ``no_effect``
    """
    line, version = _line(timeline, actor, version), version_of(version)
    ensure_whole(line, version)
    name = name_of("A checkpoint", name)
    if _name_given(line, version) == name:
        raise Refused("no_effect", "It is called that already.")
    return record(timeline, actor, "name_checkpoint", [CheckpointNamed(version=version, name=name)], key=key)


def remove_checkpoint(timeline: Timeline, actor: Actor, version: int, *, key: str | None = None) -> Decided:
    """Take the name of a version off, also one that the game gave.

    :raises Refused: ``no_such_version``, or ``no_effect`` when it has none
    """
    line, version = _line(timeline, actor, version), version_of(version)
    given = _name_given(line, version)
    if given == "" or (given is None and not _is_landmark(timeline, decision_at(line, version), version)):
        raise Refused("no_effect", "That version has no name.")
    return record(timeline, actor, "remove_checkpoint", [CheckpointRemoved(version=version)], key=key)


def write_note(timeline: Timeline, actor: Actor, version: int, text: str, *, key: str | None = None) -> Decided:
    """Write a note on a version of the story.

    :raises Refused: ``no_such_version`` or ``text_required``
    """
    _line(timeline, actor, version)
    note = NoteWritten(version=version_of(version), text=passage(text, LONGEST_NOTE))
    return record(timeline, actor, "write_note", [note], key=key)


def remove_note(timeline: Timeline, actor: Actor, note: int, *, key: str | None = None) -> Decided:
    """Take a note off: its writer may, and the owner. ``note`` is the version at which it was written.

    :raises Refused: ``no_such_version``, ``no_such_note``, ``not_your_note``, ``no_effect``
    """
    line, note = _line(timeline, actor, note), version_of(note)
    written = decision_at(line, note)
    if written is None or written.name != f"{TABLE}.write_note":
        raise Refused("no_such_note", f"No note was written at version {note}.")
    if not actor.is_owner and written.actor != actor.user_id:
        raise Refused("not_your_note", "Only who wrote a note takes it off, or the owner of the campaign.")
    if any(isinstance(event, NoteRemoved) and event.note == note for event in _told(line, NoteRemoved)):
        raise Refused("no_effect", "The note was taken off already.")
    return record(timeline, actor, "remove_note", [NoteRemoved(note=note)], key=key)


def react(timeline: Timeline, actor: Actor, version: int, sign: str, *, key: str | None = None) -> Decided:
    """Answer a version of the story with one sign. Each member gives a sign to a version once.

    :raises Refused: ``no_such_version``, ``text_required``, or ``no_effect`` when they gave it before
    """
    line, version, sign = _line(timeline, actor, version), version_of(version), passage(sign, LONGEST_SIGN)
    if _sign_stands(line, actor, version, sign):
        raise Refused("no_effect", "You gave that sign already.")
    return record(timeline, actor, "react", [ReactionGiven(version=version, sign=sign)], key=key)


def take_sign_back(timeline: Timeline, actor: Actor, version: int, sign: str, *, key: str | None = None) -> Decided:
    """Take one's own sign on a version back.

    :raises Refused: ``no_such_version``, ``text_required``, or ``no_effect`` when it was not given
    """
    line, version, sign = _line(timeline, actor, version), version_of(version), passage(sign, LONGEST_SIGN)
    if not _sign_stands(line, actor, version, sign):
        raise Refused("no_effect", "You did not give that sign.")
    return record(timeline, actor, "take_sign_back", [ReactionRemoved(version=version, sign=sign)], key=key)


def open_session(
    timeline: Timeline, actor: Actor, number: int, day: datetime.date, title: str = "", *, key: str | None = None
) -> Decided:
    """Say that the group sits down to play.

    :param day: the day as the group entered it
    :raises Refused: ``session_open`` when the last one was not closed, ``no_such_session`` for a number below 1
    """
    ensure_may_decide(timeline.campaign, actor, None)
    if number < 1:
        raise Refused("no_such_session", "Sessions are counted from 1.")
    going_on = _session(store.lineage(timeline.id))
    if going_on is not None:
        raise Refused("session_open", f"Session {going_on} is still going on.", remedy="Close it first.")
    event = SessionOpened(number=number, date=day.isoformat(), title=optional(title, 100))
    return record(timeline, actor, "open_session", [event], key=key)


def close_session(timeline: Timeline, actor: Actor, number: int, *, key: str | None = None) -> Decided:
    """Say that the session is over.

    :raises Refused: ``no_such_session`` when it is not going on
    """
    ensure_may_decide(timeline.campaign, actor, None)
    if _session(store.lineage(timeline.id)) != number:
        raise Refused("no_such_session", f"Session {number} is not going on.")
    return record(timeline, actor, "close_session", [SessionClosed(number=number)], key=key)


def _line(timeline: Timeline, actor: Actor, version: object) -> Lineage:
    """The timeline, after a look whether somebody may say something about one of its versions."""
    ensure_may_decide(timeline.campaign, actor, None)
    line = store.lineage(timeline.id)
    ensure_version(version, line.version, first=1)
    return line


def _name_given(line: Lineage, version: int) -> str | None:
    """The name that people gave a version last: empty when they took it off, ``None`` when they never gave one."""
    name = None
    for event in _told(line, CheckpointNamed, CheckpointRemoved):
        if isinstance(event, CheckpointNamed) and event.version == version:
            name = event.name
        if isinstance(event, CheckpointRemoved) and event.version == version:
            name = ""
    return name


def _is_landmark(timeline: Timeline, decision: StoredDecision | None, version: int) -> bool:
    """Whether the game itself made a version a checkpoint."""
    if decision is None or decision.last_version != version:
        return False
    game = shelf.game(timeline.campaign.game)
    landmarks = [game.landmark(event) for event in Decided.before(decision).events]
    return any(landmark is not None and landmark.checkpoint for landmark in landmarks)


def _sign_stands(line: Lineage, actor: Actor, version: int, sign: str) -> bool:
    """Whether somebody gave a sign to a version and did not take it back."""
    given = [ReactionGiven(version=version, sign=sign)]
    about = Q(arguments__in=[arguments(given), arguments([ReactionRemoved(version=version, sign=sign)])])
    last = newest_in(line, [Range(0, line.version)], about & Q(actor=actor.user_id, name__in=SIGNING))
    return last is not None and bytes(last.arguments) == arguments(given)


def _session(line: Lineage) -> int | None:
    """The number of the session that is going on."""
    number = None
    for event in _told(line, SessionOpened, SessionClosed):
        number = event.number if isinstance(event, SessionOpened) else None
    return number


def _told(line: Lineage, *kinds: type[TableEvent]) -> list[TableEvent]:
    """The events of some kinds along a lineage, oldest first, whether rewinds came after them or not."""
    types = [f"{TABLE}.{event_name(kind)}" for kind in kinds]
    events: list[TableEvent] = []
    for timeline_id, low, high in line.stored([Range(0, line.version)]):
        rows = StoredEvent.objects.filter(
            timeline_id=timeline_id, version__gt=low, version__lte=high, type__in=types
        ).order_by("version")
        events += [store.codec.decode(row.type, row.shape, bytes(row.payload)) for row in rows]  # type: ignore[misc]
    return events
