"""The exact odds of the draw of step 5, counted from the bag that is drawn from (BL-100).

A draw ends with its n-th black chip, with a Fear Chip that works, or with the bag (ISO-DRAW-002, ISO-DRAW-005,
ISO-DRAW-013). So two things are left to luck: how far it goes, and what comes up until then. What cards do besides when
a chip comes up (a reaction, a negation that the players choose) is left out of account.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import comb, perm
from typing import Literal

from rules.isofarian_guard.battle import chips, derived
from rules.isofarian_guard.battle.effects import Negate
from rules.isofarian_guard.battle.library import Library
from rules.isofarian_guard.battle.state import BattleState
from rules.kernel import Bag, size

FEAR = "red_fear"
Worth = Mapping[str, int]


def chips_odds(contents: Bag, wanted: Iterable[str], least: int, number: int, *, fear: bool = True) -> Fraction:
    """The exact chance that a draw holds at least so many of some chips.

    :param contents: the bag
    :param number: black chips that end the draw
    :param fear: a Fear Chip ends it too
    """
    worth = dict.fromkeys(wanted, 1)
    return _reaching(totals(contents, worth, number, fear=fear), least)


def resource_odds(
    contents: Bag, resource: Literal["sword", "shield"], least: int, number: int, *, fear: bool = True
) -> Fraction:
    """The exact chance that a draw brings at least so many Swords or Shields; a Combo Chip counts as one of each, as
    it can pay for either (ISO-RES-002). Parameters as in :func:`chips_odds`."""
    return _reaching(totals(contents, _resources(contents, resource), number, fear=fear), least)


def resource_table(
    contents: Bag, resource: Literal["sword", "shield"], number: int, *, fear: bool = True
) -> Mapping[int, Fraction]:
    """The chance of at least 1, 2, 3 ... Swords or Shields, as far as the bag can bring them."""
    found = totals(contents, _resources(contents, resource), number, fear=fear)
    return {least: _reaching(found, least) for least in range(1, max(found) + 1)}


def fear_works(state: BattleState, cards: Library, guard: str) -> bool:
    """Whether a Fear Chip would end the draw of a guard: it is neither immune to it nor negates it of itself
    (ISO-IMM-001, ISO-IMM-002)."""
    negated = any(
        isinstance(static, Negate) and not static.may and chips.matches(static.chips, FEAR)
        for _, static in derived.statics_of(state, cards, guard)
    )
    return not negated and not derived.immune(state, cards, guard, FEAR)


def totals(contents: Bag, worth: Worth, number: int, *, fear: bool = True) -> dict[int, Fraction]:
    """What the drawn chips are worth together, by the chance of each sum.

    :param worth: worth of each chip; one that is not named is worth nothing
    """
    black = {chip: n for chip, n in contents.items() if chips.color(chip) == "black"}
    stops = contents.get(FEAR, 0) if fear else 0
    others = [
        worth[chip]
        for chip, n in contents.items()
        for _ in range(n)
        if chip in worth and chip not in black and not (stops and chip == FEAR)
    ]
    found: dict[int, Fraction] = {}
    for drawn, feared, chance in _ends(size(black), stops, number):
        ended = feared or drawn == number
        markers = drawn + int(feared) if ended else None
        beside = _before(others, markers, size(black) + stops)
        fixed = worth.get(FEAR, 0) if feared else 0
        for blacks, of_black in _of_some(black, worth, drawn).items():
            for rest, of_rest in beside.items():
                total = blacks + rest + fixed
                found[total] = found.get(total, Fraction(0)) + chance * of_black * of_rest
    return found


def _ends(blacks: int, stops: int, number: int) -> Iterator[tuple[int, bool, Fraction]]:
    """How a draw may end: black chips drawn, whether Fear ended it, and the chance of that."""
    if number <= 0:
        yield 0, False, Fraction(1)
        return
    every = blacks + stops
    for drawn in range(min(number, blacks + 1)):
        if stops:
            lucky = Fraction(perm(blacks, drawn), perm(every, drawn))
            yield drawn, True, lucky * Fraction(stops, every - drawn)
    if number <= blacks:
        yield number, False, Fraction(perm(blacks, number), perm(every, number))
    elif not stops:
        yield blacks, False, Fraction(1)


def _of_some(black: Bag, worth: Worth, drawn: int) -> dict[int, Fraction]:
    """What so many of the black chips are worth, each choice being as likely as any other."""
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for chip, held in black.items():
        after: dict[tuple[int, int], int] = {}
        for (taken, total), number in ways.items():
            for n in range(min(held, drawn - taken) + 1):
                key = (taken + n, total + n * worth.get(chip, 0))
                after[key] = after.get(key, 0) + number * comb(held, n)
        ways = after
    every = comb(size(black), drawn)
    return {total: Fraction(number, every) for (taken, total), number in ways.items() if taken == drawn}


def _before(others: list[int], markers: int | None, every: int) -> dict[int, Fraction]:
    """What the chips are worth that come up beside the black ones and Fear, before the draw ends.

    Each falls with equal chance into one of the gaps that the others leave; the gaps up to the chip that ends the draw
    are drawn. Placed one by one they make the urn of Polya: a gap grows with each chip in it.

    :param markers: black and Fear Chips up to the end; ``None``: the whole bag is drawn
    :param every: black and Fear Chips in the bag
    """
    if markers is None:
        return {sum(others): Fraction(1)}
    reached: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
    for placed, value in enumerate(others):
        after: dict[tuple[int, int], Fraction] = {}
        for (inside, total), chance in reached.items():
            within = Fraction(markers + inside, every + 1 + placed)
            for key, part in (((inside + 1, total + value), within), ((inside, total), 1 - within)):
                after[key] = after.get(key, Fraction(0)) + chance * part
        reached = after
    sums: dict[int, Fraction] = {}
    for (_, total), chance in reached.items():
        sums[total] = sums.get(total, Fraction(0)) + chance
    return sums


def _resources(contents: Bag, resource: str) -> Worth:
    place = 0 if resource == "sword" else 1
    return {chip: worth for chip in contents if chips.is_resource(chip) and (worth := chips.worth(chip)[place])}


def _reaching(found: Mapping[int, Fraction], least: int) -> Fraction:
    return sum((chance for total, chance in found.items() if total >= least), Fraction(0))
