"""The stash of Fort Istra (ISO-FORT-009, ISO-FORT-013 to ISO-FORT-017, ISO-FORT-020, ISO-FORT-023)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.boat import at_dock, boat_here
from rules.isofarian_guard.campaign.decisions.cards import SendToStash, StashPut, StashSil, StashTake, UnstashSil
from rules.isofarian_guard.campaign.events.cards import CardStashed, CardUnstashed, SilStashed, SilUnstashed
from rules.isofarian_guard.campaign.facts import DIAL
from rules.isofarian_guard.campaign.guarding import with_cards, without_cards
from rules.isofarian_guard.campaign.markets import within_limit
from rules.isofarian_guard.campaign.money import has_sil
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.satchels import full, holds_its_cards, in_satchel, note_facts, whole
from rules.isofarian_guard.campaign.state import Position, Stash
from rules.isofarian_guard.campaign.stones import bound
from rules.isofarian_guard.campaign.timing import at_fort, exploring, member, upgraded
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Refused, minus, plus


@RULES.decides(StashPut)
def stash_put(turn: IsofarianTurn, decision: StashPut) -> None:
    """Any card that a satchel holds; bound stones cannot (ISO-FORT-013, ISO-FORT-016, ISO-SAT-009, ISO-STONE-007)."""
    state = turn.state
    exploring(state)
    at_fort(state, "ISO-FORT-013")
    guard = member(state, decision.guard)
    if not guard.satchel.get(decision.card):
        stones = [stone for stone, _ in derived.bound(guard).values()]
        if decision.card in stones:
            raise bound(decision.card, "ISO-FORT-016")
    _put_away(turn, decision.guard, decision.card, decision.qty)


def _put_away(turn: IsofarianTurn, name: str, card: str, wanted: int | None) -> None:
    satchel = turn.state.guards[name].satchel
    qty = whole(turn.state, satchel, card, wanted)
    in_satchel(name, satchel, card, qty, "ISO-FORT-013")
    holds_its_cards(turn.state, name, minus(satchel, {card: qty}))
    turn.emit(CardStashed(card=card, qty=qty, guard=name))


@RULES.decides(SendToStash)
def send_to_stash(turn: IsofarianTurn, decision: SendToStash) -> None:
    """Materials go home from any dock where the boat lies, once the Boat Dock is upgraded (ISO-FORT-009,
    ISO-FORT-023)."""
    state = turn.state
    exploring(state)
    member(state, decision.guard)
    upgraded(state, "boat_dock", "ISO-FORT-023")
    at_dock(state, turn.pack, "ISO-FORT-023")
    boat_here(state, "ISO-FORT-023")
    if lookup.kind_of(state, turn.pack, decision.card) != "material":
        raise Refused("wrong_kind", f"{named(decision.card)} is no material.", rule="ISO-FORT-023")
    _put_away(turn, decision.guard, decision.card, decision.qty)


@RULES.decides(StashTake)
def stash_take(turn: IsofarianTurn, decision: StashTake) -> None:
    """Within the party limit and into an open slot (ISO-FORT-013, ISO-FORT-017)."""
    exploring(turn.state)
    at_fort(turn.state, "ISO-FORT-013")
    member(turn.state, decision.guard)
    note_facts(turn, decision.card)
    state, card = turn.state, decision.card
    stored = state.stash.cards.get(card, 0)
    qty = decision.qty if decision.qty is not None else _as_many_as_fit(state, card, stored)
    if stored < qty:
        raise Refused("card_not_in_stash", f"The stash does not hold {qty} {named(card)}.", rule="ISO-FORT-013")
    within_limit(state, card, qty)
    owner = (derived.holder(state, card) if card in state.materials else None) or decision.guard
    after = plus(state.guards[owner].satchel, {card: qty})
    if derived.used_of(state, after) > derived.slots_of(state, after):
        raise full(owner, "ISO-FORT-017")
    turn.emit(CardUnstashed(card=card, qty=qty, guard=owner))


def _as_many_as_fit(state: Position, card: str, stored: int) -> int:
    if card not in state.materials:
        return 1
    return max(1, min(stored, derived.material_limit(state, card) - derived.carried(state, card)))


@RULES.decides(StashSil)
def stash_sil(turn: IsofarianTurn, decision: StashSil) -> None:
    """Any amount (ISO-FORT-014)."""
    exploring(turn.state)
    at_fort(turn.state, "ISO-FORT-013")
    has_sil(turn.state, decision.amount, "ISO-FORT-014")
    turn.emit(SilStashed(amount=decision.amount))


@RULES.decides(UnstashSil)
def unstash_sil(turn: IsofarianTurn, decision: UnstashSil) -> None:
    """Up to 99 on the dial (ISO-FORT-014, ISO-FORT-015)."""
    state = turn.state
    exploring(state)
    at_fort(state, "ISO-FORT-013")
    if state.stash.sil < decision.amount:
        raise Refused("insufficient_sil", f"The stash holds {state.stash.sil} Sil.", rule="ISO-FORT-014")
    if decision.amount > derived.dial_room(state.sil):
        sentence = f"The dial holds {DIAL} at most and shows {state.sil}."
        raise Refused("dial_limit", sentence, rule="ISO-FORT-015")
    turn.emit(SilUnstashed(amount=decision.amount))


# ---- facts


@RULES.evolves(CardStashed)
def _card_stashed(state: Position, event: CardStashed) -> Position:
    if event.guard is not None:
        state = without_cards(state, {event.guard: {event.card: event.qty}})
    cards = plus(state.stash.cards, {event.card: event.qty})
    return replace(state, stash=Stash(sil=state.stash.sil, cards=cards))


@RULES.evolves(CardUnstashed)
def _card_unstashed(state: Position, event: CardUnstashed) -> Position:
    cards = minus(state.stash.cards, {event.card: event.qty})
    state = replace(state, stash=Stash(sil=state.stash.sil, cards=cards))
    return with_cards(state, {event.guard: {event.card: event.qty}})


@RULES.evolves(SilStashed)
def _sil_stashed(state: Position, event: SilStashed) -> Position:
    stash = replace(state.stash, sil=state.stash.sil + event.amount)
    return replace(state, sil=state.sil - event.amount, stash=stash)


@RULES.evolves(SilUnstashed)
def _sil_unstashed(state: Position, event: SilUnstashed) -> Position:
    stash = replace(state.stash, sil=state.stash.sil - event.amount)
    return replace(state, sil=state.sil + event.amount, stash=stash)
