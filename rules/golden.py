"""Which adapter reads which case files.

A folder of case files is named after the package whose rules it tries: files under ``fantasy_defense/`` are read by
``rules.fantasy_defense.cases``, files under ``isofarian_guard/battle/`` by ``rules.isofarian_guard.battle.cases``. That
module holds its adapter as ``ADAPTER``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

import yaml

from rules.kernel.cases import CaseAdapter

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@cache
def adapter(folder: str) -> CaseAdapter[Any, Any]:
    """The adapter for a folder of case files.

    :param folder: the game's key, and where a game has several areas the area: ``isofarian_guard/battle``
    :raises KeyError: when no rules of that name have cases
    """
    module = ".".join(("rules", *folder.strip("/").split("/"), "cases"))
    try:
        found: CaseAdapter[Any, Any] = import_module(module).ADAPTER
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        raise KeyError(f"no rules read cases of {folder}") from None
    return found


def cases_in(text: str) -> list[Mapping[str, Any]]:
    """The cases of a file's text."""
    return list((yaml.load(text, Loader=_Loader) or {}).get("cases") or ())  # noqa: S506 (the safe loader)
