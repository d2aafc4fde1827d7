"""Chips by area: where they lie on the dashboards, and changed copies of a position with them elsewhere.

Areas of a guard are ``bag``, ``drawn``, ``positive``, ``negative``, ``discard``, ``weapon``, ``accessory`` and
``card.<slot>``; an enemy has ``enemy_card``. ``supply`` stands for chips out of play.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.isofarian_guard.battle.state import AbilityCard, BattleState, Guard, with_card, with_enemy, with_guard
from rules.kernel import Bag, minus, plus


def chips_in(state: BattleState, who: str, area: str) -> Bag:
    """The chips of an area: ``bag``, ``drawn``, ``positive``, ``negative``, ``discard``, ``weapon``, ``accessory``,
    ``card.<slot>`` of a guard, ``enemy_card`` of an enemy. Areas that are not there are empty."""
    if who in state.enemies:
        return state.enemies[who].chips if area == "enemy_card" else {}
    guard = state.guards[who]
    if area == "weapon":
        return guard.weapon.chips if guard.weapon else {}
    if area == "accessory":
        return guard.accessory.chips if guard.accessory else {}
    if area.startswith("card."):
        card = guard.slots.get(area[5:])
        return card.chips if isinstance(card, AbilityCard) else {}
    contents: Bag = getattr(guard, area, {})
    return contents


def with_chips(state: BattleState, who: str, area: str, contents: Bag) -> BattleState:
    """The position with an area holding other chips."""
    if who in state.enemies:
        return with_enemy(state, who, chips=contents)
    guard = state.guards[who]
    if area == "weapon" and guard.weapon:
        return with_guard(state, who, weapon=replace(guard.weapon, chips=contents))
    if area == "accessory" and guard.accessory:
        return with_guard(state, who, accessory=replace(guard.accessory, chips=contents))
    if area.startswith("card."):
        return with_card(state, who, area[5:], chips=contents)
    return with_guard(state, who, **{area: contents})


def chips_added(state: BattleState, who: str, area: str, chips: Bag) -> BattleState:
    """The position with chips put into an area; ``supply`` takes them out of play."""
    return state if area == "supply" else with_chips(state, who, area, plus(chips_in(state, who, area), chips))


def chips_taken(state: BattleState, who: str, area: str, chips: Bag) -> BattleState:
    """The position with chips taken out of an area; from the ``supply`` nothing need be taken."""
    return state if area == "supply" else with_chips(state, who, area, minus(chips_in(state, who, area), chips))


def guard_areas(guard: Guard) -> tuple[str, ...]:
    """Every area of a guard that may hold chips."""
    cards = tuple(f"card.{slot}" for slot, card in guard.slots.items() if isinstance(card, AbilityCard))
    weapon = ("weapon",) if guard.weapon else ()
    accessory = ("accessory",) if guard.accessory else ()
    return ("bag", "drawn", "positive", "negative", "discard", *cards, *weapon, *accessory)


def owned(state: BattleState, guard: str, chip: str) -> int:
    """Chips of one type that a guard owns in all places together (ISO-LIM-001)."""
    return sum(chips_in(state, guard, area).get(chip, 0) for area in guard_areas(state.guards[guard]))
