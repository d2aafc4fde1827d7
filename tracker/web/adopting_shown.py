"""The pieces of the form of a running campaign: a field, a line, a guard, each with what was found about it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.isofarian_guard.saves.findings import Finding


@dataclass(frozen=True)
class Shown:
    """One field.

    :param choices: value and label; empty: a number or a text
    :param suggests: id of the list of names that it suggests
    :param was: the name as it was written, where a choice took its place
    """

    name: str
    label: str
    value: object = ""
    choices: Sequence[tuple[str, str]] = ()
    number: bool = False
    low: int | None = None
    high: int | None = None
    suggests: str = ""
    was: str = ""
    findings: Sequence[Finding] = ()

    @property
    def id(self) -> str:
        """The field's id; findings link to it."""
        return place_id(self.name)

    @property
    def close(self) -> Sequence[str]:
        """What may be meant."""
        return list(dict.fromkeys(label for finding in self.findings for label in finding.close))

    @property
    def bad(self) -> bool:
        """Something about it has to be settled."""
        return any(finding.serious for finding in self.findings)


@dataclass(frozen=True)
class ShownLine:
    """A line of cards or quests.

    :param settled: the choices of what becomes of it, and the chosen one; none where there is nothing to decide
    """

    place: str
    number: int
    name: str
    qty: int = 1
    at: str = ""
    choices: Sequence[tuple[str, str]] = ()
    settled: str = ""
    findings: Sequence[Finding] = ()

    @property
    def id(self) -> str:
        """The line's id; findings link to it."""
        return place_id(f"{self.place}.{self.number}")


@dataclass(frozen=True)
class ShownGuard:
    """A guard with all fields."""

    name: str
    label: str
    state: Shown
    stats: Sequence[Shown]
    worn: Sequence[Shown]
    stones: Sequence[tuple[str, str, Sequence[ShownLine]]]
    satchel: Sequence[ShownLine]
    bag: Sequence[tuple[str, Sequence[Shown]]]
    bag_said: Sequence[tuple[str, int]]
    bag_settled: bool
    abilities: Sequence[Shown]
    known: Sequence[ShownLine]
    skills: Sequence[ShownLine]
    plays: bool
    findings: Mapping[str, Sequence[Finding]]

    @property
    def serious(self) -> int:
        """How much of it is to be settled."""
        found = (finding for findings in self.findings.values() for finding in findings)
        return sum(finding.serious for finding in found)

    @property
    def id(self) -> str:
        """The guard's id."""
        return place_id(f"g.{self.name}")

    @property
    def abilities_to_settle(self) -> bool:
        """Whether something about its gems is to be settled."""
        return any(shown.bad for shown in self.abilities)

    @property
    def satchel_findings(self) -> Sequence[Finding]:
        """What was found about the satchel as a whole."""
        return self.findings.get(f"g.{self.name}.satchel", ())

    @property
    def bag_findings(self) -> Sequence[Finding]:
        """What was found about the bag."""
        return self.findings.get(f"g.{self.name}.bag", ())


def place_id(place: str) -> str:
    """A place on the sheet as the id of an element."""
    return "at-" + re.sub(r"[^0-9a-z]+", "-", place.lower())
