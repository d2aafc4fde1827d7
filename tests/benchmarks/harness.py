"""Measuring and judging: ratios of two sides that took turns, and one line a row."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

ROUNDS = 5

Side = Callable[[], float]


@dataclass
class Report:
    """The rows of a run, printed as they come."""

    failed: list[str] = field(default_factory=list)

    def row(self, name: str, found: list[float], *, least: float | None = None, most: float | None = None) -> None:
        """Judge a row by the median of its values and print it.

        :param least: the bar: not below
        :param most: the bar: not above
        """
        median = statistics.median(found)
        holds = (least is None or median >= least) and (most is None or median <= most)
        bar = f">= {least:g}" if least is not None else f"<= {most:g}" if most is not None else "no bar"
        verdict = ("holds" if holds else "DOES NOT HOLD") if bar != "no bar" else ""
        print(f"{name:<78} {median:>9.3g}  ({min(found):.3g} to {max(found):.3g})  bar {bar:<8} {verdict}", flush=True)
        if not holds:
            self.failed.append(name)

    def say(self, sentence: str) -> None:
        """A line between the rows."""
        print(sentence, flush=True)


def ratios(one: Side, other: Side, rounds: int = ROUNDS) -> list[float]:
    """How the first side compares to the second, round by round, the two taking turns. One round is not counted."""
    one(), other()
    return [one() / other() for _ in range(rounds)]


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """How long one call takes, in seconds: the median of several."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def rate(work: Callable[[], object], for_seconds: float) -> float:
    """How many calls a second."""
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < for_seconds:
        work()
        count += 1
    return count / (time.perf_counter() - start)
