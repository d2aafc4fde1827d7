"""Events as bytes under stable names, and back, old shapes included.

A name space is a game's key or ``table``. The stored type is ``<name space>.<event name>``, never a Python path. A
changed event shape gets upcasters, one from each shape to the next; the shape is stored beside the event. A renamed
event is an upcaster under its old name that sets the key ``event``.
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


class Unencodable(Exception):
    """An event that could not be read again if it were stored; says which and why. A fault of the rules."""


class _NameSpace(NamedTuple):
    kinds: frozenset[type[Event]]
    decoder: msgspec.json.Decoder[Any]
    union: Any
    upcasters: Mapping[str, tuple[Upcaster, ...]]


_spaces: dict[str, _NameSpace] = {}
_readers: dict[tuple[str, int], Callable[[bytes], Event]] = {}
"""How stored events are read, by type and shape, as far as they were met: long histories hold few kinds."""
_encode = msgspec.json.Encoder().encode


def register(name_space: str, kinds: Iterable[type[Event]], upcasters: Mapping[str, tuple[Upcaster, ...]]) -> None:
    """Make a name space known. ``upcasters`` lists, for an event name, the steps from shape 1 to 2, 2 to 3, ..."""
    kinds = tuple(kinds)
    union: Any = Union[tuple(kinds)]  # noqa: UP007 (built at run time)
    _readers.clear()
    _spaces[name_space] = _NameSpace(frozenset(kinds), msgspec.json.Decoder(union), union, dict(upcasters))


def registered() -> Mapping[str, tuple[type[Event], ...]]:
    """The event types of every known name space, by name."""
    return {name: tuple(sorted(space.kinds, key=event_name)) for name, space in _spaces.items()}


def knows(kind: str) -> bool:
    """Whether a stored type belongs to a known name space."""
    return kind.rpartition(".")[0] in _spaces


def home(event: Event) -> str:
    """The name space of an event.

    :raises KeyError: when the event belongs to no registered name space
    """
    for name, space in _spaces.items():
        if type(event) in space.kinds:
            return name
    raise KeyError(f"{type(event).__name__} belongs to no registered name space")


def shape_of(name_space: str, name: str) -> int:
    """The present shape of an event: one more than it has upcasters."""
    return len(_spaces[name_space].upcasters.get(name, ())) + 1


def encode(name_space: str, event: Event) -> Encoded:
    """An event as it is stored. Events of the shared name space are found there by their type.

    Constructors check nothing, so what was encoded is decoded once: the next replay is too late to find a faulty event.

    :raises KeyError: when the event belongs to no registered name space
    :raises Unencodable: when the event's values do not fit its fields
    """
    space = name_space if type(event) in _spaces[name_space].kinds else home(event)
    name = event_name(type(event))
    try:
        payload = _encode(event)
        _spaces[space].decoder.decode(payload)
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        raise Unencodable(f"{space}.{name}: {error}") from error
    return Encoded(f"{space}.{name}", shape_of(space, name), payload)


def decode(kind: str, shape: int, payload: bytes) -> Event:
    """A stored event.

    :raises Undecodable: when its type is unknown or its content does not fit
    """
    reader = _readers.get((kind, shape)) or _reader(kind, shape)
    try:
        return reader(payload)
    except (msgspec.MsgspecError, LookupError, TypeError, ValueError) as error:
        raise Undecodable(f"{kind} (shape {shape}): {error}") from error


def _reader(kind: str, shape: int) -> Callable[[bytes], Event]:
    space_name, _, name = kind.rpartition(".")
    space = _spaces.get(space_name)
    if space is None:
        raise Undecodable(f"{kind}: unknown kind of event")
    steps = space.upcasters.get(name, ())[shape - 1 :]
    reader: Callable[[bytes], Event] = space.decoder.decode
    if steps:
        reader = lambda payload: msgspec.convert(_upcast(payload, steps), space.union)  # noqa: E731
    return _readers.setdefault((kind, shape), reader)


def _upcast(payload: bytes, steps: Iterable[Upcaster]) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.json.decode(payload)
    for step in steps:
        data = step(data)
    return data
