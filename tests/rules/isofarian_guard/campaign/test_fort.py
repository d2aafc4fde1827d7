"""Fort Istra: buildings, stash, supplies, commissions, challenges (ISO-FORT)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.isofarian_guard.campaign.facts import BUILDINGS
from rules.isofarian_guard.content.pack import standard
from tests.rules.isofarian_guard.campaign.world import FOE, Table, both, grigory, table


def fort(at: str = "courtyard", **given: Any) -> Table:
    return table(at=f"fort_istra/{at}", **{"sil": 20, "lux": 9, **given})


@pytest.mark.rule("ISO-FORT-001")
@pytest.mark.parametrize(
    ("at", "decision"),
    [
        ("courtyard", {"do": "build", "building": "barracks"}),
        ("courtyard", {"do": "stash_sil", "amount": 1}),
        ("barracks", {"do": "rest"}),
        ("apothecary", {"do": "craft", "card": "tonic"}),
        ("lapidary", {"do": "retrieve", "material": "iron_ore"}),
        ("training_yard", {"do": "start_challenge", "building": "training_yard"}),
        ("courtyard", {"do": "send_commission", "agent": "mira", "task": "gather"}),
    ],
    ids=str,
)
def test_the_fort_opens_with_chapter_two_even_where_it_stands(at: str, decision: dict[str, Any]) -> None:
    assert fort(at, chapter=1, fort=dict.fromkeys(BUILDINGS, 2)).refuses(**decision) == "chapter_too_low"


@pytest.mark.rule("ISO-FORT-002")
def test_eight_buildings_are_in_ruins_rebuilt_or_upgraded() -> None:
    assert set(standard().fort_costs) == set(BUILDINGS)
    assert all(set(levels) == {"1", "2"} for levels in standard().fort_costs.values())
    assert fort().refuses("build", building="cathedral") == "not_offered"


@pytest.mark.rule("ISO-FORT-003")
def test_rebuilding_comes_before_upgrading_at_listed_costs() -> None:
    game = fort(guards=grigory(satchel={"pine": 4}), stash={"cards": {"pine": 2, "oak": 2}})
    assert game.does("build", building="lumbermill") == ["SilSpent", "BuildingRebuilt"]
    assert game.does("build", building="lumbermill") == ["LuxSpent", "BuildingUpgraded"]
    assert (game.state.sil, game.state.lux, game.state.fort) == (16, 6, {"lumbermill": 2})
    assert game.refuses("build", building="lumbermill") == "already_upgraded"


@pytest.mark.rule("ISO-FORT-002", "ISO-FORT-003")
def test_what_is_upgraded_is_the_building_not_the_upgraded_building() -> None:
    game = Table(fort(fort={"lumbermill": 1}).state, standard())  # whose index names the level
    labels = {option.fixed["building"]: option.label for option in game.options("build")}
    assert (labels["lumbermill"], labels["lapidary"]) == ("Upgrade: Lumbermill", "Rebuild: Lapidary")


@pytest.mark.rule("ISO-FORT-003")
def test_a_cost_that_is_not_there_builds_nothing() -> None:
    assert fort(sil=0).refuses("build", building="barracks") == "insufficient_sil"
    assert fort().refuses("build", building="lumbermill") == "material_missing"
    poor = fort(lux=0, fort={"lumbermill": 1}, stash={"cards": {"oak": 2}})
    assert poor.refuses("build", building="lumbermill") == "insufficient_lux"


@pytest.mark.rule("ISO-FORT-005")
def test_a_campaign_ends_whatever_the_fort_looks_like() -> None:
    assert fort(fort={}).does("complete_campaign") == ["CampaignCompleted"]


@pytest.mark.rule("ISO-FORT-006")
@pytest.mark.parametrize(
    ("at", "decision"),
    [
        ("barracks", {"do": "rest"}),
        ("apothecary", {"do": "craft", "card": "tonic"}),
        ("lapidary", {"do": "retrieve", "material": "iron_ore"}),
        ("training_yard", {"do": "start_challenge", "building": "training_yard"}),
    ],
    ids=str,
)
def test_a_service_needs_its_building(at: str, decision: dict[str, Any]) -> None:
    assert fort(at).refuses(**decision) == "building_not_rebuilt"


@pytest.mark.rule("ISO-FORT-007")
def test_the_upgraded_lumbermill_hands_out_any_wood() -> None:
    assert fort("lumbermill", fort={"lumbermill": 1}).refuses("retrieve", material="oak") == "building_not_upgraded"
    game = fort("lumbermill", fort={"lumbermill": 2})
    game.does("retrieve", material="oak")
    assert game.satchel() == {"oak": 4}


@pytest.mark.rule("ISO-FORT-008")
def test_the_lapidary_hands_out_ore_and_once_upgraded_exchanges_stones() -> None:
    game = fort("lapidary", fort={"lapidary": 1}, guards=grigory(satchel={"garnet": 2}))
    game.does("retrieve", material="iron_ore")
    exchange = {"take": "jade", "give": {"garnet": 2}, "guard": "grigory"}
    assert game.refuses("exchange_stones", **exchange) == "building_not_upgraded"
    game.does("build", building="lapidary")
    game.does("exchange_stones", **exchange)
    assert game.satchel() == {"iron_ore": 4, "jade": 1}
    assert game.refuses("exchange_stones", **exchange) == "card_not_in_satchel"
    assert game.refuses("exchange_stones", **{**exchange, "give": {"garnet": 1}}) == "not_offered"


@pytest.mark.rule("ISO-FORT-009", "ISO-FORT-021")
def test_the_rebuilt_dock_brings_boat_and_pole() -> None:
    game = fort(guards=grigory(satchel={"pine": 2}))
    assert "ToolGranted" in game.does("build", building="boat_dock", store="alek")
    assert (game.state.boat.at, game.satchel("alek")) == ("fort_istra/boat_dock", {"fishing_pole": 1})


@pytest.mark.rule("ISO-FORT-021")
@pytest.mark.parametrize(("dock", "tools"), [(0, 2), (1, 3)])
def test_chapter_two_hands_out_axe_and_pickaxe_and_the_pole_where_the_dock_stands(dock: int, tools: int) -> None:
    game = table(chapter=1, fort={"boat_dock": dock})
    assert game.does("start_chapter", chapter=2).count("ToolGranted") == tools


@pytest.mark.rule("ISO-FORT-010")
def test_apothecary_and_blacksmith_make_what_nobody_else_does() -> None:
    game = fort(
        "apothecary", fort={"apothecary": 1, "blacksmith": 1}, guards=grigory(satchel={"pine": 1, "iron_ore": 1})
    )
    game.does("craft", card="tonic")
    game.does("move", to="fort_istra/courtyard")
    game.does("move", to="fort_istra/blacksmith")
    game.does("craft", card="plate")
    assert game.satchel() == {"tonic": 1, "plate": 1}
    assert table(at="ryba/forge", sil=9).refuses("craft", card="tonic") == "not_offered"


@pytest.mark.rule("ISO-FORT-011", "ISO-FORT-024")
def test_challenges_need_the_rebuilt_yard_and_spirit_bosses_the_upgraded_courtyard() -> None:
    yard = fort("training_yard", fort={"training_yard": 1})
    yard.does("start_challenge", building="training_yard", enemies=[FOE])
    yard.does("end_battle", outcome="retreat")
    boss = fort(fort={"courtyard": 1})
    assert boss.refuses("start_challenge", building="courtyard") == "building_not_upgraded"
    boss.does("build", building="courtyard")
    boss.does("start_challenge", building="courtyard", ambush=True)
    assert boss.refuses("end_battle", outcome="retreat") == "retreat_not_allowed"


@pytest.mark.rule("ISO-FORT-024")
def test_a_challenge_takes_place_at_its_building() -> None:
    assert fort(fort={"training_yard": 1}).refuses("start_challenge", building="training_yard") == "wrong_place"


@pytest.mark.rule("ISO-FORT-013")
def test_the_stash_is_open_at_every_fort_node_and_only_there() -> None:
    for place in ("courtyard", "barracks", "boat_dock"):
        game = fort(place, guards=grigory(satchel={"tent": 1}))
        game.does("stash_put", guard="grigory", card="tent")
        game.does("stash_take", guard="alek", card="tent")
    assert (
        table(guards=grigory(satchel={"tent": 1})).refuses("stash_put", guard="grigory", card="tent") == "not_at_fort"
    )
    assert fort().refuses("stash_take", guard="grigory", card="tent") == "card_not_in_stash"


@pytest.mark.rule("ISO-FORT-014", "ISO-FORT-015")
def test_the_stash_takes_any_sil_and_gives_back_what_the_dial_holds() -> None:
    game = fort(sil=90, stash={"sil": 200})
    assert game.refuses("unstash_sil", amount=10) == "dial_limit"
    game.does("stash_sil", amount=90)
    game.does("unstash_sil", amount=99)
    assert (game.state.sil, game.state.stash.sil) == (99, 191)
    assert fort(stash={"sil": 3}).refuses("unstash_sil", amount=4) == "insufficient_sil"
    assert fort(sil=3).refuses("stash_sil", amount=4) == "insufficient_sil"


@pytest.mark.rule("ISO-FORT-016", "ISO-TOOL-004")
def test_tools_loose_stones_and_equipment_may_be_stashed() -> None:
    cards = {"pickaxe": 1, "garnet": 1, "volk_blade": 1}
    game = fort(guards=grigory(satchel=cards))
    for card in cards:
        game.does("stash_put", guard="grigory", card=card)
    assert (game.state.stash.cards, game.satchel()) == (cards, {})


@pytest.mark.rule("ISO-FORT-017")
def test_materials_come_out_within_the_party_limit_and_into_a_slot() -> None:
    game = fort(stash={"cards": {"pine": 9, "oak": 2}}, guards=both({"satchel": {"tent": 4}}, {"satchel": {"pine": 1}}))
    assert game.refuses("stash_take", guard="alek", card="pine", qty=4) == "material_limit"
    game.does("stash_take", guard="grigory", card="pine")
    assert (game.satchel("alek"), game.state.stash.cards["pine"]) == ({"pine": 4}, 6)
    assert game.refuses("stash_take", guard="grigory", card="oak") == "satchel_full"


@pytest.mark.rule("ISO-FORT-018", "ISO-FORT-025")
def test_an_agent_has_one_commission_whose_gains_go_into_the_stash() -> None:
    game = fort(sil=95)
    assert game.refuses("send_commission", agent="oleg", task="hunt") == "agent_not_joined"
    game.does("agent_joins", agent="oleg")
    game.does("send_commission", agent="oleg", task="hunt")
    assert game.refuses("send_commission", agent="oleg", task="gather") == "agent_busy"
    assert game.refuses("complete_commission", agent="mira") == "no_commission"
    game.does("complete_commission", agent="oleg", gains={"sil": 30, "cards": {"pelt": 6, "ember_blade": 1}})
    assert (game.state.sil, game.state.stash.sil, game.state.stash.cards) == (95, 30, {"pelt": 6, "ember_blade": 1})
    assert game.guard().known == ("flame",)
    game.does("send_commission", agent="oleg", task="gather")


@pytest.mark.rule("ISO-FORT-019")
def test_satchels_are_used_up_before_the_stash() -> None:
    game = fort(guards=both({"satchel": {"pine": 3}}, {}), stash={"cards": {"pine": 5}})
    game.does("build", building="lumbermill")
    assert (game.satchel(), game.state.stash.cards) == ({}, {"pine": 2})


@pytest.mark.rule("ISO-FORT-020")
def test_the_stash_holds_any_quantity_of_a_material() -> None:
    game = fort(guards=grigory(satchel={"pine": 4}), stash={"cards": {"pine": 40}})
    game.does("stash_put", guard="grigory", card="pine")
    assert game.state.stash.cards == {"pine": 44}


@pytest.mark.rule("ISO-FORT-022")
def test_supplies_fill_up_by_the_harvesting_rules_without_a_tool() -> None:
    guards = both({"satchel": {"tent": 4}}, {"satchel": {"oak": 1, "tent": 3}})
    game = fort("lumbermill", fort={"lumbermill": 2}, guards=guards)
    game.does("retrieve", material="oak")
    assert game.satchel("alek") == {"oak": 4, "tent": 3}
    assert game.refuses("retrieve", material="iron_ore") == "not_offered"
    assert fort().refuses("retrieve", material="oak") == "wrong_place"


@pytest.mark.rule("ISO-FORT-022", "ISO-ECO-004")
def test_the_fort_index_may_ask_lux_for_supplies() -> None:
    materials = {"pine": {"lux_for_4": 8}, "oak": {"lux_for_4": 12}, "iron_ore": {}, "pelt": {}}
    game = fort("lumbermill", fort={"lumbermill": 2}, content={"materials": materials})
    game.does("retrieve", material="pine")
    assert game.state.lux == 1
    assert game.refuses("retrieve", material="oak") == "insufficient_lux"


@pytest.mark.rule("ISO-FORT-023")
def test_materials_alone_go_home_from_a_dock_where_the_boat_lies() -> None:
    carrying = grigory(satchel={"pine": 4, "tent": 1})
    send = {"guard": "grigory", "card": "pine"}
    upgraded: dict[str, Any] = {"fort": {"boat_dock": 2}, "guards": carrying}
    assert table(at="main/d2", boat={"at": "main/d2"}, fort={"boat_dock": 1}, guards=carrying).refuses(
        "send_to_stash", **send
    ) == ("building_not_upgraded")
    assert table(at="main/g1", boat={"at": "main/g1"}, **upgraded).refuses("send_to_stash", **send) == "not_a_dock"
    assert table(at="main/d1", boat={"at": "main/d2"}, **upgraded).refuses("send_to_stash", **send) == "boat_not_here"
    game = table(at="main/d2", boat={"at": "main/d2"}, **upgraded)
    assert game.refuses("send_to_stash", guard="grigory", card="tent") == "wrong_kind"
    game.does("send_to_stash", **send)
    assert game.state.stash.cards == {"pine": 4}


@pytest.mark.rule("ISO-FORT-026")
def test_any_building_is_built_from_any_fort_node_and_only_there() -> None:
    assert fort("apothecary").does("build", building="barracks")
    assert table(at="ryba/inn", sil=9).refuses("build", building="barracks") == "not_at_fort"


@pytest.mark.rule("ISO-FORT-012", "ISO-FALL-010")
def test_the_rebuilt_courtyard_offers_to_wake_there() -> None:
    battle = {"source": "skull", "skull": "skull_1", "enemies": []}
    given = {"at": "main/y1", "phase": "battle", "drawn_chip": "skull_1", "battle": battle, "checkpoint": "ryba/inn"}
    game = table(**given, fort={"courtyard": 1})
    game.does("end_battle", outcome="defeat")
    assert game.phase == "respawn_choice"
    assert game.refuses("move", to="main/g1") == "respawn_pending"
    game.does("respawn", at="courtyard")
    assert game.state.at == "fort_istra/courtyard"
    assert game.refuses("respawn", at="checkpoint") == "no_respawn_due"
