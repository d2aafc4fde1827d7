"""Crafting at blacksmiths and fort stalls (ISO-SMI, ISO-FORT-010)."""

from __future__ import annotations

from typing import cast

from rules.isofarian_guard.campaign import lookup
from rules.isofarian_guard.campaign.decisions.cards import Craft
from rules.isofarian_guard.campaign.equipment import fits, put_on
from rules.isofarian_guard.campaign.events.cards import CardCrafted
from rules.isofarian_guard.campaign.facts import EquipmentSlot
from rules.isofarian_guard.campaign.guarding import without_cards
from rules.isofarian_guard.campaign.markets import not_offered
from rules.isofarian_guard.campaign.money import has_lux, has_sil, spend
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.satchels import from_satchels, receive
from rules.isofarian_guard.campaign.shops import Cost, city_here, cost_to_craft, recipes_here
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.campaign.timing import exploring, member
from rules.isofarian_guard.campaign.unlocking import gained
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Refused


@RULES.decides(Craft)
def craft(turn: IsofarianTurn, decision: Craft) -> None:
    """Everything is checked before anything is taken (ISO-SMI-001 to ISO-SMI-007, ISO-SMI-009, ISO-SMI-012)."""
    state, pack, card = turn.state, turn.pack, decision.card
    exploring(state)
    recipe = recipes_here(state, pack).get(card)
    if recipe is None:
        raise not_offered(f"{named(card)} is not made here.", "ISO-SMI-001")
    slot = slot_of(state, pack, card)
    if decision.equip:
        member(state, decision.equip)
        fits(state, pack, decision.equip, slot, card)
    cost = cost_to_craft(state, pack, city_here(state, pack), recipe)
    has_sil(state, cost.sil, "ISO-SMI-002")
    has_lux(state, cost.lux, "ISO-SMI-002")
    used = from_satchels(state, cost.materials)
    if used is None:
        raise lacking(state, cost, "ISO-SMI-003")
    spend(turn, cost.sil, cost.lux)
    turn.emit(CardCrafted(card=card, used=used))
    if decision.equip:
        gained(turn, card)
        put_on(turn, decision.equip, slot, card, None)
    else:
        receive(turn, card, 1, decision.store)


def slot_of(state: Position, pack: IsofarianPack, card: str) -> EquipmentSlot:
    """The slot that a card would be equipped to."""
    kind = lookup.kind_of(state, pack, card)
    return cast(EquipmentSlot, kind) if kind in ("weapon", "armor", "accessory") else "item"


def lacking(state: Position, cost: Cost, rule: str) -> Refused:
    """The refusal that names what the satchels lack (ISO-SMI-002 to ISO-SMI-004)."""
    missing = []
    for card, count in cost.materials.items():
        have = sum(state.guards[name].satchel.get(card, 0) for name in state.party)
        if have < count:
            missing.append(f"{count - have} {named(card)}")
    sentence = f"The satchels lack {', '.join(missing)}."
    return Refused(
        "material_missing", sentence, rule=rule, remedy="The stash does not count, nor does what is equipped."
    )


@RULES.evolves(CardCrafted)
def _card_crafted(state: Position, event: CardCrafted) -> Position:
    return without_cards(state, event.used)
