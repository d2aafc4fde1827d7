"""Writes the sample of an archive for the database at hand: ``pytest tests/tracker/archive/samples.py``. Run it on both
databases after a change of the format; samples of older formats stay."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import connection

from tests.tracker.archive.test_round_trip import rich
from tests.tracker.timelines.tables import Table
from tracker.archive.packing import pack_campaign


@pytest.mark.django_db(transaction=True)
def test_write_the_sample(table: Table) -> None:
    folder = Path(__file__).parent / "samples"
    folder.mkdir(exist_ok=True)
    (folder / f"{connection.vendor}.1.campaign.gz").write_bytes(pack_campaign(rich(table)))
