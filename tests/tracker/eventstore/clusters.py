"""Throw-away PostgreSQL clusters, and tests that move their connection to one."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.db import connections

from tests.services import REQUIRED


def programs() -> Path:
    """Where PostgreSQL's server programs are."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    found = installed[-1] if installed else shutil.which("initdb")
    if found is None:
        sentence = "PostgreSQL's initdb is not installed here"
        (pytest.fail if REQUIRED else pytest.skip)(sentence)
    return Path(found).parent


@dataclass(frozen=True)
class Cluster:
    """A running server with its data in a folder of its own, reached by a socket there."""

    folder: Path

    @property
    def settings(self) -> dict[str, Any]:
        """What Django needs to know to connect."""
        return {"HOST": str(self.folder), "PORT": "5432", "NAME": "postgres", "USER": "postgres", "PASSWORD": ""}


@contextmanager
def new_cluster() -> Iterator[Cluster]:
    """A fresh cluster; its transaction ids start low."""
    folder = Path(tempfile.mkdtemp(prefix="cluster"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    data, options = folder / "data", f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
    try:
        _as_server("initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync")
        _as_server("pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start")
        yield Cluster(folder)
    finally:
        if (data / "postmaster.pid").exists():
            _as_server("pg_ctl", "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder)


def _as_server(program: str, *arguments: object) -> None:
    """Run a server program; the server refuses to run as root."""
    user = "postgres" if os.geteuid() == 0 else None
    command = [str(programs() / program), *map(str, arguments)]
    subprocess.run(command, check=True, user=user, stdout=subprocess.DEVNULL, cwd="/")


def dump_and_restore(cluster: Cluster) -> None:
    """Move the default database into a cluster, as an operator would."""
    source = connections["default"].settings_dict
    target = cluster.settings
    dump = [programs() / "pg_dump", "--no-owner", *_where(source)]
    restore = [programs() / "psql", "--quiet", "--set=ON_ERROR_STOP=1", *_where(target)]
    text = subprocess.run(dump, check=True, capture_output=True, env=_password(source)).stdout
    subprocess.run(restore, check=True, input=text, stdout=subprocess.DEVNULL)


def _where(settings: dict[str, Any]) -> list[str]:
    names = {"HOST": "--host", "PORT": "--port", "USER": "--username", "NAME": "--dbname"}
    return [f"{option}={settings[name]}" for name, option in names.items() if settings[name]]


def _password(settings: dict[str, Any]) -> dict[str, str]:
    return {**os.environ, "PGPASSWORD": settings["PASSWORD"]}


@contextmanager
def connected_to(cluster: Cluster) -> Iterator[None]:
    """Make a cluster this thread's default database."""
    usual = connections["default"]
    moved = type(usual)({**usual.settings_dict, **cluster.settings}, "default")
    connections["default"] = moved
    try:
        yield
    finally:
        moved.close()
        connections["default"] = usual
