"""Database connections of threads that somebody else starts."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import Any

from django.db import connection, connections

_here = threading.local()


class _Closer:
    """Closes a thread's connection when the thread ends and takes what is local to it along."""

    def __init__(self, own: Any) -> None:
        self._own = own

    def __del__(self) -> None:
        with suppress(Exception):  # nobody is left to be told
            self._own.close()


def close_with_thread() -> None:
    """Have this thread's connection closed when the thread ends.

    The eventsourcing library runs applications in threads of its own. A connection that such a thread leaves open stays
    open until the garbage collector happens to find it.
    """
    if threading.current_thread() is threading.main_thread():
        return
    own = connections[connection.alias]
    if getattr(_here, "connection", None) is not own:
        _here.connection, _here.closer = own, _Closer(own)
