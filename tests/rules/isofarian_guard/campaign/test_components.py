"""What is in the box bounds play (ISO-CMP), and terms that several areas use (ISO-GLO)."""

from __future__ import annotations

import pytest

from rules.isofarian_guard import GAME
from rules.isofarian_guard.campaign.facts import CHIPS, CHIPS_PER_TYPE, GUARDS, colour, negative
from rules.isofarian_guard.content.pack import basics, standard
from rules.kernel import size
from tests.rules.isofarian_guard.campaign.world import TELLING, both, fresh_game, grigory, table

TOOLS = {"wood_axe": 1, "pickaxe": 1, "fishing_pole": 1, "expanded_satchel": 2}


@pytest.mark.rule("ISO-CMP-001", "ISO-CMP-009")
def test_a_seventh_tool_item_card_cannot_be_made() -> None:
    game = table(at="ryba/forge", sil=40, guards=both(TOOLS_IN_SATCHEL, {"satchel": {"pelt": 4}}))
    game.does("craft", card="expanded_satchel", store="alek")
    assert game.refuses("craft", card="expanded_satchel", store="alek") == "component_exhausted"


TOOLS_IN_SATCHEL = {"satchel": TOOLS}


@pytest.mark.rule("ISO-CMP-002", "ISO-SET-004", "ISO-FLD-012")
def test_each_region_has_forty_field_event_cards_in_an_order_that_nobody_knows() -> None:
    game = fresh_game()
    game.does("start_campaign", campaign=1)
    assert {region: deck.size for region, deck in game.state.field_decks.items()} == {"forest": 40, "water": 40}
    assert game.state.field_decks["forest"].known() == ()
    assert game.state.field_decks["forest"].contents["well"] == 1


@pytest.mark.rule("ISO-CMP-003")
def test_six_cities_have_three_prestige_cards_each() -> None:
    cards = standard().prestige_cards
    assert sorted(cards) == ["mir", "razdor", "ryba", "silny", "strofa", "vouno"]
    assert all(sorted(levels) == ["1", "2", "3"] for levels in cards.values())


@pytest.mark.rule("ISO-CMP-004", "ISO-SET-003")
def test_the_event_bag_starts_with_three_skulls_and_two_compasses() -> None:
    game = fresh_game()
    game.does("start_campaign", campaign=1)
    assert game.state.event_bag == {"skull_1": 1, "skull_2": 1, "skull_3": 1, "compass": 2}


@pytest.mark.rule("ISO-CMP-006")
def test_one_narrative_event_chip_exists() -> None:
    game = table()
    game.does("place_narrative", quest="c1", at="main/y1")
    assert game.refuses("place_narrative", quest="c2", at="main/y2") == "marker_in_use"


@pytest.mark.rule("ISO-CMP-008")
def test_the_box_holds_five_chips_of_each_type_for_each_of_two_guards() -> None:
    assert {chip: facts.count for chip, facts in basics().chips.items()} == dict.fromkeys(
        CHIPS, CHIPS_PER_TYPE * GUARDS
    )


@pytest.mark.rule("ISO-CMP-010")
def test_a_party_never_has_three_guards() -> None:
    game = table(chapter=1, party=["grigory"])
    game.does("guard_joins", guard="alek")
    assert game.refuses("guard_joins", guard="vera") == "party_full"
    assert fresh_game().refuses("start_campaign", campaign=1, party=["grigory", "alek", "vera"]) == "party_full"


@pytest.mark.rule("ISO-CMP-011")
@pytest.mark.parametrize(("cubes", "after"), [(0, 1), (2, 3), (3, 3)])
def test_a_deck_cover_has_three_spaces_for_cubes(cubes: int, after: int) -> None:
    game = table(at="main/y1", phase="event_draw", region_cubes={"forest": cubes})
    game.draws("compass")
    assert game.state.region_cubes["forest"] == after


@pytest.mark.rule("ISO-GLO-001", "ISO-EVT-005")
def test_exhausted_ap_is_refreshed_by_a_rest_and_not_by_walking() -> None:
    game = table(guards=grigory(ap_exhausted=2), sil=9)
    game.does("move", to="main/y1")
    game.draws("compass")
    game.does("compass", choose="continue")
    assert game.guard().ap_exhausted == 2
    game = table(at="ryba/inn", guards=grigory(ap_exhausted=2), sil=9)
    game.does("rest")
    assert game.guard().ap_exhausted == 0


@pytest.mark.rule("ISO-GLO-002")
def test_negative_chips_are_the_red_ones_and_three_purple_ones() -> None:
    found = {chip for chip in CHIPS if negative(chip)}
    assert {chip for chip in found if colour(chip) == "purple"} == {
        "purple_corruption",
        "purple_freeze",
        "purple_poison",
    }
    assert found >= {chip for chip in CHIPS if colour(chip) == "red"}
    assert not found & {chip for chip in CHIPS if colour(chip) in ("black", "green")}


@pytest.mark.rule("ISO-GLO-003")
def test_rarity_runs_from_one_to_seven() -> None:
    pack = standard()
    cards = [*pack.materials.values(), *pack.weapons.values(), *pack.armors.values()]
    assert {card.rarity for card in cards if card.rarity} == {1, 2, 3, 4, 5, 6, 7}


@pytest.mark.rule("ISO-GLO-004", "ISO-GLO-005")
def test_chips_added_to_a_bag_do_nothing_until_they_are_drawn_whatever_is_equipped() -> None:
    game = table(guards=grigory(hp=9, accessory="mask", bag={"purple_evasion": 1}))
    game.does("follow_book", outcome={"chips": {"grigory": {"green_heart": 1, "purple_poison": 1}}})
    assert game.bag() == {"purple_evasion": 1, "green_heart": 1, "purple_poison": 1}
    assert game.guard().hp == 9


@pytest.mark.rule("ISO-CMP-005", "ISO-QST-005")
def test_two_scroll_chips_exist() -> None:
    game = table()
    game.does("start_quest", quest="ring", at="main/y1")
    game.does("start_quest", quest="hunt", at="main/y2")
    assert game.refuses("start_quest", quest="riddle", at="main/g2") == "no_scroll_chip"


@pytest.mark.rule("ISO-CMP-007", "ISO-ABIL-007")
def test_four_gems_of_a_colour_are_shared_by_both_guards() -> None:
    guards = both(
        {"weapon": {"card": "long_blade"}, "known": ["slash", "flame", "blaze"]},
        {"weapon": {"card": "long_blade"}, "known": ["spark", "pyre"]},
    )
    game = table(guards=guards, universal_abilities=["prism"])
    for slot, ability in (("I", "slash"), ("II", "flame"), ("III", "blaze")):
        game.does("equip_stonebound", guard="grigory", ability=ability, slot=slot, stone_in="weapon")
    game.does("equip_stonebound", guard="alek", ability="spark", slot="I", stone_in="weapon")
    assert (
        game.refuses("equip_stonebound", guard="alek", ability="pyre", slot="II", stone_in="weapon")
        == "gem_unavailable"
    )
    rainbow = {"guard": "alek", "ability": "prism", "slot": "II", "stone_in": "weapon"}
    assert game.refuses("equip_stonebound", **rainbow, gem="red") == "gem_unavailable"
    game.does("equip_stonebound", **rainbow, gem="white")


def test_nothing_of_the_box_is_lost_while_a_chip_is_in_hand() -> None:
    game = table(at="main/y1", phase="event_draw")
    game.draws("skull_2")
    assert size(game.state.event_bag) == 4
    assert GAME.check(game.state) == []


def test_a_narrative_event_goes_on_with_the_one_chip() -> None:
    game = table(
        **TELLING, markers={"narrative": {"at": "main/g1", "quest": "c1"}}, quests={"c1": {"status": "active"}}
    )
    game.does("complete_scene", next_at="main/y2")
    assert game.state.markers.narrative is not None
    assert game.state.markers.narrative.at == "main/y2"
