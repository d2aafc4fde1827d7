"""Running ``manage.py``: what is wrong with the settings or the database is said in one sentence."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import DatabaseError, InterfaceError


def run(arguments: Sequence[str]) -> None:
    """Run a command. ``--traceback`` shows where an error came from.

    :raises SystemExit: when settings or database are not as they should be, with a sentence about it
    """
    try:
        execute_from_command_line(list(arguments))
    except ImproperlyConfigured as error:
        _end(error, str(error), arguments)
    except (DatabaseError, InterfaceError) as error:
        from tracker.eventstore.troubles import told

        _end(error, told(error), arguments)


def _end(error: Exception, words: str | None, arguments: Sequence[str]) -> None:
    if words is None or "--traceback" in arguments:
        raise error
    sys.exit(words)
