"""Facts that every game shares: corrections, and what happens around the table.

:class:`ValueCorrected` belongs to the game's position and can be undone. The table events are kept in the same feed,
but folding passes over them and no rewind takes them back: nobody is un-invited because a battle was undone.
"""

from __future__ import annotations

from typing import Any, Literal

from rules.kernel.messages import Decision, Event, TableEvent

TABLE = "table"
"""Name space of the shared events and decisions, where a game's own stand under the game's key."""


class ValueCorrected(Event, frozen=True):
    """A tracked value was set right, in the open: at a real table people mis-track.

    :param path: steps into the state, ``("players", "p1", "hand")``
    :param was: the value before, as plain data
    :param now: the value after
    """

    path: tuple[str, ...]
    was: Any
    now: Any
    reason: str


class CorrectValue(Decision, frozen=True):
    """Set a tracked value right."""

    path: tuple[str, ...]
    value: Any
    reason: str


class Rewound(TableEvent, frozen=True):
    """The game is again where it was at a version: undo, redo, or a checkpoint restored.

    :param to: the version whose state holds again
    :param how: ``undo``, ``redo`` or ``rewind``
    """

    to: int
    how: Literal["undo", "redo", "rewind"] = "rewind"
    reason: str = ""


class CheckpointNamed(TableEvent, frozen=True):
    """A version received a name."""

    version: int
    name: str


class CheckpointRemoved(TableEvent, frozen=True):
    """The name of a version was taken off."""

    version: int


class SessionOpened(TableEvent, frozen=True):
    """The group sat down to play.

    :param date: the day as the group entered it, ``2026-11-30``; no time zone touches it
    """

    number: int
    date: str
    title: str = ""


class SessionClosed(TableEvent, frozen=True):
    """The session ended."""

    number: int


class NoteWritten(TableEvent, frozen=True):
    """A note on a version of the story."""

    version: int
    text: str


class NoteRemoved(TableEvent, frozen=True):
    """A note was taken off. ``note`` is the version at which it was written."""

    note: int


class ReactionGiven(TableEvent, frozen=True):
    """A one-sign answer to a version of the story."""

    version: int
    sign: str


class ReactionRemoved(TableEvent, frozen=True):
    """Somebody took their sign on a version back."""

    version: int
    sign: str


class MemberJoined(TableEvent, frozen=True):
    """Somebody joined the campaign. Members are known here by the name they go by at this table."""

    member: str
    role: str


class MemberLeft(TableEvent, frozen=True):
    """Somebody left the campaign."""

    member: str


class SeatTaken(TableEvent, frozen=True):
    """A member plays a seat."""

    seat: str
    member: str


class SeatFreed(TableEvent, frozen=True):
    """Nobody plays the seat any more."""

    seat: str
    member: str


class SettingChanged(TableEvent, frozen=True):
    """A setting of the campaign was changed."""

    name: str
    was: str
    now: str


class PackChanged(TableEvent, frozen=True):
    """From here on the campaign is played with another version of its content."""

    was: str
    now: str


TABLE_EVENTS: tuple[type[Event], ...] = (
    ValueCorrected,
    Rewound,
    CheckpointNamed,
    CheckpointRemoved,
    SessionOpened,
    SessionClosed,
    NoteWritten,
    NoteRemoved,
    ReactionGiven,
    ReactionRemoved,
    MemberJoined,
    MemberLeft,
    SeatTaken,
    SeatFreed,
    SettingChanged,
    PackChanged,
)
"""Every event of the name space :data:`TABLE`."""
