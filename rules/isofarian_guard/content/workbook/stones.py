"""The sheet of speaking stones: element, gem, bonuses, and what the upgraded Lapidary takes for one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from rules.isofarian_guard.battle.amounts import Element
from rules.isofarian_guard.content.parts import Stone
from rules.isofarian_guard.content.workbook import cells
from rules.isofarian_guard.content.workbook.names import card_id, key
from rules.isofarian_guard.content.workbook.sheet import Cell, Remark, Sheet, Unreadable

TITLE = "Speaking Stone Bonuses"
HEADER, FIRST = 5, 6
_HEADINGS = (
    "speaking_stones", "available", "element", "element_color", "bonus_chips_effects", "lapidary_upgraded_exchange",
)  # fmt: skip
_ELEMENTS: Mapping[str, Element] = {
    "fire": "fire", "earth": "earth", "water": "water", "wind": "wind", "neutral": "neutral", "darkness": "darkness",
    "light": "light", "rainbow": "rainbow",
}  # fmt: skip
_GEMS = frozenset({"red", "orange", "blue", "green", "yellow", "purple", "white"})


class Stones(msgspec.Struct, frozen=True):
    """What the sheet tells.

    :param exchanges: stone, and the stones to give for it
    """

    stones: Mapping[str, Stone] = {}
    exchanges: Mapping[str, Mapping[str, int]] = {}


def read(sheet: Sheet) -> Stones:
    """Read the stones; what cannot be read is noted on the sheet."""
    columns = sheet.columns(HEADER)
    if not set(columns) >= set(_HEADINGS):
        return Stones()
    sheet.claim_row(HEADER, lambda cell: key(cell.text) in _HEADINGS)
    stones: dict[str, Stone] = {}
    exchanges: dict[str, tuple[int, Mapping[str, int]]] = {}
    for row in range(FIRST, sheet.last_row + 1):
        label = sheet.read(row, columns["speaking_stones"], cells.name, "")
        if not label or card_id(label) in stones:
            continue
        stones[card_id(label)] = Stone(
            label=label,
            copies=sheet.read(row, columns["available"], cells.integer, None),
            element=sheet.read(row, columns["element"], _element, None),
            gem=sheet.read(row, columns["element_color"], _gem, None),
            bonuses=sheet.read(row, columns["bonus_chips_effects"], cells.bonuses, ()),
        )
        given: Mapping[str, int] = sheet.read(row, columns["lapidary_upgraded_exchange"], cells.counted, {})
        if given:
            exchanges[card_id(label)] = row, {card_id(name): number for name, number in given.items()}
    return Stones(stones=stones, exchanges=dict(_known(sheet, columns, exchanges, stones)))


def _known(
    sheet: Sheet,
    columns: Mapping[str, int],
    exchanges: Mapping[str, tuple[int, Mapping[str, int]]],
    stones: Mapping[str, Stone],
) -> Iterator[tuple[str, Mapping[str, int]]]:
    for stone, (row, given) in exchanges.items():
        if set(given) <= set(stones):
            yield stone, given
        else:
            message = "stones of this sheet were expected"
            sheet.note_at(row, columns["lapidary_upgraded_exchange"], "not_understood", message)


def _element(cell: Cell, remark: Remark) -> Element | None:
    if key(cell.text) not in _ELEMENTS:
        raise Unreadable("one of the eight elements was expected")
    return _ELEMENTS[key(cell.text)]


def _gem(cell: Cell, remark: Remark) -> str:
    if key(cell.text) == "any_color":
        return "any"
    if key(cell.text) not in _GEMS:
        raise Unreadable("the colour of a gem was expected")
    return key(cell.text)
