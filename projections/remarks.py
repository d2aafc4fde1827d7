"""What people said about decisions: notes and signs. Nothing of it is ever taken back by a rewind."""

from __future__ import annotations

import datetime
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from projections.catalogue import Remarks
from projections.reading import Reading
from projections.story import Line, moment_of
from projections.views import Row


@dataclass(frozen=True)
class Note:
    """A note on a decision.

    :param version: at which it was written; it names the note
    """

    version: int
    text: str
    alias: str
    at: datetime.datetime


@dataclass(frozen=True)
class Said:
    """What was said about one decision.

    :param signs: who gave which sign, in the order in which the signs came first
    """

    notes: list[Note] = field(default_factory=list)
    signs: dict[str, list[str]] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was said."""
        return not (self.notes or self.signs)


def remarks_on(reading: Reading, lines: Sequence[Line]) -> Mapping[int, Said]:
    """What was said about the decisions of some lines, by the version at which each begins."""
    if not lines:
        return {}
    ordered = sorted(lines, key=lambda line: line.version)
    starts, ends = [line.version for line in ordered], [int(line.data["last"]) for line in ordered]
    # A remark comes after what it is about.
    rows = reading.history(Remarks(), low=starts[0] - 1)
    removed = {remark["note"] for _, row in rows for remark in row["remarks"] if remark["kind"] == "note_off"}
    found: dict[int, Said] = {}
    for written, row in rows:
        for remark in row["remarks"] if written not in removed else ():
            place = bisect_right(starts, remark.get("on", 0)) - 1
            if place >= 0 and remark["on"] <= ends[place]:
                _take_in(found.setdefault(starts[place], Said()), written, remark, row)
    return {at: said for at, said in found.items() if not said.is_empty}


def _take_in(said: Said, written: int, remark: Row, row: Row) -> None:
    alias = row["alias"]
    if remark["kind"] == "note":
        said.notes.append(Note(written, remark["text"], alias, moment_of(row["at"])))
        return
    given = said.signs.setdefault(remark["sign"], [])
    if remark["kind"] == "sign" and alias not in given:
        given.append(alias)
    elif remark["kind"] == "sign_off" and alias in given:
        given.remove(alias)
    if not given:
        del said.signs[remark["sign"]]
