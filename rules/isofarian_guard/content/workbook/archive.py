"""The border to files of unknown origin: what is no workbook is named for what it is, and nothing huge is unfolded.

A workbook is a ZIP archive of XML parts. Before any of it reaches the library that reads workbooks, sizes are checked
as declared and as they are, document type declarations are refused, and each sheet's cells are counted and bounded.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from typing import NoReturn
from xml.etree import ElementTree

import msgspec

from rules.kernel import PackInvalid, Problem
from rules.kernel.files import file_kind

MAX_FILE_BYTES = 8_000_000
MAX_UNPACKED_BYTES = 64_000_000
MAX_RATIO = 200
MAX_PARTS = 1_000
MAX_ROWS = 2_000
MAX_COLUMNS = 200
MAX_CELLS = 100_000
MAX_MERGES = 5_000

_SMALL_PART = 1_000_000
Runs = tuple[tuple[str, str | None], ...]
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


class SheetFrame(msgspec.Struct, frozen=True):
    """What the file says about a sheet beyond the values of its cells.

    :param rows: number of its last row with a cell
    :param columns: number of its last column with a cell
    :param merges: merged ranges, ``B97:B99``
    :param formulas: formula by address; formulas are never carried out
    :param inline: runs of text of cells that hold them in place, by address, each with its own colour: ``None`` for
        one of the theme, empty for none
    """

    rows: int
    columns: int
    merges: tuple[str, ...]
    formulas: Mapping[str, str]
    inline: Mapping[str, Runs]


def checked(data: bytes) -> Mapping[str, SheetFrame]:
    """Check that a file is a workbook of reasonable size.

    :return: the frame of each sheet, by the name of its part in the archive
    :raises PackInvalid: naming what it is instead, or what is too large
    """
    if len(data) > MAX_FILE_BYTES:
        refuse(f"The file has {len(data):,} bytes; a workbook of up to {MAX_FILE_BYTES:,} is read.")
    if not data.startswith(b"PK\x03\x04"):
        refuse(f"The file is {file_kind(data)}, not an Excel workbook (.xlsx).")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_sizes(archive)
            _check_kind(archive)
            return _frames(archive)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        refuse(f"The file is a damaged or encrypted archive: {error}")
    except ElementTree.ParseError as error:
        refuse(f"The workbook is damaged: {error}")


def refuse(sentence: str) -> NoReturn:
    """Refuse the file with one sentence."""
    raise PackInvalid([Problem("", sentence)])


def _check_sizes(archive: zipfile.ZipFile) -> None:
    parts = archive.infolist()
    if len(parts) > MAX_PARTS:
        refuse(f"The archive has {len(parts):,} parts; {MAX_PARTS:,} are allowed.")
    if len({part.filename for part in parts}) < len(parts):
        refuse("The archive holds two parts of the same name.")
    if sum(part.file_size for part in parts) > MAX_UNPACKED_BYTES:
        refuse(f"Unpacked, the file would have more than {MAX_UNPACKED_BYTES:,} bytes.")
    for part in parts:
        if part.file_size > _SMALL_PART and part.file_size > MAX_RATIO * max(part.compress_size, 1):
            refuse(f"{part.filename} is packed more than {MAX_RATIO}-fold, as in a ZIP bomb.")
    for part in parts:
        _check_part(archive, part)


def _check_part(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
    """The declared size may be a lie: count what comes out. XML must be plain: no declarations that could unfold."""
    found = 0
    tail = b""
    with archive.open(part) as stream:
        while chunk := stream.read(65_536):
            found += len(chunk)
            if found > part.file_size:
                refuse(f"{part.filename} is larger than it declares.")
            if part.filename.endswith((".xml", ".rels", ".vml")):
                _check_xml(part.filename, tail + chunk)
                tail = chunk[-16:]
    if found != part.file_size:
        refuse(f"{part.filename} is smaller than it declares.")


def _check_xml(name: str, chunk: bytes) -> None:
    if b"\0" in chunk:
        refuse(f"{name} is not written in UTF-8.")
    if b"<!DOCTYPE" in chunk or b"<!ENTITY" in chunk:
        refuse(f"{name} declares entities, which workbooks never need.")


def _check_kind(archive: zipfile.ZipFile) -> None:
    names = set(archive.namelist())
    others = {
        "word/document.xml": "a Word document",
        "ppt/presentation.xml": "a PowerPoint presentation",
        "xl/workbook.bin": "a binary workbook (.xlsb)",
        "mimetype": "an OpenDocument file",
    }
    for part, name in others.items():
        if part in names:
            refuse(f"The file is {name}, not an Excel workbook (.xlsx).")
    if "xl/workbook.xml" not in names:
        refuse("The file is a ZIP archive, not an Excel workbook (.xlsx).")


def _frames(archive: zipfile.ZipFile) -> Mapping[str, SheetFrame]:
    sheets = [name for name in archive.namelist() if re.fullmatch(r"xl/worksheets/[^/]+\.xml", name)]
    frames = {}
    for name in sheets:
        with archive.open(name) as stream:
            frames[name] = _frame(name, stream)
    return frames


def _frame(name: str, stream: object) -> SheetFrame:
    counter = _Counter(name)
    merges: list[str] = []
    for event, element in ElementTree.iterparse(stream, events=("start", "end")):  # type: ignore[call-overload]  # noqa: S314 (declarations are refused above)
        if event == "start":
            counter.enter(element)
        elif element.tag == f"{_MAIN}c":
            counter.leave(element)
            element.clear()
        elif element.tag == f"{_MAIN}mergeCell":
            merges.append(str(element.get("ref", "")))
            if len(merges) > MAX_MERGES:
                refuse(f"{name} merges more than {MAX_MERGES:,} ranges.")
    return SheetFrame(counter.last_row, counter.last_column, tuple(merges), counter.formulas, counter.inline)


class _Counter:
    """Follows the cells of one sheet and stops at the limits."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._row = self._column = self._cells = 0
        self.last_row = self.last_column = 0
        self.formulas: dict[str, str] = {}
        self.inline: dict[str, Runs] = {}

    def enter(self, element: ElementTree.Element) -> None:
        if element.tag == f"{_MAIN}row":
            self._row = _number(element.get("r"), self._row + 1)
            self._column = 0
        elif element.tag == f"{_MAIN}c":
            self._place(element.get("r"))

    def leave(self, element: ElementTree.Element) -> None:
        formula = element.find(f"{_MAIN}f")
        if formula is not None:
            self.formulas[element.get("r") or f"row {self._row}"] = f"={formula.text or ''}"
        runs = element.findall(f"{_MAIN}is/{_MAIN}r")
        if runs:
            self.inline[element.get("r", "")] = tuple(map(_run, runs))

    def _place(self, address: str | None) -> None:
        match = re.fullmatch(r"([A-Z]{1,3})([1-9][0-9]{0,6})", address or "")
        if address is not None and match is None:
            refuse(f"{self._name} holds a cell with the address {address[:20]!r}.")
        self._column = _column(match.group(1)) if match else self._column + 1
        row = int(match.group(2)) if match else self._row
        self._cells += 1
        self.last_row = max(self.last_row, row)
        self.last_column = max(self.last_column, self._column)
        if row > MAX_ROWS or self._column > MAX_COLUMNS or self._cells > MAX_CELLS:
            refuse(
                f"{self._name} is larger than {MAX_ROWS:,} rows, {MAX_COLUMNS} columns or {MAX_CELLS:,} cells "
                f"(row {row:,}, column {self._column:,})."
            )


def _run(element: ElementTree.Element) -> tuple[str, str | None]:
    color = element.find(f"{_MAIN}rPr/{_MAIN}color")
    return element.findtext(f"{_MAIN}t") or "", "" if color is None else color.get("rgb")


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 8 else otherwise


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number
