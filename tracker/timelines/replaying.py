"""Replaying later decisions on a changed past. All of it happens in memory; nothing is written here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec

from rules.games import game as game_of
from rules.kernel import Answer, Decision, Event, Game, Pack, Refused, State, TableEvent, decision_name
from rules.kernel.table import PackChanged
from tracker.eventstore import store
from tracker.eventstore.lineage import Lineage, in_force
from tracker.eventstore.models import StoredDecision
from tracker.packs.versions import pack as pack_of
from tracker.timelines.committing import Decided, arguments
from tracker.timelines.decisions import PACK_CHANGE, decision_at, end_of, replayable
from tracker.timelines.models import Timeline
from tracker.timelines.plans import Plan, Settled
from tracker.timelines.positions import ensure_version, state_at
from tracker.timelines.rewinding import SET_UP
from tracker.timelines.texts import version_of

Said = Callable[[int, int], object]
"""Told how many decisions of how many were replayed; what it raises ends the replay."""
Allowed = Callable[[str | None], object]
"""Raises Refused where whoever amends may not decide for a seat."""

_answers = msgspec.json.Decoder(tuple[Answer, ...])


@dataclass(frozen=True)
class Past:
    """A timeline, seen from a decision that is to be amended.

    :param line: the timeline up to ``until``
    :param decision: the one that is amended
    :param until: up to this version its later decisions are replayed
    """

    timeline: Timeline
    line: Lineage
    decision: StoredDecision
    until: int

    @property
    def game(self) -> Game[Any, Any]:
        """The game that is played."""
        return game_of(self.timeline.campaign.game)

    @property
    def forked_at(self) -> int:
        """The version from which the amended timeline goes on."""
        return self.decision.first_version - 1

    @cached_property
    def pack_hash(self) -> str:
        """The content that was played with before the decision."""
        return self.timeline.pack_hash_at(self.forked_at)

    @cached_property
    def state(self) -> State | None:
        """The position before the decision; ``None`` before the set-up."""
        return state_at(self.timeline, self.forked_at, self.game, line=self.line)

    @cached_property
    def later(self) -> list[StoredDecision]:
        """What comes after the decision and is to be replayed, oldest first."""
        return replayable(self.line, self.decision.first_version, self.until)


def past_of(timeline: Timeline, version: object, until: int | None = None) -> Past:
    """A timeline, seen from the decision of which an event stands at a version.

    :param until: up to which version later decisions are replayed; by default all of them
    :raises Refused: ``no_such_version``, ``malformed``, ``not_a_decision``, or ``not_in_force`` when it is set aside
    """
    newest = store.lineage(timeline.id)
    until = newest.version if until is None else ensure_version(until, newest.version, first=1)
    version = ensure_version(version_of(version), until, first=1)
    line = newest if until == newest.version else store.lineage(timeline.id, until)
    decision = decision_at(line, version)
    game = game_of(timeline.campaign.game)
    if decision is None or not decision.name.startswith(f"{game.key}."):
        raise Refused("not_a_decision", f"At version {version} nobody decided anything in the game.")
    if not in_force(line.path(until), decision.first_version):
        raise Refused(
            "not_in_force",
            f"The decision at version {version} is set aside.",
            remedy="Put the game back to it first, or branch from there.",
        )
    return Past(timeline, line, decision, until)


@dataclass(frozen=True)
class Step:
    """A decision of the amended timeline.

    :param source: the stored decision that it stands for; ``None`` for one that is put in
    :param anew: taken by whoever amends; otherwise it is the old one, by whom and for whom it was taken then
    """

    source: StoredDecision | None
    anew: bool
    name: str
    arguments: bytes
    events: tuple[Event, ...]
    answers: tuple[Answer, ...]
    seat: str
    before: State | None
    after: State | None
    pack_before: Pack
    pack: Pack


@dataclass(frozen=True)
class Conflict:
    """A later decision that is no longer possible as it was.

    :param refused: why
    :param settled: what is done about it; ``None`` while nobody has said it: it is left out then
    :param again: why what was said does not do either; the decision is left out then
    :param first: what is decided before it
    """

    source: StoredDecision
    refused: Refused
    settled: Settled | None = None
    again: Refused | None = None
    first: tuple[Step, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether somebody has to say something about it."""
        return self.settled is None or self.again is not None


@dataclass
class Replay:
    """What would become of a timeline.

    :ivar later: how many later decisions of the game there are
    :ivar replayed: how many of them are as they were
    :ivar unreached: how many come after the place where the replay was ended
    """

    past: Past
    plan: Plan
    allowed: Allowed = lambda seat: None
    steps: list[Step] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)
    replayed: int = 0
    unreached: int = 0

    def __post_init__(self) -> None:
        self.game, self.state, self.pack_hash = self.past.game, self.past.state, self.past.pack_hash

    @property
    def pack(self) -> Pack:
        """The content that is played with by now."""
        content: Pack = pack_of(self.pack_hash)
        return content

    @property
    def later(self) -> list[StoredDecision]:
        """What is replayed, the changes of content included."""
        source = self.past.decision
        return [source, *self.past.later] if self.plan.how == "insert" else self.past.later

    @property
    def counted(self) -> int:
        """How many later decisions of the game there are."""
        return sum(row.name != PACK_CHANGE for row in self.later)

    @property
    def open(self) -> list[Conflict]:
        """Conflicts about which something is to be said."""
        return [conflict for conflict in self.conflicts if conflict.is_open]

    def run(self, said: Said = lambda done, total: None, before: int | None = None) -> Replay:
        """Take the amended decision and replay the later ones.

        :param before: end before the later decision of this version
        :raises Refused: when the amended decision itself is not possible
        """
        self._amend()
        later = self.later
        for number, row in enumerate(later):
            said(number, len(later))
            if before is not None and row.first_version >= before:
                break
            if self._ends_at(row):
                self.unreached = sum(rest.name != PACK_CHANGE for rest in later[number:])
                break
        said(len(later), len(later))
        return self

    # ---- the amended decision

    def _amend(self) -> None:
        source, plan = self.past.decision, self.plan
        if plan.how != "change" and source.first_version == SET_UP:
            sentence = "Without its set-up there is no game, and nothing comes before it."
            raise Refused("set_up_stays", sentence, remedy="Change the set-up instead.")
        if plan.how == "drop":
            return
        if plan.decision is None and plan.how == "insert":
            raise Refused("malformed", "Say what is to be decided before it.")
        same = plan.decision is None
        data = msgspec.json.decode(bytes(source.arguments)) if same else plan.decision
        recorded = _answers.decode(bytes(source.chance)) if plan.how == "change" else ()
        chance = plan.luck.chance(recorded, plan.version)
        self._take(self.game.decision(data), chance, source if plan.how == "change" else None, anew=True)

    # ---- the later ones

    def _ends_at(self, row: StoredDecision) -> bool:
        """Replay one later decision. True when the replay is to end before it."""
        if row.name == PACK_CHANGE:
            self._change_pack(row)
            return False
        try:
            self.take_again(row, Settled("reroll"))
        except Refused as refused:
            return self._settle(row, refused)
        self.replayed += 1
        return False

    def _settle(self, row: StoredDecision, refused: Refused) -> bool:
        settled, again = self.plan.settling(row.first_version), None
        start = end = len(self.steps)
        try:
            if settled is not None:
                self.take_first(row, settled)
                end = len(self.steps)
                if settled.way in ("keep", "reroll", "replace"):
                    self.take_again(row, settled)
        except Refused as refusal:
            again = refusal
        if again is not None and str(row.first_version) not in self.plan.settled:
            settled, again = Settled("skip"), None  # of the rest nobody wants to be asked
        self.conflicts.append(Conflict(row, refused, settled, again, tuple(self.steps[start:end])))
        return settled is not None and settled.way == "stop"

    def take_first(self, row: StoredDecision, settled: Settled) -> None:
        """Take what is put before a later decision.

        :raises Refused: when one of them is not possible
        """
        for taken in settled.first:
            self._take(self.game.decision(taken.decision), taken.luck.chance((), row.first_version), None, anew=True)

    def take_again(self, row: StoredDecision, settled: Settled) -> None:
        """Replay a later decision, or take another one in its place.

        :raises Refused: when that is not possible
        """
        other = settled.way == "replace" and settled.decision is not None
        data = settled.decision if other else msgspec.json.decode(bytes(row.arguments))
        chance = settled.luck.chance(_answers.decode(bytes(row.chance)), row.first_version)
        self._take(self.game.decision(data), chance, row, anew=other)

    def _take(self, decision: Decision, chance: Any, source: StoredDecision | None, *, anew: bool) -> None:
        seat = self.game.seat_of(self.state, decision)
        if anew:
            self.allowed(seat)
        events = self.game.decide(self.state, decision, self.pack, chance)
        if source is not None and not anew:
            seat = source.seat
            if (
                end := end_of(self.past.line, source)
            ) < source.last_version:  # a branch from its midst has a part of it
                events = events[: end - source.first_version + 1]
        if source is not None and source.first_version == SET_UP:
            events = [*(e for e in Decided.before(source).events if isinstance(e, TableEvent)), *events]
        same = source is not None and not anew
        self._step(
            source, anew, f"{self.game.key}.{decision_name(type(decision))}",
            bytes(source.arguments) if same and source else arguments(decision), events, chance.answers, seat or "",
        )  # fmt: skip

    def _change_pack(self, row: StoredDecision) -> None:
        changed = msgspec.json.decode(bytes(row.arguments), type=list[PackChanged])[-1]
        if changed.now == self.pack_hash:
            return
        event = PackChanged(was=self.pack_hash, now=changed.now)
        self._step(row, False, row.name, arguments([event]), [event], (), "")

    def _step(
        self,
        source: StoredDecision | None,
        anew: bool,
        name: str,
        given: bytes,
        events: Sequence[Event],
        answers: tuple[Answer, ...],
        seat: str,
    ) -> None:
        before, pack_before = self.state, self.pack
        self.state = self.game.fold(events, before)
        for event in events:
            if isinstance(event, PackChanged):
                self.pack_hash = event.now
        self.steps.append(
            Step(source, anew, name, given, tuple(events), answers, seat, before, self.state, pack_before, self.pack)
        )


def replay(
    past: Past, plan: Plan, *, allowed: Allowed = lambda seat: None, said: Said = lambda done, total: None
) -> Replay:
    """What would become of a timeline if a plan were carried out.

    :raises Refused: when the amended decision itself is not possible
    """
    return Replay(past, plan, allowed).run(said)
