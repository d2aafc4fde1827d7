"""The lines of an archive. ``docs/archive.md`` describes them for other programs."""

from __future__ import annotations

import datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct, json

FORMAT = 1
"""Raised with every change that an older program could not read."""
MOST_TIMELINES = 500
MOST_EVENTS = 300_000
MOST_BYTES = 1 << 30
"""Of the lines, unpacked."""
MOST_PACKED = 100_000_000
"""Of the file."""
LONGEST_LINE = 1 << 25

Name = Annotated[str, Meta(min_length=1, max_length=100)]
Short = Annotated[str, Meta(max_length=100)]
Id64 = Annotated[str, Meta(max_length=64)]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Version = Annotated[int, Meta(ge=0, le=2_000_000_000)]
Instant = Annotated[int, Meta(ge=0, le=1 << 62)]
"""Microseconds since 1970 in UTC."""
Moment = Annotated[datetime.datetime, Meta(tz=True)]


class Line(Struct, frozen=True, kw_only=True, tag_field="is", forbid_unknown_fields=True):
    """One line: a JSON object whose ``is`` says what it is."""


class Campaign(Line, frozen=True, tag="campaign"):
    """The first line.

    :param format: :data:`FORMAT` of the program that wrote it
    :param rules: version of the rules that made the states of the timelines
    :param main: the timeline that counts as the real story
    :param owner: the name by which its owner went
    :param people: the names by which its members went
    """

    format: int
    game: Annotated[str, Meta(max_length=50)]
    rules: Annotated[int, Meta(ge=0)]
    id: UUID
    name: Name
    main: UUID
    pack: Digest
    created_at: Moment
    strict_seats: bool
    undo_by: Annotated[str, Meta(max_length=10)]
    spectators: Annotated[str, Meta(max_length=10)]
    owner: Name
    people: list[Short]
    seats: list[Annotated[str, Meta(min_length=1, max_length=64)]]


class Pack(Line, frozen=True, tag="pack"):
    """Content that a timeline is or was played with.

    :param hash: SHA-256 of ``content``
    :param content: canonical JSON
    """

    hash: Digest
    content: str


class Timeline(Line, frozen=True, tag="timeline"):
    """A timeline. Its parent stands before it.

    :param packs: from which version on it is played with which content
    :param version: where it is, ``hash`` there
    :param state: SHA-256 of the position there, as deterministic JSON
    """

    id: UUID
    name: Name
    description: Annotated[str, Meta(max_length=2000)]
    colour: Annotated[int, Meta(ge=0, le=1000)]
    archived: bool
    created_at: Moment
    parent: UUID | None
    forked_at: Version
    half: Version
    packs: list[tuple[Version, Digest]]
    version: Version
    hash: Digest
    state: Digest


class Fact(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An event as it is stored."""

    type: Annotated[str, Meta(max_length=100)]
    shape: Annotated[int, Meta(ge=1, le=10_000)]
    payload: str
    hash: Digest


class Decision(Line, frozen=True, tag="decision"):
    """A decision with its events, as they are stored.

    :param first: the version of its first event
    :param at: when it was recorded
    """

    timeline: UUID
    first: Version
    id: UUID
    name: Short
    arguments: str
    chance: str
    actor: Id64
    alias: Short
    seat: Id64
    key: Short | None
    at: Instant
    digest: Digest
    events: Annotated[list[Fact], Meta(min_length=1)]


class End(Line, frozen=True, tag="end"):
    """The last line.

    :param sha256: over all lines before it, line feeds included
    """

    timelines: int
    decisions: int
    events: int
    sha256: Digest


Any = Campaign | Pack | Timeline | Decision | End
decoder = json.Decoder(Any)


class Refused(Exception):
    """An archive that cannot be taken in.

    :ivar line: where, from 1; 0: the file as a whole
    """

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"Line {line}: {sentence}" if line else sentence)
        self.line = line
        self.sentence = sentence
