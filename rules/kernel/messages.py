"""The base classes of everything that is stored: decisions, events and states.

All three are frozen ``msgspec`` structs. A subclass repeats ``frozen=True`` (type checkers ask for it) and lists its
fields. A field whose name is a Python keyword carries a trailing underscore (``def_``), which data do not show.
Constructors do not validate; decoding does (:meth:`rules.kernel.game.Game.decision`, the event codec of the store).
"""

from __future__ import annotations

import re

import msgspec


def snake(name: str) -> str:
    """The decision name of a class: ``DrawInvader`` becomes ``draw_invader``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def without_underscore(name: str) -> str:
    """A field's name as data show it: ``def`` for ``def_``."""
    return name.rstrip("_")


class Message(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename=without_underscore, gc=False
):
    """What decisions and events have in common: keyword fields, nothing unknown. Immutable values cannot refer to
    themselves, so the garbage collector need not search them."""


class Decision(Message, frozen=True, tag_field="do", tag=snake):
    """What a player chooses, in the imperative. In data the key ``do`` names it: ``{"do": "move", "to": "g3"}``."""


class Event(Message, frozen=True, tag_field="event", tag=True):
    """A fact, in the past tense. It carries every number that :meth:`Game.evolve` needs, so that history stays true
    when packs or rulings change later. In data the key ``event`` names it."""


class TableEvent(Event, frozen=True):
    """A fact about the table around the game (members, seats, sessions, notes, rewinds), never about the game's
    position: folding passes over it and a rewind does not take it back."""


class State(msgspec.Struct, frozen=True, kw_only=True, rename=without_underscore):
    """A game's whole position. Holds tuples, strings, numbers and string-keyed mappings; a change returns a new state
    that shares what stayed the same. Mappings are typed ``Mapping`` and never written to in place."""


def decision_name(kind: type[Decision]) -> str:
    """The stable name of a decision type, as it stands under ``do``."""
    return str(kind.__struct_config__.tag)


def event_name(kind: type[Event]) -> str:
    """The stable name of an event type, as it stands under ``event``."""
    return str(kind.__struct_config__.tag)
