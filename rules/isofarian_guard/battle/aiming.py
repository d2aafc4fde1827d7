"""Targets: which enemies a guard may aim at, and which guard an enemy chooses."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.isofarian_guard.battle import chips, derived
from rules.isofarian_guard.battle.amounts import ChipInBag, Criterion, Who
from rules.isofarian_guard.battle.book import merely_noted
from rules.isofarian_guard.battle.effects import ChooseTarget
from rules.isofarian_guard.battle.events import TargetChosen
from rules.isofarian_guard.battle.interpreter import carries_out
from rules.isofarian_guard.battle.library import Library
from rules.isofarian_guard.battle.play import Play
from rules.isofarian_guard.battle.scene import meant
from rules.isofarian_guard.battle.state import (
    FRONT_ROW,
    BattleState,
    Guard,
    combatant,
    is_enemy,
    standing_enemies,
    standing_guards,
)
from rules.kernel import Refused

# ---- guards aim


def out_of_reach(state: BattleState, slot: str) -> bool:
    """Whether the row shields an enemy from attacks: it stands behind while somebody stands in front (ISO-GRID-003,
    ISO-GRID-004, ISO-GRID-006, ISO-GRID-009)."""
    return slot not in FRONT_ROW and any(other in FRONT_ROW for other in standing_enemies(state))


def judge_enemy(state: BattleState, slot: str | None, *, attacked: bool) -> str:
    """Judge an enemy that the players choose (ISO-GRID-010, ISO-FALLB-004).

    :param attacked: by an attack that heeds the rows (ISO-GRID-004, ISO-GRID-008, ISO-ATT-003)
    :raises Refused: ``target_required``, ``no_such_target``, ``target_defeated``, ``target_not_in_front_row``
    """
    if slot is None:
        raise Refused("target_required", "Choose the enemy that it is aimed at.", rule="ISO-GRID-010")
    if slot not in state.enemies:
        raise Refused("no_such_target", f"There is no enemy in slot {slot}.", rule="ISO-GRID-010")
    if state.enemies[slot].hp == 0:
        raise Refused("target_defeated", f"The enemy in slot {slot} is defeated.", rule="ISO-FALLB-004")
    if attacked and out_of_reach(state, slot):
        raise Refused(
            "target_not_in_front_row",
            f"Slot {slot} is in the back row: an enemy in front stands before it.",
            rule="ISO-GRID-004",
            remedy="Attack the front row, or aim an effect that is no attack.",
        )
    return slot


def judge_guard(state: BattleState, guard: str | None) -> str:
    """Judge a guard that the players choose as a target.

    :raises Refused: ``target_required``, ``no_such_target``, ``guard_fallen`` (ISO-FALLB-013)
    """
    if guard is None:
        raise Refused("target_required", "Choose the guard that it is for.", rule="ISO-GRID-010")
    if guard not in state.guards:
        raise Refused("no_such_target", f"{guard} is not in this battle.", rule="ISO-GRID-010")
    if state.guards[guard].hp == 0:
        raise Refused("guard_fallen", "A fallen guard cannot be chosen.", rule="ISO-FALLB-013")
    return guard


def targets(play: Play, who: Who, *, heeds_rows: bool = False) -> tuple[str, ...]:
    """The combatants that an effect works on. What the players choose is judged when the ability first uses it; after
    that, and where the ability itself has felled it meanwhile, it stays the target to the end of the ability
    (ISO-FALLB-003).

    :param heeds_rows: it is an attack with the usual reach
    """
    if is_enemy(play.actor):
        return _of_enemy(play, who)
    if who == "target" and not play.reaction:
        return (_once(play, play.argument("target"), heeds_rows),)
    if who == "targets" and not play.reaction:
        return _several(play, heeds_rows)
    if who == "guard_target" and not play.reaction:
        return (_guard(play, play.argument("guard_target")),)
    return meant(play, who)


def _once(play: Play, slot: str | None, heeds_rows: bool) -> str:
    if slot is not None and _felled(play, slot):
        return slot
    judged = judge_enemy(play.state, slot, attacked=heeds_rows)
    play.shared.engaged.add(judged)
    return judged


def _guard(play: Play, guard: str | None) -> str:
    return guard if guard is not None and _felled(play, guard) else judge_guard(play.state, guard)


def _felled(play: Play, who: str) -> bool:
    """Whether somebody who was aimed at, or stood when the ability began, is down now."""
    return who in (play.shared.stood | play.shared.engaged) and combatant(play.state, who).hp == 0


def _several(play: Play, heeds_rows: bool) -> tuple[str, ...]:
    named = tuple(play.shared.targets)
    if not named:
        raise Refused("target_required", "Choose the enemies that it is aimed at.", rule="ISO-GRID-010")
    if len(set(named)) < len(named):
        raise Refused("no_such_target", "An enemy is named twice.", rule="ISO-GRID-010")
    return tuple(_once(play, slot, heeds_rows) for slot in named)


def _of_enemy(play: Play, who: Who) -> tuple[str, ...]:
    if who == "target" and play.target is None and not play.reaction and play.state.acting == play.actor:
        choose_target(play, ())
    return meant(play, who)


# ---- enemies choose


@carries_out(ChooseTarget)
def _choose(play: Play, effect: ChooseTarget) -> None:
    if is_enemy(play.actor):
        choose_target(play, effect.by)


def choose_target(play: Play, by: tuple[Criterion, ...]) -> None:
    """Choose the target of an enemy: the guard who alone fulfils the first criterion that singles one out, else the
    players' choice (ISO-TGT-001 to ISO-TGT-003). It stays until another one is chosen (ISO-TGT-018).

    :raises Refused: ``target_choice_required`` where the players must choose and have not
    """
    standing = standing_guards(play.state)
    if not standing:
        return
    chosen, deciding = decided_target(play.state, play.cards, by)
    if chosen is None:
        chosen, deciding = _players_choice(play), "players"
    play.target = chosen
    play.emit(TargetChosen(who=play.actor, target=chosen, by=deciding))


def decided_target(state: BattleState, cards: Library, by: tuple[Criterion, ...]) -> tuple[str | None, str]:
    """The guard that criteria single out and the deciding one, or ``None`` where the players choose. A single standing
    guard is the target without further checks (ISO-TGT-017)."""
    standing = standing_guards(state)
    if len(standing) == 1:
        return standing[0], "only"
    for criterion in by:
        fulfilling = _fulfilling(state, cards, criterion, standing)
        if len(fulfilling) == 1:
            return fulfilling[0], _name(criterion)
    return None, "players"


def _players_choice(play: Play) -> str:
    if not play.shared.targets:
        raise Refused(
            "target_choice_required",
            "No criterion singles out a guard: the players choose the target.",
            rule="ISO-TGT-003",
            remedy="Name the guard.",
        )
    return judge_guard(play.state, play.shared.targets.pop(0))


def _name(criterion: Criterion) -> str:
    if isinstance(criterion, ChipInBag):
        wanted = criterion.chip_in_bag
        return f"{wanted if isinstance(wanted, str) else ' or '.join(wanted)} in bag"
    return criterion


_Figure = Callable[[BattleState, Library, str], int]

_FIGURES: Mapping[str, _Figure] = {
    "hp": lambda state, cards, guard: state.guards[guard].hp,
    "atk": derived.atk_now,
    "def": derived.def_now,
    "ap": lambda state, cards, guard: _owned_ap(state.guards[guard]),
    "active_speaking_stone": lambda state, cards, guard: derived.active_gems(state.guards[guard]),
}


def _owned_ap(guard: Guard) -> int:
    """All AP owned, gray and green, active and exhausted (ISO-TGT-008)."""
    return guard.ap_active.total + guard.ap_exhausted.total


def _fulfilling(state: BattleState, cards: Library, criterion: Criterion, standing: tuple[str, ...]) -> list[str]:
    """The standing guards that fulfil a criterion (ISO-TGT-004 to ISO-TGT-008, ISO-TGT-013, ISO-TGT-014)."""
    if isinstance(criterion, ChipInBag):
        held = {guard: chips.count(state.guards[guard].bag, criterion.chip_in_bag) for guard in standing}
        return _extreme(held, max)
    if criterion == "aggro":
        return [guard for guard in standing if guard == state.aggro]
    end, _, stat = criterion.partition("_")
    if end not in ("highest", "lowest"):
        end, stat = "highest", criterion
    figures = {guard: _FIGURES[stat](state, cards, guard) for guard in standing}
    return _extreme(figures, max if end == "highest" else min)


def _extreme(figures: Mapping[str, int], pick: Callable[[list[int]], int]) -> list[str]:
    best = pick(list(figures.values()))
    return [guard for guard, figure in figures.items() if figure == best]


merely_noted(TargetChosen)
