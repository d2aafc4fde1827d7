"""Files of unknown origin: named for what they are, refused when they are huge, never carried out."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable

import pytest
from openpyxl import Workbook

from rules.isofarian_guard.content.importer import import_workbook, read_graph
from rules.isofarian_guard.content.workbook import archive, graph
from rules.kernel import PackInvalid
from tests.rules.isofarian_guard.content.books import BESTIARY, GEAR, book, imported, notes_on

SHEET = "xl/worksheets/sheet2.xml"


def refusal(data: bytes) -> str:
    with pytest.raises(PackInvalid) as refused:
        import_workbook(data)
    return str(refused.value)


def packed(parts: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive_:
        for name, content in parts.items():
            archive_.writestr(name, content)
    return file.getvalue()


def changed(name: str, change: Callable[[bytes], bytes]) -> bytes:
    """The small workbook with one part changed."""
    with zipfile.ZipFile(io.BytesIO(book())) as archive_:
        parts = {part: archive_.read(part) for part in archive_.namelist()}
    return packed({**parts, name: change(parts.get(name, b""))})


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty, not an Excel workbook (.xlsx)."),
        (
            b"\xd0\xcf\x11\xe0 old",
            "The file is an old or password-protected Office file, not an Excel workbook (.xlsx).",
        ),
        (b"%PDF-1.7", "The file is a PDF document, not an Excel workbook (.xlsx)."),
        (b'{"nodes": []}', "The file is a JSON text, not an Excel workbook (.xlsx)."),
        (b"Name;Stars\n", "The file is a text, not an Excel workbook (.xlsx)."),
        (packed({"word/document.xml": b"<w/>"}), "The file is a Word document, not an Excel workbook (.xlsx)."),
        (packed({"xl/workbook.bin": b""}), "The file is a binary workbook (.xlsb), not an Excel workbook (.xlsx)."),
        (packed({"mimetype": b"x"}), "The file is an OpenDocument file, not an Excel workbook (.xlsx)."),
        (packed({"holiday.txt": b"x"}), "The file is a ZIP archive, not an Excel workbook (.xlsx)."),
    ],
)
def test_what_is_no_workbook_is_named_for_what_it_is(data: bytes, sentence: str) -> None:
    assert refusal(data) == sentence


def test_a_workbook_of_something_else_is_told_by_its_sheets() -> None:
    other = Workbook()
    other.worksheets[0].title = "Household"
    file = io.BytesIO()
    other.save(file)
    assert refusal(file.getvalue()) == "The workbook is not the index of this game; its sheets are: Household."


def test_a_damaged_archive_is_refused() -> None:
    assert refusal(book()[:-200]).startswith("The file is a damaged or encrypted archive")


def test_a_damaged_part_is_refused() -> None:
    assert refusal(changed(SHEET, lambda xml: xml[:-30])).startswith("The workbook is damaged")
    assert refusal(changed("xl/styles.xml", lambda xml: b"<styles>")).startswith("The workbook is damaged")


def test_a_file_beyond_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_FILE_BYTES", 1_000)
    assert "bytes; a workbook of up to 1,000 is read" in refusal(book())


def test_a_part_packed_too_tightly_is_taken_for_a_bomb() -> None:
    assert refusal(changed("xl/media/big.bin", lambda _: b"\0" * 5_000_000)) == (
        "xl/media/big.bin is packed more than 200-fold, as in a ZIP bomb."
    )


def test_the_sum_of_all_parts_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_UNPACKED_BYTES", 10_000)
    assert refusal(book()) == "Unpacked, the file would have more than 10,000 bytes."


def test_a_part_that_is_larger_than_it_declares_is_refused() -> None:
    data = changed("xl/media/picture.bin", lambda _: bytes(range(256)) * 40)
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = (
            data.rindex(signature, 0, data.rindex(b"xl/media/picture.bin"))
            if offset == 24
            else data.index(b"xl/media/picture.bin") - 30
        )
        data = data[: at + offset] + struct.pack("<I", 100) + data[at + offset + 4 :]
    assert refusal(data).startswith("The file is a damaged or encrypted archive")


def test_the_number_of_parts_is_bounded() -> None:
    assert refusal(packed({f"{n}.xml": b"" for n in range(1_001)})) == "The archive has 1,001 parts; 1,000 are allowed."


@pytest.mark.parametrize(
    "declaration", [b'<!DOCTYPE a [<!ENTITY b "ha">]>', b'<!ENTITY c SYSTEM "file:///etc/passwd">']
)
def test_declarations_that_could_unfold_are_refused(declaration: bytes) -> None:
    data = changed(SHEET, lambda xml: xml.replace(b"<worksheet", declaration + b"<worksheet", 1))
    assert refusal(data).endswith("declares entities, which workbooks never need.")


def test_declarations_do_not_hide_between_two_pieces_or_in_another_encoding() -> None:
    padding = b" " * (65_536 - 5)
    assert "declares entities" in refusal(changed("xl/extra.xml", lambda _: padding + b"<!DOCTYPE a>"))
    assert "not written in UTF-8" in refusal(changed("xl/extra.xml", lambda _: "<a/>".encode("utf-16")))


@pytest.mark.parametrize("address", ["A999999", "ZZZ1"])
def test_a_sheet_beyond_the_limits_is_refused(address: str) -> None:
    far = f'<row><c r="{address}"><v>1</v></c></row></sheetData>'.encode()
    data = changed(SHEET, lambda xml: xml.replace(b"</sheetData>", far))
    assert "is larger than 2,000 rows, 200 columns or 100,000 cells" in refusal(data)


def test_a_cell_without_a_proper_address_is_refused() -> None:
    data = changed(SHEET, lambda xml: xml.replace(b'r="B6"', b'r="B-6"'))
    assert "holds a cell with the address 'B-6'" in refusal(data)


def test_too_long_a_text_is_refused() -> None:
    assert refusal(book({GEAR: {"B7": "a" * 2_001}})) == "A cell holds more than 2,000 characters (B7)."


def test_too_many_merged_ranges_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_MERGES", 0)
    assert "merges more than 0 ranges" in refusal(book(merges={BESTIARY: "B6:B7"}))


def test_a_formula_is_never_carried_out_and_always_reported() -> None:
    _, report = imported({BESTIARY: {"G6": "=3+4", "Z99": "=HYPERLINK(1)"}})
    assert [(note.content, note.kind) for note in notes_on(report, BESTIARY, "G6")] == [("=3+4", "not_understood")]
    assert notes_on(report, BESTIARY, "Z99")[0].message == "a formula, which is not carried out; it has no value"


def test_the_stored_value_of_a_formula_is_read() -> None:
    stored = b'<c r="G6"><f>3+4</f><v>7</v></c>'
    data = changed(SHEET, lambda xml: xml.replace(b'<c r="G6" t="n"><v>7</v></c>', stored))
    pack, report = import_workbook(data)
    assert pack.enemies["timber_wolf"].cards["1"].hp == 7
    assert [note.kind for note in notes_on(report, BESTIARY, "G6")] == ["doubtful"]


def test_names_that_contradict_one_another_are_refused_by_name() -> None:
    assert refusal(book({GEAR: {"B7": "Horn"}})) == "weapons.horn: the card stands in materials and weapons"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"nodes:", "The map graph is no JSON file."),
        (b"[" * 100_000, "The map graph is no JSON file."),
        (b"[]", "The file is no map graph: an object with nodes and edges was expected."),
    ],
)
def test_what_is_no_map_graph_is_refused(data: bytes, sentence: str) -> None:
    with pytest.raises(PackInvalid, match=sentence):
        read_graph(data)


def test_a_map_graph_beyond_the_limits_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph, "MAX_NODES", 1)
    with pytest.raises(PackInvalid, match="more than 1 nodes"):
        import_workbook(book(), {"nodes": [{}, {}], "edges": []})
    with pytest.raises(PackInvalid, match="lists of nodes and edges were expected"):
        import_workbook(book(), {"nodes": {}})
    with pytest.raises(PackInvalid, match="more than 4,000,000 bytes"):
        read_graph(b" " * 4_000_001)
