"""The sheet of upgrade paths: a check of the recipes, and the starting weapons that no smith makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

import msgspec

from rules.isofarian_guard.content.parts import Bonus, Equipment, Weapon
from rules.isofarian_guard.content.workbook import cells
from rules.isofarian_guard.content.workbook.names import card_id, key
from rules.isofarian_guard.content.workbook.recipes import Offer
from rules.isofarian_guard.content.workbook.sheet import Sheet

TITLE = "Blacksmith Pre-req Guide"
HEADER, FIRST = 5, 6
_HEADINGS = (
    "blacksmith_prerequisites", "city", "limited_to", "rating", "type", "stat_increase_rating", "stonebound_slots",
    "bonus_chip",
)  # fmt: skip


class Paths(msgspec.Struct, frozen=True):
    """What the sheet tells.

    :param chains: upgrade paths from the first piece to the last, as card ids
    :param weapons: starting weapons that no recipe makes
    """

    chains: tuple[tuple[str, ...], ...] = ()
    weapons: Mapping[str, Weapon] = {}


class _Line(msgspec.Struct, frozen=True):
    row: int
    label: str
    places: frozenset[str]
    kind: str
    card: Equipment

    @property
    def id(self) -> str:
        return card_id(self.label)


def read(sheet: Sheet, offers: tuple[Offer, ...]) -> Paths:
    """Read the paths and compare each line with its recipe; what differs is noted on the sheet."""
    columns = sheet.columns(HEADER)
    if not set(columns) >= set(_HEADINGS):
        return Paths()
    sheet.claim_row(HEADER, lambda cell: key(cell.text) in _HEADINGS)
    made = {card_id(offer.label): offer for offer in offers}
    blocks = list(_blocks(sheet, columns))
    weapons: dict[str, Weapon] = {}
    for line in (line for block in blocks for line in block):
        if line.id in made:
            _compare(sheet, columns, line, made[line.id])
        elif line.kind == "weapon":
            weapons[line.id] = _weapon(line)
        else:
            sheet.note_at(line.row, columns["type"], "not_understood", "a piece that is no weapon and has no recipe")
    _check_order(sheet, columns, blocks, made)
    return Paths(chains=tuple(tuple(line.id for line in block) for block in blocks), weapons=weapons)


def _blocks(sheet: Sheet, columns: Mapping[str, int]) -> Iterator[list[_Line]]:
    block: list[_Line] = []
    for row in range(FIRST, sheet.last_row + 2):
        label = sheet.read(row, columns["blacksmith_prerequisites"], cells.text, "")
        if label:
            block.append(_line(sheet, columns, row, label))
        elif block:
            yield block
            block = []


def _line(sheet: Sheet, columns: Mapping[str, int], row: int, label: str) -> _Line:
    places: tuple[str, ...] = sheet.read(row, columns["city"], cells.places, ())
    stat = sheet.read(row, columns["stat_increase_rating"], cells.stat, None)
    chips: tuple[Bonus, ...] = sheet.read(row, columns["bonus_chip"], cells.bonuses, ())
    guards: tuple[str, ...] = sheet.read(row, columns["limited_to"], cells.guards, ())
    card = Equipment(
        label=label,
        guards=guards,
        bonuses=(*((stat,) if stat and stat.add else ()), *chips),
        open_slots=sheet.read(row, columns["stonebound_slots"], cells.integer, 0),
        rarity=sheet.read(row, columns["rating"], cells.stars, None),
    )
    kind = sheet.read(row, columns["type"], cells.text, "")
    return _Line(row, label, frozenset(map(key, places)), key(kind), card)


def _weapon(line: _Line) -> Weapon:
    card = line.card
    return Weapon(
        label=card.label, guards=card.guards, bonuses=card.bonuses, open_slots=card.open_slots, rarity=card.rarity
    )


def _compare(sheet: Sheet, columns: Mapping[str, int], line: _Line, offer: Offer) -> None:
    differences = {
        "city": line.places != {place.id for place in offer.recipes},
        "limited_to": set(line.card.guards) != set(offer.guards),
        "rating": line.card.rarity != offer.rarity,
        "type": line.kind != offer.kind,
        "bonus_chip": line.card.bonuses != offer.bonuses,
        "stonebound_slots": line.card.open_slots != offer.open_slots,
    }
    for heading, differs in differences.items():
        if differs:
            message = "differs from the sheet of recipes, which is followed"
            sheet.note_at(line.row, columns[heading], "doubtful", message)


def _check_order(
    sheet: Sheet, columns: Mapping[str, int], blocks: list[list[_Line]], made: Mapping[str, Offer]
) -> None:
    for block in blocks:
        for before, line in pairwise(block):
            if line.id in made and card_id(made[line.id].base) != before.id:
                message = f"its recipe does not grow from {before.label}"
                sheet.note_at(line.row, columns["blacksmith_prerequisites"], "doubtful", message)
