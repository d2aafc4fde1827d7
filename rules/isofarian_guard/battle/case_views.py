"""A position in the words of the cases, derived values included."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.isofarian_guard.battle import derived
from rules.isofarian_guard.battle.case_states import PLACES
from rules.isofarian_guard.battle.library import Library, library
from rules.isofarian_guard.battle.state import AbilityCard, Ap, BattleState, Card, Enemy, Guard, Modifier, Rewards
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Bag

_NAMES = {place: name for name, place in PLACES.items()}


def view(state: BattleState, pack: IsofarianPack) -> Mapping[str, Any]:
    """The whole position."""
    cards = library(pack)
    over = state.step == "over"
    holdings = state.holdings
    return {
        "phase": state.came_from if over else "battle",
        "difficulty": state.difficulty,
        "encounter": {"source": state.source, "ambush": state.ambush},
        "round": state.round,
        "step": state.step,
        "active_guard": state.active_guard,
        "activated": list(state.activated),
        "enemies_activated": list(state.enemies_activated),
        "aggro": state.aggro,
        "last_attacker": state.last_attacker,
        "retreating": state.retreating,
        "outcome": state.outcome,
        "guards": {name: _guard(state, cards, name, guard) for name, guard in state.guards.items()},
        "enemies": {slot: _enemy(state, cards, slot, enemy) for slot, enemy in state.enemies.items()} or None,
        "defeat_tally": dict(state.defeats),
        "pending_rewards": _rewards(state.rewards),
        "sil": holdings.sil if holdings else 0,
        "lux": holdings.lux if holdings else 0,
        "location": _place(holdings.at) if holdings else None,
        "checkpoint": _place(holdings.checkpoint) if holdings else None,
        "dropped_pile": {"node": _place(holdings.pile.at), "cards": _cards(cards, holdings.pile.cards)}
        if holdings and holdings.pile
        else None,
    }


def _place(name: str | None) -> str | None:
    return _NAMES.get(name, name) if name else None


def _rewards(rewards: Rewards | None) -> Mapping[str, Any] | None:
    return {"drops": dict(rewards.drops), "sil": rewards.sil, "lux": rewards.lux} if rewards else None


def _guard(state: BattleState, cards: Library, name: str, guard: Guard) -> Mapping[str, Any]:
    return {
        "hp": guard.hp,
        "max_hp": guard.hp_max,
        "atk": guard.atk,
        "def": guard.def_,
        "ap": _ap(guard.ap_active),
        "exhausted": _ap(guard.ap_exhausted),
        "blue_cubes": guard.blue_cubes,
        **{area: dict(getattr(guard, area)) for area in ("bag", "drawn", "positive", "negative", "discard")},
        "slots": {slot: _card(card) for slot, card in guard.slots.items()},
        "chain": guard.chain,
        "weapon": _dashboard(guard.weapon, "card", "chips", "used"),
        "accessory": {
            **_dashboard(guard.accessory, "card", "cubes", "flipped", "chips"),
            "used_this_round": guard.accessory.uses,
        }
        if guard.accessory
        else None,
        "item": _dashboard(guard.item, "card", "used") or None,
        "satchel": _cards(cards, guard.satchel),
        "satchel_size": guard.satchel_slots,
        "modifiers": _modifiers(guard.modifiers),
        "atk_now": derived.atk_now(state, cards, name),
        "def_now": derived.def_now(state, cards, name),
        "fallen": guard.hp == 0,
    }


def _ap(ap: Ap) -> Mapping[str, int]:
    return {"gray": ap.gray, "green": ap.green}


def _dashboard(card: Any, *keys: str) -> dict[str, Any]:
    return {key: getattr(card, key) for key in keys} if card else {}


def _card(card: Card) -> Mapping[str, Any]:
    if isinstance(card, AbilityCard):
        keys = ("ability", "side", "chips", "used", "cubes", "burst")
        return {key: getattr(card, key) for key in keys}
    return {"stonebound": card.ability, "gem": card.gem, "gem_color": card.element}


def _cards(cards: Library, held: Bag) -> list[Mapping[str, Any]]:
    """Cards as the cases list them: a quantity card once with its number, any other once a copy."""
    listed: list[Mapping[str, Any]] = []
    for card, n in held.items():
        kind = cards.kind_of(card)
        if kind == "material":
            listed.append({"card": card, "kind": kind, "qty": n})
        else:
            listed += [{"card": card, "kind": kind, "qty": 1}] * n
    return listed


def _modifiers(modifiers: Iterable[Modifier]) -> list[Mapping[str, Any]]:
    return [
        {
            "stat": one.stat,
            "by": one.by,
            "until": one.until,
            **({"source": [one.guard, one.slot]} if one.guard else {}),
        }
        for one in modifiers
    ]


def _enemy(state: BattleState, cards: Library, slot: str, enemy: Enemy) -> Mapping[str, Any]:
    return {
        "type": enemy.enemy,
        "stars": enemy.stars,
        "hp": enemy.hp,
        "start_hp": enemy.start_hp,
        "atk": enemy.atk,
        "def": enemy.def_,
        "ap": _ap(enemy.ap_active),
        "exhausted": _ap(enemy.ap_exhausted),
        "blue_cubes": enemy.blue_cubes,
        "chips": dict(enemy.chips),
        "ai_deck": [card for card, n in enemy.ai_deck.items() for _ in range(n)],
        "ai_discard": list(enemy.ai_discard),
        "defeated": enemy.defeated,
        "modifiers": _modifiers(enemy.modifiers),
        "atk_now": derived.atk_now(state, cards, slot),
        "def_now": derived.def_now(state, cards, slot),
        "visible": enemy.visible,
    }
