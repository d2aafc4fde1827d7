"""Numbers that say where they come from."""

from __future__ import annotations

from rules.kernel.sums import Part, Sum


def part(label: str, value: int) -> Part:
    return Part(label, value, "card", "T-001")


def test_the_parts_add_up_and_may_fall_below_nothing() -> None:
    owed = Sum((part("base", 1), part("Weaken", -3)))
    assert (owed.total, owed.in_use) == (-2, 0)


def test_a_sum_is_written_with_signs_and_without_what_adds_nothing() -> None:
    assert Sum((part("base", 3), part("armor", 0), part("Weaken", -1))).words() == "3 base − 1 Weaken"
    assert Sum().words() == "0"
