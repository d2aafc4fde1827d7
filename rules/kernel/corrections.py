"""Reading and replacing one value inside a state by its path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from rules.kernel.messages import State

S = TypeVar("S", bound=State)
Path = tuple[str, ...]


def read(state: State, path: Path) -> Any:
    """The value at a path, as plain data.

    :raises KeyError: when the path leads nowhere
    """
    value = msgspec.to_builtins(state)
    for step in path:
        value = _child(value, step, path)
    return value


def replaced(state: S, path: Path, value: Any) -> S:
    """The state with another value at a path; a map takes new keys too.

    :raises KeyError: when the path leads nowhere
    :raises msgspec.ValidationError: when the value does not fit there
    """
    data = msgspec.to_builtins(state)
    place = data
    for step in path[:-1]:
        place = _child(place, step, path)
    last = path[-1]
    if isinstance(place, dict):
        place[last] = value
    elif isinstance(place, list) and last.isdecimal() and int(last) < len(place):
        place[int(last)] = value
    else:
        raise KeyError(".".join(path))
    return msgspec.convert(data, type(state))


def _child(value: Any, step: str, path: Sequence[str]) -> Any:
    if isinstance(value, dict) and step in value:
        return value[step]
    if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
        return value[int(step)]
    raise KeyError(".".join(path))
