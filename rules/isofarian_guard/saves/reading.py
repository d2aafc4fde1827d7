"""Reading the saves of The Guard's Ledger and of the Isofarian Companion, in every form that they ever had."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.isofarian_guard.campaign.facts import DIAL
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.saves import guards, world
from rules.isofarian_guard.saves.sheet import GuardSheet, Line, Sheet
from rules.isofarian_guard.saves.taking import Taken
from rules.kernel import words
from rules.kernel.documents import Document, Unreadable, read_document
from rules.kernel.files import file_kind

MAX_BYTES = 1_000_000
LEDGER = "The Guard's Ledger"
COMPANION = "Isofarian Companion"


class Save(msgspec.Struct, frozen=True):
    """A save that was read.

    :param tracker: the program that it comes from
    :param sheet: what it says
    :param remarks: how figures were read that are kept otherwise here
    """

    tracker: str
    sheet: Sheet
    remarks: tuple[str, ...] = ()


def read_save(data: bytes, pack: IsofarianPack) -> Save:
    """Read a file as the save of another tracker.

    :param pack: the content that the campaign will be played with
    :raises rules.kernel.documents.Unreadable: with the place, when it is none
    """
    document = _document(data)
    top = Taken(document.data, "", document)
    if not {"guards", "sil", "lux"} <= set(document.data):
        raise Unreadable(
            f"this is JSON, but no save of {LEDGER} or of the {COMPANION}: those have guards, Sil and Lux at the top"
        )
    reader = _Reader(top, pack)
    sheet = reader.sheet()
    return Save(reader.tracker, sheet, tuple(reader.remarks))


def _document(data: bytes) -> Document:
    if len(data) > MAX_BYTES:
        raise Unreadable(f"the file has {len(data):,} bytes; a save has at most {MAX_BYTES:,}")
    kind = file_kind(data)
    if kind != "a JSON text":
        raise Unreadable(f"the file is {kind}; a save is a JSON text")
    try:
        text = data.decode("utf-8-sig").lstrip()
    except UnicodeDecodeError as error:
        raise Unreadable("no UTF-8 text", line=data.count(b"\n", 0, error.start) + 1) from None
    if text.startswith("["):
        raise Unreadable("this is a JSON list; a save is a JSON map with guards, Sil and Lux")
    return read_document(text)


class _Reader:
    """Takes a save apart. ``remarks`` and ``notes`` grow on the way."""

    def __init__(self, top: Taken, pack: IsofarianPack) -> None:
        self._top = top
        self._pack = pack
        self.remarks: list[str] = []
        self.notes: list[str] = []
        self.tracker = COMPANION if "round" in top else LEDGER

    def sheet(self) -> Sheet:
        top = self._top
        top.leave("activeGuardIdx", "settings")
        sil, stash_sil = self._purse()
        sheet = Sheet(
            chapter=0,
            guards=self._guards(),
            sil=sil,
            stash_sil=stash_sil,
            lux=top.number("lux") or 0,
            stash=tuple(self._stash()),
        )
        sheet = world.with_cities(sheet, top, self._pack, self.remarks, self.notes)
        if top.is_map("campaign"):
            sheet = world.with_campaign(sheet, top.map("campaign"), self._pack, self.remarks, self.notes)
        else:
            sheet = msgspec.structs.replace(sheet, campaign=top.number("campaign") or 1)
        self.notes += self._around()
        self.notes += [f"Also in the save: {rest}" for rest in top.rest()]
        return msgspec.structs.replace(sheet, notes=tuple(self.notes))

    def _guards(self) -> tuple[GuardSheet, ...]:
        active = set(self._top.texts("activeParty"))
        several = list(self._top.maps("guards"))
        return guards.guards(several, active, self._pack, self.remarks, self.notes)

    def _purse(self) -> tuple[int, int]:
        """Sil beyond the dial lies in the stash, whose Sil has no limit (ISO-ECO-001)."""
        sil = self._top.number("sil") or 0
        if sil <= DIAL:
            return sil, 0
        self.remarks.append(
            f"{sil:,} Sil: the dial holds {DIAL}, so {DIAL} are on the dial and {sil - DIAL:,} in the stash."
        )
        return DIAL, sil - DIAL

    def _stash(self) -> Iterator[Line]:
        yield from (Line(name, qty) for name, qty in self._top.map("stash").counts() if qty)

    def _around(self) -> Iterator[str]:
        """What no rule of ours speaks of."""
        round_ = self._top.number("round")
        if round_ is not None:
            yield f"Round {round_}."
        stonebound = self._top.map("stonebound")
        most = stonebound.number("max")
        cubes = [
            f"{place.text('selection') or place.text('detail') or words(place.text('id'))} {place.number('count') or 0}"
            for place in stonebound.maps("locations")
        ]
        if cubes:
            yield f"Stonebound cubes{f' (at most {most})' if most else ''}: {', '.join(cubes)}."
        log = [line for entry in self._top.maps("log") if (line := _log_line(entry))]
        if log:
            yield "\n".join(["Log of the other tracker:", *log])


def _log_line(entry: Taken) -> str:
    time, message = entry.text("time"), entry.text("message")
    return f"{time}: {message}" if time and message else message
