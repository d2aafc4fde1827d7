"""Buying and selling (ISO-MKT, ISO-SMI-008)."""

from __future__ import annotations

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.decisions.cards import Buy, Sell
from rules.isofarian_guard.campaign.equipment import take_off
from rules.isofarian_guard.campaign.events.cards import CardBought, CardSold
from rules.isofarian_guard.campaign.facts import EquipmentSlot
from rules.isofarian_guard.campaign.guarding import unchanged, without_cards
from rules.isofarian_guard.campaign.money import gain_lux, gain_sil, has_sil, spend
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.satchels import holds_its_cards, in_satchel, note_facts, receive
from rules.isofarian_guard.campaign.shops import Currency, city_here, market_here, price_to_buy, recipes_here
from rules.isofarian_guard.campaign.state import Guard, Position
from rules.isofarian_guard.campaign.timing import exploring, member, service
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Refused, minus

SHOPS = ("market", "blacksmith", "fort_blacksmith", "fort_apothecary")


@RULES.decides(Buy)
def buy(turn: IsofarianTurn, decision: Buy) -> None:
    """Buy what is listed here, for Sil and within the limits (ISO-MKT-001 to ISO-MKT-003, ISO-MKT-006, ISO-MKT-007)."""
    state, pack = turn.state, turn.pack
    exploring(state)
    service(state, pack, "market", "fort_blacksmith", "fort_apothecary")
    prices, currency = market_here(state, pack)
    listed = prices.get(decision.card)
    price = price_to_buy(state, pack, city_here(state, pack), listed) if listed else None
    if price is None or currency == "lux":
        raise not_offered(f"{named(decision.card)} cannot be bought here.", "ISO-MKT-001")
    has_sil(state, price * decision.qty, "ISO-MKT-002")
    note_facts(turn, decision.card)
    within_limit(turn.state, decision.card, decision.qty)
    spend(turn, sil=price * decision.qty)
    turn.emit(CardBought(card=decision.card, qty=decision.qty, price=price * decision.qty))
    receive(turn, decision.card, decision.qty, decision.store)


def within_limit(state: Position, card: str, qty: int) -> None:
    """Units beyond the party limit are refused, not wasted (ISO-MKT-006, ISO-FORT-017).

    :raises Refused: ``material_limit``
    """
    if card in state.materials and derived.carried(state, card) + qty > derived.material_limit(state, card):
        limit = derived.material_limit(state, card)
        raise Refused("material_limit", f"The party carries at most {limit} {named(card)}.", rule="ISO-SAT-003")


@RULES.decides(Sell)
def sell(turn: IsofarianTurn, decision: Sell) -> None:
    """Sell a card of a satchel, in a smithy also one that is equipped (ISO-MKT-001, ISO-MKT-004, ISO-MKT-005,
    ISO-SMI-008, ISO-PRE-009, ISO-SAT-009)."""
    state, pack = turn.state, turn.pack
    exploring(state)
    at = service(state, pack, *SHOPS)
    guard = member(state, decision.guard)
    price, currency = selling_price(state, pack, decision.card)
    off: EquipmentSlot | None = None
    if decision.equipped and at != "market":
        off = worn_as(guard, decision.card)
        if off is None or decision.qty > 1:
            sentence = f"{named(decision.guard)} has not equipped {named(decision.card)}."
            raise Refused("not_equipped", sentence, rule="ISO-SMI-008")
    else:
        in_satchel(decision.guard, guard.satchel, decision.card, decision.qty, "ISO-MKT-004")
        holds_its_cards(state, decision.guard, minus(guard.satchel, {decision.card: decision.qty}))
    total = price * decision.qty
    turn.emit(
        CardSold(
            card=decision.card,
            qty=decision.qty,
            guard=decision.guard,
            price=total,
            currency=currency,
            equipped=off is not None,
        )
    )
    if currency == "sil":
        gain_sil(turn, total)
    else:
        gain_lux(turn, total)
    if off is not None:
        take_off(turn, decision.guard, off, None)


def selling_price(state: Position, pack: IsofarianPack, card: str) -> tuple[int, Currency]:
    """What one copy or unit brings on the current node (ISO-MKT-001, ISO-MKT-005).

    :raises Refused: ``not_offered``, ``wrong_place``, ``chapter_too_low`` or ``building_not_rebuilt``
    """
    found = service(state, pack, *SHOPS)
    if found != "market":
        recipe = recipes_here(state, pack).get(card)
        if recipe is not None and recipe.sell is not None:
            return recipe.sell, "sil"
    if found != "blacksmith":
        prices, currency = market_here(state, pack)
        listed = prices.get(card)
        if listed is not None and listed.sell is not None:
            return listed.sell, currency
    raise not_offered(f"{named(card)} cannot be sold here.", "ISO-MKT-001")


def worn_as(guard: Guard, card: str) -> EquipmentSlot | None:
    """The slot in which a guard has a card equipped."""
    if guard.item == card:
        return "item"
    return next((slot for slot, worn in derived.worn(guard) if worn.card == card), None)


def not_offered(sentence: str, rule: str) -> Refused:
    """The refusal for what is not on the list of this place."""
    return Refused("not_offered", sentence, rule=rule, remedy="Record it, if your index lists it here.")


def unit(state: Position, pack: IsofarianPack, card: str) -> str:
    """What a price is for: a unit of a quantity card, or a card (ISO-MKT-005)."""
    return "a unit" if lookup.kind_of(state, pack, card) == "material" else "a card"


# ---- facts


RULES.evolves(CardBought)(unchanged)


@RULES.evolves(CardSold)
def _card_sold(state: Position, event: CardSold) -> Position:
    return state if event.equipped else without_cards(state, {event.guard: {event.card: event.qty}})
