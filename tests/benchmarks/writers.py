"""Several writers at once: processes that begin together, each with connections of its own."""

from __future__ import annotations

import gc
import multiprocessing
import time
from collections.abc import Callable

from django.db import connection, connections

from tests.benchmarks.harness import QUICK

Work = Callable[[float], list[float]]
"""Writes until a moment of the monotonic clock; the time that each write took, in seconds."""


def together(work: Work, writers: int, for_seconds: float) -> list[list[float]]:
    """What each of several writers needed for each of its writes."""
    connections.close_all()
    context = multiprocessing.get_context("fork")
    barrier, answers = context.Barrier(writers), context.Queue()

    def run() -> None:
        connection.ensure_connection()
        barrier.wait()
        answers.put(work(time.monotonic() + for_seconds))

    gc.freeze()  # a full collection on either side would copy every page that both share, and pause for that long
    processes = [context.Process(target=run) for _ in range(writers)]
    for process in processes:
        process.start()
    found = [answers.get(timeout=for_seconds + 60) for _ in processes]
    for process in processes:
        process.join()
    gc.unfreeze()
    return found


def throughput(work: Work, writers: int, for_seconds: float = 0.4 if QUICK else 1.5) -> float:
    """Writes a second of all writers. What each needs until its first one is done (connections, plans) is left out."""
    found = [taken[1:] for taken in together(work, writers, for_seconds)]
    return sum(len(taken) / sum(taken) for taken in found if taken)


def timed(write: Callable[[], object], until: float) -> list[float]:
    """Write until a moment; how long each write took."""
    taken = []
    while (start := time.monotonic()) < until:
        write()
        taken.append(time.monotonic() - start)
    return taken
