"""Ability slots and gems (ISO-ABIL), skill trees (ISO-SKILL)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.campaign import derived
from rules.isofarian_guard.campaign.facts import GEM_COLOURS
from rules.isofarian_guard.content.pack import standard
from tests.rules.isofarian_guard.campaign.world import Table, both, fresh_game, grigory, table

LONG = {"weapon": {"card": "long_blade"}}


def knowing(*abilities: str, **given: Any) -> Table:
    return table(guards=both({**LONG, "known": list(abilities)}, LONG), **given)


def binds(game: Table, ability: str, slot: str, **more: Any) -> list[str]:
    return game.does("equip_stonebound", guard="grigory", ability=ability, slot=slot, stone_in="weapon", **more)


@pytest.mark.rule("ISO-ABIL-001")
def test_six_slots_take_one_card_each_in_any_mix() -> None:
    game = knowing("guard", "feint", "slash")
    game.does("equip_ability", guard="grigory", ability="guard", slot="I")
    assert game.refuses("equip_ability", guard="grigory", ability="feint", slot="I") == "slot_occupied"
    assert game.refuses("equip_ability", guard="grigory", ability="feint", slot="VII") == "no_such_slot"
    binds(game, "slash", "VI")
    assert game.guard().abilities == {"I": "guard", "VI": "slash"}


@pytest.mark.rule("ISO-ABIL-001")
def test_each_kind_of_card_has_its_own_way_into_a_slot() -> None:
    game = knowing("guard", "slash")
    assert game.refuses("equip_ability", guard="grigory", ability="slash", slot="I") == "wrong_kind"
    bound = {"guard": "grigory", "ability": "guard", "slot": "I", "stone_in": "weapon"}
    assert game.refuses("equip_stonebound", **bound) == "wrong_kind"
    assert game.refuses("unequip_ability", guard="grigory", slot="I") == "slot_empty"


@pytest.mark.rule("ISO-ABIL-002")
def test_abilities_belong_to_their_guard_unless_they_carry_the_infinity_icon() -> None:
    game = knowing("guard", "slash", universal_abilities=["tide"])
    assert game.refuses("equip_ability", guard="alek", ability="guard", slot="I") == "wrong_guard"
    bound = {"guard": "alek", "slot": "I", "stone_in": "weapon"}
    assert game.refuses("equip_stonebound", ability="slash", **bound) == "wrong_guard"
    game.does("equip_stonebound", ability="tide", **bound)


@pytest.mark.rule("ISO-ABIL-003")
def test_only_unlocked_abilities_are_equipped() -> None:
    game = knowing()
    assert game.refuses("equip_ability", guard="grigory", ability="feint", slot="I") == "ability_locked"
    assert game.refuses("equip_ability", guard="grigory", ability="unheard_of", slot="I") == "ability_locked"
    game.does("unlock_ability", ability="feint")
    game.does("equip_ability", guard="grigory", ability="feint", slot="I")
    assert game.refuses("unlock_ability", ability="feint") == "no_effect"
    assert game.refuses("unlock_ability", ability="feint", guard="alek") == "wrong_guard"


@pytest.mark.rule("ISO-ABIL-004")
def test_a_gem_of_the_element_lies_beneath_with_the_same_numeral() -> None:
    game = knowing("slash")
    assert binds(game, "slash", "VI")[:3] == ["AbilityEquipped", "GemPlaced", "StoneAttached"]
    assert game.guard().gems == {"VI": "red"}


@pytest.mark.rule("ISO-ABIL-005")
def test_elements_have_their_colours() -> None:
    gems = {
        stone.element: stone.gem for stone in standard().stones.values() if stone.element != "rainbow" and stone.element
    }
    assert gems == GEM_COLOURS
    bound = {"guard": "grigory", "ability": "slash", "slot": "I", "stone_in": "weapon"}
    assert knowing("slash").refuses("equip_stonebound", **bound, gem="blue") == "wrong_gem"


@pytest.mark.rule("ISO-ABIL-006")
def test_a_rainbow_ability_takes_a_gem_of_a_chosen_colour() -> None:
    game = knowing(universal_abilities=["prism"])
    bound = {"guard": "grigory", "ability": "prism", "slot": "I", "stone_in": "weapon"}
    assert game.refuses("equip_stonebound", **bound) == "gem_color_required"
    assert game.refuses("equip_stonebound", **bound, gem="pink") == "wrong_gem"
    game.does("equip_stonebound", **bound, gem="white")
    assert game.guard().gems == {"I": "white"}


@pytest.mark.rule("ISO-ABIL-008")
def test_each_card_exists_once() -> None:
    game = knowing(universal_abilities=["tide"])
    binds(game, "tide", "I")
    for guard in ("grigory", "alek"):
        bound = {"guard": guard, "ability": "tide", "slot": "II", "stone_in": "weapon"}
        assert game.refuses("equip_stonebound", **bound) == "already_equipped"


@pytest.mark.rule("ISO-ABIL-009")
def test_a_universal_ability_waits_for_chapter_two() -> None:
    bound = {"guard": "alek", "ability": "tide", "slot": "I", "stone_in": "weapon"}
    assert knowing("tide", chapter=1).refuses("equip_stonebound", **bound) == "chapter_too_low"
    assert knowing("tide", chapter=2).does("equip_stonebound", **bound)


# ---- skill trees


def learning(lux: int = 40, chapter: int = 2, **sheet: Any) -> Table:
    return table(lux=lux, chapter=chapter, guards=grigory(**sheet))


def refused(game: Table, node: str) -> str:
    return game.refuses("unlock_skill", guard="grigory", node=node)


@pytest.mark.rule("ISO-SKILL-001")
def test_the_starting_upgrade_of_each_guard_is_unlocked() -> None:
    game = fresh_game()
    game.does("start_campaign", campaign=1)
    game.does("guard_joins", guard="alek")
    assert [guard.skills for guard in game.state.guards.values()] == [("start",), ("start",)]


@pytest.mark.rule("ISO-SKILL-002", "ISO-SKILL-003")
def test_an_upgrade_connects_to_an_unlocked_one_on_its_level_or_below() -> None:
    assert refused(learning(), "combo") == "skill_not_connected"
    assert refused(learning(skills=["start", "heart", "combo", "feint"]), "low") == "skill_level_too_low"
    assert learning().does("unlock_skill", guard="grigory", node="heart")
    assert refused(learning(), "nonsense") == "no_such_skill"


@pytest.mark.rule("ISO-SKILL-004")
def test_an_upgrade_waits_for_its_chapter() -> None:
    assert refused(learning(skills=["start", "heart", "combo"]), "might") == "chapter_too_low"
    assert learning(chapter=3, skills=["start", "heart", "combo"]).does("unlock_skill", guard="grigory", node="might")


@pytest.mark.rule("ISO-SKILL-005", "ISO-ECO-004")
def test_lux_pays_from_the_shared_dial() -> None:
    game = table(lux=7, guards={})
    game.does("unlock_skill", guard="grigory", node="heart")
    game.does("unlock_skill", guard="alek", node="zeal")
    assert game.state.lux == 0
    assert refused(learning(lux=3), "heart") == "insufficient_lux"


@pytest.mark.rule("ISO-SKILL-006")
def test_an_upgrade_is_bought_once_and_stays() -> None:
    game = learning()
    game.does("unlock_skill", guard="grigory", node="heart")
    assert game.guard().skills == ("start", "heart")
    assert refused(game, "heart") == "already_unlocked"


@pytest.mark.rule("ISO-SKILL-007")
def test_a_plus_upgrade_raises_a_stat_for_good_within_its_cap() -> None:
    game = learning(hp=13)
    game.does("unlock_skill", guard="grigory", node="heart")
    assert (game.guard().hp, derived.hp_max(game.guard())) == (14, 21)
    alek = table(lux=9, guards={"alek": {"base": {"ap": 5}}})
    alek.does("unlock_skill", guard="alek", node="zeal")
    assert derived.ap_max(alek.guard("alek")) == 5


@pytest.mark.rule("ISO-SKILL-008", "ISO-SKILL-011")
@pytest.mark.parametrize(("there", "event"), [(0, "BonusChipAdded"), (5, "ChipOverLimitDiscarded")])
def test_a_chip_upgrade_is_always_added_and_a_surplus_goes_to_the_supply(there: int, event: str) -> None:
    game = learning(skills=["start", "heart"], bag={"purple_combo": there} if there else {})
    assert game.does("unlock_skill", guard="grigory", node="combo")[-1] == event
    assert game.bag() == {"purple_combo": max(1, there)}


@pytest.mark.rule("ISO-SKILL-009")
def test_an_ability_upgrade_makes_it_available_to_that_guard_alone() -> None:
    game = learning(skills=["start", "heart", "combo"])
    game.does("unlock_skill", guard="grigory", node="feint")
    assert (game.guard().known, game.guard().abilities, game.guard("alek").known) == (("feint",), {}, ())
    game.does("equip_ability", guard="grigory", ability="feint", slot="II")


@pytest.mark.rule("ISO-SKILL-010")
def test_skill_trees_are_advanced_in_exploration_only() -> None:
    game = table(lux=9, phase="narrative", narrative={"quest": "c1", "source": "narrative"})
    assert refused(game, "heart") == "not_in_exploration"
