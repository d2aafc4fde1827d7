"""Battles, their rounds and what they add up to, from the lines of :mod:`~projections.isofarian_guard.battle_record`
that are in force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from projections.isofarian_guard.battle_record import FIGURES

MICROSECONDS = 1_000_000
Line = tuple[int, Mapping[str, Any]]


@dataclass
class Round:
    """One round of a battle.

    :ivar first: version of its first decision
    :ivar last: version of its last fact
    :ivar figures: what everybody did, by combatant
    :ivar chips: chips drawn, by guard
    :ivar hp: HP of everybody when it was over, or as it is now
    """

    number: int
    first: int
    began: int
    last: int = 0
    ended: int = 0
    decisions: int = 0
    figures: dict[str, Counter[str]] = field(default_factory=dict)
    chips: dict[str, Counter[str]] = field(default_factory=dict)
    hp: dict[str, int] = field(default_factory=dict)

    @property
    def seconds(self) -> int:
        """Real time from its first decision to its last."""
        return (self.ended - self.began) // MICROSECONDS


@dataclass
class Battle:
    """One battle.

    :ivar number: which battle of the timeline it is, from 1
    :ivar guards: name and HP at the start, by guard
    :ivar enemies: name, stars and HP at the start, by slot
    :ivar outcome: ``victory``, ``defeat``, ``retreat``, ``at the table``, or empty while it goes on
    """

    number: int
    place: str
    ambush: bool
    guards: dict[str, Mapping[str, Any]]
    enemies: dict[str, Mapping[str, Any]]
    outcome: str = ""
    rounds: list[Round] = field(default_factory=list)

    @property
    def first(self) -> int:
        """Version of its first fact: by it a battle is named in addresses."""
        return self.rounds[0].first

    @property
    def last(self) -> int:
        """Version of its last fact."""
        return self.rounds[-1].last

    @property
    def seconds(self) -> int:
        """Real time from its first decision to its last."""
        return (self.rounds[-1].ended - self.rounds[0].began) // MICROSECONDS

    @property
    def figures(self) -> dict[str, Counter[str]]:
        """What everybody did in the whole battle."""
        return _summed(one.figures for one in self.rounds)

    @property
    def chips(self) -> dict[str, Counter[str]]:
        """Chips drawn in the whole battle, by guard."""
        return _summed(one.chips for one in self.rounds)

    def name(self, who: str) -> str:
        """What people call a combatant."""
        if who in self.enemies:
            return f"{who} {self.enemies[who]['name']}"
        return str(self.guards[who]["name"]) if who in self.guards else who


@dataclass
class Total:
    """What somebody did in all battles.

    :ivar met: battles of a guard; of an enemy how many of its kind stood in one
    """

    name: str
    met: int = 0
    figures: Counter[str] = field(default_factory=Counter)
    chips: Counter[str] = field(default_factory=Counter)


@dataclass
class Totals:
    """What all battles of a timeline add up to."""

    guards: dict[str, Total] = field(default_factory=dict)
    enemies: dict[str, Total] = field(default_factory=dict)
    outcomes: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    seconds: int = 0

    @property
    def chips(self) -> Counter[str]:
        """Chips drawn by all guards."""
        return sum((guard.chips for guard in self.guards.values()), Counter())


def battles(lines: Iterable[Line]) -> list[Battle]:
    """The battles of a history, oldest first, from its lines in force in their order."""
    found: list[Battle] = []
    for version, line in lines:
        if line["opens"]:
            found.append(_opened(len(found) + 1, line["opens"]))
        if found:
            _count(found[-1], version, line)
    return found


def _opened(number: int, opens: Mapping[str, Any]) -> Battle:
    return Battle(number, opens["place"], opens["ambush"], _by_id(opens["guards"]), _by_id(opens["enemies"]))


def _by_id(listed: Iterable[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    return {one["id"]: one for one in listed}


def _count(battle: Battle, version: int, line: Mapping[str, Any]) -> None:
    if not battle.rounds or battle.rounds[-1].number != line["round"]:
        battle.rounds.append(Round(line["round"], version, line["at"]))
    now = battle.rounds[-1]
    battle.enemies |= _by_id(line["joins"])
    now.last, now.ended = line["last"], line["at"]
    if not battle.outcome:  # who is revived after it has not survived the battle
        now.hp = line["hp"]
    battle.outcome = battle.outcome or line["ends"]
    now.decisions += 1
    _add(now.figures, line["figures"])
    _add(now.chips, line["chips"])


def totals(found: Sequence[Battle]) -> Totals:
    """What battles add up to: for each guard, each type of enemy, and all together."""
    sums = Totals()
    for battle in found:
        sums.outcomes[battle.outcome or "under way"] += 1
        sums.rounds += len(battle.rounds)
        sums.seconds += battle.seconds
        counted, drawn = battle.figures, battle.chips
        for name, guard in battle.guards.items():
            total = sums.guards.setdefault(name, Total(str(guard["name"])))
            total.met += 1
            total.figures.update(counted.get(name, {}))
            total.chips.update(drawn.get(name, {}))
        for slot, enemy in battle.enemies.items():
            total = sums.enemies.setdefault(enemy["type"], Total(str(enemy["name"])))
            total.met += 1
            total.figures.update(counted.get(slot, {}))
            total.figures["beaten"] += int(battle.rounds[-1].hp.get(slot) == 0)
    return sums


def _summed(parts: Iterable[Mapping[str, Mapping[str, int]]]) -> dict[str, Counter[str]]:
    sums: dict[str, Counter[str]] = {}
    for part in parts:
        _add(sums, part)
    return sums


def _add(sums: dict[str, Counter[str]], part: Mapping[str, Mapping[str, int]]) -> None:
    for who, counted in part.items():
        sums.setdefault(who, Counter()).update(counted)


def row_of(figures: Mapping[str, int]) -> list[int]:
    """The figures in the order of :data:`FIGURES`, for a table."""
    return [figures.get(name, 0) for name in FIGURES]
