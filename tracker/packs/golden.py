"""Worked cases of the rules in files: finding them, the game that they are for, and how they come out."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import yaml

from rules import golden
from rules.kernel.cases import CaseAdapter, CaseRun, Difference

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class CaseFileInvalid(Exception):
    """A file that holds no cases; the message names the file and what was expected."""


class CaseFile(msgspec.Struct, frozen=True):
    """A file of cases. Its ``vocabulary`` and ``fixtures`` are for people and for anchors; nothing reads them."""

    path: Path
    cases: Sequence[Any]


class Outcome(msgspec.Struct, frozen=True):
    """How one case came out.

    :param problem: why it could not be run at all, or empty
    """

    path: Path
    id: str
    title: str
    differences: Sequence[Difference] = ()
    problem: str = ""

    @property
    def passed(self) -> bool:
        """Whether the case holds."""
        return not self.problem and not self.differences


def case_files(place: Path) -> tuple[list[CaseFile], list[Path]]:
    """One case file, or all of them below a folder, by path. Files of a folder that hold something else, such as the
    rules that the cases are about, are left alone.

    :returns: the case files, and what was left alone
    :raises CaseFileInvalid: when the place is missing, holds no cases, or holds a file that is no YAML
    """
    if place.is_file():
        return [_read(place)], []
    if not place.is_dir():
        raise CaseFileInvalid(f"{place}: there is no such folder or file")
    paths = sorted(place.rglob("*.yaml"))
    if not paths:
        raise CaseFileInvalid(f"{place}: there is no file *.yaml in it")
    read = {path: _cases(path) for path in paths}
    files = [file for file in read.values() if file is not None]
    if not files:
        raise CaseFileInvalid(f"{place}: no file *.yaml in it holds a list of cases under the key `cases`")
    return files, [path for path, file in read.items() if file is None]


def _read(path: Path) -> CaseFile:
    file = _cases(path)
    if file is None:
        raise CaseFileInvalid(f"{path}: a list of cases was expected under the key `cases`")
    return file


def _cases(path: Path) -> CaseFile | None:
    """The cases of a file; ``None`` when its one document is no map with cases, or it has several documents."""
    try:
        documents = list(yaml.load_all(path.read_text(encoding="utf-8"), Loader=_Loader))
    except yaml.YAMLError as error:
        raise CaseFileInvalid(f"{path}: no valid YAML: {_in_short(error)}") from None
    except (ValueError, RecursionError) as error:
        raise CaseFileInvalid(f"{path}: no valid YAML: {error}") from None
    except OSError as error:
        raise CaseFileInvalid(f"{path}: {error.strerror}") from None
    if len(documents) != 1 or not isinstance(documents[0], Mapping):
        return None
    cases = documents[0].get("cases")
    return CaseFile(path, cases) if isinstance(cases, list) else None


def _in_short(error: yaml.YAMLError) -> str:
    mark, problem = getattr(error, "problem_mark", None), getattr(error, "problem", None)
    return f"{problem} (line {mark.line + 1})" if mark and problem else str(error)


def adapter_for(path: Path, key: str | None = None) -> CaseAdapter[Any, Any] | None:
    """What reads a file's cases, by the folders that it stands in: ``<game>`` or ``<game>/<area>``.

    :param key: the game, where the folders do not tell; they may still tell the area
    :returns: ``None`` when nothing reads them
    """
    folders = path.resolve().parent.parts
    for at in reversed(range(len(folders))):
        game, areas = (key, folders[at:]) if key else (folders[at], folders[at + 1 :])
        found = next(_adapters(game, areas), None)
        if found is not None:
            return found
    return None


def game_named(path: Path, place: Path) -> str:
    """The game after which a folder between a place and one of its files is named, the nearest one, or nothing."""
    folders = path.parent.relative_to(place).parts if place.is_dir() else ()
    games = (
        folders[at] for at in reversed(range(len(folders))) if next(_adapters(folders[at], folders[at + 1 :]), None)
    )
    return next(games, "")


def _adapters(key: str, areas: Sequence[str]) -> Iterator[CaseAdapter[Any, Any]]:
    for folder in (*(f"{key}/{area}" for area in areas), key):
        if folder.replace("/", "").isidentifier():
            try:
                yield golden.adapter(folder)
            except (KeyError, AttributeError):  # no such rules, or rules without cases
                continue


def run_case(file: CaseFile, index: int, adapter: CaseAdapter[Any, Any]) -> Outcome:
    """Run one case. A case that cannot be decoded, or that breaks the game, has a problem: it does not pass."""
    case = file.cases[index]
    if not isinstance(case, Mapping):
        return Outcome(file.path, f"number {index + 1}", "", problem="a map was expected")
    name, title = str(case.get("id", f"number {index + 1}")), str(case.get("title", ""))
    missing = [part for part, kind in (("when", list), ("then", Mapping)) if not isinstance(case.get(part), kind)]
    if missing:
        return Outcome(file.path, name, title, problem=f"it has no `{missing[0]}`")
    try:
        return Outcome(file.path, name, title, CaseRun(adapter, case).run())
    except Exception as error:  # whatever a faulty case leads to is its own failure and must not end the run
        last = traceback.extract_tb(error.__traceback__)[-1]
        problem = f"{type(error).__name__}: {error} ({Path(last.filename).name}, line {last.lineno})"
        return Outcome(file.path, name, title, problem=problem)


def run_file(file: CaseFile, adapter: CaseAdapter[Any, Any], report: Callable[[Outcome], None]) -> None:
    """Run all cases of a file and report each as it ends."""
    for index in range(len(file.cases)):
        report(run_case(file, index, adapter))
