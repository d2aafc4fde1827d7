"""The sheet of markets: what each city sells and buys, and what the Apothecary of Fort Istra pays in Lux."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from rules.isofarian_guard.content.parts import Item, Material
from rules.isofarian_guard.content.trade import Price
from rules.isofarian_guard.content.workbook import cells
from rules.isofarian_guard.content.workbook.bestiary import is_icon
from rules.isofarian_guard.content.workbook.names import card_id, key
from rules.isofarian_guard.content.workbook.sheet import Cell, Remark, Sheet, Unreadable

TITLE = "Market Guide"
PLACES, HEADER, FIRST = 4, 5, 6
APOTHECARY = "fort_istra_apothecary"
_MARKER = "used_in_crafting"


class Markets(msgspec.Struct, frozen=True):
    """What the sheet tells.

    :param cities: labels by city, in order
    :param prices: city, card
    :param fort: prices of the Apothecary, in Lux
    """

    cities: Mapping[str, str] = {}
    materials: Mapping[str, Material] = {}
    items: Mapping[str, Item] = {}
    prices: Mapping[str, Mapping[str, Price]] = {}
    fort: Mapping[str, Price] = {}


def read(sheet: Sheet) -> Markets:
    """Read the prices; what cannot be read is noted on the sheet."""
    columns = sheet.columns(HEADER)
    if not {"market_items", "effect", "buy", "buy_2_rep", "sell"} <= set(columns):
        return Markets()
    sheet.claim_row(3, is_icon)
    places = _places(sheet)
    sheet.claim_row(HEADER, lambda cell: key(cell.text) in _HEADINGS)
    materials: dict[str, Material] = {}
    items: dict[str, Item] = {}
    prices: dict[str, dict[str, Price]] = {place: {} for place in places}
    for row in range(FIRST, sheet.last_row + 1):
        label = sheet.read(row, columns["market_items"], cells.name, "")
        card = card_id(label)
        if not label or card in materials or card in items:
            continue
        words = sheet.read(row, columns["effect"], cells.text, "")
        if key(words) == _MARKER:
            materials[card] = Material(label=label)
        else:
            items[card] = Item(label=label, text=words)
        for place, listed in places.items():
            if any(sheet.cell(row, column) for column in listed.values()):
                prices[place][card] = _price(sheet, row, listed)
    fort = prices.pop(APOTHECARY, {})
    cities = {place: sheet.cell(PLACES, min(listed.values())) for place, listed in places.items()}
    return Markets(
        cities={place: cell.text for place, cell in cities.items() if cell and place != APOTHECARY},
        materials=materials,
        items=items,
        prices=prices,
        fort=fort,
    )


_HEADINGS = {"market_items", "effect", "buy", "buy_2_rep", "sell", "sell_gives_lux_essence"}


def _places(sheet: Sheet) -> dict[str, dict[str, int]]:
    """The columns of each place: what is bought, bought at prestige 2, and sold, begin where its name stands."""
    starts = [cell for cell in sheet.cells(PLACES) if not is_icon(cell)]
    found: dict[str, dict[str, int]] = {}
    for index, cell in enumerate(starts):
        end = starts[index + 1].column if index + 1 < len(starts) else sheet.last_column + 1
        columns = dict(_columns(sheet, cell.column, end))
        if not columns or key(cell.text) in found:
            sheet.note(cell, "not_understood", "no prices stand below it, or it stands twice")
        elif place := sheet.read(PLACES, cell.column, _place, ""):
            found[place] = columns
    return found


def _place(cell: Cell, remark: Remark) -> str:
    place = key(cell.text)
    if not place:
        raise Unreadable("the name of a place was expected")
    return place


def _columns(sheet: Sheet, start: int, end: int) -> Iterator[tuple[str, int]]:
    for column in range(start, end):
        heading = sheet.cell(HEADER, column)
        name = key(heading.text) if heading else ""
        if name in ("buy", "buy_2_rep", "sell", "sell_gives_lux_essence"):
            yield ("sell" if name.startswith("sell") else name), column


def _price(sheet: Sheet, row: int, columns: Mapping[str, int]) -> Price:
    buy = sheet.read(row, columns.get("buy"), cells.price, None)
    buy_p2 = sheet.read(row, columns.get("buy_2_rep"), cells.price, None)
    sell = sheet.read(row, columns.get("sell"), cells.price, None)
    if buy is not None and buy_p2 is not None and buy_p2 != (buy + 1) // 2:
        same = "equals the normal one" if buy == buy_p2 else "is not half of the normal one"
        sheet.note_at(row, columns["buy_2_rep"], "doubtful", f"the price at prestige 2 {same}")
    return Price(buy=buy, buy_p2=buy_p2, sell=sell)
