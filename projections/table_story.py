"""What happens around the table, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from projections.views import Moment
from rules.kernel import Event, seat_words
from rules.kernel import table as t
from tracker.timelines.sittings import Sitting


def table_sentence(moment: Moment) -> str:
    """One sentence for a decision about the table."""
    who = moment.alias or "Somebody"
    return " ".join(_SAID[type(event)](who, event) for _, event in moment.events if type(event) in _SAID)


def table_facts(moment: Moment) -> tuple[str, ...]:
    """The facts about the table that came with a decision, the sentence's own left out."""
    if moment.name.startswith(f"{t.TABLE}.") or moment.kinds.isdisjoint(_SAID):
        return ()
    said = (_SAID[type(event)](moment.alias or "Somebody", event) for _, event in moment.events if type(event) in _SAID)
    return tuple(said)


def _rewound(who: str, event: t.Rewound) -> str:
    deeds = {"undo": "took back the last decision", "redo": "brought back what was undone"}
    deed = deeds.get(event.how, "put the game back")
    reason = f" {event.reason}" if event.reason else ""
    return f"{who} {deed}: the game is again where it was at version {event.to}.{reason}"


def session_name(session: t.SessionOpened | Sitting) -> str:
    """What a session is called."""
    title = f" “{session.title}”" if session.title else ""
    return f"Session {session.number}{title}"


def _session_opened(who: str, event: t.SessionOpened) -> str:
    return f"{session_name(event)} began on {event.date}."


def _setting_changed(who: str, event: t.SettingChanged) -> str:
    told = {
        "main_timeline": f"made “{event.now}” the main timeline (it was “{event.was}”)",
        "timeline_name": f"named the timeline “{event.now}” (it was “{event.was}”)",
        "timeline_description": f"described the timeline: {event.now or 'nothing'}",
        "timeline_archived": "archived the timeline" if event.now == "yes" else "brought the timeline back",
        "undo_by": f"decided who takes decisions back: {event.now} (was {event.was})",
    }
    words = told.get(event.name, f"set {event.name.replace('_', ' ')} to {event.now} (was {event.was})")
    return f"{who} {words}."


def _pack_changed(who: str, event: t.PackChanged) -> str:
    return f"The campaign is played with content {event.now[:10]}."


_SAID: Mapping[type[Event], Callable[[str, Any], str]] = {
    t.Rewound: _rewound,
    t.CheckpointNamed: lambda who, e: f"{who} named version {e.version} “{e.name}”.",
    t.CheckpointRemoved: lambda who, e: f"{who} took the name of version {e.version} off.",
    t.SessionOpened: _session_opened,
    t.SessionClosed: lambda who, e: f"Session {e.number} ended.",
    t.NoteWritten: lambda who, e: f"{who} noted on version {e.version}: {e.text}",
    t.NoteRemoved: lambda who, e: f"{who} took a note off.",
    t.ReactionGiven: lambda who, e: f"{who} answered version {e.version} with {e.sign}.",
    t.ReactionRemoved: lambda who, e: f"{who} took {e.sign} on version {e.version} back.",
    t.MemberJoined: lambda who, e: f"{e.member} joined as {e.role}.",
    t.MemberLeft: lambda who, e: f"{e.member} left the campaign.",
    t.SeatTaken: lambda who, e: f"{e.member} plays {seat_words(e.seat)}.",
    t.SeatFreed: lambda who, e: f"{e.member} gave up {seat_words(e.seat)}.",
    t.SettingChanged: _setting_changed,
    t.PackChanged: _pack_changed,
}
