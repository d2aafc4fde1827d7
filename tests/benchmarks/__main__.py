"""Measures both sides of each ratio in one run, every group in a process and with databases of its own.

Exit status 1 when a bar does not hold. The groups append, commands, reading and replay need PostgreSQL.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from tests.services import POSTGRES_URL, silence

ON_POSTGRES = ("append", "commands", "reading", "replay")
ANYWHERE = ("archives", "battles", "campaign", "memory", "pages", "pasts", "sqlite")
GROUPS = (*ANYWHERE, *ON_POSTGRES)
ROOT = Path(__file__).resolve().parent.parent.parent
DATABASE = f"tracker_bench_{os.getpid()}"


def main(given: list[str]) -> int:
    """Run the groups; 1 when a bar does not hold in one of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("groups", nargs="*", metavar="group", help=", ".join(GROUPS))
    parser.add_argument("--quick", action="store_true", help="a rough look: fewer and shorter rounds")
    arguments = parser.parse_args(given)
    if unknown := set(arguments.groups) - set(GROUPS):
        print(f"There is no group {', '.join(sorted(unknown))}. Groups: {', '.join(GROUPS)}.")
        return 2
    if arguments.quick:
        os.environ["TRACKER_BENCH_QUICK"] = "1"
        print("A rough look: few and short rounds. What is close to its bar may fall on either side.")
    status = 0
    for group in arguments.groups or GROUPS:
        print(f"\n== {group}", flush=True)
        status |= _on_postgres(group) if group in ON_POSTGRES else _on_sqlite(group)
    return status


def _on_postgres(group: str) -> int:
    if why := silence("PostgreSQL", POSTGRES_URL):
        print(f"Left out, since it needs PostgreSQL: {why}.")
        return 0
    with psycopg.connect(POSTGRES_URL, autocommit=True) as server:
        server.execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")
        server.execute(f"CREATE DATABASE {DATABASE}")
    try:
        return _run(group, urlsplit(POSTGRES_URL)._replace(path=f"/{DATABASE}").geturl())
    finally:
        with psycopg.connect(POSTGRES_URL, autocommit=True) as server:
            server.execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")


def _on_sqlite(group: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        return _run(group, f"sqlite:///{folder}/bench.sqlite3")


def _run(group: str, database: str) -> int:
    environment = {**os.environ, "DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "tracker.settings"}
    command = [sys.executable, "-m", "tests.benchmarks.group", group]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
