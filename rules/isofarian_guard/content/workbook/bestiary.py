"""The sheet of enemies: stats, rewards, and the nodes where each may be met."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from rules.isofarian_guard.content.parts import Material
from rules.isofarian_guard.content.trade import Enemy, EnemyCard, Rewards
from rules.isofarian_guard.content.workbook import cells
from rules.isofarian_guard.content.workbook.cells import Mention
from rules.isofarian_guard.content.workbook.names import card_id, key
from rules.isofarian_guard.content.workbook.sheet import Cell, Remark, Sheet

TITLE = "Common Bestiary"
HEADER, FIRST = 5, 6
ICONS = frozenset("👊⛊⏳❤🗺⬆💰🏷✨🧱⚔🧥💍⛏🪓")
CHAPTERS = ("1", "2", "3", "4")
_NUMBERS = ("att", "def", "ap", "hp", "lux")
_FIELDS = {"att": "atk", "lux": "rewards"}
_HEADINGS = {
    "common_enemies", "rating", *_NUMBERS, "sil", "item", "speaking_stone", *(f"chapter_{n}" for n in CHAPTERS)
}  # fmt: skip


class Bestiary(msgspec.Struct, frozen=True):
    """What the sheet tells.

    :param items: labels of the items that enemies leave
    :param stones: labels of the speaking stones that they leave
    :param mentions: each mention of a node in the chapters' columns, in order
    """

    enemies: Mapping[str, Enemy] = {}
    materials: Mapping[str, Material] = {}
    items: tuple[str, ...] = ()
    stones: tuple[str, ...] = ()
    mentions: tuple[Mention, ...] = ()


def read(sheet: Sheet) -> Bestiary:
    """Read the enemies; what cannot be read is noted on the sheet."""
    return _Reader(sheet).read()


class _Reader:
    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._columns = sheet.columns(HEADER)
        self._cards: dict[str, dict[str, EnemyCard]] = {}
        self._labels: dict[str, str] = {}
        self._items: dict[str, None] = {}
        self._stones: dict[str, None] = {}
        self._mentions: list[tuple[int, int, Mention]] = []

    def read(self) -> Bestiary:
        if not set(self._columns) >= _HEADINGS:
            return Bestiary()
        self._drops = drop_columns(self._sheet, self._columns, _HEADINGS)
        self._sheet.claim_row(3, is_icon)
        name = ""
        for row in range(FIRST, self._sheet.last_row + 1):
            name = self._sheet.read(row, self._columns["common_enemies"], cells.text, name)
            if name and self._sheet.cell(row, self._columns["rating"]):
                self._read_card(row, name)
        self._set_remarks_aside()
        self._note_colour_slips()
        self._note_no_source()
        return Bestiary(
            enemies={kind: Enemy(label=self._labels[kind], cards=cards) for kind, cards in self._cards.items()},
            materials=self._materials(),
            items=tuple(self._items),
            stones=tuple(self._stones),
            mentions=tuple(mention for _, _, mention in self._mentions),
        )

    def _materials(self) -> Mapping[str, Material]:
        rarities = {column: band(self._sheet, 4, column) for column in self._drops}
        return {
            card_id(label): Material(label=label, kind="drop", rarity=rarities[column])
            for column, label in self._drops.items()
        }

    def _read_card(self, row: int, name: str) -> None:
        stars = self._sheet.read(row, self._columns["rating"], cells.stars, 0)
        kind = key(name)
        cards = self._cards.setdefault(kind, {})
        rating = self._sheet.cell(row, self._columns["rating"])
        if not stars or rating is None:
            return
        if str(stars) in cards:
            self._sheet.note(rating, "not_understood", f"{name} of {stars} stars stands twice; the first is kept")
            return
        if cards and stars < max(map(int, cards)):
            self._sheet.note(rating, "doubtful", "the stars do not ascend")
        self._labels.setdefault(kind, name)
        numbers = {stat: self._sheet.read(row, self._columns[stat], cells.integer, None) for stat in _NUMBERS}
        cards[str(stars)] = EnemyCard(
            atk=numbers["att"] or 0,
            def_=numbers["def"] or 0,
            ap=numbers["ap"] or 0,
            hp=numbers["hp"] or 0,
            nodes=dict(self._nodes(row)),
            rewards=self._rewards(row, numbers["lux"] or 0),
            unknown=tuple(_FIELDS.get(stat, stat) for stat, number in numbers.items() if number is None),
        )

    def _nodes(self, row: int) -> Iterator[tuple[str, tuple[str, ...]]]:
        for chapter in CHAPTERS:
            column = self._columns[f"chapter_{chapter}"]
            listed: tuple[Mention, ...] = self._sheet.read(row, column, cells.mentions, ())
            self._mentions += [(row, column, mention) for mention in listed]
            if listed:
                yield chapter, tuple(dict.fromkeys(mention.ref for mention in listed))

    def _rewards(self, row: int, lux: int) -> Rewards:
        sil = self._sheet.read(row, self._columns["sil"], cells.integer, 0)
        items: tuple[str, ...] = self._sheet.read(row, self._columns["item"], _items, ())
        stone = self._sheet.read(row, self._columns["speaking_stone"], cells.name, "")
        self._items |= dict.fromkeys(items)
        self._stones |= {stone: None} if stone else {}
        drops = {
            card_id(label): self._sheet.read(row, column, cells.drop, None) for column, label in self._drops.items()
        }
        limits = {drop: listed for drop, listed in drops.items() if listed}
        self._check_rewards(row, [sil, items, stone, any(listed is not None for listed in drops.values())])
        return Rewards(
            drops={drop: 1 for drop, listed in drops.items() if listed is not None},
            only_at={drop: _refs(listed) for drop, listed in limits.items()},
            needs_summoner={drop: starred for drop, listed in limits.items() if (starred := _starred(listed))},
            sil=sil,
            lux=lux,
            items=tuple(map(card_id, items)),
            stone=card_id(stone) if stone else None,
        )

    def _check_rewards(self, row: int, kinds: list[object]) -> None:
        if sum(map(bool, kinds)) != 1:
            message = "one kind of reward beside Lux was expected: Sil, an item, a stone or a drop"
            self._sheet.note_at(row, self._columns["rating"], "doubtful", message)

    def _set_remarks_aside(self) -> None:
        """Notes in the margin are no data."""
        edge = max(self._columns.values())
        for row in range(FIRST, self._sheet.last_row + 1):
            for cell in self._sheet.cells(row):
                if cell.column > edge:
                    self._sheet.note(cell, "ignored", "a remark beside the table")

    def _note_colour_slips(self) -> None:
        blue = water_nodes(mention for _, _, mention in self._mentions)
        for row, column, mention in self._mentions:
            if mention.water and mention.ref not in blue:
                message = f"{mention.ref} stands in the colour of water here, elsewhere it does not"
                self._sheet.note_at(row, column, "doubtful", message)

    def _note_no_source(self) -> None:
        rows = range(FIRST, self._sheet.last_row + 1)
        for column in self._drops:
            if not any(self._sheet.cell(row, column) for row in rows):
                self._sheet.note_at(HEADER, column, "doubtful", "no enemy drops it: no source is known")


def water_nodes(mentions: Iterable[Mention]) -> frozenset[str]:
    """The nodes whose every mention stands in the colour of water."""
    listed = list(mentions)
    dry = {mention.ref for mention in listed if not mention.water}
    return frozenset(mention.ref for mention in listed if mention.water and mention.ref not in dry)


def drop_columns(sheet: Sheet, columns: Mapping[str, int], others: set[str]) -> dict[int, str]:
    """The columns of materials: those whose heading is none of the others. All headings count as understood."""
    labels: dict[int, str] = {}
    for heading, column in columns.items():
        label = sheet.read(HEADER, column, cells.name if heading not in others else cells.text, "")
        if heading not in others:
            labels[column] = label
    return labels


def band(sheet: Sheet, row: int, column: int) -> int | None:
    """The rarity of the star band above a column: a band begins at its first column and reaches to the next one."""
    for start in range(column, 0, -1):
        cell = sheet.cell(row, start)
        if cell is not None and "★" in cell.text:
            return sheet.read(row, start, cells.stars, None)
    return None


def is_icon(cell: Cell) -> bool:
    """Whether a cell above a table holds nothing but icons."""
    return bool(cell.text) and not set(cell.text) - ICONS - set(" /")


def _refs(listed: Iterable[Mention]) -> tuple[str, ...]:
    return tuple(mention.ref for mention in listed)


def _starred(listed: Iterable[Mention]) -> tuple[str, ...]:
    return _refs(mention for mention in listed if mention.starred)


def _items(cell: Cell, remark: Remark) -> tuple[str, ...]:
    listed = cells.one_of(cell, remark)
    if len(listed) > 1:
        remark("one of these")
    if any(key(name).endswith("_ore") for name in listed):
        remark("the ore is listed without that word elsewhere")
    return listed
