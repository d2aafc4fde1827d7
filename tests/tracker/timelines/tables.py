"""Timelines of the tiny game, and the short way to play on them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Any

import msgspec
from django.contrib.auth.models import User

from rules.kernel import Chance, Seeded
from rules.kernel.table import TABLE
from tests.rules.kernel.tiny import Wood
from tracker.eventstore import store
from tracker.eventstore.lineage import in_force
from tracker.eventstore.models import StoredDecision
from tracker.packs.versions import default_pack, store_pack
from tracker.timelines import deciding, rewinding
from tracker.timelines.access import Actor, actor_for
from tracker.timelines.campaigns import main_timeline, start
from tracker.timelines.committing import Decided
from tracker.timelines.forking import fork
from tracker.timelines.models import Campaign, Timeline
from tracker.timelines.positions import at_head, at_version
from tracker.timelines.table import write_note

_numbers = count(1)

OTHER_PACK = """
game: tiny
name: Another wood
cards: {oak: 3, elm: 2, yew: 1}
worth: {oak: 7, elm: 7, yew: 7, gold: 7, stone: 7}
chips: {gold: 2, stone: 3}
"""


def other_pack() -> str:
    """The hash of content in which everything is worth seven."""
    return store_pack(OTHER_PACK, "tiny", None).hash


def start_tiny(user: User, **changes: Any) -> Campaign:
    """A campaign of the tiny game."""
    given: dict[str, Any] = {
        "name": "A walk",
        "game_key": "tiny",
        "pack_hash": default_pack("tiny").hash,
        "set_up": {"do": "set_up", "walkers": 1},
        "chance": lambda: Seeded(1),
    }
    return start(user, **{**given, **changes})


@dataclass
class Table:
    """One timeline, and somebody who plays on it."""

    timeline: Timeline
    actor: Actor
    user: User

    @classmethod
    def opened(cls, user: User, walkers: int = 1, **changes: Any) -> Table:
        """A new campaign's main timeline."""
        campaign = start_tiny(user, set_up={"do": "set_up", "walkers": walkers}, **changes)
        return cls(main_timeline(campaign), actor_for(campaign.memberships.get(user=user)), user)

    def as_(self, user: User) -> Table:
        """The same timeline for another member, loaded anew."""
        timeline = Timeline.objects.select_related("campaign").get(id=self.timeline.id)
        return Table(timeline, actor_for(timeline.campaign.memberships.get(user=user)), user)

    @property
    def campaign(self) -> Campaign:
        """The campaign."""
        return self.timeline.campaign

    @property
    def version(self) -> int:
        """Where the timeline is."""
        return store.head(self.timeline.id).version

    @property
    def state(self) -> Wood:
        """The game now."""
        return self.state_at(self.version)

    def state_at(self, version: int) -> Wood:
        """The game at a version."""
        state = at_version(self.timeline, version).state
        assert isinstance(state, Wood)
        return state

    @property
    def name(self) -> str:
        """What the first walker is called now."""
        return self.state.walkers["p1"].name

    def decide(
        self, do: str, *, expected: int | None = None, key: str | None = None, luck: Chance | None = None, **given: Any
    ) -> Decided:
        """Take a decision, by default on the newest version and for the first walker."""
        data = {"do": do, **({} if do in ("end_day", "correct_value") else {"player": "p1"}), **given}
        expected = self.version if expected is None else expected
        return deciding.decide(
            self.timeline, self.actor, data, expected=expected, key=key, chance=lambda: luck or Seeded(7)
        )

    def call(self, name: str, **given: Any) -> Decided:
        """Call the first walker something: a small decision of one event."""
        return self.decide("name_walker", name=name, **given)

    def undo(self, **given: Any) -> Decided:
        """Take the last decision back."""
        return rewinding.undo(self.timeline, self.actor, **self._seen(given))

    def redo(self, **given: Any) -> Decided:
        """Bring it back."""
        return rewinding.redo(self.timeline, self.actor, **self._seen(given))

    def rewind(self, to: Any, **given: Any) -> Decided:
        """Put the game back to a version."""
        return rewinding.rewind(self.timeline, self.actor, to, **self._seen(given))

    def _seen(self, given: dict[str, Any]) -> dict[str, Any]:
        return given if "expected" in given else {**given, "expected": self.version}

    def note(self, text: str = "Remember this.") -> Decided:
        """Write a note on the newest version."""
        return write_note(self.timeline, self.actor, self.version, text)

    def fork(self, version: int | None = None) -> Table:
        """Branch, by default from the newest version."""
        at = self.version if version is None else version
        made = fork(self.timeline, self.actor, self.user, at, name=f"What if {next(_numbers)}")
        return Table(made, self.actor, self.user)

    def may_redo(self) -> bool:
        """Whether a redo would bring something back."""
        return rewinding.redo_target(store.lineage(self.timeline.id), self.version) is not None

    def offers(self, version: int | None = None) -> list[str]:
        """What may be decided, now or at a version."""
        position = at_head(self.timeline) if version is None else at_version(self.timeline, version)
        return [f"{option.do} {option.group}" for option in position.game.options(position.state, position.pack)]

    def names(self, version: int | None = None) -> list[str]:
        """What the first walker was called in the decisions in force, oldest first."""
        return [str(_name(row)) for row in self.in_force(version) if row.name == "tiny.name_walker"]

    def in_force(self, version: int | None = None) -> list[StoredDecision]:
        """The decisions of the game in force, now or at a version, oldest first."""
        line = store.lineage(self.timeline.id)
        path = line.path(line.version if version is None else version)
        return [row for row in self.decisions() if in_force(path, row.first_version)]

    def decisions(self) -> list[StoredDecision]:
        """All decisions of the game, set aside or not, oldest first."""
        found: list[StoredDecision] = []
        for timeline_id, low, high in store.lineage(self.timeline.id).segments:
            rows = StoredDecision.objects.filter(
                timeline_id=timeline_id, first_version__gt=low, first_version__lte=high
            )
            found += rows.exclude(name__startswith=f"{TABLE}.").order_by("first_version")
        return found


def _name(row: StoredDecision) -> Any:
    return msgspec.json.decode(bytes(row.arguments))["name"]
