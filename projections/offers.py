"""Places to which a rewind is offered: in the units in which people undo, not in those of the program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from projections.catalogue import AdventureLog
from projections.reading import Reading
from projections.story import Line, newest_checkpoints, story_lines
from tracker.timelines.models import Timeline

LOOKED_THROUGH = 200
"""Decisions, from the newest back, in which the beginnings of turns, phases and days are looked for."""
MARKS_LOOKED_THROUGH = 20
"""Named versions in which the last one in force is looked for."""


@dataclass(frozen=True)
class Offer:
    """A place to go back to.

    :param kind: ``decision`` (before the last one), ``checkpoint``, or the unit that began there: ``turn``, ``phase``,
        ``round``, ``battle``, ``day``
    :param label: what people call the place; empty for the last decision
    :param to: the version
    """

    kind: str
    label: str
    to: int


def rewind_offers(timeline: Timeline) -> list[Offer]:
    """Where the game may be put back to with one press, the nearest place first: before the last decision, to the
    beginning of the present turn, phase, round, battle or day (the one before where nothing was decided since), to the
    last checkpoint. Empty when only the set-up is there."""
    reading = Reading.of(timeline)
    line = reading.line
    lines = story_lines(reading.history(AdventureLog(), newest=LOOKED_THROUGH), line, line.version)
    decided = [each for each in reversed(lines) if each.in_force and not each.is_table]
    if len(decided) < 2:
        return []
    last = decided[0]
    found = {offer.to: offer for offer in _checkpoints(timeline, last)}
    found |= {offer.to: offer for offer in _beginnings(decided[1:])}
    found[last.version - 1] = Offer("decision", "", last.version - 1)
    return [offer for _, offer in sorted(found.items(), reverse=True)]


def _beginnings(lines: list[Line]) -> Iterator[Offer]:
    """The newest beginning of each unit."""
    told: set[str] = set()
    for line in lines:
        for landmark in reversed(line.data["landmarks"]):
            if landmark["kind"] not in told:
                told.add(landmark["kind"])
                yield Offer(landmark["kind"], landmark["label"], line.data["last"])


def _checkpoints(timeline: Timeline, last: Line) -> Iterator[Offer]:
    marks = newest_checkpoints(timeline, MARKS_LOOKED_THROUGH)
    counting = [mark for mark in marks if mark["in_force"] and mark["version"] < last.version - 1]
    yield from (Offer("checkpoint", mark["name"], mark["version"]) for mark in counting[-1:])
