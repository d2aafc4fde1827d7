"""Following the log while eight writers write: nothing missed, nothing twice, everything in order, and how soon."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from typing import NamedTuple
from uuid import UUID, uuid4

from django.db import connection, transaction

from tests.benchmarks.harness import QUICK, ROUNDS, Report, percentile
from tests.benchmarks.writers import Work, timed, together
from tests.tracker.eventstore.stories import Story, named
from tracker.eventstore import store
from tracker.eventstore.feed import feed
from tracker.eventstore.models import StoredEvent

WRITERS = 8
SEEDS = (1, 2, 3)
PAGE = 500
SECONDS = 1.0 if QUICK else 3.0


def measure(report: Report) -> None:
    """The rows about following."""
    found: Counter[str] = Counter()
    for seed in SEEDS:
        for shared in (False, True):
            found.update(_faults(_follow(_delayed(seed, _stories(shared)), naively=True)[0]))
    of = f"of {found['stored']:,} events, 8 writers, delays, rollbacks, own and shared streams, 3 seeds"
    report.row(f"gap safety, {of}: missed", [found["missed"]], most=0)
    report.row("gap safety: seen twice", [found["twice"]], most=0)
    report.row("gap safety: out of stream order", [found["disorder"]], most=0)
    report.row("gap safety: missed by a naive reader beside it (it must miss some)", [found["naive"]], least=1)
    runs = [_follow(_undelayed, naively=False) for _ in range(ROUNDS)]
    lags = [percentile(reader.lags, 95) for reader, _ in runs]
    report.row("lag of a reader at 8 writers without delays, p95, ms", lags)
    beyond = [lag - 1000 * longest for lag, (_, longest) in zip(lags, runs, strict=True)]
    report.row("lag beyond the longest open writing transaction, ms", beyond, most=10)


class Reader:
    """Follows the log, and beside it naively by "position above the last one seen".

    :ivar lags: from the moment before an event was sent to the store until it was read, in milliseconds; from when the
        reader has caught up with what was written before it began
    """

    def __init__(self, *, naively: bool) -> None:
        newest = StoredEvent.objects.order_by("-position").values_list("position", flat=True)
        self.before = newest.first() or 0
        self.seen: list[tuple[int, UUID, int]] = []
        self.naive: set[int] = set()
        self.lags: list[float] = []
        self._naively = naively
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Reader:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _run(self) -> None:
        at = last = self.before
        caught_up = float("inf")
        while True:
            stopped = self._done.is_set()
            rows = feed(at, PAGE)
            now = time.time() * 1_000_000
            self.seen += [(row.position, row.timeline_id, row.version) for row in rows]
            self.lags += [(now - row.recorded_at) / 1000 for row in rows if row.recorded_at > caught_up]
            if rows and len(rows) < PAGE:
                caught_up = min(caught_up, now)
            at = rows[-1].position if rows else at
            if self._naively:
                later = StoredEvent.objects.filter(position__gt=last).order_by("position")
                for last in later.values_list("position", flat=True):
                    self.naive.add(last)
            if stopped and not rows:
                connection.close()
                return
            if len(rows) < PAGE:
                time.sleep(0.001)


class _Delayed(NamedTuple):
    """Writers that hold back their commits."""

    seed: int
    stories: list[Story]

    def __call__(self, until: float) -> list[float]:
        """Write until a moment: one to three events a transaction, of which one in twenty is rolled back."""
        luck = random.Random(f"{self.seed}-{uuid4()}")
        stories = self.stories or [Story.opened()]

        def one() -> None:
            try:
                with transaction.atomic():
                    luck.choice(stories).decide(*[named("Fern")] * luck.randint(1, 3))
                    time.sleep(luck.uniform(0, 0.01))
                    transaction.set_rollback(luck.random() < 0.05)
            except store.Conflict:
                time.sleep(luck.uniform(0, 0.002))

        return timed(one, until)


def _delayed(seed: int, stories: list[Story]) -> Work:
    return _Delayed(seed, stories)


def _stories(shared: bool) -> list[Story]:
    """Streams that all writers share; none where each has its own."""
    return [Story.opened() for _ in range(4)] if shared else []


def _undelayed(until: float) -> list[float]:
    """Appends one after the other, three events each."""
    story = Story.opened()
    return timed(lambda: story.decide(*[named("Fern")] * 3), until)


def _follow(write: Work, *, naively: bool) -> tuple[Reader, float]:
    """One run of writers with a reader beside them; with the longest write, in seconds."""
    taken: list[list[float]] = []
    reader = Reader(naively=naively)
    writers = threading.Thread(target=lambda: taken.extend(together(write, WRITERS, SECONDS)))
    writers.start()  # forks before the reader has a connection
    time.sleep(0.2)
    with reader:
        writers.join()
    return reader, max(max(each) for each in taken if each)


def _faults(reader: Reader) -> dict[str, int]:
    """What a reader missed, saw twice, saw out of order."""
    stored = set(StoredEvent.objects.filter(position__gt=reader.before).values_list("position", flat=True))
    positions = [position for position, _, _ in reader.seen]
    newest: dict[UUID, int] = {}
    disorder = 0
    for _, timeline, version in reader.seen:
        disorder += version <= newest.get(timeline, 0)
        newest[timeline] = version
    return {
        "stored": len(stored), "missed": len(stored - set(positions)), "twice": len(positions) - len(set(positions)),
        "disorder": disorder, "naive": len(stored - reader.naive),
    }  # fmt: skip
