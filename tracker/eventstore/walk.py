"""Walking one timeline's own stretch of the hash chain."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from uuid import UUID

from tracker.eventstore import codec, sql
from tracker.eventstore.appending import rewind_target
from tracker.eventstore.chain import GENESIS, DecisionContent, decision_digest, event_hash, head_seal
from tracker.eventstore.models import StoredDecision, StoredEvent, Stream
from tracker.eventstore.reading import lineage

PAGE = 2000
"""Events read at a time."""


class Broken(Exception):
    """A link that does not hold.

    :param what: ``content``, ``decision``, ``missing row``, ``surplus row``, ``order``, ``cut tail`` or ``head``
    :param sentence: what is wrong, for people
    """

    def __init__(self, version: int, what: str, sentence: str) -> None:
        super().__init__(f"version {version}: {what}: {sentence}")
        self.version = version
        self.what = what
        self.sentence = sentence


class Walk:
    """One timeline, event by event.

    :ivar version: of the last event that held
    :ivar hash: its hash, ``position`` its position
    :ivar events: how many of the timeline's own held
    """

    def __init__(self, timeline_id: UUID, progress: Callable[[int], None]) -> None:
        self.stream = Stream.objects.get(id=timeline_id)
        self.progress = progress
        self.version = self.stream.forked_at
        self.hash = GENESIS
        self.position = self.highest = 0
        self.decision: StoredDecision | None = None
        self.events = 0

    def whole(self) -> None:
        """Walk it from where it begins to its head.

        :raises Broken: at the first link that does not hold
        """
        if self.stream.parent_id:
            self._start(self.stream.parent_id)
        elif self.stream.forked_at:
            raise Broken(self.stream.forked_at, "head", "it branches off, but from no parent")
        rows = StoredEvent.objects.filter(timeline_id=self.stream.id).order_by("version")
        last = -1
        while page := list(rows.filter(version__gt=last)[:PAGE]):
            last = page[-1].version
            decisions = StoredDecision.objects.in_bulk({event.decision_id for event in page if event.decision_id})
            for event in page:
                self._event(event, decisions)
            self.progress(self.events)
        self._head()

    def _start(self, parent_id: UUID) -> None:
        """Where a fork goes on from its parent."""
        parent, at = Stream.objects.only("campaign_id", "version", "position").get(id=parent_id), self.stream.forked_at
        if parent.campaign_id != self.stream.campaign_id:
            raise Broken(at, "head", "its parent belongs to another campaign")
        if at > parent.version:
            raise Broken(at, "head", f"its parent has no version {at}")
        self.highest = parent.position
        if at == 0:
            return
        event = StoredEvent.objects.filter(timeline_id=lineage(parent_id, at).home(at), version=at).first()
        if event is None:
            raise Broken(at, "missing row", "the event that it goes on from is missing in its parent")
        self.hash, self.position = bytes(event.hash), event.position

    def _event(self, event: StoredEvent, decisions: Mapping[UUID, StoredDecision]) -> None:
        expected = self.version + 1
        if event.version != expected:
            what = "missing row" if event.version > expected else "surplus row"
            raise Broken(min(event.version, expected), what, f"version {expected} was expected, {event.version} came")
        if event.campaign_id != self.stream.campaign_id:
            raise Broken(event.version, "content", "it belongs to another campaign than its timeline")
        digest = self._decided(event, decisions)
        payload = bytes(event.payload)
        content = (event.version, event.type, event.shape, payload, event.recorded_at)
        if event_hash(self.hash, *content, digest) != bytes(event.hash):
            raise Broken(event.version, "content", "its hash does not fit its content and the hash before it")
        if event.rewind_to != _rewind_target(event):
            raise Broken(event.version, "content", "the version to which it rewinds was changed")
        if event.position <= self.position:
            raise Broken(event.version, "order", "its position is not above that of the version before it")
        self.version, self.hash, self.position = event.version, bytes(event.hash), event.position
        self.events += 1

    def _decided(self, event: StoredEvent, decisions: Mapping[UUID, StoredDecision]) -> bytes:
        """The digest of an event's decision, which is looked at when its first event comes."""
        if self.decision is not None and self.decision.id != event.decision_id:
            self._decision_ends(event.version)
        if event.decision_id is None:
            return b""
        decision = decisions.get(event.decision_id)
        if decision is None:
            raise Broken(event.version, "decision", f"its decision {event.decision_id} is missing")
        if self.decision is None:
            self.decision = decision
            self._decision_begins(event, decision)
        if decision.last_version < event.version:
            ends = f"decision {decision.id} ends at version {decision.last_version}"
            raise Broken(event.version, "decision", f"{ends}, {event.version} belongs to it too")
        return bytes(decision.digest)

    def _decision_begins(self, event: StoredEvent, decision: StoredDecision) -> None:
        if decision_digest(content_of(decision)) != bytes(decision.digest):
            raise Broken(event.version, "decision", f"decision {decision.id} was changed")
        if (decision.campaign_id, decision.timeline_id) != (event.campaign_id, event.timeline_id):
            raise Broken(event.version, "decision", f"decision {decision.id} belongs to another timeline")
        if decision.first_version != event.version:
            begins = f"decision {decision.id} begins at version {decision.first_version}"
            raise Broken(event.version, "decision", f"{begins}, its first event is {event.version}")

    def _decision_ends(self, at: int) -> None:
        decision, self.decision = self.decision, None
        if decision is not None and decision.last_version != self.version:
            ends = f"decision {decision.id} ends at version {decision.last_version}"
            raise Broken(at, "decision", f"{ends}, its last event is {self.version}")

    def _head(self) -> None:
        stream = self.stream
        if stream.version > self.version:
            sentence = f"the head is at version {stream.version}, the last event is {self.version}"
            raise Broken(self.version + 1, "cut tail", sentence)
        self._decision_ends(self.version)
        if stream.version < self.version:
            raise Broken(stream.version, "head", f"it is behind the last event, which is version {self.version}")
        if bytes(stream.hash) != self.hash:
            raise Broken(self.version, "head", "its hash is not that of the last event")
        state = None if stream.state is None else bytes(stream.state)
        sealed = (stream.version, bytes(stream.hash), state, stream.rules_version, stream.advanced_at)
        if head_seal(stream.id, *sealed) != bytes(stream.seal):
            raise Broken(self.version, "head", "its state was changed since it was written")
        highest = self.position + sql.WINDOW if self.events else self.highest
        if stream.position and not self.position <= stream.position <= highest:
            raise Broken(self.version, "head", "its position is not that of the last event")


def content_of(decision: StoredDecision) -> DecisionContent:
    """What a stored decision's digest covers."""
    d = decision
    words = (d.actor, d.alias, d.seat, d.key, d.recorded_at)
    return DecisionContent(d.id, d.name, bytes(d.arguments), bytes(d.chance), *words)


def _rewind_target(event: StoredEvent) -> int | None:
    try:
        return rewind_target(event.type, event.shape, bytes(event.payload))
    except codec.Undecodable as error:
        raise Broken(event.version, "content", str(error)) from None
