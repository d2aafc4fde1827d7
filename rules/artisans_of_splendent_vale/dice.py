"""The common pool of dice: adding, rolling, borrowing, paying, turning and removing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from msgspec.structs import replace

from rules.artisans_of_splendent_vale.book import ValeTurn, book, in_scene, listed
from rules.artisans_of_splendent_vale.decisions import PlaceDice
from rules.artisans_of_splendent_vale.events import (
    DiceAdded,
    DiceBorrowed,
    DiceConverted,
    DicePlaced,
    DiceRemoved,
    DiceRolled,
    DiceSpent,
    DiceWasted,
    PoolRolled,
)
from rules.artisans_of_splendent_vale.figures import COMBO, SYMBOLS
from rules.artisans_of_splendent_vale.state import Position, available
from rules.kernel import Bag, Refused, holds, minus, plus

Cost = Sequence[str | tuple[str, ...]]
ROLL = "dice"
"""The name under which luck is asked for rolls."""


# ---- adding and rolling


def add_rolled(turn: ValeTurn, count: int) -> tuple[str, ...]:
    """Roll available dice into the pool, as many as there are (AV-DICE-003, AV-DICE-005, AV-DICE-025).

    Luck: ``dice``.
    """
    able = min(count, available(turn.state))
    faces = turn.chance.roll(ROLL, turn.pack.faces, able)
    _add(turn, faces, count)
    return faces


def add_faces(turn: ValeTurn, faces: Sequence[str]) -> None:
    """Put available dice into the pool turned to results (AV-DICE-004)."""
    _add(turn, tuple(faces[: available(turn.state)]), len(faces))


def _add(turn: ValeTurn, faces: tuple[str, ...], wanted: int) -> None:
    if faces:
        turn.emit(DiceAdded(faces=faces))
    if len(faces) < wanted:
        turn.emit(DiceWasted(count=wanted - len(faces)))


def roll(turn: ValeTurn, count: int, source: str = ROLL) -> tuple[str, ...]:
    """Roll for a value or an activation; missing dice are borrowed from the pool, never from cards (AV-DICE-023 to
    AV-DICE-027, AV-ACT-011).

    Luck: ``dice`` or ``activation``.
    """
    free, pool = available(turn.state), sum(turn.state.dice.pool.values())
    able = min(count, free + pool)
    if able > free:
        turn.emit(DiceBorrowed(count=able - free))
    faces = turn.chance.roll(source, turn.pack.faces, able)
    if faces:
        turn.emit(DiceRolled(faces=faces))
    return faces


def crits(faces: Iterable[str], symbols: Sequence[str], honed: bool = False) -> int:
    """Crits among rolled faces (AV-CRT-001 to AV-CRT-006, AV-MOD-001 to AV-MOD-003)."""
    return sum(_crit(face, symbols, honed) for face in faces)


def _crit(face: str, symbols: Sequence[str], honed: bool) -> int:
    if not symbols:
        return 0
    if face in ("pow", "wild") and honed and "pow" in symbols:
        return 2
    if face == "combo":
        return max(sum(half in symbols for half in COMBO), int("combo" in symbols))
    return int(face == "wild" or face in symbols)


# ---- paying


def in_pool(state: Position, dice: Iterable[str]) -> None:
    """Judge that dice lie in the pool (AV-DICE-008, AV-DICE-031).

    :raises Refused: ``die_not_in_pool``
    """
    if not holds(state.dice.pool, dice):
        raise Refused("die_not_in_pool", "Those dice are not in the pool.", rule="AV-DICE-031")


def pays(cost: Cost, dice: Sequence[str]) -> bool:
    """Whether dice cover a cost: a Wild one symbol, a Combo its Boot, its Plus or both, anything a die icon
    (AV-DICE-018 to AV-DICE-021)."""
    if not cost:
        return True
    wanted, *rest = cost
    options = (wanted,) if isinstance(wanted, str) else wanted
    return any(_covers(symbol, rest, dice) for symbol in options)


def _covers(symbol: str, rest: Cost, dice: Sequence[str]) -> bool:
    for at, die in enumerate(dice):
        left = [*dice[:at], *dice[at + 1 :]]
        if symbol == "any" or die in (symbol, "wild"):
            if pays(rest, left):
                return True
        elif die.startswith("half_"):
            if die == f"half_{symbol}" and pays(rest, left):
                return True
        elif die == "combo" and symbol in COMBO:
            other = "half_plus" if symbol == "boot" else "half_boot"
            if pays(rest, [*left, other]):
                return True
    return False


def judge_payment(state: Position, cost: Cost, dice: Sequence[str]) -> None:
    """Judge that dice of the pool pay a cost exactly (AV-TURN-006, AV-DICE-030).

    :raises Refused: ``die_not_in_pool``, ``cost_not_met`` or ``overpaid``
    """
    in_pool(state, dice)
    if not pays(cost, dice):
        raise Refused("cost_not_met", "Those dice do not cover the cost.", rule="AV-DICE-019")
    if any(pays(cost, [*dice[:at], *dice[at + 1 :]]) for at in range(len(dice))):
        raise Refused("overpaid", "One of those dice is not needed.", rule="AV-DICE-030")


def judge_card_payment(state: Position, card: str, count: int, dice: Sequence[str]) -> None:
    """Judge dice that are spent from a card (AV-DICE-022).

    :raises Refused: ``no_dice_on_card``
    """
    if len(dice) != count or not holds(state.dice.cards.get(card, {}), dice):
        raise Refused("no_dice_on_card", f"{count} dice that lie on the card are to be spent.", rule="AV-DICE-022")


def payments(pool: Bag, cost: Cost) -> list[tuple[str, ...]]:
    """The ways to pay a cost from the pool, the plainest first."""
    if not cost:
        return [()]
    found: dict[tuple[str, ...], None] = {}
    faces = [face for face, count in pool.items() for _ in range(min(count, len(cost)))]
    faces.sort(key=("boot", "pow", "shield", "plus", "combo", "wild").index)
    for size in range(1, len(cost) + 1):
        for dice in combinations(faces, size):
            exact = not any(pays(cost, [*dice[:at], *dice[at + 1 :]]) for at in range(len(dice)))
            if dice not in found and pays(cost, dice) and exact:
                found[dice] = None
    return sorted(found, key=lambda dice: (dice.count("wild"), dice.count("combo"), len(dice)))


# ---- turning and removing


def judge_removal(state: Position, faces: Sequence[str], dice: Sequence[str]) -> None:
    """Judge the dice that are removed for named results: as many results as possible must be met (AV-DICE-011 to
    AV-DICE-016).

    :raises Refused: ``die_not_in_pool``, ``die_does_not_match``, ``must_remove_wild``, ``too_few_removed`` or
        ``wrong_dice_count``
    """
    in_pool(state, dice)
    for die in dice:
        if not any(counts_as(die, face) for face in faces):
            raise Refused("die_does_not_match", "One of those dice does not show the result.", rule="AV-DICE-011")
    pool = [die for die, count in state.dice.pool.items() for _ in range(count)]
    met, possible = most_met(faces, dice), most_met(faces, pool)
    if met < possible:
        left = minus(state.dice.pool, dice)
        plain = [die for die, count in left.items() for _ in range(count) if die != "wild"]
        if most_met(faces, [*dice, *plain]) <= met:
            raise Refused("must_remove_wild", "Only a Wild can stand in: it must go.", rule="AV-DICE-014")
        raise Refused("too_few_removed", "More dice match and must be removed.", rule="AV-DICE-011")
    if any(most_met(faces, [*dice[:at], *dice[at + 1 :]]) == met for at in range(len(dice))):
        raise Refused("wrong_dice_count", "More dice are named than the instruction removes.", rule="AV-DICE-011")


def counts_as(die: str, face: str) -> bool:
    """Whether a die counts as a result: a Wild as any, a Combo as Boot and Plus."""
    return die in (face, "wild") or (die == "combo" and face in COMBO)


def most_met(faces: Sequence[str], dice: Sequence[str]) -> int:
    """How many of the results dice can meet, a Combo a Boot and a Plus."""
    for count in range(len(faces), 0, -1):
        if any(_removes(some, dice) for some in set(combinations(faces, count))):
            return count
    return 0


def _removes(faces: Sequence[str], dice: Sequence[str]) -> bool:
    if all(face in SYMBOLS for face in faces):
        return pays(faces, dice)
    first, *rest = faces
    exact = [at for at, die in enumerate(dice) if counts_as(die, first)]
    return any(not rest or _removes(rest, [*dice[:at], *dice[at + 1 :]]) for at in exact)


def judge_conversion(state: Position, start: str | None, count: int, dice: Sequence[str]) -> None:
    """Judge the dice that are turned (AV-DICE-007, AV-DICE-008).

    :raises Refused: ``die_not_in_pool``, ``die_does_not_match`` or ``too_many_dice``
    """
    in_pool(state, dice)
    if start is not None and not all(counts_as(die, start) for die in dice):
        raise Refused("die_does_not_match", "One of those dice does not show the result.", rule="AV-DICE-007")
    if len(dice) > count:
        raise Refused("too_many_dice", f"At most {count} dice are turned.", rule="AV-DICE-007")


@book.decides(PlaceDice)
def place_dice(turn: ValeTurn, decision: PlaceDice) -> None:
    """Lay dice of the pool on a card, where the card says so (AV-DICE-022)."""
    state = in_scene(turn)
    dice = listed(decision.dice)
    in_pool(state, dice)
    if dice:
        turn.emit(DicePlaced(card=decision.card, faces=dice))


# ---- what the events change


def _pool(state: Position, pool: Mapping[str, int]) -> Position:
    return replace(state, dice=replace(state.dice, pool=pool))


@book.evolves(PoolRolled)
def _pool_rolled(state: Position, event: PoolRolled) -> Position:
    return replace(_pool(state, plus(state.dice.pool, event.faces)), phase="action_scene")


@book.evolves(DiceAdded)
def _dice_added(state: Position, event: DiceAdded) -> Position:
    return _pool(state, plus(state.dice.pool, event.faces))


@book.evolves(DiceWasted)
def _dice_wasted(state: Position, event: DiceWasted) -> Position:
    return state


@book.evolves(DiceConverted)
def _dice_converted(state: Position, event: DiceConverted) -> Position:
    return _pool(state, plus(minus(state.dice.pool, event.dice), event.to))


@book.evolves(DiceRemoved)
def _dice_removed(state: Position, event: DiceRemoved) -> Position:
    return _pool(state, minus(state.dice.pool, event.dice))


@book.evolves(DiceSpent)
def _dice_spent(state: Position, event: DiceSpent) -> Position:
    if event.card is None:
        return _pool(state, minus(state.dice.pool, event.dice))
    left = minus(state.dice.cards.get(event.card, {}), event.dice)
    return replace(state, dice=replace(state.dice, cards={**state.dice.cards, event.card: left}))


@book.evolves(DicePlaced)
def _dice_placed(state: Position, event: DicePlaced) -> Position:
    laid = plus(state.dice.cards.get(event.card, {}), event.faces)
    dice = replace(state.dice, pool=minus(state.dice.pool, event.faces), cards={**state.dice.cards, event.card: laid})
    return replace(state, dice=dice)


@book.evolves(DiceRolled)
def _dice_rolled(state: Position, event: DiceRolled) -> Position:
    return state


@book.evolves(DiceBorrowed)
def _dice_borrowed(state: Position, event: DiceBorrowed) -> Position:
    return state
