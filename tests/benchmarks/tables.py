"""Campaigns of the tiny game with long histories, made quickly, and what is done on them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from uuid import uuid4

import msgspec
from django.contrib.auth.models import User

import rules.games
from projections.rebuilding import rebuild
from rules.kernel import Event
from tests.rules.kernel.tiny import GAME, WalkerNamed
from tests.tracker.timelines.tables import Table
from tracker.eventstore import codec, store
from tracker.eventstore.models import Stream
from tracker.timelines import deciding, rewinding
from tracker.timelines.forking import fork
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head, encoded

_numbers = count(1)


def prepare() -> User:
    """The tiny game beside the real ones, and somebody who plays."""
    known = {**rules.games.games(), GAME.key: GAME}
    rules.games.games = lambda: known  # type: ignore[assignment]
    codec.register(GAME.key, GAME.event_kinds, GAME.upcasts)
    return User.objects.get_or_create(username="bench")[0]


def table_of(user: User, events: int, at_once: int = 50) -> Table:
    """A timeline with so many events in its history: a few are played, the rest come in decisions of fifty.

    :param at_once: or of so many
    """
    table = Table.opened(user)
    at = table.version
    while at < events:
        at = grow(table, min(at_once, events - at))
    return table


def grow(table: Table, events: int) -> int:
    """One decision with so many events; the version afterwards."""
    position = at_head(table.timeline)
    at = position.version
    facts: list[Event] = [WalkerNamed(player="p1", name=f"Fern {at + n}") for n in range(events)]
    data = msgspec.json.encode({"do": "name_walker", "name": "Fern"})
    store.append(
        store.Commit(
            campaign_id=table.timeline.campaign_id, timeline_id=table.timeline.id, expected=at,
            previous=position.head.hash, name_space=GAME.key,
            decision=store.NewDecision(uuid4(), "tiny.name_walker", data, b"[]", "1", "bench", "p1", None),
            events=facts, state=encoded(GAME.fold(facts, position.state)), rules_version=GAME.version,
            keep_snapshot=(at + events) // 100 > at // 100,
        )
    )  # fmt: skip
    return at + events


@dataclass
class Player:
    """Somebody who plays on, and knows the version that was answered last, as a page does."""

    table: Table
    version: int = 0

    @classmethod
    def of(cls, table: Table) -> Player:
        """A player at a table whose read models are whole."""
        rebuild(table.timeline)
        return cls(table, table.version)

    def decide(self) -> None:
        """Take a decision."""
        data = {"do": "name_walker", "player": "p1", "name": f"Name {next(_numbers)}"}
        self.version = deciding.decide(self.table.timeline, self.table.actor, data, expected=self.version).last_version

    def undo(self) -> None:
        """Take the last one back."""
        self.version = rewinding.undo(self.table.timeline, self.table.actor, expected=self.version).last_version

    def decide_twice(self) -> None:
        """Take two decisions: after an undo of one, the other stays."""
        self.decide()
        self.decide()

    def undo_one_of_three(self) -> None:
        """Take three decisions and undo one."""
        self.decide_twice()
        self.decide()
        self.undo()

    def fork(self) -> None:
        """Branch from the newest version."""
        table = self.table
        fork(table.timeline, table.actor, table.user, self.version, name=f"What if {next(_numbers)}")

    def clear_branches(self) -> None:
        """Take all branches away: there may be some hundreds at most."""
        Stream.objects.filter(parent_id=self.table.timeline.id).delete()
        Timeline.objects.filter(parent=self.table.timeline).delete()
