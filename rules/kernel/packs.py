"""A game's content as validated data.

A pack is a frozen struct of the game's own type, read from YAML or JSON text and identified by a hash over its
canonical form. Reading never executes anything and refuses aliases, so that a small file cannot unfold into a huge one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
import yaml

MAX_PACK_CHARACTERS = 5_000_000


class Problem(msgspec.Struct, frozen=True):
    """One fault of a pack.

    :param path: where in the data, ``defenders.pikeman.cv``, or empty for the whole
    :param message: what was found and what was expected
    :param line: line of the file, from 1, or 0 where it is not known
    """

    path: str
    message: str
    line: int = 0

    def __str__(self) -> str:
        place = [f"line {self.line}"] if self.line else []
        return ": ".join([*place, *([self.path] if self.path else []), self.message])


class PackInvalid(Exception):
    """A file that is no valid pack. ``problems`` lists every fault that was found."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(str(problem) for problem in problems))
        self.problems = tuple(problems)


class Pack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The content of a game.

    :param game: key of the game it is for
    :param name: what people call it
    :param edition: printed edition and errata that it follows
    """

    game: str
    name: str
    edition: str = ""

    def problems(self) -> Iterable[Problem]:
        """Faults that types cannot express: names that do not resolve, counts that do not add up."""
        return ()


P = TypeVar("P", bound=Pack)


def read_pack(text: str, kind: type[P], game: str) -> P:
    """Read a pack from YAML or JSON text.

    :param kind: the game's pack type
    :param game: the key that the pack must name
    :raises PackInvalid: with each fault, its line where it is known, and what was expected
    """
    data, lines = _parsed(text)
    if not isinstance(data, Mapping):
        raise PackInvalid([Problem("", f"a map of the pack's parts was expected, found {_kind_of(data)}")])
    if data.get("game") != game:
        raise PackInvalid([Problem("game", f"expected {game!r}, found {data.get('game')!r}", lines.get("game", 0))])
    try:
        pack = msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise PackInvalid([_located(str(error), lines)]) from None
    faults = [msgspec.structs.replace(fault, line=fault.line or _line(fault.path, lines)) for fault in pack.problems()]
    if faults:
        raise PackInvalid(faults)
    return pack


def pack_hash(pack: Pack) -> str:
    """The identity of a pack: SHA-256 over its canonical form, so that comments and order do not matter."""
    return hashlib.sha256(msgspec.json.encode(pack, order="deterministic")).hexdigest()


def pack_schema(kind: type[Pack]) -> dict[str, Any]:
    """The JSON Schema of a game's packs."""
    return msgspec.json.schema(kind)


def _parsed(text: str) -> tuple[Any, Mapping[str, int]]:
    if len(text) > MAX_PACK_CHARACTERS:
        raise PackInvalid([Problem("", f"more than {MAX_PACK_CHARACTERS:,} characters")])
    try:
        if text.lstrip().startswith("{"):
            return json.loads(text), {}
        for token in yaml.parse(text, Loader=_Loader):
            if isinstance(token, yaml.AliasEvent):
                raise PackInvalid([Problem("", "aliases are not allowed in packs", _line_of(token.start_mark))])
        root = yaml.compose(text, Loader=_Loader)
        lines: dict[str, int] = {}
        _note_lines(root, "", lines)
        return yaml.load(text, Loader=_Loader), lines  # noqa: S506 (the safe loader, in C where there is one)
    except json.JSONDecodeError as error:
        raise PackInvalid([Problem("", f"no valid JSON: {error.msg}", error.lineno)]) from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        what = getattr(error, "problem", None) or "cannot be read"
        raise PackInvalid([Problem("", f"no valid YAML: {what}", _line_of(mark))]) from None
    except RecursionError:
        raise PackInvalid([Problem("", "nested too deeply")]) from None


def _line_of(mark: Any) -> int:
    return mark.line + 1 if mark else 0


def _note_lines(node: Any, path: str, lines: dict[str, int]) -> None:
    if node is None:
        return
    lines.setdefault(path, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            below = f"{path}.{key.value}" if path else str(key.value)
            lines[below] = key.start_mark.line + 1
            _note_lines(value, below, lines)
    elif isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            _note_lines(item, f"{path}.{index}", lines)


def _located(message: str, lines: Mapping[str, int]) -> Problem:
    """msgspec says ``Expected `int`, got `str` - at `$.defenders[...].cv```: split it into place and message."""
    what, _, place = message.partition(" - at `")
    path = place.rstrip("`").removeprefix("$").lstrip(".").replace("[", ".").replace("]", "").lstrip(".")
    return Problem(path, what, _line(path, lines))


def _line(path: str, lines: Mapping[str, int]) -> int:
    """The line of a path, or of the nearest part above it. ``...`` stands for any one key."""
    while path:
        if path in lines:
            return lines[path]
        path = path.rpartition(".")[0]
    return 0


def _kind_of(data: Any) -> str:
    return {"NoneType": "nothing", "list": "a list", "str": "text"}.get(type(data).__name__, type(data).__name__)


_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
