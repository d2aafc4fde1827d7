"""A game's content as validated data.

A pack is a frozen struct of the game's own type, read from YAML or JSON text and identified by a hash over its
canonical form.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self, TypeVar

import msgspec

from rules.kernel.corrections import value_at, with_value
from rules.kernel.documents import Document, Unreadable, read_document


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

    def shareable(self) -> Self:
        """The pack without what only its owner may keep, such as the words of a publisher's cards."""
        return self


_ID = re.compile(r"[A-Za-z0-9_]{1,80}")


def faulty_ids(part: str, ids: Iterable[str]) -> Iterable[Problem]:
    """Ids of a part of a pack that are no plain identifiers. They stand in addresses, forms and paths, so spaces, dots
    and markup have no place in them; what people read is the name beside.

    :param part: where the ids stand: ``defenders``
    """
    for each in ids:
        if not _ID.fullmatch(each):
            shown = each if len(each) <= 40 else f"{each[:40]}…"
            yield Problem(f"{part}.{each}", f"an id of 1 to 80 letters, digits and _ was expected, found {shown!r}")


P = TypeVar("P", bound=Pack)


def read_pack(text: str, kind: type[P], game: str) -> P:
    """Read a pack from YAML or JSON text.

    :param kind: the game's pack type
    :param game: the key that the pack must name
    :raises PackInvalid: with each fault, its line where it is known, and what was expected
    """
    try:
        document = read_document(text)
    except Unreadable as fault:
        raise PackInvalid([Problem(fault.path, fault.why, fault.line)]) from None
    data = document.data
    if not isinstance(data, Mapping):
        raise PackInvalid([Problem("", f"a map of the pack's parts was expected, found {_kind_of(data)}")])
    parts = {field.encode_name for field in msgspec.structs.fields(kind)}
    if not parts & set(data):
        keys = ", ".join(str(key) for key in list(data)[:5])
        raise PackInvalid([Problem("", f"no part of a pack was found; the file holds {keys or 'nothing'}")])
    if data.get("game") != game:
        raise PackInvalid([Problem("game", f"expected {game!r}, found {data.get('game')!r}", document.line("game"))])
    complaint = _complaint(data, kind)
    if complaint:
        raise PackInvalid([_located(complaint, document, kind)])
    pack = msgspec.convert(data, kind)
    faults = [msgspec.structs.replace(fault, line=fault.line or document.line(fault.path)) for fault in pack.problems()]
    if faults:
        raise PackInvalid(faults)
    return pack


def pack_hash(pack: Pack) -> str:
    """The identity of a pack: SHA-256 over its canonical form, so that comments and order do not matter."""
    return hashlib.sha256(msgspec.json.encode(pack, order="deterministic")).hexdigest()


def pack_schema(kind: type[Pack]) -> dict[str, Any]:
    """The JSON Schema of a game's packs."""
    return msgspec.json.schema(kind)


def _complaint(data: Any, kind: type[Pack]) -> str:
    """What the types say against the data, or nothing."""
    try:
        msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


_PLACE = re.compile(r"(?P<what>.*?) - at `(?P<key>key` in `)?\$(?P<place>[^`]*)`", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`")
_STEP = re.compile(r"\.([^.\[]+)|\[(\.\.\.|\d+)\]")


def _located(complaint: str, document: Document, kind: type[Pack]) -> Problem:
    """msgspec says ``Expected `int`, got `str` - at `$.defenders[...].cv```: find the key that ``...`` stands for."""
    match = _PLACE.fullmatch(complaint)
    what, place, in_key = (match["what"], match["place"], match["key"]) if match else (complaint, "", None)
    unknown = _UNKNOWN.fullmatch(what)
    steps = [name or index for name, index in _STEP.findall(place)]
    steps += ["..."] if in_key else []
    for at, step in enumerate(steps):
        if step == "...":
            steps[at] = _faulty_key(document.data, tuple(steps[:at]), kind, complaint)
    path = ".".join([*steps, unknown[1]] if unknown else steps)
    return Problem(path, what, document.line(path))


def _faulty_key(data: Any, path: tuple[str, ...], kind: type[Pack], complaint: str) -> str:
    """The first key of the map at a path that gives rise to a complaint, found by halving the map."""
    entries = list(value_at(data, path).items())
    while len(entries) > 1:
        half = entries[: len(entries) // 2]
        found = _complaint(with_value(data, path, dict(half)), kind) == complaint
        entries = half if found else entries[len(half) :]
    return str(entries[0][0])


def _kind_of(data: Any) -> str:
    return {"NoneType": "nothing", "list": "a list", "str": "text"}.get(type(data).__name__, type(data).__name__)
