"""Options of the Guards' turn: the start of the round, whose activation, refill and draw, the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.isofarian_guard.battle import chips, derived, odds
from rules.isofarian_guard.battle.book import book
from rules.isofarian_guard.battle.drawing import REFILL_HP, refill_refusal
from rules.isofarian_guard.battle.effects import Negate
from rules.isofarian_guard.battle.guards_turn import activation_refusal, end_of_turn_refusal, retreat_refusal
from rules.isofarian_guard.battle.library import Library, library
from rules.isofarian_guard.battle.options.forms import why
from rules.isofarian_guard.battle.state import BattleState, Guard
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.kernel import Choice, Field, Option, size, words

GROUP = "Guards' turn"
TOLD_ODDS = (("sword", "a Sword"), ("shield", "a Shield"), ("fear", "Fear"), ("corruption", "Corruption"))
"""Chips whose chance is told before a draw."""


@book.offers_options
def round_options(state: BattleState, pack: IsofarianPack) -> Iterable[Option]:
    """The start of the round, choosing a guard, retreat, the end of the turn."""
    if state.step == "round_start":
        yield Option("start_round", f"Start round {state.round}", group=GROUP, likely=True)
    if state.step == "choose_guard":
        yield from _choosing(state, library(pack))


def _choosing(state: BattleState, cards: Library) -> Iterator[Option]:
    for name, guard in state.guards.items():
        refusal = why(activation_refusal(state, name))
        label, note = f"Activate {cards.name(name)}", _draw_note(guard)
        yield Option(
            "activate_guard", label, {"guard": name}, group=GROUP, likely=not refusal, note=note, blocked=refusal
        )
    refusal = why(end_of_turn_refusal(state))
    yield Option("end_guards_turn", "End the Guards' turn", group=GROUP, likely=not refusal, blocked=refusal)
    yield Option("retreat", "Retreat", group=GROUP, blocked=why(retreat_refusal(state)))


def _draw_note(guard: Guard) -> str:
    held = f"{size(guard.bag)} chips in the bag"
    refilled = "; it is empty and will be refilled" if not guard.bag and guard.discard else ""
    return f"Draws {derived.draw_number(guard)}, {held}{refilled}."


@book.offers_options
def draw_options(state: BattleState, pack: IsofarianPack) -> Iterable[Option]:
    """Steps 4 and 5 of the active guard."""
    if state.step == "draw" and state.active_guard is not None:
        yield from _drawing(state, library(pack), state.active_guard)


def _drawing(state: BattleState, cards: Library, name: str) -> Iterator[Option]:
    guard = state.guards[name]
    number = derived.draw_number(guard) if state.draw_left is None else state.draw_left
    optional = tuple(_optional_negations(state, cards, name))
    nothing = not number or not guard.bag
    yield Option(
        "draw_chips",
        "Draw nothing" if nothing else f"Draw the hand: {number} black chips",
        {"guard": name},
        _negation_field(optional),
        group="Draw",
        likely=True,
        luck=not nothing,
        note=odds_words(state, cards, name, number),
    )
    if not nothing:
        fields = (Field("negate", "Negate it where that is possible", "flag", required=False),) if optional else ()
        yield Option("draw_chip", "Draw one chip", {"guard": name}, fields, group="Draw", luck=True)
    refusal = why(refill_refusal(state, name, pay_hp=True))
    label = f"Refill the bag for {REFILL_HP} HP" if guard.bag else "Refill the bag"
    yield Option("refill_bag", label, {"guard": name, "pay_hp": bool(guard.bag)}, group="Draw", blocked=refusal)


def _optional_negations(state: BattleState, cards: Library, name: str) -> Iterator[str]:
    """The chips in the bag on which an optional negation may be used."""
    for chip in sorted(state.guards[name].bag, key=chips.ORDER.__getitem__):
        for _, static in derived.statics_of(state, cards, name):
            if isinstance(static, Negate) and static.may and chips.matches(static.chips, chip):
                yield chip
                break


def _negation_field(optional: tuple[str, ...]) -> tuple[Field, ...]:
    if not optional:
        return ()
    shown = tuple(Choice(chip, words(chip)) for chip in optional)
    return (Field("negate_kinds", "Negate when it comes up", "many", choices=shown, minimum=0, required=False),)


def odds_words(state: BattleState, cards: Library, name: str, number: int) -> str:
    """The chance of some chips in the draw that comes next: ``a Sword 83 %, Fear 12 %``."""
    contents, fear = state.guards[name].bag, odds.fear_works(state, cards, name)
    told = []
    for kind, label in TOLD_ODDS:
        wanted = [chip for chip in contents if chips.kind(chip) == kind]
        if wanted and number:
            chance = odds.chips_odds(contents, wanted, 1, number, fear=fear)
            told.append(f"{label} {round(float(chance) * 100)} %")
    return ", ".join(told)
