"""Names join to one another however people write them."""

from __future__ import annotations

import pytest

from rules.isofarian_guard.content.workbook.names import card_id, key, node_id, node_ref, ore_id
from tests.rules.isofarian_guard.content.books import GEAR, PATHS, imported


@pytest.mark.pitfall("BL-131")
@pytest.mark.parametrize(
    "written",
    [
        "Captain's Blade",
        "Captain’s Blade",
        "Captainʼs  Blade",
        "captain`s blade",
        "Captain's\u00a0Blade",
        "CAPTAIN´S–BLADE",
    ],
)
def test_apostrophes_dashes_spaces_and_case_make_no_difference(written: str) -> None:
    assert card_id(written) == "captains_blade"


@pytest.mark.pitfall("BL-131")
def test_a_piece_is_found_under_another_apostrophe_and_keeps_its_own_spelling() -> None:
    pack, _ = imported({PATHS: {"B6": "Captain’s Blade"}, GEAR: {"P7": "Captain's Blade"}})
    assert pack.cities["mir"].smith["volk_blade"].upgrades == "captains_blade"
    assert pack.weapons["captains_blade"].label == "Captain’s Blade"


@pytest.mark.parametrize(
    ("written", "id"),
    [
        ("Metal Frag.", "metal_fragments"),
        ("Bone Frag.", "bone_fragments"),
        ("Aventuring", "aventurine"),
        ("Falmundia Rosehips", "falmundian_rosehips"),
        ("Iron Ore", "iron_ore"),
        ("Bleeding Heart Dagger", "bleeding_heart_daggers"),
    ],
)
def test_known_slips_join_to_what_is_meant(written: str, id: str) -> None:
    assert card_id(written) == id


def test_an_ore_and_a_stone_of_one_name_are_two_cards() -> None:
    assert (ore_id("Diamond"), card_id("Diamond")) == ("diamond_ore", "diamond")
    assert ore_id("Iron") == ore_id("Iron Ore")


@pytest.mark.parametrize(
    ("id", "ref"), [("57", "main/57"), ("fw_broken_lands", "frozen_wastes/broken_lands"), ("ryba", "ryba/inn")]
)
def test_a_place_leads_back_to_its_node_of_the_graph(id: str, ref: str) -> None:
    assert node_id(ref) == id


@pytest.mark.parametrize("written", ["", "0", "mill", "FW", "12345"])
def test_what_is_no_node_is_none(written: str) -> None:
    with pytest.raises(ValueError, match="is no node"):
        node_ref(written)


def test_keys_are_plain() -> None:
    assert key("  Zoé's Élixir!  ") == "zoes_elixir"
