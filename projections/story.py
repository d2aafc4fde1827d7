"""The story as pages tell it: lines in force and set aside, checkpoints, what came next."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from projections.catalogue import AdventureLog
from projections.reading import history
from projections.views import Row
from rules.kernel import words
from tracker.eventstore.lineage import Lineage, in_force
from tracker.eventstore.models import StoredDecision
from tracker.timelines.models import Timeline


@dataclass(frozen=True)
class Line:
    """One decision in the story.

    :param in_force: it counts at the version that is read; otherwise a rewind set it aside
    :param data: the row of the adventure log
    """

    version: int
    in_force: bool
    data: Row

    @property
    def at(self) -> datetime.datetime:
        """When it was recorded, by the server's clock."""
        return datetime.datetime.fromtimestamp(self.data["at"] / 1_000_000, tz=datetime.UTC)

    @property
    def is_table(self) -> bool:
        """It concerns the table and not the game."""
        return bool(self.data["area"] == "table")

    @property
    def luck(self) -> list[dict[str, Any]]:
        """What luck answered: source, values in words, and whether the players typed it in."""
        return [
            {"source": words(a["source"].replace(".", " ")), "values": [words(v) for v in a["values"]],
             "observed": a["observed"]}
            for a in self.data["luck"]
        ]  # fmt: skip


def story_lines(rows: Iterable[tuple[int, Row]], line: Lineage, version: int) -> list[Line]:
    """Rows of the adventure log as lines, each with whether it is in force at a version."""
    path = line.path(version)
    return [Line(at, data["area"] == "table" or in_force(path, at), data) for at, data in rows]


def checkpoints_at(rows: Iterable[tuple[int, Row]], line: Lineage, version: int) -> list[dict[str, Any]]:
    """The named versions up to a version, oldest first: ``version``, ``name``, ``by`` (empty: the game) and
    ``in_force``. The last name given counts; one that was taken off is gone."""
    path = line.path(version)
    named: dict[int, dict[str, Any]] = {}
    for _, data in rows:
        for mark in data["checkpoints"]:
            named[mark["version"]] = {**mark, "in_force": in_force(path, mark["version"])}
    return [mark for _, mark in sorted(named.items()) if mark["name"] and mark["version"] <= version]


def last_sentence(timeline: Timeline, line: Lineage, decision: StoredDecision) -> str:
    """The sentence of a decision."""
    rows = history(AdventureLog(), timeline, low=decision.first_version - 1, high=decision.first_version)
    return str(rows[-1][1]["sentence"]) if rows else ""


def next_line(timeline: Timeline, version: int) -> tuple[int, Row] | None:
    """The first decision after a version: what was decided next."""
    upto = version
    while True:
        rows = history(AdventureLog(), timeline, low=upto, high=upto + 20)
        if rows:
            return rows[0]
        upto += 20
        if not history(AdventureLog(), timeline, low=upto, newest=1):
            return None


def filtered(
    lines: Sequence[Line], *, person: str = "", kind: str = "", text: str = "", undone: str = ""
) -> list[Line]:
    """The lines that fit: by alias, by area, by a text in the sentence or the facts, and by whether they are set aside
    (``yes``, ``no`` or empty for both)."""
    wanted = text.casefold()
    return [
        line
        for line in lines
        if (not person or line.data["alias"] == person)
        and (not kind or line.data["area"] == kind)
        and (not undone or line.in_force == (undone == "no"))
        and (not wanted or wanted in " ".join([line.data["sentence"], *line.data["facts"]]).casefold())
    ]
