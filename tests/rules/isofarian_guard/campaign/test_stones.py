"""Speaking stones (ISO-STONE)."""

from __future__ import annotations

import pytest

from rules.isofarian_guard.campaign import derived
from tests.rules.isofarian_guard.campaign.test_equipment import SLASHING
from tests.rules.isofarian_guard.campaign.world import both, grigory, table

BLADE = {"weapon": {"card": "volk_blade"}, "bag": {"black_sword_1": 1}}


@pytest.mark.rule("ISO-STONE-001", "ISO-STONE-002")
def test_a_card_takes_as_many_stones_as_it_has_open_slots() -> None:
    game = table(guards=grigory(**BLADE, satchel={"jade": 1, "garnet": 1, "ember": 1}))
    game.does("attach_stone", guard="grigory", stone="jade", slot="weapon")
    game.does("attach_stone", guard="grigory", stone="garnet", slot="weapon")
    assert game.refuses("attach_stone", guard="grigory", stone="ember", slot="weapon") == "no_open_stone_slot"
    assert game.refuses("attach_stone", guard="grigory", stone="ember", slot="armor") == "no_open_stone_slot"


@pytest.mark.rule("ISO-STONE-003")
def test_a_stone_gives_its_bonus_while_it_is_attached() -> None:
    game = table(guards=grigory(**BLADE, hp=20, satchel={"heartstone": 1, "garnet": 1}))
    game.does("attach_stone", guard="grigory", stone="heartstone", slot="weapon")
    game.does("attach_stone", guard="grigory", stone="garnet", slot="weapon")
    assert (game.guard().hp, game.bag()) == (23, {"black_sword_1": 1, "black_sword_2": 1})
    for stone in ("heartstone", "garnet"):
        game.does("detach_stone", guard="grigory", stone=stone, slot="weapon")
    assert (game.guard().hp, game.bag(), game.satchel()) == (20, {"black_sword_1": 1}, {"heartstone": 1, "garnet": 1})


@pytest.mark.rule("ISO-STONE-003", "ISO-DASH-008")
def test_a_stone_that_keeps_a_guard_alive_stays() -> None:
    game = table(guards=grigory(weapon={"card": "short_sword", "stones": ["heartstone"]}, hp=3))
    assert game.refuses("detach_stone", guard="grigory", stone="heartstone", slot="weapon") == "hp_would_reach_zero"


@pytest.mark.rule("ISO-STONE-004")
def test_loose_stones_lie_in_satchel_or_stash_and_give_nothing_there() -> None:
    game = table(at="fort_istra/courtyard", guards=both(BLADE, {"satchel": {"jade": 1}}))
    assert derived.def_(game.guard("alek")) == 1
    game.does("attach_stone", guard="grigory", stone="jade", slot="weapon", from_="alek")
    game.does("detach_stone", guard="grigory", stone="jade", slot="weapon", to="alek")
    game.does("stash_put", guard="alek", card="jade")
    assert game.refuses("attach_stone", guard="grigory", stone="jade", slot="weapon") == "card_not_in_satchel"


@pytest.mark.rule("ISO-STONE-004")
def test_only_stones_are_laid_under_cards_and_only_what_lies_there_is_taken() -> None:
    game = table(guards=grigory(**BLADE, satchel={"tent": 1}))
    assert game.refuses("attach_stone", guard="grigory", stone="tent", slot="weapon") == "wrong_kind"
    assert game.refuses("detach_stone", guard="grigory", stone="jade", slot="weapon") == "stone_not_attached"
    assert game.refuses("detach_stone", guard="grigory", stone="jade", slot="armor") == "slot_empty"


@pytest.mark.rule("ISO-STONE-005")
def test_a_stonebound_ability_brings_its_stone_under_a_card_of_its_guard() -> None:
    game = table(guards=grigory(weapon={"card": "short_sword"}, known=["slash", "flame"]))
    game.does("equip_stonebound", guard="grigory", ability="slash", slot="IV", stone_in="weapon")
    assert derived.bound(game.guard()) == {"slash": ("garnet", "weapon")}
    refused = game.refuses("equip_stonebound", guard="grigory", ability="flame", slot="V", stone_in="weapon")
    assert refused == "no_open_stone_slot"


@pytest.mark.rule("ISO-STONE-006")
def test_a_bound_stone_moves_between_open_slots_of_its_guard() -> None:
    game = table(guards=grigory(**SLASHING, armor={"card": "oak_mail"}))
    game.does("move_stone", guard="grigory", stone="garnet", from_="weapon", to="armor")
    assert derived.bound(game.guard()) == {"slash": ("garnet", "armor")}
    assert game.bag() == {"black_sword_2": 1}
    assert (
        game.refuses("move_stone", guard="grigory", stone="garnet", from_="weapon", to="armor") == "stone_not_attached"
    )
    assert game.refuses("move_stone", guard="grigory", stone="garnet", from_="armor", to="armor") == "no_effect"


@pytest.mark.rule("ISO-STONE-007", "ISO-FORT-016")
def test_a_bound_stone_goes_neither_to_a_satchel_nor_to_the_stash() -> None:
    game = table(at="fort_istra/courtyard", guards=grigory(**SLASHING))
    assert game.refuses("detach_stone", guard="grigory", stone="garnet", slot="weapon") == "bound_stone"
    assert game.refuses("stash_put", guard="grigory", card="garnet") == "bound_stone"


@pytest.mark.rule("ISO-STONE-007")
def test_of_two_stones_of_a_kind_the_loose_one_is_taken() -> None:
    worn = {**SLASHING, "weapon": {"card": "volk_blade", "stones": ["garnet", "garnet"]}, "bag": {"black_sword_2": 2}}
    game = table(guards=grigory(**worn))
    game.does("detach_stone", guard="grigory", stone="garnet", slot="weapon")
    assert (derived.bound(game.guard()), game.bag()) == ({"slash": ("garnet", "weapon")}, {"black_sword_2": 1})


@pytest.mark.rule("ISO-STONE-008")
def test_bound_stones_are_not_exchanged() -> None:
    game = table(at="fort_istra/lapidary", fort={"lapidary": 2}, guards=grigory(**SLASHING, satchel={"garnet": 1}))
    assert game.refuses("exchange_stones", take="jade", give={"garnet": 2}, guard="grigory") == "bound_stone"


@pytest.mark.rule("ISO-STONE-009", "ISO-ABIL-010")
def test_unequipping_the_ability_returns_stone_gem_and_bonus() -> None:
    game = table(guards=grigory(**SLASHING))
    events = game.does("unequip_ability", guard="grigory", slot="IV")
    assert events == ["AbilityUnequipped", "GemReturned", "StoneDetached", "BonusChipRemoved"]
    guard = game.guard()
    assert (guard.abilities, guard.gems, guard.bag, guard.satchel) == ({}, {}, {}, {})
    game.does("equip_stonebound", guard="grigory", ability="slash", slot="I", stone_in="weapon")
