"""Two timelines, or two versions, side by side in the game's words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec

from projections.catalogue import AdventureLog, Summary
from projections.games import views
from projections.reading import history, lines_at
from projections.views import Row
from rules.kernel import Answer, State
from rules.kernel.differences import Told, told
from tracker.eventstore.models import StoredDecision
from tracker.timelines.comparing import Comparison, Pair, Side, time_played
from tracker.timelines.decisions import replayed_from
from tracker.timelines.positions import Position

Sees = Callable[[Position], State | None]
"""What of a position whoever asks may see."""

MOST_TOLD = 2000
"""Decisions of both sides up to which it is looked whether what is decided alike came out alike."""
PER_PAGE = 50
"""Rows of decisions on a page."""

_answers = msgspec.json.Decoder(tuple[Answer, ...])


class Total(NamedTuple):
    """A sum of what happened since the two part.

    :param unit: ``seconds``, or empty
    """

    label: str
    one: int
    other: int
    unit: str = ""


class Beside(NamedTuple):
    """A row of decisions side by side.

    :param same: how many decisions in a row are the same on both sides; 0 where they differ
    :param one: the line of the one side, or ``None``; of a row of the same the first
    :param other: the line of the other side; of a row of the same the last
    :param differs: ``decision``, ``luck`` or ``outcome``
    """

    same: int
    one: tuple[int, Row] | None
    other: tuple[int, Row] | None
    differs: str = ""


class Page(NamedTuple):
    """A page of rows of decisions.

    :param number: which page it is, from 1
    """

    rows: list[Beside]
    number: int
    pages: int


def state_differences(comparison: Comparison, sees: Sees) -> list[Told]:
    """What differs between the two positions; nothing where one of them is before the set-up."""
    one, other = comparison.one.position, comparison.other.position
    was, now = sees(one), sees(other)
    return [] if was is None or now is None else told(one.game, was, now, other.pack)


def summaries(comparison: Comparison, sees: Sees) -> tuple[Row, Row]:
    """Where both sides stand, in a few words."""

    def summary(position: Position) -> Row:
        state = sees(position)
        return {} if state is None else Summary().rows(position.game, state, position.pack)["now"]

    return summary(comparison.one.position), summary(comparison.other.position)


def totals(comparison: Comparison) -> list[Total]:
    """What happened on both sides since they part, added up."""
    one, other = (_sums(comparison, side) for side in (comparison.one, comparison.other))
    counted = [Total(label, one[label], other[label]) for label in dict.fromkeys((*one, *other))]
    times = (time_played(comparison.one.decisions), time_played(comparison.other.decisions))
    sums = [*counted, Total("Time at the table", *times, "seconds")]
    return [each for each in sums if each.one or each.other]


def decisions(comparison: Comparison, number: int = 1, per_page: int = PER_PAGE) -> Page:
    """The decisions since the two part, side by side where they are the same; runs of the same are one row."""
    known = _every_line(comparison)
    rows = list(_grouped(comparison.pairs(), known))
    pages = max(1, -(-len(rows) // per_page))
    number = min(max(number, 1), pages)
    shown = rows[(number - 1) * per_page : number * per_page]
    return Page(_with_lines(comparison, shown, known), number, pages)


def _sums(comparison: Comparison, side: Side) -> Counter[str]:
    counts = views(side.position.game.key).counts
    sums: Counter[str] = Counter({"Decisions": len(side.decisions)})
    sums["Luck asked"] = sum(
        any(answer.values for answer in _answers.decode(bytes(row.chance))) for row in side.decisions
    )
    for event in comparison.events(side):
        sums.update(counts(event))
    return sums


# ---- decisions

Lines = tuple[Mapping[int, Row], Mapping[int, Row]]
_Row = tuple[str, list[Pair]]
"""What is not the same (``""``: nothing is), and the pairs; of what differs one pair."""


def _every_line(comparison: Comparison) -> Lines | None:
    """The lines of both sides, unless there are too many."""
    sides = (comparison.one, comparison.other)
    if sum(len(side.decisions) for side in sides) > MOST_TOLD:
        return None
    one, other = (
        dict(history(AdventureLog(), side.timeline, low=comparison.ancestor, high=side.version)) for side in sides
    )
    return one, other


def _grouped(pairs: Sequence[Pair], known: Lines | None) -> Iterator[_Row]:
    for differs, run in groupby(pairs, key=lambda pair: _differs(pair, known)):
        if differs:
            yield from ((differs, [pair]) for pair in run)
        else:
            yield "", list(run)


def _differs(pair: Pair, known: Lines | None) -> str:
    if not pair.same_decision:
        return "decision"
    if not pair.same_luck:
        return "luck"
    if known is None or pair.one is None or pair.other is None:
        return ""
    one, other = known[0].get(pair.one.first_version, {}), known[1].get(pair.other.first_version, {})
    return "" if one.get("sentence") == other.get("sentence") else "outcome"


def _with_lines(comparison: Comparison, rows: Sequence[_Row], known: Lines | None) -> list[Beside]:
    ends = [(differs, run[0].one, run[0].other if differs else run[-1].one, len(run)) for differs, run in rows]
    if known is None:
        ones = [row.first_version for differs, one, last, _ in ends for row in (one, None if differs else last) if row]
        others = [row.first_version for differs, _, row, _ in ends if differs and row]
        log = AdventureLog()
        known = (
            lines_at(log, comparison.one.timeline, ones),
            lines_at(log, comparison.other.timeline, others),
        )
    one_side, other_side = known
    return [
        Beside(0 if differs else count, _line(one_side, one), _line(other_side if differs else one_side, last), differs)
        for differs, one, last, count in ends
    ]


def _line(lines: Mapping[int, Row], row: StoredDecision | None) -> tuple[int, Row] | None:
    if row is None:
        return None
    return row.first_version, {**lines.get(row.first_version, {}), "replayed": replayed_from(row.key) is not None}
