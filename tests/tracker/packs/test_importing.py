"""Files that people bring: what is read, and how the rest is named."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from django.core.management import call_command

from rules.kernel import Pack, PackInvalid
from tests.rules.kernel.tiny import PACK
from tracker.packs import importing
from tracker.packs.importing import MAX_BYTES, import_pack, read_file
from tracker.packs.models import PackVersion

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny_is_a_game")]
STANDARD = Path(__file__).parents[2] / "rules" / "kernel" / "tiny" / "packs" / "standard.yaml"
BYTES = STANDARD.read_bytes()


def fault(data: bytes, name: str = "pack.yaml") -> str:
    with pytest.raises(PackInvalid) as refused:
        read_file(data, name, "tiny")
    return str(refused.value)


def test_a_file_is_read_and_stored_with_its_name() -> None:
    version, imported = import_pack(b"\xef\xbb\xbf" + BYTES, "Folder/My Wood.YML", "tiny", None)
    assert imported.pack == PACK
    assert version.source_name == "My Wood.YML"


@pytest.mark.pitfall("BL-090")
@pytest.mark.parametrize(
    ("data", "name", "sentence"),
    [
        (b"\x89PNG\r\n\0", "pack.yaml", "the file is a PNG picture, not YAML or JSON in UTF-8"),
        (b"PK\x03\x04", "pack.json", "the file is a spreadsheet or another ZIP archive, not YAML"),
        (BYTES.decode().encode("utf-16"), "pack.yaml", "the file is a text in UTF-16, not YAML"),
        (b"  \n", "pack.yaml", "the file is empty, not YAML"),
        (b"<html>", "pack.yaml", "the file is an HTML or XML text, not YAML"),
        (BYTES, "pack.txt", "the file is a text; files .yaml, .yml, .json are read"),
        (b"PK\x03\x04", "pack.xlsx", "the file is a spreadsheet or another ZIP archive; files .yaml"),
        (b"game: tiny\nname: W\xe4lder\n", "pack.yaml", "line 2: no UTF-8 text: byte 0xe4"),
        (b'{"guards": [], "sil": 37}', "save.json", "no part of a pack was found; the file holds guards, sil"),
    ],
)
def test_a_file_of_another_kind_is_named_for_what_it_is(data: bytes, name: str, sentence: str) -> None:
    assert fault(data, name).startswith(sentence)


@pytest.mark.pitfall("BL-083")
def test_a_file_beyond_the_limit_is_refused_with_limit_and_size() -> None:
    assert fault(b"#" * (MAX_BYTES + 1)) == "the file has 8,000,001 bytes; up to 8,000,000 are read"


def test_a_games_own_importer_reads_files_of_its_suffix(monkeypatch: pytest.MonkeyPatch) -> None:
    def from_sheet(data: bytes, graph: bytes = b"") -> tuple[Pack, Sequence[str]]:
        return PACK, [f"{len(data)} cells, {len(graph)} in the graph"]

    monkeypatch.setattr(importing, "importers", lambda key: {".xlsx": from_sheet})
    version, imported = import_pack(b"PK\x03\x04", "wood.XLSX", "tiny", None, b"{}")
    assert (imported.notes, bytes(version.source)) == (["4 cells, 2 in the graph"], b"PK\x03\x04")
    with pytest.raises(PackInvalid, match=r"no second file is read beside a file \.yaml"):
        read_file(BYTES, "wood.yaml", "tiny", b"{}")


def test_a_game_without_an_importer_has_none() -> None:
    assert importing.importers("tiny") == {}


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    code = 0
    try:
        call_command(*map(str, arguments))
    except SystemExit as end:
        code = int(end.code or 0)
    printed = capsys.readouterr()
    return code, printed.out + printed.err


def test_checking_says_what_the_content_is_and_stores_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "check_pack", STANDARD, "--game", "tiny")
    assert (code, said.startswith(f"{STANDARD}: valid, 'A wood', ")) == (0, True)
    assert not PackVersion.objects.exists()


def test_importing_stores_the_content(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "import_pack", "tiny", STANDARD)
    assert (code, said) == (0, f"{STANDARD}: stored, A wood, {PackVersion.objects.get().hash}\n")


@pytest.mark.pitfall("BL-080")
@pytest.mark.parametrize("command", [("check_pack", "--game", "tiny"), ("import_pack", "tiny")])
def test_faults_are_printed_one_a_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: Sequence[str]
) -> None:
    file = tmp_path / "wood.yaml"
    file.write_bytes(BYTES.replace(b"oak: 1, elm: 2, ", b""))
    code, said = run(capsys, *command, file)
    assert code == 1
    assert said.splitlines() == [
        f"{file}: line 4: cards.oak: its worth was expected under worth",
        f"{file}: line 4: cards.elm: its worth was expected under worth",
    ]
    assert not PackVersion.objects.exists()


def test_bad_input_is_told_from_faulty_content(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(capsys, "import_pack", "giant", STANDARD) == (2, "There is no game giant; there are tiny.\n")
    missing = tmp_path / "missing.yaml"
    assert run(capsys, "check_pack", missing, "--game", "tiny") == (2, f"{missing}: No such file or directory\n")
    assert run(capsys, "import_pack", "tiny", tmp_path) == (2, f"{tmp_path}: Is a directory\n")
