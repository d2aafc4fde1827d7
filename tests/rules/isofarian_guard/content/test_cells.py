"""What single cells say, however they are written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.isofarian_guard.content.parts import Bonus
from rules.isofarian_guard.content.workbook import cells
from rules.isofarian_guard.content.workbook.cells import RED, WATER, Mention
from rules.isofarian_guard.content.workbook.sheet import Cell, Unreadable


def cell(content: object, *runs: tuple[str, str | None]) -> Cell:
    number = content if isinstance(content, int) else None
    return Cell(6, 2, str(content), number, runs or ((str(content), None),))


def read(reader: Callable[..., Any], content: object, *runs: tuple[str, str | None]) -> tuple[Any, list[str]]:
    remarks: list[str] = []
    return reader(cell(content, *runs), remarks.append), remarks


@pytest.mark.rule("ISO-GLO-003")
@pytest.mark.parametrize(
    ("runs", "rarity"),
    [
        ([("★★★★", None)], 4),
        ([("★", RED)], 5),
        ([("★", RED), ("★", None)], 6),
        ([("★", RED), ("★★", None)], 7),
    ],
)
def test_a_gold_star_counts_one_and_a_red_one_five(runs: list[tuple[str, str | None]], rarity: int) -> None:
    assert read(cells.stars, "★", *runs) == (rarity, [])


@pytest.mark.parametrize(
    ("written", "refs", "remarks"),
    [
        ("8, 23", ["main/8", "main/23"], []),
        (57, ["main/57"], ["a number: one node"]),
        ("23. IC - Ossuary", ["main/23", "ice_caves/ossuary"], ["a full stop in place of a comma"]),
        ("38, 83, ", ["main/38", "main/83"], ["an empty entry in the list is left out"]),
        ("38,  FW - Vniz Path", ["main/38", "frozen_wastes/vniz_path"], ["more than one space after the comma"]),
        ("FW - The Broken Lands", ["frozen_wastes/broken_lands"], ["read as 'FW - Broken Lands'"]),
        ("IC - Abandoned Quartes", ["ice_caves/abandoned_quarters"], ["read as 'IC - Abandoned Quarters'"]),
        ("Ice Caves: Crystal Vein", ["ice_caves/crystal_vein"], ["read as ice_caves/crystal_vein"]),
        ("FW – Urok\u00a0Span", ["frozen_wastes/urok_span"], []),
    ],
)
def test_lists_of_nodes_are_read_through_their_slips(written: object, refs: list[str], remarks: list[str]) -> None:
    mentions, found = read(cells.mentions, written)
    assert ([mention.ref for mention in mentions], found) == (refs, remarks)


def test_water_is_told_by_the_colour_of_each_number() -> None:
    mentions, _ = read(cells.mentions, "1, 27, 42", ("1, ", None), ("27, 42", WATER))
    assert mentions == (Mention("main/1"), Mention("main/27", True), Mention("main/42", True))


def test_a_star_behind_a_node_asks_for_a_summoner() -> None:
    mentions, remarks = read(cells.drop, "23*, 58")
    assert mentions == (Mention("main/23", starred=True), Mention("main/58"))
    assert remarks == ["dropped only at the nodes listed"]
    assert read(cells.drop, "X") == ((), [])


def test_one_of_several_items() -> None:
    items, _ = read(cells.one_of, "Iron Ore, Purifying Seed, Ruinous Seed, or Midnight Hydrangea")
    assert items == ("Iron Ore", "Purifying Seed", "Ruinous Seed", "Midnight Hydrangea")


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("1x Feathers, 1x Scales", {"Feathers": 1, "Scales": 1}),
        ("Black Diamond x2", {"Black Diamond": 2}),
        ("Coastal Bluecaps, Falmundia Rosehips", {"Coastal Bluecaps": 1, "Falmundian Rosehips": 1}),
        ("Aventuring x2", {"Aventurine": 2}),
    ],
)
def test_cards_with_their_numbers(written: str, found: dict[str, int]) -> None:
    assert read(cells.counted, written)[0] == found


@pytest.mark.parametrize(
    ("written", "found"),
    [
        (15, 15),
        ("-", None),
        ("–", None),
        ("20RAZDOR/SILNY\n15RYBA", {"razdor": 20, "silny": 20, "ryba": 15}),
        ("10STROFA, 8SILNY", {"strofa": 10, "silny": 8}),
        ("48RYBA\n36MIRA", {"ryba": 48, "mir": 36}),
        ("2Mir\n4Ryba", {"mir": 2, "ryba": 4}),
    ],
)
def test_amounts_may_differ_by_city(written: object, found: object) -> None:
    assert read(cells.amount, written)[0] == found


def test_a_reduced_quantity_may_be_none_or_not_apply() -> None:
    assert [read(cells.reduced, written)[0] for written in (2, "NA", "None", "-")] == [2, "na", "none", None]


@pytest.mark.parametrize(
    ("written", "bonuses"),
    [
        ("🗡️🗡️ ; 🗡️🗡️ ; ⛊⛊", (Bonus(chip="black_sword_2", count=2), Bonus(chip="black_shield_2"))),
        ("🗡️⛊", (Bonus(chip="purple_combo"),)),
        ("Evade x2", (Bonus(chip="purple_evasion", count=2, inferred=True),)),
        ("❤︎ ; ❤︎", (Bonus(chip="purple_heart", count=2, inferred=True),)),
        ("❤︎+2", (Bonus(stat="hp", add=2),)),
        ("1 AP", (Bonus(stat="ap", add=1),)),
        ("Stun", (Bonus(chip="red_stun"),)),
    ],
)
def test_glyphs_stand_for_chips_and_stats(written: str, bonuses: tuple[Bonus, ...]) -> None:
    assert read(cells.bonuses, written)[0] == bonuses


def test_a_number_of_a_stat() -> None:
    assert read(cells.stat, "2⛊")[0] == Bonus(stat="def", add=2)
    assert read(cells.stat, "3👊")[0] == Bonus(stat="atk", add=3)
    assert read(cells.integer, "12") == (12, ["a number written as text"])


@pytest.mark.parametrize(
    ("reader", "content"),
    [
        (cells.integer, "seven"),
        (cells.integer, -1),
        (cells.integer, 10_000),
        (cells.stars, "***"),
        (cells.stars, "★★★★★★★★"),
        (cells.mentions, "1, the old mill"),
        (cells.mentions, ", ,"),
        (cells.counted, "A,,B"),
        (cells.amount, "cheap"),
        (cells.amount, "20"[:1] + "RYBA 30"),
        (cells.flag, "perhaps"),
        (cells.stat, "4"),
        (cells.bonuses, "a surprise"),
    ],
)
def test_what_makes_no_sense_is_not_read(reader: Callable[..., Any], content: object) -> None:
    with pytest.raises(Unreadable, match=r"."):
        read(reader, content)
