"""The timeline bar: where a page stands in its timeline, and where one may go from there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tracker.eventstore.lineage import Range

NEAR = 4
"""Named places that the bar's menu offers on either side."""
TALL = ("session", "named")
"""Kinds of places whose ticks stand out: those that people made."""

Place = Mapping[str, Any]


@dataclass(frozen=True)
class TimelineBar:
    """Everything that the bar shows.

    :param version: what the page shows; ``head`` is the newest
    :param url: the page that takes ``?v=``; ``now_url`` is the page of the present
    :param places: the named versions, as :func:`projections.story.checkpoints_at` gives them
    :param first: the version at which the story begins
    :param back: the version one step back, ``on`` the one after; ``None`` where there is none
    :param aside: the stretches of versions that are set aside
    :param places_url: the page of all places
    :param said: what was decided there, for whoever does not see the page change
    """

    version: int
    head: int
    url: str
    now_url: str
    places: Sequence[Place] = ()
    first: int = 0
    back: int | None = None
    on: int | None = None
    aside: Sequence[Range] = ()
    places_url: str = ""
    said: str = ""

    @property
    def is_past(self) -> bool:
        """Whether the page shows an older version."""
        return self.version < self.head

    @property
    def ticks(self) -> list[tuple[str, str]]:
        """The places as ticks of the picture: for each look the path that draws them."""
        looks: dict[str, set[float]] = {}
        for place in self.places:
            look = "past" if not place.get("in_force", True) else "tall" if place.get("kind") in TALL else "short"
            looks.setdefault(look, set()).add(self._at(place["version"]))
        top = {"tall": 0, "short": 3, "past": 3}
        return [(look, "".join(f"M{at:g} {top[look]}V10" for at in sorted(found))) for look, found in looks.items()]

    @property
    def aside_path(self) -> str:
        """The stretches that are set aside, as a path of the picture."""
        return "".join(f"M{self._at(low):g} 5H{self._at(high):g}" for low, high in self.aside)

    @property
    def near(self) -> list[Place]:
        """The places that are nearest on either side, the newest first."""
        before = [place for place in self.places if place["version"] <= self.version]
        behind = [place for place in self.places if place["version"] > self.version]
        return [*behind[:NEAR][::-1], *before[-NEAR:][::-1]]

    @property
    def place_back(self) -> Place | None:
        """The last place in force before this version."""
        return self._nearest(place for place in reversed(self.places) if place["version"] < self.version)

    @property
    def place_on(self) -> Place | None:
        """The first place in force after it."""
        return self._nearest(place for place in self.places if place["version"] > self.version)

    def _nearest(self, places: Iterable[Place]) -> Place | None:
        return next((place for place in places if place.get("in_force", True)), None)

    def _at(self, version: int) -> float:
        return round(100 * version / self.head, 2) if self.head else 0
