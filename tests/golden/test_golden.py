"""Every worked case of every game, through ``decide`` and ``evolve`` alone.

A folder names the rules that its files try: ``fantasy_defense``, or a game's area, ``isofarian_guard/battle``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.golden import adapter, cases_in
from rules.kernel.cases import CaseRun

HERE = Path(__file__).parent


def all_cases() -> Iterator[Any]:
    """Folder and case, for each case of each file."""
    for path in sorted(HERE.rglob("*.yaml")):
        folder = path.parent.relative_to(HERE).as_posix()
        for case in cases_in(path.read_text(encoding="utf-8")):
            yield pytest.param(folder, case, id=str(case["id"]))


CASES = list(all_cases())


@pytest.mark.parametrize(("folder", "case"), CASES)
def test_the_case_goes_as_written(folder: str, case: Mapping[str, Any]) -> None:
    run = CaseRun(adapter(folder), case)
    assert [str(difference) for difference in run.run()] == []


@pytest.mark.parametrize(("folder", "case"), CASES)
def test_the_case_breaks_no_invariant(folder: str, case: Mapping[str, Any]) -> None:
    """A partial position may lack something from the start; what happens from there adds no fault."""
    reader = adapter(folder)
    given = case.get("given") or {}
    start = reader.state(given, reader.pack(given))
    known = set(reader.game.check(start)) if start is not None else set()
    run = CaseRun(reader, case)
    run.run()
    assert [
        fault for state in run.states if state is not None for fault in reader.game.check(state) if fault not in known
    ] == []


@pytest.mark.parametrize("folder", ["fantasy_defense/nowhere", "no_such_game"])
def test_a_folder_without_rules_is_named(folder: str) -> None:
    with pytest.raises(KeyError, match=folder):
        adapter(folder)
