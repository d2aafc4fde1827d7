"""Telling a timeline's own decisions again from the store, each with the states around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec

from projections.views import Moment
from rules.games import game as game_of
from rules.kernel import Answer, Event, Game, State
from rules.kernel.table import Rewound
from tracker.eventstore import codec, store
from tracker.eventstore.lineage import Lineage, Segment
from tracker.eventstore.models import StoredDecision
from tracker.packs.versions import pack as pack_of
from tracker.timelines.decisions import replayed_from
from tracker.timelines.models import Timeline
from tracker.timelines.positions import state_on

PAGE = 500
"""Decisions that are read at once."""


class Untellable(Exception):
    """A stored event that cannot be read or taken up any more: says which, and why."""


_answers = msgspec.json.Decoder(tuple[Answer, ...])


def moments(timeline: Timeline, low: int = 0, high: int = store.LATEST) -> Iterator[Moment]:
    """The decisions of a timeline's own stream that begin above one version and up to another, oldest first.

    :raises Untellable: when an event cannot be read or taken up any more
    """
    teller = _Teller(timeline)
    while page := list(own_decisions(timeline, low, high)[:PAGE]):
        yield from teller.told(page)
        low = page[-1].first_version


def own_decisions(timeline: Timeline, low: int, high: int) -> Any:
    """The decisions of a timeline's own stream that begin above one version and up to another, oldest first."""
    rows = StoredDecision.objects.filter(timeline_id=timeline.id, first_version__gt=low, first_version__lte=high)
    return rows.order_by("first_version")


@dataclass
class _Teller:
    """Follows the state of a timeline from decision to decision.

    :ivar states: states at the versions that rewinds lead to, as far as they were met
    """

    timeline: Timeline
    version: int = -1
    state: State | None = None
    states: dict[int, State | None] = field(default_factory=dict)

    @cached_property
    def game(self) -> Game[Any, Any]:
        return game_of(self.timeline.campaign.game)

    @cached_property
    def line(self) -> Lineage:
        return store.lineage(self.timeline.id)

    @cached_property
    def targets(self) -> frozenset[int]:
        return frozenset(to for _, to in self.line.rewinds)

    def told(self, decisions: Sequence[StoredDecision]) -> Iterator[Moment]:
        first, last = decisions[0].first_version, decisions[-1].last_version
        if self.version != first - 1:
            self.state = self._state_at(first - 1)
        events = {row[0]: row for row in store.versioned([Segment(self.timeline.id, first - 1, last)])}
        for decision in decisions:
            before = self.state
            versions = range(decision.first_version, decision.last_version + 1)
            own = tuple((version, self._taken(version, events.get(version))) for version in versions)
            yield self._moment(decision, own, before)

    def _taken(self, version: int, row: tuple[int, str, int, bytes] | None) -> Event:
        """An event, after its effect on the state."""
        if row is None:
            raise Untellable(f"{self._place(version)}: its event is missing")
        _, kind, shape, payload = row
        try:
            event = codec.decode(kind, shape, payload)
            self.state = self._after(event)
        except codec.Undecodable as error:
            raise Untellable(f"{self._place(version)}: {error}") from error
        except Untellable:
            raise
        except Exception as error:  # whatever the rules of today meet in an event of yesterday
            raise Untellable(f"{self._place(version)} ({kind}): {type(error).__name__}: {error}") from error
        self.version = version
        if version in self.targets:
            self.states[version] = self.state
        return event

    def _after(self, event: Event) -> State | None:
        return self._state_at(event.to) if isinstance(event, Rewound) else self.game.evolve(self.state, event)

    def _place(self, version: int) -> str:
        return f"timeline {self.timeline.id} version {version}"

    def _state_at(self, version: int) -> State | None:
        if version not in self.states:
            try:
                self.states[version] = state_on(self.line, version, self.game)
            except codec.Undecodable as error:
                raise Untellable(f"timeline {self.timeline.id} before version {version + 1}: {error}") from error
        return self.states[version]

    def _moment(self, row: StoredDecision, events: tuple[tuple[int, Event], ...], before: State | None) -> Moment:
        pack = pack_of(self.timeline.pack_hash_at(row.last_version))
        return Moment(
            self.game, pack, str(row.id), row.name, msgspec.json.decode(bytes(row.arguments)),
            _answers.decode(bytes(row.chance)), row.alias, row.seat, row.recorded_at, events, before, self.state,
            str(replayed_from(row.key) or ""),
        )  # fmt: skip
