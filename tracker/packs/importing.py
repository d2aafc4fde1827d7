"""From a file that people bring to a pack: limits, encodings, kinds of file, and importers of single games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

from rules.games import game
from rules.kernel import Pack, PackInvalid, Problem, read_pack
from rules.kernel.files import file_kind
from tracker.packs.models import PackVersion
from tracker.packs.versions import keep

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

MAX_BYTES = 8_000_000
TEXTS = (".yaml", ".yml", ".json")
"""Suffixes of the files that every game reads."""


class Imported(msgspec.Struct, frozen=True):
    """What a file gave.

    :param notes: remarks of the importer for people, line by line
    """

    pack: Pack
    notes: Sequence[str] = ()


Importer = Callable[..., tuple[Pack, Sequence[str]]]
"""Takes a file's bytes, and the bytes of a second file where there is one; gives the pack and remarks on the file."""


def importers(game_key: str) -> Mapping[str, Importer]:
    """The game's own importers by suffix: ``IMPORTERS`` of ``rules.<game>.importer``, where it has one. An importer
    raises ``PackInvalid``."""
    return _of_importer(game_key, "IMPORTERS")


def second_files(game_key: str) -> Mapping[str, str]:
    """What a second file is that the game's importers read beside the first, by the first one's suffix: ``BESIDE`` of
    ``rules.<game>.importer``, where it has one."""
    return _of_importer(game_key, "BESIDE")


def _of_importer(game_key: str, name: str) -> Mapping[str, Any]:
    module = f"rules.{game(game_key).key}.importer"
    if find_spec(f"rules.{game_key}") is None or find_spec(module) is None:
        return {}
    found: Mapping[str, Any] = getattr(import_module(module), name, {})
    return found


def read_file(data: bytes, name: str, game_key: str, beside: bytes | None = None) -> Imported:
    """Read a file as content of a game, by the suffix of its name.

    :param beside: a second file for importers that read two, such as the graph of a map beside a workbook
    :raises KeyError: when there is no such game
    :raises PackInvalid: with each fault; a file of another kind is named for what it is
    """
    kind, suffix = game(game_key).pack_type, PurePath(name).suffix.lower()
    own = importers(game_key)
    for size in (len(file) for file in (data, beside) if file and len(file) > MAX_BYTES):
        _refuse(f"the file has {size:,} bytes; up to {MAX_BYTES:,} are read")
    if suffix in own:
        return Imported(*(own[suffix](data) if beside is None else own[suffix](data, beside)))
    if beside is not None:
        _refuse(f"no second file is read beside a file {suffix}")
    if suffix not in TEXTS:
        _refuse(f"the file is {file_kind(data)}; files {', '.join([*TEXTS, *own])} are read")
    return Imported(read_pack(_text(data), kind, game_key))


def import_pack(
    data: bytes, name: str, game_key: str, user: AbstractBaseUser | None, beside: bytes | None = None
) -> tuple[PackVersion, Imported]:
    """Read a file and store its content.

    :param beside: a second file, as for :func:`read_file`
    :raises KeyError: when there is no such game
    :raises PackInvalid: as :func:`read_file`; nothing is stored then
    """
    imported = read_file(data, name, game_key, beside)
    return keep(imported.pack, data, user, PurePath(name).name), imported


def _text(data: bytes) -> str:
    kind = file_kind(data)
    if kind not in ("a text", "a JSON text"):
        _refuse(f"the file is {kind}, not YAML or JSON in UTF-8")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PackInvalid([Problem("", f"no UTF-8 text: byte {data[error.start]:#04x}", line)]) from None


def _refuse(sentence: str) -> NoReturn:
    raise PackInvalid([Problem("", sentence)])
