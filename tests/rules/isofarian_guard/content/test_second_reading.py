"""A second reading of the real workbook, by fixed columns and with none of the importer's own readers (BL-099)."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.records import record
from rules.isofarian_guard.content.workbook.report import ImportReport
from tests.rules.isofarian_guard.content.books import BESTIARY, GEAR, MARKET, STONES, WARES, real_graph

Real = tuple[IsofarianPack, ImportReport]
Row = Callable[[str], Any]
pytestmark = pytest.mark.pitfall("BL-099")

MEANT = {
    "Metal Frag.": "Metal Fragments", "Bone Frag.": "Bone Fragments", "Iron Ore": "Iron", "Aventuring": "Aventurine",
    "Falmundia Rosehips": "Falmundian Rosehips", "FW - The Broken Lands": "FW - Broken Lands",
    "IC - Abandoned Quartes": "IC - Abandoned Quarters",
}  # fmt: skip
BONUSES = {
    "🗡️🗡️": "sword2", "⛊⛊": "shield2", "🗡️⛊": "combo", "❤︎": "heart", "Evade": "evasion",
    "Poison": "poison", "Stun": "stun",
}  # fmt: skip


@pytest.fixture(scope="module")
def sheets(workbook: bytes) -> Mapping[str, Worksheet]:
    return {sheet.title: sheet for sheet in load_workbook(io.BytesIO(workbook)).worksheets}


def rows(sheet: Worksheet, first: int, last: int) -> Iterator[Row]:
    for number in range(first, last + 1):
        yield lambda column, number=number: sheet.cell(number, column_index_from_string(column)).value  # type: ignore[misc]


def letters(first: str, last: str) -> Iterator[str]:
    return map(get_column_letter, range(column_index_from_string(first), column_index_from_string(last) + 1))


def nodes(written: object) -> list[str]:
    pieces = [piece.strip(" *") for piece in re.split("[,.]", str(written or ""))]
    names = [MEANT.get(piece, piece) for piece in pieces if piece]
    return sorted(re.sub("[^a-z0-9]+", "_", name.lower()) for name in names)


def several(written: str | None) -> dict[str, int]:
    found = {}
    for piece in (written or "").split(", ") if written else []:
        name, _, number = piece.partition(" x")
        found[MEANT.get(name, name)] = int(number or 1)
    return found


def at(place: str, written: Any) -> Any:
    """One value of a cell that may hold one for each city."""
    if written in (None, "-"):
        return None
    if isinstance(written, int):
        return written
    if written in ("NA", "None"):
        return written.lower()
    pairs = re.findall(r"(\d+)([A-Za-z/]+)", written)
    return next(int(number) for number, cities in pairs if place[:3].upper() in cities.upper())


def test_enemies_agree(real: Real, sheets: Mapping[str, Worksheet]) -> None:
    name = ""
    for row in rows(sheets[BESTIARY], 6, 141):
        name = row("B") or name
        found: Any = record(*real, "enemy", name=name, stars=len(row("C")))
        assert found["stats"] == {"att": row("D"), "def": row("E"), "ap": row("F"), "hp": row("G")}
        for chapter, column in zip("1234", "HIJK", strict=True):
            assert sorted(found["encounters"][chapter]) == nodes(row(column))
        assert (found["lux"], found["sil"], found["stone_drop"]) == (row("L"), row("M"), row("O"))
        alternatives = re.split(", or |, ", row("N")) if row("N") else []
        assert found["item_drop"] == [MEANT.get(item, item) for item in alternatives]
        assert found["material_drops"] == dict(drops(sheets[BESTIARY], row))


def drops(sheet: Worksheet, row: Row) -> Iterator[tuple[str, Any]]:
    for column in letters("P", "AD"):
        heading, mark = sheet[f"{column}5"].value, row(column)
        if mark is not None:
            starred = {"needs_summoner": ["23"]} if "23*" in str(mark) else {}
            yield MEANT.get(heading, heading), {"nodes": "all" if mark == "X" else nodes(mark), **starred}


def test_prices_agree(real: Real, sheets: Mapping[str, Worksheet]) -> None:
    cities = {"Mir": "DEF", "Razdor": "GHI", "Ryba": "JKL", "Silny": "MNO", "Strofa": "PQR", "Vouno": "STU"}
    for row in rows(sheets[MARKET], 6, 29):
        for place, columns in {**cities, "Ft. Istra (Apothecary)": "V"}.items():
            found = record(*real, "market", item=row("B"), place=place)
            written = [row(column) for column in columns]
            if all(value is None for value in written):
                assert found is None
                continue
            assert found is not None
            prices = [None if value == "-" else value for value in written]
            assert [found["price"][key] for key in ("buy", "buy_p2", "sell")][-len(prices) :] == prices


COLUMNS = {
    GEAR: {"city": "C", "type": "F", "craft": "K", "sell": "L", "lux": "N", "base": "P", "items": "R", "stones": "T"},
    WARES: {"city": "C", "type": "D", "craft": "H", "sell": "I", "lux": "K", "base": "M", "items": "O", "stones": "Q"},
}


@pytest.mark.parametrize(("title", "last", "materials"), [(GEAR, 77, ("W", "CD")), (WARES, 36, ("S", "BZ"))])
def test_recipes_agree(
    real: Real, sheets: Mapping[str, Worksheet], title: str, last: int, materials: tuple[str, str]
) -> None:
    columns = COLUMNS[title]
    for row in rows(sheets[title], 7, last):
        city = row(columns["city"])
        for place in [city] if city.startswith("Ft.") else city.split(", "):
            found: Any = record(*real, "recipe", name=row("B"), place=place)
            assert found["type"] == row(columns["type"]).lower()
            assert found["sil_cost"] == at(place, row(columns["craft"]))
            assert found["sil_sell"] == at(place, row(columns["sell"]))
            assert (found["lux_cost"], found["prerequisite"]) == (at(place, row(columns["lux"])), row(columns["base"]))
            assert found["items"] == several(row(columns["items"]))
            reduced = at(place, row("U")) if title == GEAR else None
            stones = several(row(columns["stones"])).items()
            assert found["stones"] == {name: {"qty": number, "p2": reduced} for name, number in stones}
            assert found["materials"] == dict(quantities(sheets[title], row, place, materials))


def quantities(sheet: Worksheet, row: Row, place: str, span: tuple[str, str]) -> Iterator[tuple[str, Any]]:
    for column, second in pairwise(letters(*span)):
        heading = sheet[f"{column}5"].value
        if heading is not None and row(column) is not None:
            yield MEANT.get(heading, heading), {"qty": at(place, row(column)), "p2": at(place, row(second))}


def test_what_is_made_agrees(real: Real, sheets: Mapping[str, Worksheet]) -> None:
    for row in rows(sheets[GEAR], 7, 77):
        place = row("C").split(", ")[0]
        found: Any = record(*real, "recipe", name=row("B"), place=place)
        assert found["limited_to"] == (row("D").split(", ") if row("D") else [])
        assert found["stone_slots"] == row("H")
        number, glyph = row("G")[:-1], row("G")[-1]
        assert found["stat"] == {"def" if glyph == "⛊" else "att": int(number)}
        bonus, _, times = (row("I") or "").partition(" x")
        assert found["bonus"] == (
            {} if not bonus else {"ap": 1} if bonus == "1 AP" else {BONUSES[bonus]: int(times or 1)}
        )
    for row in rows(sheets[WARES], 7, 36):
        found = record(*real, "recipe", name=row("B"), place=row("C").split(", ")[0])
        assert found["usable_in_field"] == (row("E") == "Yes")


def test_stones_agree(real: Real, sheets: Mapping[str, Worksheet]) -> None:
    for row in rows(sheets[STONES], 6, 20):
        found: Any = record(*real, "stone", name=row("B"))
        assert (found["copies"], found["element"], found["color"]) == (row("C"), row("D"), row("E"))
        bonuses: dict[str, int] = {}
        for glyph in row("F").split(" ; "):
            name = "ap" if glyph == "1 AP" else "max_hp" if "+" in glyph else BONUSES[glyph]
            bonuses[name] = bonuses.get(name, 0) + (int(glyph[-1]) if "+" in glyph else 1)
        assert found["bonus"] == bonuses
        given = [{"from": name, "qty": number} for name, number in several(row("G")).items()]
        assert found["exchange"] == (given[0] if given else None)


def test_the_map_agrees(real: Real) -> None:
    graph = real_graph()
    ends = [(edge["a"], edge["b"]) for edge in graph["edges"]]
    for node in graph["nodes"]:
        near = sorted([b for a, b in ends if a == node["id"]] + [a for a, b in ends if b == node["id"]])
        place = {key: node[key] for key in ("name", "x", "y")}
        found = record(*real, "map_node", id=node["id"])
        assert found == {**place, "type": node.get("type"), "neighbours": near}
    for edge in graph["edges"]:
        assert record(*real, "edge", a=edge["b"], b=edge["a"]) == {"water": edge["water"]}
