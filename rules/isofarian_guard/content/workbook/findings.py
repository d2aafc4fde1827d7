"""All sheets together: reads each, and checks the names by which they refer to one another."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from rules.isofarian_guard.content.workbook import bestiary, fort, market, prerequisites, recipes, stones
from rules.isofarian_guard.content.workbook.names import card_id
from rules.isofarian_guard.content.workbook.recipes import Offer
from rules.isofarian_guard.content.workbook.sheet import Sheet

TITLES = (bestiary.TITLE, market.TITLE, prerequisites.TITLE, *recipes.TITLES, fort.TITLE, stones.TITLE)
# Slips that only a reader who knows the game would see: sheet, row, column, content.
DOUBTS: Mapping[tuple[str, int, int, str], str] = {
    (bestiary.TITLE, 93, 12, "29"): "the usual step would give about 20",
    (recipes.TITLES[1], 36, 19, "2"): "probably copied down from the row above",
    (recipes.TITLES[1], 36, 69, "2"): "probably copied down from the row above",
    (recipes.TITLES[1], 33, 2, "Twilight Guantlet"): "probably Gauntlet; the name is kept",
    (recipes.TITLES[1], 15, 5, ""): "no mark; the rulebook counts the card among the tools",
    (recipes.TITLES[1], 30, 5, ""): "no mark; yet a tent is used in exploration and never in battle",
}
_SEPARATOR = "->"


class Findings(msgspec.Struct, frozen=True):
    """What all sheets tell.

    :param offers: the rows of both sheets of recipes
    """

    bestiary: bestiary.Bestiary
    market: market.Markets
    fort: fort.Fort
    stones: stones.Stones
    offers: tuple[Offer, ...]
    paths: prerequisites.Paths


def read(sheets: Mapping[str, Sheet]) -> Findings:
    """Read all sheets; a missing one tells nothing. What cannot be read is noted on its sheet."""
    missing = Sheet("", (), ())
    enemies = bestiary.read(sheets.get(bestiary.TITLE, missing))
    markets = market.read(sheets.get(market.TITLE, missing))
    buildings = fort.read(sheets.get(fort.TITLE, missing))
    speaking = stones.read(sheets.get(stones.TITLE, missing))
    ids = {card_id(m.label): card for card, m in {**enemies.materials, **buildings.materials}.items()}
    rows = {title: recipes.read(sheets[title], ids, markets.cities) for title in recipes.TITLES if title in sheets}
    offers = tuple(offer for listed in rows.values() for offer in listed)
    paths = prerequisites.read(sheets.get(prerequisites.TITLE, missing), offers)
    _note_repeats(sheets, rows)
    made = {card_id(offer.label) for offer in offers} | set(paths.weapons)
    for title, listed in rows.items():
        _note_unlisted(sheets[title], listed, speaking.stones, made)
    _note_doubts(sheets)
    _claim_separators(sheets)
    return Findings(enemies, markets, buildings, speaking, offers, paths)


def _note_unlisted(sheet: Sheet, offers: tuple[Offer, ...], known: Collection[str], made: Collection[str]) -> None:
    columns = sheet.columns(recipes.HEADER)
    for offer in offers:
        for stone in offer.stones:
            if card_id(stone) not in known:
                message = f"{stone} is not on the sheet of speaking stones"
                sheet.note_at(offer.row, columns["speaking_stone"], "doubtful", message)
        if offer.base and card_id(offer.base) not in made:
            message = "no recipe makes this piece, and no list of starting pieces names it"
            sheet.note_at(offer.row, columns["prerequisite_equipment"], "doubtful", message)


def _note_repeats(sheets: Mapping[str, Sheet], rows: Mapping[str, tuple[Offer, ...]]) -> None:
    """A card may be made in several places, but only once in each, and is the same card everywhere."""
    first: dict[str, Offer] = {}
    made: set[tuple[str, str]] = set()
    for title, offer in ((title, offer) for title, listed in rows.items() for offer in listed):
        column = min(sheets[title].columns(recipes.HEADER).values())
        card = card_id(offer.label)
        if made & {(card, place.id) for place in offer.recipes}:
            message = "the card is made twice in one place; its first row is followed"
            sheets[title].note_at(offer.row, column, "not_understood", message)
        if _card(offer) != _card(first.setdefault(card, offer)):
            message = "the card differs from its first row, which is followed"
            sheets[title].note_at(offer.row, column, "doubtful", message)
        made |= {(card, place.id) for place in offer.recipes}


def _card(offer: Offer) -> Offer:
    """What a row tells of the card itself, wherever it is made."""
    return msgspec.structs.replace(offer, row=0, label="", recipes={}, items=(), stones=(), base="")


def _note_doubts(sheets: Mapping[str, Sheet]) -> None:
    for (title, row, column, content), message in DOUBTS.items():
        sheet = sheets.get(title)
        cell = sheet.cell(row, column) if sheet else None
        if sheet and row <= sheet.last_row and (cell.raw if cell else "") == content:
            sheet.note_at(row, column, "doubtful", message)


def _claim_separators(sheets: Mapping[str, Sheet]) -> None:
    """Sheets whose name ends in an arrow divide the others; they hold one filler text."""
    for title, sheet in sheets.items():
        filler = sheet.cell(2, 2)
        if title.strip().endswith(_SEPARATOR) and filler is not None:
            sheet.claim(filler)
