"""Rebuilding: the read models computed anew from the events, beside those that pages read.

Lines of a new generation are written in small transactions, since nobody reads them yet. Where the generation is in use
already, only what differs from the stored rows is written, at the end, in one transaction with the switch: readers see
the old rows or the new ones, never a mixture. Ended in the middle, the rows that pages read are as they were, and the
next rebuild finds the lines that are right already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from projections.base import HistoryProjection, Index, Line, Projection, StateProjection, decoded, differences
from projections.catalogue import projections
from projections.inline import HISTORY_COLUMNS, HISTORY_KEYS
from projections.models import HistoryRow, Projected, StateRow
from projections.moments import Untellable, moments, own_decisions
from projections.views import Moment
from rules.games import game as game_of
from tracker.eventstore.models import Stream
from tracker.eventstore.sql import Write, stored_id, upsert
from tracker.eventstore.store import LATEST
from tracker.timelines.committing import together
from tracker.timelines.models import Timeline
from tracker.timelines.positions import at_head

BATCH = 500
"""Decisions whose lines are compared and written at once."""

Said = Callable[[int], object]


class CannotRebuild(Exception):
    """A rebuild had to stop: an event cannot be read, or a projection cannot tell of it. The rows that pages read are
    as they were. Says which event of which timeline, and which projection."""


class _Differences(NamedTuple):
    """What is to be written so that the stored lines of some decisions are right."""

    rows: list[tuple[Any, ...]]
    gone: list[int]


def rebuild(
    timeline: Timeline, *, name: str | None = None, said: Said = lambda done: None, build: UUID | None = None
) -> int:
    """Compute a timeline's read models anew.

    :param name: of one projection; all of them unless given
    :param said: told now and then how many decisions are done; what it raises ends the rebuild
    :param build: names the rebuild, so that one that is taken up again need not do a timeline twice
    :returns: how many rows were not what they should be
    :raises CannotRebuild: when an event cannot be read or told; the rows that pages read stay
    :raises KeyError: when there is no projection of that name
    """
    work = _Rebuild(timeline, projections(name), build or uuid4())
    work.tell(said)
    while not work.switch():
        work.tell(said)
    return work.changed


class Rebuilt(NamedTuple):
    """What a rebuild of several timelines came to: how many decisions were told, how many rows were wrong."""

    timelines: int
    decisions: int
    changed: int


def rebuild_all(
    timelines: Sequence[Timeline],
    *,
    name: str | None = None,
    build: UUID | None = None,
    said: Callable[[int, int, Timeline], object] = lambda done, total, timeline: None,
) -> Rebuilt:
    """Compute the read models of timelines anew, one after the other. Those that the same build did already are passed.

    :param name: of one projection; all of them unless given
    :param build: names the rebuild
    :param said: told how many decisions of how many are done, and in which timeline; what it raises ends the rebuild
    :raises CannotRebuild: when an event cannot be read or told; what was not rebuilt until then stays as it was
    :raises KeyError: when there is no projection of that name
    """
    build = build or uuid4()
    lengths = {timeline.id: own_decisions(timeline, 0, LATEST).count() for timeline in timelines}
    total, done, changed = sum(lengths.values()), 0, 0
    ready = set(Projected.objects.filter(build=build).values_list("timeline_id", flat=True))
    for timeline in timelines:
        said(done, total, timeline)
        if timeline.id not in ready:
            changed += rebuild(timeline, name=name, build=build, said=_from(said, done, total, timeline))
        done += lengths[timeline.id]
    return Rebuilt(len(timelines), done, changed)


def _from(said: Callable[[int, int, Timeline], object], before: int, total: int, timeline: Timeline) -> Said:
    return lambda done: said(before + done, total, timeline)


def is_stale(timeline: Timeline) -> bool:
    """Whether rows of a timeline are missing, old, or of another generation than the present code's."""
    mark = Projected.objects.filter(timeline_id=timeline.id).first()
    game = game_of(timeline.campaign.game)
    wanted = {projection.name: projection.generation(game) for projection in projections()}
    version = _newest(timeline)
    if mark is None:
        return version > timeline.forked_at
    return mark.version != version or mark.generations != wanted


@dataclass
class _Rebuild:
    """The rebuild of one timeline.

    :ivar version: the version up to which lines are compared
    :ivar held: what differs in lines that pages read, until the switch
    """

    timeline: Timeline
    chosen: Sequence[Projection]
    build: UUID
    version: int = 0
    told: int = 0
    changed: int = 0
    held: list[tuple[HistoryProjection, _Differences]] = field(default_factory=list)

    def tell(self, said: Said) -> None:
        """Compare the lines of all decisions since ``version`` with the stored ones."""
        for batch in self._batches():
            self._compare(batch)
            self.told += len(batch)
            said(self.told)

    def switch(self) -> bool:
        """Make the rows the ones that pages read, unless the timeline went on by much meanwhile. The head is locked for
        these few statements, so that nothing is appended between them."""
        with together():
            version = _newest(self.timeline, locked=True)
            if own_decisions(self.timeline, self.version, version)[:BATCH].count() == BATCH:
                return False
            self.tell(lambda done: None)
            for projection, found in self.held:
                self._write(projection, found)
            self._clear_beyond(version)
            for chosen in self.chosen:
                if isinstance(chosen, StateProjection):
                    self._write_state(chosen)
            self._mark(version)
        return True

    def _batches(self) -> Iterator[list[Moment]]:
        told = moments(self.timeline, self.version)
        try:
            while batch := list(islice(told, BATCH)):
                yield batch
        except Untellable as error:
            names = ", ".join(projection.name for projection in self.chosen)
            raise CannotRebuild(f"Rebuilding {names}: {error}") from error

    def _compare(self, batch: Sequence[Moment]) -> None:
        low, self.version = self.version, batch[-1].last_version
        for projection in self.chosen:
            if not isinstance(projection, HistoryProjection):
                continue
            told = ((moment.version, self._line(projection, moment)) for moment in batch)
            lines = {version: line for version, line in told if line is not None}
            found = self._differences(projection, lines, low)
            if self._is_read(projection):
                self.held.append((projection, found))
            else:
                self._write(projection, found)

    def _differences(self, projection: HistoryProjection, lines: dict[int, Line], low: int) -> _Differences:
        stored = {
            row.version: row for row in self._stored(projection).filter(version__gt=low, version__lte=self.version)
        }
        wrong = {version: line for version, line in lines.items() if not _is_same(stored.get(version), line)}
        rows = [self._history_row(projection, version, line) for version, line in wrong.items()]
        return _Differences(rows, [version for version in stored if version not in lines])

    def _write(self, projection: HistoryProjection, found: _Differences) -> None:
        upsert(Write("projections_historyrow", HISTORY_COLUMNS, HISTORY_KEYS, found.rows))
        if found.gone:
            self._stored(projection).filter(version__in=found.gone).delete()
        self.changed += len(found.rows) + len(found.gone)

    def _clear_beyond(self, version: int) -> None:
        """Take away lines of versions that the timeline does not have."""
        names = [chosen.name for chosen in self.chosen if isinstance(chosen, HistoryProjection)]
        rows = HistoryRow.objects.filter(timeline_id=self.timeline.id, projection__in=names, version__gt=version)
        self.changed += rows.delete()[0]

    def _write_state(self, projection: StateProjection) -> None:
        position = at_head(self.timeline)
        generation = projection.generation(position.game)
        rows = StateRow.objects.filter(timeline_id=self.timeline.id, projection=projection.name, generation=generation)
        stored = dict(rows.values_list("key", "data"))
        encoded = projection.encoded(position.game, position.state, position.pack)
        written, gone = differences(stored, {key: decoded(row) for key, row in encoded.items()})
        where = {"campaign_id": self.timeline.campaign_id, "timeline_id": self.timeline.id}
        StateRow.objects.bulk_create(
            [
                StateRow(**where, projection=projection.name, generation=generation, key=key, data=row)
                for key, row in written.items()
            ],
            update_conflicts=True, update_fields=["data"],
            unique_fields=["timeline_id", "projection", "generation", "key"],
        )  # fmt: skip
        rows.filter(key__in=gone).delete()
        if not self._is_new(projection):
            self.changed += len(written) + len(gone)

    def _mark(self, version: int) -> None:
        """Say what is whole, and take away what neither this code nor the one before reads."""
        before = self._projected()
        new = {projection.name: self._generation(projection) for projection in self.chosen}
        kept = before.generations if before is not None and before.version == version else {}
        Projected.objects.update_or_create(
            timeline_id=self.timeline.id,
            defaults={
                "campaign_id": self.timeline.campaign_id, "version": version, "generations": {**kept, **new},
                "build": self.build,
            },
        )  # fmt: skip
        for name, generation in new.items():
            read = {generation, (before.generations if before else {}).get(name, generation)}
            for table in (StateRow, HistoryRow):
                rows = table.objects.filter(timeline_id=self.timeline.id, projection=name)
                rows.exclude(generation__in=read).delete()

    def _projected(self) -> Projected | None:
        return Projected.objects.filter(timeline_id=self.timeline.id).first()

    def _is_read(self, projection: Projection) -> bool:
        """Whether pages read the lines of this generation."""
        mark = self._projected()
        return mark is not None and mark.generations.get(projection.name) == self._generation(projection)

    def _is_new(self, projection: Projection) -> bool:
        """Whether rows are stored for the first time, for a branch on which nobody has decided yet: none were wrong."""
        return self.version <= self.timeline.forked_at and not self._is_read(projection)

    def _generation(self, projection: Projection) -> int:
        return projection.generation(game_of(self.timeline.campaign.game))

    def _stored(self, projection: HistoryProjection) -> Any:
        generation = self._generation(projection)
        return HistoryRow.objects.filter(
            timeline_id=self.timeline.id, projection=projection.name, generation=generation
        )

    def _line(self, projection: HistoryProjection, moment: Moment) -> Line | None:
        try:
            return projection.line(moment)
        except Exception as error:  # whatever a game's words meet in an old event
            place = f"timeline {self.timeline.id} version {moment.version} ({moment.name})"
            raise CannotRebuild(f"Rebuilding {projection.name}: {place}: {type(error).__name__}: {error}") from error

    def _history_row(self, projection: HistoryProjection, version: int, line: Line) -> tuple[Any, ...]:
        ids = stored_id(self.timeline.campaign_id), stored_id(self.timeline.id)
        return (*ids, version, projection.name, self._generation(projection), line.data.decode(), *line.found_by)


def _is_same(row: HistoryRow | None, line: Line) -> bool:
    if row is None:
        return False
    return (row.data, Index(row.who, row.kind, row.words)) == (decoded(line.data), line.found_by)


def _newest(timeline: Timeline, *, locked: bool = False) -> int:
    streams = Stream.objects.select_for_update() if locked else Stream.objects.all()
    return streams.values_list("version", flat=True).get(id=timeline.id)
