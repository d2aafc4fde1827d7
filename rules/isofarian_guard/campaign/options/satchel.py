"""Handing over, dropping and using cards; the stash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.options.forms import card_choices, exploring, refusal
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.rulebook import RULES
from rules.kernel import Field, Option

SATCHELS = "Satchels"
STASH = "Stash"


@RULES.offers_options
def satchel_options(state: Position, pack: IsofarianPack) -> Iterable[Option]:
    """What may be done with the cards of each guard (ISO-SAT-005, ISO-SAT-007, ISO-ITM-001)."""
    if not exploring(state):
        return
    for name in state.party:
        satchel = state.guards[name].satchel
        yield from _use(state, pack, name, satchel)
        for other in state.party:
            if other != name and satchel:
                yield from _hand_over(state, pack, name, other)
        droppable = {card: count for card, count in satchel.items() if card not in state.tools}
        if droppable:
            field = Field("card", "Card", choices=card_choices(state, pack, droppable))
            yield Option("drop", f"Drop a card of {named(name)}", {"guard": name}, (field,), SATCHELS)


def _use(state: Position, pack: IsofarianPack, name: str, satchel: Mapping[str, int]) -> Iterator[Option]:
    for card in satchel:
        item = lookup.item(state, pack, card)
        if item is not None and item.compass:
            label = f"{named(name)} uses {lookup.called(state, pack, card)}"
            note = f"Heals {item.heals} HP." if item.heals else ""
            blocked = refusal(state, pack, "use_item", guard=name, card=card)
            yield Option("use_item", label, {"guard": name, "card": card}, (), SATCHELS, note=note, blocked=blocked)


def _hand_over(state: Position, pack: IsofarianPack, name: str, other: str) -> Iterator[Option]:
    satchel, taker = state.guards[name].satchel, state.guards[other]
    fixed = {"from": name, "to": other}
    card = Field("card", "Card", choices=card_choices(state, pack, satchel))
    if derived.open_slots(state, taker) > 0:
        yield Option("transfer", f"{named(name)} hands a card to {named(other)}", fixed, (card,), SATCHELS)
    elif taker.satchel:
        swap = Field("swap", "In exchange for", choices=card_choices(state, pack, taker.satchel))
        label = f"{named(name)} exchanges a card with {named(other)}"
        yield Option("transfer", label, fixed, (card, swap), SATCHELS)


@RULES.offers_options
def stash_options(state: Position, pack: IsofarianPack) -> Iterable[Option]:
    """The stash, from every fort node; materials also from a dock where the boat lies (ISO-FORT-013, ISO-FORT-023)."""
    if not exploring(state) or state.chapter < 2:
        return
    if derived.at_fort(state):
        yield from _stash(state, pack)
    elif state.fort.get("boat_dock", 0) == 2 and lookup.node(state, pack, state.at).dock:
        for name in state.party:
            cards = {card: n for card, n in state.guards[name].satchel.items() if card in state.materials}
            if cards and state.boat.at == state.at:
                field = Field("card", "Material", choices=card_choices(state, pack, cards))
                label = f"Send a material of {named(name)} to the stash"
                yield Option("send_to_stash", label, {"guard": name}, (field,), STASH)


def _stash(state: Position, pack: IsofarianPack) -> Iterator[Option]:
    for name in state.party:
        satchel = state.guards[name].satchel
        if satchel:
            field = Field("card", "Card", choices=card_choices(state, pack, satchel))
            yield Option("stash_put", f"{named(name)} puts a card into the stash", {"guard": name}, (field,), STASH)
        if state.stash.cards:
            stored = card_choices(
                state,
                pack,
                state.stash.cards,
                lambda card, name=name: refusal(state, pack, "stash_take", guard=name, card=card),  # type: ignore[misc]
            )
            if any(not choice.blocked for choice in stored):
                label = f"{named(name)} takes a card out of the stash"
                yield Option("stash_take", label, {"guard": name}, (Field("card", "Card", choices=stored),), STASH)
    if state.sil:
        amount = Field("amount", "Sil", "number", minimum=1, maximum=state.sil)
        yield Option("stash_sil", "Put Sil into the stash", {}, (amount,), STASH)
    most = min(state.stash.sil, derived.dial_room(state.sil))
    if most:
        amount = Field("amount", "Sil", "number", minimum=1, maximum=most)
        yield Option("unstash_sil", "Take Sil out of the stash", {}, (amount,), STASH)
