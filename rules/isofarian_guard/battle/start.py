"""The start of a battle: who goes first, guards made ready, enemies placed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from rules.isofarian_guard.battle.book import BattleTurn, aftermath, book
from rules.isofarian_guard.battle.decisions import PlacedFoe, StartBattle
from rules.isofarian_guard.battle.ending import ready, settle
from rules.isofarian_guard.battle.events import BattleOpened, EnemyPlaced, GuardsMustered
from rules.isofarian_guard.battle.grid import Figures, new_enemy, printed
from rules.isofarian_guard.battle.guards_turn import begin_enemies_turn, trigger_for_guards
from rules.isofarian_guard.battle.library import Library, library
from rules.isofarian_guard.battle.state import (
    ENEMY_SLOTS,
    NARRATIVE_SOURCES,
    AbilityCard,
    BattleState,
    Difficulty,
    Guard,
    Holdings,
    Phase,
    Source,
)
from rules.kernel import Refused, words

GEMS_PER_ELEMENT = 4
"""Speaking Stone Gems of each color (ISO-STON-007)."""
STONEBOUND_LIMIT = 2
"""Stonebound Ability Cards that a guard may equip in Tenebris Mode (ISO-DIFFB-005)."""


@aftermath.decides(StartBattle)
def start_battle(turn: BattleTurn, decision: StartBattle) -> None:
    """Begin a battle from exploration or a Narrative Event (ISO-START-001).

    :raises Refused: ``already_in_battle`` and what :func:`open_battle` raises
    """
    state = turn.state
    if state.step != "over":
        raise Refused("already_in_battle", "A battle is under way.", rule="ISO-START-001")
    blue = decision.color == "blue"
    ambush = is_ambush(decision.source, state.difficulty, marked=decision.ambush, blue=blue)
    open_battle(
        turn,
        guards=state.guards,
        foes=decision.enemies,
        source=decision.source,
        ambush=ambush,
        retreat_allowed=not ambush,
        difficulty=state.difficulty,
        came_from=state.came_from,
        holdings=state.holdings or Holdings(),
    )


def is_ambush(source: Source, difficulty: Difficulty, *, marked: bool, blue: bool) -> bool:
    """Whether an encounter is an ambush: marked in red, or on a blue node (ISO-AMB-003); never a battle chosen after a
    Compass Chip (ISO-AMB-004); in Tenebris Mode every one that is not narrative (ISO-DIFFB-004, ISO-DIFFB-009).
    Narrative and quest battles follow their book alone.

    :param marked: the entry says so
    :param blue: it happens on a blue node
    """
    if source in NARRATIVE_SOURCES:
        return marked
    if difficulty == "tenebris":
        return True
    return source != "hunt" and (marked or blue)


def open_battle(
    turn: BattleTurn,
    *,
    guards: Mapping[str, Guard],
    foes: Iterable[PlacedFoe],
    source: Source,
    ambush: bool,
    retreat_allowed: bool,
    difficulty: Difficulty,
    came_from: Phase = "exploration",
    holdings: Holdings | None = None,
    at: str | None = None,
) -> None:
    """Set up a battle: the guards ready (ISO-START-003), AP as it is (ISO-START-004), the enemies placed, accessories
    that work once before a battle (ISO-ACC-005, ISO-AMB-006). Where these fell the last enemy the battle is won
    (ISO-END-001). Else the guards are first, in an ambush the enemies (ISO-START-002, ISO-AMB-001, ISO-AMB-007).

    :param holdings: what the party has beside the dashboards, or ``None`` where a campaign keeps that
    :param at: the node of the battle, where a campaign knows it: some drops are left there alone (ISO-END-002)
    :raises Refused: ``too_many_enemies``, ``slot_occupied``, ``stonebound_limit``, ``enemy_unread``
    """
    cards = library(turn.pack)
    _judge_loadout(guards, difficulty)
    placed = places(foes)
    figures = {slot: _figures(cards, foe) for slot, foe in placed.items()}
    turn.emit(
        GuardsMustered(
            source=source,
            ambush=ambush,
            retreat_allowed=retreat_allowed,
            difficulty=difficulty,
            came_from=came_from,
            guards={name: ready(guard) for name, guard in guards.items()},
            holdings=holdings,
            at=at,
        )
    )
    for slot, foe in placed.items():
        enemy = new_enemy(cards, foe.enemy, foe.stars, figures[slot], difficulty)
        turn.emit(EnemyPlaced(slot=slot, enemy=enemy))
    turn.emit(BattleOpened(first="enemies" if ambush else "guards"))
    trigger_for_guards(turn, "battle_start")
    settle(turn)
    if turn.state.step == "enemies_turn":
        begin_enemies_turn(turn)


def places(foes: Iterable[PlacedFoe]) -> Mapping[str, PlacedFoe]:
    """Enemies by slot: where the entry names it, else the lowest one that is free and that nobody names
    (ISO-GRID-001).

    :raises Refused: ``too_many_enemies`` (ISO-ENM-001), ``slot_occupied``
    """
    listed = list(foes)
    if not listed:
        raise Refused("malformed", "A battle needs an enemy.")
    if len(listed) > len(ENEMY_SLOTS):
        raise Refused("too_many_enemies", "At most four enemies stand on the battlefield.", rule="ISO-ENM-001")
    placed: dict[str, PlacedFoe] = {}
    named = {foe.slot for foe in listed}
    for foe in listed:
        slot: str = foe.slot or next(slot for slot in ENEMY_SLOTS if slot not in named and slot not in placed)
        if slot in placed:
            raise Refused("slot_occupied", f"Two enemies cannot stand in slot {slot}.", rule="ISO-GRID-001")
        placed[slot] = foe
    return {slot: placed[slot] for slot in ENEMY_SLOTS if slot in placed}


def _figures(cards: Library, foe: PlacedFoe) -> Figures:
    """What an enemy's card prints: as the pack has it, or as the players read it.

    :raises Refused: ``enemy_unread`` where neither says
    """
    known = printed(cards, foe.enemy, foe.stars)
    hp, atk, def_, ap = (
        said if said is not None else getattr(known, name, None)
        for name, said in (("hp", foe.hp), ("atk", foe.atk), ("def_", foe.def_), ("ap", foe.ap))
    )
    if hp is None or atk is None or def_ is None or ap is None:
        name = f"{cards.name(foe.enemy)} of {foe.stars} stars"
        raise Refused(
            "enemy_unread", f"Nobody has entered the card of {name}.", remedy="Read its figures from the card."
        )
    return Figures(hp, atk, def_, ap)


def _judge_loadout(guards: Mapping[str, Guard], difficulty: Difficulty) -> None:
    gems: Counter[str] = Counter()
    for name, guard in guards.items():
        stones = [card.element for card in guard.slots.values() if not isinstance(card, AbilityCard)]
        if difficulty == "tenebris" and len(stones) > STONEBOUND_LIMIT:
            sentence = f"{words(name)} has {len(stones)} Stonebound Abilities; in Tenebris Mode two are allowed."
            raise Refused("stonebound_limit", sentence, rule="ISO-DIFFB-005")
        gems.update(stones)
    for element, n in gems.items():
        if n > GEMS_PER_ELEMENT:
            sentence = f"{n} gems of {element} lie on the dashboards; there are {GEMS_PER_ELEMENT} of each color."
            raise Refused("stonebound_limit", sentence, rule="ISO-STON-007")


# ---- facts


@book.founds(GuardsMustered)
def _guards_mustered(event: GuardsMustered) -> BattleState:
    return BattleState(
        step="over",
        came_from=event.came_from,
        source=event.source,
        ambush=event.ambush,
        retreat_allowed=event.retreat_allowed,
        difficulty=event.difficulty,
        guards=event.guards,
        holdings=event.holdings,
        at=event.at,
    )


@book.evolves(BattleOpened)
def _battle_opened(state: BattleState, event: BattleOpened) -> BattleState:
    return replace(state, step="round_start" if event.first == "guards" else "enemies_turn")
