"""Speaking stones under weapons and armor, loose and bound, and their exchange at the Lapidary (ISO-STONE,
ISO-FORT-008)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.decisions.fort import ExchangeStones
from rules.isofarian_guard.campaign.decisions.guards import AttachStone, DetachStone, MoveStone
from rules.isofarian_guard.campaign.equipment import no_open_slot, not_attached, without_stone
from rules.isofarian_guard.campaign.events.fort import StonesExchanged
from rules.isofarian_guard.campaign.events.guards import StoneAttached, StoneDetached, StoneMoved
from rules.isofarian_guard.campaign.facts import StoneSlot
from rules.isofarian_guard.campaign.fitting import add_bonus_chips, alive, refitted, remove_bonus_chips
from rules.isofarian_guard.campaign.guarding import with_cards, with_guard, with_satchels, without_cards
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.satchels import from_satchels, full, in_satchel
from rules.isofarian_guard.campaign.state import Guard, Position, SetStone, Worn
from rules.isofarian_guard.campaign.timing import exploring, member, rebuilt, service, upgraded
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Refused, minus, plus


@RULES.decides(AttachStone)
def attach_stone(turn: IsofarianTurn, decision: AttachStone) -> None:
    """Lay a loose stone into an open slot of an equipped weapon or armor (ISO-STONE-001 to ISO-STONE-004)."""
    exploring(turn.state)
    guard = member(turn.state, decision.guard)
    owner = decision.from_ or decision.guard
    in_satchel(owner, member(turn.state, owner).satchel, decision.stone, 1, "ISO-STONE-004")
    if lookup.kind_of(turn.state, turn.pack, decision.stone) != "stone":
        raise Refused("wrong_kind", f"{named(decision.stone)} is no speaking stone.", rule="ISO-STONE-001")
    _card_with_room(guard, decision.slot)
    lay_under(turn, decision.guard, decision.slot, decision.stone, owner)


def lay_under(
    turn: IsofarianTurn, name: str, slot: StoneSlot, stone: str, owner: str | None, ability: str | None = None
) -> None:
    """Lay a stone under a card with an open stone slot; its bonus holds at once (ISO-STONE-003, ISO-STONE-005).

    :param owner: whose satchel it comes from; ``None``: it comes with its ability
    """
    guard = turn.state.guards[name]
    card = _card_with_room(guard, slot)
    bonuses = lookup.stone_bonuses(turn.state, turn.pack, stone)
    stones = (*card.stones, SetStone(stone=stone, bonuses=bonuses, ability=ability))
    changed = alive(name, refitted(guard, **{slot: replace(card, stones=stones)}))
    turn.emit(
        StoneAttached(
            guard=name,
            slot=slot,
            stone=stone,
            hp=changed.hp,
            ap_exhausted=changed.ap_exhausted,
            bonuses=bonuses,
            from_=owner,
            ability=ability,
        )
    )
    add_bonus_chips(turn, name, bonuses, slot, len(card.stones))


@RULES.decides(DetachStone)
def detach_stone(turn: IsofarianTurn, decision: DetachStone) -> None:
    """Take a loose stone back into a satchel; a bound one stays (ISO-STONE-003, ISO-STONE-007)."""
    exploring(turn.state)
    guard = member(turn.state, decision.guard)
    card = _card(guard, decision.slot)
    found = [index for index, there in enumerate(card.stones) if there.stone == decision.stone]
    if not found:
        raise not_attached(decision.stone)
    index = next((index for index in found if card.stones[index].ability is None), None)
    if index is None:
        raise bound(decision.stone, "ISO-STONE-007")
    to = decision.to or decision.guard
    if derived.open_slots(turn.state, member(turn.state, to)) < 1:
        raise full(to, "ISO-STONE-004")
    take_from_under(turn, decision.guard, decision.slot, index, to)


def take_from_under(turn: IsofarianTurn, name: str, slot: StoneSlot, index: int, to: str | None) -> None:
    """Take a stone from under a card; its bonus ends (ISO-STONE-003, ISO-STONE-009).

    :param to: whose satchel takes it; ``None``: it goes back to the supply
    """
    guard = turn.state.guards[name]
    card = _card(guard, slot)
    stone = card.stones[index]
    changed = alive(name, refitted(guard, **{slot: without_stone(card, index)}))
    turn.emit(
        StoneDetached(
            guard=name,
            slot=slot,
            stone=stone.stone,
            index=index,
            hp=changed.hp,
            ap_exhausted=changed.ap_exhausted,
            to=to,
        )
    )
    remove_bonus_chips(turn, name, stone.granted)


@RULES.decides(MoveStone)
def move_stone(turn: IsofarianTurn, decision: MoveStone) -> None:
    """A stone, bound ones too, may change its card during exploration (ISO-STONE-006)."""
    exploring(turn.state)
    guard = member(turn.state, decision.guard)
    card = _card(guard, decision.from_)
    found = [index for index, there in enumerate(card.stones) if there.stone == decision.stone]
    if not found:
        raise not_attached(decision.stone)
    if decision.from_ == decision.to:
        return
    _card_with_room(guard, decision.to)
    index = min(found, key=lambda i: card.stones[i].ability is None)
    turn.emit(StoneMoved(guard=decision.guard, stone=decision.stone, index=index, from_=decision.from_, to=decision.to))


@RULES.decides(ExchangeStones)
def exchange_stones(turn: IsofarianTurn, decision: ExchangeStones) -> None:
    """Give loose stones at the upgraded Lapidary for a stronger one (ISO-FORT-008, ISO-STONE-008)."""
    state = turn.state
    exploring(state)
    service(state, turn.pack, "lapidary")
    rebuilt(state, "lapidary")
    upgraded(state, "lapidary", "ISO-FORT-008")
    member(state, decision.guard)
    wanted = lookup.exchange(state, turn.pack, decision.take)
    give = {stone: count for stone, count in decision.give.items() if count}
    if wanted is None or dict(wanted) != give:
        raise Refused("not_offered", f"The Lapidary makes no such exchange for {named(decision.take)}.")
    used = from_satchels(state, give, decision.guard)
    if used is None:
        lacking = next(stone for stone, count in give.items() if derived.carried(state, stone) < count)
        if any(_is_bound(state.guards[name], lacking) for name in state.party):
            raise bound(lacking, "ISO-STONE-008")
        in_satchel(decision.guard, state.guards[decision.guard].satchel, lacking, give[lacking], "ISO-FORT-008")
    given = used or {}
    after = plus(minus(state.guards[decision.guard].satchel, given.get(decision.guard, {})), (decision.take,))
    if derived.used_of(state, after) > derived.slots_of(state, after):
        raise full(decision.guard, "ISO-STONE-004")
    turn.emit(StonesExchanged(given=given, taken=decision.take, guard=decision.guard))


def bound(stone: str, rule: str) -> Refused:
    """The refusal for a stone that belongs to an equipped stonebound ability (ISO-STONE-007, ISO-STONE-008)."""
    return Refused(
        "bound_stone",
        f"{named(stone)} belongs to an equipped stonebound ability.",
        rule=rule,
        remedy="Unequip the ability to return the stone.",
    )


def _is_bound(guard: Guard, stone: str) -> bool:
    return any(there == stone for there, _ in derived.bound(guard).values())


def _card(guard: Guard, slot: StoneSlot) -> Worn:
    card: Worn | None = getattr(guard, slot)
    if card is None:
        raise Refused("slot_empty", f"There is no {slot} to hold a stone.", rule="ISO-STONE-001")
    return card


def _card_with_room(guard: Guard, slot: StoneSlot) -> Worn:
    card: Worn | None = getattr(guard, slot)
    if card is None or len(card.stones) >= card.open_slots:
        raise no_open_slot(card.card if card else f"the empty {slot} slot")
    return card


# ---- facts


@RULES.evolves(StoneAttached)
def _stone_attached(state: Position, event: StoneAttached) -> Position:
    if event.from_ is not None:
        state = without_cards(state, {event.from_: {event.stone: 1}})
    card: Worn = getattr(state.guards[event.guard], event.slot)
    stone = SetStone(stone=event.stone, bonuses=event.bonuses, ability=event.ability)
    changed = replace(card, stones=(*card.stones, stone))
    return with_guard(state, event.guard, hp=event.hp, ap_exhausted=event.ap_exhausted, **{event.slot: changed})


@RULES.evolves(StoneDetached)
def _stone_detached(state: Position, event: StoneDetached) -> Position:
    card: Worn = getattr(state.guards[event.guard], event.slot)
    changed = without_stone(card, event.index)
    state = with_guard(state, event.guard, hp=event.hp, ap_exhausted=event.ap_exhausted, **{event.slot: changed})
    return with_cards(state, {event.to: {event.stone: 1}}) if event.to is not None else state


@RULES.evolves(StoneMoved)
def _stone_moved(state: Position, event: StoneMoved) -> Position:
    guard = state.guards[event.guard]
    source: Worn = getattr(guard, event.from_)
    target: Worn = getattr(guard, event.to)
    moved = replace(target, stones=(*target.stones, source.stones[event.index]))
    changes = {event.from_: without_stone(source, event.index), event.to: moved}
    return with_guard(state, event.guard, **changes)


@RULES.evolves(StonesExchanged)
def _stones_exchanged(state: Position, event: StonesExchanged) -> Position:
    without = without_cards(state, event.given)
    satchel = plus(without.guards[event.guard].satchel, (event.taken,))
    return with_satchels(without, {event.guard: satchel})
