"""The secret key of an installation that was not given one."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def local_secret(folder: Path) -> str:
    """A random key, made once and kept in a file that only its owner may read.

    :raises ImproperlyConfigured: when the folder cannot be written
    """
    try:
        return _kept(folder / "secret-key")
    except OSError as error:
        raise ImproperlyConfigured(f"Nothing can be kept in {folder}: {error.strerror}.") from None


def _kept(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii")
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        key = secrets.token_urlsafe(50)
        file.write(key)
    return key
