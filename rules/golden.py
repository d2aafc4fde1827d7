"""Where the worked cases of each game are understood."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from rules.kernel.cases import CaseAdapter


def adapter(key: str, area: str | None = None) -> CaseAdapter[Any, Any]:
    """What reads the cases of a game: ``ADAPTER`` of ``rules.<key>.cases`` or of ``rules.<key>.<area>.cases``.

    :param area: the part of the rulebook, for games whose parts have vocabularies of their own
    :raises KeyError: when nothing reads such cases
    """
    name = ".".join(["rules", key, *([area] if area else []), "cases"])
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(f"{error.name}.")):
            raise KeyError(name) from None
        raise
    try:
        found: CaseAdapter[Any, Any] = module.ADAPTER
    except AttributeError:
        raise KeyError(name) from None
    return found
