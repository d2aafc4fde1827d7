"""What happens around the table: checkpoints, notes, sessions. Kept in the same feed, never taken back by a rewind."""

from __future__ import annotations

import datetime

from rules.kernel import Refused
from rules.kernel.table import (
    CheckpointNamed,
    CheckpointRemoved,
    NoteRemoved,
    NoteWritten,
    ReactionGiven,
    SessionClosed,
    SessionOpened,
)
from tracker.eventstore import store
from tracker.timelines.access import Actor, ensure_may_decide
from tracker.timelines.deciding import Decided, record
from tracker.timelines.models import Timeline
from tracker.timelines.positions import no_such_version

LONGEST_NOTE = 4000


def name_checkpoint(timeline: Timeline, actor: Actor, version: int, name: str, *, key: str | None = None) -> Decided:
    """Give a version a name, or another one.

    :raises Refused: ``no_such_version`` or ``name_required``
    """
    _ensure_version(timeline, actor, version)
    return record(
        timeline, actor, "name_checkpoint", [CheckpointNamed(version=version, name=_text(name, 100))], key=key
    )


def remove_checkpoint(timeline: Timeline, actor: Actor, version: int, *, key: str | None = None) -> Decided:
    """Take the name of a version off.

    :raises Refused: ``no_such_version``
    """
    _ensure_version(timeline, actor, version)
    return record(timeline, actor, "remove_checkpoint", [CheckpointRemoved(version=version)], key=key)


def write_note(timeline: Timeline, actor: Actor, version: int, text: str, *, key: str | None = None) -> Decided:
    """Write a note on a version of the story.

    :raises Refused: ``no_such_version`` or ``name_required``
    """
    _ensure_version(timeline, actor, version)
    return record(
        timeline, actor, "write_note", [NoteWritten(version=version, text=_text(text, LONGEST_NOTE))], key=key
    )


def remove_note(timeline: Timeline, actor: Actor, note: int, *, key: str | None = None) -> Decided:
    """Take a note off. ``note`` is the version at which it was written.

    :raises Refused: ``no_such_version``
    """
    _ensure_version(timeline, actor, note)
    return record(timeline, actor, "remove_note", [NoteRemoved(note=note)], key=key)


def react(timeline: Timeline, actor: Actor, version: int, sign: str, *, key: str | None = None) -> Decided:
    """Answer a version of the story with one sign.

    :raises Refused: ``no_such_version`` or ``name_required``
    """
    _ensure_version(timeline, actor, version)
    return record(timeline, actor, "react", [ReactionGiven(version=version, sign=_text(sign, 16))], key=key)


def open_session(
    timeline: Timeline, actor: Actor, number: int, day: datetime.date, title: str = "", *, key: str | None = None
) -> Decided:
    """Say that the group sits down to play.

    :param day: the day as the group entered it
    """
    ensure_may_decide(timeline.campaign, actor, None)
    event = SessionOpened(number=number, date=day.isoformat(), title=title.strip()[:100])
    return record(timeline, actor, "open_session", [event], key=key)


def close_session(timeline: Timeline, actor: Actor, number: int, *, key: str | None = None) -> Decided:
    """Say that the session is over."""
    ensure_may_decide(timeline.campaign, actor, None)
    return record(timeline, actor, "close_session", [SessionClosed(number=number)], key=key)


def _ensure_version(timeline: Timeline, actor: Actor, version: int) -> None:
    ensure_may_decide(timeline.campaign, actor, None)
    newest = store.head(timeline.id).version
    if not 1 <= version <= newest:
        raise no_such_version(version, newest)


def _text(text: str, longest: int) -> str:
    text = text.strip()
    if not text or len(text) > longest:
        raise Refused("name_required", f"Write 1 to {longest} characters.")
    return text
