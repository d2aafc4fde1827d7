"""Which database the app uses, from ``DATABASE_URL``."""

from __future__ import annotations

import warnings
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

FORMS = "Give postgres://user:password@host:5432/name or sqlite:////folder/file.sqlite3."
ENGINES = ("django.db.backends.postgresql", "django.db.backends.sqlite3")


def database(env: environ.Env, otherwise: str) -> dict[str, Any]:
    """The settings of the database. A password in the address is in no message.

    :param otherwise: the address where none is given, or an empty one
    :raises ImproperlyConfigured: when the address names no database that the app can use
    """
    try:
        with warnings.catch_warnings(action="ignore"):  # what they say, the checks below say more plainly
            found: dict[str, Any] = env.db_url_config(env.str("DATABASE_URL", default="") or otherwise)
    except ValueError:  # its words may hold a part of the password
        found = {}
    if found.get("ENGINE") not in ENGINES:
        raise ImproperlyConfigured(f"DATABASE_URL is no address of a PostgreSQL or SQLite database. {FORMS}")
    if found["NAME"] in ("", ":memory:"):
        raise ImproperlyConfigured(f"DATABASE_URL names no database, or no file. {FORMS}")
    return found
