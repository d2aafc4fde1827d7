"""Ability slots, gems, and the stones that stonebound abilities bring (ISO-ABIL, ISO-STONE-005, ISO-STONE-009)."""

from __future__ import annotations

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.decisions.guards import EquipAbility, EquipStonebound, UnequipAbility
from rules.isofarian_guard.campaign.equipment import no_open_slot
from rules.isofarian_guard.campaign.events.guards import AbilityEquipped, AbilityUnequipped, GemPlaced, GemReturned
from rules.isofarian_guard.campaign.facts import (
    ABILITY_SLOTS,
    GEM_COLOURS,
    GEMS_PER_COLOUR,
    TENEBRIS_STONEBOUND,
    AbilitySlot,
    StoneSlot,
)
from rules.isofarian_guard.campaign.guarding import with_guard
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.state import Guard, Position, Worn
from rules.isofarian_guard.campaign.stones import lay_under, take_from_under
from rules.isofarian_guard.campaign.timing import exploring, from_chapter, member
from rules.isofarian_guard.campaign.unlocking import known_to
from rules.isofarian_guard.content.parts import Ability
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Refused, words


@RULES.decides(EquipAbility)
def equip_ability(turn: IsofarianTurn, decision: EquipAbility) -> None:
    """A guard ability that the guard knows goes into an empty slot (ISO-ABIL-001 to ISO-ABIL-003, ISO-ABIL-008)."""
    exploring(turn.state)
    member(turn.state, decision.guard)
    slot = _slot(decision.slot)
    _available(turn, decision.guard, decision.ability, "guard_ability")
    _free(turn.state, decision.guard, slot)
    turn.emit(AbilityEquipped(guard=decision.guard, ability=decision.ability, slot=slot))


@RULES.decides(EquipStonebound)
def equip_stonebound(turn: IsofarianTurn, decision: EquipStonebound) -> None:
    """A stonebound ability goes into an empty slot, with its gem and its stone (ISO-ABIL-001 to ISO-ABIL-009,
    ISO-STONE-005, ISO-DIFF-008)."""
    state = turn.state
    exploring(state)
    guard = member(state, decision.guard)
    slot = _slot(decision.slot)
    ability = _available(turn, decision.guard, decision.ability, "stonebound")
    _free(state, decision.guard, slot)
    if state.difficulty == "tenebris" and derived.stonebound(guard) >= TENEBRIS_STONEBOUND:
        sentence = f"In Tenebris a guard has at most {TENEBRIS_STONEBOUND} stonebound abilities."
        raise Refused("stonebound_limit", sentence, rule="ISO-DIFF-008")
    color = gem_colour(state, decision.ability, ability, decision.gem)
    place_stonebound(turn, decision.guard, decision.ability, ability, slot, decision.stone_in, color)


def place_stonebound(
    turn: IsofarianTurn, name: str, title: str, ability: Ability, slot: AbilitySlot, where: StoneSlot, color: str
) -> None:
    """Card into its slot, gem beneath with the same numeral, stone under a weapon or armor (ISO-ABIL-004,
    ISO-STONE-005).

    :raises Refused: ``no_open_stone_slot``
    """
    card: Worn | None = getattr(turn.state.guards[name], where)
    if card is None or len(card.stones) >= card.open_slots:
        raise no_open_slot(card.card if card else f"the empty {where} slot")
    turn.emit(AbilityEquipped(guard=name, ability=title, slot=slot))
    turn.emit(GemPlaced(guard=name, slot=slot, color=color))
    lay_under(turn, name, where, ability.stone or title, None, ability=title)


def gem_colour(state: Position, name: str, ability: Ability, wanted: str) -> str:
    """The gem that goes with an ability: of its element, any chosen one for rainbow (ISO-ABIL-005 to ISO-ABIL-007).

    :raises Refused: ``gem_color_required``, ``wrong_gem`` or ``gem_unavailable``
    """
    color = gem_beneath(ability, name, wanted)
    if derived.gems_in_use(state, color) >= GEMS_PER_COLOUR:
        sentence = f"All {GEMS_PER_COLOUR} {color} gems are in use."
        raise Refused("gem_unavailable", sentence, rule="ISO-ABIL-007", remedy="Unequip an ability of that colour.")
    return color


def gem_beneath(ability: Ability | None, name: str, told: str) -> str:
    """The gem that lies beneath an ability: of its element, as told for rainbow and for a card that nobody recorded;
    none beneath a guard ability (ISO-ABIL-004 to ISO-ABIL-006).

    :param told: the colour that was said, or empty
    :raises Refused: ``gem_color_required`` or ``wrong_gem``
    """
    own = GEM_COLOURS.get(ability.element or "") if ability else None
    stonebound = ability is not None and ability.type == "stonebound"
    if stonebound and own is None and not told:
        raise Refused("gem_color_required", f"{named(name)} takes a gem of any colour: say which.", rule="ISO-ABIL-006")
    allowed = {own} if own else set(GEM_COLOURS.values())
    if told and (told not in allowed or (ability is not None and not stonebound)):
        raise Refused("wrong_gem", f"{named(name)} takes no {told} gem.", rule="ISO-ABIL-005")
    return told or (own if stonebound else None) or ""


@RULES.decides(UnequipAbility)
def unequip_ability(turn: IsofarianTurn, decision: UnequipAbility) -> None:
    """Frees slot, gem and stone slot at once (ISO-ABIL-010, ISO-STONE-009)."""
    exploring(turn.state)
    guard = member(turn.state, decision.guard)
    slot = _slot(decision.slot)
    ability = guard.abilities.get(slot)
    if ability is None:
        raise Refused("slot_empty", f"Ability slot {slot} is empty.", rule="ISO-ABIL-001")
    turn.emit(AbilityUnequipped(guard=decision.guard, ability=ability, slot=slot))
    if slot in guard.gems:
        turn.emit(GemReturned(guard=decision.guard, slot=slot, color=guard.gems[slot]))
    for where in ("weapon", "armor"):
        card: Worn | None = getattr(guard, where)
        for index, stone in enumerate(card.stones if card else ()):
            if stone.ability == ability:
                take_from_under(turn, decision.guard, where, index, None)


def _slot(name: str) -> AbilitySlot:
    for slot in ABILITY_SLOTS:
        if slot == name:
            return slot
    raise Refused("no_such_slot", f"There is no ability slot {name}.", rule="ISO-ABIL-001")


def _free(state: Position, name: str, slot: AbilitySlot) -> None:
    there = state.guards[name].abilities.get(slot)
    if there is not None:
        sentence = f"{named(there)} is in slot {slot}."
        raise Refused("slot_occupied", sentence, rule="ISO-ABIL-001", remedy="Unequip it first.")


def _available(turn: IsofarianTurn, name: str, title: str, kind: str) -> Ability:
    """An ability that this guard may equip now.

    :raises Refused: ``ability_locked``, ``wrong_kind``, ``wrong_guard``, ``chapter_too_low`` or ``already_equipped``
    """
    state = turn.state
    ability = lookup.ability(state, turn.pack, title)
    if ability is None:
        sentence = f"Nobody has recorded the ability {named(title)}."
        raise Refused("ability_locked", sentence, rule="ISO-ABIL-003", remedy="Record the card first.")
    if ability.type != kind:
        raise Refused("wrong_kind", f"{named(title)} is not a {words(kind).lower()}.", rule="ISO-ABIL-001")
    if ability.guard not in ("any", name):
        raise Refused("wrong_guard", f"{named(title)} belongs to {named(ability.guard)}.", rule="ISO-ABIL-002")
    universal = ability.guard == "any"
    if not known_to(state, name, title, universal=universal):
        raise Refused("ability_locked", f"{named(title)} is not unlocked.", rule="ISO-ABIL-003")
    if universal and ability.type == "stonebound":
        from_chapter(state, 2, f"The universal ability {named(title)}", "ISO-ABIL-009")
    owner = equipped_by(state, title)
    if owner is not None:
        sentence = f"{named(title)} is equipped by {named(owner)}."
        raise Refused("already_equipped", sentence, rule="ISO-ABIL-008")
    return ability


def equipped_by(state: Position, ability: str) -> str | None:
    """The guard of the party who has an ability equipped; each card exists once (ISO-ABIL-008)."""
    return next((name for name in state.party if ability in state.guards[name].abilities.values()), None)


def conflicts(state: Position, joining: Guard, without: str = "") -> Refused | None:
    """Why a guard who returns cannot bring the abilities along: gems and cards are shared (ISO-CMP-007, ISO-ABIL-007,
    ISO-ABIL-008).

    :param without: a guard who leaves at the same time
    """
    others = [state.guards[name] for name in state.party if name != without]
    for ability in joining.abilities.values():
        if any(ability in other.abilities.values() for other in others):
            return Refused("already_equipped", f"{named(ability)} is equipped by the partner.", rule="ISO-ABIL-008")
    for color in set(joining.gems.values()):
        used = sum(gem == color for guard in (joining, *others) for gem in guard.gems.values())
        if used > GEMS_PER_COLOUR:
            return Refused("gem_unavailable", f"There are not enough {color} gems.", rule="ISO-ABIL-007")
    return None


# ---- facts


@RULES.evolves(AbilityEquipped)
def _ability_equipped(state: Position, event: AbilityEquipped) -> Position:
    abilities = {**state.guards[event.guard].abilities, event.slot: event.ability}
    return with_guard(state, event.guard, abilities=abilities)


@RULES.evolves(AbilityUnequipped)
def _ability_unequipped(state: Position, event: AbilityUnequipped) -> Position:
    abilities = {slot: there for slot, there in state.guards[event.guard].abilities.items() if slot != event.slot}
    return with_guard(state, event.guard, abilities=abilities)


@RULES.evolves(GemPlaced)
def _gem_placed(state: Position, event: GemPlaced) -> Position:
    return with_guard(state, event.guard, gems={**state.guards[event.guard].gems, event.slot: event.color})


@RULES.evolves(GemReturned)
def _gem_returned(state: Position, event: GemReturned) -> Position:
    gems = {slot: color for slot, color in state.guards[event.guard].gems.items() if slot != event.slot}
    return with_guard(state, event.guard, gems=gems)
