"""Measuring and judging: ratios of two sides that took turns, and one line a row."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

QUICK = os.environ.get("TRACKER_BENCH_QUICK") == "1"
"""A rough look: fewer and shorter rounds."""
ROUNDS = 2 if QUICK else 5

Side = Callable[[], float]


class Judged(NamedTuple):
    """A row: what was found, and whether its bar holds (``None``: it has none)."""

    median: float
    lowest: float
    highest: float
    bar: str
    holds: bool | None


def judged(found: Sequence[float], least: float | None = None, most: float | None = None) -> Judged:
    """Judge a row by the median of its values.

    :param least: the bar: not below
    :param most: the bar: not above
    """
    median = statistics.median(found)
    bar, holds = "none", None
    if least is not None:
        bar, holds = f">= {least:g}", median >= least
    elif most is not None:
        bar, holds = f"<= {most:g}", median <= most
    return Judged(median, min(found), max(found), bar, holds)


@dataclass
class Report:
    """The rows of a run, printed as they come."""

    failed: list[str] = field(default_factory=list)

    def row(self, name: str, found: Sequence[float], *, least: float | None = None, most: float | None = None) -> None:
        """Judge a row and print it: name, median with lowest and highest, bar, whether it holds."""
        row = judged(found, least, most)
        verdict = {True: "holds", False: "DOES NOT HOLD", None: "for information"}[row.holds]
        spread = f"({_short(row.lowest)} to {_short(row.highest)})"
        print(f"{name:<100} {_short(row.median):>7} {spread:<20} bar {row.bar:<8} {verdict}", flush=True)
        if row.holds is False:
            self.failed.append(name)


def _short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def ratios(one: Side, other: Side, rounds: int = ROUNDS) -> list[float]:
    """How the first side compares to the second, round by round, the two taking turns. One round is not counted."""
    one(), other()
    return [one() / other() for _ in range(rounds)]


def percentile(values: Sequence[float], percent: int) -> float:
    """The value below which so many of a hundred lie."""
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


def seconds(work: Callable[[], object], times: int = 1, before: Callable[[], object] = lambda: None) -> float:
    """How long one call takes, in seconds: the median of several.

    :param before: done before each call, beside the clock
    """
    return percentile(durations(work, times, before), 50)


def durations(work: Callable[[], object], times: int, before: Callable[[], object] = lambda: None) -> list[float]:
    """How long each of several calls takes, in seconds."""
    taken = []
    for _ in range(times):
        before()
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return taken


def rate(work: Callable[[], object], for_seconds: float) -> float:
    """How many calls a second."""
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < for_seconds:
        work()
        count += 1
    return count / (time.perf_counter() - start)
