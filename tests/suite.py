"""Runs the whole suite: everything on SQLite, then in Chromium, and beside that everything that touches the database
again on PostgreSQL.

What this machine cannot run is left out and said; with ``TRACKER_REQUIRE_SERVICES=1`` it fails instead.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO

from tests.services import POSTGRES_URL, REQUIRED, silence

ROOT = Path(__file__).resolve().parent.parent
ON_POSTGRES = ("tests/tracker", "tests/projections", "tests/web", "tests/api")
"""Folders whose tests touch the database."""


def main(arguments: list[str]) -> int:
    """All runs; the first failing exit status, or 0."""
    workers = ["-n", str(min(4, os.cpu_count() or 1)), "--dist", "loadfile"]
    print("On SQLite", flush=True)  # noqa: T201
    whole = arguments in ([], ["tests"])
    if status := _start([*workers, *(["tests", "--ignore=tests/browser"] if whole else arguments)]).wait():
        return status
    on_postgres = [folder for folder in ON_POSTGRES if (ROOT / folder).is_dir()] if whole else arguments
    why = silence("PostgreSQL", POSTGRES_URL)
    with tempfile.TemporaryFile() as said:
        # One process: readers wait for every open transaction of the server, those of other workers' tests included.
        postgres = None if why else _start(on_postgres, {"DATABASE_URL": POSTGRES_URL}, said)
        if whole:
            # Apart from the others: the browser's driver keeps an event loop running in its process.
            print("In Chromium, on SQLite", flush=True)  # noqa: T201
            status = _start(["tests/browser"]).wait()
        if postgres is None:
            print(f"Left out: the same tests on PostgreSQL. {why}.")  # noqa: T201
            return status or int(REQUIRED)
        status = postgres.wait() or status
        said.seek(0)
        print(f"On PostgreSQL\n{said.read().decode(errors='replace')}", flush=True)  # noqa: T201
    return status


def _start(
    arguments: list[str], environment: dict[str, str] | None = None, stdout: IO[bytes] | None = None
) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "pytest", "-q", *arguments]
    return subprocess.Popen(command, cwd=ROOT, env={**os.environ, **(environment or {})}, stdout=stdout)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
