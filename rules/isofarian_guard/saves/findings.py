"""What is found while a sheet is judged, and how its names and numbers are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.workbook.names import key
from rules.isofarian_guard.saves.names import Kind, Names, names_of
from rules.isofarian_guard.saves.sheet import Line, Sheet
from rules.kernel import plus, words


class Finding(msgspec.Struct, frozen=True):
    """Something to look at.

    :param place: where on the sheet: ``lux``, ``stash.3``, ``g.grigory.weapon``; empty for the whole
    :param serious: it has to be settled before the position can be adopted
    :param close: labels of what may be meant
    """

    place: str
    sentence: str
    serious: bool = True
    close: tuple[str, ...] = ()


class Reading:
    """Goes over a sheet once. ``findings``, ``notes`` and ``stash`` grow on the way."""

    def __init__(self, sheet: Sheet, pack: IsofarianPack) -> None:
        self.sheet = sheet
        self.pack = pack
        self.names: Names = names_of(pack)
        self.findings: list[Finding] = []
        self.notes: list[str] = list(sheet.notes)
        self.stash: Mapping[str, int] = {}

    def ask(self, place: str, sentence: str, close: Sequence[str] = ()) -> None:
        """Something that has to be settled."""
        self.findings.append(Finding(place, sentence, close=tuple(close)))

    def tell(self, place: str, sentence: str, close: Sequence[str] = ()) -> None:
        """Something to look at, which may stay as it is."""
        self.findings.append(Finding(place, sentence, serious=False, close=tuple(close)))

    # ---- names

    def card(self, place: str, line: Line, kind: Kind, where: str) -> str:
        """The card that a line names; empty where there is none, or nobody knows yet."""
        if not line.name or line.settled == "none":
            return ""
        if line.qty < 1:
            self.ask(place, f"{line.qty} “{line.name}”: a count is 1 or more.")
        if line.settled == "note":
            self.notes.append(f"{where}: {line.qty} “{line.name}”, kept as a note.")
            return ""
        found = self.names.found(kind, line.name)
        if len(found) == 1:
            return found[0].id
        if line.settled in ("own", "stash"):
            return key(line.name) or "card"
        if found:
            self.ask(place, f"“{line.name}” is the name of several things.", [name.label for name in found])
        else:
            close = [name.label for name in self.names.close(kind, line.name)]
            self.ask(place, f"“{line.name}” is not known to the content.", close)
        return ""

    def lay(self, line: Line, card: str) -> None:
        """Put cards into the stash."""
        if card and line.qty > 0:
            self.stash = plus(self.stash, {card: line.qty})

    def node(self, place: str, text: str, missing: str = "") -> str:
        """The node that a text names; empty where there is none, or nobody knows yet.

        :param missing: what is asked where the text is empty
        """
        if not text:
            if missing:
                self.ask(place, missing)
            return ""
        found = self.names.found("node", text)
        if len(found) == 1:
            return found[0].id
        close = [name.label for name in found or self.names.close("node", text)]
        self.ask(place, f"“{text}” is no node of the map. Type its number or its name, or leave it empty.", close)
        return ""

    # ---- numbers

    def within(self, place: str, what: str, value: int, low: int, high: int | None) -> None:
        """Ask about a number that the rules do not allow."""
        if value < low or (high is not None and value > high):
            bounds = f"{low} to {high}" if high is not None else f"at least {low}"
            self.ask(place, f"{what}: {value:,} is not possible, {bounds} is.")

    def levels(self, place: str, levels: Mapping[str, int], most: int, what: str) -> dict[str, int]:
        """Levels by name, each judged."""
        for name, level in levels.items():
            self.within(f"{place}.{name}", f"{what} {words(name)}", level, 0, most)
        return dict(levels)


def numbered(place: str, lines: Sequence[Line]) -> Iterator[tuple[str, Line]]:
    """Lines with their places on the sheet."""
    yield from ((f"{place}.{number}", line) for number, line in enumerate(lines))
