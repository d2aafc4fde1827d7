"""Weapon, armor, accessory and item slots (ISO-EQP, ISO-TOOL-003, ISO-DASH-010)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.decisions.guards import Equip, Unequip
from rules.isofarian_guard.campaign.events.cards import OverflowRaised
from rules.isofarian_guard.campaign.events.guards import EquipmentEquipped, EquipmentUnequipped, FreedStone
from rules.isofarian_guard.campaign.facts import EquipmentSlot
from rules.isofarian_guard.campaign.fitting import add_bonus_chips, alive, chips_of, refitted, remove_bonus_chips
from rules.isofarian_guard.campaign.guarding import with_guard, with_satchels
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.satchels import full, in_satchel
from rules.isofarian_guard.campaign.state import Guard, Position, SetStone, Worn
from rules.isofarian_guard.campaign.timing import exploring, member
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Bag, Refused, minus, plus

SLOT_OF_KIND = {"weapon": "weapon", "armor": "armor", "accessory": "accessory", "item": "item"}


@RULES.decides(Equip)
def equip(turn: IsofarianTurn, decision: Equip) -> None:
    """Equip a card from a satchel; what lay in its place comes back there (ISO-EQP-001, ISO-EQP-002, ISO-EQP-006,
    ISO-EQP-007, ISO-ITM-005)."""
    exploring(turn.state)
    member(turn.state, decision.guard)
    owner = decision.from_ or decision.guard
    in_satchel(owner, member(turn.state, owner).satchel, decision.card, 1, "ISO-EQP-001")
    put_on(turn, decision.guard, decision.slot, decision.card, owner, decision.keep)


def put_on(
    turn: IsofarianTurn, name: str, slot: EquipmentSlot, card: str, owner: str | None, keep: Sequence[str] = ()
) -> None:
    """Equip a card; one that is there takes its place in the satchel that the new one came from (ISO-EQP-007).

    :param owner: whose satchel it lies in; ``None``: freshly made, the old one needs a slot (ISO-SMI-007)
    :param keep: stones of the old card that lie under the new one (ISO-EQP-009)
    :raises Refused: when it does not fit, a bound stone would be lost, or no slot is open
    """
    fits(turn.state, turn.pack, name, slot, card)
    if slot == "item":
        _put_in_item_slot(turn, name, card, owner)
        return
    guard = turn.state.guards[name]
    swap = _swap(turn, guard, slot, card, keep)
    changed = alive(name, refitted(guard, **{slot: swap.new}))
    places = _Places(turn.state, name, owner)
    replaced_to = places.for_card() if swap.old else None
    turn.emit(
        EquipmentEquipped(
            guard=name,
            slot=slot,
            card=card,
            hp=changed.hp,
            ap_exhausted=changed.ap_exhausted,
            bonuses=swap.new.bonuses,
            open_slots=swap.new.open_slots,
            from_=owner,
            replaced=swap.old.card if swap.old else None,
            replaced_to=replaced_to,
            kept=swap.kept,
            freed=places.for_stones(swap.loose),
        )
    )
    if swap.old is not None:
        remove_bonus_chips(turn, name, chips_of(swap.old, swap.loose))
    add_bonus_chips(turn, name, swap.new.bonuses, slot)
    if swap.old is not None and replaced_to is None:
        turn.emit(OverflowRaised(card=swap.old.card, qty=1))


class _Swap(NamedTuple):
    """One card in place of another: the stones that stay, by index, and those that come off."""

    old: Worn | None
    new: Worn
    kept: tuple[int, ...]
    loose: tuple[SetStone, ...]


def _swap(turn: IsofarianTurn, guard: Guard, slot: EquipmentSlot, card: str, keep: Sequence[str]) -> _Swap:
    """Work out a change of equipment.

    :raises Refused: ``stone_not_attached``, ``stone_still_bound`` or ``no_open_stone_slot``
    """
    facts = lookup.equipment(turn.state, turn.pack, card)
    old: Worn | None = getattr(guard, slot)
    kept = _kept(old, keep)
    loose = _loose(old, kept)
    stones = tuple(old.stones[index] for index in kept) if old else ()
    bonuses = facts.bonuses if facts else ()
    new = Worn(card=card, bonuses=bonuses, open_slots=getattr(facts, "open_slots", 0), stones=stones)
    if len(stones) > new.open_slots:
        raise no_open_slot(card)
    return _Swap(old, new, kept, loose)


def _put_in_item_slot(turn: IsofarianTurn, name: str, card: str, owner: str | None) -> None:
    guard = turn.state.guards[name]
    places = _Places(turn.state, name, owner)
    replaced_to = places.for_card() if guard.item else None
    turn.emit(
        EquipmentEquipped(
            guard=name,
            slot="item",
            card=card,
            hp=guard.hp,
            ap_exhausted=guard.ap_exhausted,
            from_=owner,
            replaced=guard.item,
            replaced_to=replaced_to,
        )
    )
    if guard.item and replaced_to is None:
        turn.emit(OverflowRaised(card=guard.item, qty=1))


def fits(state: Position, pack: IsofarianPack, name: str, slot: EquipmentSlot, card: str) -> None:
    """Whether a card may be equipped there: its kind (ISO-EQP-006, ISO-TOOL-003) and its guard (ISO-EQP-002).

    :raises Refused: ``tool_not_equippable``, ``wrong_slot`` or ``wrong_guard``
    """
    kind = lookup.kind_of(state, pack, card)
    if kind == "tool":
        raise Refused("tool_not_equippable", f"{named(card)} is a tool item.", rule="ISO-TOOL-003")
    if SLOT_OF_KIND.get(kind) != slot:
        what = "nobody has recorded" if kind == "unknown" else f"is no card of the {slot} slot"
        raise Refused("wrong_slot", f"{named(card)}: {what}.", rule="ISO-EQP-006")
    if not usable_by(state, pack, name, card):
        raise Refused("wrong_guard", f"{named(name)} cannot use {named(card)}.", rule="ISO-EQP-002")


def usable_by(state: Position, pack: IsofarianPack, name: str, card: str) -> bool:
    """Whether a guard may use a card, as far as anybody knows (ISO-EQP-002)."""
    found = lookup.weapon(state, pack, card) or lookup.armor(state, pack, card)
    return found is None or found.fits(name)


@RULES.decides(Unequip)
def unequip(turn: IsofarianTurn, decision: Unequip) -> None:
    """Take a card off into an open slot of a satchel, with what lay beneath it (ISO-EQP-008, ISO-EQP-009, ISO-EQP-010,
    ISO-DASH-008)."""
    exploring(turn.state)
    guard = member(turn.state, decision.guard)
    to = decision.to or decision.guard
    if getattr(guard, decision.slot) is None:
        raise Refused("slot_empty", f"{named(decision.guard)} has nothing there.", rule="ISO-EQP-008")
    if derived.open_slots(turn.state, member(turn.state, to)) < 1:
        raise full(to, "ISO-EQP-008")
    take_off(turn, decision.guard, decision.slot, to)


def take_off(turn: IsofarianTurn, name: str, slot: EquipmentSlot, to: str | None) -> str:
    """Take a card off; its loose stones go to open satchel slots, the guard's own first (ISO-EQP-009).

    :param to: whose satchel takes it, with an open slot; ``None``: it leaves the party
    :returns: the card
    :raises Refused: ``stone_still_bound``, ``satchel_full`` or ``hp_would_reach_zero``
    """
    guard = turn.state.guards[name]
    old: Worn | str = getattr(guard, slot)
    if isinstance(old, str):
        turn.emit(_unequipped(name, slot, old, guard, to))
        return old
    loose = _loose(old, ())
    changed = alive(name, refitted(guard, **{slot: None}))
    places = _Places(turn.state, name, None)
    if to is not None:
        places.take(to)
    turn.emit(_unequipped(name, slot, old.card, changed, to, places.for_stones(loose)))
    remove_bonus_chips(turn, name, chips_of(old))
    return old.card


def _unequipped(
    name: str, slot: EquipmentSlot, card: str, after: Guard, to: str | None, freed: tuple[FreedStone, ...] = ()
) -> EquipmentUnequipped:
    return EquipmentUnequipped(
        guard=name, slot=slot, card=card, hp=after.hp, ap_exhausted=after.ap_exhausted, to=to, freed=freed
    )


# ---- stones under a card that leaves


def _kept(old: Worn | None, keep: Sequence[str]) -> tuple[int, ...]:
    """Indexes of the stones that are kept; of two of a kind a bound one first."""
    kept: list[int] = []
    for stone in keep:
        found = [i for i, there in enumerate(old.stones if old else ()) if there.stone == stone and i not in kept]
        if not found:
            raise not_attached(stone)
        kept.append(min(found, key=lambda i: old.stones[i].ability is None if old else True))
    return tuple(sorted(kept))


def _loose(old: Worn | None, kept: Sequence[int]) -> tuple[SetStone, ...]:
    """The stones that come off; a bound one may not (ISO-EQP-010)."""
    off = tuple(stone for index, stone in enumerate(old.stones if old else ()) if index not in kept)
    held = next((stone for stone in off if stone.ability is not None), None)
    if held is not None:
        raise Refused(
            "stone_still_bound",
            f"{named(held.stone)} belongs to {named(held.ability or '')}, which is equipped.",
            rule="ISO-EQP-010",
            remedy="Keep it under the new card, move it, or unequip the ability first.",
        )
    return off


def not_attached(stone: str) -> Refused:
    """The refusal for a stone that does not lie there."""
    return Refused("stone_not_attached", f"{named(stone)} does not lie under that card.", rule="ISO-EQP-009")


def no_open_slot(card: str) -> Refused:
    """The refusal for a card without an open stone slot (ISO-STONE-001, ISO-STONE-002)."""
    return Refused("no_open_stone_slot", f"{named(card)} has no open stone slot left.", rule="ISO-STONE-001")


class _Places:
    """Open satchel slots while one change of equipment is worked out: the guard's own first, then the partner's."""

    def __init__(self, state: Position, name: str, owner: str | None) -> None:
        self._open = {guard: derived.open_slots(state, state.guards[guard]) for guard in state.party}
        self._order = sorted(state.party, key=lambda guard: guard != name)
        self._owner = owner
        if owner is not None:
            self._open[owner] += 1

    def take(self, guard: str) -> None:
        self._open[guard] -= 1

    def for_card(self) -> str | None:
        """Where the replaced card goes: into the place of the new one, else to an open slot, else nowhere."""
        found = self._owner or next((guard for guard in self._order if self._open[guard] > 0), None)
        if found is not None:
            self.take(found)
        return found

    def for_stones(self, stones: Sequence[SetStone]) -> tuple[FreedStone, ...]:
        """Where loose stones go.

        :raises Refused: ``satchel_full``
        """
        freed = []
        for stone in stones:
            to = next((guard for guard in self._order if self._open[guard] > 0), None)
            if to is None:
                raise full(self._order[0], "ISO-EQP-009", f"{named(stone.stone)} needs an open slot.")
            self.take(to)
            freed.append(FreedStone(stone=stone.stone, to=to))
        return tuple(freed)


# ---- facts


def _stored(satchels: dict[str, Bag], state: Position, card: str, to: str | None) -> None:
    if to is not None:
        satchels[to] = plus(satchels.get(to, state.guards[to].satchel), (card,))


@RULES.evolves(EquipmentEquipped)
def _equipment_equipped(state: Position, event: EquipmentEquipped) -> Position:
    satchels: dict[str, Bag] = {}
    if event.from_ is not None:
        satchels[event.from_] = minus(state.guards[event.from_].satchel, (event.card,))
    if event.replaced is not None:
        _stored(satchels, state, event.replaced, event.replaced_to)
    for freed in event.freed:
        _stored(satchels, state, freed.stone, freed.to)
    changed = with_satchels(state, satchels)
    if event.slot == "item":
        return with_guard(changed, event.guard, item=event.card)
    old: Worn | None = getattr(state.guards[event.guard], event.slot)
    stones = tuple(old.stones[index] for index in event.kept) if old else ()
    new = Worn(card=event.card, bonuses=event.bonuses, open_slots=event.open_slots, stones=stones)
    return with_guard(changed, event.guard, hp=event.hp, ap_exhausted=event.ap_exhausted, **{event.slot: new})


@RULES.evolves(EquipmentUnequipped)
def _equipment_unequipped(state: Position, event: EquipmentUnequipped) -> Position:
    satchels: dict[str, Bag] = {}
    _stored(satchels, state, event.card, event.to)
    for freed in event.freed:
        _stored(satchels, state, freed.stone, freed.to)
    changed = with_satchels(state, satchels)
    return with_guard(changed, event.guard, hp=event.hp, ap_exhausted=event.ap_exhausted, **{event.slot: None})


def without_stone(card: Worn, index: int) -> Worn:
    """A card without one of its stones."""
    return replace(card, stones=(*card.stones[:index], *card.stones[index + 1 :]))
