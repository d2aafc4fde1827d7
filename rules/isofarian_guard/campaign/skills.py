"""Skill trees (ISO-SKILL)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules.isofarian_guard.campaign import lookup
from rules.isofarian_guard.campaign.decisions.guards import UnlockSkill
from rules.isofarian_guard.campaign.events.guards import SkillUnlocked
from rules.isofarian_guard.campaign.fitting import add_bonus_chips, refitted
from rules.isofarian_guard.campaign.guarding import with_guard
from rules.isofarian_guard.campaign.money import has_lux, spend
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.state import Guard, Position, Stats
from rules.isofarian_guard.campaign.timing import exploring, from_chapter, member
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.parts import Bonus, SkillNode
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import Refused, words


@RULES.decides(UnlockSkill)
def unlock_skill(turn: IsofarianTurn, decision: UnlockSkill) -> None:
    """Buy an upgrade that connects to one already unlocked (ISO-SKILL-002 to ISO-SKILL-011)."""
    state = turn.state
    exploring(state)
    guard = member(state, decision.guard)
    upgrade = open_upgrade(state, turn.pack, decision.guard, decision.node)
    spend(turn, lux=upgrade.cost)
    bonus = upgrade.bonus
    changed = refitted(guard, base=_raised(guard.base, bonus))
    turn.emit(
        SkillUnlocked(guard=decision.guard, node=decision.node, base=changed.base, hp=changed.hp, ability=bonus.ability)
    )
    add_bonus_chips(turn, decision.guard, (bonus,))


def open_upgrade(state: Position, pack: IsofarianPack, name: str, node: str) -> SkillNode:
    """An upgrade that can be unlocked now: connected, not below what it connects to, chapter and Lux (ISO-SKILL-002
    to ISO-SKILL-006).

    :raises Refused: ``no_such_skill``, ``already_unlocked``, ``skill_not_connected``, ``skill_level_too_low``,
        ``chapter_too_low`` or ``insufficient_lux``
    """
    tree = lookup.skill_tree(state, pack, name)
    upgrade = tree.get(node)
    if upgrade is None:
        raise Refused("no_such_skill", f"{named(name)} has no upgrade {words(node)}.", remedy="Record it first.")
    label, unlocked = upgrade.label or words(node), state.guards[name].skills
    if node in unlocked:
        raise Refused("already_unlocked", f"{label} is unlocked.", rule="ISO-SKILL-006")
    connected = [tree[other] for other in unlocked if other in tree and _linked(tree, node, other)]
    if not connected:
        sentence = f"{label} connects to nothing unlocked."
        raise Refused("skill_not_connected", sentence, rule="ISO-SKILL-002", remedy="Unlock what leads to it first.")
    if all(upgrade.level < other.level for other in connected):
        sentence = f"{label} lies below what it connects to."
        raise Refused("skill_level_too_low", sentence, rule="ISO-SKILL-003")
    from_chapter(state, upgrade.chapter, label, "ISO-SKILL-004")
    has_lux(state, upgrade.cost, "ISO-SKILL-005")
    return upgrade


def _linked(tree: Mapping[str, SkillNode], one: str, other: str) -> bool:
    return other in tree[one].links or one in tree[other].links


def _raised(base: Stats, bonus: Bonus) -> Stats:
    """Base stats after a plus-upgrade; caps are applied when stats are read (ISO-SKILL-007)."""
    if bonus.stat is None:
        return base
    field = "def_" if bonus.stat == "def" else bonus.stat
    return replace(base, **{field: getattr(base, field) + bonus.add})


def learned(guard: Guard, ability: str | None) -> tuple[str, ...]:
    """The abilities that a guard knows with one more (ISO-SKILL-009)."""
    return guard.known if ability is None or ability in guard.known else (*guard.known, ability)


@RULES.evolves(SkillUnlocked)
def _skill_unlocked(state: Position, event: SkillUnlocked) -> Position:
    guard = state.guards[event.guard]
    return with_guard(
        state,
        event.guard,
        base=event.base,
        hp=event.hp,
        skills=(*guard.skills, event.node),
        known=learned(guard, event.ability),
    )
