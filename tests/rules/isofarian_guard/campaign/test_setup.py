"""Starting the game and its campaigns (ISO-SET, ISO-CAMP)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard import GAME
from rules.isofarian_guard.campaign import derived
from rules.isofarian_guard.content.pack import basics
from tests.rules.isofarian_guard.campaign.world import Table, both, fresh_game, grigory, table

PAIR = ["catherine", "yury"]


def started(**more: Any) -> Table:
    game = fresh_game()
    game.does("start_campaign", campaign=1, **more)
    return game


def second_campaign(**given: Any) -> Table:
    """The first campaign completed and the second begun."""
    game = table(campaign=1, chapter=4, **given)
    game.does("complete_campaign")
    game.does("start_campaign", campaign=2, party=PAIR, at="main/y1")
    return game


@pytest.mark.rule("ISO-SET-001", "ISO-SET-002")
def test_the_tutorial_is_grigory_alone_on_node_28_shared_by_all_players() -> None:
    game = started(players=["p1", "p2"])
    assert (game.state.party, game.state.at, game.state.players) == (("grigory",), "main/28", ("p1", "p2"))
    assert set(game.state.control) == {"grigory"}


@pytest.mark.rule("ISO-SET-005", "ISO-CHK-003", "ISO-CAMP-008")
def test_dials_start_at_nought_without_checkpoint_cards_or_cubes() -> None:
    state = started().state
    assert (state.sil, state.lux, state.checkpoint, state.stash.sil, state.region_cubes) == (0, 0, None, 0, {})
    assert state.guards["grigory"].satchel == {}


@pytest.mark.rule("ISO-SET-006")
def test_the_tutorial_needs_two_enemy_dashboards_and_a_pair_has_four() -> None:
    game = started()
    assert derived.enemy_slots(game.state) == ("I", "II")
    game.does("guard_joins", guard="alek")
    assert derived.enemy_slots(game.state) == ("I", "II", "III", "IV")


@pytest.mark.rule("ISO-SET-007")
def test_a_second_guard_joins_at_base_stats() -> None:
    game = started()
    game.does("guard_joins", guard="alek")
    alek = game.guard("alek")
    assert game.state.party == ("grigory", "alek")
    assert (alek.hp, derived.atk(alek), derived.def_(alek), derived.ap_active(alek)) == (20, 2, 1, 2)


@pytest.mark.rule("ISO-SET-008")
def test_later_campaigns_start_with_the_two_guards_that_the_book_names() -> None:
    game = table(chapter=4)
    game.does("complete_campaign")
    assert game.refuses("start_campaign", campaign=2) == "unknown_guard"
    assert game.refuses("start_campaign", campaign=2, party=["catherine"]) == "unknown_guard"
    game.does("start_campaign", campaign=2, party=PAIR)
    assert game.state.party == ("catherine", "yury")


@pytest.mark.rule("ISO-SET-009")
def test_a_guard_starts_with_what_the_campaign_book_lists() -> None:
    kit = {
        "weapon": "volk_blade",
        "bag": {"black_sword_1": 5, "black_shield_1": 2},
        "abilities": {"I": "guard", "IV": "slash"},
    }
    guard = started(kits={"grigory": kit}).guard()
    assert guard.abilities == {"I": "guard", "IV": "slash"}
    assert guard.gems == {"IV": "red"}
    assert [stone.stone for stone in guard.weapon.stones] == ["garnet"] if guard.weapon else False
    assert guard.bag == {"black_sword_1": 5, "black_shield_1": 2, "black_sword_2": 1}
    assert derived.atk(guard) == 5


def test_a_starting_ability_without_a_stone_slot_is_unlocked_but_not_equipped() -> None:
    guard = started(kits={"grigory": {"weapon": "spear", "abilities": {"IV": "slash"}}}).guard()
    assert (guard.known, guard.abilities, guard.bag) == (("slash",), {}, {})


@pytest.mark.rule("ISO-SET-010")
def test_base_stats_are_those_of_the_rulebook() -> None:
    guards = {name: (guard.hp, guard.atk, guard.def_, guard.ap) for name, guard in basics().guards.items()}
    strong, swift, light = (20, 3, 2, 2), (20, 3, 1, 2), (20, 2, 1, 2)
    assert guards == {
        "grigory": strong,
        "alek": light,
        "catherine": light,
        "yury": swift,
        "kharzin": strong,
        "vera": light,
        "pavel": strong,
        "yana": light,
    }


@pytest.mark.rule("ISO-SET-011")
def test_all_ap_starts_active() -> None:
    guard = started().guard()
    assert (derived.ap_active(guard), guard.ap_exhausted) == (2, 0)


@pytest.mark.rule("ISO-SET-012")
def test_campaigns_are_played_in_order_one_at_a_time() -> None:
    assert fresh_game().refuses("start_campaign", campaign=2, party=PAIR) == "campaign_order"
    game = started()
    assert game.refuses("start_campaign", campaign=2, party=PAIR) == "campaign_not_completed"
    game.does("complete_campaign")
    assert game.refuses("start_campaign", campaign=3, party=PAIR) == "campaign_order"
    assert game.refuses("start_campaign", campaign=1) == "campaign_order"


@pytest.mark.rule("ISO-SET-013")
def test_the_game_is_won_with_the_fifth_campaign() -> None:
    game = table(campaign=5, campaigns_done=[1, 2, 3, 4])
    assert GAME.outcome(game.state) is None
    assert game.does("complete_campaign") == ["CampaignCompleted", "GameWon"]
    assert GAME.outcome(game.state) == "won"
    assert game.options() == []


@pytest.mark.rule("ISO-SET-014", "ISO-SET-015")
def test_a_guard_set_aside_by_the_book_returns_as_left() -> None:
    game = table(guards=both({}, {"hp": 8, "satchel": {"tent": 1}, "weapon": {"card": "spear"}}))
    before = game.guard("alek")
    game.does("swap_guard", leaves="alek", joins="vera")
    assert game.guard("vera").hp == 20
    game.does("swap_guard", leaves="vera", joins="alek")
    assert game.guard("alek") == before
    assert game.refuses("swap_guard", leaves="grigory", joins="alek") == "already_in_party"


def test_a_guard_cannot_return_with_an_ability_that_the_partner_has_equipped() -> None:
    shared = {"known": ["tide"], "weapon": {"card": "long_blade"}}
    game = table(guards=both(shared, {**shared, "abilities": {}}))
    game.does("equip_stonebound", guard="alek", ability="tide", slot="I", stone_in="weapon")
    game.does("swap_guard", leaves="alek", joins="vera")
    game.does("equip_stonebound", guard="grigory", ability="tide", slot="I", stone_in="weapon")
    assert game.refuses("swap_guard", leaves="vera", joins="alek") == "already_equipped"


# ---- what carries over


@pytest.mark.rule("ISO-CAMP-001", "ISO-TOOL-005")
def test_items_and_tools_stay_behind() -> None:
    game = second_campaign(guards=grigory(satchel={"wood_axe": 1, "tent": 1}), stash={"sil": 9, "cards": {"pine": 3}})
    assert all(guard.satchel == {} for guard in game.state.guards.values())
    assert (game.state.stash.sil, game.state.stash.cards) == (0, {})
    game.does("start_chapter", chapter=2)
    assert derived.carried(game.state, "wood_axe") == 1


@pytest.mark.rule("ISO-CAMP-002", "ISO-FORT-004")
def test_the_fort_keeps_its_buildings() -> None:
    assert second_campaign(fort={"barracks": 2, "boat_dock": 1}).state.fort == {"barracks": 2, "boat_dock": 1}


@pytest.mark.rule("ISO-CAMP-003")
def test_universal_abilities_stay_and_sleep_until_chapter_two() -> None:
    game = second_campaign(universal_abilities=["tide"])
    game.does("follow_book", outcome={"cards": {"long_blade": 1}})
    game.does("equip", guard="catherine", slot="weapon", card="long_blade")
    tide = {"guard": "catherine", "ability": "tide", "slot": "I", "stone_in": "weapon"}
    assert game.refuses("equip_stonebound", **tide) == "chapter_too_low"
    game.does("start_chapter", chapter=2)
    game.does("equip_stonebound", **tide)


@pytest.mark.rule("ISO-CAMP-004", "ISO-QST-011")
def test_caravan_accessories_come_into_the_stash_with_chapter_two() -> None:
    game = table(chapter=4)
    game.does("follow_book", outcome={"cards": {"caravan_bell": 1}})
    assert game.state.caravan_accessories == ("caravan_bell",)
    game.does("complete_campaign")
    game.does("start_campaign", campaign=2, party=PAIR)
    assert "CardStashed" in game.does("start_chapter", chapter=2)
    assert game.state.stash.cards == {"caravan_bell": 1}


@pytest.mark.rule("ISO-CAMP-005")
def test_field_decks_and_cubes_stay_as_they_are() -> None:
    state = second_campaign(field_decks={"forest": ["camp"]}, field_removed=["well"], region_cubes={"forest": 2}).state
    assert (state.field_decks["forest"].known(), state.field_removed) == (("camp",), ("well",))
    assert state.region_cubes == {"forest": 2}


@pytest.mark.rule("ISO-CAMP-006")
def test_what_is_crossed_off_stays_so_and_what_is_not_is_forgotten() -> None:
    quests = {"ring": {"status": "completed", "scene": 2}, "hunt": {"status": "active", "scene": 1}}
    game = second_campaign(quests=quests, markers={"scrolls": [{"at": "main/y1", "quest": "hunt"}]})
    assert list(game.state.quests) == ["ring"]
    assert game.state.markers.scrolls == ()


@pytest.mark.rule("ISO-CAMP-007", "ISO-WAT-007")
def test_a_new_campaign_starts_afresh_with_the_boat_at_its_dock() -> None:
    game = second_campaign(fort={"boat_dock": 1}, boat={"at": "main/d2"}, checkpoint="ryba/inn", sil=40, lux=9)
    state = game.state
    assert (state.chapter, state.checkpoint, state.boat.at, state.sil, state.lux) == (
        1,
        None,
        "fort_istra/boat_dock",
        0,
        0,
    )
    assert state.guards["yury"].skills == ("start",)


@pytest.mark.rule("ISO-CAMP-008", "ISO-PRE-001")
def test_prestige_carries_over_and_sleeps_until_chapter_two() -> None:
    game = second_campaign(prestige={"ryba": 1})
    game.does("place_party", at="ryba/inn")
    game.does("follow_book", outcome={"sil": 20})
    game.does("rest")
    assert game.state.sil == 14
    game.does("start_chapter", chapter=2)
    game.does("rest")
    assert game.state.sil == 10


def test_nobody_plays_before_the_first_campaign_starts() -> None:
    assert fresh_game().refuses("move", to="main/y1") == "not_set_up"


def test_three_people_cannot_begin() -> None:
    assert fresh_game().refuses("start_campaign", players=["a", "b", "c"]) == "player_limit"
