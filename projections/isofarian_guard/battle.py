"""The battle under way in rows: the round's order, the enemy grid, both guards' dashboards.

Every number comes with its parts, every card with whether it can be used and paid now. The campaign's sheet and summary
call these while a battle is played round by round.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from projections.isofarian_guard.battle_enemies import enemy_rows
from projections.isofarian_guard.battle_guards import guard_rows, openings
from projections.isofarian_guard.battle_pieces import Row
from rules.isofarian_guard.battle.game import BATTLE
from rules.isofarian_guard.battle.library import Library, library
from rules.isofarian_guard.battle.state import ENEMY_SLOTS, BattleState, next_enemy, standing_enemies, standing_guards
from rules.isofarian_guard.content.pack import IsofarianPack

OUTCOMES = {"victory": "Victory", "defeat": "Defeat", "retreat": "Retreat"}


def battle_rows(state: BattleState, pack: IsofarianPack) -> dict[str, Row]:
    """The rows of a battle: ``fight``, ``foe.<slot>`` and ``fighter.<guard>``.

    :param pack: the content that counts, with what the group has learned laid over it
    """
    cards = library(pack)
    return {
        "fight": _fight(state, cards),
        **enemy_rows(state, cards),
        **guard_rows(state, cards, openings(BATTLE.options(state, pack))),
    }


def battle_summary(state: BattleState, pack: IsofarianPack) -> Row:
    """The battle in a few words, as the campaign's summary says them."""
    cards = library(pack)
    figures: list[list[Any]] = [[cards.name(name), f"{guard.hp} HP"] for name, guard in state.guards.items()]
    figures.append(["Enemies", len(standing_enemies(state))])
    return {"headline": headline(state, cards), "figures": figures, "pending": pending(state, cards)}


def headline(state: BattleState, cards: Library) -> str:
    """Where the battle is: ``Round 3: Grigory acts``."""
    if state.outcome is not None and state.step in ("rewards", "over"):
        return OUTCOMES[state.outcome]
    return f"Round {state.round}: {_at(state, cards)}"


def _at(state: BattleState, cards: Library) -> str:
    guard = cards.name(state.active_guard) if state.active_guard else ""
    acting = state.acting or next_enemy(state)
    enemy = f"{acting} {cards.name(state.enemies[acting].enemy)} acts" if acting else "the enemies are done"
    return {
        "round_start": "the round begins",
        "choose_guard": "who acts next?" if not state.activated else "the other guard, or the end of the turn",
        "draw": f"{guard} draws",
        "actions": f"{guard} acts",
        "enemies_turn": enemy,
        "cleanup": "clean-up",
        "rewards": "the rewards",
        "over": "the battle is over",
    }[state.step]


def pending(state: BattleState, cards: Library) -> str:
    """What has to be done, in one sentence."""
    if state.step == "actions" and state.active_guard:
        return "Use abilities, attack, or be done: in any order, each card once a round."
    if state.step == "draw" and state.active_guard:
        return "Refill first if you like, then draw the hand at once or chip by chip."
    if state.step == "enemies_turn" and state.acting:
        return "Its card lies open. Carry it out, or say what you read on it."
    return {
        "round_start": "Start-of-round accessories work, then blue cubes and unused Evasion go.",
        "choose_guard": "Each standing guard acts once.",
        "enemies_turn": "Enemies act in slot order, each by its own AI card.",
        "cleanup": "Chips leave the cards, status chips leave, gems move on.",
        "rewards": "Store what the enemies left.",
    }.get(state.step, "")


def _fight(state: BattleState, cards: Library) -> Row:
    return {
        "round": state.round,
        "step": state.step,
        "headline": headline(state, cards),
        "order": list(_order(state, cards)),
        "aggro": state.aggro or "",
        "aggro_name": cards.name(state.aggro) if state.aggro else "",
        "ambush": state.ambush,
        "retreat": state.retreat_allowed,
        "retreating": state.retreating,
        "difficulty": state.difficulty,
        "outcome": state.outcome or "",
        "grid": [list(ENEMY_SLOTS[2:]), list(ENEMY_SLOTS[:2])],
        "acting": state.active_guard or state.acting or "",
    }


def _order(state: BattleState, cards: Library) -> Iterator[dict[str, Any]]:
    """The round's order as a row of steps, each ``done``, ``here`` or ``next``."""
    at = _place(state)
    surprised = state.ambush and state.round == 1
    if not surprised:
        yield _step("Round begins", 0, at)
        for name in (*state.activated, *(name for name in standing_guards(state) if name not in state.activated)):
            yield {"label": cards.name(name), "state": _guard_state(state, name, at)}
    for slot in ENEMY_SLOTS:
        if slot in state.enemies and (state.enemies[slot].hp or slot in state.enemies_activated):
            yield {"label": f"{slot} {cards.name(state.enemies[slot].enemy)}", "state": _enemy_state(state, slot, at)}
    yield _step("Clean-up", 3, at)


def _place(state: BattleState) -> int:
    """The part of the round: 0 its start, 1 the guards, 2 the enemies, 3 cleanup, 4 past it."""
    places = {"round_start": 0, "choose_guard": 1, "draw": 1, "actions": 1, "enemies_turn": 2, "cleanup": 3}
    return places.get(state.step, 4)


def _step(label: str, place: int, at: int) -> dict[str, Any]:
    return {"label": label, "state": "done" if at > place else "here" if at == place else "next"}


def _guard_state(state: BattleState, name: str, at: int) -> str:
    if state.active_guard == name:
        return "here"
    return "done" if at > 1 or name in state.activated else "next"


def _enemy_state(state: BattleState, slot: str, at: int) -> str:
    here = state.acting or (next_enemy(state) if at == 2 else None)
    if here == slot:
        return "here"
    return "done" if at > 2 or (at == 2 and slot in state.enemies_activated) else "next"
