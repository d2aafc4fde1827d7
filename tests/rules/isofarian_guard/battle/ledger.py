"""Chips, AP and cards counted from the facts alone: a second bookkeeping beside the position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.isofarian_guard.battle import events as e
from rules.isofarian_guard.battle.areas import chips_in, guard_areas
from rules.isofarian_guard.battle.chips import NEGATIVE_KINDS, swept_to
from rules.isofarian_guard.battle.state import BattleState, Enemy, StoneboundCard
from rules.kernel import Event

Owned = tuple[str, str]
"""Somebody, and what it is: a chip, ``gray`` or ``green`` AP, ``ai:<card>``, ``gem:<element>``."""


def counted(state: BattleState) -> Counter[Owned]:
    """Everything that everybody has in a position, wherever it lies."""
    total: Counter[Owned] = Counter()
    for name, guard in state.guards.items():
        for area in guard_areas(guard):
            _add(total, name, chips_in(state, name, area))
        for card in guard.slots.values():
            if isinstance(card, StoneboundCard):
                total[name, f"gem:{card.element}"] += 1
    for slot, enemy in state.enemies.items():
        _add(total, slot, enemy.chips)
        _add(total, slot, _ai_cards(enemy))
    for who, figures in (*state.guards.items(), *state.enemies.items()):
        for ap in (figures.ap_active, figures.ap_exhausted):
            _add(total, who, {"gray": ap.gray, "green": ap.green})
    return +total


def _ai_cards(enemy: Enemy) -> Counter[str]:
    cards = Counter({f"ai:{card}": n for card, n in enemy.ai_deck.items()})
    cards.update(f"ai:{card}" for card in enemy.ai_discard)
    return cards


def _add(total: Counter[Owned], who: str, what: Mapping[str, int], sign: int = 1) -> None:
    for one, n in what.items():
        total[who, one] += sign * n


def told(before: Counter[Owned], event: Event, state: BattleState) -> Counter[Owned]:
    """What everybody has after a fact, going by the fact.

    :param state: the position before it
    """
    total = Counter(before)
    teller = _TOLD.get(type(event))
    if teller is not None:
        teller(total, event, state)
    return +total


def _back_to_supply(total: Counter[Owned], event: e.ChipReturnedToSupply, state: BattleState) -> None:
    if event.from_ != "supply":
        total[event.who, event.chip] -= event.n


def _lies(total: Counter[Owned], event: e.ChipGained, state: BattleState) -> None:
    total[event.who, event.chip] += event.to != "supply"


def _drawn(total: Counter[Owned], event: e.ChipDrawn, state: BattleState) -> None:
    total[event.who, event.chip] -= event.to == "supply"


def _evaded(total: Counter[Owned], event: e.AttackEvaded, state: BattleState) -> None:
    total[event.target, event.chip] -= event.to == "supply"


def _expired(total: Counter[Owned], event: e.EvasionExpired, state: BattleState) -> None:
    total[event.who, event.chip] -= event.n if event.to == "supply" else 0


def _released(total: Counter[Owned], event: e.AccessoryChipsReleased, state: BattleState) -> None:
    _add(total, event.guard, event.supplied, -1)


def _removed(total: Counter[Owned], event: e.ApRemoved, state: BattleState) -> None:
    for ap in (event.active, event.exhausted):
        _add(total, event.who, {"gray": ap.gray, "green": ap.green}, -1)


def _joined(total: Counter[Owned], slot: str, enemy: Enemy) -> None:
    _add(total, slot, _ai_cards(enemy))
    _add(total, slot, {"gray": enemy.ap_active.gray})


def _cleared(total: Counter[Owned], event: Any, state: BattleState) -> None:
    """After maintenance enemies are gone, and guards keep gray AP, gems, what is in the bag, and of what lies elsewhere
    the black and purple chips."""
    for who, what in list(total):
        if who in state.enemies or what == "green":
            del total[who, what]
    for name, guard in state.guards.items():
        for area in guard_areas(guard):
            lying = {} if area == "bag" else chips_in(state, name, area)
            _add(total, name, {chip: n for chip, n in lying.items() if swept_to(chip) == "supply"}, -1)


def _woken(total: Counter[Owned], event: e.GuardsRespawned, state: BattleState) -> None:
    """After a defeat green, red and negative purple chips are gone, and five Weaken Chips come in."""
    for who, what in list(total):
        color, _, kind = what.partition("_")
        if color in ("green", "red") or (color == "purple" and kind in NEGATIVE_KINDS):
            del total[who, what]
    for name in state.guards:
        total[name, "red_weaken"] = 5


_TOLD: Final[Mapping[type[Event], Callable[[Counter[Owned], Any, BattleState], None]]] = {
    e.EnemyPlaced: lambda total, event, state: _joined(total, event.slot, event.enemy),
    e.EnemyAdded: lambda total, event, state: _joined(total, event.slot, event.enemy),
    e.ChipAddedToBag: lambda total, event, state: total.update({(event.who, event.chip): 1}),
    e.ChipPlacedOnEnemy: lambda total, event, state: total.update({(event.who, event.chip): 1}),
    e.ChipTaken: lambda total, event, state: total.subtract({(event.who, event.chip): 1}),
    e.EnemyEvasionDiscarded: lambda total, event, state: total.subtract({(event.who, "green_evasion"): event.n}),
    e.ApGained: lambda total, event, state: _add(total, event.who, {"gray": event.ap.gray, "green": event.ap.green}),
    e.ChipReturnedToSupply: _back_to_supply,
    e.ChipGained: _lies,
    e.ChipDrawn: _drawn,
    e.AttackEvaded: _evaded,
    e.EvasionExpired: _expired,
    e.AccessoryChipsReleased: _released,
    e.ApRemoved: _removed,
    e.MaintenancePerformed: _cleared,
    e.GuardsRespawned: _woken,
}
"""The facts by which anything comes or goes; by all others it merely moves."""
