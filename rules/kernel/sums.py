"""Numbers that say where they come from."""

from __future__ import annotations

from msgspec import Struct


class Part(Struct, frozen=True):
    """One summand.

    :param label: what it is, in words
    :param value: what it adds; negative where it takes away
    :param source: id of what brings it: a card, a chip, a place, or whoever has it as a base value
    :param rule: catalogue id of the rule by which it counts
    """

    label: str
    value: int
    source: str
    rule: str


class Sum(Struct, frozen=True):
    """A derived number and where it comes from."""

    parts: tuple[Part, ...] = ()

    @property
    def total(self) -> int:
        """The plain sum; it may be below 0."""
        return sum(part.value for part in self.parts)

    @property
    def in_use(self) -> int:
        """The sum as games count with it that know no value below 0."""
        return max(self.total, 0)

    def words(self) -> str:
        """The sum as people write it: ``3 base + 1 Cross Slash``."""
        signs = [
            f"{'−' if part.value < 0 else '+'} {abs(part.value)} {part.label}" for part in self.parts if part.value
        ]
        return " ".join(signs).removeprefix("+ ") or "0"
