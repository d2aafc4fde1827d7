"""A sheet while it is read: its cells, what was understood of them, and what has to be said about the others."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from openpyxl import load_workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.utils import get_column_letter, range_boundaries

from rules.isofarian_guard.content.workbook import archive
from rules.isofarian_guard.content.workbook.names import key, plain
from rules.isofarian_guard.content.workbook.report import Kind, Note
from rules.kernel import PackInvalid

T = TypeVar("T")
Remark = Callable[[str], None]
"""Says what was irregular about a cell that could be read all the same."""

MAX_TEXT = 2_000


class Unreadable(Exception):
    """A cell whose content is not what stands there. The message says what was expected."""


class Cell(msgspec.Struct, frozen=True):
    """A cell with content.

    :param raw: as written
    :param number: its value, if it is a whole number
    :param runs: pieces of text with their own colour, ``FF0000``, or ``None`` for a colour of the theme
    """

    row: int
    column: int
    raw: str
    number: int | None
    runs: tuple[tuple[str, str | None], ...]

    @property
    def address(self) -> str:
        """``B98``."""
        return address(self.row, self.column)

    @property
    def text(self) -> str:
        """The text without variation selectors and outer spaces."""
        return plain(self.raw)


def address(row: int, column: int) -> str:
    """``B98`` for row 98, column 2."""
    return f"{get_column_letter(column)}{row}"


class Sheet:
    """One sheet. Whoever reads a cell says so; what nobody has read is reported at the end."""

    def __init__(self, title: str, cells: Iterable[Cell], merges: Iterable[str]) -> None:
        self.title = title
        self._cells = {(cell.row, cell.column): cell for cell in cells}
        self._understood: set[tuple[int, int]] = set()
        self._notes: list[Note] = []
        self.last_row = max((row for row, _ in self._cells), default=0)
        self.last_column = max((column for _, column in self._cells), default=0)
        self._set_aside_hidden(merges)

    def cell(self, row: int, column: int) -> Cell | None:
        """The cell of a place, or ``None`` where it is empty."""
        return self._cells.get((row, column))

    def cells(self, row: int) -> Iterator[Cell]:
        """The cells of a row, from left to right."""
        for column in range(1, self.last_column + 1):
            if (row, column) in self._cells:
                yield self._cells[row, column]

    def read(self, row: int, column: int | None, parse: Callable[[Cell, Remark], T], otherwise: T) -> T:
        """What a cell says; ``otherwise`` where it is empty or cannot be read, which is noted."""
        cell = self.cell(row, column) if column else None
        if cell is None:
            return otherwise
        try:
            value = parse(cell, lambda message: self.note(cell, "corrected", message))
        except Unreadable as error:
            self.note(cell, "not_understood", str(error))
            return otherwise
        self.claim(cell)
        return value

    def claim(self, cell: Cell) -> None:
        """Count a cell as understood."""
        self._understood.add((cell.row, cell.column))

    def note(self, cell: Cell, kind: Kind, message: str) -> None:
        """Say something about a cell."""
        self._notes.append(Note(self.title, cell.address, cell.raw, kind, message))

    def note_at(self, row: int, column: int, kind: Kind, message: str) -> None:
        """Say something about a place, empty ones included."""
        cell = self.cell(row, column)
        raw = cell.raw if cell else ""
        self._notes.append(Note(self.title, address(row, column), raw, kind, message))

    def columns(self, row: int) -> dict[str, int]:
        """The columns of a table by the key of their heading; headings count as understood."""
        found: dict[str, int] = {}
        for cell in self.cells(row):
            if key(cell.text) not in found:
                found[key(cell.text)] = cell.column
        return found

    def claim_row(self, row: int, known: Callable[[Cell], bool]) -> None:
        """Count the cells of a row as understood that ``known`` recognises."""
        for cell in self.cells(row):
            if known(cell):
                self.claim(cell)

    def finish(self) -> tuple[tuple[str, ...], tuple[Note, ...]]:
        """Addresses of what was understood, and all notes, those on cells that nobody read included."""
        noted = {note.cell for note in self._notes}
        for place, cell in sorted(self._cells.items()):
            if place not in self._understood and cell.address not in noted:
                self.note(cell, "not_understood", "outside of what is known of this sheet")
        understood = tuple(address(row, column) for row, column in sorted(self._understood))
        return understood, tuple(sorted(self._notes, key=_position))

    def _set_aside_hidden(self, merges: Iterable[str]) -> None:
        """Below a merged range only its first cell shows; whatever else the file stores there is no content."""
        for merged in merges:
            try:
                left, top, right, bottom = range_boundaries(merged)
            except ValueError:
                continue
            for place in [place for place in self._cells if _within(place, (left, top, right, bottom))]:
                if place != (top, left):
                    self.note(self._cells.pop(place), "ignored", f"hidden under the merged cells {merged}")


def _within(place: tuple[int, int], bounds: tuple[Any, Any, Any, Any]) -> bool:
    left, top, right, bottom = (bound or 0 for bound in bounds)
    return top <= place[0] <= bottom and left <= place[1] <= right


def _position(note: Note) -> tuple[int, int, str]:
    match = re.fullmatch(r"([A-Z]+)([0-9]+)", note.cell)
    return (int(match[2]), len(match[1]), match[1]) if match else (0, 0, note.cell)


def read_workbook(data: bytes) -> dict[str, Sheet]:
    """The sheets of a workbook by title, in order.

    :raises PackInvalid: when the file is no workbook or too large
    """
    frames = archive.checked(data)
    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False, rich_text=True)
        return {sheet.title: _sheet(sheet, frames) for sheet in book.worksheets}
    except PackInvalid:
        raise
    except Exception as error:  # whatever the library makes of a damaged file, it is one refusal
        archive.refuse(f"The workbook is damaged: {type(error).__name__}: {error}")


def _sheet(sheet: Any, frames: Mapping[str, archive.SheetFrame]) -> Sheet:
    # The read-only reader does not tell merged ranges; its own path leads to what was found in the part.
    frame = frames[sheet._worksheet_path.lstrip("/")]
    rows = sheet.iter_rows(max_row=max(frame.rows, 1), max_col=max(frame.columns, 1))
    found = (_cell(cell, frame.inline) for row in rows for cell in row)
    cells = {cell.address: cell for cell in found if cell is not None}
    result = Sheet(sheet.title, cells.values(), frame.merges)
    for place, formula in frame.formulas.items():
        _note_formula(result, place, formula, cells)
    return result


def _note_formula(sheet: Sheet, place: str, formula: str, cells: Mapping[str, Cell]) -> None:
    stored = cells.get(place)
    message = "a formula, which is not carried out; " + ("its stored value was read" if stored else "it has no value")
    left, top, _, _ = range_boundaries(place) if re.fullmatch(r"[A-Z]+[0-9]+", place) else (0, 0, 0, 0)
    shown = Cell(top or 0, left or 0, formula[:MAX_TEXT], None, ())
    sheet.note(shown, "doubtful" if stored else "not_understood", message)


def _cell(found: Any, inline: Mapping[str, archive.Runs]) -> Cell | None:
    value = found.value
    if value is None or (isinstance(value, str | CellRichText) and not str(value).strip()):
        return None
    raw = str(value)
    if len(raw) > MAX_TEXT:
        archive.refuse(f"A cell holds more than {MAX_TEXT:,} characters ({found.coordinate}).")
    # The read-only reader joins the runs of texts that are stored in the cell itself.
    own = inline.get(found.coordinate, ())
    color = _rgb(found.font)
    runs = tuple((text, color if rgb == "" else _plain_color(rgb)) for text, rgb in own) or tuple(_runs(value, color))
    return Cell(found.row, found.column, raw, _whole(value), runs)


def _whole(value: Any) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return int(value) if value == int(value) else None


def _runs(value: Any, color: str | None) -> Iterator[tuple[str, str | None]]:
    if not isinstance(value, CellRichText):
        yield str(value), color
        return
    for run in value:
        if isinstance(run, TextBlock):
            yield run.text, _rgb(run.font) if run.font and run.font.color else color
        else:
            yield str(run), color


def _rgb(font: Any) -> str | None:
    color = font.color if font else None
    return _plain_color(color.rgb) if color is not None and color.type == "rgb" else None


def _plain_color(argb: str | None) -> str | None:
    """``FF0000`` from ``FFFF0000``: programs do not agree on how they write opacity."""
    return argb[-6:].upper() if argb else None
