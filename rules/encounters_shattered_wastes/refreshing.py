"""Refresh Phase: Strength cards come into the Areas (SW-REF-001 to SW-REF-015)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.encounters_shattered_wastes import events as e
from rules.encounters_shattered_wastes.book import WastesTurn, a_character, book, in_phase, not_in_pile
from rules.encounters_shattered_wastes.decisions import FillEmptyAreas, RefreshRoll
from rules.encounters_shattered_wastes.derived import refresh_value
from rules.encounters_shattered_wastes.enemy import tell_status
from rules.encounters_shattered_wastes.luck import Reported, drawn, rolled
from rules.encounters_shattered_wastes.state import (
    AREAS,
    Position,
    is_guarded,
    occupants,
    on_board,
    with_area,
    with_everyone,
    without,
)
from rules.kernel import Refused


def empty_areas(state: Position) -> tuple[str, ...]:
    """The Areas with Characters and without Strength cards (SW-REF-001, SW-REF-002)."""
    return tuple(area for area in AREAS if not state.areas[area] and occupants(state, area))


@book.decides(FillEmptyAreas)
def fill_empty_areas(turn: WastesTurn, decision: FillEmptyAreas) -> None:
    """Put 1 card in each empty Area that holds Characters, the lowest first (SW-REF-001 to SW-REF-004).

    Luck: ``stamina``.
    """
    state = in_phase(turn, "refresh")
    if state.refresh.filled:
        raise Refused("already_filled", "The empty Areas are filled.", rule="SW-REF-003")
    areas = empty_areas(state)
    turn.emit(e.EmptyAreasFilled(areas=areas))
    _bring(turn, areas, Reported(decision.cards))


@book.decides(RefreshRoll)
def refresh_roll(turn: WastesTurn, decision: RefreshRoll) -> None:
    """Roll the enemy's Refresh Value in dice for one Character; each die brings a card into its Area, the lowest first,
    and a 6 none (SW-REF-005 to SW-REF-010, SW-REF-014).

    Luck: ``dice``, ``stamina``.
    """
    state = in_phase(turn, "refresh")
    name = decision.character
    a_character(state, name)
    if name in state.refresh.rolled:
        raise Refused("already_rolled", "It has rolled in this phase.", rule="SW-REF-006")
    if not state.refresh.filled:
        raise Refused("fill_first", "First the empty Areas are filled.", rule="SW-REF-003")
    dice = rolled(turn, refresh_value(state, turn.pack))
    turn.emit(e.RefreshRolled(character=name, dice=dice))
    _bring(turn, (str(die) for die in sorted(dice) if str(die) in AREAS), Reported(decision.cards))


def _bring(turn: WastesTurn, areas: Iterable[str], reported: Reported) -> None:
    """Bring a card into each Area: from STAMINA, and while that is empty from the top of FATIGUE (SW-REF-011). The
    phase ends when both are empty, or when everybody has rolled (SW-REF-012, SW-REF-015)."""
    for area in areas:
        if _is_dry(turn.state):
            break
        _one(turn, area, reported)
    state = turn.state
    if _is_dry(state) or (state.refresh.filled and set(on_board(state)) <= set(state.refresh.rolled)):
        turn.emit(e.RefreshPhaseEnded(round=state.round))


def _one(turn: WastesTurn, area: str, reported: Reported) -> None:
    state, guarded = turn.state, is_guarded(turn.state)
    if guarded:
        (card,) = drawn(turn, "stamina", state.stamina, 1, reported)
    else:
        card = reported.next("fatigue") or state.fatigue[0]
        if card not in state.fatigue:
            not_in_pile(card, "fatigue")
    turn.emit(e.AreaRefreshed(area=area, card=card, from_="stamina" if guarded else "fatigue"))
    tell_status(turn, guarded)


def _is_dry(state: Position) -> bool:
    return not state.stamina.size and not state.fatigue


@book.evolves(e.EmptyAreasFilled)
def _empty_areas_filled(state: Position, event: e.EmptyAreasFilled) -> Position:
    return replace(state, refresh=replace(state.refresh, filled=True))


@book.evolves(e.RefreshRolled)
def _refresh_rolled(state: Position, event: e.RefreshRolled) -> Position:
    rolled_now = (*state.refresh.rolled, event.character)
    return replace(state, refresh=replace(state.refresh, rolled=rolled_now))


@book.evolves(e.AreaRefreshed)
def _area_refreshed(state: Position, event: e.AreaRefreshed) -> Position:
    state = with_area(state, event.area, (event.card, *state.areas[event.area]))
    if event.from_ == "stamina":
        return replace(state, stamina=state.stamina.without(event.card))
    return replace(state, fatigue=without(state.fatigue, event.card))


@book.evolves(e.RefreshPhaseEnded)
def _refresh_phase_ended(state: Position, event: e.RefreshPhaseEnded) -> Position:
    return replace(with_everyone(state, used_reactions=(), used_trait=False), phase="action")
