"""SQLite under four writers: nobody starves."""

from __future__ import annotations

from tests.benchmarks.harness import QUICK, ROUNDS, Report
from tests.benchmarks.writers import timed, together
from tests.tracker.eventstore.stories import Story, named, register

WRITERS = 4
SECONDS = 1.0 if QUICK else 3.0


def measure(report: Report) -> None:
    """The rows about fairness."""
    register()
    worst, shares = [], []
    for _ in range(ROUNDS):
        found = together(_write, WRITERS, SECONDS)
        counts = [len(taken) for taken in found]
        worst.append(max(max(taken) for taken in found if taken))
        shares.append(min(counts) / (sum(counts) / WRITERS))
    report.row("SQLite, 4 writer processes, synchronous FULL: worst wait, seconds", worst, most=0.5)
    report.row("SQLite, 4 writer processes: smallest share / mean share", shares, least=0.7)


def _write(until: float) -> list[float]:
    story = Story.opened()
    return timed(lambda: story.decide(named("Fern")), until)
