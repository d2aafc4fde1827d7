"""A file of unknown origin is named for what it is."""

from __future__ import annotations

import pytest

from rules.kernel.files import file_kind


@pytest.mark.pitfall("BL-090")
@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", "a PNG picture"),
        (b"PK\x03\x04\x14\0", "a spreadsheet or another ZIP archive"),
        (b"\xef\xbb\xbf \n", "empty"),
        (b"", "empty"),
        (b"\xff\xfeg\0a\0", "a text in UTF-16"),
        (b"\x01\x02\0\x03", "a binary file of an unknown kind"),
        (b"\n<!doctype html>", "an HTML or XML text"),
        (b'\xef\xbb\xbf {"game": 1}', "a JSON text"),
        ("game: ünï".encode(), "a text"),
    ],
)
def test_a_file_is_known_by_its_first_bytes(data: bytes, kind: str) -> None:
    assert file_kind(data) == kind
