"""Which events count: forks and rewinds resolved, in memory.

Versions are contiguous along a lineage: a timeline forked at version 7 goes on with 8. A :class:`Segment` says which
stream holds a stretch of versions. Rewinds cut the axis: after ``Rewound(to=k)`` at version r the state is that of k
again, so the versions between are set aside. :class:`Lineage` answers which versions are in force at any version.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from uuid import UUID

_LAST = 1 << 62
"""Above every version."""


class Segment(NamedTuple):
    """The versions ``low < version <= high`` stand in the stream of a timeline."""

    timeline_id: UUID
    low: int
    high: int


class Range(NamedTuple):
    """The versions ``low < version <= high``."""

    low: int
    high: int


@dataclass(frozen=True)
class Lineage:
    """A timeline up to a version, its ancestors included.

    :param segments: contiguous, oldest first
    :param rewinds: ``(version, to)`` of every rewind within them, oldest first
    """

    segments: tuple[Segment, ...]
    rewinds: tuple[tuple[int, int], ...]

    @property
    def version(self) -> int:
        """The last version."""
        return self.segments[-1].high if self.segments else 0

    def path(self, version: int) -> list[Range]:
        """The versions in force at a version, as ranges, oldest first. A rewind itself is in no range."""
        at = [rewind[0] for rewind in self.rewinds]
        ranges = []
        while version > 0:
            index = bisect_right(at, version) - 1
            if index < 0:
                ranges.append(Range(0, version))
                break
            if at[index] < version:
                ranges.append(Range(at[index], version))
            version = self.rewinds[index][1]
        return ranges[::-1]

    def comes_past(self, path: Sequence[Range], version: int) -> bool:
        """Whether a path comes past where the game stood at a version. At a rewind it stood where that leads to."""
        if in_force(path, version):
            return True
        if version not in self._rewound:
            return False
        there = self.path(version)
        return shared_until(there, path) == (there[-1].high if there else 0)

    @cached_property
    def _rewound(self) -> frozenset[int]:
        return frozenset(version for version, _ in self.rewinds)

    def set_aside_by(self, version: int, at: int) -> int:
        """The version of the rewind that took a version out of force, as it counts at a later one; 0 where it is in
        force. Of several it is the last: what was brought back in between may have been taken back again."""
        counts, aside = True, 0
        after: dict[int, bool] = {}  # whether it counts after each rewind
        for index, (rewound, to) in enumerate(self.rewinds):
            if rewound > at:
                break
            if rewound <= version:
                continue
            before = counts
            counts = to >= version and after.get(bisect_right(self.rewinds, (to, _LAST)) - 1, True)
            after[index] = counts
            if counts or before:
                aside = 0 if counts else rewound
        return aside

    def stored(self, ranges: Sequence[Range]) -> list[Segment]:
        """Where the events of some ranges are stored. The ranges are in order, and so is the answer."""
        found = []
        at = 0
        for low, high in ranges:
            while at < len(self.segments) and self.segments[at].high <= low:
                at += 1
            for segment in self.segments[at:]:
                if segment.low >= high:
                    break
                found.append(Segment(segment.timeline_id, max(low, segment.low), min(high, segment.high)))
        return found

    def home(self, version: int) -> UUID:
        """The timeline whose stream holds a version.

        :raises ValueError: when the lineage has no such version
        """
        for segment in self.segments:
            if segment.low < version <= segment.high:
                return segment.timeline_id
        raise ValueError(f"no version {version} in this timeline")


def shared_until(path: Sequence[Range], other: Sequence[Range]) -> int:
    """The version up to which two paths are the same."""
    shared = 0
    for one, two in zip(path, other, strict=False):
        if one.low != two.low:
            break
        shared = min(one.high, two.high)
        if one.high != two.high:
            break
    return shared


def common_version(line: Lineage, other: Lineage) -> int:
    """The version up to which two lineages are stored in the same streams."""
    shared = 0
    for one, two in zip(line.segments, other.segments, strict=False):
        if (one.timeline_id, one.low) != (two.timeline_id, two.low):
            break
        shared = min(one.high, two.high)
        if one.high != two.high:
            break
    return shared


def in_force(path: Sequence[Range], version: int) -> bool:
    """Whether a version is on a path."""
    index = bisect_right(path, Range(version - 1, _LAST)) - 1
    return index >= 0 and path[index].low < version <= path[index].high
