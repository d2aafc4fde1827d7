"""The command that runs worked cases from any folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command

from rules import golden
from tests.rules.kernel.tiny.cases import ADAPTER, TinyCases

PASSING = "{id: T-1, title: A day ends, given: {}, when: [{do: end_day}], then: {day: 2}}"
FAILING = "{id: T-2, title: A day too long, given: {}, when: [{do: end_day}], then: {day: 5}}"


@pytest.fixture(autouse=True)
def _tiny_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cases of ``tiny`` and of its area ``night`` are read by the tiny game."""

    def adapter(folder: str) -> TinyCases:
        if folder not in ("tiny", "tiny/night", "dwarf"):
            raise KeyError(folder)
        return ADAPTER

    monkeypatch.setattr(golden, "adapter", adapter)


def write(folder: Path, name: str, *cases: str, head: str = "") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(head + "cases:\n" + "".join(f"  - {case}\n" for case in cases), encoding="utf-8")
    return path


def run(*arguments: object) -> int:
    try:
        call_command("golden", *map(str, arguments))
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def test_cases_that_hold_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, "tiny/cases.yaml", PASSING, PASSING)
    write(tmp_path, "tiny/night/deep/cases.yaml", PASSING)
    assert run(tmp_path) == 0
    assert capsys.readouterr().out == "3 passed, 0 failed\n"


def test_one_file_is_enough(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "tiny/cases.yaml", PASSING)
    write(tmp_path, "tiny/others.yaml", FAILING)
    assert run(path) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n")
    assert run(tmp_path / "picture.png", "--game", "tiny") == 2
    assert "picture.png: no valid YAML" in capsys.readouterr().err


def test_a_failure_names_file_case_and_each_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "tiny/cases.yaml", PASSING, FAILING)
    assert run(tmp_path) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"FAILED {path}: T-2 A day too long",
        "  then.day",
        "    expected 5",
        "    found    2",
        "1 passed, 1 failed",
    ]


@pytest.mark.parametrize(
    ("case", "problem"),
    [
        ("{id: T, title: x, given: {}, when: [{do: end_day}]}", "it has no `then`"),
        ("{id: T, title: x, given: {}, then: {day: 1}}", "it has no `when`"),
        ("{id: T, title: x, given: {wind: 3, day: []}, when: [], then: {}}", "ValidationError: Expected `int`"),
        ("{id: T, title: x, given: [], when: [{do: end_day}], then: {day: 2}}", None),
        ("just a word", "a map was expected"),
    ],
)
def test_a_case_that_cannot_be_decoded_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str, problem: str | None
) -> None:
    write(tmp_path, "tiny/cases.yaml", case)
    assert run(tmp_path) == (1 if problem else 0)
    if problem:
        assert f"  cannot be run: {problem}" in capsys.readouterr().out


def test_vocabulary_and_fixtures_are_not_run_and_aliases_are_followed(tmp_path: Path) -> None:
    head = "vocabulary: {anything: goes}\nfixtures: [&day {do: end_day}]\n"
    write(tmp_path, "tiny/cases.yaml", "{id: T, title: x, given: {}, when: [*day, *day], then: {day: 3}}", head=head)
    assert run(tmp_path) == 0


def test_the_folder_itself_or_an_option_may_name_the_game(tmp_path: Path) -> None:
    write(tmp_path, "tiny/cases.yaml", PASSING)
    write(tmp_path, "elsewhere/night/cases.yaml", PASSING)
    assert run(tmp_path / "tiny") == 0
    assert run(tmp_path / "elsewhere", "--game", "tiny") == 0


def test_of_a_folder_of_several_games_only_the_named_one_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, "tiny/cases.yaml", PASSING)
    write(tmp_path, "dwarf/cases.yaml", FAILING)
    write(tmp_path, "more/cases.yaml", PASSING)
    assert run(tmp_path, "--game", "tiny") == 0
    left, said = capsys.readouterr().out.splitlines()
    assert left == f"left alone {tmp_path / 'dwarf/cases.yaml'}: its folders name the game dwarf"
    assert said == "2 passed, 0 failed"
    assert run(tmp_path / "dwarf", "--game", "tiny") == 1


def test_a_file_that_no_game_reads_is_skipped_openly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, "tiny/cases.yaml", PASSING)
    write(tmp_path, "giant/cases.yaml", PASSING, PASSING)
    assert run(tmp_path) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 0 failed, 2 skipped"
    assert run(tmp_path, "--fail-on-skip") == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cases: [", "no valid YAML"),
        ("rules: []", "a list of cases was expected under the key `cases`"),
        ("- 1", "a list of cases was expected under the key `cases`"),
        ("a: 1\n---\nb: 2\n", "a list of cases was expected under the key `cases`"),
        (b"cases: \xff", "no valid YAML"),
    ],
)
def test_what_is_no_case_file_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | bytes, message: str
) -> None:
    path = tmp_path / "odd.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert run(path) == 2
    assert capsys.readouterr().err.startswith(f"{path}: {message}")


def test_what_stands_beside_the_cases_is_left_alone_openly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, "tiny/cases.yaml", PASSING)
    rules = tmp_path / "tiny" / "rules.yaml"
    rules.write_text("- id: A-1\n---\n- id: OP-1\n")
    assert run(tmp_path) == 0
    said = capsys.readouterr().out.splitlines()
    assert said == [f"left alone {rules}: no list of cases under the key `cases`", "1 passed, 0 failed"]
    rules.write_text("cases: [")
    assert run(tmp_path) == 2


def test_a_folder_without_cases_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path / "missing") == 2
    assert "no such folder or file" in capsys.readouterr().err
    assert run(tmp_path) == 2
    assert "no file *.yaml" in capsys.readouterr().err


def test_an_unknown_game_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, "tiny/cases.yaml", PASSING)
    assert run(tmp_path, "--game", "giant") == 2
    assert capsys.readouterr().err == f"{tmp_path}: there are no cases for the game giant\n"
