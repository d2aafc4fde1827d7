"""Damage and healing: attacks, Evasion, HP lost and healed, and who drops to 0.

An attack on one target goes: evasion check, damage, the attack's own added effects, then reactions (ISO-DMG-009).
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.isofarian_guard.battle import derived
from rules.isofarian_guard.battle.areas import chips_added, chips_taken
from rules.isofarian_guard.battle.book import BattleTurn, book, merely_noted
from rules.isofarian_guard.battle.chips import swept_to
from rules.isofarian_guard.battle.effects import Effects
from rules.isofarian_guard.battle.events import (
    AttackEvaded,
    AttackPerformed,
    DamageDealt,
    EnemyDefeated,
    GuardFell,
    HpHealed,
    HpLost,
)
from rules.isofarian_guard.battle.interpreter import react, run
from rules.isofarian_guard.battle.play import Play
from rules.isofarian_guard.battle.state import BattleState, Enemy, combatant, is_enemy, with_combatant, with_enemy
from rules.kernel import plus
from rules.kernel.sums import Part

ENEMY_HP_MAX = 109
"""What the HP tracks of an enemy dashboard show at most (ISO-ENM-003)."""


def lose_hp(turn: BattleTurn, play: Play | None, who: str, n: int, cause: str) -> int:
    """Take HP off somebody, never below 0 (ISO-DMG-006). Whoever reaches 0 is down at once, though the ability in play
    goes on (ISO-FALLB-001 to ISO-FALLB-003).

    :param play: the ability in play, which learns who dropped to 0
    :returns: HP really lost
    """
    figures = combatant(turn.state, who)
    lost = min(max(n, 0), figures.hp)
    if not lost:
        return 0
    turn.emit(HpLost(who=who, n=lost, hp=figures.hp - lost, cause=cause))
    if figures.hp == lost:
        if isinstance(figures, Enemy):
            turn.emit(EnemyDefeated(who=who, reward=f"{figures.enemy}_{figures.stars}"))
        else:
            turn.emit(GuardFell(who=who))
        if play is not None:
            play.note_fallen(who)
    return lost


def heal(turn: BattleTurn, who: str, n: int) -> None:
    """Heal somebody up to the maximum: a guard's own, 109 for an enemy even above its start (ISO-STAT-003,
    ISO-ENM-003). The fallen and defeated are not healed (ISO-FALLB-013)."""
    figures = combatant(turn.state, who)
    most = ENEMY_HP_MAX if isinstance(figures, Enemy) else figures.hp_max
    healed = min(n, most - figures.hp)
    if figures.hp > 0 and healed > 0:
        turn.emit(HpHealed(who=who, n=healed, hp=figures.hp + healed))


def attack(play: Play, target: str, modifier: Part, on_hit: Effects) -> None:
    """Carry out one attack of the play's actor against one target (ISO-DMG-009). Attacks that are evaded or deal
    nothing are attacks too (ISO-DMG-002, ISO-CHIP-016).

    :param modifier: the attack modifier, which counts for this attack only (ISO-DMG-003)
    :param on_hit: what the attack adds, evaded with it
    """
    attacker = play.actor
    play.emit(AttackPerformed(who=attacker, target=target))
    chip = derived.evasion_of(play.state, target, play.argument("evasion"))
    if chip is not None:
        to = "supply" if is_enemy(target) else swept_to(chip)
        play.emit(AttackEvaded(who=attacker, target=target, chip=chip, to=to))
        react(play, target, frozenset({"attacked", "evaded"}), attacker=attacker, victim=target)
        return
    dealt = derived.damage(play.state, play.cards, attacker, target, modifier, play.lingering)
    numbers = {"atk": dealt.atk.in_use, "def_": dealt.def_.in_use}
    play.emit(DamageDealt(who=attacker, target=target, n=dealt.n, **numbers))
    lost = lose_hp(play.turn, play, target, dealt.n, "attack")
    _add_on_hit(play, target, on_hit)
    triggers = {"attacked", "hit"} | ({"damaged"} if lost else set())
    if target in play.shared.fallen:
        play.shared.fallen.remove(target)
        triggers.add("defeated")
    react(play, target, frozenset(triggers), attacker=attacker, victim=target)


def _add_on_hit(play: Play, target: str, on_hit: Effects) -> None:
    """What an attack adds to its target. Reactions to a fall wait for those to the attack itself."""
    if not on_hit:
        return
    down = target in play.shared.fallen
    if down:
        play.shared.fallen.remove(target)
    child = play.child(play.actor, play.slot)
    child.attacker, child.victim = play.actor, target
    run(child, on_hit)
    if down:
        play.shared.fallen.append(target)


# ---- facts


@book.evolves(HpLost)
def _hp_lost(state: BattleState, event: HpLost) -> BattleState:
    state = with_combatant(state, event.who, hp=event.hp)
    return _noting_first_down(state) if event.hp == 0 else state


def _noting_first_down(state: BattleState) -> BattleState:
    """Which side had nobody standing first: it has lost (ISO-FALLB-012)."""
    if state.first_down is not None:
        return state
    if all(guard.hp == 0 for guard in state.guards.values()):
        return replace(state, first_down="guards")
    if all(enemy.hp == 0 for enemy in state.enemies.values()):
        return replace(state, first_down="enemies")
    return state


@book.evolves(HpHealed)
def _hp_healed(state: BattleState, event: HpHealed) -> BattleState:
    return with_combatant(state, event.who, hp=event.hp)


@book.evolves(EnemyDefeated)
def _enemy_defeated(state: BattleState, event: EnemyDefeated) -> BattleState:
    state = with_enemy(state, event.who, defeated=True)
    return replace(state, defeats=plus(state.defeats, (event.reward,)))


@book.evolves(AttackPerformed)
def _attack_performed(state: BattleState, event: AttackPerformed) -> BattleState:
    if is_enemy(event.who) or not is_enemy(event.target):
        return state
    return replace(state, last_attacker=event.who, attack_since=True)


@book.evolves(AttackEvaded)
def _attack_evaded(state: BattleState, event: AttackEvaded) -> BattleState:
    area = "enemy_card" if is_enemy(event.target) else "positive"
    state = chips_taken(state, event.target, area, {event.chip: 1})
    return chips_added(state, event.target, event.to, {event.chip: 1})


merely_noted(GuardFell, DamageDealt)
