"""Every way in which plain data do not fit a type, each with its place and in a sentence that helps to set it right.

``msgspec`` stops at the first fault and speaks of types; people who type in a card want to hear of all of them, and
what could stand there instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, singledispatch
from typing import Any, Final

import msgspec
from msgspec import inspect

from rules.kernel import Problem

NEEDED: Final[Mapping[str, str]] = {
    "op": "what it does",
    "who": "whom it means",
    "n": "how much",
    "by": "by how much",
    "stat": "which figure",
    "chip": "which chip",
    "chips": "which chips",
    "from": "from where",
    "to": "where to",
    "cond": "when",
    "count": "how often",
    "effects": "what then happens",
    "options": "what there is to choose from",
    "trigger": "what it answers",
    "name": "its name",
    "type": "its type",
    "area": "in which area",
}
"""What a field that is missing would have said."""


def complaints(data: Any, kind: Any, path: str = "") -> Iterator[Problem]:
    """Everything in plain data that keeps them from being of a type; nothing where they fit.

    :param kind: a type that ``msgspec`` converts to
    :param path: where the data stand, for the places of the problems
    """
    found = list(_against(_info(kind), data, path))
    yield from found or _refused(data, kind, path)


@cache
def _info(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _refused(data: Any, kind: Any, path: str) -> Iterator[Problem]:
    """What the conversion itself says against the data."""
    try:
        msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        yield Problem(path, str(error).partition(" - at `")[0])


@singledispatch
def _against(expected: object, data: Any, path: str) -> Iterator[Problem]:
    """Whether data fit a type that has nothing inside."""
    if not _fits(expected, data):
        yield Problem(path, f"{_expected(expected)} was expected, found {_found(data)}")


@_against.register
def _(expected: inspect.LiteralType, data: Any, path: str) -> Iterator[Problem]:
    if data not in expected.values:
        yield Problem(path, f"{_shown(data)} is not one of {_row(expected.values)}{_near(data, expected.values)}")


@_against.register
def _(expected: inspect.VarTupleType, data: Any, path: str) -> Iterator[Problem]:
    if not _listed(data):
        yield Problem(path, f"a list was expected, found {_found(data)}")
        return
    for place, one in enumerate(data):
        yield from _against(expected.item_type, one, _within(path, place))


@_against.register
def _(expected: inspect.TupleType, data: Any, path: str) -> Iterator[Problem]:
    if not _listed(data) or len(data) != len(expected.item_types):
        yield Problem(path, f"a list of {len(expected.item_types)} was expected, found {_found(data)}")
        return
    for place, (one, inner) in enumerate(zip(data, expected.item_types, strict=True)):
        yield from _against(inner, one, _within(path, place))


@_against.register
def _(expected: inspect.DictType, data: Any, path: str) -> Iterator[Problem]:
    if not isinstance(data, Mapping):
        yield Problem(path, f"a map was expected, found {_found(data)}")
        return
    for key, one in data.items():
        yield from _against(expected.value_type, one, _within(path, key))


@_against.register
def _(expected: inspect.UnionType, data: Any, path: str) -> Iterator[Problem]:
    structs = [one for one in expected.types if isinstance(one, inspect.StructType)]
    if isinstance(data, Mapping) and structs and structs[0].tag_field is not None:
        yield from _tagged(structs, data, path)
        return
    fitting = [one for one in expected.types if _fits(one, data)]
    chosen = [one for one in fitting if isinstance(one, inspect.LiteralType)]
    if chosen and len(chosen) == len(fitting):
        values = tuple(value for one in chosen for value in one.values)
        yield from _against(inspect.LiteralType(values), data, path)
    elif fitting:
        yield from _against(next(one for one in fitting if one not in chosen), data, path)
    else:
        wanted = [_expected(one) for one in expected.types if not isinstance(one, inspect.NoneType)]
        yield Problem(path, f"{' or '.join(dict.fromkeys(wanted))} was expected, found {_found(data)}")


def _tagged(structs: Sequence[inspect.StructType], data: Mapping[str, Any], path: str) -> Iterator[Problem]:
    field = str(structs[0].tag_field)
    tags = {str(one.tag): one for one in structs}
    if field not in data:
        yield Problem(_within(path, field), f"{field} is missing: {NEEDED.get(field, 'which one it is')}")
    elif not isinstance(data[field], str) or data[field] not in tags:
        yield Problem(_within(path, field), f"there is no {field} {_shown(data[field])}{_near(data[field], tags)}")
    else:
        yield from _against(tags[data[field]], data, path)


@_against.register
def _(expected: inspect.StructType, data: Any, path: str) -> Iterator[Problem]:
    if not isinstance(data, Mapping):
        yield Problem(path, f"a map was expected, found {_found(data)}")
        return
    found = list(_fields(expected, data, path))
    yield from found or _refused(data, expected.cls, path)


def _fields(expected: inspect.StructType, data: Mapping[str, Any], path: str) -> Iterator[Problem]:
    known = {field.encode_name: field for field in expected.fields}
    for key, one in data.items():
        if key in known:
            yield from _against(known[key].type, one, _within(path, key))
        elif key != expected.tag_field:
            near = _near(key, known) or f"; possible here: {_row(known)}"
            yield Problem(_within(path, key), f"{key} means nothing here{near}")
    for name, field in known.items():
        if field.required and name not in data:
            yield Problem(_within(path, name), f"{name} is missing: {NEEDED.get(name, 'it has to be said')}")


def _fits(expected: object, data: Any) -> bool:
    """Whether data are of the right kind for a type, whatever stands within them."""
    if isinstance(expected, inspect.AnyType):
        return True
    if isinstance(expected, inspect.NoneType):
        return data is None
    if isinstance(expected, inspect.BoolType):
        return isinstance(data, bool)
    if isinstance(expected, inspect.IntType):
        return isinstance(data, int) and not isinstance(data, bool)
    if isinstance(expected, inspect.StrType | inspect.LiteralType):
        return isinstance(data, str)
    if isinstance(expected, inspect.VarTupleType | inspect.TupleType):
        return _listed(data)
    return isinstance(data, Mapping)


def _listed(data: Any) -> bool:
    return isinstance(data, list | tuple)


# ---- words

_KINDS: Final[Mapping[type, str]] = {
    inspect.IntType: "a number", inspect.StrType: "text", inspect.BoolType: "yes or no (true or false)",
    inspect.NoneType: "nothing", inspect.VarTupleType: "a list", inspect.TupleType: "a list",
    inspect.LiteralType: "a word",
}  # fmt: skip


def _expected(kind: object) -> str:
    return _KINDS.get(type(kind), "a map")


def _found(data: Any) -> str:
    if data is None:
        return "nothing"
    if _listed(data):
        return f"a list of {len(data)}"
    return "a map" if isinstance(data, Mapping) else _shown(data)


def _shown(value: Any) -> str:
    return repr(value) if isinstance(value, str | int | float) else _found(value)


def _row(values: Iterable[Any]) -> str:
    return ", ".join(str(value) for value in values)


def _near(value: Any, known: Iterable[Any]) -> str:
    close = get_close_matches(str(value), [str(one) for one in known], n=1)
    return f"; did you mean {close[0]}?" if close else ""


def _within(path: str, step: object) -> str:
    return f"{path}.{step}" if path else str(step)
