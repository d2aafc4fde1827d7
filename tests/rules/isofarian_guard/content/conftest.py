"""The real workbook, where it lies beside the repository."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
import yaml

from rules.isofarian_guard.content.importer import import_workbook
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.workbook.report import ImportReport
from tests.rules.isofarian_guard.content.books import DATA, real_graph


@pytest.fixture(scope="session")
def workbook() -> bytes:
    """The bytes of the real index workbook."""
    file = DATA / "index_companion.xlsx"
    if not file.exists():
        pytest.skip(
            "The index workbook may not be shipped, and does not lie in shared/data/isofarian beside this repository."
        )
    return file.read_bytes()


@pytest.fixture(scope="session")
def real(workbook: bytes) -> tuple[IsofarianPack, ImportReport]:
    """What the real workbook and its map graph give."""
    return import_workbook(workbook, real_graph())


@pytest.fixture(scope="session")
def expected(workbook: bytes) -> Mapping[str, Any]:
    """Counts, tables and single values that were taken from the workbook by hand."""
    parsed: Mapping[str, Any] = yaml.safe_load((DATA / "expected.yaml").read_text(encoding="utf-8"))
    return parsed
