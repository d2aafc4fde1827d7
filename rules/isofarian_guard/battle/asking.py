"""Whether an AI card asks the players something, as far as can be seen now."""

from __future__ import annotations

from rules.isofarian_guard.battle.aiming import decided_target
from rules.isofarian_guard.battle.effects import ChooseTarget, Effects, MoveChip
from rules.isofarian_guard.battle.library import Library
from rules.isofarian_guard.battle.options.needs import flattened, needs_of
from rules.isofarian_guard.battle.state import AbilityCard, BattleState, Guard, standing_guards


def may_ask(state: BattleState, cards: Library, slot: str) -> bool:
    """Whether one of the cards that may come up asks something, or has to be read at the table."""
    enemy = state.enemies[slot]
    for card in enemy.ai_deck or dict.fromkeys(enemy.ai_discard, 1):
        text = cards.ai_card(enemy.enemy, card)
        if text is None or text.actions is None or asks(state, cards, text.actions):
            return True
    return False


def asks(state: BattleState, cards: Library, actions: Effects) -> bool:
    """Whether actions ask for labels, for a target that no criterion singles out, or for a card that loses chips."""
    needs = needs_of(actions)
    aims_freely = "target" in needs.aimed and not needs.choosings and len(standing_guards(state)) > 1
    return bool(needs.choices) or aims_freely or _asks_for_card(state, actions) or open_choice(state, cards, actions)


def _asks_for_card(state: BattleState, actions: Effects) -> bool:
    """Whether a chip leaves an ability card of a guard who has several with chips on them."""
    if not any(isinstance(effect, MoveChip) and effect.from_ == "card" for effect in flattened(actions)):
        return False
    return any(_laden(guard) > 1 for guard in state.guards.values())


def _laden(guard: Guard) -> int:
    return sum(isinstance(card, AbilityCard) and card.active for card in guard.slots.values())


def open_choice(state: BattleState, cards: Library, actions: Effects) -> bool:
    """Whether the players choose a target, since no criterion singles one out (ISO-TGT-003)."""
    choosings = (effect for effect in flattened(actions) if isinstance(effect, ChooseTarget))
    return any(decided_target(state, cards, effect.by)[0] is None for effect in choosings)
