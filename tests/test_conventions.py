"""Habits of the house that no linter knows."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("rules", "tracker", "projections")
PARTIAL = {"update_fields", "force_insert"}
NOT_ROWS = {"form", "formset", "serializer", "workbook"}
"""Names of what is saved, but is no row."""


def saves(text: str) -> Iterator[int]:
    """The lines on which a whole row is saved: ``x.save()`` neither limited to some fields nor to a new row."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("save", "asave"):
            saved = node.func.value
            name = saved.id if isinstance(saved, ast.Name) else getattr(saved, "attr", "")
            if name not in NOT_ROWS and not PARTIAL & {keyword.arg for keyword in node.keywords}:
                yield node.lineno


@pytest.mark.pitfall("BL-054")
def test_no_row_is_saved_whole() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for folder in SOURCES
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line in saves(path.read_text(encoding="utf-8"))
    ]
    assert found == [], "save(update_fields=[...]) or an update() with a condition was expected"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("row.save()", [1]),
        ("self.row.save(commit=True)", [1]),
        ("x = 1\nawait row.asave()", [2]),
        ("row.save(update_fields=['name'])", []),
        ("row.save(force_insert=True)", []),
        ("form.save()", []),
    ],
)
def test_the_check_sees_a_row_that_is_saved_whole(text: str, lines: list[int]) -> None:
    assert list(saves(text)) == lines
