"""Pictures of figures, as inline SVG. Where things stand is computed here; how they look, the stylesheets say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tracker.simulations.figures import Distribution, Share

WIDTH = 640
HEIGHT = 150
FOOT = 24
GAP = 0.18
"""Of the width of a bar."""
TONES = {"won": "good", "lost": "bad", "goes_on": "open", "retreated": "warn"}


@dataclass(frozen=True)
class EndingBar:
    """One ending: a bar, and the interval in which the true share lies; in hundredths."""

    share: Share
    tone: str
    width: float
    low: float
    high: float


@dataclass(frozen=True)
class Piece:
    """A part of a column: the plays of one ending."""

    tone: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Column:
    """All plays whose figure lies within a bar's bounds."""

    label: str
    plays: int
    share: str
    centre: float
    pieces: Sequence[Piece]
    hits: Sequence[int]
    labelled: bool


@dataclass(frozen=True)
class Histogram:
    """A distribution as columns, each coloured by how the plays ended."""

    distribution: Distribution
    columns: Sequence[Column]
    endings: Sequence[tuple[str, str]] = field(default=())
    width: int = WIDTH
    height: int = HEIGHT + FOOT
    floor: int = HEIGHT


def ending_bars(endings: Sequence[Share]) -> list[EndingBar]:
    """The endings of a simulation, one bar below the other."""
    return [
        EndingBar(share, TONES.get(share.name, "open"), 100 * share.share, *(100 * bound for bound in share.interval))
        for share in endings
    ]


def histogram(distribution: Distribution, endings: Sequence[Share]) -> Histogram:
    """A figure's distribution."""
    bars = distribution.bars
    step = WIDTH / len(bars)
    most = max(bar.plays for bar in bars)
    every = max(1, -(-len(bars) // 12))
    columns = []
    for number, bar in enumerate(bars):
        x, width, y = number * step + step * GAP / 2, step * (1 - GAP), float(HEIGHT)
        pieces = []
        for ending in endings:
            height = (HEIGHT - 12) * bar.hits[ending.name] / most
            y -= height
            if height:
                pieces.append(Piece(TONES.get(ending.name, "open"), x, y, width, height))
        share = f"{100 * bar.plays / distribution.plays:.1f} %"
        hits = [bar.hits[ending.name] for ending in endings]
        columns.append(Column(bar.label, bar.plays, share, x + width / 2, pieces, hits, labelled=number % every == 0))
    legend = [(TONES.get(ending.name, "open"), ending.label) for ending in endings]
    return Histogram(distribution, columns, legend)
