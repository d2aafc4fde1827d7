"""The pack that ships with the game."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from rules.isofarian_guard.content.pack import GAME, IsofarianPack, basics, standard
from rules.isofarian_guard.content.workbook.report import ImportReport
from rules.kernel import read_pack
from rules.kernel.pack_text import pack_text

FILE = Path(__file__).parents[4] / "rules" / "isofarian_guard" / "packs" / "standard.yaml"


def test_it_is_what_the_importer_makes_of_the_workbook(real: tuple[IsofarianPack, ImportReport]) -> None:
    """Regenerate it with ``manage.py import_pack ... --out`` when this fails on purpose."""
    made = msgspec.structs.replace(real[0].shareable(), name="The Isofarian Guard")
    assert FILE.read_text(encoding="utf-8") == pack_text(made)


def test_it_holds_no_words_of_cards() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert "text:" not in text
    assert read_pack(text, IsofarianPack, GAME) == standard()


def test_it_is_read_once() -> None:
    assert standard() is standard()


@pytest.mark.rule("ISO-SET-010", "ISO-STAT-001")
def test_guards_have_their_base_stats() -> None:
    stats = {guard: (g.hp, g.atk, g.def_, g.ap) for guard, g in standard().guards.items()}
    assert stats == {
        "grigory": (20, 3, 2, 2),
        "alek": (20, 2, 1, 2),
        "catherine": (20, 2, 1, 2),
        "yury": (20, 3, 1, 2),
        "kharzin": (20, 3, 2, 2),
        "vera": (20, 2, 1, 2),
        "pavel": (20, 3, 2, 2),
        "yana": (20, 2, 1, 2),
    }


@pytest.mark.rule("ISO-CMP-008", "ISO-CHIP-001")
def test_every_chip_has_a_colour_and_is_there_ten_times() -> None:
    chips = standard().chips
    assert Counter(chip.color for chip in chips.values()) == {"black": 4, "green": 6, "purple": 6, "red": 6}
    assert {chip.count for chip in chips.values()} == {10}


@pytest.mark.rule("ISO-GLO-002", "ISO-CHIP-006", "ISO-CHIP-026", "ISO-RES-002")
def test_chips_give_resources_or_count_as_positive_or_negative() -> None:
    chips = standard().chips
    negative = {id for id, chip in chips.items() if chip.sign == "negative"}
    assert negative == {id for id, chip in chips.items() if chip.color == "red"} | {
        "purple_corruption",
        "purple_freeze",
        "purple_poison",
    }
    assert {id: chip.value for id, chip in chips.items() if chip.sign is None} == {
        "black_sword_1": 1,
        "black_sword_2": 2,
        "black_shield_1": 1,
        "black_shield_2": 2,
        "green_sword_1": 1,
        "green_shield_1": 1,
        "purple_combo": 1,
    }


@pytest.mark.rule("ISO-CMP-003", "ISO-PRE-002")
def test_six_cities_have_three_prestige_cards_and_three_objectives_each() -> None:
    pack = standard()
    assert sorted(pack.cities) == ["mir", "razdor", "ryba", "silny", "strofa", "vouno"]
    assert all(list(cards) == ["1", "2", "3"] for cards in pack.prestige_cards.values())
    posted = Counter((quest.city, quest.kind) for quest in pack.quests.values())
    assert posted == {(city, kind): n for city in pack.cities for kind, n in (("puzzle", 1), ("bounty", 2))}


@pytest.mark.rule("ISO-TOOL-001", "ISO-CMP-009")
def test_the_tools_are_axe_pickaxe_pole_and_satchel() -> None:
    tools = {card for card, item in standard().items.items() if item.tool}
    assert tools == {"wood_axe", "pickaxe", "fishing_pole", "expanded_satchel"}


@pytest.mark.rule("ISO-FORT-002")
def test_the_buildings_of_the_fort_are_rebuilt_and_upgraded() -> None:
    costs = standard().fort_costs
    assert set(costs) == {
        "lumbermill", "lapidary", "boat_dock", "barracks", "apothecary", "blacksmith", "training_yard", "courtyard",
    }  # fmt: skip
    assert all(list(levels) == ["1", "2"] for levels in costs.values())
    assert costs["courtyard"]["1"].unknown == ("materials",)


@pytest.mark.rule("ISO-SMI-011")
def test_the_printed_recipes_hold() -> None:
    volk = standard().cities["silny"].smith["volk_blade"]
    alloy = standard().cities["ryba"].smith["alloy_short_sword"]
    staff = standard().cities["silny"].smith["cerulean_staff"]
    assert (volk.materials, volk.craft, volk.sell) == ({"captains_blade": 1, "iron_ore": 2, "pine": 4}, 15, 8)
    assert alloy.materials == {"iron_short_sword": 1, "metal_fragments": 2, "pine": 2}
    assert (alloy.craft, alloy.sell) == (12, 6)
    assert (staff.materials, staff.craft, staff.sell) == ({"aquamarine": 1, "pine": 4}, 20, 10)


@pytest.mark.rule("ISO-SMI-009")
def test_smiths_also_make_accessories_items_and_satchels() -> None:
    strofa = standard().cities["strofa"].smith
    assert {"goat_skull_mask", "smoke_bomb", "expanded_satchel"} <= set(strofa)


@pytest.mark.rule("ISO-ACC-009")
def test_the_goat_skull_mask_redraws_a_chip_once_a_turn() -> None:
    mask = standard().accessories["goat_skull_mask"]
    assert (mask.per_round, mask.effects) == (1, ({"op": "redraw"},))


@pytest.mark.rule("ISO-NOD-007")
def test_green_nodes_of_the_main_map_are_those_where_one_gathers() -> None:
    nodes = {ref: node for ref, node in standard().nodes.items() if ref.startswith("main/")}
    assert {ref for ref, node in nodes.items() if node.color == "green"} == {
        ref for ref, node in nodes.items() if node.wood or node.ore
    }


@pytest.mark.rule("ISO-EVT-008", "ISO-EVT-009", "ISO-GRID-011")
def test_the_printed_encounter_is_known_and_all_others_are_open() -> None:
    known = standard().encounters
    assert list(known) == ["main/1"]
    foes = known["main/1"]["1"]["skull_2"].enemies
    assert [(foe.slot, foe.enemy, foe.stars) for foe in foes] == [("I", "timber_wolf", 1), ("II", "timber_wolf", 1)]
    areas = {
        ref.partition("/")[0]
        for e in standard().enemies.values()
        for c in e.cards.values()
        for refs in c.nodes.values()
        for ref in refs
    }
    assert areas == {"main", "frozen_wastes", "ice_caves"}


@pytest.mark.rule("ISO-ABIL-005", "ISO-STON-008")
def test_elements_have_their_gems() -> None:
    gems = {stone.element: stone.gem for stone in standard().stones.values() if stone.element}
    assert gems == {
        "fire": "red", "earth": "orange", "water": "blue", "wind": "green", "neutral": "yellow", "darkness": "purple",
        "light": "white", "rainbow": "any",
    }  # fmt: skip


def test_what_nobody_knows_is_named_as_unknown() -> None:
    pack = standard()
    assert all("inn_fee" in city.unknown for city in pack.cities.values())
    assert pack.accessories["chrono_locket"].unknown == ("effects",)
    assert pack.abilities["feint"].unknown == ("P", "S")
    assert pack.weapons["iron_short_sword"].unknown == ("guards", "rarity", "bonuses", "open_slots")


def test_what_the_workbook_tells_is_no_longer_unknown() -> None:
    daggers = standard().weapons["bleeding_heart_daggers"]
    assert (daggers.label, daggers.cost, daggers.rarity, daggers.unknown) == (
        "Bleeding Heart Dagger", {"green_heart": 1}, 5, (),
    )  # fmt: skip
    assert standard().enemies["timber_wolf"].unknown == ()
    assert basics().enemies["timber_wolf"].unknown == ("cards",)


def test_what_an_item_heals_is_told_in_either_form() -> None:
    assert standard().items["health_potion"].heals == 5
    item = msgspec.structs.replace(standard().items["tent"], effects=({"heal": 4}, {"op": "draw", "n": 2}))
    assert item.heals == 4


def test_equipment_fits_its_guards() -> None:
    weapons = standard().weapons
    assert weapons["volk_blade"].fits("grigory")
    assert not weapons["volk_blade"].fits("alek")
    assert weapons["alloy_short_sword"].fits("yana")
