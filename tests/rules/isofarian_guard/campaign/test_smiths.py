"""Blacksmiths and crafting (ISO-SMI)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.campaign import derived
from rules.isofarian_guard.content.pack import standard
from tests.rules.isofarian_guard.campaign.world import Table, both, grigory, table

NEEDED = {"short_sword": 1, "pine": 4}


def forge(**given: Any) -> Table:
    guards = both({"satchel": NEEDED}, {"satchel": {"iron_ore": 3, "potion": 3}})
    return table(**{"at": "ryba/forge", "sil": 20, "guards": guards, **given})


@pytest.mark.rule("ISO-SMI-001")
def test_a_smith_makes_what_its_city_lists() -> None:
    assert forge().refuses("craft", card="long_blade") == "not_offered"


@pytest.mark.rule("ISO-SMI-002", "ISO-SMI-003", "ISO-SMI-005")
def test_sil_and_materials_of_both_satchels_pay_and_cards_turn_to_the_rest() -> None:
    game = forge()
    game.does("craft", card="volk_blade", store="grigory")
    assert (game.state.sil, game.satchel(), game.satchel("alek")) == (
        5,
        {"volk_blade": 1},
        {"iron_ore": 1, "potion": 3},
    )


@pytest.mark.rule("ISO-SMI-002")
def test_without_enough_sil_nothing_is_made() -> None:
    assert forge(sil=14).refuses("craft", card="volk_blade") == "insufficient_sil"


@pytest.mark.rule("ISO-SMI-003")
def test_the_stash_does_not_count() -> None:
    game = forge(guards=grigory(satchel={"short_sword": 1, "iron_ore": 2}), stash={"cards": {"pine": 4}})
    refusal = game.refusal("craft", card="volk_blade")
    assert (refusal.code, "4 Pine" in refusal.sentence) == ("material_missing", True)


@pytest.mark.rule("ISO-SMI-004")
def test_an_equipped_weapon_is_no_material_until_it_is_taken_off() -> None:
    game = forge(guards=grigory(weapon={"card": "short_sword"}, satchel={"pine": 4, "iron_ore": 2}))
    assert game.refuses("craft", card="volk_blade") == "material_missing"
    game.does("unequip", guard="grigory", slot="weapon")
    game.does("craft", card="volk_blade", equip="grigory")


@pytest.mark.rule("ISO-SMI-006")
def test_the_new_card_is_equipped_at_once_or_takes_a_slot_that_the_materials_freed() -> None:
    game = forge(guards=both({"satchel": {**NEEDED, "tent": 2}}, {"satchel": {"iron_ore": 2, "potion": 3}}))
    game.does("craft", card="volk_blade", store="grigory")
    assert game.satchel() == {"tent": 2, "volk_blade": 1}
    worn = forge()
    assert worn.does("craft", card="volk_blade", equip="grigory")[-2:] == ["EquipmentEquipped", "BonusChipAdded"]
    assert derived.atk(worn.guard()) == 5
    assert forge().refuses("craft", card="volk_blade", equip="alek") == "wrong_guard"


@pytest.mark.rule("ISO-SMI-007")
def test_the_old_card_goes_to_a_satchel_or_waits_for_a_slot() -> None:
    game = forge(sil=9, guards=grigory(armor={"card": "coat"}, satchel={"pelt": 1}))
    game.does("craft", card="coat", equip="grigory")
    assert game.satchel() == {"coat": 1}
    full = both({"armor": {"card": "oak_mail"}, "satchel": {"tent": 4}}, {"satchel": {"pelt": 2, "potion": 3}})
    crowded = forge(sil=9, guards=full)
    assert "OverflowRaised" in crowded.does("craft", card="coat", equip="grigory")
    assert crowded.state.pending[0].card == "oak_mail"


@pytest.mark.rule("ISO-SMI-008")
def test_equipment_is_sold_from_the_satchel_or_from_where_it_is_equipped() -> None:
    guards = both({"weapon": {"card": "volk_blade"}, "bag": {"black_sword_1": 4}}, {"satchel": {"volk_blade": 1}})
    game = forge(sil=0, guards=guards)
    game.does("sell", card="volk_blade", guard="alek")
    game.does("sell", card="volk_blade", guard="grigory", equipped=True)
    assert (game.state.sil, game.guard().weapon, game.bag(), derived.atk(game.guard())) == (
        16,
        None,
        {"black_sword_1": 3},
        3,
    )
    assert game.refuses("sell", card="volk_blade", guard="grigory", equipped=True) == "not_equipped"


@pytest.mark.rule("ISO-SMI-009")
def test_smiths_also_make_accessories_items_and_tools() -> None:
    game = forge(guards=grigory(satchel={"pelt": 4}))
    for card in ("mask", "bomb", "expanded_satchel"):
        game.does("craft", card=card)
    assert game.satchel() == {"pelt": 1, "mask": 1, "bomb": 1, "expanded_satchel": 1}
    made = {card for city in standard().cities.values() for card in city.smith}
    assert {"goat_skull_mask", "smoke_bomb", "expanded_satchel"} <= made


@pytest.mark.rule("ISO-SMI-012")
def test_a_refused_craft_takes_nothing() -> None:
    game = forge(guards=both({"satchel": {**NEEDED, "pine": 3}}, {"satchel": {"iron_ore": 2}}))
    before = game.state
    assert game.refuses("craft", card="volk_blade") == "material_missing"
    assert game.state == before


def test_a_bound_stone_keeps_the_weapon_from_being_sold() -> None:
    guards = grigory(weapon={"card": "short_sword"}, known=["slash"], satchel={"ember_blade": 1})
    game = forge(guards=guards)
    game.does("equip", guard="grigory", slot="weapon", card="ember_blade")
    game.does("equip_stonebound", guard="grigory", ability="slash", slot="I", stone_in="weapon")
    assert game.refuses("sell", card="ember_blade", guard="grigory", equipped=True) == "stone_still_bound"
