"""Events as bytes under stable names, and back, old shapes included.

A name space is a game's key or ``table``. The stored type is ``<name space>.<event name>``, never a Python path. A
changed event shape gets upcasters, one from each shape to the next; the shape is stored beside the event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Union

import msgspec

from rules.kernel.messages import Event, event_name

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]


class Encoded(NamedTuple):
    """An event ready to be stored."""

    type: str
    shape: int
    payload: bytes


class Undecodable(Exception):
    """A stored event that cannot be read any more; says which and why."""


class _NameSpace(NamedTuple):
    kinds: frozenset[type[Event]]
    decoder: msgspec.json.Decoder[Any]
    union: Any
    upcasters: Mapping[str, tuple[Upcaster, ...]]


_spaces: dict[str, _NameSpace] = {}
_encode = msgspec.json.Encoder().encode


def register(name_space: str, kinds: Iterable[type[Event]], upcasters: Mapping[str, tuple[Upcaster, ...]]) -> None:
    """Make a name space known. ``upcasters`` lists, for an event name, the steps from shape 1 to 2, 2 to 3, ..."""
    union = Union[tuple(kinds)]  # noqa: UP007 (built at run time)
    _spaces[name_space] = _NameSpace(frozenset(kinds), msgspec.json.Decoder(union), union, dict(upcasters))


def encode(name_space: str, event: Event) -> Encoded:
    """An event as it is stored. Events of the shared name space are found there by their type.

    :raises KeyError: when the event belongs to no registered name space
    """
    space = name_space if type(event) in _spaces[name_space].kinds else _home(event)
    name = event_name(type(event))
    return Encoded(f"{space}.{name}", len(_spaces[space].upcasters.get(name, ())) + 1, _encode(event))


def decode(kind: str, shape: int, payload: bytes) -> Event:
    """A stored event.

    :raises Undecodable: when its type is unknown or its content does not fit
    """
    space_name, _, name = kind.rpartition(".")
    try:
        space = _spaces[space_name]
        steps = space.upcasters.get(name, ())[shape - 1 :]
        if not steps:
            event: Event = space.decoder.decode(payload)
            return event
        data = msgspec.json.decode(payload)
        for step in steps:
            data = step(data)
        upcast: Event = msgspec.convert(data, space.union)
    except KeyError:
        raise Undecodable(f"{kind}: unknown kind of event") from None
    except msgspec.MsgspecError as error:
        raise Undecodable(f"{kind} (shape {shape}): {error}") from error
    return upcast


def _home(event: Event) -> str:
    for name, space in _spaces.items():
        if type(event) in space.kinds:
            return name
    raise KeyError(f"{type(event).__name__} belongs to no registered name space")
