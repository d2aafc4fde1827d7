"""The enemies of a battle as pages show them: the grid, their dashboards, their AI cards."""

from __future__ import annotations

from typing import Any

from projections.isofarian_guard.battle_pieces import Row, ap_row, chip_rows, sum_row
from projections.isofarian_guard.battle_words import ai_words
from rules.isofarian_guard.battle import derived
from rules.isofarian_guard.battle.aiming import out_of_reach
from rules.isofarian_guard.battle.library import UNREAD, Library
from rules.isofarian_guard.battle.state import BACK_ROW, ENEMY_SLOTS, BattleState, Enemy, next_enemy
from rules.kernel import size


def enemy_rows(state: BattleState, cards: Library) -> dict[str, Row]:
    """One row for each of the four slots, ``foe.<slot>``; an empty slot says so."""
    return {f"foe.{slot}": _slot(state, cards, slot) for slot in ENEMY_SLOTS}


def _slot(state: BattleState, cards: Library, slot: str) -> Row:
    enemy = state.enemies.get(slot)
    place = {"slot": slot, "back": slot in BACK_ROW}
    return {**place, "empty": True} if enemy is None else {**place, **_enemy(state, cards, slot, enemy)}


def _enemy(state: BattleState, cards: Library, slot: str, enemy: Enemy) -> Row:
    return {
        "empty": False,
        "name": cards.name(enemy.enemy),
        "type": enemy.enemy,
        "stars": enemy.stars,
        "hp": enemy.hp,
        "start_hp": enemy.start_hp,
        "atk": sum_row(derived.attack_value(state, cards, slot)),
        "def": sum_row(derived.defense_value(state, cards, slot)),
        "ap": ap_row(enemy.ap_active, enemy.ap_exhausted),
        "blue_cubes": enemy.blue_cubes,
        "chips": chip_rows(enemy.chips),
        "evades": derived.evasion_of(state, slot) is not None,
        "defeated": enemy.hp == 0,
        "sheltered": enemy.hp > 0 and out_of_reach(state, slot),
        "turn": _turn(state, slot, enemy),
        "card": _card(cards, enemy, enemy.visible) if enemy.visible else None,
        "deck": _deck(cards, enemy),
        "deck_size": size(enemy.ai_deck),
        "turned": [_name(cards, enemy, card) for card in reversed(enemy.ai_discard[:-1])],
    }


def _turn(state: BattleState, slot: str, enemy: Enemy) -> str:
    """Where it stands in the enemies' turn: ``acting``, ``next``, ``acted`` or nothing."""
    if state.acting == slot:
        return "acting"
    if slot in state.enemies_activated:
        return "acted"
    return "next" if state.step == "enemies_turn" and enemy.hp and next_enemy(state) == slot else ""


def _name(cards: Library, enemy: Enemy, card: str) -> str:
    return "A card nobody has entered" if card == UNREAD else cards.ai_name(enemy.enemy, card)


def _card(cards: Library, enemy: Enemy, card: str) -> Row:
    text = cards.ai_card(enemy.enemy, card)
    known = text is not None and text.actions is not None
    return {"id": card, "name": _name(cards, enemy, card), "known": known, "words": ai_words(cards, text)}


def _deck(cards: Library, enemy: Enemy) -> list[dict[str, Any]]:
    """What may be turned over next, with the chance of each in percent."""
    total = size(enemy.ai_deck)
    return [
        {**_card(cards, enemy, card), "n": number, "share": round(100 * number / total)}
        for card, number in enemy.ai_deck.items()
    ]
