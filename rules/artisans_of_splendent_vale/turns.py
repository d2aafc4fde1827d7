"""Initiative, turns and rounds, and the end of a scene."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.artisans_of_splendent_vale.book import ValeTurn, begun, book, in_scene, no_attack_waits, whose_turn
from rules.artisans_of_splendent_vale.decisions import BeginTurn, EndScene, EndTurn
from rules.artisans_of_splendent_vale.dice import add_rolled
from rules.artisans_of_splendent_vale.events import (
    BlockExpired,
    ConditionRemoved,
    RoundBegan,
    RoundEnded,
    SceneEnded,
    TrackerMoved,
    TurnBegan,
    TurnEnded,
    TurnSkipped,
    UnitStoodUp,
)
from rules.artisans_of_splendent_vale.figures import CHARACTERS, START_OF_TURN
from rules.artisans_of_splendent_vale.harm import bleed, heal, hurt
from rules.artisans_of_splendent_vale.placing import spawn_all
from rules.artisans_of_splendent_vale.state import (
    Board,
    Dice,
    Position,
    Turn,
    Unit,
    members,
    number_of,
    standing,
)
from rules.kernel import Refused

# ---- initiative


def due(state: Position) -> tuple[str, ...]:
    """Whose turn it may be now: the unit at the tracker, of a group the next by number; anybody without an initiative
    (AV-INI-001, AV-INI-009, AV-MOB-013)."""
    if not state.initiative:
        return tuple(unit for unit in standing(state) if unit not in state.companions)
    return _next_at(state, state.initiative[state.index % len(state.initiative)])


def _next_at(state: Position, portrait: str) -> tuple[str, ...]:
    if portrait in CHARACTERS:
        able = portrait in state.players and not state.units.get(portrait, Unit()).defeated and not state.acted
        return (portrait,) if able else ()
    if portrait in standing(state) and portrait not in state.acted:
        return (portrait,)
    last = max((number_of(unit) for unit in state.acted), default=-1)
    waiting = [unit for unit in members(state, portrait) if unit not in state.acted and number_of(unit) > last]
    return tuple(waiting[:1])


def settle(turn: ValeTurn) -> None:
    """Move the tracker to the next portrait that can act, round by round (AV-INI-003 to AV-INI-008)."""
    portraits = turn.state.initiative
    for _ in range(2 * len(portraits) + 1):
        if not portraits or due(turn.state):
            return
        if not turn.state.acted:
            turn.emit(TurnSkipped(portrait=portraits[turn.state.index], index=turn.state.index))
        if turn.state.index + 1 < len(portraits):
            turn.emit(TrackerMoved(index=turn.state.index + 1))
        else:
            next_round(turn)


def next_round(turn: ValeTurn) -> None:
    """End the round with what the scene brings then, and begin the next one (AV-INI-005, AV-INI-006)."""
    turn.emit(RoundEnded(round=turn.state.round))
    scene = turn.pack.scenes.get(turn.state.scene or "")
    if scene is not None:
        spawn_all(turn, scene.end_of_round)
    turn.emit(RoundBegan(round=turn.state.round + 1))


# ---- turns


def companions_of(state: Position, unit: str) -> tuple[str, ...]:
    """The companions of a character that are in the scene."""
    return tuple(name for name, it in state.companions.items() if it.owner == unit and name in state.units)


def held(state: Position, units: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The condition types that units hold (AV-CND-003)."""
    return {unit: tuple(state.units[unit].conditions) for unit in units if unit in state.units}


def lying(state: Position, units: Iterable[str]) -> tuple[str, ...]:
    """Who of some units lies stunned."""
    return tuple(unit for unit in units if unit in state.units and state.units[unit].stunned)


@book.decides(BeginTurn)
def begin_turn(turn: ValeTurn, decision: BeginTurn) -> None:
    """Begin a turn; a character rolls three available dice into the pool (AV-TURN-001, AV-TURN-002, AV-MOD-011).

    Luck: ``dice``.
    """
    state, unit = begun(turn), decision.unit
    if state.turn is not None or unit in state.companions or state.phase != "action_scene":
        raise Refused("not_your_turn", "A turn is in progress, or it is another unit's.", rule="AV-INI-001")
    no_attack_waits(state)
    settle(turn)
    character = unit in turn.state.players
    if unit not in due(turn.state) and (turn.state.initiative or not character):
        if turn.state.units.get(unit, Unit(defeated=True)).defeated and not character:
            raise Refused("unit_defeated", "That unit is out of the scene.", rule="AV-INI-008")
        raise Refused("not_your_turn", "Another unit is next.", rule="AV-INI-001")
    units = (unit, *companions_of(turn.state, unit))
    turn.emit(TurnBegan(unit=unit, had=held(turn.state, units), lying=lying(turn.state, units)))
    if character:
        add_rolled(turn, START_OF_TURN)


@book.decides(EndTurn)
def end_turn(turn: ValeTurn, decision: EndTurn) -> None:
    """End a turn: regen, bleed, tokens, standing up, block, the tracker (AV-CND-003 to AV-CND-014, AV-MOD-008,
    AV-HEA-006, AV-CMP-016).

    Luck: injury cards.
    """
    state, now = whose_turn(turn, decision.unit)
    for unit in (now.unit, *companions_of(state, now.unit)):
        _end_for(turn, now, unit)
    for unit, here in turn.state.units.items():
        if here.block:
            turn.emit(BlockExpired(unit=unit, amount=here.block))
    turn.emit(TurnEnded(unit=now.unit))
    settle(turn)


def _end_for(turn: ValeTurn, now: Turn, unit: str) -> None:
    if unit not in turn.state.units or turn.state.units[unit].defeated:
        return
    extra = bleed(turn, unit)
    if turn.state.units[unit].defeated:
        return
    held_now = turn.state.units[unit].conditions
    for condition, tokens in held_now.items():
        gone = int(condition in now.had.get(unit, ())) + (extra if condition == "bleed" else 0)
        if gone:
            turn.emit(ConditionRemoved(unit=unit, condition=condition, count=min(gone, tokens)))
    if unit in now.lying and turn.state.units[unit].stunned:
        turn.emit(UnitStoodUp(unit=unit))


@book.decides(EndScene)
def end_scene(turn: ValeTurn, decision: EndScene) -> None:
    """Close the scene: regen heals, bleed hurts, everything of the scene is cleared (AV-END-001 to AV-END-006,
    AV-CND-008, AV-CND-011, AV-CND-013).

    Luck: injury cards.
    """
    state = in_scene(turn)
    for unit, here in state.units.items():
        if not here.defeated:
            if here.conditions.get("regen"):
                heal(turn, unit, here.conditions["regen"])
            if here.conditions.get("bleed"):
                hurt(turn, unit, here.conditions["bleed"])
    turn.emit(SceneEnded(scene=state.scene))


# ---- what the events change


@book.evolves(RoundBegan)
def _round_began(state: Position, event: RoundBegan) -> Position:
    return replace(state, round=event.round, index=0, acted=())


@book.evolves(RoundEnded)
def _round_ended(state: Position, event: RoundEnded) -> Position:
    return state


@book.evolves(TrackerMoved)
def _tracker_moved(state: Position, event: TrackerMoved) -> Position:
    return replace(state, index=event.index, acted=event.acted)


@book.evolves(TurnSkipped)
def _turn_skipped(state: Position, event: TurnSkipped) -> Position:
    return state


@book.evolves(TurnBegan)
def _turn_began(state: Position, event: TurnBegan) -> Position:
    return replace(state, turn=Turn(unit=event.unit, had=event.had, lying=event.lying))


@book.evolves(TurnEnded)
def _turn_ended(state: Position, event: TurnEnded) -> Position:
    acted = (*state.acted, event.unit) if state.initiative else ()
    return replace(state, turn=None, acted=acted)


@book.evolves(SceneEnded)
def _scene_ended(state: Position, event: SceneEnded) -> Position:
    units = {name: replace(unit, conditions={}, stunned=False, block=0) for name, unit in state.units.items()}
    sheets = {who: replace(sheet, depleted=()) for who, sheet in state.characters.items()}
    return replace(
        state,
        phase="exploration",
        units=units,
        characters=sheets,
        dice=Dice(),
        turn=None,
        pending=None,
        acted=(),
        initiative=(),
        index=0,
        scene=None,
        rule_cards=(),
        board=Board(),
    )
