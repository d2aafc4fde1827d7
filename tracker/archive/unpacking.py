"""From the bytes of a file to the lines of an archive, never more of them than the limits allow."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from uuid import UUID

import msgspec

from rules.kernel.files import file_kind
from rules.kernel.storable import unstorable
from tracker.archive import lines
from tracker.archive.lines import Refused

GZIP = b"\x1f\x8b"
CHUNK = 1 << 16


@dataclass
class Unpacked:
    """The lines of an archive, sorted; each with its number."""

    campaign: lines.Campaign
    packs: list[tuple[int, lines.Pack]] = field(default_factory=list)
    timelines: list[tuple[int, lines.Timeline]] = field(default_factory=list)
    decisions: dict[UUID, list[tuple[int, lines.Decision]]] = field(default_factory=dict)
    events: int = 0

    @property
    def count(self) -> int:
        """How many decisions there are."""
        return sum(map(len, self.decisions.values()))


def unpack(data: bytes) -> Unpacked:
    """Read an archive. What its lines say of one another is not looked at here.

    :raises Refused: with the line, when it is no archive, damaged, or beyond the limits
    """
    if len(data) > lines.MOST_PACKED:
        raise Refused(0, f"The file has {len(data):,} bytes; archives of up to {lines.MOST_PACKED:,} are read.")
    if not data.startswith(GZIP):
        raise Refused(0, f"This is {file_kind(data)}, not an archive of a campaign.")
    digest, found, ended = hashlib.sha256(), None, False
    for number, text in enumerate(_texts(data), 1):
        line = _decoded(number, text)
        if ended:
            raise Refused(number, "Nothing may come after the last line.")
        if found is None:
            found = Unpacked(_first(number, line))
        elif isinstance(line, lines.End):
            _ends(number, line, found, digest.hexdigest())
            ended = True
        else:
            _sort(number, line, found)
        digest.update(text + b"\n")
    if found is None or not ended:
        raise Refused(0, "The archive breaks off: its last line is missing.")
    return found


def _first(number: int, line: lines.Any) -> lines.Campaign:
    if not isinstance(line, lines.Campaign):
        raise Refused(number, "This is no archive of a campaign: it does not begin with one.")
    if line.format != lines.FORMAT:
        raise Refused(number, f"The archive is of format {line.format}; this site reads format {lines.FORMAT}.")
    return line


def _sort(number: int, line: lines.Any, found: Unpacked) -> None:
    if isinstance(line, lines.Pack):
        found.packs.append((number, line))
    elif isinstance(line, lines.Timeline):
        found.timelines.append((number, line))
        if len(found.timelines) > lines.MOST_TIMELINES:
            raise Refused(number, f"More than {lines.MOST_TIMELINES} timelines.")
    elif isinstance(line, lines.Decision):
        found.decisions.setdefault(line.timeline, []).append((number, line))
        found.events += len(line.events)
        if found.events > lines.MOST_EVENTS:
            raise Refused(number, f"More than {lines.MOST_EVENTS:,} facts.")
    else:
        raise Refused(number, "A second campaign in one archive.")


def _ends(number: int, end: lines.End, found: Unpacked, digest: str) -> None:
    if not found.events:
        raise Refused(number, "The archive holds no facts.")
    held = (len(found.timelines), found.count, found.events)
    if (end.timelines, end.decisions, end.events) != held:
        raise Refused(number, "The archive does not hold as many timelines, decisions and facts as it says.")
    if end.sha256 != digest:
        raise Refused(number, "The archive was changed after it was written: its digest does not fit.")


def _decoded(number: int, text: bytes) -> lines.Any:
    try:
        line: lines.Any = lines.decoder.decode(text)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise Refused(number, f"This cannot be read: {error}") from None
    if fault := unstorable(msgspec.to_builtins(line)):
        raise Refused(number, f"{fault[0] or 'The line'}: {fault[1]}.")
    return line


def _texts(data: bytes) -> Iterator[bytes]:
    """The lines, unpacked as they are asked for."""
    unpacker, packed = zlib.decompressobj(wbits=31), memoryview(data)
    rest, total, number = b"", 0, 1
    while not unpacker.eof:
        part = packed[:CHUNK]
        try:
            chunk = unpacker.decompress(part, CHUNK)
        except zlib.error:
            raise Refused(number, "The archive is damaged: it cannot be unpacked from here on.") from None
        if not (chunk or part):
            break
        packed = packed[len(part) - len(unpacker.unconsumed_tail) :]
        total += len(chunk)
        if total > lines.MOST_BYTES:
            raise Refused(number, f"The archive unpacks to more than {lines.MOST_BYTES:,} bytes.")
        *whole, rest = (rest + chunk).split(b"\n")
        if len(rest) > lines.LONGEST_LINE:
            raise Refused(number + len(whole), f"The line is longer than {lines.LONGEST_LINE:,} bytes.")
        yield from whole
        number += len(whole)
    if not unpacker.eof or rest:
        raise Refused(number, "The archive breaks off here.")
    if packed or unpacker.unused_data:
        raise Refused(0, "There is something behind the end of the archive.")
