"""The cleanup phase, in its four steps (ISO-CLEAN-001): enemies, cards and unused chips with flips, status areas,
gems."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules.isofarian_guard.battle.abilities import flipped
from rules.isofarian_guard.battle.bagwork import sweep
from rules.isofarian_guard.battle.book import BattleTurn, book, in_battle
from rules.isofarian_guard.battle.chips import EVASIONS
from rules.isofarian_guard.battle.decisions import Cleanup
from rules.isofarian_guard.battle.ending import finish_retreat
from rules.isofarian_guard.battle.events import CleanupPerformed, GemExhausted, GemReadied
from rules.isofarian_guard.battle.keywords import face_up
from rules.isofarian_guard.battle.library import Library, library
from rules.isofarian_guard.battle.state import ABILITY_SLOTS, AbilityCard, BattleState, Card, Enemy, Guard


@in_battle(Cleanup, "cleanup", rule="ISO-CLEAN-001")
def cleanup(turn: BattleTurn, decision: Cleanup) -> None:
    """The four steps, fallen guards included (ISO-CLEAN-011); a retreat ends here (ISO-RET-003). Blue cubes stay
    (ISO-CLEAN-009), and so do chips on accessories (ISO-ACC-007, ISO-ACC-010)."""
    for slot in turn.state.enemies:
        sweep(turn, slot, "enemy_card", spare=("green_evasion",))
    for name in turn.state.guards:
        _clear_cards(turn, name)
    for name in turn.state.guards:
        sweep(turn, name, "positive", spare=EVASIONS)
        sweep(turn, name, "negative")
    for name in turn.state.guards:
        _move_gems(turn, name)
    turn.emit(CleanupPerformed(round=turn.state.round))
    if turn.state.retreating:
        finish_retreat(turn)


def _clear_cards(turn: BattleTurn, name: str) -> None:
    """Step 2: chips leave ability cards, weapon and the drawn ones, unused or not (ISO-CLEAN-003, ISO-CLEAN-010); cards
    whose flip icon is met are turned over (ISO-CLEAN-004)."""
    guard = turn.state.guards[name]
    cards = library(turn.pack)
    for slot in ABILITY_SLOTS:
        card = guard.slots.get(slot)
        if isinstance(card, AbilityCard):
            sweep(turn, name, f"card.{slot}")
            if flips(cards, card):
                turn.emit(flipped(name, slot, card, cubes=card.cubes if card.burst else 0))
    sweep(turn, name, "weapon")
    sweep(turn, name, "drawn")


def flips(cards: Library, card: AbilityCard) -> bool:
    """Whether a card flips in this cleanup: its [Burst] was triggered (ISO-KEY-014), or it shows the chip flip icon,
    was activated this round and still has chips on it (ISO-ABILB-006 to ISO-ABILB-008)."""
    text = face_up(cards, card)
    return card.burst or (card.used and card.active and text is not None and text.flip == "chips")


def _move_gems(turn: BattleTurn, name: str) -> None:
    """Step 4: exhausted gems become ready, then gems on cards become exhausted (ISO-STON-003, ISO-CLEAN-007)."""
    slots = turn.state.guards[name].slots
    gems = {slot: card.gem for slot, card in slots.items() if not isinstance(card, AbilityCard)}
    for slot, gem in gems.items():
        if gem == "exhausted":
            turn.emit(GemReadied(guard=name, slot=slot))
    for slot, gem in gems.items():
        if gem == "active":
            turn.emit(GemExhausted(guard=name, slot=slot))


# ---- facts


@book.evolves(CleanupPerformed)
def _cleanup_performed(state: BattleState, event: CleanupPerformed) -> BattleState:
    """Whatever lasted for the round ends (ISO-CLEAN-008, ISO-DMG-004); the next round begins."""
    return replace(
        state,
        step="round_start",
        round=event.round + 1,
        activated=(),
        enemies_activated=(),
        reactions={},
        guards={name: _rested(guard) for name, guard in state.guards.items()},
        enemies={slot: _calmed(enemy) for slot, enemy in state.enemies.items()},
    )


def _rested(guard: Guard) -> Guard:
    return replace(
        guard,
        slots=_unused(guard.slots),
        chain=False,
        weapon=replace(guard.weapon, used=False) if guard.weapon else None,
        accessory=replace(guard.accessory, uses=0) if guard.accessory else None,
        modifiers=(),
    )


def _unused(slots: Mapping[str, Card]) -> Mapping[str, Card]:
    return {
        slot: replace(card, used=False, burst=False) if isinstance(card, AbilityCard) else card
        for slot, card in slots.items()
    }


def _calmed(enemy: Enemy) -> Enemy:
    return replace(enemy, modifiers=()) if enemy.modifiers else enemy
