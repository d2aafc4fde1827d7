"""What single cells say: numbers, stars, lists of nodes and cards, prices per city, bonuses.

Each reader takes a cell and a ``remark`` function for what was irregular, and raises Unreadable otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from rules.isofarian_guard.content.pack import basics
from rules.isofarian_guard.content.parts import Bonus
from rules.isofarian_guard.content.workbook.names import ALIASES, canonical, key, node_ref, plain
from rules.isofarian_guard.content.workbook.sheet import Cell, Remark, Unreadable

RED = "FF0000"
WATER = "66DCF4"
NO_MARK = "-"
MAX_NUMBER = 9_999

Amount = int | Mapping[str, int]
"""A number, or one number per city."""
Reduced = int | Literal["na", "none"] | Mapping[str, int]


class Mention(msgspec.Struct, frozen=True):
    """A node in a list.

    :param water: written in the colour of water
    :param starred: followed by a star: only with a summoner in the fight
    """

    ref: str
    water: bool = False
    starred: bool = False


def text(cell: Cell, remark: Remark) -> str:
    """A text as written, without outer spaces."""
    if cell.raw != cell.raw.strip():
        remark("spaces at the ends are left out")
    return cell.raw.strip()


def name(cell: Cell, remark: Remark) -> str:
    """A name that must join to another record, in the spelling that is meant."""
    return _meant(cell.text, remark)


def integer(cell: Cell, remark: Remark) -> int:
    """A whole number from 0."""
    number = cell.number
    if number is None and re.fullmatch("[0-9]{1,4}", cell.text):
        remark("a number written as text")
        number = int(cell.text)
    if number is None or not 0 <= number <= MAX_NUMBER:
        raise Unreadable("a whole number was expected")
    return number


def price(cell: Cell, remark: Remark) -> int | None:
    """A price, or ``None`` for a dash: not possible here."""
    return None if _is_dash(cell.text) else integer(cell, remark)


def stars(cell: Cell, remark: Remark) -> int:
    """A rarity: a gold star counts 1, a red star 5."""
    value = 0
    for run, color in cell.runs:
        letters = plain(run).replace(" ", "")
        if set(letters) - {"★"}:
            raise Unreadable("stars were expected")
        value += len(letters) * (5 if color == RED else 1)
    if not 1 <= value <= 7:
        raise Unreadable("one to seven stars were expected")
    return value


def mentions(cell: Cell, remark: Remark) -> tuple[Mention, ...]:
    """A list of nodes, separated by commas."""
    if cell.number is not None:
        remark("a number: one node")
    listed = tuple(_mentions(cell, remark))
    if not listed:
        raise Unreadable("a list of nodes was expected")
    return listed


def _mentions(cell: Cell, remark: Remark) -> Iterator[Mention]:
    written, water = _colored(cell)
    start = 0
    for separator in [*re.finditer(r"[,.;]", written), None]:
        end = separator.start() if separator else len(written)
        if separator and separator.group() == ".":
            remark("a full stop in place of a comma")
        piece = written[start:end]
        if piece.strip():
            yield _mention(piece, any(water[start:end]), remark)
        else:
            remark("an empty entry in the list is left out")
        start = end + 1


def _mention(piece: str, water: bool, remark: Remark) -> Mention:
    if piece.startswith("  ") or "\t" in piece:
        remark("more than one space after the comma")
    bare = piece.strip()
    starred = bare.endswith("*")
    try:
        ref = node_ref(bare.rstrip("* "))
    except ValueError:
        raise Unreadable(f"{bare!r} is no node") from None
    if key(bare) in ALIASES or ":" in bare:
        remark(f"read as {canonical(bare)!r}" if key(bare) in ALIASES else f"read as {ref}")
    return Mention(ref, water, starred)


def _colored(cell: Cell) -> tuple[str, list[bool]]:
    """The text of a cell, and for each letter whether it is a digit in the colour of water."""
    written = "".join(run for run, _ in cell.runs)
    return written, [color == WATER and letter.isdigit() for run, color in cell.runs for letter in run]


def drop(cell: Cell, remark: Remark) -> tuple[Mention, ...] | None:
    """The nodes to which a drop is limited; empty: it drops everywhere."""
    if cell.text.upper() == "X":
        return ()
    remark("dropped only at the nodes listed")
    return mentions(cell, remark)


def one_of(cell: Cell, remark: Remark) -> tuple[str, ...]:
    """One name, or alternatives: ``A, B, or C``."""
    pieces = [piece for piece in re.split(r",\s*(?:or\s+)?|\s+or\s+", cell.text) if piece.strip()]
    return tuple(_meant(piece, remark) for piece in pieces)


def places(cell: Cell, remark: Remark) -> tuple[str, ...]:
    """A list of names, separated by commas."""
    return tuple(_meant(piece, remark) for piece in cell.text.split(",") if piece.strip())


def guards(cell: Cell, remark: Remark) -> tuple[str, ...]:
    """A list of guards, as ids."""
    listed = tuple(map(key, places(cell, remark)))
    for guard in listed:
        if guard not in basics().guards:
            raise Unreadable("names of guards were expected")
    return listed


def counted(cell: Cell, remark: Remark) -> Mapping[str, int]:
    """Names with numbers: ``A, B``, ``A x2`` or ``2x A``."""
    found: dict[str, int] = {}
    for piece in cell.text.split(","):
        match = re.fullmatch(r"\s*(?:(\d{1,2})x\s+)?(.*?)(?:\s+x(\d{1,2}))?\s*", piece)
        if match is None or not match[2]:
            raise Unreadable("a list of cards was expected")
        meant = _meant(match[2], remark)
        found[meant] = found.get(meant, 0) + int(match[1] or match[3] or 1)
    return found


def amount(cell: Cell, remark: Remark) -> Amount | None:
    """A number, a number per city (``20RAZDOR/SILNY``, then a comma or a new line), or ``None`` for a dash."""
    if cell.number is not None or _is_dash(cell.text) or re.fullmatch("[0-9]+", cell.text):
        return price(cell, remark)
    found: dict[str, int] = {}
    for piece in re.split(r"[,\n]", cell.text):
        match = re.fullmatch(r"\s*(\d{1,4})\s*([^\W\d_][^\d]*)", piece)
        if match is None:
            raise Unreadable("a number, or numbers with their cities, were expected")
        found |= {_meant(city, remark): int(match[1]) for city in match[2].split("/")}
    remark("one value per city")
    return {key(city): value for city, value in found.items()}


def reduced(cell: Cell, remark: Remark) -> Reduced | None:
    """A quantity at prestige 2: a number, a number per city, ``NA`` or ``None``."""
    word = key(cell.text)
    if word in ("na", "n_a"):
        return "na"
    return "none" if word == "none" else amount(cell, remark)


def flag(cell: Cell, remark: Remark) -> bool:
    """``Yes``."""
    if key(cell.text) not in ("yes", "no"):
        raise Unreadable("Yes or an empty cell was expected")
    return key(cell.text) == "yes"


def stat(cell: Cell, remark: Remark) -> Bonus:
    """A stat with its number: ``2⛊`` or ``3👊``."""
    match = re.fullmatch(r"(\d{1,2})\s*([⛊👊])", cell.text)
    if match is None:
        raise Unreadable("a number with a shield or a fist was expected")
    return Bonus(stat="def" if match[2] == "⛊" else "atk", add=int(match[1]))


def bonuses(cell: Cell, remark: Remark) -> tuple[Bonus, ...]:
    """Chips and stats that a card gives, separated by semicolons: ``🗡️🗡️ ; ⛊⛊``, ``Evade x2``, ``1 AP``, ``❤︎+2``."""
    counts: dict[Bonus, int] = {}
    for piece in cell.text.split(";"):
        match = re.fullmatch(r"(.+?)(?:\s+x(\d))?", piece.strip())
        if match is None:
            raise Unreadable("a bonus was expected")
        bonus = _bonus(match[1])
        counts[bonus] = counts.get(bonus, 0) + int(match[2] or 1)
    return tuple(_times(bonus, count) for bonus, count in counts.items())


def _bonus(written: str) -> Bonus:
    bare = plain(written)
    if bare in _CHIPS:
        # Bonuses go to the bag for good, which green chips never do: where the colour is open it is purple, as on
        # the weapon that the rulebook shows.
        return Bonus(chip=_CHIPS[bare], inferred=bare in ("❤", "Evade"))
    if match := re.fullmatch(r"(\d) AP", bare):
        return Bonus(stat="ap", add=int(match[1]))
    if match := re.fullmatch(r"❤\+(\d{1,2})", bare):
        return Bonus(stat="hp", add=int(match[1]))
    raise Unreadable(f"{written!r} is no bonus")


def _times(bonus: Bonus, count: int) -> Bonus:
    if bonus.chip is None:
        return msgspec.structs.replace(bonus, add=bonus.add * count)
    return msgspec.structs.replace(bonus, count=count)


_CHIPS: Mapping[str, str] = {
    "🗡🗡": "black_sword_2",
    "⛊⛊": "black_shield_2",
    "🗡⛊": "purple_combo",
    "❤": "purple_heart",
    "Evade": "purple_evasion",
    "Poison": "purple_poison",
    "Stun": "red_stun",
}


def _meant(written: str, remark: Remark) -> str:
    meant = canonical(written)
    if key(written) in ALIASES:
        remark(f"read as {meant!r}")
    return meant


def _is_dash(written: str) -> bool:
    return written in ("-", "–", "—", "−")
