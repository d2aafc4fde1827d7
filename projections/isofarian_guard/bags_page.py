"""Bags with the exact odds of their next draws: the event bag, the guards' chip bags, the region decks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal

from projections.isofarian_guard.battle_pieces import chip_rows
from projections.isofarian_guard.naming import Names, guard
from projections.isofarian_guard.sheet import event_bag_row
from projections.views import Row
from rules.isofarian_guard.battle.odds import chips_odds, resource_table
from rules.isofarian_guard.campaign import derived
from rules.isofarian_guard.campaign.facts import REGION_CUBES, STAT_CAPS, UNKNOWN_CARD, colour
from rules.isofarian_guard.campaign.state import Guard, Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Bag, size

RESOURCES: Mapping[Literal["sword", "shield"], str] = {"sword": "Swords", "shield": "Shields"}
LEAST_SHOWN = Fraction(1, 1000)


def bags_page(state: Position, pack: IsofarianPack, query: Mapping[str, str]) -> Row:
    """All bags.

    :param query: ``n`` how many black chips end a draw; left out: each guard's active AP
    """
    names = Names(pack, state)
    asked = query.get("n", "")
    number = int(asked) if asked.isdecimal() and 0 < len(asked) < 3 and int(asked) in range(1, most() + 1) else None
    return {
        "event_bag": event_bag_row(state),
        "guards": [_bag(state, name, number) for name in state.party],
        "numbers": range(1, most() + 1),
        "number": number,
        "decks": list(_decks(state, names)),
    }


def most() -> int:
    """The most black chips that a draw may ask for: as many as there is AP."""
    return STAT_CAPS["ap"]


def _bag(state: Position, name: str, number: int | None) -> Row:
    sheet = state.guards[name]
    drawn = number or max(1, derived.ap_active(sheet))
    return {
        "name": guard(name),
        "number": drawn,
        "size": size(sheet.bag),
        "chips": [{**row, "share": percent(Fraction(row["n"], size(sheet.bag)))} for row in chip_rows(sheet.bag)],
        "colours": list(_colours(sheet.bag)),
        "resources": list(_resources(sheet.bag, drawn)),
        "others": list(_others(sheet, drawn)),
    }


def _colours(bag: Bag) -> Iterator[Row]:
    for each in ("black", "green", "purple", "red"):
        count = sum(n for chip, n in bag.items() if colour(chip) == each)
        if count:
            yield {"colour": each, "n": count, "share": percent(Fraction(count, size(bag)))}


def _resources(bag: Bag, number: int) -> Iterator[Row]:
    """The chance of at least so many Swords and Shields in one draw."""
    if not bag:
        return
    for resource, label in RESOURCES.items():
        table = resource_table(bag, resource, number)
        told = {least: chance for least, chance in table.items() if chance >= LEAST_SHOWN}
        odds = [
            {"least": least, "share": percent(chance), "bar": round(100 * chance)} for least, chance in told.items()
        ]
        yield {"label": label, "icon": resource, "odds": odds}


def _others(sheet: Guard, number: int) -> Iterator[Row]:
    """The chance that a chip of each other kind comes up in one draw."""
    for row in chip_rows(sheet.bag):
        if colour(row["id"]) != "black":
            chance = chips_odds(sheet.bag, (row["id"],), 1, number)
            yield {**row, "share": percent(chance), "bar": round(100 * chance)}


def _decks(state: Position, names: Names) -> Iterator[Row]:
    for region, deck in state.field_decks.items():
        cards = [card for layer in deck.layers for card, count in layer.items() for _ in range(count)]
        known = [names.field_event(card) for card in cards if card != UNKNOWN_CARD]
        yield {
            "name": names.region(region),
            "left": deck.size,
            "known": known,
            "cubes": state.region_cubes.get(region, 0),
            "all_cubes": REGION_CUBES,
        }


def percent(chance: Fraction) -> str:
    """A chance in percent, as fine as it needs to be: ``37 %``, ``0.4 %``."""
    value = 100 * float(chance)
    if chance in (0, 1) or 1 <= value <= 99:
        return f"{value:.0f} %"
    return f"{value:.1f} %"
