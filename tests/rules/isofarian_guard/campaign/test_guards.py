"""Guard stats, limits and chips (ISO-DASH)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.isofarian_guard import GAME
from rules.isofarian_guard.campaign import derived
from tests.rules.isofarian_guard.campaign.world import Table, both, grigory, table


def shares(game: Table, stat: Any, name: str = "grigory") -> Mapping[str, int]:
    """The parts of a stat."""
    return {share.label: share.value for share in derived.stat(game.guard(name), stat).shares}


@pytest.mark.rule("ISO-DASH-001")
@pytest.mark.parametrize(("base", "shown"), [(20, 20), (29, 29), (33, 30)])
def test_maximum_hp_is_raised_to_thirty_at_most(base: int, shown: int) -> None:
    assert derived.hp_max(table(guards=grigory(base={"hp": base})).guard()) == shown


@pytest.mark.rule("ISO-DASH-002", "ISO-DASH-008")
def test_a_raised_maximum_is_a_mark_of_its_own_beside_current_hp() -> None:
    game = table(guards=grigory(hp=20, satchel={"oak_mail": 1}))
    game.does("equip", guard="grigory", slot="armor", card="oak_mail")
    assert (game.guard().hp, derived.hp_max(game.guard())) == (22, 22)
    game.does("follow_book", outcome={"hp": {"grigory": -3}})
    assert (game.guard().hp, derived.hp_max(game.guard())) == (19, 22)


@pytest.mark.rule("ISO-DASH-003")
def test_healing_stops_at_the_maximum() -> None:
    game = table(guards=grigory(hp=18, satchel={"potion": 1}))
    game.does("use_item", guard="grigory", card="potion")
    assert game.guard().hp == 20


@pytest.mark.rule("ISO-DASH-004", "ISO-DASH-005", "ISO-DASH-006")
def test_atk_and_def_stop_at_ten_and_gray_ap_at_five() -> None:
    game = table(guards=grigory(base={"atk": 9, "ap": 5}, weapon={"card": "volk_blade"}, armor={"card": "plate"}))
    guard = game.guard()
    assert (derived.atk(guard), derived.def_(guard), derived.ap_max(guard)) == (10, 10, 5)
    weak = table(guards=grigory(base={"atk": -2, "def": -1})).guard()
    assert (derived.atk(weak), derived.def_(weak)) == (0, 0)


@pytest.mark.rule("ISO-DASH-007")
def test_beyond_the_cap_a_lost_bonus_costs_only_what_lies_below_it() -> None:
    game = table(guards=grigory(base={"atk": 9}, weapon={"card": "volk_blade"}, satchel={"spear": 1}))
    game.does("equip", guard="grigory", slot="weapon", card="spear")
    assert derived.atk(game.guard()) == 9


@pytest.mark.rule("ISO-DASH-007")
@pytest.mark.pitfall("BL-105")
def test_each_stat_opens_to_its_parts() -> None:
    worn = {"weapon": {"card": "volk_blade", "stones": ["jade"]}, "satchel": {}}
    game = table(lux=9, guards=grigory(**worn))
    game.does("unlock_skill", guard="grigory", node="heart")
    assert shares(game, "atk") == {"Base": 3, "Volk blade": 2}
    assert shares(game, "def") == {"Base": 2, "Jade": 1}
    assert shares(game, "hp") == {"Base": 20, "Skill tree": 1}


@pytest.mark.rule("ISO-DASH-008")
def test_current_hp_shifts_with_the_maximum_and_never_to_nought() -> None:
    game = table(guards=grigory(hp=3, armor={"card": "oak_mail"}))
    game.does("unequip", guard="grigory", slot="armor")
    assert game.guard().hp == 1
    weak = table(guards=grigory(hp=2, armor={"card": "oak_mail"}, satchel={"coat": 1}))
    assert weak.refuses("unequip", guard="grigory", slot="armor") == "hp_would_reach_zero"
    assert weak.refuses("equip", guard="grigory", slot="armor", card="coat") == "hp_would_reach_zero"


@pytest.mark.rule("ISO-DASH-009")
def test_gained_ap_is_active_and_lost_ap_leaves_the_active_side_first() -> None:
    game = table(guards=grigory(ap_exhausted=1, satchel={"coat": 1}))
    game.does("equip", guard="grigory", slot="armor", card="coat")
    assert (derived.ap_active(game.guard()), game.guard().ap_exhausted) == (2, 1)
    game.does("unequip", guard="grigory", slot="armor")
    assert (derived.ap_active(game.guard()), game.guard().ap_exhausted) == (1, 1)
    tired = table(guards=grigory(ap_exhausted=3, armor={"card": "coat"}))
    tired.does("unequip", guard="grigory", slot="armor")
    assert (derived.ap_active(tired.guard()), tired.guard().ap_exhausted) == (0, 2)


@pytest.mark.rule("ISO-DASH-010")
def test_each_slot_holds_one_card() -> None:
    cards = {
        "weapon": ["spear", "long_blade"],
        "armor": ["coat", "plate"],
        "accessory": ["mask", "caravan_bell"],
        "item": ["bomb", "potion"],
    }
    for slot, (first, second) in cards.items():
        game = table(guards=grigory(satchel={first: 1, second: 1}))
        game.does("equip", guard="grigory", slot=slot, card=first)
        game.does("equip", guard="grigory", slot=slot, card=second)
        assert game.satchel() == {first: 1}


@pytest.mark.rule("ISO-DASH-011", "ISO-DASH-012")
def test_a_sixth_chip_of_a_type_goes_to_the_supply_and_colour_makes_the_type() -> None:
    game = table(guards=grigory(bag={"black_sword_1": 5, "green_sword_1": 4}))
    told = {"chips": {"grigory": {"green_sword_1": 3, "black_sword_1": 1}}}
    assert game.does("follow_book", outcome=told).count("ChipOverLimitDiscarded") == 2
    assert game.bag() == {"black_sword_1": 5, "green_sword_1": 5}


@pytest.mark.rule("ISO-DASH-013")
def test_anybody_may_look_into_the_bags() -> None:
    state = table(guards=both({"bag": {"black_sword_1": 3}}, {"bag": {"red_weaken": 1}})).state
    assert GAME.visible_to(state, "p1") == state
    assert GAME.visible_to(state, None) == state
