"""The Guards' turn: steps 1 to 9, except what the active guard draws and does."""

from __future__ import annotations

from msgspec.structs import replace

from rules.isofarian_guard.battle import chips
from rules.isofarian_guard.battle.acting import acting_guard
from rules.isofarian_guard.battle.areas import chips_added, chips_taken
from rules.isofarian_guard.battle.bagwork import discard_blue_cubes, refill
from rules.isofarian_guard.battle.book import BattleTurn, book, in_battle
from rules.isofarian_guard.battle.decisions import ActivateGuard, EndActivation, EndGuardsTurn, Retreat, StartRound
from rules.isofarian_guard.battle.events import (
    AggroMoved,
    EnemyBlueCubesDiscarded,
    EnemyEvasionDiscarded,
    EvasionExpired,
    GuardActivated,
    GuardActivationEnded,
    GuardsTurnEnded,
    RetreatDeclared,
    RoundStarted,
    StartStepsDone,
)
from rules.isofarian_guard.battle.interpreter import react
from rules.isofarian_guard.battle.play import Play
from rules.isofarian_guard.battle.points import refresh
from rules.isofarian_guard.battle.state import NARRATIVE_SOURCES, BattleState, standing_guards, with_enemy
from rules.kernel import Refused, words


@in_battle(StartRound, "round_start", rule="ISO-TURN-001")
def start_round(turn: BattleTurn, decision: StartRound) -> None:
    """Step 1: start-of-round accessories (ISO-TURN-002, ISO-ACC-004). Step 2: every blue cube of the guards goes, those
    of step 1 included (ISO-TURN-003, ISO-TURN-015, ISO-STAT-010), and with them the Evasion Chips that no attack used
    up; Evasion of step 1 stays (ISO-TURN-011, ISO-TURN-013)."""
    turn.emit(RoundStarted(round=turn.state.round))
    evasions = {name: _evasions(turn.state, name) for name in turn.state.guards}
    trigger_for_guards(turn, "round_start")
    for name in turn.state.guards:
        discard_blue_cubes(turn, name, None)
    for name, unused in evasions.items():
        for chip, n in unused.items():
            left = min(n, turn.state.guards[name].positive.get(chip, 0))
            if left:
                turn.emit(EvasionExpired(who=name, chip=chip, n=left, to=chips.swept_to(chip)))
    turn.emit(StartStepsDone())


def _evasions(state: BattleState, guard: str) -> dict[str, int]:
    positive = state.guards[guard].positive
    return {chip: positive[chip] for chip in chips.EVASIONS if chip in positive}


def trigger_for_guards(turn: BattleTurn, trigger: str) -> None:
    """Let the guards' cards react to a moment of the battle, in party order."""
    for name in standing_guards(turn.state):
        react(Play(turn, name), name, frozenset({trigger}))


@in_battle(Retreat)
def retreat(turn: BattleTurn, decision: Retreat) -> None:
    """All guards give up their turn to retreat, at the start of a round before anyone is activated; the enemies still
    take their turn (ISO-RET-001 to ISO-RET-003, ISO-RET-009).

    :raises Refused: ``wrong_step``, ``not_start_of_round`` (ISO-RET-002), ``ambush_no_retreat`` (ISO-AMB-002),
        ``narrative_no_retreat`` (ISO-RET-006)
    """
    refusal = retreat_refusal(turn.state)
    if refusal is not None:
        raise refusal
    turn.emit(RetreatDeclared())
    begin_enemies_turn(turn)


def retreat_refusal(state: BattleState) -> Refused | None:
    """Why the guards cannot retreat now, or ``None``."""
    if state.source in NARRATIVE_SOURCES:
        sentence = "There is no retreat from Narrative Events and quests."
        return Refused("narrative_no_retreat", sentence, rule="ISO-RET-006")
    if state.ambush or not state.retreat_allowed:
        return Refused("ambush_no_retreat", "There is no retreat from an ambush.", rule="ISO-AMB-002")
    if state.step == "round_start":
        sentence = "Steps 1 and 2 of the Guards' turn come first."
        return Refused("wrong_step", sentence, rule="ISO-RET-009", remedy="Start the round.")
    if state.step != "choose_guard" or state.activated:
        sentence = "A retreat is declared at the start of a round, before any guard is activated."
        return Refused("not_start_of_round", sentence, rule="ISO-RET-002")
    return None


@in_battle(ActivateGuard)
def activate_guard(turn: BattleTurn, decision: ActivateGuard) -> None:
    """Steps 3 and 7: choose a guard, each once (ISO-TURN-004); step 4: an empty bag is refilled, free and without
    choice (ISO-REF-001)."""
    refusal = activation_refusal(turn.state, decision.guard)
    if refusal is not None:
        raise refusal
    turn.emit(GuardActivated(guard=decision.guard))
    if not turn.state.guards[decision.guard].bag:
        refill(turn, decision.guard)


def activation_refusal(state: BattleState, guard: str) -> Refused | None:
    """Why a guard cannot be activated now, or ``None``: ``no_such_target``, ``another_guard_active`` (ISO-TURN-014),
    ``guard_already_activated`` (ISO-TURN-004), ``wrong_step``, ``guard_fallen`` (ISO-FALLB-005)."""
    if guard not in state.guards:
        return Refused("no_such_target", f"{guard} is not in this battle.")
    if state.active_guard is not None and state.active_guard != guard:
        sentence = f"{words(state.active_guard)} is still active."
        return Refused("another_guard_active", sentence, rule="ISO-TURN-014", remedy="End that activation first.")
    if guard in state.activated:
        sentence = "Each guard is activated once per Guards' turn."
        return Refused("guard_already_activated", sentence, rule="ISO-TURN-004")
    if state.step != "choose_guard":
        return Refused("wrong_step", "Guards are chosen in the Guards' turn, after steps 1 and 2.", rule="ISO-TURN-001")
    if state.guards[guard].hp == 0:
        return Refused("guard_fallen", "A fallen guard cannot act.", rule="ISO-FALLB-005")
    return None


@in_battle(EndActivation)
def end_activation(turn: BattleTurn, decision: EndActivation) -> None:
    """The active guard is done with its actions, of which it may have taken none (ISO-TURN-007)."""
    acting_guard(turn.state, decision.guard)
    turn.emit(GuardActivationEnded(guard=decision.guard))


@in_battle(EndGuardsTurn, "choose_guard", "draw", "actions")
def end_guards_turn(turn: BattleTurn, decision: EndGuardsTurn) -> None:
    """Step 8: all exhausted AP is active again (ISO-TURN-009). Step 9: the Aggro Chip goes to the guard who attacked
    last; if nobody attacked it stays (ISO-TURN-010, ISO-AGG-001, ISO-AGG-003, ISO-AGG-006). Then step 1 of the
    enemies' turn.

    :raises Refused: ``guard_still_active``, ``guard_not_activated`` (ISO-TURN-008)
    """
    refusal = end_of_turn_refusal(turn.state)
    if refusal is not None:
        raise refusal
    for name in turn.state.guards:
        refresh(turn, name, "any", None)
    attacker = turn.state.last_attacker
    if turn.state.attack_since and attacker and attacker != turn.state.aggro:
        turn.emit(AggroMoved(guard=attacker))
    turn.emit(GuardsTurnEnded())
    begin_enemies_turn(turn)


def end_of_turn_refusal(state: BattleState) -> Refused | None:
    """Why the Guards' turn cannot end now, or ``None``."""
    if state.active_guard is not None:
        sentence = f"{words(state.active_guard)} is still active."
        return Refused("guard_still_active", sentence, rule="ISO-TURN-008", remedy="End that activation first.")
    waiting = [name for name in standing_guards(state) if name not in state.activated]
    if waiting:
        sentence = f"{' and '.join(map(words, waiting))} must be activated before the turn ends."
        return Refused("guard_not_activated", sentence, rule="ISO-TURN-008")
    return None


def begin_enemies_turn(turn: BattleTurn) -> None:
    """Step 1 of the enemies' turn: their green Evasion Chips and blue cubes go to the supply (ISO-AI-001, ISO-CHIP-015,
    ISO-ENM-007)."""
    for slot, enemy in turn.state.enemies.items():
        evasion = enemy.chips.get("green_evasion", 0)
        if evasion:
            turn.emit(EnemyEvasionDiscarded(who=slot, n=evasion))
        if enemy.blue_cubes:
            turn.emit(EnemyBlueCubesDiscarded(who=slot, n=enemy.blue_cubes))


# ---- facts


@book.evolves(RoundStarted)
def _round_started(state: BattleState, event: RoundStarted) -> BattleState:
    return replace(state, round=event.round)


@book.evolves(EvasionExpired)
def _evasion_expired(state: BattleState, event: EvasionExpired) -> BattleState:
    state = chips_taken(state, event.who, "positive", {event.chip: event.n})
    return chips_added(state, event.who, event.to, {event.chip: event.n})


@book.evolves(StartStepsDone)
def _start_steps_done(state: BattleState, event: StartStepsDone) -> BattleState:
    return replace(state, step="choose_guard", activated=(), active_guard=None)


@book.evolves(RetreatDeclared)
def _retreat_declared(state: BattleState, event: RetreatDeclared) -> BattleState:
    return replace(state, retreating=True, step="enemies_turn", enemies_activated=())


@book.evolves(GuardActivated)
def _guard_activated(state: BattleState, event: GuardActivated) -> BattleState:
    activated = (*state.activated, event.guard)
    return replace(state, active_guard=event.guard, activated=activated, step="draw", draw_left=None)


@book.evolves(GuardActivationEnded)
def _guard_activation_ended(state: BattleState, event: GuardActivationEnded) -> BattleState:
    return replace(state, active_guard=None, step="choose_guard", draw_left=None)


@book.evolves(GuardsTurnEnded)
def _guards_turn_ended(state: BattleState, event: GuardsTurnEnded) -> BattleState:
    return replace(state, step="enemies_turn", enemies_activated=(), attack_since=False)


@book.evolves(EnemyEvasionDiscarded)
def _enemy_evasion_discarded(state: BattleState, event: EnemyEvasionDiscarded) -> BattleState:
    return chips_taken(state, event.who, "enemy_card", {"green_evasion": event.n})


@book.evolves(EnemyBlueCubesDiscarded)
def _enemy_blue_cubes_discarded(state: BattleState, event: EnemyBlueCubesDiscarded) -> BattleState:
    return with_enemy(state, event.who, blue_cubes=state.enemies[event.who].blue_cubes - event.n)
