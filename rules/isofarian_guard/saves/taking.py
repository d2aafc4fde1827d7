"""Taking a foreign file apart: each part is taken once, by its kind; what nobody took is told in the end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from rules.kernel.documents import Document, Unreadable

MOST_ENTRIES = 1_000
"""Entries of any list or map that a save may have."""
LONGEST_TEXT = 500
MOST_NUMBER = 1_000_000
_KINDS = {int: "a whole number", str: "a text", bool: "true or false", list: "a list", dict: "a map"}
_FOUND = {
    int: "a number",
    float: "a broken number",
    str: "a text",
    bool: "true or false",
    list: "a list",
    dict: "a map",
}


class Taken:
    """A map of a foreign file."""

    def __init__(self, data: dict[str, Any], path: str, document: Document) -> None:
        self._left = dict(data)
        self._document = document
        self.path = path
        if len(data) > MOST_ENTRIES:
            raise self.fault(path, f"at most {MOST_ENTRIES:,} entries were expected, found {len(data):,}")

    def __contains__(self, name: str) -> bool:
        return name in self._left

    def fault(self, path: str, why: str) -> Unreadable:
        """What is wrong, with its place and line."""
        return Unreadable(why, path, self._document.line(path))

    def number(self, name: str) -> int | None:
        """A whole number, or ``None`` where it is absent or null.

        :raises Unreadable: when something else stands there
        """
        value: int | None = self._take(name, int)
        if value is not None and abs(value) > MOST_NUMBER:
            raise self.fault(self._below(name), f"a number up to {MOST_NUMBER:,} was expected, found {value:,}")
        return value

    def text(self, name: str) -> str:
        """A text without blanks around it; empty where it is absent or null.

        :raises Unreadable: when something else stands there, or a very long one
        """
        value = self._take(name, str) or ""
        if len(value) > LONGEST_TEXT:
            raise self.fault(self._below(name), f"at most {LONGEST_TEXT} characters were expected, found {len(value)}")
        return " ".join(value.split())

    def flag(self, name: str) -> bool:
        """True or false; false where it is absent or null.

        :raises Unreadable: when something else stands there
        """
        return bool(self._take(name, bool))

    def map(self, name: str) -> Taken:
        """A map; an empty one where it is absent or null.

        :raises Unreadable: when something else stands there
        """
        return Taken(self._take(name, dict) or {}, self._below(name), self._document)

    def maps(self, name: str) -> Iterator[Taken]:
        """The maps of a list.

        :raises Unreadable: when something else stands there
        """
        for path, value in self._list(name):
            if not isinstance(value, dict):
                raise self._wrong(path, dict, value)
            yield Taken(value, path, self._document)

    def texts(self, name: str) -> list[str]:
        """The texts of a list, or the ``id`` of each of its maps that is not marked as deleted.

        :raises Unreadable: when something else stands there
        """
        found = []
        for path, value in self._list(name):
            if isinstance(value, str):
                found.append(value[:LONGEST_TEXT])
                continue
            if not isinstance(value, dict):
                raise self._wrong(path, str, value)
            entry = Taken(value, path, self._document)
            deleted, id = entry.flag("deleted"), entry.text("id")
            if id and not deleted:
                found.append(id)
        return found

    def counts(self) -> Iterator[tuple[str, int]]:
        """Everything that is left, as names with numbers.

        :raises Unreadable: when something else stands there
        """
        for name in tuple(self._left):
            value = self.number(name)
            if value is not None:
                yield name[:LONGEST_TEXT], value

    def names(self) -> tuple[str, ...]:
        """The names of everything that is left."""
        return tuple(self._left)

    def is_map(self, name: str) -> bool:
        """Whether a map stands there."""
        return isinstance(self._left.get(name), dict)

    def leave(self, *names: str) -> None:
        """Take what says nothing about the game."""
        for name in names:
            self._left.pop(name, None)

    def rest(self) -> Iterator[str]:
        """What nobody took, in words."""
        for name, value in self._left.items():
            if value not in (None, "", [], {}):
                yield f"{self._below(name)}: {json.dumps(value, ensure_ascii=False)}"

    # ----

    def _list(self, name: str) -> Iterator[tuple[str, Any]]:
        values = self._take(name, list) or []
        if len(values) > MOST_ENTRIES:
            why = f"at most {MOST_ENTRIES:,} entries were expected, found {len(values):,}"
            raise self.fault(self._below(name), why)
        yield from ((f"{self._below(name)}.{index}", value) for index, value in enumerate(values))

    def _take(self, name: str, kind: type) -> Any:
        value = self._left.pop(name, None)
        if kind is int and isinstance(value, float) and value.is_integer():
            value = int(value)
        if value is not None and type(value) is not kind:
            raise self._wrong(self._below(name), kind, value)
        return value

    def _wrong(self, path: str, kind: type, value: object) -> Unreadable:
        return self.fault(path, f"{_KINDS[kind]} was expected, found {_FOUND.get(type(value), 'nothing')}")

    def _below(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name
