"""The whole story as records, for files that people take along: what was decided, with its luck, its facts, and what
was said about it."""

from __future__ import annotations

import datetime
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec

from projections.areas import areas
from projections.reading import Reading
from projections.remarks import Said, remarks_on
from projections.story import EVERY_LINE, Filter, Line, sessions, story_page
from rules.games import game as game_of
from tracker.eventstore.models import StoredDecision
from tracker.timelines.models import Timeline

AT_ONCE = 500
"""Lines that are read at once."""


class Record(msgspec.Struct, frozen=True):
    """One decision.

    :param version: of its first fact, ``last_version`` of its last
    :param session: the name of the session in which it was taken; empty before the first
    :param decision: its stored name
    :param arguments: as plain data
    :param luck: ``source``, ``values`` in words, and whether they were ``observed`` at the table
    """

    version: int
    last_version: int
    in_force: bool
    id: str
    recorded_at: datetime.datetime
    person: str
    seat: str
    session: str
    decision: str
    area: str
    sentence: str
    facts: Sequence[str]
    arguments: Any
    luck: Sequence[Mapping[str, Any]]
    notes: Sequence[Mapping[str, Any]]
    signs: Mapping[str, Sequence[str]]


def records(timeline: Timeline, wanted: Filter = EVERY_LINE) -> Iterator[Record]:
    """The decisions that fit, oldest first."""
    reading = Reading.of(timeline)
    first = story_page(timeline, wanted, per_page=AT_ONCE, reading=reading)
    begun = sessions(reading)
    area_of = {name: area for area, names in areas(game_of(timeline.campaign.game)).items() for name in names}
    for number in range(first.pages, 0, -1):
        page = first if number == 1 else story_page(timeline, wanted, number=number, per_page=AT_ONCE, reading=reading)
        lines = page.lines[::-1]
        said = remarks_on(reading, lines)
        arguments = arguments_of(lines)
        for line in lines:
            area = area_of.get(line.data["area"], line.data["area"])
            yield _record(
                line, arguments[line.version], str(area), _session(begun, line.version), said.get(line.version, Said())
            )


def arguments_of(lines: Sequence[Line]) -> dict[int, Any]:
    """What was chosen, as plain data, by the versions of some lines."""
    ids = {UUID(line.data["decision_id"]): line.version for line in lines}
    rows = StoredDecision.objects.filter(id__in=list(ids)).values_list("id", "arguments")
    return {ids[decision]: msgspec.json.decode(bytes(arguments)) for decision, arguments in rows}


def _record(line: Line, arguments: Any, area: str, session: str, said: Said) -> Record:
    row = line.data
    return Record(
        version=line.version, last_version=row["last"], in_force=line.in_force, id=row["decision_id"],
        recorded_at=line.at, person=row["alias"], seat=row["seat"], session=session, decision=row["decision"],
        area=area, sentence=row["sentence"], facts=row["facts"], arguments=arguments, luck=line.luck,
        notes=[{"version": note.version, "person": note.alias, "text": note.text, "at": note.at}
               for note in said.notes],
        signs=said.signs,
    )  # fmt: skip


def _session(begun: Sequence[Mapping[str, Any]], version: int) -> str:
    place = bisect_right([mark["version"] for mark in begun], version) - 1
    return str(begun[place]["name"]) if place >= 0 else ""
