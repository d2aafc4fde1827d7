"""Whom a card's words mean: the place from which selectors are read.

A :class:`Scene` is one combatant's point of view. AI cards speak from the enemy's side (ISO-AI-014): its enemies are
the guards, its allies the other enemies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.isofarian_guard.battle.amounts import Another, Who
from rules.isofarian_guard.battle.library import Library
from rules.isofarian_guard.battle.state import (
    BACK_ROW,
    ENEMY_SLOTS,
    FRONT_ROW,
    BattleState,
    ally_of,
    is_enemy,
    standing_enemies,
    standing_guards,
)

NOBODY: tuple[str, ...] = ()


class Scene:
    """A point of view.

    :param actor: whose card speaks
    :param slot: where that card lies: ability slot, ``accessory``, ``weapon``, ``item`` or AI card
    :param target: the target chosen so far, for enemies
    :param attacker: who attacked, in reactions and in what an attack adds
    :param victim: who was attacked
    :param plain: static effects are left out of account, since one of them is being counted out
    """

    __slots__ = ("actor", "attacker", "cards", "fixed_state", "plain", "slot", "target", "victim")

    def __init__(self, state: BattleState | None, cards: Library, actor: str, slot: str = "") -> None:
        self.fixed_state = state
        self.cards = cards
        self.actor = actor
        self.slot = slot
        self.target: str | None = None
        self.attacker: str | None = None
        self.victim: str | None = None
        self.plain = False

    @property
    def state(self) -> BattleState:
        """The position that is looked at."""
        assert self.fixed_state is not None  # noqa: S101 (only a play, which overrides this, has none)
        return self.fixed_state

    @property
    def lingering(self) -> frozenset[str]:
        """Defeated enemies whose cards still count, the ability in play not being through (ISO-AI-018)."""
        return frozenset()

    def aimed(self, word: str) -> tuple[str, ...]:
        """What ``target``, ``targets`` and ``guard_target`` mean here."""
        return (self.target,) if word == "target" and self.target else NOBODY


def meant(scene: Scene, who: Who) -> tuple[str, ...]:
    """The combatants that a selector means. Groups contain only the standing (ISO-FALLB-004, ISO-FALLB-007)."""
    if isinstance(who, Another):
        return _another(scene, who.another)
    if who in ("target", "targets", "guard_target"):
        return scene.aimed(who)
    if who == "self":
        return (scene.actor,)
    if who == "attacker":
        return (scene.attacker,) if scene.attacker else NOBODY
    if who == "victim":
        return (scene.victim,) if scene.victim else NOBODY
    words = _ENEMY_GROUPS if is_enemy(scene.actor) else _GUARD_GROUPS
    group = words.get(who)
    return group(scene.state, scene.actor) if group else NOBODY


def _another(scene: Scene, type_: str) -> tuple[str, ...]:
    """Another standing enemy of a type, the one in the lowest slot (ISO-TGT-015, ISO-TGT-016)."""
    others = (slot for slot in standing_enemies(scene.state) if slot != scene.actor)
    return tuple(slot for slot in others if scene.state.enemies[slot].enemy == type_)[:1]


def _standing_ally(state: BattleState, actor: str) -> tuple[str, ...]:
    ally = ally_of(state, actor)
    return (ally,) if ally and state.guards[ally].hp > 0 else NOBODY


def _row(state: BattleState, row: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(slot for slot in standing_enemies(state) if slot in row)


def _next_ally(state: BattleState, actor: str) -> tuple[str, ...]:
    """The next standing enemy after this one, wrapping to slot I, never itself (ISO-TGT-011, ISO-TGT-012)."""
    at = ENEMY_SLOTS.index(actor)
    around = ENEMY_SLOTS[at + 1 :] + ENEMY_SLOTS[:at]
    standing = standing_enemies(state)
    return tuple(slot for slot in around if slot in standing)[:1]


_Group = Callable[[BattleState, str], tuple[str, ...]]

_GUARD_GROUPS: Mapping[str, _Group] = {
    "ally": _standing_ally,
    "both_guards": lambda state, actor: standing_guards(state),
    "all_enemies": lambda state, actor: standing_enemies(state),
    "front_row": lambda state, actor: _row(state, FRONT_ROW),
    "back_row": lambda state, actor: _row(state, BACK_ROW),
}
_ENEMY_GROUPS: Mapping[str, _Group] = {
    "all_enemies": lambda state, actor: standing_guards(state),
    "next_ally": _next_ally,
    "all_allies": lambda state, actor: tuple(slot for slot in standing_enemies(state) if slot != actor),
    "self_and_all_allies": lambda state, actor: standing_enemies(state),
}
