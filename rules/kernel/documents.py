"""YAML and JSON texts as plain data, with the line of every part.

Nothing in a text is executed. Aliases, tags and deep nesting are refused, so that a small text cannot unfold into a
huge one; a key that stands twice in a map is refused, since one of the two would be lost without a word.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import yaml

from rules.kernel.storable import MAX_DEPTH, TOO_LARGE, unstorable

MAX_CHARACTERS = 5_000_000
MAX_DIGITS = 100


class Unreadable(Exception):
    """A text that is no document.

    :param why: what was found and what was expected
    :param path: place in the data, or empty
    :param line: line of the text from 1, or 0 where it is not known
    """

    def __init__(self, why: str, path: str = "", line: int = 0) -> None:
        super().__init__(why)
        self.why = why
        self.path = path
        self.line = line


class Document(msgspec.Struct, frozen=True):
    """A text that was read.

    :param lines: the line of each part by its dotted path
    """

    data: Any
    lines: Mapping[str, int]

    def line(self, path: str) -> int:
        """The line of a path, or of the nearest part above it; 0 for the whole."""
        while path:
            if path in self.lines:
                return self.lines[path]
            path = path.rpartition(".")[0]
        return 0


def read_document(text: str) -> Document:
    """Read a YAML or JSON text; JSON is what begins with a brace.

    :raises Unreadable: with the place and what was expected there
    """
    if len(text) > MAX_CHARACTERS:
        raise Unreadable(f"at most {MAX_CHARACTERS:,} characters were expected, found {len(text):,}")
    text = text.removeprefix("\ufeff")
    _refuse_half_characters(text)
    try:
        document = _json(text) if text.lstrip().startswith("{") else _yaml(text)
    except RecursionError:
        raise Unreadable("nested too deeply") from None
    fault = unstorable(document.data)
    if fault:
        raise Unreadable(fault[1], fault[0], document.line(fault[0]))
    return document


def _refuse_half_characters(text: str) -> None:
    for line, content in enumerate(text.split("\n"), 1):
        fault = unstorable(content)
        if fault:
            raise Unreadable(fault[1], line=line)


# ---- JSON


def _json(text: str) -> Document:
    try:
        data = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise Unreadable(f"no valid JSON: {error.msg}", line=error.lineno) from None
    except ValueError as error:
        for sign, line in _signs(text):
            _refuse_endless_number(sign, line)
        raise Unreadable(f"no valid JSON: {error}") from None
    places = _Places()
    for sign, line in _signs(text):
        if sign in "{[":
            places.open(sign == "{", line)
        elif sign in "}]":
            places.close()
        else:
            places.scalar(json.loads(sign) if sign[0] == '"' else sign, line)
    return Document(data, places.lines)


def _refuse_endless_number(sign: str, line: int) -> None:
    """Refuse what has more digits than any number that can be kept, before Python is asked to read it."""
    if len(sign) > MAX_DIGITS and sign.lstrip("+-").replace("_", "").isdecimal():
        raise Unreadable(f"{TOO_LARGE}, found one of {len(sign):,} digits", line=line)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _signs(text: str) -> Iterator[tuple[str, int]]:
    """The strings, numbers, words, braces and brackets of a valid JSON text, each with its line."""
    line, at = 1, 0
    for match in re.finditer(r'"(?:[^"\\]|\\.)*"|[{}\[\]]|[^\s{}\[\],:"]+', text):
        line += text.count("\n", at, match.start())
        at = match.start()
        yield match.group(), line


# ---- YAML

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _yaml(text: str) -> Document:
    try:
        places = _yaml_places(text)
        data = yaml.load(text, Loader=_Loader)  # noqa: S506 (the safe loader, in C where there is one)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        why = getattr(error, "problem", None) or getattr(error, "reason", None) or "cannot be read"
        raise Unreadable(f"no valid YAML: {why}", line=_line(mark)) from None
    except ValueError as error:
        raise Unreadable(f"no valid YAML: {error}") from None
    return Document(data, places.lines)


def _yaml_places(text: str) -> _Places:
    places = _Places()
    for event in yaml.parse(text, Loader=_Loader):
        line = _line(event.start_mark)
        tag = getattr(event, "tag", None)
        if isinstance(event, yaml.AliasEvent):
            raise Unreadable("aliases are not allowed", line=line)
        if tag is not None:
            raise Unreadable(f"tags are not allowed, found {tag}", line=line)
        if isinstance(event, yaml.ScalarEvent):
            if event.implicit[0]:
                _refuse_endless_number(event.value, line)
            places.scalar(event.value, line)
        elif isinstance(event, yaml.CollectionStartEvent):
            places.open(isinstance(event, yaml.MappingStartEvent), line)
        elif isinstance(event, yaml.CollectionEndEvent):
            places.close()
    return places


def _line(mark: Any) -> int:
    return mark.line + 1 if mark else 0


# ---- both


class _Frame:
    """A map or list that is being read."""

    def __init__(self, path: str, is_map: bool) -> None:
        self.path = path
        self.is_map = is_map
        self.key: str | None = None
        self.keys: set[str] = set()
        self.count = 0


class _Places:
    """Follows a text part by part and notes the line of each."""

    def __init__(self) -> None:
        self.lines: dict[str, int] = {}
        self._frames: list[_Frame] = []

    def open(self, is_map: bool, line: int) -> None:
        if self._key_is_due():
            raise Unreadable("a key was expected, found a map or a list", line=line)
        if len(self._frames) >= MAX_DEPTH:
            raise Unreadable("nested too deeply", line=line)
        self._frames.append(_Frame(self._value(line), is_map))

    def close(self) -> None:
        self._frames.pop()

    def scalar(self, text: str, line: int) -> None:
        if self._key_is_due():
            self._key(text, line)
        else:
            self._value(line)

    def _key_is_due(self) -> bool:
        return bool(self._frames) and self._frames[-1].is_map and self._frames[-1].key is None

    def _key(self, key: str, line: int) -> None:
        frame = self._frames[-1]
        if key == "<<":
            raise Unreadable("merged maps are not allowed", frame.path, line)
        if key in frame.keys:
            first = self.lines[_joined(frame.path, key)]
            raise Unreadable(f"the key stands there twice, first in line {first}", _joined(frame.path, key), line)
        frame.keys.add(key)
        frame.key = key
        self.lines[_joined(frame.path, key)] = line

    def _value(self, line: int) -> str:
        if not self._frames:
            return ""
        frame = self._frames[-1]
        path = _joined(frame.path, str(frame.count) if frame.key is None else frame.key)
        frame.key = None
        frame.count += 1
        self.lines.setdefault(path, line)
        return path


def _joined(path: str, step: str) -> str:
    return f"{path}.{step}" if path else step
