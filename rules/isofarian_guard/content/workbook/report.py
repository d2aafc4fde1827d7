"""What an import has to say about the file: how much it found, and every cell that was not plain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

Kind = Literal["corrected", "doubtful", "ignored", "not_understood"]

_HEADINGS: Mapping[Kind, str] = {
    "not_understood": "Not understood",
    "doubtful": "Kept as written, but doubtful",
    "corrected": "Read with a correction",
    "ignored": "Left aside: no data",
}


class Note(msgspec.Struct, frozen=True):
    """A remark on one cell.

    :param sheet: its sheet, or ``map graph``
    :param cell: its address, ``B98``, or ``node 69``
    :param content: what it holds, as written
    :param kind: what became of it
    """

    sheet: str
    cell: str
    content: str
    kind: Kind
    message: str

    def __str__(self) -> str:
        return f"{self.sheet}!{self.cell}: {self.content!r}: {self.message}"


class ImportReport(msgspec.Struct, frozen=True):
    """The report of one import.

    :param counts: how many of each kind were read: ``enemies``, ``enemy_cards``, ``recipes`` ...
    :param notes: one for each cell that was corrected, doubted, left aside or not understood
    :param chains: upgrade paths that the workbook lists, from the first piece to the last, as card ids
    :param understood: addresses of the cells that were read, by sheet
    """

    counts: Mapping[str, int] = {}
    notes: tuple[Note, ...] = ()
    chains: tuple[tuple[str, ...], ...] = ()
    understood: Mapping[str, tuple[str, ...]] = {}

    def of_kind(self, kind: Kind) -> tuple[Note, ...]:
        """The notes of one kind, in the order of the file."""
        return tuple(note for note in self.notes if note.kind == kind)

    def lines(self) -> Iterator[str]:
        """The report for people, line by line."""
        for name, count in self.counts.items():
            yield f"{name.replace('_', ' ')}: {count}"
        yield f"Cells understood ({sum(map(len, self.understood.values()))}):"
        yield from (f"  {sheet}: {len(cells)}" for sheet, cells in self.understood.items() if cells)
        for kind, heading in _HEADINGS.items():
            notes = self.of_kind(kind)
            if notes:
                yield f"{heading} ({len(notes)}):"
            for note in notes:
                yield f"  {note}"
