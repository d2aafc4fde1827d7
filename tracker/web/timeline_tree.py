"""The timelines of a campaign as a picture: a lane each, time from left to right, leaving the lane where it branched.

Lengths along the lanes are percentages of the picture's width, so that it fits a phone and a desk; across them pixels.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from tracker.timelines.models import Timeline

ROW = 72
"""Height of a lane with its words."""
LINE_AT = 58
"""Where the line of a lane runs in its row."""
LEFT, RIGHT = 2.0, 97.0
SHORTEST = 2.5
"""Length of a lane on which nothing happened yet."""
LONGEST_LABEL = 32
"""Letters of a name that fit on a phone."""
HUES = 6


@dataclass(frozen=True)
class Card:
    """A timeline, and where it stands.

    :param depth: how many forks lie between it and the first timeline
    :param version: where it is now
    :param active_at: when something was last decided or noted on it
    :param summary: how the game stands there
    """

    timeline: Timeline
    depth: int
    version: int
    active_at: datetime.datetime
    summary: Mapping[str, Any]

    @property
    def own_length(self) -> int:
        """How many versions it has added since it branched off."""
        return self.version - self.timeline.forked_at

    @property
    def hue(self) -> str:
        """The colour that marks it."""
        colour = self.timeline.colour
        return str((colour - 1) % HUES + 1) if colour else "main"


@dataclass(frozen=True)
class Lane:
    """A timeline in the picture.

    :param middle: of its line, in pixels from the top; ``words`` and ``small`` are the baselines of its words
    :param start: where its line begins and ``end`` where it ends, in percent of the width
    :param origin: the lane that it left, ``None`` for the first
    """

    card: Card
    row: int
    start: float
    end: float
    origin: Lane | None

    @property
    def middle(self) -> int:
        return self.row * ROW + LINE_AT

    @property
    def words(self) -> int:
        return self.row * ROW + 22

    @property
    def small(self) -> int:
        return self.row * ROW + 42

    @property
    def top(self) -> int:
        """Where the row begins."""
        return self.row * ROW

    @property
    def drop(self) -> str:
        """The path from the lane that it left down to its own, beginning at its fork."""
        if self.origin is None:
            return ""
        return f"M0 0V{self.middle - self.origin.middle - 10}q0 10 10 10"

    @property
    def label(self) -> str:
        """Its name, cut where it is too long for a phone."""
        name = self.card.timeline.name
        return name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1].rstrip()}…"


@dataclass(frozen=True)
class Tree:
    """The picture."""

    lanes: Sequence[Lane]

    @property
    def height(self) -> int:
        """In pixels."""
        return len(self.lanes) * ROW


def ordered(timelines: Sequence[Timeline]) -> list[tuple[Timeline, int]]:
    """The timelines, each with its depth, parents before their forks: whatever branched off last stands next, so that
    no fork has to cross a lane that begins before it."""
    below: dict[UUID | None, list[Timeline]] = {}
    for timeline in sorted(timelines, key=lambda each: each.forked_at, reverse=True):
        below.setdefault(timeline.parent_id, []).append(timeline)
    found, waiting = [], [(timeline, 0) for timeline in reversed(below.get(None, []))]
    while waiting:
        timeline, depth = waiting.pop()
        found.append((timeline, depth))
        waiting += [(fork, depth + 1) for fork in reversed(below.get(timeline.id, []))]
    return found


def shown(cards: Sequence[Card]) -> list[Card]:
    """The cards that are not archived, and those archived ones from which one of them branched."""
    needed: set[UUID] = set()
    for card in reversed(cards):  # forks come after the lanes that they left
        if not card.timeline.archived or card.timeline.id in needed:
            needed.add(card.timeline.id)
            if card.timeline.parent_id:
                needed.add(card.timeline.parent_id)
    return [card for card in cards if card.timeline.id in needed]


def tree(cards: Sequence[Card]) -> Tree:
    """The picture of some timelines, as :func:`ordered` orders them."""
    longest = max([card.version for card in cards], default=1)
    lanes: dict[UUID, Lane] = {}
    for row, card in enumerate(cards):
        origin = _origin(card, lanes)
        start = _along(card.timeline.forked_at, longest)
        end = max(_along(card.version, longest), start + SHORTEST)
        lanes[card.timeline.id] = Lane(card, row, start, round(end, 2), origin)
    return Tree(list(lanes.values()))


def _origin(card: Card, lanes: Mapping[UUID, Lane]) -> Lane | None:
    """The lane on which a fork begins: of versions that its parent shares with an ancestor, that of the ancestor."""
    parent = card.timeline.parent_id
    lane = lanes.get(parent) if parent else None
    while lane is not None and lane.origin is not None and card.timeline.forked_at <= lane.card.timeline.forked_at:
        lane = lane.origin
    return lane


def _along(version: int, longest: int) -> float:
    return round(LEFT + (RIGHT - LEFT) * version / max(longest, 1), 2)
