"""Rolls: two ten-sided dice, what for, and the swap in the Throneroom of Lux."""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel import Refused
from rules.stonebound_saga.book import StoneTurn, book
from rules.stonebound_saga.decisions import Rolling
from rules.stonebound_saga.events import DiceRolled
from rules.stonebound_saga.figures import FACES
from rules.stonebound_saga.ground import stands_on
from rules.stonebound_saga.state import Position


def digits(value: int) -> tuple[int, int]:
    """What the tens die and the ones die show (SS-SET-005): 100 is a double zero."""
    return value // 10 % 10, value % 10


def swapped(value: int) -> int:
    """The roll with its two dice swapped (SS-TLI-003)."""
    tens, ones = digits(value)
    return ones * 10 + tens or 100


class Dice:
    """The rolls of one decision, counted from 1."""

    def __init__(self, turn: StoneTurn, decision: Rolling) -> None:
        self._turn = turn
        self._swaps = decision.swaps
        self._if_better = decision.swap_if_better
        self._made = 0

    def roll(
        self, kind: str, character: str, hits: Callable[[int], bool], *, up_to: int | None = None, good: bool = True
    ) -> int:
        """Make a roll for a character (SS-SET-005, SS-TRK-003).

        :param hits: whether a value succeeds
        :param up_to: the highest value that succeeds, for the record
        :param good: success is what the character's player wants
        :raises Refused: ``swap_not_allowed``
        """
        rolled = int(self._turn.chance.roll(kind, FACES)[0])
        self._made += 1
        value = rolled
        throned = stands_on(self._turn.state, character, "throneroom_of_lux")
        if self._made in self._swaps:
            if not throned:
                raise Refused("swap_not_allowed", "Dice are swapped only in the Throneroom of Lux.", rule="SS-TLI-003")
            value = swapped(rolled)
        elif throned and self._if_better and hits(rolled) != good and hits(swapped(rolled)) == good:
            value = swapped(rolled)
        shown = rolled if value != rolled else None
        self._turn.emit(DiceRolled(kind=kind, character=character, value=value, up_to=up_to, swapped=shown))
        return value

    def succeeds(self, kind: str, character: str, up_to: int, *, good: bool = True) -> bool:
        """Whether a roll is 1 to a value."""
        return self.roll(kind, character, lambda value: value <= up_to, up_to=up_to, good=good) <= up_to

    def finish(self) -> None:
        """Judge that every swap that was named had its roll.

        :raises Refused: ``swap_not_allowed``
        """
        if any(number > self._made or number < 1 for number in self._swaps):
            raise Refused("swap_not_allowed", "There was no roll of that number to swap.", rule="SS-TLI-003")


@book.evolves(DiceRolled)
def _dice_rolled(state: Position, event: DiceRolled) -> Position:
    return state
