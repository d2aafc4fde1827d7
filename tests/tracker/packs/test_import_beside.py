"""A second file beside the first, and content written to a file instead of stored."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from django.core.management import call_command

from rules.kernel import Pack, PackInvalid, read_pack
from tests.rules.kernel.tiny import PACK
from tests.rules.kernel.tiny.messages import TinyPack
from tracker.packs import importing
from tracker.packs.importing import read_file
from tracker.packs.models import PackVersion

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny_is_a_game")]


@pytest.fixture(autouse=True)
def sheets_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tiny game reads sheets, alone and with a map."""

    def from_sheet(data: bytes, beside: bytes | None = None) -> tuple[Pack, Sequence[str]]:
        return PACK, [f"{len(data)} cells", "a map" if beside else "no map"]

    monkeypatch.setattr(importing, "importers", lambda key: {".xlsx": from_sheet})


def test_a_second_file_is_read_where_an_importer_takes_one() -> None:
    assert read_file(b"sheet", "wood.xlsx", "tiny", b"{}").notes == ["5 cells", "a map"]
    assert read_file(b"sheet", "wood.xlsx", "tiny").notes == ["5 cells", "no map"]


def test_a_second_file_beside_a_pack_is_refused() -> None:
    with pytest.raises(PackInvalid, match=r"no second file is read beside a file \.yaml"):
        read_file(b"game: tiny", "wood.yaml", "tiny", b"{}")


@pytest.mark.pitfall("BL-083")
def test_a_second_file_beyond_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "MAX_BYTES", 10)
    with pytest.raises(PackInvalid, match="the file has 11 bytes; up to 10 are read"):
        read_file(b"sheet", "wood.xlsx", "tiny", b" " * 11)


def test_the_map_is_named_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "wood.xlsx").write_bytes(b"sheet")
    (tmp_path / "map.json").write_bytes(b"{}")
    call_command("import_pack", "tiny", str(tmp_path / "wood.xlsx"), "--map", str(tmp_path / "map.json"))
    assert capsys.readouterr().out.startswith("5 cells\na map\n")
    assert PackVersion.objects.get().source_name == "wood.xlsx"


def test_a_missing_map_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "wood.xlsx").write_bytes(b"sheet")
    with pytest.raises(SystemExit, match="2"):
        call_command("import_pack", "tiny", str(tmp_path / "wood.xlsx"), "--map", str(tmp_path / "map.json"))
    assert capsys.readouterr().err == f"{tmp_path / 'map.json'}: No such file or directory\n"


@pytest.mark.pitfall("BL-092")
def test_content_may_be_written_to_a_file_instead(tmp_path: Path) -> None:
    (tmp_path / "wood.xlsx").write_bytes(b"sheet")
    out = tmp_path / "wood.yaml"
    call_command("import_pack", "tiny", str(tmp_path / "wood.xlsx"), "--out", str(out), "--name", "My wood")
    written = read_pack(out.read_text(encoding="utf-8"), TinyPack, "tiny")
    assert written.name == "My wood"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["wood.xlsx", "wood.yaml"]
    assert not PackVersion.objects.exists()


def test_a_place_where_nothing_can_be_written_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "wood.xlsx").write_bytes(b"sheet")
    with pytest.raises(SystemExit, match="2"):
        call_command(
            "import_pack", "tiny", str(tmp_path / "wood.xlsx"), "--out", str(tmp_path / "nowhere" / "wood.yaml")
        )
    assert "No such file or directory" in capsys.readouterr().err
