"""The event bag: drawing, skulls with avoidance, compass, hunting (ISO-EVT)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.isofarian_guard.campaign import derived, lookup
from rules.isofarian_guard.campaign.battles import begin_battle
from rules.isofarian_guard.campaign.decisions.journey import AvoidBattle, Compass, DrawEvent, Fight
from rules.isofarian_guard.campaign.events.battles import ApExhausted
from rules.isofarian_guard.campaign.events.journey import (
    BattleAvoided,
    EventChipDrawn,
    EventChipReturned,
    ExplorationContinued,
    PurpleCubePlaced,
)
from rules.isofarian_guard.campaign.facts import COMPASS, REGION_CUBES
from rules.isofarian_guard.campaign.field_events import draw_field_card
from rules.isofarian_guard.campaign.guarding import with_guard
from rules.isofarian_guard.campaign.naming import named
from rules.isofarian_guard.campaign.pile import forfeit_if_here
from rules.isofarian_guard.campaign.state import Position
from rules.isofarian_guard.campaign.timing import choice_made, exploring, nothing_waits
from rules.isofarian_guard.rulebook import RULES, IsofarianTurn
from rules.kernel import LuckImpossible, Refused, minus, plus


@RULES.decides(DrawEvent)
def draw_event(turn: IsofarianTurn, decision: DrawEvent) -> None:
    """ISO-EVT-001, ISO-EVT-002, ISO-EVT-010, ISO-EVT-011, ISO-NOD-006; an open pile is forfeited (ISO-FALL-012)."""
    state = turn.state
    exploring(state)
    choice_made(state)
    if state.phase != "event_draw":
        raise Refused("no_draw_due", "No event chip is drawn here now.", rule="ISO-NOD-006")
    try:
        (chip,) = turn.chance.draw("event_bag", state.event_bag)
    except LuckImpossible as impossible:
        impossible.code, impossible.rule = "chip_not_in_bag", "ISO-EVT-001"
        raise
    turn.emit(EventChipDrawn(chip=chip, phase="compass_choice" if chip == COMPASS else "skull_choice"))
    if chip == COMPASS:
        _place_cube(turn)
    forfeit_if_here(turn)


def _place_cube(turn: IsofarianTurn) -> None:
    """A cube on the cover of the region, three at most (ISO-EVT-010, ISO-EVT-011, ISO-CMP-011, ISO-FLD-014)."""
    region = lookup.region(turn.state, turn.pack, turn.state.at)
    cubes = turn.state.region_cubes.get(region or "", 0)
    if region is not None and cubes < REGION_CUBES:
        turn.emit(PurpleCubePlaced(region=region, cubes=cubes + 1))


def _skull(state: Position) -> str:
    """The skull that is being resolved (ISO-EVT-003, ISO-EVT-018).

    :raises Refused: ``no_skull_drawn``
    """
    nothing_waits(state)
    if state.phase != "skull_choice" or state.drawn_chip is None:
        raise Refused("no_skull_drawn", "No skull is being resolved.", rule="ISO-EVT-003")
    return state.drawn_chip


@RULES.decides(AvoidBattle)
def avoid_battle(turn: IsofarianTurn, decision: AvoidBattle) -> None:
    """Each guard exhausts 1 AP; one guard without any forbids it (ISO-EVT-003, ISO-EVT-004, ISO-EVT-017)."""
    state = turn.state
    skull = _skull(state)
    tired = next((name for name in state.party if derived.ap_active(state.guards[name]) < 1), None)
    if tired is not None:
        sentence = f"{named(tired)} has no active AP."
        raise Refused("ap_unavailable", sentence, rule="ISO-EVT-004", remedy="Rest, use a tent, or win the battle.")
    for name in state.party:
        turn.emit(ApExhausted(guard=name, count=1))
    turn.emit(BattleAvoided(skull=skull), EventChipReturned(chip=skull))


@RULES.decides(Fight)
def fight(turn: IsofarianTurn, decision: Fight) -> None:
    """The battle that the enemy index lists for node, chapter and skull (ISO-EVT-007, ISO-EVT-008, ISO-WAT-006). One
    that nobody has recorded is fought at the table."""
    skull = _skull(turn.state)
    known = lookup.encounters(turn.state, turn.pack, turn.state.at).get(skull)
    enemies, ambush = (known.enemies, known.ambush) if known else ((), False)
    begin_battle(turn, "skull", enemies, ambush=ambush, skull=skull)


@RULES.decides(Compass)
def compass(turn: IsofarianTurn, decision: Compass) -> None:
    """Exactly one of: go on, hunt, draw a field event card (ISO-EVT-012)."""
    state = turn.state
    nothing_waits(state)
    if state.phase != "compass_choice":
        raise Refused("no_compass_drawn", "No compass is being resolved.", rule="ISO-EVT-012")
    if decision.choose == "continue":
        turn.emit(ExplorationContinued(), EventChipReturned(chip=COMPASS))
    elif decision.choose == "hunt":
        _hunt(turn, decision)
    else:
        draw_field_card(turn, decision.card)


def _hunt(turn: IsofarianTurn, decision: Compass) -> None:
    """Any battle listed for this node, never an ambush but in Tenebris (ISO-EVT-013, ISO-EVT-014, ISO-DIFF-010)."""
    known = lookup.encounters(turn.state, turn.pack, turn.state.at)
    if decision.skull is None or (known and decision.skull not in known):
        raise Refused(
            "not_offered",
            "Name a skull column that the enemy index lists for this node.",
            rule="ISO-EVT-013",
            remedy="Record it, if your index lists it.",
        )
    listed = known.get(decision.skull)
    begin_battle(turn, "hunt", listed.enemies if listed else (), skull=decision.skull)


# ---- facts


@RULES.evolves(EventChipDrawn)
def _event_chip_drawn(state: Position, event: EventChipDrawn) -> Position:
    bag = minus(state.event_bag, (event.chip,))
    return replace(state, event_bag=bag, drawn_chip=event.chip, phase=event.phase)


@RULES.evolves(EventChipReturned)
def _event_chip_returned(state: Position, event: EventChipReturned) -> Position:
    return replace(state, event_bag=plus(state.event_bag, (event.chip,)), drawn_chip=None)


@RULES.evolves(PurpleCubePlaced)
def _purple_cube_placed(state: Position, event: PurpleCubePlaced) -> Position:
    return replace(state, region_cubes={**state.region_cubes, event.region: event.cubes})


@RULES.evolves(ApExhausted)
def _ap_exhausted(state: Position, event: ApExhausted) -> Position:
    exhausted = state.guards[event.guard].ap_exhausted + event.count
    return with_guard(state, event.guard, ap_exhausted=exhausted)


@RULES.evolves(BattleAvoided)
def _battle_avoided(state: Position, event: BattleAvoided) -> Position:
    return replace(state, phase="exploration")


@RULES.evolves(ExplorationContinued)
def _exploration_continued(state: Position, event: ExplorationContinued) -> Position:
    return replace(state, phase="exploration")
