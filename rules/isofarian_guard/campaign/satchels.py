"""Satchels: new cards, quantity cards and their limit, handing over, dropping, full satchels (ISO-SAT, ISO-TOOL)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.decisions.cards import Drop, ResolveOverflow, Transfer
from rules.isofarian_guard.campaign.events.cards import (
    CardDropped,
    CardFactsNoted,
    CardStored,
    CardTransferred,
    MaterialDroppedOverLimit,
    OverflowRaised,
    OverflowResolved,
)
from rules.isofarian_guard.campaign.facts import TOOL_CARDS
from rules.isofarian_guard.campaign.guarding import unchanged, with_guard, with_satchels
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.state import Guard, Position, Waiting
from rules.isofarian_guard.campaign.timing import exploring, member
from rules.isofarian_guard.campaign.unlocking import gained
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Bag, Refused, minus, plus

# ---- new cards


def receive(turn: IsofarianTurn, card: str, qty: int = 1, store: str = "") -> None:
    """The party acquires a card. Units of a material join the card that is there, up to the limit; the rest is dropped
    (ISO-SAT-003, ISO-SAT-004, ISO-AFT-002). Another card takes an open slot, or waits for one (ISO-SAT-006).

    :param store: whose satchel; empty: the first with an open slot
    :raises Refused: ``satchel_full``, ``unknown_guard`` or ``component_exhausted``
    """
    note_facts(turn, card)
    if card in turn.state.materials:
        _receive_material(turn, card, qty, store)
    else:
        for _ in range(qty):
            tool_in_supply(turn.state, card)
            _take_slot(turn, card, 1, store)
    gained(turn, card)


def _receive_material(turn: IsofarianTurn, card: str, qty: int, store: str) -> None:
    state = turn.state
    fits = max(0, min(qty, derived.material_limit(state, card) - derived.carried(state, card)))
    if fits:
        owner = derived.holder(state, card)
        if owner is not None:
            turn.emit(CardStored(guard=owner, card=card, qty=fits))
        else:
            _take_slot(turn, card, fits, store)
    if qty > fits:
        turn.emit(MaterialDroppedOverLimit(card=card, qty=qty - fits))


def _take_slot(turn: IsofarianTurn, card: str, qty: int, store: str) -> None:
    owner = slot_for(turn.state, store)
    if owner is not None:
        turn.emit(CardStored(guard=owner, card=card, qty=qty))
    else:
        turn.emit(OverflowRaised(card=card, qty=qty))


def slot_for(state: Position, store: str = "") -> str | None:
    """The guard whose satchel takes a new card; ``None`` when every slot of the party is full (ISO-SAT-006).

    :param store: whose satchel was asked for
    :raises Refused: ``satchel_full`` when that one is full and another is not (ISO-SAT-010), ``unknown_guard``
    """
    if store and derived.open_slots(state, member(state, store)) > 0:
        return store
    free = next((name for name in state.party if derived.open_slots(state, state.guards[name]) > 0), None)
    if store and free is not None:
        raise full(store, "ISO-SAT-010", f"{named(free)} has an open slot.")
    return free


def full(guard: str, rule: str, remedy: str = "Drop or hand over a card first.") -> Refused:
    """The refusal for a satchel without an open slot."""
    return Refused("satchel_full", f"The satchel of {named(guard)} is full.", rule=rule, remedy=remedy)


def note_facts(turn: IsofarianTurn, card: str) -> None:
    """Write down what counting needs to know of a card, where the position does not know it yet."""
    state, pack = turn.state, turn.pack
    material = lookup.material(state, pack, card)
    if material is not None and state.materials.get(card) != material.limit:
        turn.emit(CardFactsNoted(card=card, limit=material.limit))
    item = lookup.item(state, pack, card)
    if item is not None and item.tool and state.tools.get(card) != item.extra_slots:
        turn.emit(CardFactsNoted(card=card, extra_slots=item.extra_slots))


def tool_in_supply(state: Position, card: str, qty: int = 1) -> None:
    """Six tool item cards exist in all (ISO-CMP-001, ISO-CMP-009).

    :raises Refused: ``component_exhausted``
    """
    if card in state.tools and derived.tools_left(state) < qty:
        raise Refused("component_exhausted", f"All {TOOL_CARDS} tool item cards are in use.", rule="ISO-CMP-001")


# ---- what is there


def in_satchel(guard: str, satchel: Bag, card: str, qty: int, rule: str) -> None:
    """A card must lie in the satchel named.

    :raises Refused: ``card_not_in_satchel``
    """
    if satchel.get(card, 0) < qty:
        many = f" {qty} times" if qty > 1 else ""
        raise Refused("card_not_in_satchel", f"{named(card)} is not in the satchel of {named(guard)}{many}.", rule=rule)


def whole(state: Position, satchel: Bag, card: str, qty: int | None) -> int:
    """How much of a card a decision means that names no quantity: all units of a quantity card, else one copy."""
    if qty is not None:
        return qty
    return satchel.get(card, 0) or 1 if card in state.materials else 1


def holds_its_cards(state: Position, guard: str, satchel: Bag) -> None:
    """An Expanded Satchel stays while its slots are in use (ISO-SAT-009).

    :raises Refused: ``satchel_over_capacity``
    """
    if derived.used_of(state, satchel) > derived.slots_of(state, satchel):
        sentence = f"Without it the satchel of {named(guard)} would not hold its cards."
        raise Refused("satchel_over_capacity", sentence, rule="ISO-SAT-009", remedy="Empty the added slots first.")


def not_a_tool(state: Position, card: str) -> None:
    """Tool items are never dropped (ISO-SAT-007, ISO-TOOL-002).

    :raises Refused: ``tool_cannot_drop``
    """
    if card in state.tools:
        raise Refused("tool_cannot_drop", f"{named(card)} is a tool item and cannot be dropped.", rule="ISO-TOOL-002")


def from_satchels(state: Position, needed: Mapping[str, int], first: str = "") -> Mapping[str, Bag] | None:
    """Cards that a price takes out of both satchels together, by guard; ``None`` when they do not hold them
    (ISO-SMI-003).

    :param first: the guard whose satchel is used up first; empty: in party order
    """
    order = sorted(state.party, key=lambda name: name != first)
    used: dict[str, dict[str, int]] = {}
    for card, count in needed.items():
        left = count
        for name in order:
            taken = min(left, state.guards[name].satchel.get(card, 0))
            if taken:
                used.setdefault(name, {})[card] = taken
            left -= taken
        if left:
            return None
    return used


# ---- handing over and dropping


@RULES.decides(Transfer)
def transfer(turn: IsofarianTurn, decision: Transfer) -> None:
    """A card changes satchels, perhaps in exchange for another (ISO-SAT-005, ISO-SAT-009, ISO-SAT-011)."""
    state = turn.state
    exploring(state)
    giver, taker = member(state, decision.from_), member(state, decision.to)
    qty = whole(state, giver.satchel, decision.card, decision.qty)
    in_satchel(decision.from_, giver.satchel, decision.card, qty, "ISO-SAT-005")
    _moves_whole(state, giver, decision.card, qty)
    if decision.from_ == decision.to or decision.swap == decision.card:
        return
    swap_qty = whole(state, taker.satchel, decision.swap, None) if decision.swap else 0
    if decision.swap:
        in_satchel(decision.to, taker.satchel, decision.swap, swap_qty, "ISO-SAT-011")
    back: Bag = {decision.swap: swap_qty} if decision.swap else {}
    given: Bag = {decision.card: qty}
    holds_its_cards(state, decision.from_, plus(minus(giver.satchel, given), back))
    taken = plus(minus(taker.satchel, back), given)
    if derived.used_of(state, taken) > derived.slots_of(state, taken):
        raise full(decision.to, "ISO-SAT-005", "Name a card that is given in exchange.")
    turn.emit(
        CardTransferred(
            card=decision.card,
            qty=qty,
            from_=decision.from_,
            to=decision.to,
            swap=decision.swap or None,
            swap_qty=swap_qty,
        )
    )


def _moves_whole(state: Position, giver: Guard, card: str, qty: int) -> None:
    if card in state.materials and qty != giver.satchel.get(card):
        raise Refused("material_limit", "A quantity card is never split: it moves whole.", rule="ISO-SAT-003")


@RULES.decides(Drop)
def drop(turn: IsofarianTurn, decision: Drop) -> None:
    """A card goes to the supply for good; tools stay (ISO-SAT-007, ISO-TOOL-002)."""
    exploring(turn.state)
    guard = member(turn.state, decision.guard)
    qty = whole(turn.state, guard.satchel, decision.card, decision.qty)
    in_satchel(decision.guard, guard.satchel, decision.card, qty, "ISO-SAT-007")
    not_a_tool(turn.state, decision.card)
    turn.emit(CardDropped(card=decision.card, qty=qty, guard=decision.guard))


# ---- full satchels


@RULES.decides(ResolveOverflow)
def resolve_overflow(turn: IsofarianTurn, decision: ResolveOverflow) -> None:
    """Drop the new card, or a stored one that makes room for it (ISO-SAT-006, ISO-TOOL-002)."""
    state = turn.state
    if not state.pending:
        raise Refused("no_overflow", "No card waits for a slot.", rule="ISO-SAT-006")
    waiting = state.pending[0]
    if decision.drop == "new":
        not_a_tool(state, waiting.card)
        turn.emit(CardDropped(card=waiting.card, qty=waiting.qty))
    else:
        owner = decision.guard or derived.holder(state, decision.drop) or state.party[0]
        satchel = member(state, owner).satchel
        in_satchel(owner, satchel, decision.drop, 1, "ISO-SAT-006")
        not_a_tool(state, decision.drop)
        qty = whole(state, satchel, decision.drop, None)
        turn.emit(CardDropped(card=decision.drop, qty=qty, guard=owner))
        turn.emit(CardStored(guard=owner, card=waiting.card, qty=waiting.qty, waiting=True))
    _settle(turn)


def _settle(turn: IsofarianTurn) -> None:
    """Cards that waited behind and fit now are stored; the next that does not fit is decided next."""
    while turn.state.pending:
        state, waiting = turn.state, turn.state.pending[0]
        owner = derived.holder(state, waiting.card) if waiting.card in state.materials else None
        owner = owner or slot_for(state)
        if owner is None:
            return
        room = derived.material_limit(state, waiting.card) - derived.carried(state, waiting.card)
        fits = min(waiting.qty, max(0, room)) if waiting.card in state.materials else waiting.qty
        turn.emit(CardStored(guard=owner, card=waiting.card, qty=fits, waiting=True))
        if waiting.qty > fits:
            turn.emit(MaterialDroppedOverLimit(card=waiting.card, qty=waiting.qty - fits))
    turn.emit(OverflowResolved())


# ---- facts


@RULES.evolves(CardFactsNoted)
def _card_facts_noted(state: Position, event: CardFactsNoted) -> Position:
    if event.limit is not None:
        return replace(state, materials={**state.materials, event.card: event.limit})
    return replace(state, tools={**state.tools, event.card: event.extra_slots or 0})


@RULES.evolves(CardStored)
def _card_stored(state: Position, event: CardStored) -> Position:
    satchel = plus(state.guards[event.guard].satchel, {event.card: event.qty})
    stored = with_guard(state, event.guard, satchel=satchel)
    return replace(stored, pending=state.pending[1:]) if event.waiting else stored


@RULES.evolves(CardDropped)
def _card_dropped(state: Position, event: CardDropped) -> Position:
    if event.guard is None:
        return replace(state, pending=state.pending[1:])
    satchel = minus(state.guards[event.guard].satchel, {event.card: event.qty})
    return with_guard(state, event.guard, satchel=satchel)


@RULES.evolves(CardTransferred)
def _card_transferred(state: Position, event: CardTransferred) -> Position:
    given: Bag = {event.card: event.qty}
    back: Bag = {event.swap: event.swap_qty} if event.swap else {}
    giver, taker = state.guards[event.from_].satchel, state.guards[event.to].satchel
    satchels = {event.from_: plus(minus(giver, given), back), event.to: plus(minus(taker, back), given)}
    return with_satchels(state, satchels)


@RULES.evolves(OverflowRaised)
def _overflow_raised(state: Position, event: OverflowRaised) -> Position:
    return replace(state, pending=(*state.pending, Waiting(card=event.card, qty=event.qty)))


for _fact in (MaterialDroppedOverLimit, OverflowResolved):
    RULES.evolves(_fact)(unchanged)


def labels(state: Position, pack: IsofarianPack, cards: Iterable[str]) -> Mapping[str, str]:
    """What people call some cards."""
    return {card: lookup.called(state, pack, card) for card in cards}
