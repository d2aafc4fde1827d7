"""Campaigns of the tiny game with long histories, made quickly."""

from __future__ import annotations

from uuid import uuid4

import msgspec
from django.contrib.auth.models import User

import rules.games
from rules.kernel import Event
from tests.rules.kernel.tiny import GAME, WalkerNamed
from tests.tracker.timelines.tables import Table
from tracker.eventstore import codec, store
from tracker.timelines.positions import at_head, encoded


def prepare() -> User:
    """The tiny game beside the real ones, and somebody who plays."""
    known = {**rules.games.games(), GAME.key: GAME}
    rules.games.games = lambda: known  # type: ignore[assignment]
    codec.register(GAME.key, GAME.event_kinds, GAME.upcasts)
    return User.objects.get_or_create(username="bench")[0]


def table_of(user: User, events: int) -> Table:
    """A timeline with so many events in its history: a few are played, the rest come in decisions of fifty."""
    table = Table.opened(user)
    while table.version < events:
        grow(table, min(50, events - table.version))
    return table


def grow(table: Table, count: int) -> None:
    """One decision with so many events."""
    position = at_head(table.timeline)
    at = position.version
    facts: list[Event] = [WalkerNamed(player="p1", name=f"Fern {at + n}") for n in range(count)]
    data = msgspec.json.encode({"do": "name_walker", "name": "Fern"})
    store.append(
        store.Commit(
            campaign_id=table.timeline.campaign_id, timeline_id=table.timeline.id, expected=at,
            previous=position.head.hash, name_space=GAME.key,
            decision=store.NewDecision(uuid4(), "tiny.name_walker", data, b"[]", "1", "bench", "p1", None),
            events=facts, state=encoded(GAME.fold(facts, position.state)), rules_version=GAME.version,
            keep_snapshot=(at + count) // 100 > at // 100,
        )
    )  # fmt: skip
