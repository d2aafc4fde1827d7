"""Interludes and to-do lists."""

from __future__ import annotations

from msgspec.structs import replace

from rules.artisans_of_splendent_vale.book import ValeTurn, begun, book, in_phase, played
from rules.artisans_of_splendent_vale.decisions import (
    AddInterludeCard,
    AddTodo,
    ChooseInterludeOption,
    ChooseTodo,
    CompleteTodo,
    DrawInterludes,
    FinishInterlude,
    WithdrawOption,
)
from rules.artisans_of_splendent_vale.events import (
    CardArchived,
    CraftAllowed,
    DayCompleted,
    InterludeCardAdded,
    InterludeDrawn,
    InterludeFinished,
    InterludeOptionChosen,
    OptionWithdrawn,
    PrivateOptionAgreed,
    PrivateOptionProposed,
    TodoAdded,
    TodoChosen,
    TodoCompleted,
)
from rules.artisans_of_splendent_vale.pack import InterludeOption, ValePack
from rules.artisans_of_splendent_vale.reading import read
from rules.artisans_of_splendent_vale.state import Choice, Position, Sheet, Todo, with_sheet
from rules.kernel import Refused

# ---- interludes


@book.decides(DrawInterludes)
def draw_interludes(turn: ValeTurn, decision: DrawInterludes) -> None:
    """Everybody draws the top card of the own deck, nothing from an empty one (AV-INT-001, AV-INT-004, AV-INT-015)."""
    state = in_phase(turn, "exploration")
    for who in state.players:
        deck = state.characters[who].deck
        turn.emit(InterludeDrawn(who=who, card=deck[0] if deck else None))


def drawer_of(state: Position, card: str) -> str | None:
    """Who drew a card."""
    return next((who for who in state.players if state.characters[who].drawn == card), None)


def option_of(pack: ValePack, card: str, option: str) -> InterludeOption | None:
    """An option of an interlude card; of a card that the pack does not know any, told from the card."""
    known = pack.interludes.get(card)
    return InterludeOption() if known is None else known.options.get(option)


@book.decides(ChooseInterludeOption)
def choose_interlude_option(turn: ValeTurn, decision: ChooseInterludeOption) -> None:
    """Choose one option of the drawn cards (AV-INT-005 to AV-INT-009, AV-INT-014).

    Luck: injury cards.
    """
    state, who = begun(turn), decision.who
    sheet, drawer = played(state, who), drawer_of(state, decision.card)
    option = option_of(turn.pack, decision.card, decision.option)
    if state.phase != "interlude" or drawer is None or option is None:
        raise Refused("option_not_offered", "No drawn card has that option.", rule="AV-INT-005")
    partner = _judge_party(state, option, who, drawer)
    if sheet.finished or sheet.choice is not None:
        raise Refused("option_already_chosen", "One option per interlude.", rule="AV-INT-009")
    if partner is not None:
        _private(turn, decision, partner, option)
        return
    turn.emit(InterludeOptionChosen(who=who, card=decision.card, option=decision.option))
    _take(turn, option, (who,))


def _judge_party(state: Position, option: InterludeOption, who: str, drawer: str) -> str | None:
    """Judge who may take an option.

    :returns: the other one of a private option
    """
    if option.kind == "private":
        if option.with_ is None or who not in (drawer, option.with_):
            raise Refused("option_not_yours", "That is between two others.", rule="AV-INT-008")
        played(state, option.with_)
        return option.with_ if who == drawer else drawer
    if option.kind == "own" and who != drawer:
        raise Refused("option_not_yours", "That card is another player's.", rule="AV-INT-006")
    return None


def _private(turn: ValeTurn, decision: ChooseInterludeOption, partner: str, option: InterludeOption) -> None:
    who, card, name = decision.who, decision.card, decision.option
    theirs = turn.state.characters[partner].choice
    if theirs is None or (theirs.card, theirs.option) != (card, name):
        turn.emit(PrivateOptionProposed(who=who, card=card, option=name))
        return
    turn.emit(PrivateOptionAgreed(who=who, other=partner, card=card, option=name))
    _take(turn, option, (partner, who))


def _take(turn: ValeTurn, option: InterludeOption, readers: tuple[str, ...]) -> None:
    if option.craft:
        turn.emit(*(CraftAllowed(who=who) for who in readers))
    if option.reads is not None:
        read(turn, option.reads, readers, repeat=True)


@book.decides(WithdrawOption)
def withdraw_option(turn: ValeTurn, decision: WithdrawOption) -> None:
    """Take back a private choice that was not agreed (AV-INT-008)."""
    choice = played(begun(turn), decision.who).choice
    if choice is None or choice.agreed:
        raise Refused("option_not_offered", "There is nothing to take back.", rule="AV-INT-008")
    turn.emit(OptionWithdrawn(who=decision.who))


@book.decides(FinishInterlude)
def finish_interlude(turn: ValeTurn, decision: FinishInterlude) -> None:
    """Finish: the card goes under the deck, or to the index; with the last player the day is over (AV-INT-010,
    AV-INT-011, AV-INT-013)."""
    state = begun(turn)
    sheet = played(state, decision.who)
    if state.phase != "interlude":
        raise Refused("option_not_offered", "There are no interludes now.", rule="AV-INT-004")
    if sheet.finished:
        raise Refused("option_already_chosen", "That interlude is finished.", rule="AV-INT-009")
    if sheet.choice is not None and not sheet.choice.agreed:
        raise Refused("private_not_agreed", "The other one has not chosen it.", rule="AV-INT-008")
    archive = decision.archive and sheet.drawn is not None
    turn.emit(InterludeFinished(who=decision.who, archive=archive))
    if archive and sheet.drawn is not None:
        turn.emit(CardArchived(who=decision.who, card=sheet.drawn))
    if all(turn.state.characters[who].finished for who in state.players) and not state.day_over:
        turn.emit(DayCompleted(day=state.day))


@book.decides(AddInterludeCard)
def add_interlude_card(turn: ValeTurn, decision: AddInterludeCard) -> None:
    """Put a card under an interlude deck (AV-INT-003, AV-INT-016)."""
    played(begun_or_setup(turn), decision.who)
    turn.emit(InterludeCardAdded(who=decision.who, card=decision.card))


def begun_or_setup(turn: ValeTurn) -> Position:
    """The position, also during the set-up, whose steps build the first decks (AV-SET-005, AV-INT-002)."""
    return turn.state if turn.started and turn.state.phase == "setup" else begun(turn)


# ---- to-do lists


@book.decides(AddTodo)
def add_todo(turn: ValeTurn, decision: AddTodo) -> None:
    """Add a phrase to a list (AV-TODO-001)."""
    played(begun(turn), decision.who)
    turn.emit(TodoAdded(who=decision.who, phrase=decision.phrase, entry=decision.entry))


@book.decides(CompleteTodo)
def complete_todo(turn: ValeTurn, decision: CompleteTodo) -> None:
    """Mark a phrase complete (AV-TODO-004)."""
    _open_todo(played(begun(turn), decision.who), decision.phrase)
    turn.emit(TodoCompleted(who=decision.who, phrase=decision.phrase))


def _open_todo(sheet: Sheet, phrase: str) -> Todo:
    todo = sheet.todo.get(phrase)
    if todo is None:
        raise Refused("todo_unknown", "The list does not hold that phrase.", rule="AV-TODO-007")
    if todo.complete:
        raise Refused("todo_complete", "That phrase is complete.", rule="AV-TODO-005")
    return todo


def todo_choice(state: Position, pack: ValePack, who: str) -> bool:
    """Whether a character may choose from the to-do list now (AV-TODO-002, AV-INT-009)."""
    if state.phase != "interlude":
        return state.day_off
    sheet = state.characters[who]
    choice = sheet.choice
    if choice is None:
        return not sheet.finished
    option = option_of(pack, choice.card or "", choice.option or "") if choice.phrase is None else None
    return not sheet.finished and option is not None and option.todo


@book.decides(ChooseTodo)
def choose_todo(turn: ValeTurn, decision: ChooseTodo) -> None:
    """Choose a phrase of the own list and read its entry, any number of times until it is complete (AV-TODO-002 to
    AV-TODO-007).

    Luck: injury cards.
    """
    state = begun(turn)
    sheet = played(state, decision.who)
    if state.phase != "interlude" and not state.day_off:
        raise Refused("todo_not_now", "That is for interludes and days off.", rule="AV-TODO-002")
    todo = _open_todo(sheet, decision.phrase)
    if not todo_choice(state, turn.pack, decision.who):
        raise Refused("option_already_chosen", "One option per interlude.", rule="AV-INT-009")
    turn.emit(TodoChosen(who=decision.who, phrase=decision.phrase))
    read(turn, todo.entry, (decision.who,), repeat=True)


# ---- what the events change


@book.evolves(InterludeDrawn)
def _interlude_drawn(state: Position, event: InterludeDrawn) -> Position:
    deck = state.characters[event.who].deck
    left = deck[1:] if event.card is not None else deck
    state = with_sheet(state, event.who, deck=left, drawn=event.card, choice=None, finished=False)
    return replace(state, phase="interlude")


@book.evolves(InterludeOptionChosen)
def _interlude_option_chosen(state: Position, event: InterludeOptionChosen) -> Position:
    return with_sheet(state, event.who, choice=Choice(card=event.card, option=event.option))


@book.evolves(PrivateOptionProposed)
def _private_option_proposed(state: Position, event: PrivateOptionProposed) -> Position:
    return with_sheet(state, event.who, choice=Choice(card=event.card, option=event.option, agreed=False))


@book.evolves(PrivateOptionAgreed)
def _private_option_agreed(state: Position, event: PrivateOptionAgreed) -> Position:
    choice = Choice(card=event.card, option=event.option)
    return with_sheet(with_sheet(state, event.who, choice=choice), event.other, choice=choice)


@book.evolves(OptionWithdrawn)
def _option_withdrawn(state: Position, event: OptionWithdrawn) -> Position:
    return with_sheet(state, event.who, choice=None)


@book.evolves(InterludeFinished)
def _interlude_finished(state: Position, event: InterludeFinished) -> Position:
    sheet = state.characters[event.who]
    back = () if event.archive or sheet.drawn is None else (sheet.drawn,)
    return with_sheet(state, event.who, deck=(*sheet.deck, *back), drawn=None, finished=True)


@book.evolves(InterludeCardAdded)
def _interlude_card_added(state: Position, event: InterludeCardAdded) -> Position:
    return with_sheet(state, event.who, deck=(*state.characters[event.who].deck, event.card))


@book.evolves(CardArchived)
def _card_archived(state: Position, event: CardArchived) -> Position:
    return state


def _with_todo(state: Position, who: str, phrase: str, todo: Todo) -> Position:
    return with_sheet(state, who, todo={**state.characters[who].todo, phrase: todo})


@book.evolves(TodoAdded)
def _todo_added(state: Position, event: TodoAdded) -> Position:
    return _with_todo(state, event.who, event.phrase, Todo(entry=event.entry))


@book.evolves(TodoChosen)
def _todo_chosen(state: Position, event: TodoChosen) -> Position:
    return state if state.phase != "interlude" else with_sheet(state, event.who, choice=Choice(phrase=event.phrase))


@book.evolves(TodoCompleted)
def _todo_completed(state: Position, event: TodoCompleted) -> Position:
    todo = state.characters[event.who].todo[event.phrase]
    return _with_todo(state, event.who, event.phrase, replace(todo, complete=True))
