"""The story as pages tell it: lines in force and set aside, page by page, and the named versions."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise
from operator import or_
from typing import Any
from uuid import UUID

from django.db.models import Q

from projections import sql
from projections.areas import areas, decisions_of
from projections.catalogue import AdventureLog, Checkpoints
from projections.halves import halved
from projections.reading import Reading
from projections.searching import folded
from projections.sql import ANY, OF_THE_GAME, OF_THE_TABLE, Stretch, Wanted
from projections.views import Row
from rules.games import game as game_of
from rules.kernel import seat_words, source_words
from tracker.eventstore import store
from tracker.eventstore.lineage import Lineage, Range, Segment, in_force
from tracker.eventstore.models import StoredDecision
from tracker.timelines.models import Timeline

PER_PAGE = 40
BATCH = 100
"""Rows of checkpoints that are looked through at once where only some are wanted."""


@dataclass(frozen=True)
class Aside:
    """What set a decision aside.

    :param version: that of the undo or the rewind
    :param alias: by whom
    """

    version: int
    alias: str
    at: datetime.datetime


@dataclass(frozen=True)
class Line:
    """One decision in the story.

    :param in_force: it counts at the version that is read; otherwise a rewind set it aside
    :param data: the row of the adventure log
    :param aside: what set it aside, where that was asked for
    """

    version: int
    in_force: bool
    data: Row
    aside: Aside | None = None

    @property
    def at(self) -> datetime.datetime:
        """When it was recorded, by the server's clock."""
        return moment_of(self.data["at"])

    @property
    def is_table(self) -> bool:
        """It concerns the table and not the game."""
        return bool(self.data["area"] == "table")

    @property
    def luck(self) -> list[dict[str, Any]]:
        """What luck answered: source, values in words, and whether the players typed it in."""
        return [
            {"source": source_words(a["source"]), "values": [seat_words(v) for v in a["values"]],
             "observed": a["observed"]}
            for a in self.data["luck"]
        ]  # fmt: skip

    @property
    def luck_was_seen(self) -> bool:
        """It was set aside after luck had answered: whoever decided anew knew what had come up."""
        return not self.in_force and bool(self.data["luck"])


@dataclass(frozen=True)
class Filter:
    """Which lines of the story are wanted; empty: all.

    :param person: by whom, as an alias
    :param kind: the decision's name, or ``table``
    :param text: words of the sentence or the facts
    :param undone: ``yes`` for what is set aside, ``no`` for what is in force
    :param seat: for which seat
    :param area: of which area of the rulebook
    :param session: of the session that began at this version; 0: of any
    """

    person: str = ""
    kind: str = ""
    text: str = ""
    undone: str = ""
    seat: str = ""
    area: str = ""
    session: int = 0


EVERY_LINE = Filter()
WORDS = ("person", "kind", "text", "undone", "seat", "area")
"""The parts of a filter that are words."""


@dataclass(frozen=True)
class StoryPage:
    """A page of the story.

    :param lines: the newest first
    :param total: how many lines fit the filter
    :param number: which page it is, from 1
    """

    lines: list[Line]
    total: int
    number: int
    per_page: int

    @property
    def pages(self) -> int:
        """How many pages there are; at least one."""
        return max(1, -(-self.total // self.per_page))


@dataclass(frozen=True)
class Contents:
    """What a story holds.

    :param total: how many lines
    :param people: who decided, in alphabetical order
    :param kinds: kinds of decisions, in alphabetical order
    :param areas: areas of the rulebook to which they belong, in its order
    """

    total: int
    people: list[str]
    kinds: list[str]
    areas: list[str]


def story_page(
    timeline: Timeline,
    wanted: Filter = EVERY_LINE,
    *,
    number: int = 1,
    per_page: int = PER_PAGE,
    version: int = store.LATEST,
    reading: Reading | None = None,
) -> StoryPage:
    """A page of a timeline's story up to a version. Filtered, counted and cut by the database where rows are stored.

    :param number: which page; a number beyond the last gives the last
    :param reading: the timeline's history, where it is read from already; the version is its own then
    """
    reading = reading or Reading.of(timeline, version)
    log, line = AdventureLog(), reading.line
    if reading.sorted_out(log, _everything(line))[1]:
        return _computed_page(reading, wanted, number, per_page)
    stretches = _stretches(line, wanted.undone, _within(reading, wanted.session))
    where = (log.name, reading.generation(log), stretches, _wanted(timeline, wanted))
    total = sql.count(*where)
    page = StoryPage([], total, number, per_page)
    number = min(max(number, 1), page.pages)
    rows = sql.lines(*where, newest_first=True, limit=per_page, offset=(number - 1) * per_page)
    rows = halved(log, timeline, line, rows)
    return StoryPage(story_lines(rows, line, line.version), total, number, per_page)


def story_feed(reading: Reading, wanted: Filter = EVERY_LINE, *, after: int, limit: int) -> list[Line]:
    """The first so many lines after a version that fit, oldest first."""
    log, line = AdventureLog(), reading.line
    within = _within(reading, wanted.session)
    within = Range(max(within.low, after), within.high)
    if reading.sorted_out(log, _everything(line))[1]:
        rows = reading.history(log, low=within.low, oldest=limit if wanted == EVERY_LINE else None)
        return filtered(story_lines(rows, line, line.version), wanted, reading)[:limit]
    where = (log.name, reading.generation(log), _stretches(line, wanted.undone, within))
    rows = sql.lines(*where, _wanted(reading.timeline, wanted), limit=limit)
    return story_lines(halved(log, reading.timeline, line, rows), line, line.version)


def contents(timeline: Timeline, *, version: int = store.LATEST, reading: Reading | None = None) -> Contents:
    """What the story of a timeline holds up to a version: its length, and what it may be filtered by.

    :param reading: as in :func:`story_page`
    """
    reading = reading or Reading.of(timeline, version)
    log, every = AdventureLog(), _everything(reading.line)
    if reading.sorted_out(log, every)[1]:
        rows = (data for _, data in reading.history(log))
        tally = [(data["alias"], data["area"], 1) for data in rows]
    else:
        tally = sql.tally(log.name, reading.generation(log), [Stretch(segment) for segment in every])
    total = sum(number for _, _, number in tally)
    kinds = {kind for _, kind, _ in tally}
    found = [area for area, names in areas(game_of(timeline.campaign.game)).items() if names & kinds]
    return Contents(total, sorted({who for who, _, _ in tally if who}), sorted(kinds), found)


def sessions(reading: Reading) -> list[dict[str, Any]]:
    """The sessions of a story, oldest first: ``version`` at which it began, and ``name``."""
    marks = [mark for _, row in reading.history(Checkpoints()) for mark in row["checkpoints"]]
    return [mark for mark in marks if mark["kind"] == "session"]


def story_lines(rows: Iterable[tuple[int, Row]], line: Lineage, version: int) -> list[Line]:
    """Rows of the adventure log as lines, each with whether it is in force at a version."""
    path = line.path(version)
    return [Line(at, data["area"] == "table" or in_force(path, at), data) for at, data in rows]


def with_asides(lines: Sequence[Line], line: Lineage, version: int) -> list[Line]:
    """The same lines; those that are set aside at a version say by whom, when, and at which version."""
    rewound = {each.version: line.set_aside_by(each.version, version) for each in lines if not each.in_force}
    found = {row.first_version: row for row in _decisions_at(line, set(rewound.values()) - {0})}
    return [
        replace(each, aside=Aside(row.first_version, row.alias, moment_of(row.recorded_at)))
        if (row := found.get(rewound.get(each.version, 0)))
        else each
        for each in lines
    ]


def moment_of(recorded_at: int) -> datetime.datetime:
    """A time that is stored as microseconds since 1970 in UTC."""
    return datetime.datetime.fromtimestamp(recorded_at / 1_000_000, tz=datetime.UTC)


def checkpoints_at(rows: Iterable[tuple[int, Row]], line: Lineage, version: int) -> list[dict[str, Any]]:
    """The named versions up to a version, oldest first: ``version``, ``name``, ``by`` (empty: the game), ``kind``
    (``session``, what the game began there, or ``named``) and ``in_force``. The last name given counts; one that was
    taken off is gone."""
    path = line.path(version)
    named: dict[int, dict[str, Any]] = {}
    for _, data in rows:
        for mark in data["checkpoints"]:
            at = mark["version"]
            kind = named[at]["kind"] if at in named else mark["kind"]
            named[at] = {**mark, "kind": kind, "in_force": line.comes_past(path, at)}
    return [mark for _, mark in sorted(named.items()) if mark["name"] and mark["version"] <= version]


def newest_checkpoints(timeline: Timeline, number: int, *, version: int = store.LATEST) -> list[dict[str, Any]]:
    """The last so many named versions up to a version, oldest first, as in :func:`checkpoints_at`."""
    reading = Reading.of(timeline, version)
    line, high = reading.line, reading.line.version
    rows: list[tuple[int, Row]] = []
    while True:
        batch = reading.history(Checkpoints(), high=high, newest=BATCH)
        rows = batch + rows
        found = checkpoints_at(rows, line, line.version)[-number:]
        # What is older names only versions before it: nothing can come between any more.
        if len(batch) < BATCH or (len(found) == number and found[0]["version"] >= batch[0][0]):
            return found
        high = batch[0][0] - 1


def sentence_of(reading: Reading, decision: StoredDecision) -> str:
    """The sentence of a decision that a timeline has."""
    row = row_of(reading, decision)
    return str(row["sentence"]) if row else ""


def row_of(reading: Reading, decision: StoredDecision) -> Row | None:
    """The row of the adventure log of a decision that a timeline has."""
    rows = reading.history(AdventureLog(), low=decision.first_version - 1, high=decision.first_version)
    return rows[-1][1] if rows else None


def filtered(lines: Sequence[Line], wanted: Filter, reading: Reading) -> list[Line]:
    """The lines that fit."""
    log, asked = AdventureLog(), _wanted(reading.timeline, wanted)
    within = _within(reading, wanted.session)
    return [
        each
        for each in lines
        if asked.who in ("", each.data["alias"])
        and asked.kind in ("", each.data["area"])
        and asked.seat in ("", each.data["seat"])
        and (asked.kinds is None or each.data["area"] in asked.kinds)
        and (wanted.undone not in ("yes", "no") or each.in_force == (wanted.undone == "no"))
        and asked.words in log.index(each.data).words
        and within.low < each.version <= within.high
    ]


def _computed_page(reading: Reading, wanted: Filter, number: int, per_page: int) -> StoryPage:
    """The same from lines that are computed, where the stored ones are not whole."""
    lines = story_lines(reading.history(AdventureLog()), reading.line, reading.line.version)
    fitting = filtered(lines, wanted, reading)[::-1]
    page = StoryPage([], len(fitting), number, per_page)
    number = min(max(number, 1), page.pages)
    return StoryPage(fitting[(number - 1) * per_page : number * per_page], len(fitting), number, per_page)


def _decisions_at(line: Lineage, versions: Iterable[int]) -> list[StoredDecision]:
    """The decisions that begin at some versions of a lineage."""
    homes: dict[UUID, list[int]] = {}
    for version in versions:
        homes.setdefault(line.home(version), []).append(version)
    if not homes:
        return []
    where = [Q(timeline_id=home, first_version__in=own) for home, own in homes.items()]
    return list(StoredDecision.objects.filter(reduce(or_, where)))


def _everything(line: Lineage) -> list[Segment]:
    return line.stored([Range(0, line.version)])


def _stretches(line: Lineage, undone: str, within: Range) -> list[Stretch]:
    """Where the wanted lines stand. Lines about the table are in force wherever they stand."""
    if undone not in ("yes", "no"):
        return [Stretch(segment) for segment in line.stored(_cut([Range(0, line.version)], within))]
    path = line.path(line.version)
    aside = line.stored(_cut(_between(path, line.version), within))
    if undone == "yes":
        return [Stretch(segment, OF_THE_GAME) for segment in aside]
    return [*(Stretch(s, ANY) for s in line.stored(_cut(path, within))), *(Stretch(s, OF_THE_TABLE) for s in aside)]


def _cut(ranges: Sequence[Range], within: Range) -> list[Range]:
    """What of some ranges lies within another one."""
    cut = [Range(max(low, within.low), min(high, within.high)) for low, high in ranges]
    return [each for each in cut if each.low < each.high]


def _within(reading: Reading, session: int) -> Range:
    """The versions of a session: up to where the next one began. Without one, all versions."""
    newest = reading.line.version
    if not session:
        return Range(0, newest)
    later = [mark["version"] for mark in sessions(reading) if mark["version"] > session]
    return Range(session - 1, min([newest, *(version - 1 for version in later)]))


def set_aside(line: Lineage, version: int) -> list[Range]:
    """The versions up to a version that are set aside there, as ranges, oldest first; rewinds among them."""
    return _between(line.path(version), version)


def _between(path: Sequence[Range], version: int) -> list[Range]:
    """The versions up to a version that are on no range of a path."""
    edges = [Range(0, 0), *path, Range(version, version)]
    return [Range(before.high, behind.low) for before, behind in pairwise(edges) if before.high < behind.low]


def _wanted(timeline: Timeline, wanted: Filter) -> Wanted:
    kinds = decisions_of(timeline.campaign.game, wanted.area) if wanted.area else None
    return Wanted(wanted.person, wanted.kind, folded(wanted.text), wanted.seat, kinds)
