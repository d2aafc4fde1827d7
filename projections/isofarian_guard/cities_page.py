"""Cities: prestige, inn, market and smith at the prices of now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from projections.isofarian_guard.guard_rows import card_icon
from projections.isofarian_guard.naming import Names, title
from projections.isofarian_guard.trade_rows import recipe_rows
from projections.views import Row
from rules.isofarian_guard.campaign import derived, lookup, shops
from rules.isofarian_guard.campaign.facts import PRESTIGE
from rules.isofarian_guard.campaign.fighting import pack_of
from rules.isofarian_guard.campaign.prestige import OBJECTIVES
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.trade import PrestigeCard, Price


def cities_page(state: Position, pack: IsofarianPack, query: Mapping[str, str]) -> Row:
    """A city: the one asked for, else the one where the party is, else the first.

    :param query: ``city``, and ``can=now`` for what can be crafted now alone
    """
    full = pack_of(state, pack)
    names = Names(full, state)
    cities = sorted(full.cities, key=names.area)
    here = state.at.partition("/")[0]
    asked = query.get("city", "")
    city = next((name for name in (asked, here, *cities) if name in full.cities), "")
    return {
        "cities": [{"id": name, "name": names.area(name), "prestige": state.prestige.get(name, 0)} for name in cities],
        "city": _city(state, names, city, only_now=query.get("can") == "now") if city else None,
        "here": here,
        "sil": state.sil,
    }


def _city(state: Position, names: Names, city: str, *, only_now: bool) -> Row:
    recipes = recipe_rows(state, names, city, lookup.recipes(state, names.pack, city))
    can = [row for row in recipes if row["can"]]
    return {
        "id": city,
        "name": names.area(city),
        "prestige": state.prestige.get(city, 0),
        "asleep": bool(state.prestige.get(city)) and state.chapter < 2,
        "levels": list(_levels(state, names, city)),
        "fee": shops.fee(state, names.pack, city),
        "printed_fee": lookup.inn_fee(state, names.pack, city),
        "objectives": list(_objectives(state, names, city)),
        "market": sorted(_market(state, names, city), key=lambda row: (row["kind"], row["name"])),
        "recipes": can if only_now else recipes,
        "only_now": only_now,
        "can_now": len(can),
        "all": len(recipes),
        "at_smith": lookup.node(state, names.pack, state.at).service == "blacksmith"
        and state.at.startswith(f"{city}/"),
    }


def _levels(state: Position, names: Names, city: str) -> Iterator[Row]:
    """The three prestige cards with what they do, as far as it is known."""
    reached = state.prestige.get(city, 0)
    for level in range(1, PRESTIGE + 1):
        card = lookup.prestige_card(state, names.pack, city, level)
        yield {"level": level, "reached": reached >= level, "gives": _gives(names, card, level)}


def _gives(names: Names, card: PrestigeCard, level: int) -> str:
    if level == 1:
        return f"A night costs {card.inn_discount} Sil less" if card.inn_discount else "A night costs less"
    if level == 2:
        parts = [f"{card.sil_discount} Sil"] if card.sil_discount else []
        parts += [names.cards(card.material_discount)] if card.material_discount else []
        return f"Markets and smiths take {' and '.join(parts) or 'the reduced amounts'}" + (" less" if parts else "")
    return "The bonus of this city alone"


def _objectives(state: Position, names: Names, city: str) -> Iterator[Row]:
    for quest, facts in lookup.quests(state, names.pack).items():
        if facts.city == city and facts.kind in OBJECTIVES:
            progress = state.quests.get(quest)
            status = progress.status if progress else "open"
            yield {"name": names.quest(quest), "kind": title(facts.kind), "status": status}


def _market(state: Position, names: Names, city: str) -> Iterator[Row]:
    for card, price in lookup.market(state, names.pack, city).items():
        kind = lookup.kind_of(state, names.pack, card)
        buy = shops.price_to_buy(state, names.pack, city, price)
        yield {
            "id": card,
            "name": names.card(card),
            "kind": kind,
            "icon": card_icon(state, names, card),
            "buy": buy,
            "printed": price.buy if buy != price.buy else None,
            "sell": price.sell,
            "carried": derived.carried(state, card),
            "stash": state.stash.cards.get(card, 0),
            "dear": buy is not None and buy > state.sil,
            "later": _later(price, buy),
        }


def _later(price: Price, buy: int | None) -> int | None:
    """The price at Prestige +2, where that is still to come."""
    return price.buy_p2 if price.buy_p2 is not None and price.buy_p2 != buy else None
