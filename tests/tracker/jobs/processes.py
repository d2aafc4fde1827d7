"""Processes of their own on the database of the test: ``python -m tests.tracker.jobs.processes`` works until it is
killed, with a kind and arguments it asks for a job.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import quote

import django
from django.db import connection

ROOT = Path(__file__).resolve().parents[3]
LEASE = "1"
"""Seconds, so that a killed worker's job is soon begun again."""


class Process:
    """A process and its children, in a session of their own.

    :param environment: over that of the test, which already leads to the test's database
    """

    def __init__(self, arguments: Sequence[str], **environment: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", *arguments],
            cwd=ROOT,
            env={**os.environ, "DATABASE_URL": database_url(), "TRACKER_JOB_LEASE": LEASE, **environment},
            start_new_session=True,
        )

    def wait(self) -> int:
        """Wait until it ends by itself; its exit status."""
        return self._process.wait(60)

    def end(self, by: signal.Signals) -> None:
        """Send a signal to the whole session and wait."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, by)
        self._process.wait(30)


def database_url() -> str:
    """The address of the test's own database."""
    parts = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{parts['NAME']}"
    password = f":{quote(parts['PASSWORD'])}" if parts["PASSWORD"] else ""
    return f"postgres://{parts['USER']}{password}@{parts['HOST']}:{parts['PORT']}/{parts['NAME']}"


def until(holds: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for something to become true."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not become true in time"
        time.sleep(0.02)


def main(arguments: Sequence[str]) -> None:
    """Work, where jobs may lose their worker any number of times, or ask for a job."""
    django.setup()
    from django.core.management import call_command

    from tests.tracker.jobs import kinds  # noqa: F401 (registers the kinds)
    from tracker.jobs import jobs, work, worker

    if arguments:
        jobs.enqueue(arguments[0], json.loads(arguments[1]))
        return
    work.MAX_ATTEMPTS = 100
    worker.LEASE_SECONDS = 1.0
    call_command("work", poll=0.05)


if __name__ == "__main__":
    main(sys.argv[1:])
