"""Inns, Barracks, tents and the one checkpoint (ISO-INN, ISO-CHK, ISO-DIFF-003)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.decisions.journey import Rest, UseTent
from rules.isofarian_guard.campaign.events.cards import SilSpent
from rules.isofarian_guard.campaign.events.journey import CheckpointCreated, NegativeChipsRemoved, Rested, TentUsed
from rules.isofarian_guard.campaign.facts import TENT, TENT_HEALS, negative
from rules.isofarian_guard.campaign.guarding import with_guard, without_cards
from rules.isofarian_guard.campaign.money import has_sil
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.satchels import in_satchel
from rules.isofarian_guard.campaign.shops import city_here, fee
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.campaign.timing import exploring, member, moving_on, rebuilt, service
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Refused, minus


@RULES.decides(Rest)
def rest(turn: IsofarianTurn, decision: Rest) -> None:
    """Restore HP and AP and move the checkpoint; the Barracks and Story mode also clean the bags (ISO-INN-001 to
    ISO-INN-008, ISO-FORT-006, ISO-DIFF-003)."""
    state = turn.state
    exploring(state)
    place: Literal["inn", "barracks"]
    if service(state, turn.pack, "inn", "barracks") == "barracks":
        place, price = "barracks", 0
        rebuilt(state, "barracks", "ISO-INN-007")
    else:
        place, price = "inn", inn_fee(turn)
    has_sil(state, price, "ISO-INN-001")
    if price:
        turn.emit(SilSpent(amount=price))
    turn.emit(Rested(at=state.at, fee=price))
    if place == "barracks" or state.difficulty == "story":
        for name in state.party:
            _clean(turn, name)
    turn.emit(CheckpointCreated(at=state.at, by=place))


def inn_fee(turn: IsofarianTurn) -> int:
    """The fee of the inn on the current node with prestige (ISO-INN-001, ISO-PRE-004).

    :raises Refused: ``price_unknown`` where nobody has recorded it
    """
    city = city_here(turn.state, turn.pack)
    found = fee(turn.state, turn.pack, city)
    if found is None:
        sentence = f"Nobody has said what a night in {named(city)} costs."
        raise Refused("price_unknown", sentence, rule="ISO-INN-001", remedy="Record the fee of the inn.")
    return found


def _clean(turn: IsofarianTurn, name: str) -> None:
    chips = {chip: count for chip, count in turn.state.guards[name].bag.items() if negative(chip)}
    if chips:
        turn.emit(NegativeChipsRemoved(guard=name, chips=chips))


@RULES.decides(UseTent)
def use_tent(turn: IsofarianTurn, decision: UseTent) -> None:
    """A checkpoint on a yellow node after its draw; 10 HP each, all AP active (ISO-CHK-004 to ISO-CHK-009)."""
    state = turn.state
    moving_on(state)
    guard = member(state, decision.guard)
    in_satchel(decision.guard, guard.satchel, TENT, 1, "ISO-CHK-007")
    if lookup.color(state, turn.pack, state.at) != "yellow":
        raise Refused("not_yellow_node", "A tent is put up on yellow nodes only.", rule="ISO-CHK-004")
    healed = {name: min(TENT_HEALS, _missing(state, name)) for name in state.party}
    turn.emit(TentUsed(guard=decision.guard, at=state.at, healed=healed))
    turn.emit(CheckpointCreated(at=state.at, by="tent"))


def _missing(state: Position, name: str) -> int:
    guard = state.guards[name]
    return derived.hp_max(guard) - guard.hp


# ---- facts


@RULES.evolves(Rested)
def _rested(state: Position, event: Rested) -> Position:
    for name in state.party:
        state = with_guard(state, name, hp=derived.hp_max(state.guards[name]), ap_exhausted=0)
    return state


@RULES.evolves(NegativeChipsRemoved)
def _negative_chips_removed(state: Position, event: NegativeChipsRemoved) -> Position:
    return with_guard(state, event.guard, bag=minus(state.guards[event.guard].bag, event.chips))


@RULES.evolves(TentUsed)
def _tent_used(state: Position, event: TentUsed) -> Position:
    state = without_cards(state, {event.guard: {TENT: 1}})
    for name, amount in event.healed.items():
        state = with_guard(state, name, hp=state.guards[name].hp + amount, ap_exhausted=0)
    return state


@RULES.evolves(CheckpointCreated)
def _checkpoint_created(state: Position, event: CheckpointCreated) -> Position:
    return replace(state, checkpoint=event.at)
