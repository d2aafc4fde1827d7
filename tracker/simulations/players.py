"""Several processes that play at once, so that the pages of the site stay quick meanwhile."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType

import msgspec
from django.conf import settings

from rules.kernel.simulation import Tally
from tracker.simulations.process import Setting, Stint

_tally = msgspec.json.Decoder(Tally)

Answer = tuple[Stint, Tally]


class PlayerDied(Exception):
    """A process ended in the midst of its plays; says what it said last."""


class Players:
    """Processes that play stints of one setting; they end with the block."""

    def __init__(self, setting: Setting, number: int) -> None:
        self._setting = msgspec.json.encode(setting) + b"\n"
        self._processes = [self._started() for _ in range(number)]
        self._answers: queue.SimpleQueue[Answer | PlayerDied] = queue.SimpleQueue()

    def play(self, stints: Sequence[Stint], wait: float) -> Iterator[Answer | None]:
        """The counts of some stints, as they are done; ``None`` whenever so many seconds passed without any.

        :raises PlayerDied: when a process ended
        """
        wanted: queue.SimpleQueue[Stint] = queue.SimpleQueue()
        for stint in stints:
            wanted.put(stint)
        for process in self._processes:
            threading.Thread(target=self._ask, args=(process, wanted), name="simulation", daemon=True).start()
        left = len(stints)
        while left:
            try:
                answer = self._answers.get(timeout=wait)
            except queue.Empty:
                yield None
                continue
            if isinstance(answer, PlayerDied):
                raise answer
            left -= 1
            yield answer

    def __enter__(self) -> Players:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.communicate()

    def _started(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "tracker.simulations.process"]
        pipe = subprocess.PIPE
        place = Path(settings.BASE_DIR)
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=place)  # noqa: S603 (our own module)

    def _ask(self, process: subprocess.Popen[bytes], wanted: queue.SimpleQueue[Stint]) -> None:
        """Give a process one stint after the other."""
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None  # noqa: PT018, S101 (they are pipes)
        try:
            process.stdin.write(self._setting)
            while True:
                try:
                    stint = wanted.get_nowait()
                except queue.Empty:
                    return
                process.stdin.write(msgspec.json.encode(stint) + b"\n")
                process.stdin.flush()
                self._answers.put((stint, _tally.decode(process.stdout.readline())))
        except (OSError, ValueError, msgspec.DecodeError):
            try:
                last = process.stderr.read().decode(errors="replace").strip().rpartition("\n")[2]
            except (OSError, ValueError):
                last = ""
            self._answers.put(PlayerDied(last or "A process that played ended without a word."))


def most_players() -> int:
    """How many processes may play at once."""
    wanted: int = settings.TRACKER_SIMULATION_PROCESSES
    return wanted or min(4, os.cpu_count() or 1)
