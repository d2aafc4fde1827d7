"""The codes of refusals are a known vocabulary."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import tracker.timelines
from tracker.timelines.reasons import REASONS


def codes() -> Iterator[str]:
    """The codes with which the timelines refuse anything."""
    for path in Path(tracker.timelines.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                assert isinstance(node.args[0], ast.Constant), f"{path.name}:{node.lineno}: a code in plain letters"
                yield str(node.args[0].value)


def test_every_code_is_in_the_vocabulary_and_every_word_of_it_is_used() -> None:
    assert set(codes()) == set(REASONS)
