"""Reading and replacing one value inside a state by its path."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from rules.kernel.messages import State

S = TypeVar("S", bound=State)
Path = tuple[str, ...]


def read(state: State, path: Path) -> Any:
    """The value at a path, as plain data.

    :raises KeyError: when the path leads nowhere
    """
    value = _plain(state)
    for step in path:
        value = _child(value, step, path)
    return value


def replaced(state: S, path: Path, value: Any) -> S:
    """The state with another value at a path; a map takes new keys too.

    :raises KeyError: when the path leads nowhere
    :raises msgspec.ValidationError: when the value does not fit there
    """
    if not path:
        raise KeyError("")
    return msgspec.convert(_with(_plain(state), path, value, path), type(state))


def _plain(state: State) -> Any:
    """The state as it is stored: maps and lists only, so that an event equals itself after it was stored and read."""
    return msgspec.json.decode(msgspec.json.encode(state))


def _with(place: Any, steps: Path, value: Any, path: Path) -> Any:
    step, *rest = steps
    if not rest and isinstance(place, dict):
        return {**place, step: value}
    below = _child(place, step, path)
    changed = _with(below, tuple(rest), value, path) if rest else value
    if isinstance(place, dict):
        return {**place, step: changed}
    at = int(step)
    return [*place[:at], changed, *place[at + 1 :]]


def _child(value: Any, step: str, path: Path) -> Any:
    if isinstance(value, dict) and step in value:
        return value[step]
    if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
        return value[int(step)]
    raise KeyError(".".join(path))
