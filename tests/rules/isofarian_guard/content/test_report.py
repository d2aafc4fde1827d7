"""Every cell of a workbook is understood or reported; nothing is dropped in silence."""

from __future__ import annotations

import io
import string
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from rules.isofarian_guard.content.importer import import_workbook
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.workbook.report import ImportReport
from rules.kernel import PackInvalid, pack_hash
from tests.rules.isofarian_guard.content.books import GEAR, SMALL, book, imported, notes_on, real_graph


def written(data: bytes) -> dict[str, set[str]]:
    """The addresses of all cells that hold something, as the file stores them, hidden ones included."""
    sheets = load_workbook(io.BytesIO(data), read_only=True).worksheets
    return {
        sheet.title: {
            cell.coordinate
            for row in sheet.iter_rows()
            for cell in row
            if cell.value is not None and str(cell.value).strip()
        }
        for sheet in sheets
    }


def unaccounted(data: bytes, report: ImportReport) -> dict[str, set[str]]:
    accounted = {title: set(cells) for title, cells in report.understood.items()}
    for note in report.notes:
        accounted.setdefault(note.sheet, set()).add(note.cell)
    return {title: cells - accounted[title] for title, cells in written(data).items() if cells - accounted[title]}


def test_every_cell_of_the_real_workbook_is_accounted_for(
    workbook: bytes, real: tuple[IsofarianPack, ImportReport]
) -> None:
    assert unaccounted(workbook, real[1]) == {}


def test_a_reported_cell_is_shown_as_it_is_written(workbook: bytes, real: tuple[IsofarianPack, ImportReport]) -> None:
    sheets = {sheet.title: sheet for sheet in load_workbook(io.BytesIO(workbook)).worksheets}
    for note in real[1].of_kind("corrected"):
        assert note.content == str(sheets[note.sheet][note.cell].value)


def test_a_copy_saved_by_another_program_gives_the_same_pack(
    workbook: bytes, real: tuple[IsofarianPack, ImportReport]
) -> None:
    file = io.BytesIO()
    load_workbook(io.BytesIO(workbook), rich_text=True).save(file)
    pack, _ = import_workbook(file.getvalue(), real_graph())
    assert pack_hash(pack) == pack_hash(real[0])


PLACES = [(title, address) for title, cells in SMALL.items() for address in cells]
CONTENTS = st.one_of(
    st.none(),
    st.integers(-5, 20_000),
    st.sampled_from(["X", "-", "NA", "None", "★★", "1, 2", "23*", "Garnet x2", "Iron Ore, or Tent", "12MIRA", "1 AP"]),
    st.text(string.ascii_letters + string.digits + string.punctuation + "★⛊👊’–é\u00a0", max_size=30).filter(
        lambda text: not text.startswith("=")
    ),
    st.floats(allow_nan=False, allow_infinity=False),
    st.booleans(),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.dictionaries(
        st.sampled_from([*PLACES, ("Enemies ->", "C9"), (GEAR, "AD40"), ("Extra", "A1")]), CONTENTS, max_size=6
    )
)
def test_whatever_stands_in_a_cell_is_understood_or_reported(changes: dict[tuple[str, str], Any]) -> None:
    cells: dict[str, dict[str, Any]] = {}
    for (title, address), content in changes.items():
        cells.setdefault(title, {})[address] = content
    data = book(cells)
    try:
        _, report = import_workbook(data)
    except PackInvalid:  # names that contradict one another: the file is refused as a whole, with each of them
        return
    assert unaccounted(data, report) == {}


def test_a_cell_outside_of_all_tables_is_reported_with_its_place_and_content() -> None:
    _, report = imported({GEAR: {"AD40": "What is this?"}, "Notes": {"A1": 42}})
    assert str(notes_on(report, GEAR, "AD40")[0]) == (
        "Armor-Weapon Guide!AD40: 'What is this?': outside of what is known of this sheet"
    )
    assert notes_on(report, "Notes", "A1")[0].content == "42"


def test_the_report_says_how_much_was_found_and_what_was_not_plain() -> None:
    _, report = imported({GEAR: {"K7": "cheap"}})
    lines = list(report.lines())
    assert lines[:2] == ["enemies: 2", "enemy cards: 4"]
    assert "Not understood (1):" in lines
    assert "  Armor-Weapon Guide!K7: 'cheap': a number, or numbers with their cities, were expected" in lines


def test_a_sheet_of_another_shape_is_reported_cell_by_cell() -> None:
    _, report = imported({GEAR: {"K5": "Price"}})
    reported = {note.cell for note in report.of_kind("not_understood") if note.sheet == GEAR}
    assert reported == set(SMALL[GEAR])
