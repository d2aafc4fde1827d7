"""What many plays come to: shares with their intervals, distributions, and sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import sqrt

from rules.kernel import words
from rules.kernel.simulation import GOES_ON, LENGTH, STUCK, UNFINISHED, Tally

Z = 1.959964
"""Of a normal distribution 95 % lie within so many standard deviations of its middle."""
PERCENT = "\N{NO-BREAK SPACE}%"
MOST_BARS = 16
"""More values than these are put together into bars of equal width."""

_ENDINGS = {
    GOES_ON: "The game goes on",
    STUCK: "Only people can say how it goes on",
    UNFINISHED: "No end came in sight",
}
_VERBS = {"won": "you win", "lost": "you lose", "retreated": "you retreat"}
_FIRST = ("won", "retreated", GOES_ON)
_LAST = ("lost", STUCK, UNFINISHED)


def wilson(hits: int, plays: int) -> tuple[float, float]:
    """The interval of Wilson, 95 %, for a share: what the true share may well be after so many plays.

    :param plays: at least one
    """
    share, z2 = hits / plays, Z * Z
    middle = (share + z2 / (2 * plays)) / (1 + z2 / plays)
    reach = Z * sqrt(share * (1 - share) / plays + z2 / (4 * plays * plays)) / (1 + z2 / plays)
    return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass(frozen=True)
class Share:
    """How often something came out.

    :param name: stable: an ending, or the label of what was true
    """

    name: str
    label: str
    hits: int
    plays: int

    @property
    def share(self) -> float:
        """0 to 1."""
        return self.hits / self.plays

    @property
    def interval(self) -> tuple[float, float]:
        """See :func:`wilson`."""
        return wilson(self.hits, self.plays)

    @property
    def words(self) -> str:
        """``71 % (68-74 %)``."""
        low, high = (percent(bound) for bound in self.interval)
        return f"{percent(self.share)}{PERCENT} ({low}–{high}{PERCENT})"


@dataclass(frozen=True)
class Bar:
    """Plays whose figure lies between two values, both included.

    :param hits: by ending
    """

    low: int
    high: int
    hits: Mapping[str, int]

    @property
    def plays(self) -> int:
        """In all."""
        return sum(self.hits.values())

    @property
    def label(self) -> str:
        """``7``, or ``7-9``."""
        return str(self.low) if self.low == self.high else f"{self.low}–{self.high}"


@dataclass(frozen=True)
class Distribution:
    """How a figure came out.

    :param values: plays by value, in order
    :param bars: the same in few enough bars for a picture, by ending
    """

    label: str
    values: Mapping[int, int]
    bars: Sequence[Bar]

    @property
    def plays(self) -> int:
        """In all."""
        return sum(self.values.values())

    @property
    def mean(self) -> float:
        """The arithmetic mean."""
        return sum(value * plays for value, plays in self.values.items()) / self.plays

    def quantile(self, share: float) -> int:
        """The least value that at least this share of all plays does not exceed."""
        for value, so_far in zip(self.values, accumulate(self.values.values()), strict=True):
            if so_far >= share * self.plays:
                return value
        return max(self.values)

    @property
    def spread(self) -> str:
        """Where the middle lies, without a full stop."""
        low, middle, high = (self.quantile(share) for share in (0.1, 0.5, 0.9))
        if len(self.values) == 1:
            return f"{middle} in every play"
        if low == high:
            return f"{middle} in nearly every play"
        return f"{middle} in the middle; between {low} and {high} in eight of ten plays"

    @property
    def sentence(self) -> str:
        """Where the middle lies, with the figure's name."""
        return f"{self.label}: {self.spread}."


@dataclass(frozen=True)
class Odds:
    """What a simulation came to.

    :param endings: the good ones first
    :param flags: what was true in some plays and not in others
    """

    plays: int
    endings: Sequence[Share]
    flags: Sequence[Share]
    distributions: Sequence[Distribution]

    @property
    def headline(self) -> str:
        """The odds in one sentence."""
        first, *others = self.endings
        start = f"In {self.plays:,} plays from here {_saying(first)}"
        rest = [_saying(other) for other in others]
        return "; ".join([start, *rest]) + "."

    @property
    def sentences(self) -> list[str]:
        """All that is worth saying, the odds first."""
        true = [f"{flag.label}: in {flag.words} of the plays." for flag in self.flags]
        return [self.headline, *true, *(each.sentence for each in self.distributions)]


def percent(share: float) -> str:
    """A share in per cent: whole numbers, with a decimal below one and above ninety-nine."""
    value = round(100 * share, 1)
    return f"{value:.1f}" if 0 < value < 1 or 99 < value < 100 else f"{value:.0f}"


def odds(tally: Tally) -> Odds:
    """What the counted plays come to.

    :param tally: of at least one play
    """
    plays = sum(outcome.plays for outcome in tally.values())
    endings = sorted(tally, key=_place)
    shares = [Share(name, _ENDINGS.get(name, words(name)), tally[name].plays, plays) for name in endings]
    labels = dict.fromkeys(label for name in endings for label in tally[name].flags)
    flags = [Share(label, label, sum(each.flags.get(label, 0) for each in tally.values()), plays) for label in labels]
    figures = dict.fromkeys(label for name in endings for label in tally[name].numbers if label != LENGTH)
    return Odds(plays, shares, flags, [_distribution(label, tally, endings) for label in [*figures, LENGTH]])


def _place(ending: str) -> tuple[int, str]:
    if ending in _FIRST:
        return _FIRST.index(ending) - len(_FIRST), ending
    return (_LAST.index(ending) + 1 if ending in _LAST else 0), ending


def _saying(share: Share) -> str:
    said = _VERBS.get(share.name) or share.label[:1].lower() + share.label[1:]
    return f"{said} {share.words}" if share.name in _VERBS else f"{said} in {share.words}"


def _distribution(label: str, tally: Tally, endings: Sequence[str]) -> Distribution:
    by_ending = {name: tally[name].numbers.get(label, {}) for name in endings}
    found = sorted({value for values in by_ending.values() for value in values})
    values = {value: sum(each.get(value, 0) for each in by_ending.values()) for value in found}
    return Distribution(label, values, _bars(found, by_ending))


def _bars(found: Sequence[int], by_ending: Mapping[str, Mapping[int, int]]) -> list[Bar]:
    low, high = found[0], found[-1]
    width = max(1, -(-(high - low + 1) // MOST_BARS))
    bars = []
    for start in range(low, high + 1, width):
        end = min(start + width - 1, high)
        hits = {
            name: sum(plays for value, plays in values.items() if start <= value <= end)
            for name, values in by_ending.items()
        }
        bars.append(Bar(start, end, hits))
    return bars
