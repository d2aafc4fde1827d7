"""Fair writing on SQLite.

SQLite's own busy timeout starves writers: of several processes one may wait for seconds while the others write. Short
retries at random intervals share the file fairly.
"""

from __future__ import annotations

import random
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import OperationalError, connection, transaction

PATIENCE = 20.0
"""Seconds after which a writer gives up."""


@contextmanager
def writing() -> Iterator[None]:
    """An IMMEDIATE transaction, begun as soon as no other process writes. Inside a transaction: a savepoint.

    :raises django.db.OperationalError: when the file stayed locked for :data:`PATIENCE` seconds
    """
    block = transaction.atomic()
    if connection.in_atomic_block:
        with block:
            yield
        return
    _begin(block)
    try:
        yield
    except BaseException as error:
        block.__exit__(type(error), error, error.__traceback__)
        raise
    block.__exit__(None, None, None)


def _begin(block: transaction.Atomic) -> None:
    deadline = time.monotonic() + PATIENCE
    connection.ensure_connection()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        usual = int(cursor.fetchone()[0])
        cursor.execute("PRAGMA busy_timeout = 0")
        try:
            while not _entered(block, deadline):
                time.sleep(random.uniform(0.0001, 0.001))  # noqa: S311 (jitter)
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")


def _entered(block: transaction.Atomic, deadline: float) -> bool:
    try:
        block.__enter__()
    except OperationalError as error:
        if "locked" not in str(error) or time.monotonic() > deadline:
            raise
        # Django's errors are reference cycles that hold the cursor. Left to the collector they are cleared by whichever
        # thread it runs in; clearing waits for this connection, and this connection may wait for that very thread.
        traceback.clear_frames(error.__traceback__)
        return False
    return True
