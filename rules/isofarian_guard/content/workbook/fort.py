"""The sheet of Fort Istra: what its buildings cost, where wood and ore are gathered, what the fort asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from rules.isofarian_guard.content.parts import Material
from rules.isofarian_guard.content.trade import BuildCost
from rules.isofarian_guard.content.workbook import cells
from rules.isofarian_guard.content.workbook.bestiary import band, is_icon
from rules.isofarian_guard.content.workbook.cells import Mention
from rules.isofarian_guard.content.workbook.names import card_id, key, ore_id
from rules.isofarian_guard.content.workbook.sheet import Cell, Sheet

TITLE = "Ft. Istra Buildings"
ICONS, BANDS, HEADER, FIRST = 3, 4, 5, 6
WOOD, ORE = "🪓", "⛏"
# Second stages with a name of their own; the sheet lists them behind their building without saying so.
SECOND_STAGES: Mapping[str, str] = {"barens_forge": "blacksmith", "zoyas_shop": "apothecary"}
_UPGRADED = "_upgraded"


class Fort(msgspec.Struct, frozen=True):
    """What the sheet tells.

    :param costs: building, level: 1 rebuilt, 2 upgraded
    :param items: labels of the other goods that buildings need
    :param gathered: nodes by material
    """

    materials: Mapping[str, Material] = {}
    costs: Mapping[str, Mapping[str, BuildCost]] = {}
    items: tuple[str, ...] = ()
    gathered: Mapping[str, tuple[str, ...]] = {}


def read(sheet: Sheet) -> Fort:
    """Read buildings and resources; what cannot be read is noted on the sheet."""
    columns = sheet.columns(HEADER)
    if not {"ft_istra_buildings", "item"} <= set(columns):
        return Fort()
    return _Reader(sheet, columns).read()


class _Reader:
    def __init__(self, sheet: Sheet, columns: Mapping[str, int]) -> None:
        self._sheet = sheet
        self._name, self._item = columns["ft_istra_buildings"], columns["item"]
        self._labels: dict[int, str] = {}
        self._kinds: dict[int, Literal["wood", "ore"]] = {}
        self._costs: dict[str, dict[str, BuildCost]] = {}
        self._items: dict[str, None] = {}
        self._gathered: dict[int, tuple[Mention, ...]] = {}
        self._lux: dict[int, int | None] = {}
        for column in columns.values():
            self._read_heading(column)
        sheet.claim_row(ICONS, is_icon)

    def read(self) -> Fort:
        for row in range(FIRST, self._sheet.last_row + 1):
            label = self._sheet.cell(row, self._name)
            if label is not None:
                self._read_row(row, label)
        return Fort(
            materials={self._id(column): self._material(column) for column in self._labels},
            costs=self._costs,
            items=tuple(self._items),
            gathered={self._id(column): _refs(listed) for column, listed in self._gathered.items()},
        )

    def _read_heading(self, column: int) -> None:
        heading = self._sheet.cell(HEADER, column)
        if heading is None or column in (self._name, self._item):
            self._sheet.read(HEADER, column, cells.text, "")
        elif kind := self._kind(column):
            self._kinds[column] = kind
            self._labels[column] = self._sheet.read(HEADER, column, cells.name, "")

    def _kind(self, column: int) -> Literal["wood", "ore"] | None:
        """Wood or ore, by the icon above the group of columns."""
        for start in range(column, 0, -1):
            icon = self._sheet.cell(ICONS, start)
            if icon is not None and icon.text in (WOOD, ORE):
                return "wood" if icon.text == WOOD else "ore"
        return None

    def _id(self, column: int) -> str:
        return (ore_id if self._kinds[column] == "ore" else card_id)(self._labels[column])

    def _material(self, column: int) -> Material:
        return Material(
            label=self._labels[column],
            kind=self._kinds[column],
            rarity=band(self._sheet, BANDS, column),
            lux_for_4=self._lux.get(column),
        )

    def _read_row(self, row: int, label: Cell) -> None:
        words = key(label.text)
        if words.startswith("harvesting_mining_location"):
            self._gathered = {column: self._sheet.read(row, column, cells.mentions, ()) for column in self._labels}
        elif "lux_cost_to_buy" in words:
            self._lux = {column: self._sheet.read(row, column, cells.integer, None) for column in self._labels}
        else:
            self._read_building(row, label)
        self._sheet.claim(label)

    def _read_building(self, row: int, label: Cell) -> None:
        name = key(label.text)
        building = SECOND_STAGES.get(name, name.removesuffix(_UPGRADED))
        level = "2" if building != name else "1"
        listed: Mapping[str, int] = self._sheet.read(row, self._item, cells.counted, {})
        self._items |= dict.fromkeys(listed)
        needed = {self._id(column): self._sheet.read(row, column, cells.integer, 0) for column in self._labels}
        materials = {card: number for card, number in needed.items() if number}
        materials |= {card_id(item): number for item, number in listed.items()}
        inferred = ("level",) if name in SECOND_STAGES else ()
        levels = self._costs.setdefault(building, {})
        if level in levels:
            self._sheet.note(label, "not_understood", "the building stands twice; the first is kept")
        else:
            self._note_copy(label, levels, materials)
            if inferred:
                self._sheet.note(label, "corrected", f"taken for the second stage of the {building}")
            levels[level] = BuildCost(label=label.raw.strip(), materials=materials, inferred=inferred)

    def _note_copy(self, label: Cell, levels: Mapping[str, BuildCost], materials: Mapping[str, int]) -> None:
        known = set(map(self._id, self._labels))
        for cost in levels.values():
            if {c: n for c, n in cost.materials.items() if c in known} == {
                c: n for c, n in materials.items() if c in known
            }:
                self._sheet.note(label, "doubtful", f"costs the same wood and ore as {cost.label}")


def _refs(listed: Iterable[Mention]) -> tuple[str, ...]:
    return tuple(mention.ref for mention in listed)
