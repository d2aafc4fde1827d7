"""Runs the whole suite: everything on SQLite, then everything that touches the database again on PostgreSQL.

What this machine cannot run is left out and said; with ``TRACKER_REQUIRE_SERVICES=1`` it fails instead.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.services import POSTGRES_URL, REQUIRED, silence

ROOT = Path(__file__).resolve().parent.parent
ON_POSTGRES = ("tests/tracker", "tests/projections", "tests/web", "tests/api")
"""Folders whose tests touch the database."""


def main(arguments: list[str]) -> int:
    """Both runs; the first failing exit status, or 0."""
    workers = ["-n", str(min(4, os.cpu_count() or 1)), "--dist", "loadfile"]
    print("On SQLite", flush=True)  # noqa: T201
    whole = arguments in ([], ["tests"])
    status = _pytest([*workers, *(["tests", "--ignore=tests/browser"] if whole else arguments)], {})
    if whole and not status:
        # Apart from the others: the browser's driver keeps an event loop running in its process.
        status = _pytest(["tests/browser"], {})
    if status:
        return status
    folders = [folder for folder in ON_POSTGRES if (ROOT / folder).is_dir()]
    if why := silence("PostgreSQL", POSTGRES_URL):
        print(f"Left out: the same tests on PostgreSQL. {why}.")  # noqa: T201
        return int(REQUIRED)
    if not whole:
        folders = arguments
    print("On PostgreSQL", flush=True)  # noqa: T201
    # One process: readers wait for every open transaction of the server, those of other workers' tests included.
    return _pytest(folders, {"DATABASE_URL": POSTGRES_URL})


def _pytest(arguments: list[str], environment: dict[str, str]) -> int:
    command = [sys.executable, "-m", "pytest", "-q", *arguments]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
