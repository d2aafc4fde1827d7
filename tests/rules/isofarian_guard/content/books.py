"""Small index workbooks made on the spot, so that single cells can be put to the test."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font

from rules.isofarian_guard.content.importer import import_workbook
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.workbook.report import ImportReport, Note

DATA = Path(__file__).parents[5] / "shared" / "data" / "isofarian"
RED, WATER = "FFFF0000", "FF66DCF4"

BESTIARY, MARKET, PATHS = "Common Bestiary", "Market Guide", "Blacksmith Pre-req Guide"
GEAR, WARES, FORT, STONES = (
    "Armor-Weapon Guide", "Accessory-Item Guide", "Ft. Istra Buildings", "Speaking Stone Bonuses",
)  # fmt: skip

Cells = Mapping[str, Any]

SMALL: Mapping[str, Cells] = {
    "Enemies ->": {"B2": "A filler."},
    BESTIARY: {
        "D3": "👊", "P4": "★", "R4": "★★",
        "B5": "Common Enemies", "C5": "Rating", "D5": "Att.", "E5": "Def.", "F5": "AP", "G5": "HP",
        "H5": "Chapter 1", "I5": "Chapter 2", "J5": "Chapter 3", "K5": "Chapter 4",
        "L5": "Lux", "M5": "Sil", "N5": "Item", "O5": "Speaking Stone",
        "P5": "Metal Frag.", "Q5": "Wolf Pelt", "R5": "Horn",
        "B6": "Timber Wolf", "C6": "★", "D6": 2, "E6": 1, "F6": 2, "G6": 7, "H6": "1, 5", "L6": 2, "Q6": "X",
        "C7": "★★", "D7": 3, "E7": 1, "F7": 2, "G7": 9, "I7": "1, 5", "L7": 4, "R7": "X",
        "B8": "Brigand", "C8": "★", "D8": 1, "E8": 1, "F8": 1, "G8": 7, "H8": "1, IC - Ossuary", "L8": 2, "M8": 3,
        "C9": "★★", "D9": 2, "E9": 1, "F9": 1, "G9": 9, "I9": "1", "L9": 3, "P9": "X",
    },
    MARKET: {
        "D3": "🏷️", "D4": "Mir", "G4": "Ryba", "J4": "Fort Istra\nApothecary",
        "B5": "Market Items", "C5": "Effect", "D5": "Buy", "E5": "Buy\n2 Rep", "F5": "Sell",
        "G5": "Buy", "H5": "Buy\n2 Rep", "I5": "Sell", "J5": "Sell (gives Lux Essence)",
        "B6": "Metal Fragments", "C6": "Used in crafting", "D6": "-", "E6": "-", "F6": 10, "J6": "-",
        "B7": "Health Potion", "C7": "Heal 5", "G7": 6, "H7": 3, "I7": 2,
    },
    FORT: {
        "E3": "🪓", "G3": "⛏️", "E4": "★", "G4": "★★",
        "B5": "Ft. Istra Buildings", "C5": "Item", "E5": "Pine", "G5": "Iron",
        "B6": "Lumbermill", "C6": "1x Wolf Pelt", "E6": 4,
        "B8": "Harvesting & Mining Location Nodes", "E8": "17, 86", "G8": 15,
        "B9": "Ft. Istra Lux Cost to Buy x4 of Resource", "E9": 8, "G9": 10,
    },
    STONES: {
        "B5": "Speaking Stones", "C5": "# Available", "D5": "Element", "E5": "Element Color",
        "F5": "Bonus Chips / Effects", "G5": "Lapidary Upgraded ⛏️ Exchange",
        "B6": "Garnet", "C6": 4, "D6": "Fire", "E6": "Red", "F6": "🗡️🗡️",
        "B7": "Carnelian", "C7": 4, "D7": "Fire", "E7": "Red", "F7": "🗡️🗡️ ; 🗡️🗡️", "G7": "Garnet x2",
    },
    GEAR: {
        "B5": "Blacksmith Weapons & Armor", "C5": "City", "D5": "Limited To", "E5": "Rating", "F5": "Type",
        "G5": "Stat Increase Rating", "H5": "Stone Slots", "I5": "Bonus Chip", "K5": "Craft", "L5": "Sell",
        "N5": "Lux Cost", "P5": "Prerequisite Equipment", "R5": "Item", "T5": "Speaking Stone", "T6": "Qty", "U6": "2R",
        "W5": "Metal Frag.", "W6": "Qty", "X6": "2R", "Y5": "Pine", "Y6": "Qty", "Z6": "2R",
        "B7": "Volk Blade", "C7": "Mir, Ryba", "D7": "Grigory", "E7": "★★", "F7": "Weapon", "G7": "1👊", "H7": 1,
        "K7": 15, "L7": 8, "N7": "-", "P7": "Captain's Blade", "Y7": 4, "Z7": 2,
    },
    WARES: {
        "B5": "Blacksmith Accessories & Items", "C5": "City", "D5": "Type", "E5": "Usable in Field",
        "F5": "Bonus / Effect", "H5": "Craft", "I5": "Sell", "K5": "Lux Cost", "M5": "Prerequisite Equipment",
        "O5": "Item", "Q5": "Speaking Stone", "S5": "Metal Frag.", "S6": "Qty", "T6": "2R",
        "B7": "Smoke Bomb", "C7": "Mir", "D7": "Item", "E7": "Yes", "F7": "Words.", "H7": 8, "I7": 4, "K7": "-",
        "S7": 1, "T7": 1,
    },
    PATHS: {
        "B5": "Blacksmith Prerequisites", "C5": "City", "D5": "Limited To", "E5": "Rating", "F5": "Type",
        "G5": "Stat Increase Rating", "H5": "Stonebound Slots", "I5": "Bonus Chip",
        "B6": "Captain's Blade", "D6": "Grigory", "E6": "★", "F6": "Weapon", "G6": "0👊", "H6": 1,
        "B7": "Volk Blade", "C7": "Mir, Ryba", "D7": "Grigory", "E7": "★★", "F7": "Weapon", "G7": "1👊", "H7": 1,
    },
}  # fmt: skip

GRAPH: Mapping[str, Any] = {
    "format": 1,
    "coordinate_space": {"width": 300, "height": 200},
    "nodes": [
        *({"id": n, "name": n, "x": int(n), "y": 1} for n in ("1", "5", "15", "17", "28", "69", "79", "81", "86")),
        {"id": "ryba", "name": "Ryba", "x": 9, "y": 9, "type": "town"},
        {"id": "ic_ossuary", "name": "IC - Ossuary", "x": 8, "y": 8, "type": "special"},
    ],
    "edges": [
        {"a": "1", "b": "5", "water": False},
        {"a": "ryba", "b": "69", "water": False},
        {"a": "5", "b": "79", "water": True},
        {"a": "15", "b": "ic_ossuary", "water": False},
    ],
}


def painted(*runs: tuple[str, str | None]) -> CellRichText:
    """A text in several colours."""
    return CellRichText(*(TextBlock(InlineFont(color=color), text) for text, color in runs))


def book(changes: Mapping[str, Cells] | None = None, *, merges: Mapping[str, str] | None = None) -> bytes:
    """The small workbook with changed cells; ``None`` empties a cell, a tuple is a value and the colour of its font."""
    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    for title in {**SMALL, **(changes or {})}:
        sheet = workbook.create_sheet(title)
        for address, content in {**SMALL.get(title, {}), **(changes or {}).get(title, {})}.items():
            value, color = content if isinstance(content, tuple) else (content, None)
            sheet[address] = value
            if color:
                sheet[address].font = Font(color=color)
        for merged in [] if merges is None or title not in merges else [merges[title]]:
            sheet.merged_cells.add(merged)
    file = io.BytesIO()
    workbook.save(file)
    return file.getvalue()


def imported(
    changes: Mapping[str, Cells] | None = None, graph: Mapping[str, Any] | None = None
) -> tuple[IsofarianPack, ImportReport]:
    """What the small workbook gives with changed cells."""
    return import_workbook(book(changes), graph)


def notes_on(report: ImportReport, sheet: str, cell: str) -> list[Note]:
    """The notes on one cell."""
    return [note for note in report.notes if (note.sheet, note.cell) == (sheet, cell)]


def real_graph() -> Mapping[str, Any]:
    """The real map graph."""
    parsed: Mapping[str, Any] = json.loads((DATA / "map_graph.json").read_text(encoding="utf-8"))
    return parsed
