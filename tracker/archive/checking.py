"""Whether an archive is what it says: every digest, every hash, every event and every position is computed again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import msgspec

from rules import games as shelf
from rules.kernel import Answer, Event, Game, State
from rules.kernel import Pack as Content
from rules.kernel.table import TABLE, PackChanged, Rewound
from tracker.archive import lines
from tracker.archive.lines import Refused
from tracker.archive.packing import state_digest
from tracker.archive.unpacking import Unpacked
from tracker.eventstore import codec
from tracker.eventstore.appending import Link, Rows, rewind_target
from tracker.eventstore.chain import DecisionContent, decision_digest, event_hash
from tracker.timelines.models import Campaign
from tracker.timelines.positions import SNAPSHOT_EVERY, encoded

Said = Callable[[int, int], None]
_answers = msgspec.json.Decoder(tuple[Answer, ...])


@dataclass
class Checked:
    """A timeline that may be written.

    :param start: the hash at which it begins, and the encoded position there
    :param rows: its decisions, as they are appended
    """

    line: lines.Timeline
    start: tuple[bytes, bytes | None]
    rows: list[Rows]


@dataclass
class _Told:
    """What is known of a timeline while its events are walked through.

    :ivar hashes: by version, of its own events
    :ivar states: by version, as far as rewinds and forks lead there
    :ivar spans: first and last version of each decision
    """

    line: lines.Timeline
    number: int
    hashes: dict[int, bytes] = field(default_factory=dict)
    states: dict[int, State | None] = field(default_factory=dict)
    spans: list[tuple[int, int]] = field(default_factory=list)


def check(found: Unpacked, said: Said = lambda done, total: None) -> list[Checked]:
    """Look through an archive; nothing is written.

    :raises Refused: with the line at which something is wrong
    """
    return _Check(found, said).whole()


class _Check:
    def __init__(self, found: Unpacked, said: Said) -> None:
        self.found, self.said, self.done = found, said, 0
        self.told: dict[UUID, _Told] = {}
        self.needed: dict[UUID, set[int]] = {}
        game = shelf.games().get(found.campaign.game)
        if game is None:
            raise Refused(1, f"This site does not know the game “{found.campaign.game}”.")
        if found.campaign.rules > game.version:
            raise Refused(1, "The archive comes from newer rules of the game than this site has.")
        self.game: Game[Any, Any] = game

    def whole(self) -> list[Checked]:
        self._campaign()
        self._packs()
        self._timelines()
        return [self._walked(self.told[line.id]) for _, line in self.found.timelines]

    # ---- what stands around the story

    def _campaign(self) -> None:
        campaign = self.found.campaign
        for name, value, known in (("undo_by", campaign.undo_by, Campaign.UndoBy.values),
                                   ("spectators", campaign.spectators, Campaign.Spectators.values)):  # fmt: skip
            if value not in known:
                raise Refused(1, f"{name}: “{value}” is no value of this setting.")
        if campaign.main not in {line.id for _, line in self.found.timelines}:
            raise Refused(1, "The main timeline is missing.")
        if len(set(campaign.seats)) < len(campaign.seats):
            raise Refused(1, "A seat stands there twice.")

    def _packs(self) -> None:
        for number, line in self.found.packs:
            content = line.content.encode()
            if hashlib.sha256(content).hexdigest() != line.hash:
                raise Refused(number, "The content does not match its hash.")
            try:
                pack: Content = msgspec.json.decode(content, type=self.game.pack_type)
            except (msgspec.MsgspecError, ValueError, RecursionError) as error:
                raise Refused(number, f"The content cannot be read: {error}") from None
            if pack.game != self.game.key:
                raise Refused(number, "The content belongs to another game.")
        self.packs = {line.hash for _, line in self.found.packs}
        if self.found.campaign.pack not in self.packs:
            raise Refused(1, "The content that the campaign began with is missing.")

    def _timelines(self) -> None:
        names: set[str] = set()
        for number, line in self.found.timelines:
            if line.id in self.told or line.name.lower() in names:
                raise Refused(number, "A timeline of this id or name stands there before.")
            names.add(line.name.lower())
            parent = self.told.get(line.parent) if line.parent else None
            if (parent is None) != (line.parent is None and line.forked_at == 0 and line.half == 0):
                raise Refused(number, "The timeline that it branched from does not stand before it.")
            if parent and not 1 <= line.forked_at <= min(parent.line.version, line.version):
                raise Refused(number, f"It cannot branch off at version {line.forked_at}.")
            if not line.packs or any(pack_hash not in self.packs for _, pack_hash in line.packs):
                raise Refused(number, "Content that it is played with is missing.")
            self.told[line.id] = _Told(line, number)
            if line.parent:
                self._need(line.parent, line.forked_at)
        strangers = [rows[0][0] for timeline, rows in self.found.decisions.items() if timeline not in self.told]
        if strangers:
            raise Refused(strangers[0], "The decision belongs to a timeline that is not there.")
        for told in self.told.values():
            self._rewinds(told)

    def _rewinds(self, told: _Told) -> None:
        """Note to which positions a timeline's rewinds lead."""
        version = told.line.forked_at
        for number, decision in self._decisions(told):
            for fact in decision.events:
                version += 1
                target = self._event(number, fact, rewind_target)
                if target is not None:
                    if not 0 <= target < version:
                        raise Refused(number, f"A rewind at version {version} leads to version {target}.")
                    self._need(told.line.id, target)

    def _need(self, timeline: UUID, version: int) -> None:
        self.needed.setdefault(self._home(timeline, version), set()).add(version)

    def _home(self, timeline: UUID, version: int) -> UUID:
        """The timeline whose own stream holds a version of another one."""
        line = self.told[timeline].line
        while line.parent and version <= line.forked_at:
            line = self.told[line.parent].line
        return line.id

    # ---- the story

    def _decisions(self, told: _Told) -> Sequence[tuple[int, lines.Decision]]:
        return self.found.decisions.get(told.line.id, ())

    def _walked(self, told: _Told) -> Checked:
        """A timeline's own stretch of the story, event by event."""
        line = told.line
        version, last_hash, state = line.forked_at, b"", None
        if line.parent:
            home = self.told[self._home(line.parent, version)]
            if version not in home.hashes:
                raise Refused(told.number, f"It branches off at version {version}, which is missing.")
            last_hash, state = home.hashes[version], home.states[version]
            half = next((low for low, high in home.spans if low <= version < high), 0)
            if half != line.half:
                raise Refused(told.number, "It is not said rightly in the midst of which decision it branched off.")
        start, rows = (last_hash, encoded(state)), []
        told.states[0] = None
        for number, decision in self._decisions(told):
            if decision.first != version + 1:
                raise Refused(number, f"Version {version + 1} was expected, {decision.first} comes.")
            links, state = self._told_decision(told, number, decision, last_hash, state)
            version += len(links)
            last_hash = links[-1].hash
            told.spans.append((decision.first, version))
            rows.append(self._rows(decision, links, version, state))
            self.done += len(links)
            self.said(self.done, self.found.events)
        if (version, last_hash.hex()) != (line.version, line.hash):
            raise Refused(told.number, "Its story does not end at the version and hash that it says.")
        if self.found.campaign.rules == self.game.version and state_digest(state) != line.state:
            raise Refused(told.number, "Its story leads to another position than the one that it says.")
        if version == 0:
            raise Refused(told.number, "It has no story.")
        return Checked(line, start, rows)

    def _told_decision(
        self, told: _Told, number: int, decision: lines.Decision, last_hash: bytes, state: State | None
    ) -> tuple[list[Link], State | None]:
        digest = decision_digest(_content(decision))
        if digest.hex() != decision.digest:
            raise Refused(number, "The decision was changed: its digest does not fit.")
        try:
            msgspec.json.decode(decision.arguments)
            _answers.decode(decision.chance)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise Refused(number, f"The decision cannot be read: {error}") from None
        links = []
        for version, fact in enumerate(decision.events, decision.first):
            payload = fact.payload.encode()
            last_hash = event_hash(last_hash, version, fact.type, fact.shape, payload, decision.at, digest)
            if last_hash.hex() != fact.hash:
                raise Refused(number, f"Version {version} was changed: its hash does not fit.")
            state = self._after(told, number, version, fact, state)
            told.hashes[version] = last_hash
            if version in self.needed.get(told.line.id, ()):
                told.states[version] = state
            target = self._event(number, fact, rewind_target)
            links.append(Link(fact.type, fact.shape, payload, last_hash, target))
        return links, state

    def _after(self, told: _Told, number: int, version: int, fact: lines.Fact, state: State | None) -> State | None:
        event: Event = self._event(number, fact, codec.decode)
        if isinstance(event, PackChanged) and event.now not in self.packs:
            raise Refused(number, f"The content of version {version} is missing.")
        if isinstance(event, Rewound):
            return self.told[self._home(told.line.id, event.to)].states[event.to]
        try:
            return self.game.evolve(state, event)
        except Exception as error:  # whatever the rules meet in events that nobody judged
            raise Refused(number, f"Version {version} cannot be taken up: {type(error).__name__}: {error}") from None

    def _event(self, number: int, fact: lines.Fact, read: Callable[[str, int, bytes], Any]) -> Any:
        if fact.type.rpartition(".")[0] not in (TABLE, self.game.key):
            raise Refused(number, f"{fact.type} is no event of {self.game.title}.")
        try:
            return read(fact.type, fact.shape, fact.payload.encode())
        except codec.Undecodable as error:
            raise Refused(number, str(error)) from None

    def _rows(self, decision: lines.Decision, links: list[Link], version: int, state: State | None) -> Rows:
        keep = version // SNAPSHOT_EVERY > (decision.first - 1) // SNAPSHOT_EVERY and state is not None
        last = version == self.told[decision.timeline].line.version
        content = _content(decision)
        return Rows(
            where=(self.found.campaign.id, decision.timeline), expected=decision.first - 1, recorded_at=decision.at,
            events=links, state=encoded(state) if keep or last else None, rules_version=self.game.version,
            decision=(*content[:-1], bytes.fromhex(decision.digest)), keep_snapshot=keep,
        )  # fmt: skip


def _content(decision: lines.Decision) -> DecisionContent:
    d = decision
    return DecisionContent(
        d.id, d.name, d.arguments.encode(), d.chance.encode(), d.actor, d.alias, d.seat, d.key, d.at
    )  # fmt: skip


def contents(found: Unpacked) -> Mapping[str, bytes]:
    """The content of an archive by its hash."""
    return {line.hash: line.content.encode() for _, line in found.packs}
