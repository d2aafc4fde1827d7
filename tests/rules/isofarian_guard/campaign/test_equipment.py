"""Equipment and items (ISO-EQP, ISO-ITM)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.campaign import derived
from tests.rules.isofarian_guard.campaign.world import FIGHTING, Table, both, grigory, table

SLASHING = {
    "weapon": {"card": "short_sword", "stones": ["garnet"]},
    "abilities": {"IV": "slash"},
    "gems": {"IV": "red"},
    "bound": {"slash": {"stone": "garnet", "in": "weapon"}},
    "bag": {"black_sword_2": 1},
}


def with_cards(*cards: str, **sheet: Any) -> Table:
    return table(guards=grigory(satchel=dict.fromkeys(cards, 1), **sheet))


@pytest.mark.rule("ISO-EQP-001")
def test_a_card_is_equipped_from_a_satchel_of_either_guard_and_nowhere_else() -> None:
    stashed = table(at="fort_istra/courtyard", stash={"cards": {"spear": 1}})
    assert stashed.refuses("equip", guard="grigory", slot="weapon", card="spear") == "card_not_in_satchel"
    game = table(guards=both({}, {"satchel": {"spear": 1}}))
    game.does("equip", guard="grigory", slot="weapon", card="spear", from_="alek")
    assert game.satchel("alek") == {}


@pytest.mark.rule("ISO-EQP-002")
def test_a_card_with_a_bust_fits_that_guard_alone() -> None:
    game = table(guards=both({}, {"satchel": {"volk_blade": 1, "spear": 1}}))
    assert game.refuses("equip", guard="alek", slot="weapon", card="volk_blade") == "wrong_guard"
    game.does("equip", guard="alek", slot="weapon", card="spear")


@pytest.mark.rule("ISO-EQP-003", "ISO-EQP-004")
def test_bonuses_hold_from_equipping_to_removing() -> None:
    game = with_cards("volk_blade", bag={"black_sword_1": 2})
    game.does("equip", guard="grigory", slot="weapon", card="volk_blade")
    assert (derived.atk(game.guard()), game.bag()) == (5, {"black_sword_1": 3})
    game.does("unequip", guard="grigory", slot="weapon")
    assert (derived.atk(game.guard()), game.bag()) == (3, {"black_sword_1": 2})


@pytest.mark.rule("ISO-EQP-005")
def test_a_surplus_bonus_chip_was_never_gained() -> None:
    game = with_cards("volk_blade", bag={"black_sword_1": 5})
    assert "ChipOverLimitDiscarded" in game.does("equip", guard="grigory", slot="weapon", card="volk_blade")
    game.does("unequip", guard="grigory", slot="weapon")
    assert game.bag() == {"black_sword_1": 5}


@pytest.mark.rule("ISO-EQP-006")
@pytest.mark.parametrize(
    ("slot", "card"), [("weapon", "coat"), ("armor", "mask"), ("item", "pine"), ("accessory", "bomb")]
)
def test_each_kind_fits_its_own_slot(slot: str, card: str) -> None:
    assert with_cards(card).refuses("equip", guard="grigory", slot=slot, card=card) == "wrong_slot"


@pytest.mark.rule("ISO-EQP-007")
def test_equipping_over_a_card_swaps_them_even_with_full_satchels() -> None:
    guards = both({"weapon": {"card": "spear"}, "satchel": {"tent": 4}}, {"satchel": {"long_blade": 1, "potion": 3}})
    game = table(guards=guards)
    game.does("equip", guard="grigory", slot="weapon", card="long_blade", from_="alek")
    assert game.satchel("alek") == {"potion": 3, "spear": 1}


@pytest.mark.rule("ISO-EQP-008")
def test_taking_off_needs_an_open_slot_of_the_guard_or_of_the_partner_named() -> None:
    game = table(guards=both({"armor": {"card": "coat"}, "satchel": {"tent": 4}}, {}))
    assert game.refuses("unequip", guard="grigory", slot="armor") == "satchel_full"
    game.does("unequip", guard="grigory", slot="armor", to="alek")
    assert game.satchel("alek") == {"coat": 1}
    assert game.refuses("unequip", guard="grigory", slot="armor") == "slot_empty"


@pytest.mark.rule("ISO-EQP-009")
def test_loose_stones_leave_with_their_card_for_open_slots_or_under_the_new_card() -> None:
    worn = {"weapon": {"card": "volk_blade", "stones": ["jade", "ember"]}, "bag": {"black_sword_1": 1}}
    game = table(guards=both({**worn, "satchel": {"tent": 2}}, {}))
    game.does("unequip", guard="grigory", slot="weapon")
    assert (game.satchel(), game.satchel("alek")) == ({"tent": 2, "volk_blade": 1, "jade": 1}, {"ember": 1})
    swap = table(guards=both({**worn, "satchel": {"short_sword": 1}}, {}))
    swap.does("equip", guard="grigory", slot="weapon", card="short_sword", keep=["jade"])
    assert swap.satchel() == {"volk_blade": 1, "ember": 1}
    assert (derived.def_(swap.guard()), swap.bag()) == (3, {})
    crowded = table(guards=both({**worn, "satchel": {"tent": 3}}, {"satchel": {"potion": 4}}))
    assert crowded.refuses("unequip", guard="grigory", slot="weapon") == "satchel_full"


@pytest.mark.rule("ISO-EQP-009", "ISO-STONE-001")
def test_only_as_many_stones_are_kept_as_the_new_card_has_slots() -> None:
    game = table(guards=grigory(weapon={"card": "volk_blade", "stones": ["jade", "ember"]}, satchel={"short_sword": 1}))
    swap = {"guard": "grigory", "slot": "weapon", "card": "short_sword"}
    assert game.refuses("equip", **swap, keep=["jade", "ember"]) == "no_open_stone_slot"
    assert game.refuses("equip", **swap, keep=["garnet"]) == "stone_not_attached"


@pytest.mark.rule("ISO-EQP-010")
def test_a_bound_stone_holds_its_card_unless_it_is_kept_moved_or_unequipped() -> None:
    game = table(guards=grigory(**SLASHING, satchel={"volk_blade": 1}))
    assert game.refuses("unequip", guard="grigory", slot="weapon") == "stone_still_bound"
    assert game.refuses("equip", guard="grigory", slot="weapon", card="volk_blade") == "stone_still_bound"
    game.does("equip", guard="grigory", slot="weapon", card="volk_blade", keep=["garnet"])
    assert game.bag() == {"black_sword_2": 1, "black_sword_1": 1}
    game.does("unequip_ability", guard="grigory", slot="IV")
    game.does("unequip", guard="grigory", slot="weapon")


@pytest.mark.rule("ISO-EQP-011", "ISO-AFT-009", "ISO-ABIL-011")
def test_nothing_of_one_battle_marks_abilities_gems_or_accessories_for_the_next() -> None:
    game = table(**FIGHTING, guards=grigory(**SLASHING, accessory="mask"))
    before = game.guard()
    game.does("end_battle", outcome="victory")
    after = game.guard()
    assert (after.abilities, after.gems, after.accessory) == (before.abilities, before.gems, before.accessory)


@pytest.mark.rule("ISO-EQP-012")
def test_the_intended_rarity_is_advice_and_never_enforced() -> None:
    game = table(chapter=1, guards=grigory(satchel={"long_blade": 1}))
    assert game.pack.weapons["long_blade"].rarity == 7
    assert game.does("equip", guard="grigory", slot="weapon", card="long_blade")


@pytest.mark.rule("ISO-EQP-013")
def test_gaining_a_weapon_unlocks_its_ability_for_good() -> None:
    game = table(at="ryba/forge", sil=9, guards=grigory(satchel={"pine": 1}))
    assert "AbilityUnlocked" in game.does("craft", card="ember_blade")
    game.does("sell", card="ember_blade", guard="grigory")
    assert game.guard().known == ("flame",)


@pytest.mark.rule("ISO-EQP-014")
def test_an_accessory_acts_in_exploration_as_soon_as_it_is_equipped() -> None:
    game = with_cards("mask", "caravan_bell")
    game.does("equip", guard="grigory", slot="accessory", card="mask")
    assert game.bag() == {"purple_evasion": 1}
    game.does("equip", guard="grigory", slot="accessory", card="caravan_bell")
    assert (game.bag(), derived.atk(game.guard())) == ({}, 4)


@pytest.mark.rule("ISO-EQP-015")
def test_chips_that_lay_on_an_accessory_come_back_within_five_of_a_type() -> None:
    game = table(**FIGHTING, guards=grigory(accessory="mask", bag={"black_sword_1": 3}))
    game.does("end_battle", outcome="victory", guards={"grigory": {"bag": {"black_sword_1": 6}}})
    assert game.bag() == {"black_sword_1": 5}


# ---- items


@pytest.mark.rule("ISO-ITM-001")
def test_items_with_a_compass_icon_are_used_from_a_satchel_in_exploration() -> None:
    game = with_cards("bomb", "potion", "tent", hp=9)
    assert game.refuses("use_item", guard="grigory", card="bomb") == "no_compass_icon"
    assert game.refuses("use_item", guard="grigory", card="tent") == "no_compass_icon"
    assert game.refuses("use_item", guard="alek", card="potion") == "card_not_in_satchel"
    game.does("use_item", guard="grigory", card="potion")
    assert game.guard().hp == 14


@pytest.mark.rule("ISO-ITM-002")
def test_in_battle_the_satchel_is_closed_and_the_item_slot_is_what_it_was() -> None:
    game = table(**FIGHTING, guards=grigory(hp=9, item="bomb", satchel={"potion": 1}))
    assert game.refuses("use_item", guard="grigory", card="potion") == "not_in_exploration"
    assert game.refuses("equip", guard="grigory", slot="item", card="potion") == "not_in_exploration"
    game.does("end_battle", outcome="victory", guards={"grigory": {"item": None}})
    assert (game.guard().item, game.satchel()) == (None, {"potion": 1})


@pytest.mark.rule("ISO-ITM-003", "ISO-ITM-004")
def test_an_item_acts_for_its_owner_unless_it_says_otherwise_and_is_used_up() -> None:
    guards = both({"hp": 9, "satchel": {"potion": 1, "tonic": 1, "dust": 1}}, {"hp": 9, "bag": {"red_weaken": 3}})
    game = table(guards=guards)
    game.does("use_item", guard="grigory", card="potion")
    assert (game.guard().hp, game.guard("alek").hp) == (14, 9)
    game.does("use_item", guard="grigory", card="tonic")
    assert (game.bag(), game.bag("alek")) == ({"green_heart": 2}, {"red_weaken": 3, "green_heart": 2})
    game.does("use_item", guard="grigory", card="dust")
    assert (game.bag("alek"), game.satchel()) == ({"red_weaken": 1, "green_heart": 2}, {})


@pytest.mark.rule("ISO-ITM-005")
def test_the_item_slot_is_changed_freely_in_exploration() -> None:
    game = with_cards("bomb", "potion")
    for card in ("bomb", "potion", "bomb"):
        game.does("equip", guard="grigory", slot="item", card=card)
    game.does("unequip", guard="grigory", slot="item")
    assert (game.guard().item, game.satchel()) == (None, {"bomb": 1, "potion": 1})
