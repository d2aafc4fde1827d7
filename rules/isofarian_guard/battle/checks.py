"""What must be true of every position of a battle."""

from __future__ import annotations

from collections.abc import Iterator

from rules.isofarian_guard.battle import chips
from rules.isofarian_guard.battle.areas import chips_in, guard_areas, owned
from rules.isofarian_guard.battle.bagwork import blue_cubes_left
from rules.isofarian_guard.battle.grid import BASE_LIMIT
from rules.isofarian_guard.battle.harm import ENEMY_HP_MAX
from rules.isofarian_guard.battle.keywords import yellow_cubes_left
from rules.isofarian_guard.battle.points import AP_LIMIT, ap_cubes_left, owned_ap
from rules.isofarian_guard.battle.rewards import DIAL_MAX
from rules.isofarian_guard.battle.start import GEMS_PER_ELEMENT
from rules.isofarian_guard.battle.state import (
    ABILITY_SLOTS,
    ENEMY_SLOTS,
    AbilityCard,
    BattleState,
    Combatant,
    Enemy,
    Guard,
)
from rules.kernel import Bag

GUARD_HP_MAX = 30
"""Maximum HP that a guard can reach (ISO-STAT-002)."""


def faults(state: BattleState) -> Iterator[str]:
    """Every invariant that a position breaks, in words."""
    yield from _order_faults(state)
    yield from _supply_faults(state)
    for name, guard in state.guards.items():
        yield from _guard_faults(state, name, guard)
    for slot, enemy in state.enemies.items():
        yield from _enemy_faults(slot, enemy)
    holdings = state.holdings
    if holdings and not (0 <= holdings.sil <= DIAL_MAX and 0 <= holdings.lux <= DIAL_MAX):
        yield "a dial shows more than 99"


def _order_faults(state: BattleState) -> Iterator[str]:
    acting = state.step in ("draw", "actions")
    if acting != (state.active_guard is not None):
        yield f"step {state.step} with active guard {state.active_guard}"
    if state.active_guard is not None and state.active_guard not in state.activated:
        yield "the active guard is not among those activated"
    if state.step == "rewards" and state.outcome != "victory":
        yield "rewards without a victory"
    if state.outcome is not None and state.step not in ("rewards", "over"):
        yield f"an outcome in step {state.step}"
    if state.draw_left is not None and state.step != "draw":
        yield "a draw under way outside the draw step"
    if state.acting is not None and state.step != "enemies_turn":
        yield "an AI card waits outside the enemies' turn"
    if state.unfinished and state.acting is None:
        yield "AI cards are interrupted while no enemy acts"
    for name in (state.aggro, state.last_attacker, state.active_guard, *state.activated):
        if name is not None and name not in state.guards:
            yield f"{name} is not in this battle"
    if state.step not in ("over", "rewards") and not state.enemies:
        yield "a battle without enemies"


def _supply_faults(state: BattleState) -> Iterator[str]:
    """The printed components bound everything but chips on enemies (ISO-STAT-012)."""
    if blue_cubes_left(state) < 0:
        yield "more than 20 blue cubes are in play"
    if yellow_cubes_left(state) < 0:
        yield "more than 12 yellow cubes are in play"
    for color in ("gray", "green"):
        if ap_cubes_left(state, color) < 0:
            yield f"more {color} AP is in play than there are cubes"
    gems: dict[str, int] = {}
    for guard in state.guards.values():
        for card in guard.slots.values():
            if not isinstance(card, AbilityCard):
                gems[card.element] = gems.get(card.element, 0) + 1
    yield from (f"more than four gems of {element}" for element, n in gems.items() if n > GEMS_PER_ELEMENT)


def _guard_faults(state: BattleState, name: str, guard: Guard) -> Iterator[str]:
    if not 0 <= guard.hp <= guard.hp_max <= GUARD_HP_MAX:
        yield f"{name}: {guard.hp} of {guard.hp_max} HP"
    yield from _figure_faults(name, guard)
    for area in guard_areas(guard):
        yield from _chip_faults(f"{name}, {area}", chips_in(state, name, area))
    for chip in chips.CHIPS:
        if owned(state, name, chip) > chips.CHIP_LIMIT:
            yield f"{name} owns more than five {chip}"
    for area, belongs in (("drawn", "drawn"), ("positive", "positive"), ("negative", "negative")):
        if any(chips.area_of(chip) != belongs for chip in chips_in(state, name, area)):
            yield f"{name}: a chip lies in {area} that does not belong there"
    if not set(guard.slots) <= set(ABILITY_SLOTS):
        yield f"{name}: an ability outside slots I to VI"


def _enemy_faults(slot: str, enemy: Enemy) -> Iterator[str]:
    if slot not in ENEMY_SLOTS:
        yield f"an enemy in slot {slot}"
    if not 0 <= enemy.hp <= ENEMY_HP_MAX:
        yield f"{slot}: {enemy.hp} HP"
    if enemy.defeated != (enemy.hp == 0):
        yield f"{slot}: {enemy.hp} HP and {'' if enemy.defeated else 'not '}defeated"
    yield from _figure_faults(slot, enemy)
    yield from _chip_faults(slot, enemy.chips)


def _figure_faults(who: str, figures: Combatant) -> Iterator[str]:
    if not (0 <= figures.atk <= BASE_LIMIT and 0 <= figures.def_ <= BASE_LIMIT):
        yield f"{who}: base ATK {figures.atk}, base DEF {figures.def_}"
    if figures.blue_cubes < 0:
        yield f"{who}: {figures.blue_cubes} blue cubes"
    for color in ("gray", "green"):
        parts = (getattr(figures.ap_active, color), getattr(figures.ap_exhausted, color))
        if min(parts) < 0 or owned_ap(figures, color) > AP_LIMIT:
            yield f"{who}: {color} AP {parts[0]} active, {parts[1]} exhausted"


def _chip_faults(where: str, contents: Bag) -> Iterator[str]:
    for chip, n in contents.items():
        if chip not in chips.ORDER:
            yield f"{where}: no chip {chip}"
        if n < 1:
            yield f"{where}: {n} of {chip}"
