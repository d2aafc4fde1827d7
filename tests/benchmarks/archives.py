"""Campaigns as files: how little of a long one is in memory at once, and how fast it is taken in."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import NamedTuple

from tests.benchmarks.harness import QUICK, ROUNDS, Report, ratios, seconds
from tests.benchmarks.pasts import played
from tests.benchmarks.tables import prepare
from tests.tracker.archive.test_round_trip import erase
from tracker.archive.packing import pack_campaign
from tracker.archive.taking_in import take_in
from tracker.timelines.models import Campaign

FEW, MANY = 2_000, 8_000 if QUICK else 20_000


class Packed(NamedTuple):
    """A campaign as a file; it is there no longer."""

    data: bytes
    decisions: int

    @classmethod
    def of(cls, decisions: int) -> Packed:
        """A campaign with so many decisions."""
        campaign = played(decisions).campaign
        packed = cls(pack_campaign(campaign), decisions)
        erase(campaign)
        return packed

    def bring(self) -> Campaign:
        """Take it in."""
        return take_in(self.data, prepare())

    def export_peak(self) -> float:
        """How much memory exporting it takes at most, without the file itself."""
        campaign = self.bring()
        peak = _peak(lambda: pack_campaign(campaign))
        erase(campaign)
        return peak - len(self.data)

    def import_peak(self) -> float:
        """How much memory taking it in takes at most, beside the file itself."""
        peak = _peak(self.bring)
        erase(Campaign.objects.latest("created_at"))
        return peak

    def a_second(self) -> float:
        """How many decisions are taken in a second."""
        taken = seconds(self.bring)
        erase(Campaign.objects.latest("created_at"))
        return self.decisions / taken


def measure(report: Report) -> None:
    """The rows about archives."""
    few, many = Packed.of(FEW), Packed.of(MANY)
    sizes = f"{MANY:,} / {FEW:,} decisions"
    report.row(f"import, memory at its peak: {sizes}", ratios(many.import_peak, few.import_peak), most=1.3)
    report.row(f"export, memory at its peak: {sizes}", ratios(many.export_peak, few.export_peak), most=1.3)
    report.row(f"import, memory at its peak, {MANY:,} decisions: MB", [many.import_peak() / 1e6])
    report.row("import, thousands of decisions a second", [many.a_second() / 1000 for _ in range(ROUNDS)])


def _peak(work: Callable[[], object]) -> float:
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return float(peak)
