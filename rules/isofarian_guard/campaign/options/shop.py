"""Buying, selling and crafting on the current node, with prices and what is lacking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.markets import SHOPS, selling_price, unit
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.options.forms import (
    card_choices,
    exploring,
    refusal,
    store_field,
)
from rules.isofarian_guard.campaign.shops import (
    Cost,
    city_here,
    cost_to_craft,
    market_here,
    price_to_buy,
    recipes_here,
)
from rules.isofarian_guard.campaign.smiths import slot_of
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.rulebook import RULES
from rules.kernel import Choice, Field, Option, Refused

SHOP = "Shop"
NOTHING_TO_BE_HAD = "For each card of this place something is lacking; the page of the city lists what."


@RULES.offers_options
def shop_options(state: Position, pack: IsofarianPack) -> Iterable[Option]:
    """What the shop of this node trades; a fort shop in ruins says so."""
    here = lookup.node(state, pack, state.at).service
    if not exploring(state) or here not in SHOPS:
        return
    try:
        if here == "market":
            yield from _buying(state, pack)
        else:
            yield from _crafting(state, pack)
        yield from _selling(state, pack)
    except Refused as closed:
        yield Option("craft", f"{named(here)}", group=SHOP, blocked=closed.sentence)


def _buying(state: Position, pack: IsofarianPack) -> Iterator[Option]:
    """What is sold here, each card with its price (ISO-MKT-001 to ISO-MKT-003)."""
    prices, _ = market_here(state, pack)
    city = city_here(state, pack)
    offered = {card: price_to_buy(state, pack, city, price) for card, price in prices.items()}
    listed = {card: price for card, price in offered.items() if price is not None}
    found = card_choices(
        state,
        pack,
        listed.keys(),
        lambda card: refusal(state, pack, "buy", card=card),
        lambda card: f"{listed[card]} Sil",
    )
    if found:
        qty = Field("qty", "How many", "number", minimum=1, maximum=4, required=False, initial=1)
        fields = (Field("card", "Card", choices=found), qty, *store_field(state))
        note, blocked = f"{state.sil} Sil.", _all_blocked(found)
        yield Option("buy", "Buy", {}, fields, SHOP, likely=not blocked, note=note, blocked=blocked)


def _selling(state: Position, pack: IsofarianPack) -> Iterator[Option]:
    """From satchels, and equipment from where it is equipped (ISO-MKT-004, ISO-SMI-008)."""
    for name in state.party:
        cards = _sellable(state, pack, name, state.guards[name].satchel, equipped=False)
        if cards:
            qty = Field("qty", "How many", "number", minimum=1, maximum=4, required=False, initial=1)
            fields = (Field("card", "Card", choices=cards), qty)
            yield Option("sell", f"Sell from the satchel of {named(name)}", {"guard": name}, fields, SHOP)
        worn = {card.card: 1 for _, card in derived.worn(state.guards[name])}
        if state.guards[name].item:
            worn[state.guards[name].item or ""] = 1
        equipped = _sellable(state, pack, name, worn, equipped=True)
        if equipped:
            label = f"Sell what {named(name)} has equipped"
            field = Field("card", "Card", choices=equipped)
            yield Option("sell", label, {"guard": name, "equipped": True}, (field,), SHOP)


def _sellable(
    state: Position, pack: IsofarianPack, guard: str, cards: Mapping[str, int], *, equipped: bool
) -> tuple[Choice, ...]:
    offered = [card for card in cards if not refusal(state, pack, "sell", card=card, guard=guard, equipped=equipped)]
    return card_choices(state, pack, offered, detail=lambda card: _brings(state, pack, card))


def _brings(state: Position, pack: IsofarianPack, card: str) -> str:
    """What a card brings here: ``2 Sil a unit``."""
    price, currency = selling_price(state, pack, card)
    return f"{price} {currency.capitalize()} {unit(state, pack, card)}"


def _crafting(state: Position, pack: IsofarianPack) -> Iterator[Option]:
    """What can be made now comes with its cost, the rest with what is lacking (ISO-SMI-001 to ISO-SMI-007)."""
    recipes = recipes_here(state, pack)
    city = city_here(state, pack)
    costs = {card: cost_to_craft(state, pack, city, recipe) for card, recipe in recipes.items()}
    found = card_choices(
        state,
        pack,
        costs.keys(),
        lambda card: refusal(state, pack, "craft", card=card),
        lambda card: cost_line(state, pack, costs[card]),
    )
    if found:
        fields = (Field("card", "Card", choices=found), *store_field(state))
        blocked = _all_blocked(found)
        yield Option("craft", "Have a card made", {}, fields, SHOP, likely=not blocked, blocked=blocked)
    for name in state.party:
        worn = tuple(choice for choice in found if slot_of(state, pack, choice.value) in ("weapon", "armor"))
        able = tuple(choice for choice in worn if not refusal(state, pack, "craft", card=choice.value, equip=name))
        if able:
            label = f"Have a card made and equip it to {named(name)}"
            yield Option("craft", label, {"equip": name}, (Field("card", "Card", choices=able),), SHOP)


def cost_line(state: Position, pack: IsofarianPack, cost: Cost) -> str:
    """A cost in words, with what the satchels hold: ``15 Sil, Pine 2 of 4``."""
    parts = [f"{cost.sil} Sil"] if cost.sil else []
    parts += [f"{cost.lux} Lux"] if cost.lux else []
    for card, count in cost.materials.items():
        parts.append(f"{lookup.called(state, pack, card)} {derived.carried(state, card)} of {count}")
    return ", ".join(parts) or "free"


def _all_blocked(found: tuple[Choice, ...]) -> str:
    """Why nothing of it can be had: the one reason that all share, or that there are several."""
    if not all(choice.blocked for choice in found):
        return ""
    return found[0].blocked if len({choice.blocked for choice in found}) == 1 else NOTHING_TO_BE_HAD
