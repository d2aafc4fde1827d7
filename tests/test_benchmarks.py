"""The arithmetic of the benchmarks. What they measure is no test: ``make bench`` runs them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.benchmarks.__main__ import main
from tests.benchmarks.harness import Judged, Report, durations, judged, percentile, ratios


def of(*values: float) -> Callable[[], float]:
    """A side that measures given values, one a round."""
    left = iter(values)
    return lambda: next(left)


def test_a_ratio_compares_the_sides_round_by_round_and_leaves_the_first_out() -> None:
    assert ratios(of(100, 6, 8), of(1, 2, 4), rounds=2) == [3, 2]


def test_the_two_sides_take_turns() -> None:
    order: list[str] = []

    def side(name: str) -> Callable[[], float]:
        return lambda: order.append(name) or 1.0  # type: ignore[func-returns-value]

    ratios(side("ours"), side("theirs"), rounds=2)
    assert order == ["ours", "theirs"] * 3


@pytest.mark.parametrize(
    ("least", "most", "bar", "holds"),
    [(2, None, ">= 2", True), (3, None, ">= 3", False), (None, 2, "<= 2", True), (None, 1, "<= 1", False)],
)
def test_a_row_is_judged_by_its_median(least: float | None, most: float | None, bar: str, holds: bool) -> None:
    assert judged([1, 9, 2], least, most) == Judged(2, 1, 9, bar, holds)


def test_a_row_without_a_bar_neither_holds_nor_fails() -> None:
    assert judged([1.0]).holds is None


def test_a_report_prints_a_line_a_row_and_keeps_what_does_not_hold(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report()
    report.row("fast", [2.0], least=1)
    report.row("slow", [2.0], most=1)
    report.row("so so", [2.0])
    lines = capsys.readouterr().out.splitlines()
    ends = ("bar >= 1     holds", "bar <= 1     DOES NOT HOLD", "bar none     for information")
    assert all(line.endswith(end) for line, end in zip(lines, ends, strict=True)), lines
    assert report.failed == ["slow"]


def test_a_percentile_is_one_of_the_values() -> None:
    assert [percentile([3, 1, 2, 4], percent) for percent in (0, 50, 95, 100)] == [1, 3, 4, 4]


def test_what_comes_before_a_call_is_not_timed() -> None:
    done: list[str] = []
    assert len(durations(lambda: done.append("call"), 2, lambda: done.append("before"))) == 2
    assert done == ["before", "call"] * 2


def test_a_group_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["memory", "speed"]) == 2
    assert "no group speed" in capsys.readouterr().out
