"""Several processes that do something at the same moment, each with a database connection of its own."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Any

from django.db import connections

from rules.kernel import Refused
from tracker.timelines.deciding import Behind

_PATIENCE = 60
_fork = multiprocessing.get_context("fork")


def at_once(deeds: Sequence[Callable[[], Any]]) -> list[Any]:
    """What each deed answers or raises, all of them done at the same moment in processes of their own."""
    connections.close_all()
    gate = _fork.Barrier(len(deeds))
    runs = [_run(gate, deed) for deed in deeds]
    answers = [_answer(end) for _, end in runs]
    for process, _ in runs:
        process.join(_PATIENCE)
    return answers


def _run(gate: Any, deed: Callable[[], Any]) -> Any:
    here, there = _fork.Pipe(duplex=False)
    process = _fork.Process(target=_child, args=(gate, deed, there))
    process.start()
    there.close()
    return process, here


def _answer(end: Connection) -> Any:
    assert end.poll(_PATIENCE), "a process did not answer"
    return end.recv()


def _child(gate: Any, deed: Callable[[], Any], end: Connection) -> None:
    try:
        gate.wait(_PATIENCE)
        answer = deed()
    except Refused as refusal:
        answer = refusal.code
    except Behind as behind:
        answer = ("behind", behind.version, [row.id for row in behind.since])
    except BaseException as error:  # told to the test, which fails by it
        answer = repr(error)
    finally:
        connections.close_all()
    end.send(answer)
