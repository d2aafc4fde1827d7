"""The enemy grid: enemies with their figures, those that join, and the difficulty adjustment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from rules.isofarian_guard.battle.book import BattleTurn, book
from rules.isofarian_guard.battle.effects import AddEnemy
from rules.isofarian_guard.battle.events import EnemyAdded, EnemyPlaced, EnemyReset
from rules.isofarian_guard.battle.interpreter import carries_out
from rules.isofarian_guard.battle.library import Library
from rules.isofarian_guard.battle.play import Play
from rules.isofarian_guard.battle.points import AP_LIMIT
from rules.isofarian_guard.battle.state import ENEMY_SLOTS, Ap, BattleState, Difficulty, Enemy, with_enemy


class Adjustment(NamedTuple):
    """What a difficulty adds to every enemy's printed figures."""

    atk: int = 0
    def_: int = 0
    ap: int = 0


ADJUSTMENTS: Mapping[Difficulty, Adjustment] = {
    "story": Adjustment(def_=-1),
    "standard": Adjustment(),
    "tenebris": Adjustment(atk=2, def_=1, ap=1),
}
"""Difficulty in battle (ISO-DIFFB-001 to ISO-DIFFB-003)."""

BASE_LIMIT = 10
"""Base ATK and DEF at most (ISO-ENM-004)."""


class Figures(NamedTuple):
    """What an enemy card prints."""

    hp: int
    atk: int
    def_: int
    ap: int


def printed(cards: Library, enemy: str, stars: int) -> Figures | None:
    """The figures of an enemy card (ISO-ENM-002), or ``None`` where the pack does not have it."""
    card = cards.enemy_card(enemy, stars)
    return Figures(card.hp, card.atk, card.def_, card.ap) if card else None


def adjusted(figures: Figures, difficulty: Difficulty) -> Figures:
    """Printed figures with the difficulty's adjustment, held within 0 and the limits (ISO-DIFFB-008, ISO-ENM-004,
    ISO-ENM-005)."""
    change = ADJUSTMENTS[difficulty]
    return Figures(
        figures.hp,
        min(max(figures.atk + change.atk, 0), BASE_LIMIT),
        min(max(figures.def_ + change.def_, 0), BASE_LIMIT),
        min(max(figures.ap + change.ap, 0), AP_LIMIT),
    )


def new_enemy(cards: Library, enemy: str, stars: int, figures: Figures, difficulty: Difficulty) -> Enemy:
    """An enemy with full figures and its own AI deck, shuffled and face-down (ISO-ENM-010, ISO-ADD-006)."""
    now = adjusted(figures, difficulty)
    return Enemy(
        enemy=enemy,
        stars=stars,
        hp=now.hp,
        start_hp=now.hp,
        atk=now.atk,
        def_=now.def_,
        ap_active=Ap(gray=now.ap),
        ai_deck=cards.ai_deck(enemy),
    )


# ---- enemies that join


@carries_out(AddEnemy)
def _add_enemy(play: Play, effect: AddEnemy) -> None:
    add_enemy(play.turn, play.cards, effect.type, effect.stars)


def add_enemy(turn: BattleTurn, cards: Library, enemy: str, stars: int) -> None:
    """Let an enemy join: in the lowest slot without an enemy card, defeated ones included (ISO-ADD-001); where no slot
    or no card is free, the one with the lowest HP is reset instead (ISO-ADD-002). An enemy whose card nobody has
    entered cannot be placed by the app and is left to the table."""
    figures = printed(cards, enemy, stars)
    free = next((slot for slot in ENEMY_SLOTS if slot not in turn.state.enemies), None)
    if free is None or not _card_left(turn.state, cards, enemy, stars):
        _reset_lowest(turn)
    elif figures is not None:
        joined = new_enemy(cards, enemy, stars, figures, turn.state.difficulty)
        turn.emit(EnemyAdded(slot=free, enemy=joined))


def _card_left(state: BattleState, cards: Library, enemy: str, stars: int) -> bool:
    """Whether a card of the wanted kind is not in use yet."""
    copies = cards.copies(enemy, stars)
    in_use = sum(1 for one in state.enemies.values() if (one.enemy, one.stars) == (enemy, stars))
    return copies is None or in_use < copies


def _reset_lowest(turn: BattleTurn) -> None:
    """Reset the HP of the enemy with the lowest HP, of whatever type, the lowest slot first (ISO-ADD-004,
    ISO-ADD-008); never downwards (ISO-ADD-003), and HP alone (ISO-ADD-009)."""
    enemies = turn.state.enemies
    slot = min((slot for slot in ENEMY_SLOTS if slot in enemies), key=lambda slot: enemies[slot].hp)
    if enemies[slot].hp < enemies[slot].start_hp:
        turn.emit(EnemyReset(who=slot, hp=enemies[slot].start_hp))


# ---- facts


@book.evolves(EnemyPlaced)
def _enemy_placed(state: BattleState, event: EnemyPlaced) -> BattleState:
    return replace(state, enemies={**state.enemies, event.slot: event.enemy})


@book.evolves(EnemyAdded)
def _enemy_added(state: BattleState, event: EnemyAdded) -> BattleState:
    enemies = {**state.enemies, event.slot: event.enemy}
    return _enemies_stand_again(replace(state, enemies=enemies, summoned=True))


@book.evolves(EnemyReset)
def _enemy_reset(state: BattleState, event: EnemyReset) -> BattleState:
    """A defeated enemy that is reset is a new enemy in the battle (ISO-ADD-004)."""
    state = with_enemy(state, event.who, hp=event.hp, defeated=False)
    return _enemies_stand_again(replace(state, summoned=True))


def _enemies_stand_again(state: BattleState) -> BattleState:
    if state.first_down != "enemies":
        return state
    guards_down = all(guard.hp == 0 for guard in state.guards.values())
    return replace(state, first_down="guards" if guards_down else None)
