"""Plain data that can be stored: JSON and databases do not take everything that Python takes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

MAX_DEPTH = 60
"""How deeply lists and maps may stand in one another."""

TOO_LARGE = "a number of at most 64 bits was expected"
_LARGEST = 2**63


def plain(value: Any) -> Any:
    """A value as it is stored: maps and lists only, so that what holds it equals itself after being stored."""
    return msgspec.json.decode(msgspec.json.encode(value))


def unstorable(data: Any) -> tuple[str, str] | None:
    """The first place in plain data that could not be stored as it is, and why; ``None`` where all is well.

    Refused are half characters (lone surrogates) and NUL in texts, numbers that are not finite or need more than 64
    bits, and nesting beyond :data:`MAX_DEPTH`.
    """
    open_places: list[tuple[tuple[str, ...], Any]] = [((), data)]
    while open_places:
        path, value = open_places.pop()
        why = "nested too deeply" if len(path) > MAX_DEPTH else _fault(value)
        if why:
            return ".".join(path), why
        open_places += [((*path, name), below) for name, below in _below(value)]
    return None


def _below(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield _shown(key), item
            yield _shown(key), key
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield str(index), item


def _fault(value: Any) -> str:
    if isinstance(value, str):
        return _text_fault(value)
    if isinstance(value, float) and not math.isfinite(value):
        return f"a finite number was expected, found {value}"
    if isinstance(value, int) and not -_LARGEST <= value < _LARGEST:
        return TOO_LARGE
    return ""


def _text_fault(text: str) -> str:
    if "\0" in text:
        return "text without NUL characters was expected"
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        return "whole characters were expected, found half of one (a lone surrogate)"
    return ""


def _shown(key: Any) -> str:
    return str(key).encode("utf-8", "replace").decode().replace("\0", "?")
