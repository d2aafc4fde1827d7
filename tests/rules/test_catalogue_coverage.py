"""Every rule of every catalogue has a test that names it, and no test names a rule that is in no catalogue.

Tests name rules by ``@pytest.mark.rule("FD-INV-003")``; only the mark counts, not a mention in a text.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rules.games import games

TESTS = Path(__file__).parent.parent


def named_in(tree: ast.AST) -> Iterator[str]:
    """The ids in all marks of a module, whether on functions, on classes, on parameters or on the whole module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            yield from (word.value for word in node.args if isinstance(word, ast.Constant))


@cache
def named() -> frozenset[str]:
    """All rule ids that tests name."""
    texts = (path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    return frozenset(rule for text in texts for rule in named_in(ast.parse(text)))


@pytest.mark.parametrize("key", list(games()))
def test_every_rule_of_the_catalogue_is_named_by_a_test(key: str) -> None:
    assert sorted(set(games()[key].catalogue) - named()) == []


@pytest.mark.parametrize("key", list(games()))
def test_every_named_rule_stands_in_its_catalogue(key: str) -> None:
    rules = games()[key].catalogue
    prefixes = {rule.split("-")[0] for rule in rules}
    assert sorted(rule for rule in named() if rule.split("-")[0] in prefixes and rule not in rules) == []


def test_marks_are_found_wherever_they_stand() -> None:
    text = '@pytest.mark.rule("A-1", "A-2")\ndef f(): ...\npytestmark = [pytest.mark.rule("A-3")]\nother("A-4")'
    assert list(named_in(ast.parse(text))) == ["A-1", "A-2", "A-3"]
