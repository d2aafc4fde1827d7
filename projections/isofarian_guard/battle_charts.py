"""Small pictures of battles: HP round by round as lines, figures as bars. Geometry only; templates draw it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from projections.isofarian_guard.battle_totals import Battle

WIDTH, HEIGHT = 340, 180
LEFT, TOP, BOTTOM = 26, 12, 156
LETTER = 6.8
"""What a letter of a label takes, of the widest names that there are."""
FEWEST, MOST = 16, 30
"""Letters for which there is room beside the lines; a longer name is cut."""
LABEL_GAP = 15
"""Pixels between two labels at the end of their lines."""


@dataclass(frozen=True)
class HpLine:
    """The HP of one combatant.

    :param tone: ``guard-1``, ``guard-2`` or ``foe``
    :param points: what ``polyline`` takes
    :param at: where its label stands, from the top
    """

    name: str
    tone: str
    values: tuple[int, ...]
    points: str
    at: float

    @property
    def label(self) -> str:
        """The name as far as there is room for it; the table has all of it."""
        return self.name if len(self.name) <= MOST else f"{self.name[: MOST - 1]}…"


@dataclass(frozen=True)
class HpChart:
    """HP of everybody at the start and after each round.

    :param ticks: rounds and where they stand
    :param grid: HP values and where they stand
    """

    lines: tuple[HpLine, ...]
    ticks: tuple[tuple[str, float], ...]
    grid: tuple[tuple[int, float], ...]

    @property
    def right(self) -> float:
        """Where the lines end, so that there is room for the longest label."""
        return _right([line.label for line in self.lines])

    @property
    def columns(self) -> list[str]:
        """Headings of the same figures as a table."""
        return [label for label, _ in self.ticks]


def hp_chart(battle: Battle) -> HpChart:
    """HP of guards and enemies round by round."""
    series = {
        who: _values(battle, who, start["hp"]) for who, start in (*battle.guards.items(), *battle.enemies.items())
    }
    most = max((value for values in series.values() for value in values), default=1) or 1
    steps = max(len(battle.rounds), 1)

    right = _right([battle.name(who) for who in series])

    def x(step: int) -> float:
        return round(LEFT + (right - LEFT) * step / steps, 1)

    def y(value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * value / most, 1)

    ends = _apart({who: y(values[-1]) for who, values in series.items()})
    lines = tuple(
        HpLine(
            battle.name(who),
            f"guard-{list(battle.guards).index(who) + 1}" if who in battle.guards else "foe",
            values,
            " ".join(f"{x(step)},{y(value)}" for step, value in enumerate(values)),
            ends[who],
        )
        for who, values in series.items()
    )
    ticks = (("start", x(0)), *((str(one.number), x(step)) for step, one in enumerate(battle.rounds, 1)))
    return HpChart(lines, ticks, tuple((value, y(value)) for value in _round_values(most)))


def _right(names: Iterable[str]) -> float:
    longest = max(map(len, names), default=0)
    return round(WIDTH - 6 - LETTER * min(max(longest, FEWEST), MOST), 1)


def _values(battle: Battle, who: str, start: int) -> tuple[int, ...]:
    values = [start]
    for one in battle.rounds:
        values.append(one.hp.get(who, values[-1]))
    return tuple(values)


def _apart(wanted: Mapping[str, float]) -> dict[str, float]:
    """Heights of labels, each near its line and none over another."""
    placed: dict[str, float] = {}
    lowest = float(TOP - LABEL_GAP)
    for who, height in sorted(wanted.items(), key=lambda item: item[1]):
        lowest = max(height, lowest + LABEL_GAP)
        placed[who] = lowest
    over = max(lowest - (HEIGHT - 6), 0)
    return {who: height - over for who, height in placed.items()}


def _round_values(most: int) -> Iterable[int]:
    step = next(step for step in (1, 2, 5, 10, 20, 50) if most / step <= 4 or step == 50)
    return range(0, most + 1, step)


def bars(figures: Iterable[tuple[str, int]]) -> list[dict[str, Any]]:
    """Named numbers with the length of a bar each, the greatest filling the width."""
    listed = list(figures)
    most = max((n for _, n in listed), default=0) or 1
    return [{"name": name, "n": n, "share": round(100 * n / most)} for name, n in listed]
