"""Export and import by command and by job; archives of the past and of the other database stay readable."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from projections.models import Projected
from tests.tracker.archive.test_round_trip import erase, everything, rich
from tests.tracker.timelines.tables import Table
from tracker.archive.jobs import export_later, import_later
from tracker.archive.models import ArchiveFile
from tracker.archive.packing import pack_campaign
from tracker.archive.taking_in import take_in
from tracker.eventstore.verify import verify
from tracker.jobs.models import Job
from tracker.jobs.work import advance
from tracker.timelines.models import Campaign

pytestmark = pytest.mark.django_db(transaction=True)
SAMPLES = sorted((Path(__file__).parent / "samples").glob("*.gz"))


def run(*arguments: Any, **options: Any) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out, **options)
    return out.getvalue()


def test_a_campaign_travels_by_command(table: Table, bob: User, tmp_path: Path) -> None:
    campaign, file = rich(table), tmp_path / "walk.campaign.gz"
    before = everything(campaign)
    assert str(file) in run("export_campaign", "A walk", file)
    assert file.read_bytes() == pack_campaign(campaign)
    assert [each.name for each in tmp_path.iterdir()] == [file.name]
    erase(campaign)
    assert str(campaign.id) in run("import_campaign", file, owner="bob")
    assert everything(Campaign.objects.get()) == before


@pytest.mark.pitfall("BL-092")
def test_an_export_that_fails_leaves_the_file_before_it(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "walk.campaign.gz"
    file.write_bytes(b"before")

    def full(self: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(CommandError, match="No space left"):
        run("export_campaign", str(table.campaign.id), file)
    assert file.read_bytes() == b"before"
    assert len(list(tmp_path.iterdir())) == 1


def test_what_the_commands_are_told_wrongly_is_said(table: Table, tmp_path: Path) -> None:
    Table.opened(table.user)
    broken = tmp_path / "broken.gz"
    broken.write_bytes(pack_campaign(table.campaign)[:200])
    for arguments, options, words in (
        (("export_campaign", "No such walk"), {}, "No campaign is called"),
        (("export_campaign", "A walk"), {}, "Several campaigns are called"),
        (("import_campaign", tmp_path / "none.gz"), {"owner": "alice"}, "cannot be read"),
        (("import_campaign", broken), {"owner": "nobody"}, "There is no account"),
        (("import_campaign", broken), {"owner": "alice"}, "Nothing was imported"),
    ):  # fmt: skip
        with pytest.raises(CommandError, match=words):
            run(*arguments, **options)


def test_jobs_pack_and_take_in_with_progress(table: Table, bob: User) -> None:
    campaign = rich(table)
    before = everything(campaign)
    job = export_later(campaign, table.user)
    assert export_later(campaign, table.user) == job
    advance()
    job.refresh_from_db()
    data = bytes(ArchiveFile.objects.get(id=job.id).data)
    assert (job.state, job.done, job.total, job.result["bytes"]) == ("done", 17, 17, len(data))  # type: ignore[index]
    assert data == pack_campaign(campaign)
    erase(campaign)
    coming = import_later(data, "../walk.campaign.gz", bob)
    advance()
    coming.refresh_from_db()
    assert (coming.state, coming.arguments["name"]) == ("done", "walk.campaign.gz")
    assert everything(Campaign.objects.get()) == before
    assert Projected.objects.count() == 3  # read models were rebuilt
    again = import_later(data, "walk.campaign.gz", bob)
    advance()
    assert "here already" in Job.objects.get(id=again.id).result["problems"][0]  # type: ignore[index]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_archives_that_were_written_before_and_elsewhere_are_read(sample: Path, bob: User) -> None:
    """One was written on SQLite, one on PostgreSQL; each is taken in on the database of this run."""
    data = sample.read_bytes()
    campaign = take_in(data, bob)
    assert verify(campaign.id).breaks == []
    assert pack_campaign(campaign) == data


def test_there_is_an_archive_of_each_database() -> None:
    assert [sample.name.partition(".")[0] for sample in SAMPLES] == ["postgresql", "sqlite"]
