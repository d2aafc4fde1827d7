"""What a file of unknown origin is, in words, so that a refusal can name it."""

from __future__ import annotations

_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"PK\x03\x04", "a spreadsheet or another ZIP archive"),
    (b"\xd0\xcf\x11\xe0", "an old or password-protected Office file"),
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"RIFF", "a picture, sound or film in a RIFF container"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"SQLite format 3", "an SQLite database"),
    (b"\xff\xfe", "a text in UTF-16"),
    (b"\xfe\xff", "a text in UTF-16"),
)


def file_kind(data: bytes) -> str:
    """What a file is, judged by its first bytes: ``a PNG picture``, ``empty``, ``a JSON text``, ``a text``."""
    start = data[:2_000].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not start:
        return "empty"
    for signature, name in _SIGNATURES:
        if data.startswith(signature):
            return name
    if b"\0" in start:
        return "a binary file of an unknown kind"
    if start[:1] == b"<":
        return "an HTML or XML text"
    return "a JSON text" if start[:1] in (b"{", b"[") else "a text"
