"""Reading and replacing one value inside a state, or inside plain data, by its path."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from rules.kernel.messages import State
from rules.kernel.storable import plain

S = TypeVar("S", bound=State)
Path = tuple[str, ...]


def read(state: State, path: Path) -> Any:
    """The value at a path, as plain data.

    :raises KeyError: when the path leads nowhere
    """
    return value_at(plain(state), path)


def replaced(state: S, path: Path, value: Any) -> S:
    """The state with another value at a path; a map takes new keys too.

    :raises KeyError: when the path leads nowhere
    :raises msgspec.ValidationError: when the value does not fit there
    """
    if not path:
        raise KeyError("")
    return msgspec.convert(with_value(plain(state), path, value), type(state))


def value_at(data: Any, path: Path) -> Any:
    """The value at a path of plain data.

    :raises KeyError: when the path leads nowhere
    """
    for step in path:
        data = _child(data, step)
    return data


def with_value(data: Any, path: Path, value: Any) -> Any:
    """Plain data with another value at a path; the data themselves stay as they are, a map takes new keys too.

    :raises KeyError: when the path leads nowhere
    """
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(data, dict) and not rest:
        return {**data, step: value}
    changed = with_value(_child(data, step), rest, value)
    if isinstance(data, dict):
        return {**data, step: changed}
    at = int(step)
    return [*data[:at], changed, *data[at + 1 :]]


def _child(value: Any, step: str) -> Any:
    if isinstance(value, dict) and step in value:
        return value[step]
    if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
        return value[int(step)]
    raise KeyError(step)
