"""From the bytes of a file to the lines of an archive, one at a time, never more of them than the limits allow."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

from rules.kernel.files import file_kind
from rules.kernel.storable import unstorable
from tracker.archive import lines
from tracker.archive.lines import Refused

GZIP = b"\x1f\x8b"
CHUNK = 1 << 16
ORDER = (lines.Campaign, lines.Pack, lines.Timeline, lines.Decision, lines.End)


def unpack(data: bytes) -> Iterator[tuple[int, lines.Any]]:
    """The lines of an archive with their numbers, each as it is asked for. What they say of one another is not looked
    at here, but for their order, how many there are, and the digest over all of them.

    :raises Refused: with the line, when it is no archive, damaged, or beyond the limits
    """
    if len(data) > lines.MOST_PACKED:
        raise Refused(0, f"The file has {len(data):,} bytes; archives of up to {lines.MOST_PACKED:,} are read.")
    if not data.startswith(GZIP):
        raise Refused(0, f"This is {file_kind(data)}, not an archive of a campaign.")
    digest, passed = hashlib.sha256(), _Passed()
    for number, text in enumerate(_texts(data), 1):
        line = _decoded(number, text)
        if fault := unstorable(msgspec.to_builtins(line)):
            raise Refused(number, f"{fault[0] or 'The line'}: {fault[1]}.")
        passed.take(number, line, digest.hexdigest())
        yield number, line
        digest.update(text + b"\n")
    if not passed.ended:
        raise Refused(0, "The archive breaks off: its last line is missing.")


def again(data: bytes) -> Iterator[tuple[int, lines.Any]]:
    """The lines of an archive that :func:`unpack` went through to its end before."""
    for number, text in enumerate(_texts(data), 1):
        yield number, _decoded(number, text)


@dataclass
class _Passed:
    """What is known of the lines that were passed."""

    kind: type[lines.Any] | None = None
    counts: dict[type[lines.Any], int] = field(default_factory=lambda: dict.fromkeys(ORDER, 0))
    events: int = 0

    @property
    def ended(self) -> bool:
        """Whether the last line came."""
        return self.kind is lines.End

    def take(self, number: int, line: lines.Any, digest: str) -> None:
        """Pass one more line.

        :param digest: of all lines before it
        """
        kind = type(line)
        if self.ended:
            raise Refused(number, "Nothing may come after the last line.")
        if self.kind is None:
            _first(number, line)
        elif kind is lines.Campaign:
            raise Refused(number, "A second campaign in one archive.")
        elif ORDER.index(kind) < ORDER.index(self.kind):
            raise Refused(number, "Content comes first, then the timelines, then their decisions.")
        self.kind = kind
        self.counts[kind] += 1
        if self.counts[lines.Timeline] > lines.MOST_TIMELINES:
            raise Refused(number, f"More than {lines.MOST_TIMELINES} timelines.")
        if isinstance(line, lines.Decision):
            self.events += len(line.events)
            if self.events > lines.MOST_EVENTS:
                raise Refused(number, f"More than {lines.MOST_EVENTS:,} facts.")
        if isinstance(line, lines.End):
            self._ends(number, line, digest)

    def _ends(self, number: int, end: lines.End, digest: str) -> None:
        if not self.events:
            raise Refused(number, "The archive holds no facts.")
        held = (self.counts[lines.Timeline], self.counts[lines.Decision], self.events)
        if (end.timelines, end.decisions, end.events) != held:
            raise Refused(number, "The archive does not hold as many timelines, decisions and facts as it says.")
        if end.sha256 != digest:
            raise Refused(number, "The archive was changed after it was written: its digest does not fit.")


def _first(number: int, line: lines.Any) -> None:
    if not isinstance(line, lines.Campaign):
        raise Refused(number, "This is no archive of a campaign: it does not begin with one.")
    if line.format != lines.FORMAT:
        raise Refused(number, f"The archive is of format {line.format}; this site reads format {lines.FORMAT}.")


def _decoded(number: int, text: bytes) -> lines.Any:
    try:
        line: lines.Any = lines.decoder.decode(text)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise Refused(number, f"This cannot be read: {error}") from None
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
