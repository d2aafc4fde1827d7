"""Timelines to write in, for the tests of the store."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from django.db import connection

from rules.kernel.messages import Event, event_name
from rules.kernel.table import TABLE, TABLE_EVENTS, Rewound
from tests.rules.kernel.tiny import GAME, WalkerNamed
from tracker.eventstore import codec, store
from tracker.eventstore.feed import feed


def register() -> None:
    """Make the name spaces known that the stories are written in."""
    codec.register(TABLE, TABLE_EVENTS, {})
    codec.register(GAME.key, GAME.event_kinds, GAME.upcasts)


def named(name: str = "Fern") -> Event:
    """A small fact."""
    return WalkerNamed(player="p1", name=name)


@dataclass(frozen=True)
class Story:
    """A timeline, and the short way to write in it."""

    campaign: UUID = field(default_factory=uuid4)
    timeline: UUID = field(default_factory=uuid4)

    @classmethod
    def opened(cls) -> Story:
        """An empty timeline of a new campaign."""
        story = cls()
        store.open_stream(story.campaign, story.timeline)
        return story

    @property
    def head(self) -> store.Head:
        """Where it stands."""
        return store.head(self.timeline)

    def commit(self, *events: Event, expected: int | None = None, key: str | None = None, **other: Any) -> store.Commit:
        """A decision on the head, not yet appended."""
        head = self.head
        decision = store.NewDecision(uuid4(), "tiny.test", b'{"do":"test"}', b"[]", "7", "Ada", "p1", key)
        other.setdefault("state", b"{}")
        return store.Commit(
            campaign_id=self.campaign,
            timeline_id=self.timeline,
            expected=head.version if expected is None else expected,
            previous=head.hash,
            name_space="tiny",
            decision=decision,
            events=events,
            **other,
        )

    def decide(self, *events: Event, **other: Any) -> store.Commit:
        """Append a decision on the head."""
        commit = self.commit(*(events or (named(),)), **other)
        store.append(commit)
        return commit

    def rewind(self, to: int) -> None:
        """Append a rewind."""
        self.decide(Rewound(to=to))

    def fork(self, version: int) -> Story:
        """A timeline that goes on from a version."""
        made = Story(self.campaign)
        line = store.lineage(self.timeline, version)
        store.open_fork(self.head, made.timeline, version, store.hash_at(line, version), b"{}")
        return made

    def stored(self, version: int = store.LATEST) -> list[store.Recorded]:
        """All its events up to a version, ancestors' included."""
        return list(store.read(store.lineage(self.timeline, version).segments))

    def names(self, version: int = store.LATEST) -> list[str]:
        """What :func:`named` named, in force at a version."""
        line = store.lineage(self.timeline, version)
        return names_of(list(store.read(line.stored(line.path(line.version)))))


def all_after(position: int = 0, limit: int = 500) -> list[store.Recorded]:
    """What a reader across timelines finds after a position, page by page."""
    settle()
    found: list[store.Recorded] = []
    while page := feed(found[-1].position if found else position, limit):
        found += page
    return found


def settle() -> None:
    """Wait until nobody on the server, in whatever database, writes any more who began before now."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint")
        now = cursor.fetchone()[0]
        for _ in range(3000):
            cursor.execute("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
            if cursor.fetchone()[0] >= now:
                return
            time.sleep(0.02)
    raise TimeoutError("another transaction on this server keeps writing")


def names_of(events: Sequence[store.Recorded]) -> list[str]:
    """What :func:`named` named in some events."""
    return [str(getattr(row.event(), "name", event_name(type(row.event())))) for row in events]
