"""How a battle is likely to go on, by rule of thumb: whether fighting on is as good as lost."""

from __future__ import annotations

from typing import Final

from rules.isofarian_guard.battle import derived
from rules.isofarian_guard.battle.effects import Attack, LoseHp
from rules.isofarian_guard.battle.library import Library, SideText, StoneText
from rules.isofarian_guard.battle.state import AbilityCard, BattleState, Card, standing_enemies, standing_guards

UNREAD_ATTACK: Final = 2
"""Attack modifier of an AI card that nobody has entered."""
USUAL_ATTACK: Final = 1
"""What a guard's attack adds to its ATK, more or less."""
SOME_BLOWS, SOME_HARM = 0.5, 0.25
"""What a guard finds to do in a round even without a card that hurts, and what it does to an enemy in heavy armour."""
LOST: Final = 6
"""How much longer the guards need than the enemies where hardly any battle was won any more: of 1,200 rounds of random
battles and 1,450 with the shipped content 2 in 850."""


def as_good_as_lost(state: BattleState, cards: Library) -> bool:
    """Whether the enemies bring the guards down long before the guards can bring them down.

    Each enemy is taken to attack once a round, each guard to use its weapon and all cards that take off HP.
    """
    guards, enemies = standing_guards(state), standing_enemies(state)
    if not guards or not enemies:
        return False
    victim = state.aggro if state.aggro in guards else max(guards, key=lambda name: state.guards[name].hp)
    against, hardly = derived.def_now(state, cards, victim), min(derived.def_now(state, cards, one) for one in enemies)
    taken = sum(_hit(state, cards, one, UNREAD_ATTACK, against) for one in enemies)
    dealt = sum(
        max(_blows(state, cards, name), SOME_BLOWS) * max(_hit(state, cards, name, USUAL_ATTACK, hardly), SOME_HARM)
        for name in guards
    )
    theirs = sum(state.enemies[one].hp for one in enemies)
    ours = sum(state.guards[name].hp for name in guards)
    return taken * theirs > LOST * dealt * ours


def _hit(state: BattleState, cards: Library, who: str, modifier: int, defense: int) -> int:
    return max(derived.attack_value(state, cards, who).in_use + modifier - defense, 0)


def _blows(state: BattleState, cards: Library, name: str) -> int:
    guard = state.guards[name]
    return (guard.weapon is not None) + sum(_hurts(cards, card) for card in guard.slots.values())


def _hurts(cards: Library, card: Card) -> bool:
    if isinstance(card, AbilityCard):
        text: SideText | StoneText | None = cards.side(card.ability, card.side)
    else:
        text = cards.stonebound(card.ability)
    return text is not None and any(isinstance(effect, Attack | LoseHp) for effect in text.effects or ())
