"""The adventure log, the world map and the days."""

from __future__ import annotations

from msgspec.structs import replace

from rules.artisans_of_splendent_vale.book import ValeTurn, begun, book, in_phase, played
from rules.artisans_of_splendent_vale.decisions import (
    BeginDay,
    CallDayOver,
    CompleteLocation,
    DiscoverLocation,
    EndDay,
    ExploreLocation,
    RecordPhrase,
    SetDayEntry,
)
from rules.artisans_of_splendent_vale.events import (
    CraftAllowed,
    DayBegan,
    DayCompleted,
    DayEnded,
    DayEntrySet,
    ExperienceLost,
    LocationCompleted,
    LocationDiscovered,
    LocationExplored,
    PhraseRecorded,
)
from rules.artisans_of_splendent_vale.figures import STAY_HOME
from rules.artisans_of_splendent_vale.harm import heal
from rules.artisans_of_splendent_vale.reading import read
from rules.artisans_of_splendent_vale.state import Location, Position, with_sheet
from rules.kernel import Refused


@book.decides(RecordPhrase)
def record_phrase(turn: ValeTurn, decision: RecordPhrase) -> None:
    """Write a phrase on the log under the current day, or on a sheet (AV-LOG-001, AV-LOG-002, AV-LOG-006)."""
    state = begun(turn)
    if decision.on == "log":
        turn.emit(PhraseRecorded(phrase=decision.phrase, day=state.day))
        return
    played(state, decision.on)
    turn.emit(PhraseRecorded(phrase=decision.phrase, who=decision.on))


@book.decides(DiscoverLocation)
def discover_location(turn: ValeTurn, decision: DiscoverLocation) -> None:
    """Write a location on the world map (AV-WLD-001)."""
    begun(turn)
    turn.emit(LocationDiscovered(name=decision.name, entry=decision.entry, grid=decision.grid))


def _location(state: Position, name: str) -> Location:
    if name not in state.locations:
        raise Refused("location_unknown", "The world map does not show that.", rule="AV-WLD-006")
    return state.locations[name]


@book.decides(CompleteLocation)
def complete_location(turn: ValeTurn, decision: CompleteLocation) -> None:
    """Mark a location complete (AV-WLD-004)."""
    if _location(begun(turn), decision.name).complete:
        raise Refused("location_complete", "It is marked complete already.", rule="AV-WLD-004")
    turn.emit(LocationCompleted(name=decision.name))


@book.decides(ExploreLocation)
def explore_location(turn: ValeTurn, decision: ExploreLocation) -> None:
    """Choose the location of the day and read its entry; Stay Home allows crafting (AV-WLD-002 to AV-WLD-008,
    AV-CRF-004).

    Luck: injury cards.
    """
    state = begun(turn)
    if not state.location_choice:
        raise Refused("no_location_choice_now", "No location is to be chosen now.", rule="AV-WLD-008")
    location = _location(state, decision.name)
    if location.complete:
        raise Refused("location_complete", "That location is complete.", rule="AV-WLD-004")
    turn.emit(LocationExplored(name=decision.name))
    home = decision.name == STAY_HOME
    if home:
        turn.emit(*(CraftAllowed(who=who) for who in state.players))
    read(turn, location.entry, repeat=home)


@book.decides(BeginDay)
def begin_day(turn: ValeTurn, decision: BeginDay) -> None:
    """Begin a day with a space of its own in the log (AV-DAY-001, AV-DAY-006)."""
    in_phase(turn, "exploration", "interlude")
    turn.emit(DayBegan(day=decision.day, location_choice=decision.location_choice, day_off=decision.day_off))


@book.decides(SetDayEntry)
def set_day_entry(turn: ValeTurn, decision: SetDayEntry) -> None:
    """Note which entry a day's space names for its end (AV-LOG-004)."""
    begun(turn)
    turn.emit(DayEntrySet(day=decision.day, entry=decision.entry))


@book.decides(CallDayOver)
def call_day_over(turn: ValeTurn, decision: CallDayOver) -> None:
    """The story says that the day is over (AV-LOG-005)."""
    state = in_phase(turn, "exploration", "interlude")
    if state.day_over:
        raise Refused("day_is_over", "The day is over already.", rule="AV-LOG-005")
    turn.emit(DayCompleted(day=state.day))


@book.decides(EndDay)
def end_day(turn: ValeTurn, decision: EndDay) -> None:
    """End the day: unspent experience is lost, companions heal, the day's entry is read (AV-DAY-002 to AV-DAY-005,
    AV-EXP-003, AV-CMP-012).

    Luck: injury cards.
    """
    if not begun(turn).day_over:
        raise Refused("day_not_over", "The day is not over.", rule="AV-LOG-005")
    state = in_phase(turn, "exploration", "interlude")
    for who, sheet in state.characters.items():
        if sheet.experience:
            turn.emit(ExperienceLost(who=who, amount=sheet.experience))
    for name, companion in state.companions.items():
        heal(turn, name, companion.heals_per_day)
    turn.emit(DayEnded(day=state.day))
    entry = state.day_end_entry.get(state.day)
    if entry is not None:
        read(turn, entry)


# ---- what the events change


@book.evolves(PhraseRecorded)
def _phrase_recorded(state: Position, event: PhraseRecorded) -> Position:
    if event.who is not None:
        return with_sheet(state, event.who, notes=(*state.characters[event.who].notes, event.phrase))
    day = event.day or state.day
    return replace(state, log={**state.log, day: (*state.log.get(day, ()), event.phrase)})


@book.evolves(LocationDiscovered)
def _location_discovered(state: Position, event: LocationDiscovered) -> Position:
    known = state.locations.get(event.name)
    found = Location(entry=event.entry, grid=event.grid, complete=known is not None and known.complete)
    return replace(state, locations={**state.locations, event.name: found})


@book.evolves(LocationExplored)
def _location_explored(state: Position, event: LocationExplored) -> Position:
    return replace(state, location_choice=False)


@book.evolves(LocationCompleted)
def _location_completed(state: Position, event: LocationCompleted) -> Position:
    done = replace(state.locations[event.name], complete=True)
    return replace(state, locations={**state.locations, event.name: done})


@book.evolves(DayBegan)
def _day_began(state: Position, event: DayBegan) -> Position:
    return replace(
        state,
        phase="exploration",
        day=event.day,
        day_over=False,
        day_off=event.day_off,
        location_choice=event.location_choice,
    )


@book.evolves(DayEntrySet)
def _day_entry_set(state: Position, event: DayEntrySet) -> Position:
    return replace(state, day_end_entry={**state.day_end_entry, event.day: event.entry})


@book.evolves(DayCompleted)
def _day_completed(state: Position, event: DayCompleted) -> Position:
    return replace(state, day_over=True)


@book.evolves(DayEnded)
def _day_ended(state: Position, event: DayEnded) -> Position:
    return replace(state, phase="exploration", day_over=False, day_off=False)


@book.evolves(ExperienceLost)
def _experience_lost(state: Position, event: ExperienceLost) -> Position:
    return with_sheet(state, event.who, experience=0)
