"""Entries, their instructions and options, maps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from rules.artisans_of_splendent_vale.book import ValeTurn, begun, book, played
from rules.artisans_of_splendent_vale.decisions import (
    ChooseOption,
    ExploreMap,
    FollowInstruction,
    ReadEntry,
    SearchPoint,
)
from rules.artisans_of_splendent_vale.events import (
    BenefitSkipped,
    CardGained,
    ComponentGained,
    CraftAllowed,
    DayCompleted,
    EntryRead,
    ExperienceGained,
    InjuryAggravated,
    InterludeCardAdded,
    LocationCompleted,
    LocationDiscovered,
    MapBookmarked,
    OptionChosen,
    PathUnlocked,
    PhraseRecorded,
    PointSearched,
    PotionGained,
    ResourceSpent,
    ReturnedToMap,
    TodoAdded,
    TodoCompleted,
)
from rules.artisans_of_splendent_vale.harm import advance, heal, hurt
from rules.artisans_of_splendent_vale.pack import EntryOption
from rules.artisans_of_splendent_vale.state import Position, counted, with_sheet
from rules.artisans_of_splendent_vale.words import Narrative
from rules.kernel import Refused

# ---- entries


def read(turn: ValeTurn, entry: int, by: Sequence[str] = (), *, repeat: bool = False) -> None:
    """Read an entry: its instructions are carried out; read again it gives no benefits unless it may be repeated
    (AV-READ-001 to AV-READ-009).

    :param by: who reads it, where not everybody; their first person means them
    :param repeat: it gives its benefits every time (AV-READ-007, AV-INT-012)
    """
    known = turn.pack.entries.get(str(entry))
    again = entry in turn.state.entries_read and not repeat and not (known is not None and known.repeatable)
    turn.emit(EntryRead(entry=entry, by=tuple(by)))
    if known is None:
        return
    if again and any(each.benefit for each in known.effects):
        turn.emit(BenefitSkipped(entry=entry))
    follow(turn, [each for each in known.effects if not (again and each.benefit)], by)


def follow(turn: ValeTurn, effects: Iterable[Narrative], by: Sequence[str] = ()) -> None:
    """Carry out coloured instructions in order (AV-READ-003, AV-READ-004, AV-READ-009).

    Luck: injury cards.
    """
    for effect in effects:
        for who in _concerned(turn.state, effect, by):
            _for_one(turn, effect, who)
        _for_all(turn, effect)


def _concerned(state: Position, effect: Narrative, by: Sequence[str]) -> tuple[str, ...]:
    """Whom an instruction concerns; characters nobody plays get nothing."""
    if effect.who == "each":
        return state.players
    readers = tuple(by) or ((state.narrator,) if state.narrator is not None else ())
    named = readers if effect.who == "reader" else (effect.who,)
    return tuple(who for who in named if who in state.players)


def _for_one(turn: ValeTurn, effect: Narrative, who: str) -> None:
    sheet = turn.state.characters[who]
    if effect.heal is not None:
        heal(turn, who, effect.heal)
    elif effect.suffer is not None:
        hurt(turn, who, effect.suffer)
    elif effect.advance_recovery is not None:
        for name, injury in sheet.injuries.items():
            if injury.value:
                advance(turn, who, name)
    elif effect.aggravate is not None:
        held = sheet.injuries.get(effect.aggravate)
        if held is not None and held.value:
            turn.emit(InjuryAggravated(who=who, injury=effect.aggravate, value=held.value + 1))
    elif effect.gain:
        for component, count in effect.gain.items():
            turn.emit(ComponentGained(who=who, component=component, count=count))
    elif effect.gain_potion:
        for potion, count in effect.gain_potion.items():
            turn.emit(PotionGained(who=who, potion=potion, count=count))
    elif effect.gain_card is not None:
        gain_card(turn, who, str(effect.gain_card))
    elif effect.experience is not None:
        turn.emit(ExperienceGained(who=who, amount=effect.experience))
    else:
        _for_sheet(turn, effect, who)


def _for_sheet(turn: ValeTurn, effect: Narrative, who: str) -> None:
    sheet = turn.state.characters[who]
    if effect.unlock_path is not None:
        turn.emit(PathUnlocked(who=who, path=effect.unlock_path))
    elif effect.note is not None:
        if effect.note not in sheet.notes:
            turn.emit(PhraseRecorded(phrase=effect.note, who=who))
    elif effect.todo is not None:
        if effect.todo.phrase not in sheet.todo:
            turn.emit(TodoAdded(who=who, phrase=effect.todo.phrase, entry=effect.todo.entry))
    elif effect.complete_todo is not None:
        if effect.complete_todo in sheet.todo:
            turn.emit(TodoCompleted(who=who, phrase=effect.complete_todo))
    elif effect.allow_craft:
        turn.emit(CraftAllowed(who=who))
    elif effect.interlude_card is not None:
        turn.emit(InterludeCardAdded(who=who, card=str(effect.interlude_card)))


def _for_all(turn: ValeTurn, effect: Narrative) -> None:
    state = turn.state
    if effect.record is not None:
        if effect.record not in state.log.get(state.day, ()):
            turn.emit(PhraseRecorded(phrase=effect.record, day=state.day))
    elif effect.return_to_map:
        turn.emit(ReturnedToMap(map=state.bookmark))
    elif effect.discover is not None:
        if effect.discover.name not in state.locations:
            found = effect.discover
            turn.emit(LocationDiscovered(name=found.name, entry=found.entry, grid=found.grid))
    elif effect.complete_location is not None:
        if effect.complete_location in state.locations:
            turn.emit(LocationCompleted(name=effect.complete_location))
    elif effect.explore_map is not None:
        turn.emit(MapBookmarked(map=effect.explore_map))
    elif effect.day_over:
        turn.emit(DayCompleted(day=state.day))


def gain_card(turn: ValeTurn, who: str, card: str) -> None:
    """Take a card from the index, which holds it once (AV-EQP-001, AV-EQP-011)."""
    if not any(card in sheet.cards for sheet in turn.state.characters.values()):
        turn.emit(CardGained(who=who, card=card))


@book.decides(ReadEntry)
def read_entry(turn: ValeTurn, decision: ReadEntry) -> None:
    """Read an entry (AV-READ-001, AV-READ-002).

    Luck: injury cards.
    """
    state = begun(turn)
    if decision.by is not None:
        played(state, decision.by)
    read(turn, decision.entry, _readers(decision.by))


@book.decides(FollowInstruction)
def follow_instruction(turn: ValeTurn, decision: FollowInstruction) -> None:
    """Carry out an instruction that stands in the books alone (AV-READ-003)."""
    state = begun(turn)
    if decision.by is not None:
        played(state, decision.by)
    if not decision.effect.verb:
        raise Refused("malformed", "The instruction does nothing.")
    follow(turn, (decision.effect,), _readers(decision.by))


def _readers(by: str | None) -> tuple[str, ...]:
    return () if by is None else (by,)


# ---- options


@book.decides(ChooseOption)
def choose_option(turn: ValeTurn, decision: ChooseOption) -> None:
    """Choose an option printed at the end of the current entry (AV-CHO-001 to AV-CHO-010).

    Luck: injury cards.
    """
    state = begun(turn)
    known = turn.pack.entries.get(str(state.current_entry))
    option = known.options.get(decision.option) if known is not None else None
    if option is None:
        raise Refused("option_not_offered", "The current entry has no such option.", rule="AV-CHO-009")
    payer = judge_option(state, option, decision.by)
    turn.emit(OptionChosen(option=decision.option, by=decision.by))
    if option.requires is not None and payer is not None:
        for component, count in option.requires.spend.items():
            turn.emit(ResourceSpent(who=payer, component=component, count=count))
    follow(turn, option.effects, _readers(decision.by))
    if option.reads is not None:
        read(turn, option.reads, _readers(decision.by))


def judge_option(state: Position, option: EntryOption, by: str | None) -> str | None:
    """Judge that an option may be chosen (AV-CHO-003 to AV-CHO-006, AV-CHO-010).

    :returns: who pays for it
    :raises Refused: ``character_not_played``, ``wrong_character``, ``requirement_not_met`` or ``cannot_pay``
    """
    for who in (option.only, by):
        if who is not None:
            played(state, who)
    if option.only is not None and by != option.only:
        raise Refused("wrong_character", "That option is another character's.", rule="AV-CHO-005")
    needs = option.requires
    if needs is None:
        return by
    if needs.log is not None and not any(needs.log in phrases for phrases in state.log.values()):
        raise Refused("requirement_not_met", "The adventure log lacks the phrase.", rule="AV-CHO-003")
    noted = state.characters[by].notes if by is not None else ()
    if needs.note is not None and needs.note not in noted:
        raise Refused("requirement_not_met", "The sheet lacks the phrase.", rule="AV-CHO-010")
    payers = (by,) if by is not None else state.players
    for who in payers:
        stock = state.characters[who].components
        if all(stock.get(component, 0) >= count for component, count in needs.spend.items()):
            return who
    raise Refused("cannot_pay", "What the option costs is missing.", rule="AV-CHO-004")


# ---- maps


@book.decides(ExploreMap)
def explore_map(turn: ValeTurn, decision: ExploreMap) -> None:
    """Put the bookmark on a map (AV-MAP-001)."""
    begun(turn)
    turn.emit(MapBookmarked(map=decision.map))


@book.decides(SearchPoint)
def search_point(turn: ValeTurn, decision: SearchPoint) -> None:
    """Search a number on the bookmarked map and read its entry (AV-MAP-002 to AV-MAP-008).

    Luck: injury cards.
    """
    state = begun(turn)
    if decision.by is not None:
        played(state, decision.by)
    if state.bookmark is None:
        raise Refused("no_map_bookmarked", "No map is being explored.", rule="AV-MAP-007")
    known = turn.pack.maps.get(state.bookmark)
    if known is not None:
        point = known.points.get(str(decision.number))
        if point is None:
            raise Refused("point_not_on_map", "The map does not show that number.", rule="AV-MAP-002")
        if point.only is not None and point.only != decision.by:
            raise Refused("point_not_visible", "Only one book shows that number.", rule="AV-MAP-004")
    turn.emit(PointSearched(number=decision.number, by=decision.by))
    read(turn, decision.number, _readers(decision.by))


# ---- what the events change


@book.evolves(EntryRead)
def _entry_read(state: Position, event: EntryRead) -> Position:
    return replace(
        state, current_entry=event.entry, entries_read=tuple(dict.fromkeys((*state.entries_read, event.entry)))
    )


@book.evolves(BenefitSkipped)
def _benefit_skipped(state: Position, event: BenefitSkipped) -> Position:
    return state


@book.evolves(OptionChosen)
def _option_chosen(state: Position, event: OptionChosen) -> Position:
    return state


@book.evolves(ResourceSpent)
def _resource_spent(state: Position, event: ResourceSpent) -> Position:
    return _components(state, event.who, event.component, -event.count)


@book.evolves(ComponentGained)
def _component_gained(state: Position, event: ComponentGained) -> Position:
    return _components(state, event.who, event.component, event.count)


def _components(state: Position, who: str, component: str, by: int) -> Position:
    return with_sheet(state, who, components=counted(state.characters[who].components, component, by))


@book.evolves(PotionGained)
def _potion_gained(state: Position, event: PotionGained) -> Position:
    return with_sheet(state, event.who, potions=counted(state.characters[event.who].potions, event.potion, event.count))


@book.evolves(CardGained)
def _card_gained(state: Position, event: CardGained) -> Position:
    return with_sheet(state, event.who, cards=(*state.characters[event.who].cards, event.card))


@book.evolves(MapBookmarked)
def _map_bookmarked(state: Position, event: MapBookmarked) -> Position:
    return replace(state, bookmark=event.map)


@book.evolves(PointSearched)
def _point_searched(state: Position, event: PointSearched) -> Position:
    return state


@book.evolves(ReturnedToMap)
def _returned_to_map(state: Position, event: ReturnedToMap) -> Position:
    return replace(state, current_entry=None)
