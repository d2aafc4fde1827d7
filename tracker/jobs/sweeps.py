"""Sweeps: short work that other apps have done again and again, such as advancing read models."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import connections

logger = logging.getLogger(__name__)

Sweep = Callable[[], object]

_sweeps: dict[str, Sweep] = {}
_troubles: dict[str, str] = {}


def register_sweep(name: str, sweep: Sweep) -> None:
    """Have something done on every pass of a worker.

    A sweep looks for work, does a moderate part of it in transactions of its own, and returns something true when more
    is left. It may run in several processes at the same time and may be ended at any point: it must keep its own
    position in the database, with conditional updates.

    :raises TypeError: when the name is taken
    """
    if _sweeps.setdefault(name, sweep) is not sweep:
        raise TypeError(f"There is a sweep {name} already.")


def run_sweeps() -> bool:
    """Run every sweep once. One that fails is logged, once for each new trouble, and does not hold up the others.

    :returns: whether any of them has more to do
    """
    more = False
    for name, sweep in tuple(_sweeps.items()):
        try:
            more = bool(sweep()) or more
        except Exception as error:  # whatever goes wrong in one must not end the worker
            _note_trouble(name, error)
            connections.close_all()
        else:
            if _troubles.pop(name, None):
                logger.info("The sweep %s works again.", name)
    return more


def _note_trouble(name: str, error: Exception) -> None:
    trouble = f"{type(error).__name__}: {error}"
    if _troubles.get(name) != trouble:
        _troubles[name] = trouble
        logger.error("The sweep %s failed.", name, exc_info=error)
