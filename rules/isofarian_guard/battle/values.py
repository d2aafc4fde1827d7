"""Amounts and conditions of cards, counted out from the position."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from rules.isofarian_guard.battle import chips, derived
from rules.isofarian_guard.battle.amounts import Amount, ChipsOf, Condition, StatOf, VisibleAi, Who
from rules.isofarian_guard.battle.areas import chips_in
from rules.isofarian_guard.battle.library import SPECIAL_NUMBERS
from rules.isofarian_guard.battle.scene import Scene, meant
from rules.isofarian_guard.battle.state import ally_of, combatant, is_enemy

_COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    ">=": operator.ge, ">": operator.gt, "==": operator.eq, "=": operator.eq, "!=": operator.ne, "<=": operator.le,
    "<": operator.lt,
}  # fmt: skip


def amount(scene: Scene, value: Amount) -> int:
    """What an amount comes to now, seen from a scene."""
    if isinstance(value, int):
        return value
    if value.stat is not None:
        return _stat(scene, value.stat)
    if value.chips is not None:
        return _chips(scene, value.chips)
    if value.count is not None:
        return len(meant(scene, value.count))
    if value.sum is not None:
        return sum(amount(scene, one) for one in value.sum)
    if value.times is not None:
        return amount(scene, value.times[0]) * amount(scene, value.times[1])
    return min(amount(scene, one) for one in value.min or (0,))


def _stat(scene: Scene, wanted: StatOf) -> int:
    return sum(_stat_of(scene, who, wanted.stat) for who in meant(scene, wanted.who))


def _stat_of(scene: Scene, who: str, stat: str) -> int:
    """One figure of a combatant; ATK and DEF are those in use (ISO-STAT-013)."""
    figures = combatant(scene.state, who)
    if stat == "atk":
        return derived.attack_value(
            scene.state, scene.cards, who, lingering=scene.lingering, statics=not scene.plain
        ).in_use
    if stat == "def":
        return derived.defense_value(
            scene.state, scene.cards, who, lingering=scene.lingering, statics=not scene.plain
        ).in_use
    return {
        "hp": figures.hp,
        "blue_cubes": figures.blue_cubes,
        "active_ap": figures.ap_active.total,
        "total_ap": figures.ap_active.total + figures.ap_exhausted.total,
        "green_ap": figures.ap_active.green,
    }[stat]


def _chips(scene: Scene, wanted: ChipsOf) -> int:
    total = 0
    for who in meant(scene, wanted.who):
        for area in areas(scene, who, wanted.area):
            total += chips.count(chips_in(scene.state, who, area), wanted.chip)
    return total


def areas(scene: Scene, who: str, area: str) -> tuple[str, ...]:
    """The places that an area word means for somebody: ``card`` is the card that speaks, or all ability cards of
    somebody else."""
    if area != "card":
        return (area,)
    if is_enemy(who):
        return ()
    if who == scene.actor and scene.slot in scene.state.guards[who].slots:
        return (f"card.{scene.slot}",)
    return tuple(f"card.{slot}" for slot in scene.state.guards[who].slots)


def holds(scene: Scene, condition: Condition | None) -> bool:
    """Whether a condition is met; no condition is."""
    if condition is None:
        return True
    if condition.compare is not None:
        left, sign, right = condition.compare
        return _COMPARE[sign](amount(scene, left), amount(scene, right))
    if condition.has_aggro is not None:
        return scene.state.aggro in meant(scene, condition.has_aggro)
    if condition.element_active is not None:
        return derived.element_active(scene.state, condition.element_active)
    if condition.visible_ai is not None:
        return _visible(scene, condition.visible_ai)
    if condition.fallen is not None:
        return any(combatant(scene.state, who).hp == 0 for who in _named(scene, condition.fallen))
    if condition.all_ is not None:
        return all(holds(scene, one) for one in condition.all_)
    if condition.any_ is not None:
        return any(holds(scene, one) for one in condition.any_)
    return not holds(scene, condition.not_)


def _named(scene: Scene, who: Who) -> tuple[str, ...]:
    """Whom a condition about the fallen means: the ally too when it has fallen."""
    if is_enemy(scene.actor) or who not in ("ally", "both_guards"):
        return meant(scene, who)
    if who == "both_guards":
        return tuple(scene.state.guards)
    ally = ally_of(scene.state, scene.actor)
    return (ally,) if ally else ()


def _visible(scene: Scene, wanted: VisibleAi) -> bool:
    return any(_shows(scene, who, wanted) for who in meant(scene, wanted.who) if is_enemy(who))


def _shows(scene: Scene, who: str, wanted: VisibleAi) -> bool:
    enemy = scene.state.enemies[who]
    if enemy.visible is None or (wanted.card is not None and enemy.visible != wanted.card):
        return False
    if wanted.special is None:
        return True
    text = scene.cards.ai_card(enemy.enemy, enemy.visible)
    special = text is not None and text.number in SPECIAL_NUMBERS
    return special == wanted.special
