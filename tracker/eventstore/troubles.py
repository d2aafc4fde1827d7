"""What is wrong with the database, in a sentence for people: it can only be read, it is full, it cannot be reached."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
from django.db import DatabaseError, InterfaceError, OperationalError, connection

FULL = "The disk of the database is full."
READ_ONLY = "The database can only be read at the moment."
NO_TABLES = "The database lacks tables that the app needs: run manage.py migrate."
UNREACHABLE = "The database cannot be reached."
BUSY = "The database is busy."
DAMAGED = "The file of the database is no database, or damaged."
FAILING = "The database does not work at the moment."

_BY_SQLITE_ERROR = {
    "SQLITE_READONLY": READ_ONLY,
    "SQLITE_FULL": FULL,
    "SQLITE_CANTOPEN": UNREACHABLE,
    "SQLITE_BUSY": BUSY,
    "SQLITE_LOCKED": BUSY,
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_NOTADB": DAMAGED,
}
_BY_SQLSTATE = {"25006": READ_ONLY, "53100": FULL, "42P01": NO_TABLES, "42703": NO_TABLES, "3D000": UNREACHABLE,
                "55P03": BUSY, "40001": BUSY, "40P01": BUSY, "08": UNREACHABLE, "28": UNREACHABLE, "53": BUSY,
                "57": UNREACHABLE}  # fmt: skip
"""By the whole code or by its class, its first two signs."""


def trouble(error: BaseException) -> str | None:
    """What is wrong with the database, by what it raised; ``None`` where the fault is not the database's but ours."""
    if not isinstance(error, DatabaseError | InterfaceError):
        return None
    for each in _causes(error):
        if found := _known(each):
            return found
    return FAILING if isinstance(error, OperationalError | InterfaceError) else None


def told(error: BaseException) -> str | None:
    """The same for whoever runs a command: with where the database is and what its driver said, in one line."""
    words = trouble(error)
    return words and f"{words} ({_place()}: {' '.join(str(error).split())})"


def _place() -> str:
    """Where the database is, without its password."""
    settings = connection.settings_dict
    if connection.vendor != "sqlite":
        return f"database {settings['NAME']} at {settings['HOST'] or 'localhost'}:{settings['PORT'] or 5432}"
    folder = Path(settings["NAME"]).parent
    return str(settings["NAME"]) if folder.is_dir() else f"{settings['NAME']}, whose folder does not exist"


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error of Django's and what the driver raised."""
    while error is not None:
        yield error
        error = error.__cause__


def _known(error: BaseException) -> str | None:
    sqlite = str(getattr(error, "sqlite_errorname", ""))
    for name, words in _BY_SQLITE_ERROR.items():
        if sqlite == name or sqlite.startswith(f"{name}_"):
            return words
    if sqlite == "SQLITE_ERROR" and str(error).startswith(("no such table", "no such column")):
        return NO_TABLES
    state = str(getattr(error, "sqlstate", None) or "")
    if not state and isinstance(error, psycopg.OperationalError):
        return UNREACHABLE  # no server said anything
    return _BY_SQLSTATE.get(state) or _BY_SQLSTATE.get(state[:2])
