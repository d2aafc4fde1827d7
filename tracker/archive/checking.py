"""Whether an archive is what it says: every digest, every hash, every event and every position is computed again.

The file is gone through twice. The first time it is found out what there is and to which versions rewinds and branches
lead; the second time everything is checked, and no more is held than these positions, for as long as they are needed.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
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
from tracker.archive.unpacking import again, unpack
from tracker.eventstore import codec
from tracker.eventstore.appending import Link, Rows, rewind_target
from tracker.eventstore.chain import GENESIS, DecisionContent, decision_digest, event_hash
from tracker.timelines.models import Campaign
from tracker.timelines.positions import SNAPSHOT_EVERY, encoded

Said = Callable[[int, int], None]
"""Told how many facts of how many are checked; of 0 while that is not known."""
_answers = msgspec.json.Decoder(tuple[Answer, ...])


@dataclass(frozen=True)
class Opened:
    """A timeline that may be made.

    :param hash: at which it begins, ``state`` the encoded position there
    """

    line: lines.Timeline
    hash: bytes
    state: bytes | None


Checked = lines.Pack | Opened | Rows
"""What may be written, in this order: content, then each timeline with its decisions."""


@dataclass
class _Told:
    """What is known of a timeline while its events are walked through.

    :ivar place: the how manieth it is, from 0
    :ivar version: up to where, ``hash`` and ``state`` there
    :ivar uses: how often rewinds and branches still lead to a version of its own stream
    :ivar branches: at which of these versions others branch off
    :ivar kept: the positions at these versions, ``hashes`` and ``halves`` (first version of a decision that goes on
        after it, or 0) where others branch off
    """

    line: lines.Timeline
    number: int
    place: int
    version: int = 0
    hash: bytes = GENESIS
    state: State | None = None
    uses: Counter[int] = field(default_factory=Counter)
    branches: set[int] = field(default_factory=set)
    kept: dict[int, State | None] = field(default_factory=dict)
    hashes: dict[int, bytes] = field(default_factory=dict)
    halves: dict[int, int] = field(default_factory=dict)

    def passed(self, half: int) -> None:
        """Keep the position after one more event, if anything leads there.

        :param half: the first version of the decision if that goes on, else 0
        """
        if self.version in self.uses:
            self.kept[self.version] = self.state
        if self.version in self.branches:
            self.hashes[self.version], self.halves[self.version] = self.hash, half

    def used(self, version: int) -> State | None:
        """The position at a version to which something leads; after the last time it is forgotten."""
        self.uses[version] -= 1
        if self.uses[version] > 0:
            return self.kept[version]
        del self.uses[version]
        return self.kept.pop(version)


class Archive:
    """An archive whose lines are complete and fit one another; whether they are true :meth:`checked` finds out.

    :ivar timelines: parents before their branches
    :ivar events: how many facts there are
    """

    campaign: lines.Campaign
    _game: Game[Any, Any]

    def __init__(self, data: bytes, said: Said = lambda done, total: None) -> None:
        """Go through the file for the first time.

        :raises Refused: with the line at which something is wrong
        """
        self._data, self._said = data, said
        self.packs: set[str] = set()
        self._told: dict[UUID, _Told] = {}
        self._names: set[str] = set()
        self.events = self._place = 0
        for number, line in unpack(data):
            if isinstance(line, lines.Campaign):
                self._campaign(line)
            elif isinstance(line, lines.Pack):
                self.packs.add(line.hash)
            elif isinstance(line, lines.Timeline):
                self._timeline(number, line)
            elif isinstance(line, lines.Decision):
                self._decision(number, line)
                said(0, 0)
        self._complete()

    @property
    def timelines(self) -> list[lines.Timeline]:
        """The timelines, parents before their branches."""
        return [told.line for told in self._told.values()]

    # ---- the first time: what there is

    def _campaign(self, campaign: lines.Campaign) -> None:
        game = shelf.games().get(campaign.game)
        if game is None:
            raise Refused(1, f"This site does not know the game “{campaign.game}”.")
        if campaign.rules > game.version:
            raise Refused(1, "The archive comes from newer rules of the game than this site has.")
        self.campaign, self._game = campaign, game
        for name, value, known in (("undo_by", campaign.undo_by, Campaign.UndoBy.values),
                                   ("spectators", campaign.spectators, Campaign.Spectators.values)):  # fmt: skip
            if value not in known:
                raise Refused(1, f"{name}: “{value}” is no value of this setting.")
        if len(set(campaign.seats)) < len(campaign.seats):
            raise Refused(1, "A seat stands there twice.")

    def _timeline(self, number: int, line: lines.Timeline) -> None:
        if line.id in self._told or line.name.lower() in self._names:
            raise Refused(number, "A timeline of this id or name stands there before.")
        self._names.add(line.name.lower())
        parent = self._told.get(line.parent) if line.parent else None
        if (parent is None) != (line.parent is None and line.forked_at == 0 and line.half == 0):
            raise Refused(number, "The timeline that it branched from does not stand before it.")
        if parent and not line.half <= line.forked_at <= min(parent.line.version, line.version):
            raise Refused(number, f"It cannot branch off at version {line.forked_at}.")
        if not line.packs or any(pack_hash not in self.packs for _, pack_hash in line.packs):
            raise Refused(number, "Content that it is played with is missing.")
        self._told[line.id] = _Told(line, number, len(self._told), line.forked_at)
        if line.parent and line.forked_at:
            home = self._home(line.parent, line.forked_at)
            home.uses[line.forked_at] += 1
            home.branches.add(line.forked_at)

    def _decision(self, number: int, decision: lines.Decision) -> None:
        """Note to which positions its rewinds lead."""
        told = self._told.get(decision.timeline)
        if told is None:
            raise Refused(number, "The decision belongs to a timeline that is not there.")
        if told.place < self._place:
            raise Refused(number, "The decision stands behind those of a later timeline.")
        self._place = told.place
        for fact in decision.events:
            told.version += 1
            target = self._event(number, fact, rewind_target)
            if target is not None and not 0 <= target < told.version:
                raise Refused(number, f"A rewind at version {told.version} leads to version {target}.")
            if target:
                self._home(told.line.id, target).uses[target] += 1
        self.events += len(decision.events)

    def _complete(self) -> None:
        if self.campaign.main not in self._told:
            raise Refused(1, "The main timeline is missing.")
        if self.campaign.pack not in self.packs:
            raise Refused(1, "The content that the campaign began with is missing.")

    def _home(self, timeline: UUID, version: int) -> _Told:
        """The timeline whose own stream holds a version of another one."""
        told = self._told[timeline]
        while told.line.parent and version <= told.line.forked_at:
            told = self._told[told.line.parent]
        return told

    # ---- the second time: whether it is true

    def checked(self) -> Iterator[Checked]:
        """All of the archive, as far as it may be written; to be asked for once.

        :raises Refused: with the line at which something is wrong
        """
        waiting, done, now = list(self._told.values()), 0, None
        for number, line in again(self._data):
            if isinstance(line, lines.Pack):
                self._content(number, line)
                yield line
            elif isinstance(line, lines.Decision):
                while now is None or now.line.id != line.timeline:
                    self._close(now)
                    now = waiting.pop(0)
                    yield self._open(now)
                yield self._walk(now, number, line)
                done += len(line.events)
                self._said(done, self.events)
        self._close(now)
        for told in waiting:
            yield self._open(told)
            self._close(told)

    def _content(self, number: int, line: lines.Pack) -> None:
        content = line.content.encode()
        if hashlib.sha256(content).hexdigest() != line.hash:
            raise Refused(number, "The content does not match its hash.")
        try:
            pack: Content = msgspec.json.decode(content, type=self._game.pack_type)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise Refused(number, f"The content cannot be read: {error}") from None
        if pack.game != self._game.key:
            raise Refused(number, "The content belongs to another game.")

    def _open(self, told: _Told) -> Opened:
        """Where a timeline begins. One whose set-up was amended branches off before everything, at version 0."""
        line = told.line
        told.version = line.forked_at
        if line.parent and line.forked_at:
            home = self._home(line.parent, line.forked_at)
            if line.forked_at not in home.hashes:
                raise Refused(told.number, f"It branches off at version {line.forked_at}, which is missing.")
            told.hash, told.state = home.hashes[line.forked_at], home.used(line.forked_at)
            if home.halves[line.forked_at] != line.half:
                raise Refused(told.number, "It is not said rightly in the midst of which decision it branched off.")
        return Opened(line, told.hash, encoded(told.state))

    def _close(self, told: _Told | None) -> None:
        """Whether a timeline ends where it says."""
        if told is None:
            return
        line = told.line
        if (told.version, told.hash.hex()) != (line.version, line.hash):
            raise Refused(told.number, "Its story does not end at the version and hash that it says.")
        if self.campaign.rules == self._game.version and state_digest(told.state) != line.state:
            raise Refused(told.number, "Its story leads to another position than the one that it says.")
        if told.version == 0:
            raise Refused(told.number, "It has no story.")
        told.state = None

    def _walk(self, told: _Told, number: int, decision: lines.Decision) -> Rows:
        """One decision of a timeline, event by event."""
        if decision.first != told.version + 1:
            raise Refused(number, f"Version {told.version + 1} was expected, {decision.first} comes.")
        digest = decision_digest(_content(decision))
        if digest.hex() != decision.digest:
            raise Refused(number, "The decision was changed: its digest does not fit.")
        try:
            msgspec.json.decode(decision.arguments)
            _answers.decode(decision.chance)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise Refused(number, f"The decision cannot be read: {error}") from None
        links, last = [], told.version + len(decision.events)
        for fact in decision.events:
            told.version += 1
            payload = fact.payload.encode()
            told.hash = event_hash(told.hash, told.version, fact.type, fact.shape, payload, decision.at, digest)
            if told.hash.hex() != fact.hash:
                raise Refused(number, f"Version {told.version} was changed: its hash does not fit.")
            told.state = self._after(told, number, fact)
            told.passed(decision.first if told.version < last else 0)
            target = self._event(number, fact, rewind_target)
            links.append(Link(fact.type, fact.shape, payload, told.hash, target))
        return self._rows(told, decision, links)

    def _after(self, told: _Told, number: int, fact: lines.Fact) -> State | None:
        event: Event = self._event(number, fact, codec.decode)
        if isinstance(event, PackChanged) and event.now not in self.packs:
            raise Refused(number, f"The content of version {told.version} is missing.")
        if isinstance(event, Rewound):
            return self._home(told.line.id, event.to).used(event.to) if event.to else None
        try:
            return self._game.evolve(told.state, event)
        except Exception as error:  # whatever the rules meet in events that nobody judged
            words = f"Version {told.version} cannot be taken up: {type(error).__name__}: {error}"
            raise Refused(number, words) from None

    def _event(self, number: int, fact: lines.Fact, read: Callable[[str, int, bytes], Any]) -> Any:
        if fact.type.rpartition(".")[0] not in (TABLE, self._game.key):
            raise Refused(number, f"{fact.type} is no event of {self._game.title}.")
        try:
            return read(fact.type, fact.shape, fact.payload.encode())
        except codec.Undecodable as error:
            raise Refused(number, str(error)) from None

    def _rows(self, told: _Told, decision: lines.Decision, links: list[Link]) -> Rows:
        keep = told.version // SNAPSHOT_EVERY > (decision.first - 1) // SNAPSHOT_EVERY and told.state is not None
        last = told.version == told.line.version
        content = _content(decision)
        return Rows(
            where=(self.campaign.id, told.line.id), expected=decision.first - 1, recorded_at=decision.at, events=links,
            state=encoded(told.state) if keep or last else None, rules_version=self._game.version,
            decision=(*content[:-1], bytes.fromhex(decision.digest)), keep_snapshot=keep,
        )  # fmt: skip


def _content(decision: lines.Decision) -> DecisionContent:
    d = decision
    return DecisionContent(
        d.id, d.name, d.arguments.encode(), d.chance.encode(), d.actor, d.alias, d.seat, d.key, d.at
    )  # fmt: skip
