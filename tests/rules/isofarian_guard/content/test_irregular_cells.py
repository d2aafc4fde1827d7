"""Irregular cells: each is read as it is meant, or kept as written, and the report says so."""

from __future__ import annotations

import io

import pytest
from openpyxl import load_workbook

from rules.isofarian_guard.content.importer import import_workbook
from rules.isofarian_guard.content.pack import IsofarianPack
from rules.isofarian_guard.content.workbook.report import ImportReport, Kind
from tests.rules.isofarian_guard.content.books import (
    BESTIARY,
    FORT,
    GEAR,
    GRAPH,
    MARKET,
    PATHS,
    RED,
    STONES,
    WARES,
    WATER,
    book,
    imported,
    notes_on,
    painted,
)

IRREGULAR: dict[tuple[str, Kind], str] = {
    (BESTIARY, "ignored"): "B98 B99 B118 B119 AE71",
    (BESTIARY, "corrected"): (
        "H10 J24 J30 I39 I42 J46 I55 I69 H78 I79 I104 J104 I105 J115 J116 J131 J135 I19 H23 I119 J13 K49 K61 H117 I118 "
        "J119 H120 I121 J122 I125 J126 P71 V71 X72 Z73 AA73 N136 N137 N138 P5 Q5"
    ),
    (BESTIARY, "doubtful"): "L93 K36 H128 I129 AD5",
    (MARKET, "doubtful"): "E24 H24 K24 N24 Q24 T24 E25 K26 H27 E28 K20 K21",
    (PATHS, "doubtful"): "C30 C33 C36 C39 C42",
    (GEAR, "corrected"): "K9 L9 K10 L10 K11 L11 AM11 AN11 T57 W5 Y5",
    (GEAR, "doubtful"): (
        "L8 L30 T20 T31 T42 T72 T47 T52 U20 U24 U25 U31 U32 U33 U36 U37 U52 U57 U72 U73 U74 U75 AR37 BV37 BX37 BQ72 "
        "Y17 AM17 BU36 CA41 CC42 CA46 CC51 BW52 CC71 BW72 CA76 CC77 P34 AF4 AT4 AR4 AX4 AZ4"
    ),
    (WARES, "corrected"): "H28 I28 H30 I30 O9 F29 F30 F33 S5 U5",
    (WARES, "doubtful"): "H24 H25 H8 H9 H18 H36 H14 I17 AB32 S36 T36 BQ36 BR36 B33 E15 E30 AB4",
    (FORT, "corrected"): "F21 G21 H21 I21 J21 K21 L21 P21 Q21 R21 S21 B15 B17",
    (FORT, "doubtful"): "B15",
}


@pytest.mark.parametrize(("place", "addresses"), IRREGULAR.items())
def test_each_known_irregularity_is_reported(
    real: tuple[IsofarianPack, ImportReport], place: tuple[str, Kind], addresses: str
) -> None:
    sheet, kind = place
    reported = {note.cell for note in real[1].notes if (note.sheet, note.kind) == (sheet, kind)}
    assert set(addresses.split()) - reported == set()


def test_nothing_of_the_real_workbook_is_left_unread(real: tuple[IsofarianPack, ImportReport]) -> None:
    assert [str(note) for note in real[1].of_kind("not_understood")] == []


def test_text_under_merged_cells_is_no_content() -> None:
    data = book({BESTIARY: {"B7": "Timber Wolf ★★"}}, merges={BESTIARY: "B6:B7"})
    pack, report = import_workbook(data)
    assert list(pack.enemies["timber_wolf"].cards) == ["1", "2"]
    assert [note.kind for note in notes_on(report, BESTIARY, "B7")] == ["ignored"]


def test_a_name_carries_on_until_the_next_one() -> None:
    pack, _ = imported()
    assert {kind: list(enemy.cards) for kind, enemy in pack.enemies.items()} == {
        "timber_wolf": ["1", "2"],
        "brigand": ["1", "2"],
    }


def test_an_unreadable_number_is_unknown_and_reported() -> None:
    pack, report = imported({BESTIARY: {"G6": "many"}})
    assert pack.enemies["timber_wolf"].cards["1"].unknown == ("hp",)
    assert [note.kind for note in notes_on(report, BESTIARY, "G6")] == ["not_understood"]


def test_a_second_card_of_the_same_stars_is_refused_a_place() -> None:
    pack, report = imported({BESTIARY: {"C7": "★"}})
    assert pack.enemies["timber_wolf"].cards["1"].hp == 7
    assert notes_on(report, BESTIARY, "C7")[0].message.endswith("stands twice; the first is kept")
    assert notes_on(report, BESTIARY, "G7")[0].kind == "not_understood"


def test_more_than_one_kind_of_reward_is_doubted() -> None:
    _, report = imported({BESTIARY: {"M6": 5}})
    assert [note.kind for note in notes_on(report, BESTIARY, "C6")] == ["doubtful"]


def test_a_node_is_water_only_if_every_mention_is() -> None:
    cells = {"H6": painted(("1, 5", WATER)), "I7": painted(("1", None), (", 5", WATER))}
    pack, report = imported({BESTIARY: cells}, GRAPH)
    assert (pack.nodes["main/1"].color, pack.nodes["main/5"].color) == ("yellow", "blue")
    assert notes_on(report, BESTIARY, "H6")[0].message.startswith("main/1 stands in the colour of water here")


@pytest.mark.rule("ISO-GLO-003")
def test_red_stars_count_five() -> None:
    pack, _ = imported({GEAR: {"E7": painted(("★", RED), ("★★", "FFC000"))}, PATHS: {"E7": ("★", RED)}})
    assert pack.weapons["volk_blade"].rarity == 7
    assert imported({GEAR: {"E7": ("★", RED)}})[0].weapons["volk_blade"].rarity == 5


def test_a_dash_makes_a_record_and_a_blank_makes_none() -> None:
    pack, _ = imported()
    mir = pack.cities["mir"].market
    assert (mir["metal_fragments"].buy, mir["metal_fragments"].sell) == (None, 10)
    assert "health_potion" not in mir
    assert pack.fort_markets["apothecary"]["metal_fragments"].sell is None


def test_prices_and_quantities_may_differ_by_city() -> None:
    pack, _ = imported({GEAR: {"K7": "20RYBA\n15MIRA", "Y7": "2Mir\n4Ryba", "Z7": "1Mir\n2Ryba"}})
    mir, ryba = pack.cities["mir"].smith["volk_blade"], pack.cities["ryba"].smith["volk_blade"]
    assert (mir.craft, mir.materials["pine"], mir.reduced["pine"]) == (15, 2, 1)
    assert (ryba.craft, ryba.materials["pine"], ryba.reduced["pine"]) == (20, 4, 2)


def test_prices_of_other_cities_than_the_rows_are_doubted() -> None:
    _, report = imported({GEAR: {"K7": "20RYBA\n15SILNY"}})
    assert "its cities are not those of this row" in [note.message for note in notes_on(report, GEAR, "K7")]


def test_a_recipe_of_the_fort_costs_lux_and_knows_no_prestige() -> None:
    cells = {"C7": "Ft. Istra (Baren's Forge)", "K7": "-", "L7": "-", "N7": 75, "Z7": "NA"}
    fort = {"B7": "Blacksmith", "E7": 4}
    pack, report = imported({GEAR: cells, FORT: fort, PATHS: {"C7": "Ft. Istra (Baren's Forge)"}})
    recipe = pack.fort_recipes["barens_forge"]["volk_blade"]
    assert (recipe.craft, recipe.lux, recipe.reduced) == (None, 75, {"pine": "na"})
    assert pack.fort_stalls["barens_forge"].inferred == ("building", "level")
    assert report.of_kind("not_understood") == ()


def test_a_number_where_there_is_no_prestige_is_kept_and_doubted() -> None:
    pack, report = imported({GEAR: {"C7": "Ft. Istra (Blacksmith)"}, PATHS: {"C7": "Ft. Istra (Blacksmith)"}})
    assert pack.fort_recipes["blacksmith"]["volk_blade"].reduced == {"pine": 2}
    assert notes_on(report, GEAR, "Z7")[0].message == "a reduced quantity where there is no prestige"


def test_none_at_prestige_two_is_a_state_of_its_own() -> None:
    pack, report = imported({GEAR: {"T7": "Garnet", "U7": "None"}})
    assert pack.cities["mir"].smith["volk_blade"].reduced == {"garnet": "none", "pine": 2}
    assert notes_on(report, GEAR, "U7")[0].kind == "doubtful"


def test_a_reduced_quantity_that_is_not_filled_in_stays_open() -> None:
    pack, report = imported({GEAR: {"Z7": None}})
    assert pack.cities["mir"].smith["volk_blade"].reduced == {}
    assert notes_on(report, GEAR, "Z7")[0].message == "no quantity at prestige 2 is filled in"


def test_more_than_a_party_may_carry_is_kept() -> None:
    pack, report = imported({GEAR: {"Y7": 8, "Z7": 4}})
    assert pack.cities["mir"].smith["volk_blade"].materials["pine"] == 8
    assert notes_on(report, GEAR, "Y7")[0].kind == "doubtful"


def test_a_stone_that_no_list_names_is_known_by_name_only() -> None:
    pack, report = imported({GEAR: {"T7": "Onyx x2", "U7": 1}})
    assert pack.cities["mir"].smith["volk_blade"].materials["onyx"] == 2
    assert pack.stones["onyx"].unknown == ("element", "gem", "copies", "bonuses")
    assert notes_on(report, GEAR, "T7")[0].message == "Onyx is not on the sheet of speaking stones"


def test_a_piece_that_nobody_makes_is_known_by_name_only() -> None:
    pack, report = imported({GEAR: {"P7": "Iron Short Sword"}})
    assert "rarity" in pack.weapons["iron_short_sword"].unknown
    assert notes_on(report, GEAR, "P7")[0].kind == "doubtful"


def test_a_negative_chip_on_a_weapon_is_for_its_target_and_marked_as_inferred() -> None:
    pack, _ = imported({GEAR: {"I7": "Poison"}, PATHS: {"I7": "Poison"}})
    weapon = pack.weapons["volk_blade"]
    assert (weapon.chip, weapon.inferred) == ("purple_poison", ("chip",))
    assert "purple_poison" not in [bonus.chip for bonus in weapon.bonuses]


def test_a_difference_between_the_sheets_is_told_and_the_recipes_are_followed() -> None:
    pack, report = imported({PATHS: {"C7": "Mir", "H7": 2}})
    assert pack.weapons["volk_blade"].open_slots == 1
    assert [notes_on(report, PATHS, cell)[0].kind for cell in ("C7", "H7")] == ["doubtful", "doubtful"]


def test_a_city_without_a_market_is_not_understood() -> None:
    _, report = imported({GEAR: {"C7": "Mordor"}})
    assert notes_on(report, GEAR, "C7")[0].message == "'Mordor' is no city with a market"
    assert notes_on(report, GEAR, "K7")[0].kind == "not_understood"


def test_one_card_may_be_made_in_a_city_and_at_a_stall() -> None:
    row = {
        "B8": "Smoke Bomb",
        "C8": "Ft. Istra (The Misty Forge)",
        "D8": "Item",
        "H8": 5,
        "K8": "-",
        "S8": 2,
        "T8": "NA",
    }
    pack, _ = imported({WARES: row})
    assert pack.cities["mir"].smith["smoke_bomb"].craft == 8
    assert pack.fort_recipes["the_misty_forge"]["smoke_bomb"].craft == 5
    assert pack.fort_stalls["the_misty_forge"].unknown == ("building", "level")


def test_buildings_need_goods_beside_wood_and_ore() -> None:
    pack, _ = imported()
    assert pack.fort_costs["lumbermill"]["1"].materials == {"pine": 4, "wolf_pelt": 1}


@pytest.mark.rule("ISO-HAR-007")
def test_nodes_tell_what_is_gathered_there() -> None:
    pack, report = imported(None, GRAPH)
    assert (pack.nodes["main/17"].wood, pack.nodes["main/15"].ore) == (("pine",), ("iron_ore",))
    assert (pack.nodes["main/17"].color, pack.materials["iron_ore"].lux_for_4) == ("green", 10)
    assert notes_on(report, FORT, "G8")[0].message == "a number: one node"


def test_stones_may_be_exchanged_and_repeat_their_bonus() -> None:
    pack, _ = imported({STONES: {"E7": "Any color", "D7": "Rainbow"}})
    assert pack.lapidary == {"carnelian": {"garnet": 2}}
    assert (pack.stones["carnelian"].gem, pack.stones["carnelian"].bonuses[0].count) == ("any", 2)


def test_a_missing_sheet_is_told() -> None:
    changed = load_workbook(io.BytesIO(book()))
    del changed[STONES]
    file = io.BytesIO()
    changed.save(file)
    _, report = import_workbook(file.getvalue())
    assert notes_on(report, STONES, "")[0].message == "the sheet is missing"
