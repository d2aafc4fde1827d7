"""The two sheets of recipes: weapons and armour, accessories and items, with what each place asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, TypeVar

import msgspec

from rules.isofarian_guard.content.parts import Bonus
from rules.isofarian_guard.content.trade import Recipe
from rules.isofarian_guard.content.workbook import cells
from rules.isofarian_guard.content.workbook.bestiary import is_icon
from rules.isofarian_guard.content.workbook.cells import Amount
from rules.isofarian_guard.content.workbook.names import card_id, key
from rules.isofarian_guard.content.workbook.sheet import Cell, Remark, Sheet, Unreadable

TITLES = ("Armor-Weapon Guide", "Accessory-Item Guide")
BANDS, HEADER, QUANTITIES, FIRST = 4, 5, 6, 7
FORT = "ft_istra"
CARRIED = 4
_COMMON = frozenset({"city", "type", "craft", "sell", "lux_cost", "prerequisite_equipment", "item", "speaking_stone"})
_OF_EQUIPMENT = frozenset({"limited_to", "rating", "stat_increase_rating", "stone_slots", "bonus_chip"})
_OF_OTHERS = frozenset({"usable_in_field", "bonus_effect"})
_KINDS: Mapping[str, Literal["armor", "weapon", "accessory", "item"]] = {
    "armor": "armor",
    "weapon": "weapon",
    "accessory": "accessory",
    "item": "item",
}

T = TypeVar("T")


class Place(msgspec.Struct, frozen=True):
    """Where something is made: a city, or a stall of the fort."""

    label: str
    fort: bool = False

    @property
    def id(self) -> str:
        """``silny``, ``barens_forge``."""
        return key(self.label)


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """One row: a card, and how it is made at each place.

    :param label: the card's name as written
    :param guards: ids of the guards who may use it; empty: anyone
    :param items: labels of items used
    :param stones: labels of speaking stones used
    :param base: label of the piece that is used up
    :param text: the words of the file on its effect
    """

    row: int
    label: str
    kind: Literal["armor", "weapon", "accessory", "item"]
    recipes: Mapping[Place, Recipe]
    guards: tuple[str, ...] = ()
    rarity: int | None = None
    bonuses: tuple[Bonus, ...] = ()
    open_slots: int = 0
    in_field: bool = False
    text: str = ""
    items: tuple[str, ...] = ()
    stones: tuple[str, ...] = ()
    base: str = ""


def read(sheet: Sheet, materials: Mapping[str, str], cities: Mapping[str, str]) -> tuple[Offer, ...]:
    """Read the recipes; what cannot be read is noted on the sheet.

    :param materials: ids of materials by the key of their label
    :param cities: labels of the cities by their key
    """
    columns = sheet.columns(HEADER)
    if not set(columns) >= _COMMON:
        return ()
    return tuple(_Reader(sheet, columns, materials, cities).read())


class _Reader:
    def __init__(
        self, sheet: Sheet, columns: Mapping[str, int], materials: Mapping[str, str], cities: Mapping[str, str]
    ) -> None:
        self._sheet = sheet
        self._columns = columns
        self._name = min(columns.values())
        self._cities = cities
        self._materials = {
            column: materials[card_id(heading)] for heading, column in columns.items() if card_id(heading) in materials
        }
        self._claim_headings()

    def read(self) -> Iterator[Offer]:
        for row in range(FIRST, self._sheet.last_row + 1):
            places: tuple[Place, ...] = self._read(row, "city", self._places, ())
            kind = self._read(row, "type", _kind, None)
            label = self._sheet.read(row, self._name, cells.text, "") if places and kind else ""
            if label and kind:
                yield self._offer(row, label, kind, places)

    def _offer(
        self, row: int, label: str, kind: Literal["armor", "weapon", "accessory", "item"], places: tuple[Place, ...]
    ) -> Offer:
        stats = self._read(row, "stat_increase_rating", cells.stat, None)
        items: Mapping[str, int] = self._read(row, "item", cells.counted, {})
        stones: Mapping[str, int] = self._read(row, "speaking_stone", cells.counted, {})
        base = self._read(row, "prerequisite_equipment", cells.name, "")
        chips: tuple[Bonus, ...] = self._read(row, "bonus_chip", cells.bonuses, ())
        return Offer(
            row=row,
            label=label,
            kind=kind,
            recipes=dict(_Row(self, row, places, base, items, stones).recipes()),
            guards=self._read(row, "limited_to", cells.guards, ()),
            rarity=self._read(row, "rating", cells.stars, None),
            bonuses=(*((stats,) if stats and stats.add else ()), *chips),
            open_slots=self._read(row, "stone_slots", cells.integer, 0),
            in_field=self._read(row, "usable_in_field", cells.flag, False),
            text=self._read(row, "bonus_effect", cells.text, ""),
            items=tuple(items),
            stones=tuple(stones),
            base=base,
        )

    def _read(self, row: int, heading: str, parse: Callable[[Cell, Remark], T], otherwise: T) -> T:
        return self._sheet.read(row, self._columns.get(heading), parse, otherwise)

    def _places(self, cell: Cell, remark: Remark) -> tuple[Place, ...]:
        found = tuple(map(_place, cells.places(cell, remark)))
        for place in found:
            if not place.fort and place.id not in self._cities:
                raise Unreadable(f"{place.label!r} is no city with a market")
        return found

    def _claim_headings(self) -> None:
        headings = _COMMON | _OF_EQUIPMENT | _OF_OTHERS
        known = set(self._materials) | {self._name} | {self._columns[h] for h in headings if h in self._columns}
        for cell in self._sheet.cells(HEADER):
            if cell.column in known:
                self._sheet.read(HEADER, cell.column, cells.name, "")
        self._sheet.claim_row(QUANTITIES, lambda cell: key(cell.text) in ("qty", "2r"))
        self._sheet.claim_row(BANDS - 1, is_icon)
        for cell in self._sheet.cells(BANDS):
            self._sheet.read(BANDS, cell.column, cells.stars, 0)
            if cell.column not in self._materials:
                message = "the band of stars is shifted or repeated; rarities are taken from other sheets"
                self._sheet.note(cell, "doubtful", message)


class _Row:
    """The costs of one row."""

    def __init__(
        self,
        reader: _Reader,
        row: int,
        places: tuple[Place, ...],
        base: str,
        items: Mapping[str, int],
        stones: Mapping[str, int],
    ) -> None:
        self._sheet, self._columns, self._row = reader._sheet, reader._columns, row
        self._materials, self._places = reader._materials, places
        self._base, self._items, self._stones = base, items, stones

    def recipes(self) -> Iterator[tuple[Place, Recipe]]:
        """How each place makes the card."""
        craft = self._amount(self._columns["craft"])
        sell = self._amount(self._columns["sell"])
        lux = self._sheet.read(self._row, self._columns["lux_cost"], cells.price, None)
        quantities = {card: self._amount(column) for column, card in self._materials.items()}
        reductions = dict(self._reductions())
        needs = any([self._base, self._items, self._stones, *quantities.values()])
        self._note_oddities(craft, sell, lux, needs)
        for place in self._places:
            quantity = {card: number for card, listed in quantities.items() if (number := _at(place, listed))}
            needed = self._all(quantity)
            recipe = Recipe(
                materials=needed,
                reduced={card: value for card, value in _reduced_at(place, reductions) if card in needed},
                upgrades=card_id(self._base) if self._base else None,
                craft=_at(place, craft),
                sell=_at(place, sell),
                lux=lux,
            )
            yield place, recipe

    def _all(self, quantities: Mapping[str, int]) -> Mapping[str, int]:
        """The piece before, items, stones and materials; a card that stands in two columns is needed for both."""
        base = {self._base: 1} if self._base else {}
        total: dict[str, int] = {}
        for label, number in [*base.items(), *self._items.items(), *self._stones.items()]:
            total[card_id(label)] = total.get(card_id(label), 0) + number
        for card, number in quantities.items():
            total[card] = total.get(card, 0) + number
        return total

    def _amount(self, column: int) -> Amount | None:
        value = self._sheet.read(self._row, column, cells.amount, None)
        if isinstance(value, Mapping):
            self._check_cities(column, value)
        return value

    def _reductions(self) -> Iterator[tuple[str, cells.Reduced]]:
        """The quantities at prestige 2; they stand right of the normal ones."""
        stones = self._columns["speaking_stone"]
        second = self._sheet.cell(QUANTITIES, stones + 1)
        if self._stones and second is not None and key(second.text) == "2r":
            yield from self._reduction(stones, [card_id(label) for label in self._stones])
        for column, card in self._materials.items():
            yield from self._reduction(column, [card])

    def _reduction(self, column: int, cards: list[str]) -> Iterator[tuple[str, cells.Reduced]]:
        value = self._sheet.read(self._row, column + 1, cells.reduced, None)
        normal = self._sheet.cell(self._row, column)
        filled = normal is not None and normal.text != cells.NO_MARK
        if isinstance(value, Mapping):
            self._check_cities(column + 1, value)
        if value == "none":
            message = "no stone at prestige 2 is listed: none needed, or no reduction? not settled"
            self._sheet.note_at(self._row, column + 1, "doubtful", message)
        if filled and value is None:
            self._sheet.note_at(self._row, column + 1, "doubtful", "no quantity at prestige 2 is filled in")
        elif not filled and value is not None:
            self._sheet.note_at(self._row, column + 1, "not_understood", "a reduced quantity without a normal one")
        elif value is not None:
            self._note_number_at_fort(column, value)
            yield from ((card, value) for card in cards)

    def _note_number_at_fort(self, column: int, value: cells.Reduced) -> None:
        if isinstance(value, int) and all(place.fort for place in self._places):
            self._sheet.note_at(self._row, column + 1, "doubtful", "a reduced quantity where there is no prestige")

    def _check_cities(self, column: int, value: Mapping[str, object]) -> None:
        if set(value) != {place.id for place in self._places}:
            self._sheet.note_at(self._row, column, "doubtful", "its cities are not those of this row")

    def _note_oddities(self, craft: Amount | None, sell: Amount | None, lux: int | None, needs: bool) -> None:
        if craft is None and lux is None:
            self._sheet.note_at(self._row, self._columns["craft"], "doubtful", "neither a Sil nor a Lux price")
        if not needs:
            self._sheet.note_at(self._row, self._columns["craft"], "doubtful", "no material at all is needed")
        for place in self._places:
            full, back = _at(place, craft), _at(place, sell)
            if full is not None and back is not None and back != (full + 1) // 2:
                message = f"the sell price in {place.label} is not half of the craft price"
                self._sheet.note_at(self._row, self._columns["sell"], "doubtful", message)
        for column in self._materials:
            cell = self._sheet.cell(self._row, column)
            if cell and cell.number and cell.number > CARRIED:
                self._sheet.note(cell, "doubtful", f"more than the {CARRIED} that a party may carry")


def _reduced_at(
    place: Place, reductions: Mapping[str, cells.Reduced]
) -> Iterator[tuple[str, int | Literal["na", "none"]]]:
    for card, listed in reductions.items():
        value = listed.get(place.id) if isinstance(listed, Mapping) else listed
        if value is not None:
            yield card, value


def _at(place: Place, value: Amount | None) -> int | None:
    return value.get(place.id) if isinstance(value, Mapping) else value


def _place(written: str) -> Place:
    """A city, or ``Ft. Istra (Blacksmith)``."""
    area, bracket, stall = written.partition("(")
    if bracket and key(area) == FORT:
        return Place(stall.rstrip(") "), fort=True)
    return Place(written)


def _kind(cell: Cell, remark: Remark) -> Literal["armor", "weapon", "accessory", "item"] | None:
    if key(cell.text) not in _KINDS:
        raise Unreadable("Armor, Weapon, Accessory or Item was expected")
    return _KINDS[key(cell.text)]
