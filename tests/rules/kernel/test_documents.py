"""YAML and JSON texts: what is refused, and the line that is named."""

from __future__ import annotations

import json

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.documents import MAX_CHARACTERS, Unreadable, read_document

NAMES = st.text("abcde \"'\\é\n", max_size=5)
DATA = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | NAMES,
    lambda below: st.lists(below, max_size=3) | st.dictionaries(NAMES, below, max_size=3),
    max_leaves=12,
)


def fault(text: str) -> Unreadable:
    with pytest.raises(Unreadable) as refused:
        read_document(text)
    return refused.value


@given(st.dictionaries(NAMES, DATA, max_size=3), st.sampled_from([None, 0, 2]))
def test_json_is_read_as_python_reads_it_with_a_line_for_every_part(
    data: dict[str, object], indent: int | None
) -> None:
    document = read_document(json.dumps(data, indent=indent))
    assert document.data == data
    for key in data:
        assert document.lines[key] >= 1


@given(st.lists(DATA, max_size=3))
def test_yaml_is_read_as_python_reads_it(data: list[object]) -> None:
    assert read_document(yaml.safe_dump(data)).data == data


def test_each_part_has_its_line_in_yaml_and_in_json() -> None:
    in_yaml = read_document("a:\n  b:\n    - 1\n    - c: 2\n")
    in_json = read_document('{"a":\n {"b":\n [\n1,\n {"c":\n 2}]}}')
    assert in_yaml.lines == {"a": 1, "a.b": 2, "a.b.0": 3, "a.b.1": 4, "a.b.1.c": 4}
    assert in_json.lines == {"a": 1, "a.b": 2, "a.b.0": 4, "a.b.1": 5, "a.b.1.c": 5}
    assert in_yaml.line("a.b.1.c.deeper") == 4
    assert in_yaml.line("elsewhere") == 0


@pytest.mark.parametrize("text", ["a:\n  b: 1\n  c: 2\n  b: 3\n", '{"a":\n {"b": 1,\n "c": 2,\n "b": 3}}'])
def test_a_key_that_stands_twice_is_refused_with_its_line(text: str) -> None:
    refused = fault(text)
    assert (refused.path, refused.line) == ("a.b", 4)
    assert "first in line 2" in refused.why


def test_equal_keys_in_different_maps_are_no_duplicates() -> None:
    assert read_document('{"a": {"b": 1}, "c": [{"b": 2}, {"b": 3}]}').data["c"][1] == {"b": 3}


@pytest.mark.parametrize(
    ("text", "why", "line"),
    [
        ("a: &x [1]\nb: *x\n", "aliases", 2),
        ("a: 1\nb:\n  <<: {c: 1}\n", "merged maps", 3),
        ("a: !!python/object/apply:os.system ['true']\n", "tags are not allowed", 1),
        ("a: !!timestamp later\n", "tags are not allowed", 1),
        ("a: 1\n? [b]\n: 2\n", "a key was expected", 2),
        ("a: 1\n\tb: 2\n", "no valid YAML", 2),
        ("a: 1\n---\nb: 2\n", "no valid YAML", 2),
        ("a: 2026-13-45\n", "no valid YAML: month", 0),
        ('{"a": 1,\n "b": }', "no valid JSON", 2),
        ('{"a": NaN}', "NaN is no number", 0),
        ('{\n"a": 1e999}', "finite number", 2),
        ('{\n"a": ' + "9" * 6000 + "}", "64 bits was expected, found one of 6,000 digits", 2),
        ("a: 1\nb: -" + "9" * 6000 + "\n", "64 bits was expected", 2),
        ("a: 1\nb: " + "9" * 30 + "\n", "64 bits was expected", 2),
        ("a: .nan\n", "finite number", 1),
        ('{\n"a": "\\ud800"}', "half of one", 2),
        ('{\n"a": "\\u0000"}', "NUL", 2),
        ("a: 1\nb: \ud800\n", "half of one", 2),
        ("a: 1\nb: \0\n", "NUL", 2),
        (f"a: {2**64}\n", "64 bits", 1),
        ("{" * 5, "no valid JSON", 1),
    ],
)
def test_what_cannot_be_kept_is_refused_with_its_line(text: str, why: str, line: int) -> None:
    refused = fault(text)
    assert why in refused.why
    assert refused.line == line


@pytest.mark.parametrize("opening", ["[", '{"a":'])
@pytest.mark.parametrize("depth", [61, 5_000, 200_000])
def test_deep_nesting_is_refused(opening: str, depth: int) -> None:
    closing = "]" if opening == "[" else "}"
    why = fault(opening * depth + "1" + closing * depth).why
    assert "nested too deeply" in why or "nesting" in why


def test_what_is_too_long_is_refused_with_the_limit() -> None:
    assert "at most 5,000,000 characters" in fault("#" * (MAX_CHARACTERS + 1)).why


def test_a_byte_order_mark_is_no_content() -> None:
    assert read_document("\ufeffa: 1").data == read_document('\ufeff{"a": 1}').data == {"a": 1}


def test_an_empty_text_holds_nothing() -> None:
    assert read_document("# only a comment\n").data is None


def test_many_digits_in_quotes_are_a_text() -> None:
    digits = "9" * 6000
    assert read_document(f'a: "{digits}"').data == read_document(json.dumps({"a": digits})).data == {"a": digits}
